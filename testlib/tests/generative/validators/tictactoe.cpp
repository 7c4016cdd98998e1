#include "testlib.h"
#include <string>
using namespace std;

int main() {
    registerValidation();
    int x = 0, o = 0;
    string b[3];
    for (int i = 0; i < 3; i++) {
        b[i] = inf.readLine("[XO.]{3}", "row");
        for (char c : b[i]) {
            if (c == 'X') x++;
            if (c == 'O') o++;
        }
    }
    ensuref(x == o || x == o + 1, "impossible position: %d crosses, %d noughts", x, o);
    inf.readEof();
}
