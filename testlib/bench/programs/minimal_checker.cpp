#include "testlib.h"

int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    const int expected = ans.readInt();
    const int found = ouf.readInt();
    if (expected != found)
        quitf(_wa, "expected %d, found %d", expected, found);
    quitf(_ok, "%d", found);
}
