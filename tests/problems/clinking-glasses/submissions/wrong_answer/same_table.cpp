// Subtracts the pairs that sit too close, but forgets the pairs at one and the same table.
#include <algorithm>
#include <iostream>
#include <vector>

using namespace std;

int main() {
    int m, d;
    cin >> m >> d;
    vector<long long> c(m);
    long long guests = 0;
    for (auto& x : c) {
        cin >> x;
        guests += x;
    }
    long long clinks = guests * (guests - 1) / 2;
    for (int i = 0; i < m; ++i)
        for (int j = max(0, i - d + 1); j < i; ++j) clinks -= c[i] * c[j];
    cout << clinks << endl;
}
