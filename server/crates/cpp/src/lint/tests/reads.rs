//! Reads: arguments, bounds, names.

use super::{check, check_source};
use expect_test::expect;
use problem::model::Role::{Checker, Interactor, Validator};

#[test]
fn arguments() {
    check(
        Validator,
        r#"
inf.readInt("n"); inf.readEoln();
inf.readInt(10, "n"); inf.readEoln();
inf.readInt(1, 10, "n", 5); inf.readEoln();
inf.readInts(n, 1, 10, ' '); inf.readEoln();
inf.readString(5);
inf.readLong("x"); inf.readEoln();"#,
        expect![[r#"
            error testlib-22 `inf.readInt("n")`: both bounds come before the name: write `inf.readInt(1, 100, "n")`
            error testlib-22 `inf.readInt(10, "n")`: both bounds come before the name: write `inf.readInt(1, 10, "n")`
            error testlib-22 `inf.readInt(1, 10, "n", 5)`: a read takes two bounds and a name: write `inf.readInt(1, 10, "n")`
            error testlib-22 `inf.readInts(n, 1, 10, ' ')`: there is no separator to give, one space stands between the numbers: write `inf.readInts(n, 1, 10, "a")`
            error testlib-22 `inf.readString(5)`: texts are not read by length: write `inf.readString("[a-z]{5}", "s")`
            error testlib-22 `inf.readLong("x")`: both bounds come before the name: write `inf.readLong(1LL, 100LL, "x")`
        "#]],
    );
    check(
        Checker,
        r#"ouf.readInt(); ouf.readInt(1, 10); ouf.readInts(5); ouf.readInts(5, 0); ouf.readInts(5, 1, 10, "a", 0); ouf.readToken("a");
ouf.readToken(p, "a"); ouf.readInt(1, n, name + "x"); ouf.readStrictDouble(0, 1, 0, 5);"#,
        expect![[""]],
    );
}

#[test]
fn bounds() {
    check(
        Validator,
        r#"
int x = inf.readInt(1, 100000000000LL, "x"); inf.readEoln();
auto y = inf.readInt(-10000000000, n, "y"); inf.readEoln();
std::vector<int> z = inf.readInts(n, 1, 1e10, "z"); inf.readEoln();
int w = inf.readInt(0, 4294967295u, "w"), v = 0; inf.readEoln();"#,
        expect![[r#"
            error testlib-23 `100000000000LL`: the bound 100000000000LL does not fit an `int` and is cut off: write `inf.readLong(1LL, 100000000000LL, …)`
              write `readLong`
              | long long x = inf.readLong(1LL, 100000000000LL, "x"); inf.readEoln();
            error testlib-23 `-10000000000`: the bound -10000000000 does not fit an `int` and is cut off: write `inf.readLong(-10000000000LL, n, …)`
              write `readLong`
              | auto y = inf.readLong(-10000000000LL, n, "y"); inf.readEoln();
            error testlib-23 `1e10`: the bound 1e10 does not fit an `int` and is cut off: write `inf.readLongs(1LL, 10000000000LL, …)`
              write `readLongs`
              | std::vector<long long> z = inf.readLongs(n, 1LL, 10000000000LL, "z"); inf.readEoln();
            error testlib-23 `4294967295u`: the bound 4294967295u does not fit an `int` and is cut off: write `inf.readLong(0LL, 4294967295u, …)`
        "#]],
    );
    check(
        Validator,
        r#"
inf.readInt(-2147483648, 2147483647, "x"); inf.readEoln(); inf.readInt(1, 1e9, "y"); inf.readEoln();
inf.readInt(1, 1'000'000'000, "z"); inf.readEoln(); inf.readInt(1, int(1e18), "w"); inf.readEoln();"#,
        expect![[""]],
    );
}

#[test]
fn plain_bounds_of_long() {
    check(
        Validator,
        r#"
inf.readLong(1, 100, "a"); inf.readEoln();
inf.readLong(1, 1e18, "b"); inf.readEoln();
inf.readLong(-1, 1000000000000, "c"); inf.readEoln();
inf.readLongs(3, 1, 9, "d"); inf.readEoln();"#,
        expect![[r#"
            hint testlib-05 `inf.readLong(1, 100, "a")`: this works with our testlib.h and does not compile with the usual one: write `1LL, 100LL` as its bounds
              make both bounds `long long`
              | inf.readLong(1LL, 100LL, "a"); inf.readEoln();
            hint testlib-05 `inf.readLong(1, 1e18, "b")`: this works with our testlib.h and does not compile with the usual one: write `1LL, 1000000000000000000LL` as its bounds
              make both bounds `long long`
              | inf.readLong(1LL, 1000000000000000000LL, "b"); inf.readEoln();
            hint testlib-05 `inf.readLong(-1, 1000000000000, "c")`: this works with our testlib.h and does not compile with the usual one: write `-1LL, 1000000000000LL` as its bounds
              make both bounds `long long`
              | inf.readLong(-1LL, 1000000000000LL, "c"); inf.readEoln();
            hint testlib-05 `inf.readLongs(3, 1, 9, "d")`: this works with our testlib.h and does not compile with the usual one: write `1LL, 9LL` as its bounds
              make both bounds `long long`
              | inf.readLongs(3, 1LL, 9LL, "d"); inf.readEoln();
        "#]],
    );
    check(
        Validator,
        r#"
inf.readLong(1, 100LL, "a"); inf.readEoln(); inf.readLong(1LL, n, "b"); inf.readEoln(); inf.readLong(1, n, "c");
inf.readEoln(); inf.readLong(1ULL, 5ULL, "d"); inf.readEoln();"#,
        expect![[""]],
    );
}

#[test]
fn unnamed() {
    check(
        Validator,
        r#"
int n = inf.readInt(1, 5); inf.readEoln();
a[i] = inf.readInt(1, n); inf.readEoln();
v.push_back(inf.readLong(1LL, 5LL)); inf.readEoln();
inf.readToken("[a-z]{1,5}"); inf.readEoln();
std::vector<int> b = inf.readInts(n, 1, 5); inf.readEoln();
inf.readTokenTo(word, "[a-z]{5}"); inf.readEoln();
p.x = inf.readStrictDouble(0, 1, 0, 6); inf.readEoln();"#,
        expect![[r#"
            hint testlib-52 `inf.readInt(1, 5)`: this read has no name for its messages and the overview of bounds: add `, "n"`
              name it `n`
              | int n = inf.readInt(1, 5, "n"); inf.readEoln();
            hint testlib-52 `inf.readInt(1, n)`: this read has no name for its messages and the overview of bounds: add `, "a"`
              name it `a`
              | a[i] = inf.readInt(1, n, "a"); inf.readEoln();
            hint testlib-52 `inf.readLong(1LL, 5LL)`: this read has no name for its messages and the overview of bounds: add `, "v"`
              name it `v`
              | v.push_back(inf.readLong(1LL, 5LL, "v")); inf.readEoln();
            hint testlib-52 `inf.readToken("[a-z]{1,5}")`: this read has no name for its messages and the overview of bounds: add `, "name"`
            hint testlib-52 `inf.readInts(n, 1, 5)`: this read has no name for its messages and the overview of bounds: add `, "b"`
              name it `b`
              | std::vector<int> b = inf.readInts(n, 1, 5, "b"); inf.readEoln();
            hint testlib-52 `inf.readTokenTo(word, "[a-z]{5}")`: this read has no name for its messages and the overview of bounds: add `, "word"`
              name it `word`
              | inf.readTokenTo(word, "[a-z]{5}", "word"); inf.readEoln();
            hint testlib-52 `inf.readStrictDouble(0, 1, 0, 6)`: this read has no name for its messages and the overview of bounds: add `, "x"`
              name it `x`
              | p.x = inf.readStrictDouble(0, 1, 0, 6, "x"); inf.readEoln();
        "#]],
    );
    check(Checker, "ouf.readInt(1, 5);", expect![[""]]);
    check(Interactor, "ouf.readInt(1, 5);", expect![[""]]);
}

#[test]
fn unbounded() {
    check(
        Validator,
        r#"
int n = inf.readInt();
inf.readEoln();
std::vector<int> a(n);
for (int i = 0; i < n; i++) { inf.readInt(); inf.readEoln(); }
std::string s = inf.readToken();
inf.readSpace();
inf.readLong(1LL, n, "x");
inf.readEoln();
inf.readLine();"#,
        expect![[r#"
            warning testlib-51 `inf.readInt()`: `n` has no bounds and nothing checks it later, so anything passes: give the bounds of the statement, as in `inf.readInt(1, 100, "n")`
            warning testlib-51 `inf.readInt()`: what is read here has no bounds and nothing checks it later, so anything passes: give the bounds of the statement, as in `inf.readInt(1, 100, "a")`
            warning testlib-51 `inf.readToken()`: `s` has no bounds and nothing checks it later, so anything passes: give the bounds of the statement, as in `inf.readToken("[a-z]{1,100}", "s")`
            warning testlib-51 `inf.readLine()`: what is read here has no bounds and nothing checks it later, so anything passes: give the bounds of the statement, as in `inf.readLine("[a-z]{1,100}", "a")`
        "#]],
    );
}

#[test]
fn checked_later() {
    check(
        Validator,
        r#"
int n = inf.readInt(); inf.readEoln(); ensure(1 <= n && n <= 5);
int m = inf.readInt(); inf.readEoln(); if (m > 5) quitf(_fail, "m");
int k = inf.readInt(); inf.readEoln(); check(k);
int l = inf.readInt(); inf.readEoln(); sum += l;
a[i] = inf.readInt(); inf.readEoln(); v.push_back(inf.readInt()); inf.readEoln();
std::string s = inf.readToken(); inf.readEoln(); for (char c : s) ensure(c == 'a');
std::string t = inf.readLine(); InStream part(inf, t);
inf.readUnsignedLong(); inf.readEoln();
ensure(inf.readInt() == 5); inf.readEoln();"#,
        expect![""],
    );
    check_source(
        Validator,
        "#include \"testlib.h\"\n#define BOUND ensure(n < 5)\nint main() { registerValidation(); int n = inf.readInt(); BOUND; inf.readEoln(); inf.readEof(); }",
        expect![[""]],
    );
}
