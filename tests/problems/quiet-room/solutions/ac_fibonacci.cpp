// Fibonacci search: one new measurement per step.
#include <cstdlib>
#include <iostream>
#include <map>

using namespace std;

int n;
map<int, long long> seen;

long long measure(int i) {
    if (i > n) return 2000000000LL + i;  // imagined rooms on the right keep rising
    if (seen.count(i)) return seen[i];
    cout << "? " << i << endl;
    long long noise = 0;
    if (!(cin >> noise)) exit(0);
    return seen[i] = noise;
}

int main() {
    cin >> n;
    // The quietest room is one of lo + 1 .. lo + b - 1.
    int a = 1, b = 2;
    while (b - 1 < n) {
        int c = a + b;
        a = b;
        b = c;
    }
    int lo = 0;
    while (b > 2) {
        int left = lo + b - a, right = lo + a;
        long long l = measure(left), r = measure(right);
        if (l > r) lo = left;
        int shorter = b - a;
        b = a;
        a = shorter;
    }
    cout << "! " << lo + 1 << endl;
}
