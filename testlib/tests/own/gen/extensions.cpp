#include "testlib.h"
using namespace std;
int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1); random_t start = rnd; long long big = 10; vector<int> v = {1, 2, 3, 4, 5}, w = v; int raw[] = {7, 8, 9};
    long long a = rnd.next(1, big); rnd = start; long long b = rnd.next(1LL, 10LL); ensure(a == b, "%lld %lld", a, b);
    rnd = start; long long c = rnd.next(0, v.size()); rnd = start; ensure(c == rnd.next(0LL, 5LL));
    rnd = start; rnd.shuffle(v); rnd = start; shuffle(w.begin(), w.end()); ensure(v == w); rnd = start; shuffle(w); ensure(w != v);
    rnd = start; int d = rnd.any(raw); rnd = start; int e = rnd.any(raw, raw + 3); ensure(d == e); println(); println(make_pair(1, "x"), vector<pair<int, int>>{{1, 2}, {3, 4}}); println(vector<vector<int>>{{1, 2}, {}, {3}}); println(1, 2, 3, 4, 5, 6, 7, 8, 9); const char* p = "p"; println(string("s"), p); char buffer[] = "buf"; println(buffer, buffer); println(buffer); println(map<int, string>{{1, "one"}}); println(-128, short(-5), (signed char)'c', LLONG_MIN, ULLONG_MAX);
    ensuref(argc < 3, string("100% plain")); ensure(argc < 2, "%d arguments", argc);
}
