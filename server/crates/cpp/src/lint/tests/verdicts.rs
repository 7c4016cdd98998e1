//! Verdicts, indices, reals, and what programs say.

use expect_test::expect;
use problem::model::Role;

use super::{check, check_source};

#[test]
fn verdicts_of_a_validator() {
    check(
        Role::Validator,
        "int n = inf.readInt(1, 9, \"n\");\nif (n == 3) quitf(_wa, \"three\");\nif (n == 4) inf.quitf(_wa, \"four\");\nquitif(n == 5, _pe, \"five\");\nquitf(_fail, \"six\");",
        expect![[r#"
            hint testlib-29 `quitf(_wa, "three")`: a validator has no verdict `_wa`: it says FAIL and not where in the input; write `ensuref(condition, "…")`, or `inf.quitf(_wa, "…")`, which names the line
              write `inf.`
              | if (n == 3) inf.quitf(_wa, "three");
            hint testlib-29 `quitif(n == 5, _pe, "five")`: a validator has no verdict `_pe`: it says FAIL and not where in the input; write `ensuref(condition, "…")`, or `inf.quitf(_pe, "…")`, which names the line
        "#]],
    );
}

#[test]
fn what_the_contestant_wrote() {
    check(
        Role::Checker,
        "int a = ouf.readInt(1, 9), b = ans.readInt(), c = ouf.readInt(), d = ouf.readInt(), e = ouf.readInt();\n\
         std::vector<int> seen(10);\nensuref(a > 2, \"a\");\nensure(b > 2);\nseen[c]++;\n\
         if (d < 1 || d > 9) quitf(_wa, \"d\");\nseen[d] += a;\nseen[check(e)] = e;\nseen[ans.readInt()] = b;",
        expect![[r#"
            warning testlib-31 `ouf.readInt()`: `c` is the contestant's, has no bounds and is an index, so the checker may break: write `ouf.readInt(1, n, "c")`
            warning testlib-34 `ensuref(a > 2, "a")`: `ensuref` gives FAIL, which blames the jury, and `a` is the contestant's: write `if (!(…)) quitf(_wa, "…")`
        "#]],
    );
}

#[test]
fn reals_to_the_last_bit() {
    check(
        Role::Checker,
        "double x = ans.readDouble(), y = ouf.readReal(0, 1);\nint n = ouf.readInt(), m = ans.readInt();\n\
         if (x != y) quitf(_wa, \"no\");\nif (n == m && x < y) quitf(_ok, \"yes\");",
        expect![[r#"
            warning testlib-33 `x != y`: two reals are rarely the same to the last bit: write `!doubleCompare(x, y, 1e-6)`, with the error that is allowed
              write `!doubleCompare(x, y, 1e-6)`
              | if (!doubleCompare(x, y, 1e-6)) quitf(_wa, "no");
        "#]],
    );
}

#[test]
fn names_with_indices() {
    check(
        Role::Validator,
        "for (int i = 0; i < 3; i++) {\n    inf.readInt(1, 9, \"a[\" + std::to_string(i) + \"]\");\n    inf.readSpace();\n    \
         inf.readInt(1, 9, std::to_string(i) + \"th\");\n    inf.readSpace();\n    inf.readInt(1, 9, \"b\");\n    inf.readEoln();\n}",
        expect![[r#"
            hint testlib-27 `"a[" + std::to_string(i) + "]"`: names with numbers are left out of the overview of bounds, and this one is made for every read: name all of them `a`
              name it `a`
              | inf.readInt(1, 9, "a");
        "#]],
    );
}

#[test]
fn cases_without_a_number() {
    let case = "    int n = inf.readInt(1, 9, \"n\");\n    inf.readEoln();\n    inf.readInts(n, 1, 9, \"a\");\n    inf.readEoln();\n";
    let whole = |head: &str| format!("int t = inf.readInt(1, 9, \"t\");\ninf.readEoln();\n{head} {{\n{case}}}");
    check(
        Role::Validator,
        &whole("while (t--)"),
        expect![[r#"
        hint testlib-44 `while (t--)`: failures in this loop do not say which test case they are in: begin its body with `setTestCase(number)`, counted from 1
    "#]],
    );
    check(
        Role::Validator,
        &whole("for (int i = 1; i <= t; i++)"),
        expect![[r#"
        hint testlib-44 `for (int i = 1; i <= t`: failures in this loop do not say which test case they are in: begin its body with `setTestCase(number)`, counted from 1
    "#]],
    );
    check(Role::Validator, &whole("for (int i = 1; setTestCase(i), i <= t; i++)"), expect![[""]]);
    check(
        Role::Validator,
        "int t = inf.readInt(1, 9, \"t\");\ninf.readEoln();\nfor (int i = 0; i < t; i++) {\n    inf.readInt(1, 9, \"a\");\n    inf.readEoln();\n}",
        expect![[""]],
    );
}

#[test]
fn reals_that_lose_digits() {
    check(
        Role::Generator,
        "double x = rnd.next();\nint n = 5;\nprintln(n, x);\nprintln(n);",
        expect![[r#"
        hint testlib-41 `x`: a real is printed with six digits, and the rest is lost: write `printf("%.9f\n", …)`, or `cout << setprecision(9)` before
    "#]],
    );
    check(Role::Generator, "double x = rnd.next();\ncout << setprecision(9);\nprintln(x);", expect![[""]]);
}

#[test]
fn interactors_that_wait() {
    check(
        Role::Interactor,
        "cout << 5 << \"\\n\";\nint a = ouf.readInt(1, 5);\nquitf(_ok, \"%d\", a);",
        expect![[r#"
        warning testlib-36 `cout << 5 << "\n"`: nothing here is ever flushed, so the solution may wait for what was written: end it with `endl`, or call `fflush(stdout)`
    "#]],
    );
    check(
        Role::Interactor,
        "std::cout << 5 << std::endl;\nint a = ouf.readInt(1, 5);\nquitf(_ok, \"%d\", a);",
        expect![[""]],
    );
    check(Role::Interactor, "int a = ouf.readInt(1, 5);\ntout << a << \"\\n\";\nquitf(_ok, \"%d\", a);", expect![[""]]);
}

#[test]
fn names_of_testlib() {
    let source = |globals: &str| {
        format!(
            "#include \"testlib.h\"\n{globals}\nint main(int argc, char* argv[]) {{ registerTestlibCmd(argc, argv); int ans = 1; quitf(_ok, \"%d\", ans); }}\n"
        )
    };
    check_source(
        Role::Checker,
        &source("int n, ans = 0;"),
        expect![[r#"
        error testlib-45 `ans`: `ans` is testlib's own: a global variable of that name does not compile; call it otherwise, or declare it in `main`
    "#]],
    );
    check_source(
        Role::Checker,
        &source("std::vector<int> ouf[5];"),
        expect![[r#"
        error testlib-45 `ouf`: `ouf` is testlib's own: a global variable of that name does not compile; call it otherwise, or declare it in `main`
    "#]],
    );
    check_source(Role::Checker, &source("int answer; extern InStream inf;"), expect![[""]]);
}

#[test]
fn verdicts_of_readers_for_both_sides() {
    let main = "int main(int argc, char* argv[]) { registerTestlibCmd(argc, argv); int j = sum(ans), p = sum(ouf); \
                side(ans); both(ans); told(ans, true); one(ouf); two(ans, ouf); quitf(_ok, \"%d\", j + p); }\n";
    let readers = "int sum(InStream& stream) {\n    int n = stream.readInt(0, 9, \"n\");\n    if (n == 3) quitf(_wa, \"three\");\n    \
                   if (n == 4) stream.quitf(_wa, \"four\");\n    return n;\n}\n\
                   void side(InStream& in) { if (&in == &ouf) quitf(_wa, \"mine\"); }\n\
                   void both(InStream& in) { if (in.readInt() == 2) quitf(_wa, \"his\"); else quitf(_fail, \"ours\"); }\n\
                   void told(InStream& in, bool ours) { if (!ours && in.readInt() == 2) quitf(_wa, \"his\"); }\n\
                   void one(InStream &in) { if (in.readInt() == 2) quitf(_wa, \"his\"); }\n\
                   void two(InStream& a, InStream& b) { if (a.readInt() != b.readInt()) quitf(_wa, \"differ\"); }\n";
    check_source(
        Role::Checker,
        &format!("#include \"testlib.h\"\n{readers}{main}"),
        expect![[r#"
        warning testlib-32 `quitf(_wa, "three")`: this reads the jury's answer, too, whose mistakes are no `_wa` of the contestant: write `stream.quitf(_wa, …)`, which gives FAIL for `ans`
          write `stream.quitf`
          | if (n == 3) stream.quitf(_wa, "three");
    "#]],
    );
}
