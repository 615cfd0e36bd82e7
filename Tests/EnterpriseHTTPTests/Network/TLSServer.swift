import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

/// A server that speaks TLS: nginx before a backend, at a Unix domain socket, so that no port has to be free; or
/// `openssl s_server`.
struct TLSServer: Sendable {
    let authority: TestAuthority
    /// Nil for one at a port.
    let socket: String?
    let port: UInt16?
    private let process: ToolProcess

    /// nginx, which ends TLS and asks a server of this process.
    ///
    /// - Parameters:
    ///   - certificate: The name of the certificate and key.
    ///   - backend: The port of the server that it asks.
    ///   - directives: More lines of the configuration of its `server`.
    static func nginx(
        _ certificate: String = "server",
        before backend: UInt16,
        http2: Bool = true,
        _ directives: String = ""
    ) async throws -> TLSServer {
        let authority = try TestAuthority.shared()
        let folder = try URL.temporaryFolder("nginx")
        let socket = folder.appending(path: "s").path
        let hasChain = FileManager.default.fileExists(atPath: authority.file("\(certificate)-chain.pem"))
        for (name, source) in [("crt", "\(certificate)\(hasChain ? "-chain" : "").pem"), ("key", "\(certificate).key")]
        {
            try FileManager.default.copyItem(
                at: authority.folder.appending(path: source),
                to: folder.appending(path: name)
            )
        }
        let configuration = """
            daemon off; master_process off; pid \(folder.path)/pid; error_log stderr;
            events { worker_connections 512; }
            http {
                access_log off; client_body_temp_path \(folder.path)/b; proxy_temp_path \(folder.path)/p;
                fastcgi_temp_path \(folder.path)/f; uwsgi_temp_path \(folder.path)/u; scgi_temp_path \(folder.path)/g;
                map $connection $c { default $connection; }
                server {
                    listen unix:\(socket) ssl \(http2 ? "http2" : "");
                    ssl_certificate \(folder.path)/crt; ssl_certificate_key \(folder.path)/key;
                    \(directives)
                    location / {
                        proxy_pass http://127.0.0.1:\(backend); proxy_http_version 1.1;
                        proxy_set_header Connection ""; proxy_set_header X-Protocol $server_protocol;
                        proxy_set_header X-Connection $connection; proxy_set_header X-Client $ssl_client_s_dn;
                        proxy_next_upstream off;
                    }
                }
            }
            """
        try Data(configuration.utf8).write(to: folder.appending(path: "conf"))
        let process = try await ToolProcess(.nginx, ["-c", "\(folder.path)/conf", "-p", folder.path], in: folder) { _ in
            Listening.socket(socket)
        }
        return TLSServer(authority: authority, socket: socket, port: nil, process: process)
    }

    /// `openssl s_server`, which answers every path and sends the alerts that nginx does not. It chooses a port by itself.
    static func openssl(_ arguments: [String]) async throws -> TLSServer {
        let authority = try TestAuthority.shared()
        let folder = try URL.temporaryFolder("openssl")
        let identity = [
            "-cert", authority.file("server.pem"), "-key", authority.file("server.key"),
            "-cert_chain", authority.file("intermediate.pem"),
        ]
        // It ends when somebody connects to look whether it is there, so what it writes has to tell.
        let process = try await ToolProcess(
            .openssl,
            ["s_server", "-accept", "127.0.0.1:0", "-www"] + identity + arguments,
            in: folder
        ) { Self.port(in: $0) != nil }
        let port = try #require(Self.port(in: process.output))
        return TLSServer(authority: authority, socket: nil, port: port, process: process)
    }

    private static func port(in output: String) -> UInt16? {
        guard
            let line = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().first(where: {
                $0.hasPrefix("ACCEPT")
            })
        else { return nil }
        return line.split(separator: ":").last.flatMap { UInt16($0) }
    }

    /// What a transport needs to reach it.
    func options(_ change: (inout TransportOptions) -> Void = { _ in }) -> TransportOptions {
        var options = TransportOptions()
        options.unixSocket = socket
        if let port { options.resolve = ["good.test:\(port)": ["127.0.0.1"]] }
        options.caFile = authority.file("root.pem")
        change(&options)
        return options
    }

    func request(_ method: HTTPMethod = .get, host: String = "good.test", body: RequestBody? = nil) -> WireRequest {
        WireRequest(
            method: method,
            origin: "https://\(host)" + (port.map { ":\($0)" } ?? ""),
            target: "/x",
            body: body,
            deadline: .now + .seconds(60)
        )
    }

    /// What a call ends with.
    func failure(host: String = "good.test", _ change: (inout TransportOptions) -> Void = { _ in }) async -> APIError? {
        let transport = CurlTransport(options: options(change))
        let request = request(host: host)
        return await EnterpriseHTTPTests.failure { () async throws(APIError) in try await transport.send(request) }
    }
}
