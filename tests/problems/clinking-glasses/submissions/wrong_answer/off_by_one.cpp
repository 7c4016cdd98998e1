// Tables exactly d apart do not clink here.
#include <iostream>
#include <vector>

using namespace std;

int main() {
    int m, d;
    cin >> m >> d;
    vector<long long> c(m);
    long long clinks = 0, back = 0;
    for (int i = 0; i < m; ++i) {
        cin >> c[i];
        if (i > d) back += c[i - d - 1];
        clinks += back * c[i];
    }
    cout << clinks << endl;
}
