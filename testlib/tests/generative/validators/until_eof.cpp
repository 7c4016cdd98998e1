#include "testlib.h"

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    int lines = 0;
    while (!inf.eof()) {
        inf.readInt(1, 1000, "a");
        inf.readSpace();
        inf.readInt(1, 1000, "b");
        inf.readEoln();
        lines++;
        ensuref(lines <= 1000, "too many lines");
    }
    ensuref(lines > 0, "the input is empty");
    inf.readEof();
}
