// Every guest walks along the tables and counts.
#include <iostream>
#include <vector>

using namespace std;

int main() {
    int m, d;
    cin >> m >> d;
    vector<int> c(m);
    for (auto& x : c) cin >> x;
    long long clinks = 0;
    for (int i = 0; i < m; ++i)
        for (int guest = 0; guest < c[i]; ++guest)
            for (int j = i + d; j < m; ++j) clinks += c[j];
    cout << clinks << endl;
}
