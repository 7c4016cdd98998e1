//! Options that are compared with literals only.

use super::*;

/// What is told of options in `main`.
fn check(statements: &str, expected: Expect) {
    let source = format!("int main(int argc, char* argv[]) {{\nregisterGen(argc, argv, 1);\n{statements}\n}}\n");
    let printed = print(&facts_of("gen.cpp", source.as_bytes()));
    let lines = printed.lines().filter(|line| line.starts_with("choices"));
    expected.assert_eq(&lines.map(|line| format!("{line}\n")).collect::<String>());
}

#[test]
fn chains() {
    check(
        "string type = opt<string>(\"type\");\nif (type == \"tree\") { tree(); } else if (\"line\" == type) line();",
        expect![[r#"
            choices Name("type"): tree line, else goes by 3:4-3:8
        "#]],
    );
    check(
        "string t; t = opt<string>(1);\nif (t == \"a\" || t == \"b\") f(); else if (n > 1 && t == \"c\") g();\nelse { log(); \
         quitf(_fail, \"no such type\"); }",
        expect![[r#"
            choices Index(1): a b c, else fails 3:4-3:5
        "#]],
    );
    check(
        "if (opt<string>(\"t\") == \"a\") f();\nif (opt<string>(\"t\") == \"b\") g();",
        expect![[r#"
            choices Name("t"): a b, else goes by 2:4-2:20
        "#]],
    );
    check(
        "auto t = opt<string>(\"t\");\nensuref(t == \"a\" || t == \"b\", \"no %s\", t.c_str());\nif (t == \"a\") f(); else g();",
        expect![[r#"
            choices Name("t"): a b, else fails 3:8-3:9
        "#]],
    );
}

#[test]
fn switches() {
    check(
        "int t = opt<int>(\"t\");\nswitch (t) {\ncase 0: f(); break;\ncase 1: { g(); break; }\n}",
        expect![[r#"
            choices Name("t"): 0 1, else goes by 3:8-3:9
    "#]],
    );
    check(
        "switch (opt<int>(\"t\")) {\ncase 0: f(); break;\ncase 1: g(); break;\ndefault: ensuref(false, \"no\");\n}",
        expect![[r#"
            choices Name("t"): 0 1, else fails 2:8-2:21
        "#]],
    );
    check("switch (opt<int>(\"t\")) { case 0: f(); break; case 1: g(); break; default: h(); }", expect![[r#""#]]);
}

/// Another value may mean something.
#[test]
fn rests() {
    for statements in [
        // An `else`, a lone switch, what stands behind a branch that leaves.
        "auto t = opt<string>(\"t\"); if (t == \"a\") f(); else if (t == \"b\") g(); else h();",
        "auto t = opt<string>(\"t\"); if (t == \"a\") f();",
        "auto t = opt<string>(\"t\"); if (t == \"a\") { f(); return 0; } if (t == \"b\") { g(); return 0; } h();",
        // A default that nothing compares.
        "auto t = opt<string>(\"t\", \"none\"); if (t == \"a\") f(); else if (t == \"b\") g();",
        // Other uses.
        "auto t = opt<string>(\"t\"); if (t == \"a\") f(); else if (t == \"b\") g(); println(t);",
        "auto t = opt<string>(\"t\"); if (t == \"a\") f(); else if (t == \"b\") g(); ensuref(t.size() > 1, \"no\");",
        "auto t = opt<string>(\"t\"); bool one = t == \"a\"; if (t == \"a\") f(); else if (t == \"b\") g();",
        "auto t = opt<string>(\"t\"); if (t != \"a\") f(); else if (t == \"b\") g();",
        "auto t = opt<string>(\"t\"); int n = t == \"a\" ? 1 : 2; if (t == \"b\") f(); else if (t == \"c\") g();",
        "auto t = opt<string>(\"t\"); if (t == \"a\" || big) f(); else if (t == \"b\") g(); else quitf(_fail, \"\");",
        "auto t = opt<string>(\"t\"); t = \"x\"; if (t == \"a\") f(); else if (t == \"b\") g();",
        "auto t = opt<string>(\"t\"); auto f = [t] {}; if (t == \"a\") f(); else if (t == \"b\") g();",
        "auto t = opt<string>(\"t\"), u = opt<string>(\"u\"); if (t == u) f(); else if (t == \"b\") g();",
        "#define IS(x) (t == x)\nauto t = opt<string>(\"t\"); if (t == \"a\") f(); else if (t == \"b\") g();",
        "auto t = opt<string>(\"t\");\n#ifdef X\nif (t == \"c\") h();\n#endif\nif (t == \"a\") f(); else if (t == \"b\") g();",
        "int t = opt<int>(\"t\"); switch (t) { case 0: f(); return 0; case 1: g(); return 0; } h();",
        "bool t = opt<bool>(\"t\"); if (t == 0) f(); else if (t == 1) g();",
    ] {
        check(statements, expect![[""]]);
    }
}

/// Of many comparisons each is looked at once.
#[test]
fn long_ones() {
    let chain = "if (t == \"a\") f(); else ".repeat(3000);
    check(
        &format!("auto t = opt<string>(\"t\");\n{chain} quitf(_fail, \"no\");"),
        expect![[r#"
            choices Name("t"): a, else fails 3:4-3:5
        "#]],
    );
    let either = "t == \"a\" || ".repeat(20_000);
    check(
        &format!("auto t = opt<string>(\"t\");\nif ({either} t == \"b\") f(); else quitf(_fail, \"no\");"),
        expect![[""]],
    );
}
