// Throws away the room in the middle although it may be the quietest.
#include <cstdlib>
#include <iostream>

using namespace std;

int measure(int i) {
    cout << "? " << i << endl;
    int noise = 0;
    if (!(cin >> noise)) exit(0);
    return noise;
}

int main() {
    int n;
    cin >> n;
    int lo = 1, hi = n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        int here = measure(mid);
        int next = measure(mid + 1);
        if (here > next) lo = mid + 1;
        else hi = mid - 1;
    }
    cout << "! " << lo << endl;
}
