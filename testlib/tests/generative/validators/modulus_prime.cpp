#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

bool isPrime(int x) {
    if (x < 2) return false;
    for (int d = 2; 1LL * d * d <= x; d++)
        if (x % d == 0) return false;
    return true;
}

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int p = inf.readInt(2, 1000000007, "p");
    ensuref(isPrime(p), "p = %d is not prime", p);
    inf.readSpace();
    inf.readInt(1, p - 1, "a");
    inf.readSpace();
    inf.readInt(1, p - 1, "b");
    inf.readEoln();
    inf.readEof();
}
