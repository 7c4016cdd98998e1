// Collects decimal numbers and writes them in blocks.

#pragma once

#include <cstring>
#include <unistd.h>

class Output {
public:
    Output() {
        for (int i = 0; i < 100; ++i) {
            pairs_[2 * i] = static_cast<char>('0' + i / 10);
            pairs_[2 * i + 1] = static_cast<char>('0' + i % 10);
        }
    }

    ~Output() { flush(); }

    void put(unsigned value, char separator) {
        if (used_ > block - longest)
            flush();
        char text[2 * longest];
        char* const end = text + longest;
        char* start = end;
        *--start = separator;
        for (; value >= 100; value /= 100)
            std::memcpy(start -= 2, pairs_ + value % 100 * 2, 2);
        if (value >= 10)
            std::memcpy(start -= 2, pairs_ + value * 2, 2);
        else
            *--start = static_cast<char>('0' + value);
        // A copy of fixed size is faster than one of the size that is needed.
        std::memcpy(buffer_ + used_, start, longest);
        used_ += static_cast<int>(end - start);
    }

private:
    static const int block = 1 << 16;
    static const int longest = 16;
    char pairs_[200];
    char buffer_[block];
    int used_ = 0;

    void flush() {
        for (int written = 0; written < used_;) {
            const long count = write(1, buffer_ + written, static_cast<size_t>(used_ - written));
            if (count <= 0)
                _exit(3);
            written += static_cast<int>(count);
        }
        used_ = 0;
    }
};
