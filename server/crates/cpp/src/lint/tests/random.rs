//! Random numbers, seeds and weights; and what only our header knows.

use super::{check, check_source};
use expect_test::expect;
use problem::model::Role::{Checker, Generator, Interactor, Validator};

#[test]
fn of_c() {
    check(
        Generator,
        "
srand(time(0));
int a = rand() % 10, b = rand() % (n + 1), c = rand();
std::random_shuffle(v.begin(), v.end());
random_shuffle(v.begin(), v.end(), f);",
        expect![[r#"
            error testlib-11 `srand(time(0))`: testlib forbids `srand`: remove it, the register call seeds `rnd`
              remove the call
            error testlib-11 `rand()`: testlib forbids `rand`, which differs from library to library: write `rnd.next(n)` for 0 to n - 1
              write `rnd.next(10)`
              | int a = rnd.next(10), b = rand() % (n + 1), c = rand();
            error testlib-11 `rand()`: testlib forbids `rand`, which differs from library to library: write `rnd.next(n)` for 0 to n - 1
              write `rnd.next(n + 1)`
              | int a = rand() % 10, b = rnd.next(n + 1), c = rand();
            error testlib-11 `rand()`: testlib forbids `rand`, which differs from library to library: write `rnd.next(n)` for 0 to n - 1
            error testlib-11 `std::random_shuffle(v.begin(), v.end())`: testlib forbids `random_shuffle`, which differs from library to library: write `shuffle(begin, end)`
              write `shuffle`
              | shuffle(v.begin(), v.end());
            error testlib-11 `random_shuffle(v.begin(), v.end(), f)`: testlib forbids `random_shuffle`, which differs from library to library: write `shuffle(begin, end)`
        "#]],
    );
    check(
        Checker,
        "if (rand() % 2) quitf(_ok, \"\");",
        expect![[r#"
        error testlib-11 `rand()`: testlib forbids `rand`, which differs from library to library: write `rnd.next(n)` for 0 to n - 1
          write `rnd.next(2)`
          | if (rnd.next(2)) quitf(_ok, "");
    "#]],
    );
    check(Generator, "my::rand(); engine.rand(); int rand = 5; rand++; f(rand);", expect![[""]]);
    check_source(
        Generator,
        "#include \"testlib.h\"\nint rand() { return rnd.next(5); }\nint main(int c, char* v[]) { registerGen(c, v, 1); rand(); }",
        expect![[""]],
    );
    check(Generator, "\n#ifdef LOCAL\nsrand(5);\n#endif\n", expect![[""]]);
}

#[test]
fn of_the_library() {
    check(
        Generator,
        "
std::mt19937 a(time(0));
std::ranlux24 h;
std::mt19937_64 b(std::chrono::steady_clock::now().time_since_epoch().count());
std::random_device d;
std::default_random_engine e(rnd.next(5));
std::uniform_int_distribution<int> f(1, 5);
std::shuffle(v.begin(), v.end(), a);
std::minstd_rand g(5);",
        expect![[r#"
            warning testlib-12 `std::mt19937 a(time(0));`: these random numbers differ from run to run or from library to library: draw from `rnd`
            warning testlib-12 `std::ranlux24 h;`: seeded by a constant, it draws the same whatever the arguments of the command: draw from `rnd`
            warning testlib-12 `std::mt19937_64 b(std::chrono::steady_clock::now().time_since_epoch().count());`: these random numbers differ from run to run or from library to library: draw from `rnd`
            warning testlib-12 `std::random_device d;`: these random numbers differ from run to run or from library to library: draw from `rnd`
            warning testlib-12 `std::default_random_engine e(rnd.next(5));`: these random numbers differ from run to run or from library to library: draw from `rnd`
            warning testlib-12 `std::uniform_int_distribution<int> f(1, 5);`: what the distributions of the standard library draw differs from library to library: write `rnd.next(from, to)`
            warning testlib-12 `std::shuffle(v.begin(), v.end(), a)`: the order that `std::shuffle` makes differs from library to library: write testlib's `shuffle(begin, end)`
              use testlib's `shuffle`
              | shuffle(v.begin(), v.end());
            warning testlib-12 `std::minstd_rand g(5);`: seeded by a constant, it draws the same whatever the arguments of the command: draw from `rnd`
        "#]],
    );
    check(
        Generator,
        "
std::mt19937 a(rnd.next(1 << 30));
std::mt19937 b(opt<int>(\"seed\"));
std::mt19937& c = a;
std::minstd_rand d; d.seed(x);
shuffle(v.begin(), v.end());",
        expect![[""]],
    );
    // Hashes of a checker need not be the same in each run.
    check(Checker, "std::mt19937_64 r(time(0)); std::shuffle(v.begin(), v.end(), r);", expect![[""]]);
}

#[test]
fn seeds() {
    check(
        Generator,
        "
rnd.setSeed(42);
rnd.setSeed(time(NULL));
if (x) rnd.setSeed(7);
rnd.setSeed(opt<int>(\"seed\"));
rnd.setSeed(argc, argv);
random_t other; other.setSeed(5);",
        expect![[r#"
            warning testlib-13 `rnd.setSeed(42)`: a constant seed replaces the one that the whole command line makes, so other arguments draw the same numbers: remove the call
              remove the call
            warning testlib-13 `rnd.setSeed(time(NULL))`: seeded by the time, each run makes something else: remove the call and let the arguments decide
              remove the call
            warning testlib-13 `rnd.setSeed(7)`: a constant seed replaces the one that the whole command line makes, so other arguments draw the same numbers: remove the call
        "#]],
    );
    check(
        Interactor,
        "rnd.setSeed(42); rnd.setSeed(time(NULL)); rnd.setSeed(inf.readInt(1, 5, \"seed\"));",
        expect![[r#"
            warning testlib-13 `rnd.setSeed(time(NULL))`: seeded by the time, each run makes something else: remove the call and let the arguments decide
              remove the call
              | rnd.setSeed(42);  rnd.setSeed(inf.readInt(1, 5, "seed"));
        "#]],
    );
}

#[test]
fn weights() {
    check(
        Generator,
        "
rnd.wnext(1, 100);
rnd.wnext(10, 100);
rnd.wnext(1, n);
rnd.wnext(0, 5);",
        expect![[r#"
            warning testlib-17 `rnd.wnext(1, 100)`: the second argument of `wnext` is a weight here, not an upper end: write `rnd.wnext(1, 100, weight)`
              add the weight 1
              | rnd.wnext(1, 100, 1);
            warning testlib-17 `rnd.wnext(10, 100)`: the second argument of `wnext` is a weight here, not an upper end: write `rnd.wnext(10, 100, weight)`
              add the weight 1
              | rnd.wnext(10, 100, 1);
            warning testlib-17 `rnd.wnext(1, n)`: the second argument of `wnext` is a weight here, not an upper end: write `rnd.wnext(1, n, weight)`
              add the weight 1
              | rnd.wnext(1, n, 1);
            warning testlib-17 `rnd.wnext(0, 5)`: the second argument of `wnext` is a weight here, not an upper end: write `rnd.wnext(0, 5, weight)`
              add the weight 1
              | rnd.wnext(0, 5, 1);
        "#]],
    );
    check(
        Generator,
        "
rnd.wnext(1, 100, 3); rnd.wnext(n, 100); rnd.wnext(100, 5); rnd.wnext(1.0, 5); rnd.wnext(1000, 100); rnd.wnext(5);",
        expect![[""]],
    );
}

#[test]
fn shuffles() {
    check(
        Generator,
        "rnd.shuffle(v); rnd.shuffle(v.begin(), v.end()); shuffle(a[i]); shuffle(f(x));",
        expect![[r#"
        hint testlib-01 `rnd.shuffle(v)`: this works with our testlib.h and does not compile with the usual one: write `shuffle(v.begin(), v.end())`
          write `shuffle(v.begin(), v.end())`
          | shuffle(v.begin(), v.end()); rnd.shuffle(v.begin(), v.end()); shuffle(a[i]); shuffle(f(x));
        hint testlib-01 `rnd.shuffle(v.begin(), v.end())`: this works with our testlib.h and does not compile with the usual one: write `shuffle(v.begin(), v.end())`
          write `shuffle`
          | rnd.shuffle(v); shuffle(v.begin(), v.end()); shuffle(a[i]); shuffle(f(x));
        hint testlib-02 `shuffle(a[i])`: this works with our testlib.h and does not compile with the usual one: write `shuffle(a[i].begin(), a[i].end())`
          write `shuffle(a[i].begin(), a[i].end())`
          | rnd.shuffle(v); rnd.shuffle(v.begin(), v.end()); shuffle(a[i].begin(), a[i].end()); shuffle(f(x));
        hint testlib-02 `shuffle(f(x))`: this works with our testlib.h and does not compile with the usual one: write `shuffle(f(x).begin(), f(x).end())`
    "#]],
    );
    check(Generator, "shuffle(v.begin(), v.end()); deck.shuffle(); ::shuffle(b, e);", expect![[""]]);
    check_source(
        Generator,
        "#include \"testlib.h\"\ntemplate <class T> void shuffle(T& v) {}\nint main(int c, char* v[]) { registerGen(c, v, 1); shuffle(v); }",
        expect![[""]],
    );
}

#[test]
fn mixed_bounds() {
    check(
        Generator,
        "
rnd.next(0, v.size() - 1);
rnd.next(1, 1000000000000);
rnd.next(1, 1000000000000LL);",
        expect![[r#"
            hint testlib-03 `rnd.next(0, v.size() - 1)`: this works with our testlib.h and does not compile with the usual one: write `rnd.next(0, int(v.size()) - 1)`
              make the size an `int`
              | rnd.next(0, int(v.size()) - 1);
            hint testlib-03 `rnd.next(1, 1000000000000)`: this works with our testlib.h and does not compile with the usual one: write `rnd.next(1LL, 1000000000000LL)`
              make both bounds `long long`
              | rnd.next(1LL, 1000000000000LL);
            hint testlib-03 `rnd.next(1, 1000000000000LL)`: this works with our testlib.h and does not compile with the usual one: write `rnd.next(1LL, 1000000000000LL)`
              make both bounds `long long`
              | rnd.next(1LL, 1000000000000LL);
        "#]],
    );
    check(
        Generator,
        "
rnd.next(0, int(v.size()) - 1); rnd.next(0, (int)v.size() - 1); rnd.next(1LL, 10LL); rnd.next(1, n); rnd.next(0, 9);
rnd.next(0, v.size() - n); rnd.next(f(v.size()), 1); rnd.next(10000000000);",
        expect![[""]],
    );
}

#[test]
fn ensure_with_a_message() {
    check(
        Validator,
        "ensure(n > 0, \"n is %d\", n); ensure(n > 0); ensure(f(1, 2)); ensuref(n > 0, \"n\");",
        expect![[r#"
            hint testlib-06 `ensure(n > 0, "n is %d", n)`: this works with our testlib.h and does not compile with the usual one: write `ensuref` where a message is given
              write `ensuref`
              | ensuref(n > 0, "n is %d", n); ensure(n > 0); ensure(f(1, 2)); ensuref(n > 0, "n");
        "#]],
    );
}

#[test]
fn draws_as_chances() {
    check(
        Generator,
        "int p = opt<int>(\"p\");
if (rnd.next(100) <= p) println(1);
if (p >= rnd.next(1000)) println(2);
if (rnd.next(0.5)) println(3);
println(!rnd.next(0.25) ? 4 : 5);
bool one = rnd.next(1, 100) <= p, two = rnd.next(100) < p, three = rnd.next(100) > p, four = rnd.next(7) <= 3;
bool five = rnd.next(100) <= 0, six = rnd.next() < 0.5, seven = p <= rnd.next(100), eight = rnd.next(100) == p;
double x = rnd.next(0.5), y = rnd.next(2.0) + 1;",
        expect![[r#"
            hint testlib-18 `rnd.next(100) <= p`: `rnd.next(100)` is at most 99, so this holds p + 1 times out of 100: write `<`
              write `<`
              | if (rnd.next(100) < p) println(1);
            hint testlib-18 `p >= rnd.next(1000)`: `rnd.next(1000)` is at most 999, so this holds p + 1 times out of 1000: write `>`
              write `>`
              | if (p > rnd.next(1000)) println(2);
            warning testlib-18 `rnd.next(0.5)`: this is a real from 0 up to 0.5, which is nearly never 0, and no chance: write `rnd.next() < 0.5`
              draw with this chance
              | if (rnd.next() < 0.5) println(3);
            warning testlib-18 `rnd.next(0.25)`: this is a real from 0 up to 0.25, which is nearly never 0, and no chance: write `rnd.next() < 0.25`
              draw with this chance
              | println(!(rnd.next() < 0.25) ? 4 : 5);
        "#]],
    );
}

#[test]
fn texts_as_formats() {
    check(
        Generator,
        "std::string letters = opt<std::string>(\"letters\");
auto one = rnd.next(letters.c_str());
auto two = rnd.next(letters), three = rnd.next(\"[a-z]{%d}\", 5), four = rnd.next(\"%s\", letters.c_str());
auto five = rnd.next(format(\"[a-z]{%d}\", 5).c_str());",
        expect![[r#"
            hint testlib-21 `rnd.next(letters.c_str())`: a `const char*` is a format here, and `%` in it is not taken as it is: write `rnd.next(letters)`
              give the string itself
              | auto one = rnd.next(letters);
        "#]],
    );
}
