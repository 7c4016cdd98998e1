#include "testlib.h"
#include <bits/stdc++.h>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    string s = inf.readToken("[a-z]{1,1000}", "s");
    inf.readEoln();
    string r(s.rbegin(), s.rend());
    ensuref(s == r, "s must be a palindrome");
    inf.readEof();
}
