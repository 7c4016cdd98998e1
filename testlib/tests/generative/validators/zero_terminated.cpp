#include "testlib.h"
using namespace std;

int main() {
    registerValidation();
    int cases = 0;
    while (true) {
        int n = inf.readInt(0, 100, "n");
        inf.readSpace();
        int m = inf.readInt(0, 100, "m");
        inf.readEoln();
        if (n == 0 && m == 0) break;
        ensuref(n > 0 && m > 0, "only the last line may have zeroes");
        cases++;
        ensuref(cases <= 30, "too many data sets");
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                if (j) inf.readSpace();
                inf.readInt(0, 9, "cell");
            }
            inf.readEoln();
        }
    }
    inf.readEof();
    return 0;
}
