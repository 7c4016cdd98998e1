// Calm days, main solution: two deques. O(n).
#include <algorithm>
#include <cstdio>
#include <deque>
#include <vector>

int main() {
    int n;
    long long d;
    if (scanf("%d %lld", &n, &d) != 2) return 1;
    std::vector<long long> days(n);
    for (auto& day : days)
        if (scanf("%lld", &day) != 1) return 1;
    std::deque<int> low, high;
    int best = 0;
    for (int right = 0, left = 0; right < n; right++) {
        while (!low.empty() && days[low.back()] >= days[right]) low.pop_back();
        while (!high.empty() && days[high.back()] <= days[right]) high.pop_back();
        low.push_back(right);
        high.push_back(right);
        while (days[high.front()] - days[low.front()] > d) {
            left++;
            if (low.front() < left) low.pop_front();
            if (high.front() < left) high.pop_front();
        }
        best = std::max(best, right - left + 1);
    }
    printf("%d\n", best);
}
