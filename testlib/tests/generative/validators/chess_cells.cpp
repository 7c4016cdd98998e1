#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(2, 32, "n");
    inf.readEoln();
    set<string> used;
    int kings[2] = {0, 0};
    for (int i = 0; i < n; i++) {
        string side = inf.readToken("(white|black)", "side");
        inf.readSpace();
        string piece = inf.readToken("[KQRBNP]", "piece");
        inf.readSpace();
        string cell = inf.readToken("[a-h][1-8]", "cell");
        inf.readEoln();
        ensuref(used.insert(cell).second, "cell %s is used twice", cell.c_str());
        if (piece == "K") kings[side == "white"]++;
        if (piece == "P") ensuref(cell[1] != '1' && cell[1] != '8', "pawn on the last rank");
    }
    ensuref(kings[0] == 1 && kings[1] == 1, "each side must have exactly one king");
    inf.readEof();
}
