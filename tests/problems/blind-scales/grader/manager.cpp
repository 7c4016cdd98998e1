#include <cstdio>
#include <vector>

// manager FROM_SOLUTION TO_SOLUTION < INPUT: answers weighings, and prints the share of the points.
int result(const char* share, const char* words) {
    puts(share);
    fprintf(stderr, "%s\n", words);
    return 0;
}

int main(int, char* argv[]) {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> weights(n);
    for (int& weight : weights)
        if (scanf("%d", &weight) != 1) return 1;
    FILE* to = fopen(argv[2], "w");
    FILE* from = fopen(argv[1], "r");
    fprintf(to, "%d\n", n);
    fflush(to);
    const int few = (3 * n + 1) / 2 - 2, most = 2 * n - 3;
    char what;
    int i, j, asked = 0;
    while (fscanf(from, " %c %d %d", &what, &i, &j) == 3) {
        if (i < 0 || i >= n || j < 0 || j >= n) return result("0", "no such crate");
        if (what == '!') {
            for (int weight : weights)
                if (weight < weights[i] || weight > weights[j]) return result("0", "another crate is lighter or heavier");
            return asked <= few ? result("1", "well done") : result("0.5", "too many weighings");
        }
        if (++asked > most) return result("0", "far too many weighings");
        fprintf(to, "%d\n", weights[i] < weights[j]);
        fflush(to);
    }
    return result("0", "no answer");
}
