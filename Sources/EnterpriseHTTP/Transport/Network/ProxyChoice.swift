/// Whether connections go through a proxy.
public enum ProxyChoice: Sendable, Hashable {
    /// They don't, whatever the environment says.
    case none
    /// Through the one at this address: `http://`, `https://`, `socks5://` or `socks5h://`, a host and a port. Without a
    /// port it is 80, 443 or 1080. Names are looked up by the proxy, except with `socks5://`.
    case url(String)
    /// As the variables `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say, in lower or upper case; lower case
    /// counts first. `HTTP_PROXY` is left alone in a CGI program, where a request's header sets it.
    case fromEnvironment
}
