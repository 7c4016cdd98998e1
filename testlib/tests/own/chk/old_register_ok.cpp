#include "testlib.h"
int main(int argc, char* argv[]) {
    (void)argv;
    if (argc > 1) registerTestlib(5, "in.txt", "out.txt", "ans.txt", "report.txt", "-appes");
    else registerTestlib(3, "in.txt", "out.txt", "ans.txt");
    int a = ouf.readInt(); quitf(a == ans.readInt() ? _ok : _wa, "a=%d", a);
}
