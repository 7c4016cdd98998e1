#include "testlib.h"
#include <string>

int main() {
    registerValidation();
    for (int i = 0; i < 2; i++) {
        std::string s = inf.readToken("-?[0-9]{1,1000}", "number");
        inf.readEoln();
        std::string d = s[0] == '-' ? s.substr(1) : s;
        ensuref(d.size() == 1 || d[0] != '0', "leading zeroes are not allowed");
        ensuref(s != "-0", "negative zero");
    }
    inf.readEof();
}
