#include "testlib.h"
using namespace std;
int main(int argc, char* argv[]) {
    registerValidation(argc, argv); setTestCase(1); string a = inf.readToken(); inf.readSpace(); string b = inf.readToken(); inf.readEoln(); setTestCase(2); string c = inf.readLine(); inf.unreadChar('\n'); for (char x : c) (void)x, inf.unreadChar(x == 'q' ? 'Q' : x); string d = inf.readLine(); inf.readEof();
    printf("%d %d %d %d %d %c\n", int(a.size()), int(b.size()), int(c.size()), int(d.size()), int(a == string(a.size(), 'a') && b == string(b.size(), 'b')), d.empty() ? '-' : d[0]);
}
