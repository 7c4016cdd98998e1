// Compares two files of numbers with a point, each of at most 15 digits.
// usage: compare_decimals FILE FILE

#include <cmath>

#include "input.hpp"

static double decimal(Input& in) {
    static const double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    in.prepare();
    const char* start = in.at;
    const bool negative = *start == '-';
    start += negative;
    const char* point = nullptr;
    const char* stop = start;
    long long digits = 0;
    for (;; ++stop) {
        const unsigned digit = static_cast<unsigned>(*stop) - '0';
        if (digit <= 9)
            digits = digits * 10 + digit;
        else if (*stop == '.' && point == nullptr)
            point = stop;
        else
            break;
    }
    require(stop - start > (point != nullptr) && stop - start <= 16);
    in.at = stop;
    const double value = static_cast<double>(digits) /
                         powers[point == nullptr ? 0 : stop - point - 1];
    return negative ? -value : value;
}

int main(int, char* argv[]) {
    static Input a(argv[1]);
    static Input b(argv[2]);
    while (!a.at_end() && !b.at_end()) {
        const double expected = decimal(a);
        const double found = decimal(b);
        const double difference = std::fabs(expected - found);
        require(difference <= 1e-6 || difference <= 1e-6 * std::fabs(expected));
        a.skip_blanks();
        b.skip_blanks();
    }
    require(a.at_end() && b.at_end());
}
