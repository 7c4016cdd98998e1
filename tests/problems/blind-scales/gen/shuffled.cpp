#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

// Different weights in an order that depends on nothing but the arguments.
int main(int, char* argv[]) {
    int n = atoi(argv[1]);
    uint64_t state = atoi(argv[2]);
    auto below = [&](uint64_t bound) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return (state >> 33) % bound;
    };
    std::vector<int> weights(n);
    int weight = 0;
    for (int& one : weights) one = weight += 1 + below(1000);
    for (int i = n - 1; i > 0; i--) std::swap(weights[i], weights[below(i + 1)]);
    printf("%d\n", n);
    for (int i = 0; i < n; i++) printf("%d%c", weights[i], i + 1 < n ? ' ' : '\n');
}
