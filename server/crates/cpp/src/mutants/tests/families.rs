//! What each family changes, and what it leaves alone.

use super::*;

#[test]
fn nothing_to_change() {
    check(
        r#"
#include <vector>
// a < b
template <int N = 5> struct S {};
#if X
int f() { return g() <= 7; }
#endif
#ifdef LOCAL
void debug(int x) { if (x < 5) return; }
#endif
int main() {
    std::ios::sync_with_stdio(false), std::cin.tie(nullptr);
    std::cin >> n >> m;
    std::cerr << (a < b);
    assert(n <= 10);
    const char* s = "a <= b";
    std::cout << n << m << '+' << (1 << 20);
    int table[100 + 5];
    std::vector<int> row(n + 1, 0);
    row.resize(n + 1);
    while (true) { if (x) break; }
    if (scanf("%d", &n) != 1) return 1;
    return 0;
}
"#,
        expect![[""]],
    );
}

#[test]
fn half_typed() {
    check(
        "int f() { return a < b; }\nint main() { if (a < ; int x = 0; x += y < z; for (int i = 0; i <",
        expect![[r#"
            1: relational: `<=` instead of `<`
                int f() { return a <= b; }
        "#]],
    );
}

#[test]
fn comparisons() {
    check(
        r"
x = a < b ? a : b;
if (d > best) best = d;
if (d > best) { best = d; at = i; }
while (hi - lo > 1e-9) step();
while (hi - lo > EPS) step();
for (int i = 0; i < 60; i++) half();
sort(v, [&](int i, int j) { return key[i] < key[j]; });
",
        expect![[r#"
            2: swap-extremum: `>` instead of `<`
                x = a > b ? a : b;
            3: swap-extremum: `<` instead of `>`
                if (d < best) best = d;
            4: relational: `>=` instead of `>`
                if (d >= best) { best = d; at = i; }
            5: swap-sign: `+` instead of `-` before `lo`
                while (hi + lo > 1e-9) step();
            5: constant: `1e-3` instead of `1e-9`
                while (hi - lo > 1e-3) step();
            6: swap-sign: `+` instead of `-` before `lo`
                while (hi + lo > EPS) step();
            8: drop-sort: without `sort(v, [&](int i, int j) { return key[i] < key[…`
                -
            8: swap-order: `>` instead of `<`
                sort(v, [&](int i, int j) { return key[i] > key[j]; });
        "#]],
    );
}

#[test]
fn bounds() {
    check(
        r"
for (int i = n - 1; i >= 0; --i) f(i);
for (i = j + 1; i < v.size(); i += 2) f(i);
for (int mask = 0; mask < 1 << n; mask++) f(mask);
for (auto it = v.begin(); it != v.end(); ++it) f(*it);
for (int e = head[u]; e != -1; e = next[e]) f(e);
a[i + 1] = a[i] + 1LL;
",
        expect![[r#"
            2: loop-bound: `n` instead of `n - 1`
                for (int i = n; i >= 0; --i) f(i);
            2: loop-bound: `n - 2` instead of `n - 1`
                for (int i = n - 2; i >= 0; --i) f(i);
            2: relational: `>` instead of `>=`
                for (int i = n - 1; i > 0; --i) f(i);
            3: loop-bound: `j + 2` instead of `j + 1`
                for (i = j + 2; i < v.size(); i += 2) f(i);
            3: loop-bound: `j` instead of `j + 1`
                for (i = j; i < v.size(); i += 2) f(i);
            3: relational: `<=` instead of `<`
                for (i = j + 1; i <= v.size(); i += 2) f(i);
            3: loop-bound: `v.size() - 1` instead of `v.size()`
                for (i = j + 1; i < v.size() - 1; i += 2) f(i);
            3: constant: `3` instead of `2`
                for (i = j + 1; i < v.size(); i += 3) f(i);
            3: constant: `1` instead of `2`
                for (i = j + 1; i < v.size(); i += 1) f(i);
            4: loop-bound: `1` instead of `0`
                for (int mask = 1; mask < 1 << n; mask++) f(mask);
            4: relational: `<=` instead of `<`
                for (int mask = 0; mask <= 1 << n; mask++) f(mask);
            4: loop-bound: `(1 << n) - 1` instead of `1 << n`
                for (int mask = 0; mask < (1 << n) - 1; mask++) f(mask);
            7: off-by-one: without `+ 1`
                a[i] = a[i] + 1LL;
            7: off-by-one: without `+ 1`
                a[i + 1] = a[i];
        "#]],
    );
}

#[test]
fn numbers() {
    check(
        r"
int best = INT_MIN, x = 1e9 + 7, y = 998244353, z = 0x7fffffff;
long long far = 4'000'000'000'000'000'000, near = 2000000000;
memset(dist, 0x3f, sizeof dist);
best = max(best, 7 * x);
switch (x) { case 5: y = 6; }
y = x / 2 + x % 2 + (x >> 5);
best = std::numeric_limits<int>::max();
pair<int, int> first = {INT_MAX, 0};
first = {3, 4};
Modular<7> power = 1;
power = power * 3 + 5;
",
        expect![[r#"
            2: infinity: `(-1000000)` instead of `INT_MIN`
                int best = (-1000000), x = 1e9 + 7, y = 998244353, z = 0x7fffffff;
            2: initial: `best` starts as `0` instead of `INT_MIN`
                int best = 0, x = 1e9 + 7, y = 998244353, z = 0x7fffffff;
            2: infinity: `1000000` instead of `0x7fffffff`
                int best = INT_MIN, x = 1e9 + 7, y = 998244353, z = 1000000;
            3: narrow: `far` is `int` instead of `long long`
                int far = 4'000'000'000'000'000'000, near = 2000000000;
            3: infinity: `1000000000LL` instead of `4'000'000'000'000'000'000`
                long long far = 1000000000LL, near = 2000000000;
            3: infinity: `1000000` instead of `2000000000`
                long long far = 4'000'000'000'000'000'000, near = 1000000;
            4: drop-reset: without `memset(dist, 0x3f, sizeof dist);`
                -
            4: infinity: `0x01` instead of `0x3f`
                memset(dist, 0x01, sizeof dist);
            5: swap-extremum: `min` instead of `max`
                best = min(best, 7 * x);
            5: constant: `8` instead of `7`
                best = max(best, 8 * x);
            5: constant: `6` instead of `7`
                best = max(best, 6 * x);
            6: constant: `7` instead of `6`
                switch (x) { case 5: y = 7; }
            6: constant: `5` instead of `6`
                switch (x) { case 5: y = 5; }
            7: rounding: `(x + 1) / 2` instead of `x / 2`
                y = (x + 1) / 2 + x % 2 + (x >> 5);
            7: swap-sign: `-` instead of `+` before `x % 2`
                y = x / 2 - x % 2 + (x >> 5);
            7: swap-sign: `-` instead of `+` before `(x >> 5)`
                y = x / 2 + x % 2 - (x >> 5);
            9: infinity: `1000000` instead of `INT_MAX`
                pair<int, int> first = {1000000, 0};
            10: constant: `4` instead of `3`
                first = {4, 4};
            10: constant: `2` instead of `3`
                first = {2, 4};
            10: constant: `5` instead of `4`
                first = {3, 5};
            10: constant: `3` instead of `4`
                first = {3, 3};
            11: initial: `power` starts as `0` instead of `1`
                Modular<7> power = 0;
            12: constant: `4` instead of `3`
                power = power * 4 + 5;
            12: constant: `2` instead of `3`
                power = power * 2 + 5;
            12: constant: `6` instead of `5`
                power = power * 3 + 6;
            12: constant: `4` instead of `5`
                power = power * 3 + 4;
        "#]],
    );
}

#[test]
fn types() {
    check(
        r#"
typedef unsigned long long ull;
#define ll long long // wide
struct P { ll x; double y; };
ll f(ll& a, const ll b) { return (ll)a * b; }
ll g(ll a);
ll g(ll a) { return a; }
int main() {
    ll a, *p, sum = 0;
    ull hash[5];
    vector<vector<ll>> table;
    vector<ll> row;
    map<ll, int> seen;
    table.push_back(row);
    scanf("%lld", &a);
    sum += ll(n) * m;
    answer = max(answer, 1LL * n * m % k);
    for (ll i = 0; i < n; i++) sum += f(a, i);
    cut(sum, 0LL);
}
"#,
        expect![[r#"
            4: narrow: `x` is `int` instead of `ll`
                struct P { int x; double y; };
            4: narrow: `y` is `float` instead of `double`
                struct P { ll x; float y; };
            5: narrow: `f` is `int` instead of `ll`
                int f(ll& a, const ll b) { return (ll)a * b; }
            5: narrow: without `(ll)`
                ll f(ll& a, const ll b) { return a * b; }
            9: initial: `sum` starts as `1` instead of `0`
                ll a, *p, sum = 1;
            10: narrow: `hash` is `unsigned` instead of `ull`
                unsigned hash[5];
            11: narrow: `table` is `vector<vector<int>>` instead of `vector<vector<ll>>`
                vector<vector<int>> table;
            13: narrow: `seen` is `map<int, int>` instead of `map<ll, int>`
                map<int, int> seen;
            16: narrow: `int` instead of `ll`
                sum += int(n) * m;
            17: swap-extremum: `min` instead of `max`
                answer = min(answer, 1LL * n * m % k);
            17: narrow: `1LL *` only after `n * m`
                answer = max(answer, 1LL * (n * m) % k);
            18: loop-bound: `1` instead of `0`
                for (ll i = 1; i < n; i++) sum += f(a, i);
            18: relational: `<=` instead of `<`
                for (ll i = 0; i <= n; i++) sum += f(a, i);
            18: loop-bound: `n - 1` instead of `n`
                for (ll i = 0; i < n - 1; i++) sum += f(a, i);
        "#]],
    );
}

#[test]
fn what_keeps_its_type() {
    check(
        r"
long long best = 0;
best = max(best, x);
best += y;
best = x;
",
        expect![[r#"
            3: narrow: `best` is cut to `int` in `best = max(best, x)`
                best = (int) max(best, x);
            3: swap-extremum: `min` instead of `max`
                best = min(best, x);
            4: narrow: `best` is cut to `int` in `best += y`
                best = (int) (best + y);
        "#]],
    );
}

#[test]
fn what_is_forgotten() {
    check(
        r"
const int MOD = 1e9 + 7;
vector<int> seen;
void run() {
    int used = 0;
    vector<int> list;
    seen.assign(n, 0);
    fill(a, a + n, 0);
    used = 0;
    list.push_back(used++);
    x = (x - y + MOD) % MOD;
    x = x * y % 1000003 % 7;
    if (x >= MOD) x -= MOD;
    if (x) y = 5; else y = 6;
    if (x < 0) { return; }
    for (;;) { if (x) return; }
}
int main() {
    while (t--) run();
}
",
        expect![[r#"
            5: drop-reset: `used` keeps its value from one round to the next
                static int used = 0;
            5: initial: `used` starts as `1` instead of `0`
                int used = 1;
            6: drop-reset: `list` keeps its value from one round to the next
                static vector<int> list;
            7: drop-reset: without `seen.assign(n, 0);`
                -
            8: drop-reset: without `fill(a, a + n, 0);`
                -
            8: swap-sign: `-` instead of `+` before `n`
                fill(a, a - n, 0);
            9: drop-reset: without `used = 0;`
                -
            11: swap-sign: `+` instead of `-` before `y`
                x = (x + y + MOD) % MOD;
            11: drop-modulus: without `+ MOD`
                x = (x - y) % MOD;
            11: drop-modulus: without `% MOD`
                x = (x - y + MOD);
            12: drop-modulus: without `% 1000003`
                x = x * y % 7;
            12: constant: `8` instead of `7`
                x = x * y % 1000003 % 8;
            12: constant: `6` instead of `7`
                x = x * y % 1000003 % 6;
            13: drop-guard: without `if (x >= MOD) x -= MOD;`
                -
            13: relational: `>` instead of `>=`
                if (x > MOD) x -= MOD;
            14: constant: `6` instead of `5`
                if (x) y = 6; else y = 6;
            14: constant: `4` instead of `5`
                if (x) y = 4; else y = 6;
            14: drop-else: without `else y = 6;`
                if (x) y = 5;
            14: constant: `7` instead of `6`
                if (x) y = 5; else y = 7;
            14: constant: `5` instead of `6`
                if (x) y = 5; else y = 5;
            15: drop-guard: without `if (x < 0) { return; }`
                -
            15: relational: `<=` instead of `<`
                if (x <= 0) { return; }
        "#]],
    );
}

#[test]
fn swaps() {
    check(
        r#"
x = std::min(a, b) + *max_element(v, v + n);
s = s + "x" + to_string(n);
d = c - 'a' + it - v.begin();
if (i < n && a[i] == 0 || done) x = a - b;
x = (a + b - 1) / b + (a + 6) / 7 + ceil(y) + n / 3;
k = upper_bound(v.begin(), v.end(), x) - v.begin();
std::priority_queue<int> heap;
while (x) { switch (y) { case 1: break; } if (y) break; for (;;) { if (z) break; } }
"#,
        expect![[r#"
            2: swap-extremum: `max` instead of `min`
                x = std::max(a, b) + *max_element(v, v + n);
            2: swap-extremum: `min_element` instead of `max_element`
                x = std::min(a, b) + *min_element(v, v + n);
            2: swap-sign: `-` instead of `+` before `n`
                x = std::min(a, b) + *max_element(v, v - n);
            5: relational: `<=` instead of `<`
                if (i <= n && a[i] == 0 || done) x = a - b;
            5: swap-logic: `&&` instead of `||`
                if (i < n && a[i] == 0 && done) x = a - b;
            5: swap-sign: `+` instead of `-` before `b`
                if (i < n && a[i] == 0 || done) x = a + b;
            6: rounding: `a / b` instead of `(a + b - 1) / b`
                x = a / b + (a + 6) / 7 + ceil(y) + n / 3;
            6: swap-sign: `-` instead of `+` before `b`
                x = (a - b - 1) / b + (a + 6) / 7 + ceil(y) + n / 3;
            6: off-by-one: without `- 1`
                x = (a + b) / b + (a + 6) / 7 + ceil(y) + n / 3;
            6: swap-sign: `-` instead of `+` before `(a + 6) / 7`
                x = (a + b - 1) / b - (a + 6) / 7 + ceil(y) + n / 3;
            6: rounding: `a / 7` instead of `(a + 6) / 7`
                x = (a + b - 1) / b + a / 7 + ceil(y) + n / 3;
            6: swap-sign: `-` instead of `+` before `6`
                x = (a + b - 1) / b + (a - 6) / 7 + ceil(y) + n / 3;
            6: constant: `7` instead of `6`
                x = (a + b - 1) / b + (a + 7) / 7 + ceil(y) + n / 3;
            6: constant: `5` instead of `6`
                x = (a + b - 1) / b + (a + 5) / 7 + ceil(y) + n / 3;
            6: constant: `8` instead of `7`
                x = (a + b - 1) / b + (a + 6) / 8 + ceil(y) + n / 3;
            6: constant: `6` instead of `7`
                x = (a + b - 1) / b + (a + 6) / 6 + ceil(y) + n / 3;
            6: swap-sign: `-` instead of `+` before `ceil(y)`
                x = (a + b - 1) / b + (a + 6) / 7 - ceil(y) + n / 3;
            6: rounding: `floor` instead of `ceil`
                x = (a + b - 1) / b + (a + 6) / 7 + floor(y) + n / 3;
            6: swap-sign: `-` instead of `+` before `n / 3`
                x = (a + b - 1) / b + (a + 6) / 7 + ceil(y) - n / 3;
            6: rounding: `(n + 2) / 3` instead of `n / 3`
                x = (a + b - 1) / b + (a + 6) / 7 + ceil(y) + (n + 2) / 3;
            6: constant: `4` instead of `3`
                x = (a + b - 1) / b + (a + 6) / 7 + ceil(y) + n / 4;
            6: constant: `2` instead of `3`
                x = (a + b - 1) / b + (a + 6) / 7 + ceil(y) + n / 2;
            7: swap-search: `lower_bound` instead of `upper_bound`
                k = lower_bound(v.begin(), v.end(), x) - v.begin();
            8: swap-order: the priority queue gives its elements in the opposite order
                std::priority_queue<int, std::vector<int>, std::greater<int>> heap;
            9: drop-guard: without `if (y) break;`
                while (x) { switch (y) { case 1: break; }  for (;;) { if (z) break; } }
            9: swap-jump: `continue` instead of `break`
                while (x) { switch (y) { case 1: break; } if (y) continue; for (;;) { if (z) break; } }
        "#]],
    );
}

#[test]
fn its_own_names() {
    check(
        r"
struct Node { int key; bool operator<(const Node& other) const { return key > other.key; } };
int min(int a, int b, int c) { return a; }
int main() {
    std::priority_queue<Node> heap;
    x = min(a, b, c);
    chmin(x, y);
}
",
        expect![[r#"
            2: swap-order: `<` instead of `>`
                struct Node { int key; bool operator<(const Node& other) const { return key < other.key; } };
        "#]],
    );
}

#[test]
fn slow_ones() {
    check(
        r"
int find(int x) { return x == p[x] ? x : p[x] = find(p[x]); }
int f(int n) {
    if (n <= 1) return n;
    auto it = memo.find(n);
    if (memo.count(n)) return memo[n];
    return memo[n] = f(n - 1) + f(n - 2);
}
void dfs(int u) {
    if (seen[u]) return;
    for (int v : adj[u]) dfs(v);
}
int main() {
    for (int i = 2; (long long) i * i <= n; i++) if (n % i == 0) x++;
    while (1LL * d * d <= n) d++;
}
",
        expect![[r#"
            2: drop-compression: without writing down `p[x]`
                int find(int x) { return x == p[x] ? x : find(p[x]); }
            4: relational: `<` instead of `<=`
                if (n < 1) return n;
            6: drop-memo: without `if (memo.count(n)) return memo[n];`
                -
            7: drop-memo: without writing down `memo[n]`
                return f(n - 1) + f(n - 2);
            7: off-by-one: without `- 1`
                return memo[n] = f(n) + f(n - 2);
            7: swap-sign: `-` instead of `+` before `f(n - 2)`
                return memo[n] = f(n - 1) - f(n - 2);
            7: swap-sign: `+` instead of `-` before `2`
                return memo[n] = f(n - 1) + f(n + 2);
            7: constant: `3` instead of `2`
                return memo[n] = f(n - 1) + f(n - 3);
            7: constant: `1` instead of `2`
                return memo[n] = f(n - 1) + f(n - 1);
            10: drop-guard: without `if (seen[u]) return;`
                -
            14: loop-bound: `3` instead of `2`
                for (int i = 3; (long long) i * i <= n; i++) if (n % i == 0) x++;
            14: loop-bound: `1` instead of `2`
                for (int i = 1; (long long) i * i <= n; i++) if (n % i == 0) x++;
            14: whole-loop: `i` instead of `(long long) i * i`
                for (int i = 2; i <= n; i++) if (n % i == 0) x++;
            14: narrow: without `(long long)`
                for (int i = 2; i * i <= n; i++) if (n % i == 0) x++;
            14: relational: `<` instead of `<=`
                for (int i = 2; (long long) i * i < n; i++) if (n % i == 0) x++;
            14: loop-bound: `n + 1` instead of `n`
                for (int i = 2; (long long) i * i <= n + 1; i++) if (n % i == 0) x++;
            15: whole-loop: `d` instead of `1LL * d * d`
                while (d <= n) d++;
            15: narrow: without `1LL *`
                while (d * d <= n) d++;
            15: relational: `<` instead of `<=`
                while (1LL * d * d < n) d++;
        "#]],
    );
}
