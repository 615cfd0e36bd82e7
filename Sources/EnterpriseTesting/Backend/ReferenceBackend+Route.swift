import Foundation

extension ReferenceBackend {
    /// Which of the two deployed backends is played.
    public enum Edition: Sendable, CaseIterable {
        /// UUIDs, explicit nulls, `users/me` without a name.
        case current
        /// Numbers and opaque names as ids, absent optionals, `users/{id}` with a name, case-sensitive schemes.
        case older
    }

    /// A call the backend knows. `HEAD` counts as the `GET` it stands for.
    public enum Route: String, Sendable, CaseIterable {
        /// Basic credentials for a token.
        case login = "POST users/login"
        /// The announcements.
        case announcements = "GET announcements"
        /// The org chart.
        case employees = "GET employees"
        /// The calendar.
        case events = "GET events"
        /// The catalogue.
        case products = "GET products"
        /// The orders.
        case purchases = "GET purchases"
        /// A new order.
        case submitPurchase = "POST purchases"
        /// Who the token belongs to.
        case me = "GET users/me"
        /// Somebody, in the older edition only.
        case user = "GET users/{id}"
        /// Any other path or method.
        case unknown = "-"

        /// The status and reason without credentials it accepts; nil where none are needed.
        var refusal: (status: Int, reason: String)? {
            switch self {
            case .login, .me: (401, "Unauthorized")
            case .events, .unknown: nil
            default: (401, "Token not authenticated.")
            }
        }
    }

    /// Finds the route of a request.
    struct Router: Sendable {
        private let base: [Substring]
        private let edition: Edition
        /// By the path as a client should write it: the common case needs no splitting.
        private let routes: [String: [String: Route]]

        init(pathPrefix: String, edition: Edition) {
            base = "\(pathPrefix)/api".split(separator: "/")
            self.edition = edition
            var routes: [String: [String: Route]] = [:]
            for route in Route.allCases where route != .user && route != .unknown {
                let parts = route.rawValue.split(separator: " ")
                let path = "/" + base.joined(separator: "/") + "/" + parts[1]
                routes[path, default: [:]][String(parts[0])] = route
                if parts[0] == "GET" { routes[path, default: [:]]["HEAD"] = route }
            }
            self.routes = routes
        }

        /// - Returns: the route, and the id of `users/{id}`.
        func route(_ request: ServerRequest) -> (route: Route, id: String?) {
            let path = request.path
            if let found = routes[path] { return (found[request.method] ?? .unknown, nil) }
            // A slash too many, in the middle or at the end, does no harm.
            let parts = path.split(separator: "/")
            if let found = routes["/" + parts.joined(separator: "/")]?[request.method] { return (found, nil) }
            guard edition == .older, ["GET", "HEAD"].contains(request.method), parts.count == base.count + 2,
                parts.starts(with: base), parts[base.count] == "users"
            else { return (.unknown, nil) }
            return (.user, parts.last?.removingPercentEncoding)
        }
    }

    /// What the server's parser knows; a method beyond them is a broken request line to it.
    static let knownMethods: Set<String> = [
        "ACL", "BIND", "CHECKOUT", "CONNECT", "COPY", "DELETE", "GET", "HEAD", "LINK", "LOCK", "M-SEARCH", "MERGE",
        "MKACTIVITY", "MKCALENDAR", "MKCOL", "MOVE", "NOTIFY", "OPTIONS", "PATCH", "POST", "PROPFIND", "PROPPATCH",
        "PURGE", "PUT", "REBIND", "REPORT", "SEARCH", "SOURCE", "SUBSCRIBE", "TRACE", "UNBIND", "UNLINK", "UNLOCK",
        "UNSUBSCRIBE",
    ]
}
