//! Python.

use super::*;

fn python(source: &str, expected: Expect) {
    check("a.py", source, expected);
}

#[test]
fn a_validator() {
    python(
        r#"#!/usr/bin/env python3
"""exit(1) # touchstone: allow no"""
import re, sys
# touchstone: allow label-contradiction, no-main
# @EXPECTED_RESULTS@: accepted
line = sys.stdin.readline()
assert re.match('^[0-9]+ # "exit(2)"$', line)
n = int(line)
if n < 1: sys.exit(43)
sys.exit(42)
"#,
        expect![[r#"
            main 0:0-0:0
            exits [43, 42]
            expected ["ACCEPTED"] 4:2-4:30
            allow label-contradiction 3
            allow no-main 3
        "#]],
    );
}

#[test]
fn exits() {
    python(
        "os._exit(1); quit(2); exit (3); raise SystemExit(4)\nself.exit(5)\nexit(code)\nexit()",
        expect![[r#"
        main 0:0-0:0
        exits [1, 2, 3, 4]
    "#]],
    );
    python(
        "sys.exit(42 if f(x) else 43 if y else -1)",
        expect![[r#"
        main 0:0-0:0
        exits [42, 43, -1]
    "#]],
    );
    python(
        "AC = 42\nWA=43\ncount = 42\ndef main():\n    return 43 # no",
        expect![[r#"
        main 0:0-0:0
        exits [42, 43]
    "#]],
    );
    python(
        "YES, NO = 42, 43\nsys.exit(YES)",
        expect![[r#"
        main 0:0-0:0
        exits [42, 43]
    "#]],
    );
    python(
        "exit(42",
        expect![[r#"
        main 0:0-0:0
    "#]],
    );
}

#[test]
fn arguments() {
    python(
        "import sys\nn = int(sys.argv[1])\nm = float(sys.argv[2]) if len(sys.argv) > 2 else 1.5\nprint(sys.argv[3])",
        expect![[r#"
            option #1: "int" 1:4-1:20
            option #2?: "float" 2:4-2:22
            option #3: "" 3:6-3:17
            main 0:0-0:0
        "#]],
    );
    python(
        "from sys import argv\nprint(argv[0], int( argv[1] ))",
        expect![[r#"
        option #1: "" 1:20-1:27
        main 0:0-0:0
    "#]],
    );
    python(
        "import sys\nn, m = map(int, sys.argv[1:])",
        expect![[r#"
        options incomplete
        main 0:0-0:0
    "#]],
    );
    python(
        "import sys\nfor a in sys.argv: print(a)",
        expect![[r#"
        options incomplete
        main 0:0-0:0
    "#]],
    );
    python(
        "seed = sys.argv[-1]",
        expect![[r#"
        options incomplete
        main 0:0-0:0
    "#]],
    );
    python(
        "import argparse\nparser = argparse.ArgumentParser()",
        expect![[r#"
        options incomplete
        main 0:0-0:0
    "#]],
    );
}

#[test]
fn mains() {
    python(
        "import sys\nfrom a import (\n    b)\ndef f():\n    exit(1)\nclass A:\n    x = 1\n",
        expect![[r#"
        exits [1]
    "#]],
    );
    python(
        "def main():\n    pass\n\nif __name__ == '__main__':\n    main()\n",
        expect![[r#"
        main 0:0-0:0
    "#]],
    );
    python("\u{feff}r'''doc\nx = 1\n'''\r\nasync def f():\r\n    return 1\r\n", expect![""]);
}
