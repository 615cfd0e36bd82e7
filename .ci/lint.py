"""The entry of .ci/lint: prints each violation as `file:line: rule: what to do`."""

import os
import sys

import rules
import self_test


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test.run()
    if arguments:
        print("usage: .ci/lint [--self-test]", file=sys.stderr)
        return 2
    found = rules.check(os.getcwd())
    for path, line, rule, advice in found:
        print(f"{path}:{line}: {rule}: {advice}")
    if found:
        print(f"lint failed: {len(found)} found", file=sys.stderr)
        return 1
    print("lint ok")
    return 0


sys.exit(main(sys.argv[1:]))
