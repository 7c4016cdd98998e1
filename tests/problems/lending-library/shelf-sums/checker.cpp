#include "testlib.h"

int main(int argc, char* argv[]) {
    setName("whole numbers in order");
    registerTestlibCmd(argc, argv);
    int count = 0;
    while (!ans.seekEof()) {
        long long wanted = ans.readLong();
        long long found = ouf.readLong();
        count++;
        if (wanted != found) quitf(_wa, "question %d: expected %lld, found %lld", count, wanted, found);
    }
    if (!ouf.seekEof()) quitf(_wa, "more numbers than questions");
    quitf(_ok, "%d numbers", count);
}
