#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int a[9][9];

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    for (int i = 0; i < 9; i++) {
        for (int j = 0; j < 9; j++) {
            a[i][j] = inf.readInt(1, 9, "cell");
            if (j < 8) inf.readSpace();
        }
        inf.readEoln();
    }
    inf.readEof();
    for (int i = 0; i < 9; i++) {
        int r = 0, c = 0, b = 0;
        for (int j = 0; j < 9; j++) {
            r |= 1 << a[i][j];
            c |= 1 << a[j][i];
            b |= 1 << a[i / 3 * 3 + j / 3][i % 3 * 3 + j % 3];
        }
        ensuref(r == 1022 && c == 1022 && b == 1022, "not a correct sudoku, line %d", i + 1);
    }
}
