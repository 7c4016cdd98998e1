// Compares every room with its right neighbour, and the last room has none.
#include <cstdlib>
#include <iostream>
#include <vector>

using namespace std;

vector<int> noise;

int measure(int i) {
    if (noise.at(i) >= 0) return noise[i];
    cout << "? " << i << endl;
    if (!(cin >> noise[i])) exit(0);
    return noise[i];
}

int main() {
    int n;
    cin >> n;
    noise.assign(n + 1, -1);
    int lo = 1, hi = n;
    while (lo <= hi) {
        int mid = (lo + hi) / 2;
        int here = measure(mid);
        int next = measure(mid + 1);
        if (here > next) lo = mid + 1;
        else hi = mid - 1;
    }
    cout << "! " << lo << endl;
}
