#include "testlib.h"
#include <string>
#include <set>
using namespace std;

int main() {
    registerValidation();
    int n = inf.readInt(1, 50, "n");
    inf.readEoln();
    set<string> titles;
    for (int i = 0; i < n; i++) {
        string s = inf.readLine("[a-zA-Z\\ ]{1,50}", "title");
        ensuref(s[0] != ' ' && s.back() != ' ', "title %d begins or ends with a space", i + 1);
        ensuref(s.find("  ") == string::npos, "two consecutive spaces in a title");
        ensuref(titles.insert(s).second, "titles must be unique");
    }
    inf.readEof();
}
