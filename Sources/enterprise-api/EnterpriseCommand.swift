@main
enum EnterpriseCommand {
    static func main() async {
    }
}
