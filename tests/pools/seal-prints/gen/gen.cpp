// gen N K LETTERS PERIOD: letters at random; with PERIOD > 0 they come again after so many, but for a few
#include "testlib.h"

#include <string>

using namespace std;

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    int n = opt<int>(1), k = opt<int>(2), letters = opt<int>(3), period = opt<int>(4);
    string s(n, 'a');
    for (int i = 0; i < n; ++i) {
        bool copies = period > 0 && i >= period && rnd.next(50) > 0;
        s[i] = copies ? s[i - period] : 'a' + rnd.next(letters);
    }
    println(k);
    println(s);
}
