#include "testlib.h"
using namespace std;
int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    ouf.maxMessageLength = static_cast<size_t>(inf.readInt());
    quit(_wa, string(60, 'm'));
}
