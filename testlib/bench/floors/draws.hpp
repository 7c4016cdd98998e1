// The random draws of testlib.h, written down once more in the shortest form.

#pragma once

#include <climits>

class Draws {
public:
    Draws(int argc, char* argv[]) {
        for (int i = 1; i < argc; ++i) {
            for (const char* c = argv[i]; *c != '\0'; ++c)
                seed_ = seed_ * multiplier + static_cast<unsigned>(static_cast<signed char>(*c)) +
                        addend;
            seed_ += multiplier / addend;
        }
        seed_ &= mask;
    }

    // From 0 to n - 1, with a single step.
    int below(int n) {
        if ((n & (n - 1)) == 0)
            return static_cast<int>((n * static_cast<long long>(bits(31))) >> 31);
        const int limit = INT_MAX / n * n;
        int drawn;
        do
            drawn = static_cast<int>(bits(31));
        while (drawn >= limit);
        return drawn % n;
    }

    // From low to high, with two steps.
    int between(int low, int high) {
        const long long n = static_cast<long long>(high) - low + 1;
        const long long limit = LLONG_MAX / n * n;
        long long drawn;
        do {
            const unsigned long long upper = bits(31) << 32;
            drawn = static_cast<long long>(upper ^ bits(32));
        } while (drawn >= limit);
        return static_cast<int>(drawn % n + low);
    }

private:
    static const unsigned long long multiplier = 0x5DEECE66DULL;
    static const unsigned long long addend = 11;
    static const unsigned long long mask = (1ULL << 48) - 1;
    unsigned long long seed_ = 3905348978240129619ULL;

    unsigned long long bits(int count) {
        seed_ = (seed_ * multiplier + addend) & mask;
        return seed_ >> (48 - count);
    }
};
