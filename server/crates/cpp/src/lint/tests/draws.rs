//! Draws whose order is open.

use super::{check, check_source};
use expect_test::expect;
use problem::model::Role::Generator;

#[test]
fn open() {
    check(
        Generator,
        "
println(rnd.next(5), rnd.next(6));
int x = rnd.next(5) - rnd.next(5);
auto p = std::make_pair(rnd.next(9), rnd.next(9));
std::pair<int, int> q(rnd.next(3), f(1 + rnd.next(3)));
if (a) printf(\"%d %d\", rnd.next(5), rnd.any(v));
std::cout << f(rnd.next(3), rnd.next(4)) << rnd.next(9) << '\\n';
v.emplace_back(rnd.next(3), rnd.perm(4));
return f(rnd.next(3)) + g(rnd.next(3));",
        expect![[r#"
            warning testlib-15 `println(rnd.next(5), rnd.next(6))`: C++ does not say which of these draws is made first, so the test depends on the compiler: give each draw a statement of its own
              draw in statements of their own
              | const auto draw1 = rnd.next(5);
              | const auto draw2 = rnd.next(6);
              | println(draw1, draw2);
            warning testlib-15 `rnd.next(5) - rnd.next(5)`: C++ does not say which of these draws is made first, so the test depends on the compiler: give each draw a statement of its own
              draw in statements of their own
              | const auto draw1 = rnd.next(5);
              | const auto draw2 = rnd.next(5);
              | int x = draw1 - draw2;
            warning testlib-15 `std::make_pair(rnd.next(9), rnd.next(9))`: C++ does not say which of these draws is made first, so the test depends on the compiler: give each draw a statement of its own
              draw in statements of their own
              | const auto draw1 = rnd.next(9);
              | const auto draw2 = rnd.next(9);
              | auto p = std::make_pair(draw1, draw2);
            warning testlib-15 `q(rnd.next(3), f(1 + rnd.next(3)))`: C++ does not say which of these draws is made first, so the test depends on the compiler: give each draw a statement of its own
              draw in statements of their own
              | const auto draw1 = rnd.next(3);
              | const auto draw2 = rnd.next(3);
              | std::pair<int, int> q(draw1, f(1 + draw2));
            warning testlib-15 `printf("%d %d", rnd.next(5), rnd.any(v))`: C++ does not say which of these draws is made first, so the test depends on the compiler: give each draw a statement of its own
            warning testlib-15 `f(rnd.next(3), rnd.next(4))`: C++ does not say which of these draws is made first, so the test depends on the compiler: give each draw a statement of its own
              draw in statements of their own
              | const auto draw1 = rnd.next(3);
              | const auto draw2 = rnd.next(4);
              | const auto draw3 = rnd.next(9);
              | std::cout << f(draw1, draw2) << draw3 << '\n';
            warning testlib-15 `v.emplace_back(rnd.next(3), rnd.perm(4))`: C++ does not say which of these draws is made first, so the test depends on the compiler: give each draw a statement of its own
              draw in statements of their own
              | const auto draw1 = rnd.next(3);
              | const auto draw2 = rnd.perm(4);
              | v.emplace_back(draw1, draw2);
            warning testlib-15 `f(rnd.next(3)) + g(rnd.next(3))`: C++ does not say which of these draws is made first, so the test depends on the compiler: give each draw a statement of its own
              draw in statements of their own
              | const auto draw1 = rnd.next(3);
              | const auto draw2 = rnd.next(3);
              | return f(draw1) + g(draw2);
        "#]],
    );
}

#[test]
fn no_fix() {
    check(
        Generator,
        "
int a = rnd.next(5), b = f(rnd.next(a), rnd.next(b));
x = c ? f(rnd.next(3), rnd.next(4)) : 0;
for (int i = 0; i < rnd.next(5) - rnd.next(3); i++) {}
auto l = [&] { return rnd.next(5) - rnd.next(6); };",
        expect![[r#"
            warning testlib-15 `f(rnd.next(a), rnd.next(b))`: C++ does not say which of these draws is made first, so the test depends on the compiler: give each draw a statement of its own
            warning testlib-15 `f(rnd.next(3), rnd.next(4))`: C++ does not say which of these draws is made first, so the test depends on the compiler: give each draw a statement of its own
            warning testlib-15 `rnd.next(5) - rnd.next(3)`: C++ does not say which of these draws is made first, so the test depends on the compiler: give each draw a statement of its own
            warning testlib-15 `rnd.next(5) - rnd.next(6)`: C++ does not say which of these draws is made first, so the test depends on the compiler: give each draw a statement of its own
              draw in statements of their own
              | auto l = [&] { const auto draw1 = rnd.next(5);
              | const auto draw2 = rnd.next(6);
              | return draw1 - draw2; };
        "#]],
    );
}

#[test]
fn ordered() {
    check(
        Generator,
        "
std::cout << rnd.next(5) << ' ' << rnd.next(5) << '\\n';
std::pair<int, int> p{rnd.next(3), rnd.next(4)};
std::vector<int> v = {rnd.next(3), rnd.next(4)};
int a = rnd.next(rnd.next(5));
int b = rnd.next(2) ? rnd.next(5) : rnd.next(6);
bool c = rnd.next(2) && rnd.next(3);
int d = rnd.next(5), e = rnd.next(6);
a = rnd.next(3), b = rnd.next(4);
sort_by([&] { return rnd.next(5); }, [&] { return rnd.next(5); });",
        expect![[""]],
    );
}

#[test]
fn symmetric() {
    check(
        Generator,
        "
int a = rnd.next(1, 6) + rnd.next(1, 6) + rnd.next(1, 6);
int b = std::min(rnd.next(n), rnd.next(n));
std::swap(v[rnd.next(n)], v[rnd.next(n)]);
if (rnd.next(3) == rnd.next(3)) a++;",
        expect![[""]],
    );
    check(
        Generator,
        "int a = rnd.next(6) + rnd.next(7); int b = std::min(rnd.next(n), rnd.next(m));",
        expect![[r#"
        warning testlib-15 `rnd.next(6) + rnd.next(7)`: C++ does not say which of these draws is made first, so the test depends on the compiler: give each draw a statement of its own
          draw in statements of their own
          | const auto draw1 = rnd.next(6);
          | const auto draw2 = rnd.next(7);
          | int a = draw1 + draw2; int b = std::min(rnd.next(n), rnd.next(m));
        warning testlib-15 `std::min(rnd.next(n), rnd.next(m))`: C++ does not say which of these draws is made first, so the test depends on the compiler: give each draw a statement of its own
          draw in statements of their own
          | int a = rnd.next(6) + rnd.next(7); const auto draw1 = rnd.next(n);
          | const auto draw2 = rnd.next(m);
          | int b = std::min(draw1, draw2);
    "#]],
    );
}

#[test]
fn other_sources() {
    check(Generator, "random_t r; println(r.next(5), rnd.next(5)); f(mine.next(3), mine.next(4));", expect![[""]]);
    check_source(
        Generator,
        "#include \"testlib.h\"\n#define PUT(a, b) put(a); put(b)\nint main(int c, char* v[]) { registerGen(c, v, 1); PUT(rnd.next(5), rnd.next(6)); }",
        expect![[""]],
    );
    check(
        Generator,
        "pattern p(\"[a-z]{5}\"); println(p.next(rnd), p.next(rnd));",
        expect![[r#"
        warning testlib-15 `println(p.next(rnd), p.next(rnd))`: C++ does not say which of these draws is made first, so the test depends on the compiler: give each draw a statement of its own
          draw in statements of their own
          | pattern p("[a-z]{5}"); const auto draw1 = p.next(rnd);
          | const auto draw2 = p.next(rnd);
          | println(draw1, draw2);
    "#]],
    );
}
