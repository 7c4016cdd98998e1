#include "testlib.h"
using namespace std;
// Draws of mixed types are those of their common type, misnamed draws those of the right name.
template <typename Left, typename Right>
void same(Left left, Right right) {
    const random_t start = rnd;
    const auto a = left();
    rnd = start;
    const auto b = right();
    rnd = start;
    ensure(a == b);
}
int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    const int raw[] = {7, 8, 9};
    const vector<int> v(raw, raw + 3);
    for (int i = 0; i < 20; ++i, rnd.next()) {
        same([] { return rnd.next(5u, 10); }, [] { return rnd.next(5LL, 10LL); });
        same([] { return rnd.distinct(3, 1, 10LL); }, [] { return rnd.distinct(3, 1LL, 10LL); });
        same([] { return rnd.distinct<int>(3, 1, 10LL); }, [] { return rnd.distinct(3, 1, 10); });
        same([] { return rnd.distinct(3, short(1), 10); }, [] { return rnd.distinct(3, 1, 10); });
        same([] { return rnd.partition(3, 10LL, 1); }, [] { return rnd.partition(3, 10LL, 1LL); });
        same([] { return rnd.partition(3, size_t(10), 0); }, [] { return rnd.partition(3, 10LL, 0LL); });
        same([&] { return rnd.wany(raw, 2); }, [&] { return rnd.wany(v, 2); });
        same([&] { return rnd.wany(raw, raw + 3, -2); }, [&] { return rnd.wany(v, -2); });
        same([&] { return rnd.any(raw, raw + 3); }, [&] { return rnd.any(v); });
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
        same([] { return rnd.randint(1, 10); }, [] { return rnd.next(1, 10); });
        same([] { return rnd.randint(1, 10LL); }, [] { return rnd.next(1LL, 10LL); });
        same([] { return rnd.nextInt(10); }, [] { return rnd.next(10); });
        same([] { return rnd.nextDouble(1, 2); }, [] { return rnd.next(1.0, 2.0); });
    }
    println(vector<pair<int, char>>{{1, 'a'}}, vector<vector<string>>{{"b", "c"}, {"d"}});
    quitif(argc > 2, _fail, string("100%"));
}
