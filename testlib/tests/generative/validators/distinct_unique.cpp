#include <bits/stdc++.h>
#include "testlib.h"
#define all(v) (v).begin(), (v).end()
using namespace std;

int main(int argc, char* argv[]) {
	registerValidation(argc, argv);
	int n = inf.readInt(1, 300, "n");
	inf.readEoln();
	auto a = inf.readInts(n, 0, 499, "a");
	inf.readEoln();
	sort(all(a));
	a.erase(unique(all(a)), a.end());
	ensuref((int)a.size() == n, "all a_i must be distinct");
	inf.readEof();
}
