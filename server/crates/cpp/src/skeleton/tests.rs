//! Models as skeletons.

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
                inf.readInts(n, 0, k, "a");
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
                    std::cout << rnd.next(0, k);
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
