// A count, then so many integers from 1 to the limit, separated by spaces or line ends.
// usage: ints LIMIT space|line

#include "input.hpp"

int main(int, char* argv[]) {
    static Input in(0);
    const long long limit = std::atoll(argv[1]);
    const char separator = argv[2][0] == 's' ? ' ' : '\n';
    const long long n = in.integer(1, 100000000);
    in.expect('\n');
    for (long long i = 1; i <= n; ++i) {
        in.integer(1, limit);
        in.expect(i == n ? '\n' : separator);
    }
    in.expect_end();
}
