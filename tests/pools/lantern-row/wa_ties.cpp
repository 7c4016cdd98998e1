// A stretch with two brightest lanterns is counted for both.
#include <cstdio>
#include <vector>

using namespace std;

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    vector<long long> a(n);
    for (auto& x : a)
        if (scanf("%lld", &x) != 1) return 1;
    vector<int> left(n), right(n), stack;
    for (int i = 0; i < n; ++i) {
        while (!stack.empty() && a[stack.back()] <= a[i]) stack.pop_back();
        left[i] = stack.empty() ? -1 : stack.back();
        stack.push_back(i);
    }
    stack.clear();
    for (int i = n - 1; i >= 0; --i) {
        while (!stack.empty() && a[stack.back()] <= a[i]) stack.pop_back();
        right[i] = stack.empty() ? n : stack.back();
        stack.push_back(i);
    }
    long long sum = 0;
    for (int i = 0; i < n; ++i) sum += a[i] * (i - left[i]) * (right[i] - i);
    printf("%lld\n", sum);
}
