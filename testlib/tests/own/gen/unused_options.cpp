#include "testlib.h"
int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    opt<int>("n", 1);
    suppressEnsureNoUnusedOpts();
    // Only the check at the end of the program is switched off.
    if (has_opt("now"))
        ensureNoUnusedOpts();
    println("fine");
}
