// Prints drawn integers with so many of them on a line; 0 stands for all.
// usage: print COUNT, with the number per line in the environment variable PER_LINE

#include <cstdlib>

#include "draws.hpp"
#include "output.hpp"

int main(int argc, char* argv[]) {
    Draws draws(argc, argv);
    const int n = std::atoi(argv[1]);
    const char* const per_line = std::getenv("PER_LINE");
    const int line = per_line == nullptr ? 1 : std::atoi(per_line);
    static Output out;
    for (int left = line, i = 1; i <= n; ++i) {
        const bool ends = i == n || --left == 0;
        out.put(static_cast<unsigned>(draws.between(1, 1000000000)), ends ? '\n' : ' ');
        if (ends)
            left = line;
    }
}
