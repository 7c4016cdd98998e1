#include "testlib.h"
using namespace std;
int main(int argc, char* argv[]) {
    registerInteraction(argc, argv);
    printf("printf\n"); int a = ouf.readInt(); cout << "cout\n"; int b = ouf.readInt(); println("println"); int c = ouf.readInt(); if (!ouf.eoln()) quitf(_pe, "no line end"); quitf(_ok, "%d", a + b + c);
}
