#include "testlib.h"
using namespace std;
int main() {
    registerValidation(); inf.readInt(); inf.readSpace(); inf.readToken(); vector<int> c = inf.getReadChars(); println(c); inf.readEoln(); inf.readEof();
}
