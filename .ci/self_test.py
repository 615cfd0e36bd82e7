"""Plants one violation of each rule in a temporary tree, beside look-alikes that are none, and checks what is found."""

import os
import shutil
import subprocess
import tempfile

import rules

LIBRARY = "Sources/EnterpriseAPI/"

# (rule, file, line, text); the text is valid Swift in the repository's own format unless the rule is about that.
PLANTED = [
    ("top-level", "notes.txt", 1, "a note\n"),
    ("Indentation", LIBRARY + "Indented.swift", 2, "struct Indented {\n  let value = 1\n}\n"),
    ("AllPublicDeclarationsHaveDocumentation", LIBRARY + "Bare.swift", 1, "public struct Bare {}\n"),
    ("package-dependency", "Package.swift", 2, "// .package(\nlet one = [.package(path: \"../x\")]\n"),
    ("networking-import", LIBRARY + "Net.swift", 1, "import FoundationNetworking\n"),
    ("libcurl-symbol", "Sources/EnterpriseHTTP/Wire/Import.swift", 1, "internal import CLibcurl\n"),
    ("libcurl-symbol", "Sources/EnterpriseHTTP/Transport/Other.swift", 1, "let version = curl_version()\n"),
    ("libcurl-symbol", "Tests/EnterpriseHTTPTests/Code.swift", 1, "let code = CURLE_OK\n"),
    ("unsafe-pointer", LIBRARY + "Pointer.swift", 1, "let size = MemoryLayout<UnsafeRawPointer>.size\n"),
    ("unsafe-pointer", LIBRARY + "Bytes.swift", 1, "let count = [1].withUnsafeBytes { $0.count }\n"),
    ("unsafe-pointer", LIBRARY + "Box.swift", 1, "let box = Unmanaged.passRetained(thing)\n"),
    ("path-literal", LIBRARY + "API.swift", 1, 'let path = "announcements"\n'),
    ("path-literal", LIBRARY + "User.swift", 1, 'let path = "users/\\(id)"\n'),
    ("path-literal", "Sources/enterprise-api/Path.swift", 1, 'let path = "users/login"\n'),
    ("header-literal", LIBRARY + "Header.swift", 1, 'let name = "Authorization"\n'),
    ("header-literal", "Sources/EnterpriseHTTP/Type.swift", 1, 'let name = "content-type"\n'),
    ("header-literal", "Sources/EnterpriseHTTP/Location.swift", 1, 'let name = "Location"\n'),
    ("print", LIBRARY + "Print.swift", 2, "func show() {\n    print(1)\n}\n"),
    ("print", LIBRARY + "Within.swift", 1, 'let text = "a \\(print(1)) b"\n'),
    ("exit", LIBRARY + "Exit.swift", 2, "func stop() {\n    Foundation.exit(1)\n}\n"),
    ("environment", LIBRARY + "Env.swift", 1, 'let home = ProcessInfo.processInfo.environment["HOME"]\n'),
    ("environment", LIBRARY + "GetEnv.swift", 1, 'let home = getenv("HOME")\n'),
    ("file-length", "Tests/EnterpriseAPITests/Long.swift", 301, "let x = 1\n" * 301),
    ("NeverUseForceTry", LIBRARY + "Try.swift", 1, "let value = try! load()\n"),
    ("force-cast", LIBRARY + "Cast.swift", 1, "let value = thing as! Int\n"),
    ("force-unwrap", LIBRARY + "Unwrap.swift", 2, "/// Documented, which proves nothing.\nlet value = thing!\n"),
    ("force-unwrap", LIBRARY + "Call.swift", 1, 'let value = make("x")!.count\n'),
    ("fatal-error", LIBRARY + "Fatal.swift", 2, "func stop() {\n    fatalError()\n}\n"),
    ("fatal-error", LIBRARY + "Precondition.swift", 2, "func stop(_ x: Int) {\n    precondition(x > 0)\n}\n"),
    ("unchecked-sendable", LIBRARY + "Unchecked.swift", 1, "final class Unchecked: @unchecked Sendable {}\n"),
    ("nonisolated-unsafe", LIBRARY + "Global.swift", 1, "nonisolated(unsafe) var count = 0\n"),
    ("topics", "Sources/EnterpriseJSON/Unnamed.swift", 2, "/// S.\npublic struct Unnamed {}\n"),
    ("documentation", LIBRARY + "Case.swift", 5, "/// E.\npublic enum E {\n    /// A.\n    case a\n    case b\n}\n"),
    ("documentation", LIBRARY + "Need.swift", 3, "/// P.\npublic protocol P {\n    func f() async\n}\n"),
    ("documentation", LIBRARY + "Type.swift", 3, "/// P.\npublic protocol Q {\n    associatedtype Element\n}\n"),
    ("documentation", LIBRARY + "Open.swift", 3, "/// C.\npublic class C {\n    open func f() {}\n}\n"),
]

# None of these is a violation.
INNOCENT = {
    "README.md": "# x\n",
    "configuration.json": "{}\n",
    ".editorconfig": "root = true\n",
    LIBRARY + "Innocent.swift": r'''// print("x") try! fatalError() thing! import FoundationNetworking CURLcode
import Foundation

/* exit(1) /* getenv("HOME") */ announcements */
let text = "print(1) thing! try! @unchecked Sendable \(thing != other) UnsafePointer"
let raw = #"a " quoted fatalError( \(no) "#
let long = """
    "announcements" "Authorization" exit(1)
    """
let different = a != b && !c
let words = ["the announcements of today", "Authorization failed", "date", "location"]
// The index comes from `indices`, so the element is there.
let proven = thing!
let continuation = await withUnsafeContinuation { $0.resume() }
let hook = atexit(stop)
logger.print(1)

/// Documented.
// Immutable after init.
final class Proven: @unchecked Sendable {}

/// An enum.
public enum Kind: Sendable {
    /// One.
    case one
    /// Two, with a value.
    case two(Int)

    /// Its name.
    public var name: String {
        switch self {
        case .one: "one"
        case .two: "two"
        }
    }

    private enum Inner {
        case hidden
    }
}

/// A protocol.
public protocol Shape: Sendable
where Self: Equatable {
    /// The size.
    var size: Int { get }
    /// Does it.
    @discardableResult
    func `do`() -> Int
}

enum Hidden {
    case plain
}

struct `Sentences tests` {
    func `a fatalError() that try! print(1)`() {}
}
''',
    "Sources/enterprise-api/Fine.swift": 'let name = "announcements"\nlet heading = "Location"\nprint(name)\nexit(0)\n',
    "Sources/EnterpriseAPI/Endpoints/Users.swift": 'let path = "users/me"\n',
    "Sources/EnterpriseAPI/Endpoints/Login.swift": 'let name = "Authorization"\n',
    "Sources/EnterpriseAPI/Configuration/Configuration+Environment.swift": 'let home = getenv("HOME")\n',
    "Sources/EnterpriseHTTP/Transport/CurlEngine.swift": "import CLibcurl\n\nlet pointer = UnsafeRawPointer(curl_version())\n",
    "Sources/EnterpriseTesting/Backend/Routes.swift": 'let path = "users/login"\nlet name = "Content-Type"\n',
    "Sources/EnterpriseJSON/EnterpriseJSON.docc/EnterpriseJSON.md": "- ``Named``\n",
    "Sources/EnterpriseJSON/Named.swift": "/// S.\npublic struct Named {}\n",
    "Sources/CLibcurl/CLibcurl.c": "int x = CURLE_OK; // \n",
    "Tests/EnterpriseAPITests/Fine.swift": 'let path = "users/login"\nlet value = thing!\n',
}


def run():
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    with tempfile.TemporaryDirectory() as tree:
        shutil.copy(os.path.join(root, ".swift-format"), tree)
        for path, text in [*INNOCENT.items(), *((path, text) for _, path, _, text in PLANTED)]:
            os.makedirs(os.path.dirname(os.path.join(tree, path)), exist_ok=True)
            with open(os.path.join(tree, path), "w", encoding="utf-8") as file:
                file.write(text)
        subprocess.run(["git", "init", "-q", tree], check=True)
        subprocess.run(["git", "-C", tree, "add", "-A"], check=True)
        found = {(rule, path, line) for path, line, rule, _ in rules.check(tree)}
    planted = {(rule, path, line) for rule, path, line, _ in PLANTED}
    for rule, path, line in sorted(planted - found):
        print(f"{path}:{line}: {rule}: planted, not found")
    for rule, path, line in sorted(found - planted):
        print(f"{path}:{line}: {rule}: found, not planted")
    if found != planted:
        return 1
    print(f"lint self-test ok: {len(planted)} planted, {len(planted)} found")
    return 0
