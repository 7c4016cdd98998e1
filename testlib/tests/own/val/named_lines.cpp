#include "testlib.h"
using namespace std;
// Looking for an end and reading any character leave the line of messages where it was.
int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    const string how = argv[1];
    if (how == "nothing") inf.eof(), inf.readChar();
    else inf.readInt();
    if (how == "eof") inf.readEoln(), inf.eof();
    if (how == "seekEof") inf.seekEof();
    if (how == "eoln") inf.eoln(), inf.eoln();
    if (how == "seekEoln") inf.seekEoln(), inf.seekEoln(), inf.seekEoln();
    if (how == "readChar") inf.readEoln(), inf.readChar();
    if (how == "nextChar") inf.readEoln(), inf.nextChar();
    if (how == "int") inf.eoln(), inf.readInt();
    if (how == "wanted") inf.eoln(), inf.readChar('2');
    if (how == "readEoln") inf.eoln(), inf.eoln(), inf.readInt(), inf.readEoln();
    if (how == "line") inf.eoln(), inf.readLine(), inf.eoln();
    if (how == "readEof") inf.eoln(), inf.readEof();
    inf.quitf(_wa, "here");
}
