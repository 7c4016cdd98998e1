#include "testlib.h"

#include <string>

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int k = inf.readInt(1, 5000, "k");
    inf.readEoln();
    std::string s = inf.readToken("[a-z]{1,5000}", "s");
    ensuref(k <= (int)s.size(), "the window is wider than the print");
    inf.readEoln();
    inf.readEof();
}
