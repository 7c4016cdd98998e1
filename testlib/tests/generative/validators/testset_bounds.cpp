#include "testlib.h"
#include <string>
using namespace std;

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    bool pretests = validator.testset() == "pretests";
    int limit = pretests ? 1000 : 100000;
    int n = inf.readInt(1, limit, "n");
    inf.readEoln();
    for (int i = 0; i < n; i++) {
        if (i > 0) inf.readSpace();
        inf.readInt(1, limit, "a_i");
    }
    inf.readEoln();
    inf.readEof();
    return 0;
}
