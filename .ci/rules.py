"""The rules that .ci/lint checks: each is a function that yields (file, line, rule, what to do)."""

import os
import re
import subprocess

from swift_source import Source

TOP_LEVEL = ["Package.swift", "README.md", "Sources", "Tests", "configuration.json"]
MAX_LINES = 300
EXECUTABLES = ("Sources/enterprise-api/", "Sources/enterprise-api-bench/", "Sources/Examples/")
CURL = ("Sources/CLibcurl/", "Sources/EnterpriseHTTP/Transport/Curl")
BACKEND = "Sources/EnterpriseTesting/Backend/"
ENDPOINTS = "Sources/EnterpriseAPI/Endpoints/"

# (rule, pattern in the code, where it applies, where it may stand, what to do)
PLACES = [
    (
        "networking-import",
        r"\bimport\s+(?:\w+\s+)?FoundationNetworking\b",
        ("Sources/", "Tests/"),
        ("Sources/EnterpriseURLSession/", "Tests/EnterpriseURLSessionTests/", "Sources/enterprise-api-bench/"),
        "FoundationNetworking belongs to EnterpriseURLSession",
    ),
    (
        "libcurl-symbol",
        r"\b(?:curl_\w+|CURL\w*|CLibcurl)\b",
        ("Sources/", "Tests/"),
        CURL,
        "libcurl belongs to CLibcurl and EnterpriseHTTP/Transport/Curl*",
    ),
    (
        "unsafe-pointer",
        r"\b(?:Unsafe\w*Pointer\w*|OpaquePointer|Unmanaged|unsafeBitCast|withUnsafe(?!\w*Continuation|CurrentTask)\w*)\b",
        ("Sources/",),
        CURL + ("Sources/EnterpriseJSON/", "Sources/EnterpriseTesting/Loopback/"),
        "unsafe pointers belong to the libcurl transport, EnterpriseJSON and the loopback server",
    ),
    (
        "print",
        r"(?<![\w.])(?:Swift\.)?(?<!func )(?:print|debugPrint|dump|puts|printf)\(",
        ("Sources/",),
        EXECUTABLES,
        "a library prints nothing",
    ),
    (
        "exit",
        r"(?<![\w.])(?:(?:Foundation|Glibc|Darwin)\.)?(?<!func )(?:_?exit|abort)\(",
        ("Sources/",),
        EXECUTABLES,
        "a library never ends its process",
    ),
    (
        "environment",
        r"\bProcessInfo\b[\s\w.()]*\.environment\b|\b(?:get|set|unset|put)env\(",
        ("Sources/",),
        EXECUTABLES
        + (
            "Sources/EnterpriseAPI/Configuration/Configuration+Environment.swift",
            "Sources/EnterpriseHTTP/Transport/Network/ProcessEnvironment.swift",
        ),
        "environment variables are read in Configuration+Environment.swift, ProcessEnvironment.swift and executables",
    ),
]

# (rule, pattern in the code): each needs a comment of its own that says why it is right.
# `try!` is not among them: swift format refuses it outright (NeverUseForceTry).
EXPLAINED = [
    ("force-cast", r"\bas!"),
    ("force-unwrap", r"(?<=[\w)\]}>\"`?])(?<!\btry)(?<!\bas)!(?!=)"),
    ("fatal-error", r"\b(?:fatalError|preconditionFailure|precondition)\("),
    ("unchecked-sendable", r"@unchecked\s+Sendable\b"),
    ("nonisolated-unsafe", r"\bnonisolated\(unsafe\)"),
]

PATH_LITERAL = re.compile(
    r"/?(?:api/)?(?:announcements|employees|events|products|purchases|users)(?:/[^ ]*)?", re.DOTALL
)
COMMAND_NAME = re.compile(r"\w+")

HEADER_NAMES = {
    name.lower()
    for name in """Accept-Charset Accept-Encoding Accept-Language Accept-Ranges Authorization Cache-Control
    Content-Disposition Content-Encoding Content-Language Content-Length Content-Range Content-Type ETag Idempotency-Key
    If-Match If-Modified-Since If-None-Match If-Range If-Unmodified-Since Keep-Alive Last-Modified Proxy-Authenticate
    Proxy-Authorization Proxy-Connection RateLimit-Reset Retry-After Set-Cookie Strict-Transport-Security
    Transfer-Encoding User-Agent WWW-Authenticate X-Api-Key X-Correlation-ID X-Forwarded-For X-Request-ID traceparent
    tracestate""".split()
}
# Words of their own too, so only as a header is written, and not where tables have headings.
HEADER_WORDS = set("Accept Allow Connection Cookie Date Expect Host Location Range Referer Trailer Upgrade Vary".split())
HEADER_PLACES = (
    "Sources/EnterpriseHTTP/Middleware/",
    "Sources/EnterpriseHTTP/Wire/",
    "Sources/EnterpriseHTTP/Body/",
    "Sources/EnterpriseTesting/",
    ENDPOINTS + "Login.swift",
)


def top_level(tracked):
    visible = sorted({path.split("/")[0] for path in tracked if not path.startswith(".")})
    for name in visible:
        if name not in TOP_LEVEL:
            yield name, 1, "top-level", "only " + ", ".join(TOP_LEVEL) + " and dot files stand at the top"
    for name in TOP_LEVEL:
        if name not in visible:
            yield name, 1, "top-level", "is missing"


def manifest(path, source):
    for match in re.finditer(r"\.package\(|\bPackage\.Dependency\b", source.code):
        yield path, source.line(match.start()), "package-dependency", "the package has no dependencies"


def places(path, source):
    for rule, pattern, where, allowed, advice in PLACES:
        if path.startswith(where) and not path.startswith(allowed):
            for match in re.finditer(pattern, source.code):
                yield path, source.line(match.start()), rule, advice


def explained(path, source):
    if not path.startswith("Sources/") or not path.endswith(".swift"):
        return
    for rule, pattern in EXPLAINED:
        for match in re.finditer(pattern, source.code):
            line = source.line(match.start())
            if not source.has_comment(line):
                yield path, line, rule, "avoid it, or prove it in a // comment right above"


def literals(path, source):
    if not path.startswith("Sources/"):
        return
    for line, text in source.literals:
        if PATH_LITERAL.fullmatch(text) and not path.startswith((ENDPOINTS, BACKEND)):
            if not (path.startswith(EXECUTABLES) and COMMAND_NAME.fullmatch(text)):
                yield path, line, "path-literal", "paths are spelled in Endpoints/ (and EnterpriseTesting/Backend/)"
        header = text.lower() in HEADER_NAMES or text in HEADER_WORDS and not path.startswith(EXECUTABLES)
        if header and not path.startswith(HEADER_PLACES):
            yield path, line, "header-literal", "header names are spelled in Middleware/, Wire/, Body/ and Login.swift"


DECLARATION = re.compile(
    r"(?P<words>(?:@\w+(?:\([^)]*\))?\s+|\b[a-z]+(?:\((?:set|unsafe)\))?\s+)*?)"
    r"\b(?P<kind>case|func|var|let|init|subscript|associatedtype|class|enum|protocol|struct|actor|extension|macro)\b"
)


def documentation(path, source):
    """What AllPublicDeclarationsHaveDocumentation leaves out: cases, requirements, `open` and macros."""
    if not path.startswith("Sources/") or not path.endswith(".swift"):
        return
    scopes, statement = [], 0  # what each open brace belongs to; where the present statement began
    for match in re.finditer(r"[{};\n]", source.code):
        head, mark = source.code[statement : match.start()], match.group()
        declared = DECLARATION.match(head.lstrip())
        kind = declared and declared["kind"]
        words = declared["words"].split() if declared else []
        public = "public" in words or "open" in words
        scope = scopes[-1] if scopes else ""
        required = {"enum": ("case",), "protocol": ("func", "var", "init", "subscript", "associatedtype")}.get(scope, ())
        if kind in required or "open" in words or (kind == "macro" and public):
            at = statement + len(head) - len(head.lstrip())
            if not source.has_comment(source.line(at), above=lambda comment: comment.startswith(("///", "/**"))):
                yield path, source.line(at), "documentation", f"say in a /// comment what this {kind} is"
        if mark == "{":
            scopes.append(kind if public and kind in ("enum", "protocol") else "")
        elif mark == "}" and scopes:
            scopes.pop()
        if mark != "\n" or not continues(head):
            statement = match.end()


def continues(head):
    """Whether the statement goes on after this line: inside parentheses, or after attributes and modifiers alone."""
    opened = head.count("(") + head.count("[") - head.count(")") - head.count("]")
    return opened > 0 or re.search(r"\b(?:class|enum|protocol|struct|actor|extension)\b[^{]*$", head) is not None


def topics(root, paths):
    """Public types that no page of their module's catalogue names, where the module has one."""
    pages = {}
    for path in paths:
        if match := re.fullmatch(r"Sources/(\w+)/\1\.docc/.*\.md", path):
            pages[match[1]] = pages.get(match[1], "") + read(root, path)
    for path in paths:
        module = path.split("/")[1] if path.startswith("Sources/") and path.endswith(".swift") else ""
        if module not in pages:
            continue
        for number, line in enumerate(read(root, path).splitlines(), 1):
            match = re.match(r"public (?:final )?(?:class|struct|enum|protocol|actor|typealias) (\w+)", line)
            if match and f"``{match[1]}``" not in pages[module]:
                yield path, number, "topics", f"name {match[1]} on a page of {module}.docc"


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def length(path, text):
    lines = text.count("\n") + (not text.endswith("\n"))
    if lines > MAX_LINES:
        yield path, MAX_LINES + 1, "file-length", f"{lines} lines; split it, the limit is {MAX_LINES}"


def swift_format(root):
    command = ["swift", "format", "lint", "--strict", "--configuration", ".swift-format", "-r"]
    command += [path for path in ("Sources", "Tests", "Package.swift") if os.path.exists(os.path.join(root, path))]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    found = False
    for line in (done.stdout + done.stderr).splitlines():
        if match := re.match(r"(.+?):(\d+):\d+: \w+: (?:\[(\w+)\] )?(.*)", line):
            found = True
            yield os.path.relpath(os.path.join(root, match[1]), root), int(match[2]), match[3] or "format", match[4]
    if done.returncode and not found:
        yield ".swift-format", 1, "format", "swift format failed: " + (done.stderr.strip() or "no message").splitlines()[0]


def listed(root, *options):
    done = subprocess.run(["git", "-C", root, "ls-files", "-z", *options], capture_output=True, text=True, check=True)
    return [path for path in done.stdout.split("\0") if path and os.path.isfile(os.path.join(root, path))]


def check(root):
    """Every violation in the tree, in order."""
    found = list(top_level(listed(root))) + list(swift_format(root))
    paths = sorted(set(listed(root, "--cached", "--others", "--exclude-standard")))
    found += topics(root, paths)
    for path in paths:
        if not path.endswith((".swift", ".c", ".h", ".py")) and not path.startswith(".ci/"):
            continue
        text = read(root, path)
        found += length(path, text)
        if path.endswith((".swift", ".c", ".h")):
            source = Source(text)
            for rule in (places, explained, literals, documentation):
                found += rule(path, source)
            if path == "Package.swift":
                found += manifest(path, source)
    return sorted(set(found))
