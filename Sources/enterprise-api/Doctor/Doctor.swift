import EnterpriseAPI
import EnterpriseHTTP
import Foundation

/// `doctor`: looks at everything between this program and the backend's data, and says what is wrong.
struct Doctor {
    private let connection: Connection
    private var findings: [Finding] = []
    /// Whether calls make sense.
    private var isReachable = true

    static func run(_ arguments: Arguments, environment: [String: String]) async throws -> ExitCode {
        let terminal = try Terminal(arguments, environment: environment)
        var findings: [Finding]
        do throws(CommandError) {
            var doctor = Doctor(try Connection(arguments, environment: environment, needsUser: false))
            await doctor.examine(environment)
            findings = doctor.findings
        } catch {
            guard error.exitCode == .configuration else { throw error }
            findings = [
                Finding("configuration", .failure, error.message, hint: "`enterprise-api config check` says more")
            ]
        }
        try Output.write(
            arguments.has(.json) ? JSONOutput.text(of: findings) : Finding.table(findings, style: terminal.style)
        )
        if findings.contains(where: { $0.status == .failure }) { return .failure }
        return findings.contains { $0.status == .warning } ? .warnings : .success
    }

    private init(_ connection: Connection) { self.connection = connection }

    private mutating func examine(_ environment: [String: String]) async {
        findings = ConfigurationReport.checks(of: connection.settings)
        proxy(environment)
        resolve()
        guard isReachable else { return }
        let api = connection.api()
        await connect(api)
        if isReachable {
            let account = await logIn(api)
            if account == nil {
                findings.append(await Endpoint.events.look(api).first ?? Finding("events", .failure, ""))
            }
            if account != nil { await endpoints(api) }
        }
        await api.close()
    }

    private mutating func proxy(_ environment: [String: String]) {
        let names = ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        let set = names.filter { Variables(environment)[$0] != nil }.joined(separator: ", ")
        let finding =
            switch network.proxy {
            case .url: Finding("proxy", .ok, "calls go through the one of network.proxy")
            case .fromEnvironment:
                Finding("proxy", .ok, set.isEmpty ? "none in the environment" : "calls go by \(set)")
            case .none where set.isEmpty: Finding("proxy", .ok, "none; calls go straight to the server")
            case .none:
                Finding(
                    "proxy",
                    .warning,
                    "\(set) is set, and is not used",
                    hint: "put \"proxy\": \"fromEnvironment\" into the section network to use it"
                )
            }
        findings.append(finding)
    }

    private var network: TransportOptions { connection.settings.configuration.network }

    private mutating func resolve() {
        guard let host = connection.server.url.host() else { return }
        guard network.proxy == .none, network.unixSocket == nil, network.resolve.isEmpty else {
            findings.append(Finding("name", .ok, "not looked up here: the section network leads to the server"))
            return
        }
        let begin = ContinuousClock.now
        let addresses = Addresses.of(host.trimmingCharacters(in: ["[", "]"]))
        let time = LoggedTransport.milliseconds(since: begin)
        isReachable = !addresses.isEmpty
        findings.append(
            addresses.isEmpty
                ? Finding(
                    "name",
                    .failure,
                    "\(host) does not resolve",
                    hint: "check the server's name, or give --server URL"
                )
                : Finding("name", .ok, "\(host) is \(addresses.joined(separator: ", "))", milliseconds: time)
        )
    }

    /// The first call, which needs nobody signed in; it also tells the server's time.
    private mutating func connect(_ api: API) async {
        var request = AnyRequest<WireResponse>(.get, Events.List().path)
        request.authorization = .none
        request.acceptableStatus = StatusCodes(100..<600)
        let wanted = request
        let begin = ContinuousClock.now
        do {
            let response = try await api.send(wanted)
            let time = LoggedTransport.milliseconds(since: begin)
            findings.append(Finding("connection", .ok, "the server answers", milliseconds: time))
            await tls()
            clock(response)
        } catch {
            isReachable = false
            if error.code == .tlsFailed {
                findings.append(Finding("connection", .ok, "the server is there"))
                findings.append(
                    Finding(
                        "tls",
                        .failure,
                        "\(error)",
                        hint: "check the certificate, its chain and this machine's clock"
                    )
                )
            } else {
                findings.append(
                    Finding(
                        "connection",
                        .failure,
                        "\(error)",
                        hint: "check that the backend runs, and its port and address"
                    )
                )
            }
        }
    }

    private mutating func tls() async {
        guard connection.server.url.scheme == "https" else { return }
        findings.append(Certificate.finding(for: connection.server.url))
    }

    private mutating func clock(_ response: WireResponse) {
        guard let text = response.headers["Date"], let date = ServerTime.date(text) else {
            findings.append(Finding("clock", .warning, "the server does not tell its time"))
            return
        }
        let seconds = Int(date.timeIntervalSinceNow.rounded())
        findings.append(
            // The header has whole seconds.
            abs(seconds) <= 2
                ? Finding("clock", .ok, "the same as the server's")
                : Finding(
                    "clock",
                    .warning,
                    "the server's is \(abs(seconds)) s \(seconds > 0 ? "ahead" : "behind")",
                    hint: "set both by NTP"
                )
        )
    }

    private mutating func logIn(_ api: API) async -> UserInfo? {
        guard connection.credentials != nil || connection.settings.sessionFile != nil else {
            findings.append(
                Finding(
                    "login",
                    .warning,
                    "nobody to sign in, so most endpoints are not looked at",
                    hint: "give --user NAME, or `enterprise-api login` first"
                )
            )
            return nil
        }
        let begin = ContinuousClock.now
        do {
            let user = try await api.me()
            let time = LoggedTransport.milliseconds(since: begin)
            findings.append(Finding("login", .ok, "as \(user.username)", milliseconds: time))
            return user
        } catch {
            findings.append(
                Finding("login", .failure, "\(error)", hint: "check the user's name and the password, or sign in again")
            )
            return nil
        }
    }

    private mutating func endpoints(_ api: API) async {
        var edition = Edition()
        for endpoint in Endpoint.all {
            findings += await endpoint.look(api) { edition.look(at: $0, of: endpoint) }
        }
        findings.append(edition.finding)
    }
}
