//! Models as skeletons.

mod shapes;

use expect_test::{Expect, expect};

use super::{Model, generator, validator};
use crate::source::Source;

fn check(source: &str, of_validator: Expect, of_generator: Expect) {
    let model = Model::of(&Source::parse(source));
    let body = |text: String| {
        let (_, rest) = text.split_once("To be decided").expect("it says so");
        rest.split_once("\n").expect("lines follow").1.to_owned()
    };
    of_validator.assert_eq(&body(validator(&model, "x.cpp", &|_| None)));
    of_generator.assert_eq(&body(generator(&model, "x.cpp", &|_| None)));
}

#[test]
fn a_graph_with_cases() {
    check(
        "const int N = 1000;\nvoid solve() {\n int n = inf.readInt(2, N, \"n\"); inf.readSpace(); int m = inf.readInt(1, n - 1, \"m\");\n \
         inf.readEoln();\n for (int i = 1; i <= m; ++i) { inf.readInt(1, n, \"u\"); inf.readSpace(); inf.readInt(1, n, \"v\"); \
         inf.readEoln(); }\n}\nint main() { int t = inf.readInt(1, 5, \"t\"); inf.readEoln(); while (t--) solve(); inf.readEof(); }",
        expect![[r#"
                int t = inf.readInt(1, 5, "t");
                inf.readEoln();
                for (int i = 0; i < t; i++) {
                    int n = inf.readInt(2, 1000, "n");
                    inf.readSpace();
                    int m = inf.readInt(1, n - 1, "m");
                    inf.readEoln();
                    for (int j = 0; j < m; j++) {
                        inf.readInt(1, n, format("u[%d]", j + 1));
                        inf.readSpace();
                        inf.readInt(1, n, format("v[%d]", j + 1));
                        inf.readEoln();
                    }
                }
                inf.readEof();
            }
        "#]],
        expect![[r#"
                int t = opt<int>("t", rnd.next(1, 5));
                std::cout << t;
                std::cout << '\n';
                for (int i = 0; i < t; i++) {
                    int n = rnd.next(2, 1000);
                    std::cout << n;
                    std::cout << ' ';
                    int m = rnd.next(1, n - 1);
                    std::cout << m;
                    std::cout << '\n';
                    for (int j = 0; j < m; j++) {
                        std::cout << rnd.next(1, n);
                        std::cout << ' ';
                        std::cout << rnd.next(1, n);
                        std::cout << '\n';
                    }
                }
            }
        "#]],
    );
}

#[test]
fn kinds_of_values() {
    check(
        "int main() { long long k = inf.readLong(1, 1000000000000LL, \"k\"); inf.readSpace(); double p = inf.readReal(0, 1, \"p\"); \
         inf.readSpace(); inf.readToken(\"[a-z]{1,5}\", \"s\"); inf.readSpace(); inf.readToken(\"[a-z]+\", \"w\"); inf.readEoln(); \
         int n = inf.readInt(1, 9); inf.readEoln(); inf.readInts(n, 0, k, \"a\"); inf.readEoln(); \
         for (int i = 0; i < n; i++) { inf.readInt(0, 1, format(\"b[%d]\", i)); if (i + 1 < n) inf.readSpace(); else inf.readEoln(); } \
         if (n > 3) { inf.readInt(1, 2, \"more\"); inf.readEoln(); } inf.readLine(\".*\", \"note\"); other(inf.readInt()); }",
        expect![[r#"
                long long k = inf.readLong(1LL, 1000000000000LL, "k");
                inf.readSpace();
                inf.readReal(0.0, 1.0, "p");
                inf.readSpace();
                inf.readToken("[a-z]{1,5}", "s");
                inf.readSpace();
                inf.readToken("[a-z]+", "w");
                inf.readEoln();
                int n = inf.readInt(1, 9, "n");
                inf.readEoln();
                inf.readLongs(n, 0LL, 1LL * k, "a");
                inf.readEoln();
                for (int i = 0; i < n; i++) {
                    if (i > 0) inf.readSpace();
                    inf.readInt(0, 1, format("b[%d]", i + 1));
                }
                inf.readEoln();
                // To be decided: if (n > 3) { inf.readInt(1, 2, "more"); inf.readEoln(); }
                inf.readLine("[ -~]*", "note"); // To be decided: its pattern.
                inf.readInt(INT_MIN, INT_MAX, "value"); // To be decided: its bounds.
                inf.readEoln();
                inf.readEof();
            }
        "#]],
        expect![[r#"
                long long k = opt<long long>("k", rnd.next(1LL, 1000000000000LL));
                std::cout << k;
                std::cout << ' ';
                double p = opt<double>("p", rnd.next(0.0, 1.0));
                std::cout << format("%.6f", p);
                std::cout << ' ';
                std::cout << rnd.next("[a-z]{1,5}");
                std::cout << ' ';
                std::cout << rnd.next("[a-z]{1,10}"); // To be decided: what it is.
                std::cout << '\n';
                int n = opt<int>("n", rnd.next(1, 9));
                std::cout << n;
                std::cout << '\n';
                for (int i = 0; i < n; i++) {
                    if (i > 0) std::cout << ' ';
                    std::cout << rnd.next(0LL, 1LL * k);
                }
                std::cout << '\n';
                for (int i = 0; i < n; i++) {
                    if (i > 0) std::cout << ' ';
                    std::cout << rnd.next(0, 1);
                }
                std::cout << '\n';
                // To be decided: if (n > 3) { inf.readInt(1, 2, "more"); inf.readEoln(); }
                std::cout << rnd.next("[a-z]{1,10}"); // To be decided: what it is.
                std::cout << '\n';
                std::cout << rnd.next(1, 10); // To be decided: its bounds.
                std::cout << '\n';
            }
        "#]],
    );
}

#[test]
fn what_is_half_typed_or_hostile() {
    assert!(Model::of(&Source::parse("int main() { for (int i = 0; i < n; i++) {")).is_empty());
    assert!(
        Model::of(&Source::parse("int f() { return g(); } int g() { return f(); } int main() { f(); ouf.readInt(); }"))
            .is_empty()
    );
    // A count that nobody read, and a remark that would go on in the next line.
    check(
        "int main() { for (int i = 0; i < size(); i++) inf.readInt(1, 2); if (x) inf.readInt(1, 3); // \\\n }",
        expect![[r#"
                // To be decided: for (int i = 0; i < size(); i++) inf.readInt(1, 2);
                // To be decided: if (x) inf.readInt(1, 3);
                inf.readEof();
            }
        "#]],
        expect![[r#"
                // To be decided: for (int i = 0; i < size(); i++) inf.readInt(1, 2);
                // To be decided: if (x) inf.readInt(1, 3);
            }
        "#]],
    );
    let calls = |name: &str| format!("{name}(); ").repeat(2000);
    let text = format!(
        "void d() {{ inf.readInt(1, 2); }} void c() {{ {} }} void b() {{ {} }} int main() {{ {} }}",
        calls("d"),
        calls("c"),
        calls("b")
    );
    let model = Model::of(&Source::parse(&text));
    assert_eq!(model.parts.len(), super::MAX_PARTS);
}

/// The lines of a validator between its remark and its end.
fn lines(main: &str) -> Vec<String> {
    let model = Model::of(&Source::parse(main));
    let text = validator(&model, "x.cpp", &|_| None);
    let body = text.lines().skip_while(|line| !line.contains("To be decided: what")).skip(1);
    body.map(str::trim).take_while(|line| *line != "inf.readEof();").map(str::to_owned).collect()
}

/// The remarks of a validator.
fn remarks(main: &str) -> Vec<String> {
    let left = |line: String| line.strip_prefix("// To be decided: ").map(str::to_owned);
    lines(main).into_iter().filter_map(left).collect()
}

#[test]
fn loops_that_do_not_count_to_their_bound() {
    let of = |head: &str| {
        lines(&format!(
            "int main() {{ int n = inf.readInt(2, 9, \"n\"); inf.readEoln(); {head} {{\n inf.readInt(1, n, \"u\"); inf.readEoln(); }} }}"
        ))
    };
    assert_eq!(of("for (int i = 0; i + 1 < n; i++)")[2], "for (int i = 0; i < n - 1; i++) {");
    assert_eq!(of("for (int i = 1; i < n; ++i)")[2], "for (int i = 0; i < n - 1; i++) {");
    for head in ["for (int i = 0; 2 * i < n; i++)", "for (int i = 0; i < n; i += 2)", "for (int i = 0; n < i; i++)"] {
        assert_eq!(of(head)[2..], [format!("// To be decided: {head}")], "{head}");
    }
}

#[test]
fn reads_that_are_not_followed_are_named() {
    for (functions, call) in [
        ("void read(InStream& in) { in.readInt(1, 2); }", "read(inf)"),
        ("void g(int k) { inf.readInt(1, k); }", "g(5)"),
        ("void g() { inf.readInt(1, 2); } void f(int k) { g(); }", "f(5)"),
        ("struct Tree { void load() { inf.readInt(1, 2); } }; Tree tree;", "tree.load()"),
        ("void tree() { inf.readInt(1, 2); } void graph() { tree(); }", "if (n > 2) tree(); else graph()"),
        ("void one() { inf.readInt(1, 2); }", "each(n, one)"),
        ("", "each(n, [&] { inf.readInt(1, 2); })"),
        ("", "InStream& in = inf"),
        ("#define READ inf.readInt(1, 2)\n", "READ"),
        ("struct Tree { Tree() { inf.readInt(1, 2); } };", "Tree tree"),
        ("", "inf.readChar('x')"),
        ("", "char c = inf.readChar()"),
        ("", "if (n > 3) inf.readEoln()"),
    ] {
        let text = format!("{functions}\nint main() {{ int n = inf.readInt(1, 9, \"n\"); {call}; }}");
        let found = remarks(&text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        let shown = found[0].split("//").next().unwrap_or_default();
        assert!(format!("{call};").contains(shown), "{text}: {found:?}");
    }
    for silent in [
        "auto one = [&] { inf.readInt(1, 2, \"a\"); }; one();",
        "inf.readChar(' '); inf.readEof();",
        "int k = n; f(n); ouf.readInt(); g(ouf); if (n > 2) k++;",
    ] {
        assert!(
            remarks(&format!("int main() {{ int n = inf.readInt(1, 9, \"n\"); {silent} }}")).is_empty(),
            "{silent}"
        );
    }
    assert_eq!(
        lines("int main() { auto one = [&] { inf.readInt(1, 2, \"a\"); }; one(); }")[0],
        "inf.readInt(1, 2, \"a\");"
    );
    let only_remarks = "int main() { for (int i = 0; i < 3; i++) { if (x) inf.readInt(); } }";
    assert!(Model::of(&Source::parse(only_remarks)).is_empty());
}

#[test]
fn lines_are_those_of_the_source() {
    // All pairs on one line, an empty line, and a loop that goes on in the line.
    let text = "int main() { int n = inf.readInt(1, 9, \"n\"); inf.readEoln(); inf.readEoln(); \
        for (int i = 0; i < n; i++) { if (i) inf.readSpace(); inf.readInt(1, 2, \"a\"); inf.readSpace(); inf.readInt(1, 2, \"b\"); } \
        inf.readEoln(); int m = inf.readInt(1, 9, \"m\"); \
        for (int i = 0; i < m; i++) { inf.readSpace(); inf.readInt(1, 2, \"c\"); } inf.readEoln(); }";
    let expected = [
        "int n = inf.readInt(1, 9, \"n\");",
        "inf.readEoln();",
        "inf.readEoln();",
        "for (int i = 0; i < n; i++) {",
        "if (i > 0) inf.readSpace();",
        "inf.readInt(1, 2, format(\"a[%d]\", i + 1));",
        "inf.readSpace();",
        "inf.readInt(1, 2, format(\"b[%d]\", i + 1));",
        "}",
        "inf.readEoln();",
        "int m = inf.readInt(1, 9, \"m\");",
        "for (int i = 0; i < m; i++) {",
        "inf.readSpace();",
        "inf.readInt(1, 2, format(\"c[%d]\", i + 1));",
        "}",
        "inf.readEoln();",
    ];
    assert_eq!(lines(text), expected);
    let grid = "int main() { int n = inf.readInt(1, 9, \"n\"); inf.readSpace(); \
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { inf.readInt(1, 2, \"a\"); inf.readSpace(); } inf.readEoln(); \
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { inf.readInt(1, 2, \"b\"); inf.readSpace(); } inf.readEoln(); }";
    let separators: Vec<String> = lines(grid).into_iter().filter(|line| line.contains("Space")).collect();
    assert_eq!(separators, ["inf.readSpace();", "if (i > 0 || j > 0) inf.readSpace();"]);
}

#[test]
fn types_of_bounds() {
    let drawn = |reads: &str| {
        let text = format!("int main() {{ {reads} }}");
        generator(&Model::of(&Source::parse(&text)), "x.cpp", &|_| None)
    };
    let real = drawn(
        "int n = inf.readInt(1, 9, \"n\"); inf.readEoln(); inf.readReal(0, n, \"x\"); inf.readReal(0.5, n + 1, \"y\");",
    );
    assert!(real.contains("rnd.next(0.0, 1.0 * (n))"), "{real}");
    assert!(real.contains("rnd.next(0.5, 1.0 * (n + 1))"), "{real}");
    let strict = "inf.readStrictReal(0, 1, 0, 3, \"p\"); inf.readEoln();";
    assert!(drawn(strict).contains("format(\"%.3f\", "), "{}", drawn(strict));
    assert_eq!(lines(&format!("int main() {{ {strict} }}"))[0], "inf.readStrictReal(0.0, 1.0, 0, 3, \"p\");");
    let open_digits = "inf.readStrictReal(0, 1, 0, D, \"p\"); inf.readEoln();";
    let open = lines(&format!("int main() {{ {open_digits} }}"));
    assert_eq!(open[0], "inf.readReal(0.0, 1.0, \"p\"); // To be decided: its digits.");
    assert!(drawn(open_digits).contains("// To be decided: its digits.\n"), "{}", drawn(open_digits));
    let model = Model::of_checktestdata("FLOATP(0, 1, 2, 4, p) NEWLINE EOF");
    let text = validator(&model, "x.ctd", &|_| None);
    assert!(text.contains("inf.readStrictReal(0.0, 1.0, 2, 4, \"p\");"), "{text}");
    // A pattern that is put together, and a number that no literal has.
    let open = lines("int main() { inf.readToken(\"[a-z]{1,\" + s + \"}\", \"w\"); inf.readEoln(); }");
    assert_eq!(open[0], "inf.readToken(\"[!-~]+\", \"w\"); // To be decided: its pattern.");
    let large = |_: &str| Some(("1".to_owned(), "10000000000000000000".to_owned()));
    let model = Model::of(&Source::parse("int main() { inf.readLong(); }"));
    let text = validator(&model, "x.cpp", &large);
    assert!(text.contains("inf.readLong(LLONG_MIN, LLONG_MAX, \"value\"); // To be decided: its bounds."), "{text}");
}

#[test]
fn names_and_remarks() {
    for name in ["class", "default", "float", "or", "xor", "i", "rnd", "1a", "", "EOF"] {
        assert!(!super::is_identifier(name), "{name}");
    }
    for name in ["n", "classes", "oreo", "a_1"] {
        assert!(super::is_identifier(name), "{name}");
    }
    // A comment that ends with a backslash goes on in the next line, also with blanks behind it.
    for end in ["\\", "\\ \\", " \\\\ ", "\\\u{b}\\"] {
        let model = Model { parts: vec![super::Part::Unclear(format!("if (x) {end}"))] };
        let text = validator(&model, "x.cpp", &|_| None);
        assert!(text.contains("// To be decided: if (x)\n"), "{text}");
    }
}
