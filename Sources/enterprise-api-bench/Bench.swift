import Foundation

/// Measurements that anyone can repeat: `enterprise-api-bench --help`.
@main
struct Bench {
    private static let help = """
        USAGE: enterprise-api-bench <command>

          endurance   cancels, makes, closes and exits thousands of times, and shows that nothing is left behind
          json [--repeat N]
                      decodes the models by FastJSONDecoder and JSONDecoder in turn
          soak [--seconds N] [--seed N]
                      mixed calls through random faults; at the end everything must add up
          transfer    uploads and downloads 1 GB (or MEGABYTES) beside the curl program, in constant memory
        """

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            switch arguments.first {
            case "endurance" where arguments.count == 1: exit(try await Endurance().run() ? 0 : 1)
            case "json": try json(Array(arguments.dropFirst()))
            case "soak": exit(try await soak(Array(arguments.dropFirst())).run() ? 0 : 1)
            case "transfer" where arguments.count <= 2:
                try await Transfer(megabytes: arguments.dropFirst().first.flatMap { Int($0) } ?? 1024).run()
            case TransferServer.command: try TransferServer.run()
            case ExitChild.command where arguments.count == 3: try await ExitChild.run(Array(arguments.dropFirst()))
            case "--help", "-h": print(help)
            default:
                FileHandle.standardError.write(Data((help + "\n").utf8))
                exit(2)
            }
        } catch {
            FileHandle.standardError.write(Data("enterprise-api-bench: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func json(_ options: [String]) throws {
        if options.count == 3, options[0] == "--profile", let rounds = Int(options[2]) {
            return try JSONBench().profile(options[1], rounds: rounds)
        }
        try JSONBench(repetitions: options.first == "--repeat" ? options.last.flatMap { Int($0) } ?? 11 : 11).run()
    }

    private static func soak(_ options: [String]) -> Soak {
        func value(_ name: String) -> Int? {
            options.firstIndex(of: name).flatMap { options.dropFirst($0 + 1).first }.flatMap { Int($0) }
        }
        return Soak(seconds: max(1, value("--seconds") ?? 60), seed: UInt64(max(0, value("--seed") ?? 42)))
    }
}
