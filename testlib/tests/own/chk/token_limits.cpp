#include "testlib.h"
using namespace std;
int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    const string how = inf.readToken();
    ouf.maxTokenLength = 3;
    if (how == "int")
        quitf(_ok, "%d", ouf.readInt());
    if (how == "long")
        quitf(_ok, "%lld", ouf.readLong(-9999, 9999));
    quitf(_ok, "%llu", ouf.readUnsignedLong());
}
