// The number 1, then one token of at most 2^25 small letters on a line.

#include "input.hpp"

int main() {
    static Input in(0);
    in.integer(1, 1);
    in.expect('\n');
    long size = 0;
    do {
        in.prepare();
        size += in.take_while(is_small_letter);
    } while (in.at == in.end && !in.at_end());
    require(0 < size && size <= 1L << 25);
    in.expect('\n');
    in.expect_end();
}
