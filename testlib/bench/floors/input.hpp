// Reads a descriptor in blocks, the cheapest way that also works for pipes.

#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

inline void require(bool condition) {
    if (!condition) {
        std::fputs("floor: unexpected input\n", stderr);
        std::exit(3);
    }
}

inline bool is_small_letter(char c) { return 'a' <= c && c <= 'z'; }

class Input {
public:
    // Items are at most this long, except those that are read block by block.
    static const long lookahead = 4096;

    explicit Input(int descriptor) : descriptor_(descriptor) {}
    explicit Input(const char* path) : descriptor_(open(path, O_RDONLY)) {
        require(descriptor_ >= 0);
    }

    const char* at = buffer_;
    const char* end = buffer_;

    // Has the next `lookahead` bytes at hand, or all that are left. A zero byte stands behind them.
    void prepare() {
        if (end - at < lookahead && !ended_)
            refill();
    }

    bool at_end() {
        prepare();
        return at == end;
    }

    void expect(char c) {
        require(*at == c);
        ++at;
    }

    void expect_end() { require(at_end()); }

    void skip_blanks() {
        do {
            prepare();
            const char* rest = at;
            while (*rest == ' ' || *rest == '\n' || *rest == '\r' || *rest == '\t')
                ++rest;
            at = rest;
        } while (at == end && !at_end());
    }

    // Takes bytes as long as `accepted` says so, inside of what is at hand.
    template <typename Accepted>
    long take_while(Accepted accepted) {
        const char* stop = at;
        while (stop != end && accepted(*stop))
            ++stop;
        const long size = stop - at;
        at = stop;
        return size;
    }

    // An integer of at most 19 digits without superfluous characters.
    long long integer() {
        prepare();
        const char* digits = at;
        const bool negative = *digits == '-';
        digits += negative;
        const char* stop = digits;
        unsigned long long value = 0;
        for (unsigned digit; (digit = static_cast<unsigned>(*stop) - '0') <= 9; ++stop)
            value = value * 10 + digit;
        require(stop != digits && stop - digits <= 19 && value >> 63 == 0);
        require(*digits != '0' || (stop - digits == 1 && !negative));
        at = stop;
        return negative ? -static_cast<long long>(value) : static_cast<long long>(value);
    }

    long long integer(long long low, long long high) {
        const long long value = integer();
        require(low <= value && value <= high);
        return value;
    }

private:
    static const long block = 1 << 18;
    int descriptor_;
    bool ended_ = false;
    char buffer_[block + lookahead + 1] = {};

    void refill() {
        const long rest = end - at;
        std::memmove(buffer_, at, static_cast<size_t>(rest));
        long filled = rest;
        while (!ended_ && filled < block) {
            const long got = read(descriptor_, buffer_ + filled, static_cast<size_t>(block));
            ended_ = got <= 0;
            filled += ended_ ? 0 : got;
            if (filled >= lookahead)
                break;
        }
        buffer_[filled] = '\0';
        at = buffer_;
        end = buffer_ + filled;
    }
};
