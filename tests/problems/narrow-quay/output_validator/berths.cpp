// berths input answer feedback/ [partial] < output
// With `partial`, up to twice as many berths as needed are accepted for half of the points.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

static std::string feedback;

static void reject(const char* why) {
    if (FILE* message = fopen((feedback + "judgemessage.txt").c_str(), "w")) {
        fprintf(message, "%s\n", why);
        fclose(message);
    }
    exit(43);
}

int main(int argc, char* argv[]) {
    FILE* input = fopen(argv[1], "r");
    FILE* answer = fopen(argv[2], "r");
    feedback = argv[3];
    bool partial = argc > 4 && strcmp(argv[4], "partial") == 0;
    int n, fewest, k;
    if (!input || !answer || fscanf(input, "%d", &n) != 1 || fscanf(answer, "%d", &fewest) != 1) return 1;
    if (scanf("%d", &k) != 1 || k < 1 || k > n) reject("no number of berths");
    std::vector<std::vector<std::pair<int, int>>> at(k);
    for (int i = 0; i < n; ++i) {
        int comes, leaves, berth;
        if (fscanf(input, "%d %d", &comes, &leaves) != 2) return 1;
        if (scanf("%d", &berth) != 1 || berth < 1 || berth > k) reject("no such berth");
        at[berth - 1].push_back({comes, leaves});
    }
    char rest;
    if (scanf(" %c", &rest) == 1) reject("something follows the berths");
    for (auto& boats : at) {
        std::sort(boats.begin(), boats.end());
        for (size_t i = 1; i < boats.size(); ++i)
            if (boats[i].first < boats[i - 1].second) reject("two boats at one berth");
    }
    if (k < fewest) return 1;
    if (k == fewest) return 42;
    if (!partial || k > 2 * fewest) reject("too many berths");
    FILE* score = fopen((feedback + "score_multiplier.txt").c_str(), "w");
    if (!score) return 1;
    fprintf(score, "0.5\n");
    fclose(score);
    return 42;
}
