#pragma once

#include <cstdint>

// The same numbers everywhere, whatever the compiler.
struct Random {
    uint64_t state;

    explicit Random(uint64_t seed) : state(seed * 0x9e3779b97f4a7c15u + 1) {}

    uint64_t next() {
        state += 0x9e3779b97f4a7c15u;
        uint64_t mixed = state;
        mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
        return mixed ^ (mixed >> 31);
    }

    long long uniform(long long low, long long high) { return low + static_cast<long long>(next() % (high - low + 1)); }
};
