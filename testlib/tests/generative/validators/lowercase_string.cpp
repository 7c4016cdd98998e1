#include "testlib.h"

int main() {
    registerValidation();
    inf.readToken("[a-z]{1,100000}", "s");
    inf.readEoln();
    inf.readToken("[a-z]{1,100000}", "t");
    inf.readEoln();
    inf.readEof();
}
