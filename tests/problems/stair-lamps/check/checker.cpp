// checker INPUT CORRECT FOUND: the share of the points on stdout, what contestants read on stderr.
#include <cstdio>
#include <fstream>
#include <vector>

static int tell(double share, const char* message) {
    std::printf("%.2f\n", share);
    std::fprintf(stderr, "%s\n", message);
    return 0;
}

int main(int argc, char** argv) {
    if (argc < 4) return 1;
    std::ifstream input(argv[1]), correct(argv[2]), found(argv[3]);
    long long n, k, best, length, first;
    input >> n >> k;
    std::vector<long long> sums(1, 0);
    for (long long lamp; input >> lamp;) sums.push_back(sums.back() + lamp);
    correct >> best;
    if (!(found >> length)) return tell(0, "there is no number of lamps");
    if (length != best) return tell(0, "the number of lamps is wrong");
    if (!(found >> first)) return tell(0.5, "the number of lamps is right, and the first of them is missing");
    if (first < 1 || first + length - 1 > n) return tell(0.5, "the number of lamps is right, and they are not all on the stairs");
    if (sums[first + length - 1] - sums[first - 1] > k)
        return tell(0.5, "the number of lamps is right, and these blow the fuse");
    return tell(1, "right");
}
