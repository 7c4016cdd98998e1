// A count, then so many tokens of 1 to 20 small letters, separated by spaces or line ends.
// usage: tokens space|line

#include "input.hpp"

int main(int, char* argv[]) {
    static Input in(0);
    const char separator = argv[1][0] == 's' ? ' ' : '\n';
    const long long n = in.integer(1, 100000000);
    in.expect('\n');
    for (long long i = 1; i <= n; ++i) {
        in.prepare();
        const long size = in.take_while(is_small_letter);
        require(0 < size && size <= 20);
        in.expect(i == n ? '\n' : separator);
    }
    in.expect_end();
}
