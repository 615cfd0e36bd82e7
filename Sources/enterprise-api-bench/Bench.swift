import Foundation

/// Measurements that anyone can repeat: `enterprise-api-bench --help`.
@main
struct Bench {
    private static let help = """
        USAGE: enterprise-api-bench <command>

          endurance   cancels, makes, closes and exits thousands of times, and shows that nothing is left behind
        """

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            switch arguments.first {
            case "endurance" where arguments.count == 1: exit(try await Endurance().run() ? 0 : 1)
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
}
