#include "testlib.h"
using namespace std;
int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    const string how = argv[1];
    while (!inf.eof())
        inf.skipChar();
    const char end = inf.readChar();
    if (how == "end")
        inf.unreadChar(end);
    if (how == "both")
        inf.unreadChar(end), inf.unreadChar('7');
    if (how == "number")
        inf.nextChar(), inf.unreadChar('2'), inf.unreadChar('1');
    if (how == "line")
        inf.unreadChar('\n'), inf.readEoln();
    if (how == "both" || how == "number")
        println(inf.readInt());
    println(inf.eof());
    inf.readEof();
}
