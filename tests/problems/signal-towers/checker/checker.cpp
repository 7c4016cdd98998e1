// checker INPUT ANSWER OUTPUT: prints which share of the points the output is worth, and why.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

static int leave(double share, const string& why) {
    cout << share << endl;
    cerr << why << endl;
    return 0;
}

int main(int, char* argv[]) {
    ifstream input(argv[1]), answer(argv[2]), output(argv[3]);
    string secret;
    int n;
    input >> secret >> n;
    vector<int> reach(n);
    for (int& one : reach) input >> one;
    int least, count;
    answer >> least;
    if (!(output >> count) || count < 0 || count > n) return leave(0, "there is no count");
    vector<int> seen(n + 1);
    for (int i = 0; i < count; i++) {
        int tower;
        if (!(output >> tower) || tower < 1 || tower > n) return leave(0, "there is no such tower");
        int from = max(0, tower - 1 - reach[tower - 1]), to = min(n, tower + reach[tower - 1]);
        seen[from]++;
        seen[to]--;
    }
    string rest;
    if (output >> rest) return leave(0, "something follows the towers");
    int lights = 0;
    for (int i = 0; i < n; i++) {
        lights += seen[i];
        if (lights == 0) return leave(0, "tower " + to_string(i + 1) + " is dark");
    }
    if (count > least) return leave(0.5, "all is lit, by " + to_string(count) + " towers instead of " + to_string(least));
    if (count < least) return leave(1, "better than the model solution");
    return leave(1, "as few as can be");
}
