// gen N MAX D COPIES: heights up to MAX, of which about half have a partner; each comes up to COPIES times
#include "testlib.h"

#include <vector>

using namespace std;

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    int n = opt<int>(1);
    long long most = opt<long long>(2), d = opt<long long>(3);
    int copies = opt<int>(4);
    vector<long long> a;
    while ((int)a.size() < n) {
        long long height = rnd.next(0LL, most);
        if (!a.empty() && rnd.next(2) && a.back() + d <= most) height = a.back() + d;
        for (int count = rnd.next(1, copies); count > 0 && (int)a.size() < n; --count) a.push_back(height);
    }
    shuffle(a.begin(), a.end());
    println(n, d);
    println(a);
}
