// Real numbers, in order; each may be off by 1e-6, absolutely or relatively.
#include "testlib.h"

const double TOLERANCE = 1e-6;

int main(int argc, char* argv[]) {
    setName("real numbers within 1e-6");
    registerTestlibCmd(argc, argv);
    int position = 0;
    while (!ans.seekEof()) {
        ++position;
        double jury = ans.readDouble();
        double found = ouf.readDouble();
        if (!doubleCompare(jury, found, TOLERANCE))
            quitf(_wa, "number %d is %.9f, which is too far from %.9f", position, found, jury);
    }
    quitf(_ok, "%d number(s)", position);
}
