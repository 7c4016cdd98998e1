// Planks: the number has to be the least, and the planks have to cover all that is broken.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

static void say(const char* verdict, const std::string& comment, int percent) {
    printf("%s\n%s\n%d\n", verdict, comment.c_str(), percent);
    exit(0);
}

int main(int argc, char** argv) {
    if (argc < 4) return 3;
    std::ifstream input(argv[1]), output(argv[2]), answer(argv[3]);
    long long n, k, least, found, tile;
    input >> n >> k;
    answer >> least;
    if (!(output >> found)) say("WRONG", "no number", 0);
    if (found != least) say("WRONG", "another number of planks", 0);
    std::vector<long long> begins;
    for (long long begin; (long long)begins.size() < found && output >> begin;) {
        if (begin < 1 || (!begins.empty() && begin <= begins.back())) say("OK", "planks out of order", 40);
        begins.push_back(begin);
    }
    std::string more;
    if ((long long)begins.size() < found || output >> more) say("OK", "not as many planks as said", 40);
    size_t at = 0;
    while (input >> tile) {
        while (at < begins.size() && begins[at] + k <= tile) at++;
        if (at == begins.size() || begins[at] > tile) say("OK", "tile " + std::to_string(tile) + " is open", 40);
    }
    say("OK", "", 100);
}
