#include "testlib.h"
int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    if (!inf.eof()) {
        inf.readToken();
        inf.readEoln();
    }
    inf.readEof();
}
