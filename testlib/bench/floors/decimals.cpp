// A count, then so many numbers from 0 to 10^6 with six decimals, separated by spaces.

#include "input.hpp"

static void decimal(Input& in) {
    const long long whole = in.integer(0, 1000000);
    in.expect('.');
    const char* stop = in.at;
    long long part = 0;
    for (unsigned digit; (digit = static_cast<unsigned>(*stop) - '0') <= 9; ++stop)
        part = part * 10 + digit;
    require(stop - in.at == 6 && (whole < 1000000 || part == 0));
    in.at = stop;
}

int main() {
    static Input in(0);
    const long long n = in.integer(1, 100000000);
    in.expect('\n');
    for (long long i = 1; i <= n; ++i) {
        decimal(in);
        in.expect(i == n ? '\n' : ' ');
    }
    in.expect_end();
}
