public import EnterpriseHTTP
public import Foundation

/// What an installation sets: where the backend is, and the company's rules.
///
/// Usually read from configuration.json by `load(path:)`:
///
/// ```json
/// {
///   "server": "http://localhost:8080/",
///   "debug": false,
///   "ui": { "button": { "cornerRadius": 5, "borderWidth": 1 } },
///   "rules": { "maxPOExpense": 10000 }
/// }
/// ```
///
/// All of that is required. A section `network` may set what `TransportOptions` has, each by the name it has there:
///
/// ```json
/// "network": {
///   "caFile": "company-ca.pem",
///   "certificateFile": "client.pem", "keyFile": "client.key", "keyPassphrase": { "environment": "KEY_PASSPHRASE" },
///   "proxy": "http://proxy.example.com:3128", "proxyCredentials": { "file": "/run/secrets/proxy" },
///   "noProxy": ["example.com", "10.0.0.0/8"], "connectTimeout": 5
/// }
/// ```
///
/// Times are in seconds, sizes in bytes; relative paths are below the folder of the file. `proxy` is a URL, `"none"` or
/// `"fromEnvironment"`.
public struct Configuration: Sendable, Hashable {
    /// The address of the backend, with or without a path prefix.
    public var server: BaseURL

    /// Whether to log in detail.
    public var debug: Bool

    /// How a user interface looks.
    public var ui: UI

    /// The rules of the company.
    public var rules: Rules

    /// How the backend is reached, the section `network`: certificates, proxies, addresses and limits.
    public var network: TransportOptions

    /// A configuration of these values, which are not checked.
    public init(
        server: BaseURL,
        debug: Bool = false,
        ui: UI,
        rules: Rules,
        network: TransportOptions = TransportOptions()
    ) {
        self.server = server
        self.debug = debug
        self.ui = ui
        self.rules = rules
        self.network = network
    }

    /// How a user interface looks.
    public struct UI: Sendable, Hashable {
        /// How a button looks.
        public var button: Button

        /// A look of these values.
        public init(button: Button) {
            self.button = button
        }
    }

    /// How a button looks.
    public struct Button: Sendable, Hashable {
        /// The radius of its corners, in points.
        public var cornerRadius: Double

        /// The width of its border, in points.
        public var borderWidth: Double

        /// A look of these values, in points.
        public init(cornerRadius: Double, borderWidth: Double) {
            self.cornerRadius = cornerRadius
            self.borderWidth = borderWidth
        }
    }

    /// The rules of the company.
    public struct Rules: Sendable, Hashable {
        /// The highest total that a purchase order may have.
        public var maxPOExpense: Decimal

        /// Rules of these values.
        public init(maxPOExpense: Decimal) {
            self.maxPOExpense = maxPOExpense
        }
    }
}

extension Configuration {
    /// The day a week begins with, a setting of the local user and not of the file; see `UserSettings`.
    public var firstDayOfWeek: DaysOfWeek {
        get { UserSettings().firstDayOfWeek }
        nonmutating set { UserSettings().firstDayOfWeek = newValue }
    }
}
