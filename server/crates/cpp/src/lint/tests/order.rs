//! Reads of both answers that do not agree, and such as only look so.

use expect_test::expect;
use problem::model::Role;

use super::{check, check_source};

#[test]
fn another_order() {
    check(
        Role::Checker,
        "int u = ouf.readInt(1, 9, \"u\");\nint v = ouf.readInt(1, 9, \"v\");\nint jv = ans.readInt(1, 9, \"v\");\nint ju = ans.readInt(1, 9, \"u\");",
        expect![[r#"
            warning checker-reads-differ `ouf.readInt(1, 9, "v")`: the contestant's `u` is read before `v`, and the jury's `v` in line 6 before `u` in line 7: one of both is taken for the other
        "#]],
    );
    check(
        Role::Checker,
        "int px = ouf.readInt(), py = ouf.readInt();\nint jy = ans.readInt(), jx = ans.readInt();",
        expect![[r#"
            warning checker-reads-differ `ouf.readInt()`: the contestant's `x` is read before `y`, and the jury's `y` in line 5 before `x` in line 5: one of both is taken for the other
        "#]],
    );
}

#[test]
fn in_functions_and_loops() {
    let source = "#include \"testlib.h\"\nstruct Edge { int u, v; };\nEdge readJury(InStream& in) {\n    Edge e;\n    \
                  e.v = in.readInt();\n    e.u = in.readInt();\n    return e;\n}\nint main(int argc, char* argv[]) {\n    \
                  registerTestlibCmd(argc, argv);\n    Edge best = readJury(ans);\n    for (int i = 0; i < 5; i++) {\n        \
                  Edge e;\n        e.u = ouf.readInt();\n        e.v = ouf.readInt();\n        \
                  if (e.u + e.v > best.u) quitf(_wa, \"more\");\n    }\n    quitf(_ok, \"ok\");\n}\n";
    check_source(
        Role::Checker,
        source,
        expect![[r#"
            warning checker-reads-differ `ouf.readInt()`: the contestant's `u` is read before `v`, and the jury's `v` in line 5 before `u` in line 6: one of both is taken for the other
        "#]],
    );
    // The function reads both sides, so it says of none what the other is like.
    check_source(Role::Checker, &source.replace("e.u + e.v", "readJury(ouf).u"), expect![""]);
}

#[test]
fn names_of_several_words() {
    check(
        Role::Checker,
        "int f = ouf.readInt(0, 1, \"answer flag\");\nint v = ouf.readInt(1, 9, \"answer value\");\nint jf = ans.readInt(0, 1, \"answer flag\");\nint jv = ans.readInt(1, 9, \"answer value\");",
        expect![""],
    );
    check(
        Role::Checker,
        "ouf.readInt(0, 9, \"number of steps\"); ouf.readInt(0, 9, format(\"step %d from\", 1));\nans.readInt(0, 9, \"number of edges\"); ans.readInt(0, 9, \"number of steps\");",
        expect![""],
    );
    check(
        Role::Checker,
        "ouf.readInt(0, 9, format(\"edge %d from\", 1)); ouf.readInt(0, 9, format(\"edge %d to\", 1));\nans.readInt(0, 9, \"edge[1] to\"); ans.readInt(0, 9, \"edge[1] from\");",
        expect![[r#"
            warning checker-reads-differ `ouf.readInt(0, 9, format("edge %d to", 1))`: the contestant's `edge from` is read before `edge to`, and the jury's `edge to` in line 5 before `edge from` in line 5: one of both is taken for the other
        "#]],
    );
}

#[test]
fn another_kind() {
    let silent = [
        // The jury's answer is known to be right, so that it may be read as anything that takes it.
        "std::string ja = ans.readLine(), jb = ans.readLine();\nstd::string pa = ouf.readToken(), pb = ouf.readToken();",
        "double ja = ans.readDouble(0, 1, \"p\");\nint pa = ouf.readInt(0, 1, \"p\");",
        "std::string j = ans.readToken(\"[0-9]+\", \"p\");\nint p = ouf.readInt(0, 1, \"p\");",
        // Whoever takes more of the contestant than the jury writes looks at it himself.
        "int a = ans.readInt(0, 1, \"p\");\nstd::string b = ouf.readToken(\"[0-9]+\", \"p\");\nlong long c = ans.readLong(0LL, 1LL, \"q\");\nint d = ouf.readInt(0, 1, \"q\");",
    ];
    for statements in silent {
        check(Role::Checker, statements, expect![""]);
    }
}

#[test]
fn what_is_not_certain() {
    let silent = [
        // Twice, in a branch each.
        "if (n > 1) { ouf.readInt(1, 9, \"u\"); ouf.readInt(1, 9, \"v\"); } else { ouf.readInt(1, 9, \"v\"); ouf.readInt(1, 9, \"u\"); }\nans.readInt(1, 9, \"v\"); ans.readInt(1, 9, \"u\");",
        // The order of arguments is the compiler's.
        "f(ouf.readInt(1, 9, \"u\"), ouf.readInt(1, 9, \"v\"));\nans.readInt(1, 9, \"v\"); ans.readInt(1, 9, \"u\");",
        // Two blocks, perhaps two cases.
        "{ ouf.readInt(1, 9, \"u\"); } { ouf.readInt(1, 9, \"v\"); }\nans.readInt(1, 9, \"v\"); ans.readInt(1, 9, \"u\");",
        // A branch without braces.
        "if (n) ouf.readInt(1, 9, \"u\");\nouf.readInt(1, 9, \"v\");\nans.readInt(1, 9, \"v\"); ans.readInt(1, 9, \"u\");",
        // The input has an order of its own.
        "inf.readInt(1, 9, \"v\"); inf.readInt(1, 9, \"u\");\nouf.readInt(1, 9, \"u\"); ouf.readInt(1, 9, \"v\");",
        // Variables that have nothing in common.
        "int k = ouf.readInt(), first = ouf.readInt();\nint best = ans.readInt(), n = ans.readInt();",
        // The same order.
        "int px = ouf.readInt(), py = ouf.readInt();\nint jx = ans.readInt(), jy = ans.readInt();",
    ];
    for statements in silent {
        check(Role::Checker, statements, expect![""]);
    }
    // Elements are one thing however they are numbered.
    check(
        Role::Checker,
        "for (int i = 0; i < 3; i++) { ouf.readInt(1, 9, format(\"a[%d]\", i)); ouf.readInt(1, 9, format(\"b[%d]\", i)); }\n\
         for (int i = 0; i < 3; i++) { ans.readInt(1, 9, format(\"b[%d]\", i)); ans.readInt(1, 9, format(\"a[%d]\", i)); }",
        expect![[r#"
            warning checker-reads-differ `ouf.readInt(1, 9, format("b[%d]", i))`: the contestant's `a` is read before `b`, and the jury's `b` in line 5 before `a` in line 5: one of both is taken for the other
        "#]],
    );
}
