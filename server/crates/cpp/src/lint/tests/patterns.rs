//! Patterns.

use super::{check, check_source};
use expect_test::expect;
use problem::model::Role::{Checker, Generator, Validator};

#[test]
fn spaces() {
    check(
        Validator,
        r#"
inf.readLine("NO SOLUTION", "answer");
inf.readLine("[a-z ]{1,10}", "text");
inf.readLine(R"(a b)", "raw");
inf.readLine("a\ b", "dropped by the compiler");
inf.readString("yes" " or no", "two");"#,
        expect![[r#"
            warning testlib-19 ` `: a pattern drops spaces that are not escaped, so no text with a space matches: write `\\ ` for each
              escape the spaces
              | inf.readLine("NO\\ SOLUTION", "answer");
            warning testlib-19 ` `: a pattern drops spaces that are not escaped, so no text with a space matches: write `\\ ` for each
              escape the spaces
              | inf.readLine("[a-z\\ ]{1,10}", "text");
            warning testlib-19 ` `: a pattern drops spaces that are not escaped, so no text with a space matches: write `\\ ` for each
              escape the spaces
              | inf.readLine(R"(a\ b)", "raw");
            warning testlib-19 `\ `: a pattern drops spaces that are not escaped, so no text with a space matches: write `\\ ` for each
              escape the spaces
              | inf.readLine("a\\ b", "dropped by the compiler");
            warning testlib-19 ` `: a pattern drops spaces that are not escaped, so no text with a space matches: write `\\ ` for each
              escape the spaces
              | inf.readString("yes" "\\ or\\ no", "two");
        "#]],
    );
    check(
        Validator,
        r#"
inf.readLine("NO\\ SOLUTION", "answer");
inf.readLine(R"(a\ b)", "raw");
inf.readLine("[a-z]{1, 10}", "count");
inf.readLine("[a-z]{1,10} | [0-9]{1,5}", "bar");
inf.readLine("a[\\ ]b", "set");"#,
        expect![[""]],
    );
}

#[test]
fn like_regular_expressions() {
    check(
        Validator,
        r#"
inf.readLine("\\d{1,5}", "n");
inf.readLine("[\\w-]{1,5}\\sx", "n");
inf.readLine("^[a-z]{1,5}$", "n");
inf.readLine("^no$", "n");
inf.readLine(".*", "n");
inf.readLine("[a-z]{3,}", "n");"#,
        expect![[r#"
            warning testlib-19 `\\d`: in a pattern `\d` is the plain letter: write `[0-9]`
              write `[0-9]`
              | inf.readLine("[0-9]{1,5}", "n");
            warning testlib-19 `\\w`: in a pattern `\w` is the plain letter: write `a-zA-Z0-9_`
              write `a-zA-Z0-9_`
              | inf.readLine("[a-zA-Z0-9_-]{1,5}\\sx", "n");
            warning testlib-19 `\\s`: in a pattern `\s` is the plain letter: write `\\ `
              write `\\ `
              | inf.readLine("[\\w-]{1,5}\\ x", "n");
            warning testlib-19 `^`: in a pattern `^` is a plain character, and the whole text has to match anyway: leave it out
              leave it out
              | inf.readLine("[a-z]{1,5}$", "n");
            warning testlib-19 `$`: in a pattern `$` is a plain character, and the whole text has to match anyway: leave it out
              leave it out
              | inf.readLine("^[a-z]{1,5}", "n");
            warning testlib-19 `^`: in a pattern `^` is a plain character, and the whole text has to match anyway: leave it out
              leave it out
              | inf.readLine("no$", "n");
            warning testlib-19 `$`: in a pattern `$` is a plain character, and the whole text has to match anyway: leave it out
              leave it out
              | inf.readLine("^no", "n");
            warning testlib-19 `.`: in a pattern `.` is a plain point and stands for nothing else: write the set of characters, as in `[a-z]`
            warning testlib-19 `{3,}`: in a pattern an open count means exactly that many: write both ends, as in `{1,100}`
        "#]],
    );
    check(
        Checker,
        r#"
ouf.readToken("^|v|<|>", "direction");
ouf.readToken("^v", "plain");
ouf.readToken("[0-9]{1,3}.[0-9]{2}", "price");
ouf.readToken("[0-9]{1,3}.?[0-9]{0,2}", "price");
ouf.readToken("[.#]{5}", "row");
ouf.readToken("[^a]{1,2}", "other");
ouf.readToken("[1-9][0-9]{0,5}|0", "number");
ouf.readToken("\\$5|\\^", "escaped");"#,
        expect![[""]],
    );
}

#[test]
fn illegal() {
    check(
        Validator,
        r#"
pattern a("(ab){2}");
pattern b("(a|b)c");
pattern c("a||b");
pattern d("[a-z");
pattern e("[z-a]");
pattern f("a{5,2}");
pattern g("a{x}");
pattern h("a)");
pattern i("");
pattern j("a{5");"#,
        expect![[r#"
            error testlib-19 `(ab){2}`: this pattern is illegal: a group stands at the end only and takes no count: repeat sets, as in `[ab]{2}`
            error testlib-19 `(a|b)c`: this pattern is illegal: a group stands at the end only and takes no count: repeat sets, as in `[ab]{2}`
            error testlib-19 `||`: this pattern is illegal: an alternative is empty, and nothing matches nothing: write `?` behind what may be missing
            error testlib-19 `[a-z`: this pattern is illegal: a set is not closed: add `]`, or write `\\[` for the character itself
            error testlib-19 `z-a`: this pattern is illegal: a range runs backwards: write the smaller character first
            error testlib-19 `a{5,2}`: this pattern is illegal: a count is `{n}` or `{n,m}` with n at most m: write numbers
            error testlib-19 `a{x}`: this pattern is illegal: a count is `{n}` or `{n,m}` with n at most m: write numbers
            error testlib-19 `a)`: this pattern is illegal: its parentheses do not match: write `\\(` for the character itself
            error testlib-19 `""`: this pattern is illegal: an alternative is empty, and nothing matches nothing: write `?` behind what may be missing
            error testlib-19 `a{5`: this pattern is illegal: a count is `{n}` or `{n,m}` with n at most m: write numbers
        "#]],
    );
    check(
        Validator,
        r#"pattern a("a(b|c)"), b("a|(b|(c))"), c("[+*-]"), d("+|-"), e("\\(a\\)"), f("[]a]"), g("a{2}{3}"), h("[a-]"), i("(");"#,
        expect![[r#"
            error testlib-19 `(`: this pattern is illegal: its parentheses do not match: write `\\(` for the character itself
        "#]],
    );
}

#[test]
fn drawing() {
    check(
        Generator,
        r#"println(rnd.next("[a-z]*")); println(rnd.next(R"([0-9]+x)")); println(rnd.next("[a-z ]{5}"));"#,
        expect![[r#"
            error testlib-20 `*`: nothing can be drawn from `*`, which has no largest length: write `{0,10}`
              write `{0,10}`
              | println(rnd.next("[a-z]{0,10}")); println(rnd.next(R"([0-9]+x)")); println(rnd.next("[a-z ]{5}"));
            error testlib-20 `+`: nothing can be drawn from `+`, which has no largest length: write `{1,10}`
              write `{1,10}`
              | println(rnd.next("[a-z]*")); println(rnd.next(R"([0-9]{1,10}x)")); println(rnd.next("[a-z ]{5}"));
            warning testlib-19 ` `: a pattern drops spaces that are not escaped, so no text with a space matches: write `\\ ` for each
              escape the spaces
              | println(rnd.next("[a-z]*")); println(rnd.next(R"([0-9]+x)")); println(rnd.next("[a-z\\ ]{5}"));
        "#]],
    );
    check(
        Generator,
        r#"
println(rnd.next("[a-z]{1,10}")); println(rnd.next("[*+]{5}")); println(rnd.next("[a-z]{%d}", n));
println(rnd.next(format("[a-z]{%d} ", n))); println(rnd.next("%s ", x)); println(rnd.next("a\\*"));"#,
        expect![[""]],
    );
}

#[test]
fn other_calls() {
    check(
        Validator,
        r#"log("a b"); std::regex r("^.*$"); reader.readLine("a b"); inf.readLine(p, "a b");"#,
        expect![[""]],
    );
    check_source(
        Checker,
        "#include \"testlib.h\"\nstruct pattern { pattern(const char*); };\nint main(int c, char* v[]) { registerTestlibCmd(c, v); pattern p(\"a b\"); }",
        expect![[""]],
    );
}
