#include "testlib.h"
using namespace std;
int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv); string how = ouf.readToken();
    if (how == "token") inf.readToken();
    if (how == "int") inf.readInt();
    if (how == "line") inf.readLine();
    if (how == "char") quitf(_ok, "%d", int((unsigned char)inf.readChar()));
    if (how == "eof") quitf(_ok, "%d %d %d", int(inf.eof()), int(inf.seekEof()), int(inf.eoln()));
    ensure_ext(how == "nothing"); quitf(_ok, "fine");
}
