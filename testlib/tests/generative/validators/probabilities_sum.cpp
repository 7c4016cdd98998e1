#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int n = inf.readInt(1, 20, "n");
    inf.readEoln();
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double p = inf.readDouble(0.0, 1.0, "p");
        sum += p;
        if (i < n - 1) inf.readSpace();
    }
    inf.readEoln();
    ensuref(fabs(sum - 1) < 1e-6, "probabilities must sum up to 1");
    inf.readEof();
}
