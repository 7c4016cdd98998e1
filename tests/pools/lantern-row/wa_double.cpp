// Adds up in floating point.
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<pair<double, double>> stack;
    double here = 0, sum = 0;
    for (int i = 0; i < n; ++i) {
        double x, count = 1;
        if (scanf("%lf", &x) != 1) return 1;
        while (!stack.empty() && stack.back().first <= x) {
            here -= stack.back().first * stack.back().second;
            count += stack.back().second;
            stack.pop_back();
        }
        stack.push_back({x, count});
        here += x * count;
        sum += here;
    }
    printf("%.0f\n", sum);
}
