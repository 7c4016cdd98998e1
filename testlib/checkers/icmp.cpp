// Compares two signed 32-bit integers.

#include "testlib.h"

int main(int argc, char* argv[]) {
    setName("compare two signed int32's");
    registerTestlibCmd(argc, argv);

    const int expected = ans.readInt();
    const int found = ouf.readInt();
    if (expected != found)
        quitf(_wa, "expected %d, found %d", expected, found);
    quitf(_ok, "answer is %d", expected);
}
