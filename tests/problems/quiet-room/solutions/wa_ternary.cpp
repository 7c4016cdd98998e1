// Cuts into thirds: two measurements for a third of the corridor are too dear.
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
        int a = lo + (hi - lo) / 3, b = hi - (hi - lo) / 3;
        int first = measure(a);
        int second = measure(b);
        if (first > second) lo = a + 1;
        else hi = b - 1;
    }
    cout << "! " << lo << endl;
}
