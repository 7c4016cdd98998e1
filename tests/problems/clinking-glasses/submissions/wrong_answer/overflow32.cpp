// Counts in 32 bits.
#include <iostream>
#include <vector>

using namespace std;

int main() {
    unsigned m, d;
    cin >> m >> d;
    vector<unsigned> c(m);
    unsigned clinks = 0, back = 0;
    for (unsigned i = 0; i < m; ++i) {
        cin >> c[i];
        if (i >= d) back += c[i - d];
        clinks += back * c[i];
    }
    cout << clinks << endl;
}
