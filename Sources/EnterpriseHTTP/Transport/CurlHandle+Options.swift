import CLibcurl

extension CurlHandle {
    /// Sets the options of one request; false when there is no memory for its header lines.
    func configure(_ request: WireRequest, upload: CurlUpload.Size?, settings: CurlSettings) -> Bool {
        setAlways(settings.options)
        setNetwork(settings, request: request)
        collectErrorText()
        set(Int(CL_OPT_URL), request.origin + request.target)
        // Without TLS no connection becomes HTTP/2, and waiting for the first one's answer to learn that would let a
        // slow call hold up all others.
        set(Int(CL_OPT_PIPEWAIT), request.origin.hasPrefix("https:"))
        if let deadline = request.deadline {
            // Zero would mean no limit to libcurl.
            set(Int(CL_OPT_TIMEOUT_MS), max(1, ContinuousClock.now.duration(to: deadline).roundedUpMilliseconds))
        }
        if let idle = request.idleTimeout ?? settings.options.stallTimeout {
            set(Int(CL_OPT_LOW_SPEED_LIMIT), 1)
            set(Int(CL_OPT_LOW_SPEED_TIME), max(1, (idle.roundedUpMilliseconds + 999) / 1000))
        }
        setMethod(request.method, upload: upload)
        setBuffers(request)
        guard settings.network.resolve.isEmpty || setResolveLines(settings.network.resolve) else { return false }
        return setHeaderLines(Self.lines(of: request))
    }

    /// What holds for every request. Each line is the answer to a trap; none may be left out.
    private func setAlways(_ options: TransportOptions) {
        set(Int(CL_OPT_NOSIGNAL), true)
        if !setIfKnown(Int(CL_OPT_PROTOCOLS_STR), "http,https") {
            set(Int(CL_OPT_PROTOCOLS), Int(CL_PROTO_HTTP_AND_HTTPS))
        }
        if !setIfKnown(Int(CL_OPT_REDIR_PROTOCOLS_STR), "http,https") {
            set(Int(CL_OPT_REDIR_PROTOCOLS), Int(CL_PROTO_HTTP_AND_HTTPS))
        }
        // Redirects would carry credentials to other origins, and drop bodies.
        set(Int(CL_OPT_FOLLOWLOCATION), false)
        // Dot segments and the like go out as they are; the encoder has refused what must not.
        set(Int(CL_OPT_PATH_AS_IS), true)
        // Without it one slow DNS server holds the whole loop (libcurl 7.87 and later know it).
        set(Int(CL_OPT_QUICK_EXIT), true)
        set(Int(CL_OPT_CONNECTTIMEOUT_MS), max(1, options.connectTimeout.roundedUpMilliseconds))
        set(Int(CL_OPT_MAXAGE_CONN), max(1, options.maxConnectionIdleTime.roundedUpMilliseconds / 1000))
        set(Int(CL_OPT_SSL_VERIFYPEER), true)
        set(Int(CL_OPT_SSL_VERIFYHOST), 2)
    }

    private func setMethod(_ method: HTTPMethod, upload: CurlUpload.Size?) {
        if let upload {
            set(Int(CL_OPT_UPLOAD), true)
            // Without a size libcurl sends the body chunked.
            if case .known(let size) = upload { set(Int(CL_OPT_INFILESIZE_LARGE), offset: size) }
        } else if [.post, .put, .patch].contains(method) {
            // These say their length even when it is zero (RFC 9110 section 8.6).
            set(Int(CL_OPT_POST), true)
            set(Int(CL_OPT_POSTFIELDSIZE_LARGE), offset: 0)
        } else if method == .head {
            set(Int(CL_OPT_NOBODY), true)
        }
        set(Int(CL_OPT_CUSTOMREQUEST), method.rawValue)
    }

    /// The bytes of a streamed response that are read at once.
    static let streamBufferSize = 128 << 10

    /// Large steps for large bodies; a small one costs less with libcurl's own.
    private func setBuffers(_ request: WireRequest) {
        switch request.delivery {
        // All content codings that this libcurl can undo.
        case .buffered: set(Int(CL_OPT_ACCEPT_ENCODING), "")
        // None: a paused decoder makes libcurl hold what it has decoded, without bound.
        case .streamed: set(Int(CL_OPT_BUFFERSIZE), Self.streamBufferSize)
        }
        if case .streamed = request.body?.content { set(Int(CL_OPT_UPLOAD_BUFFERSIZE), 256 << 10) }
    }

    private static func lines(of request: WireRequest) -> [String] {
        // "Name;" is libcurl's notation of a field without a value, "Name:" that of a field it must not add by itself.
        var lines = request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        lines.append("Expect:")
        if request.headers[HTTPHeaders.contentType] == nil { lines.append("\(HTTPHeaders.contentType):") }
        return lines
    }
}
