// gen -t T -n N -max V -runs R: trolleys with up to N different books, in runs of up to R, with numbers up to V
#include "testlib.h"

#include <set>
#include <vector>

using namespace std;

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    int t = opt<int>("t"), n = opt<int>("n"), most = opt<int>("max"), runs = opt<int>("runs");
    println(t);
    for (int i = 0; i < t; ++i) {
        int size = rnd.next(1, n);
        set<int> chosen;
        while ((int)chosen.size() < size) {
            int v = rnd.next(1, most);
            int length = rnd.next(1, runs);
            while (length-- > 0 && v < most && (int)chosen.size() < size) chosen.insert(v++);
            if (most <= 2) chosen.insert(v);
        }
        vector<int> books(chosen.begin(), chosen.end());
        shuffle(books.begin(), books.end());
        println(size);
        println(books);
    }
}
