// Writes the inputs of the benchmark, the same bytes at every call.
//
// usage: inputs KIND COUNT PER_LINE
//
// KIND is one of small (integers from 1 to 10^9), large (to 10^18), signed (both signs, to 10^9),
// word (1 to 12 letters), token (1 to 20 letters), decimal (six digits on both sides of the point)
// and letters (one token of COUNT letters). With PER_LINE 0, everything is on one line behind a
// line with the count; with -1 there is one item per line behind it.

#include <cstdio>
#include <cstdlib>
#include <string>

typedef unsigned long long number;

static number draw(number choices) {
    static number state = 20240607;
    state += 0x9E3779B97F4A7C15ULL;
    number mixed = state;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
    return (mixed ^ (mixed >> 31)) % choices;
}

static std::string letters(number count) {
    std::string result;
    for (number i = 0; i < count; ++i)
        result += static_cast<char>('a' + draw(26));
    return result;
}

static std::string item(const std::string& kind, number count) {
    if (kind == "small")
        return std::to_string(1 + draw(1000000000));
    if (kind == "large")
        return std::to_string(1 + draw(1000000000000000000ULL));
    if (kind == "signed")
        return (draw(2) != 0 ? "-" : "") + std::to_string(1 + draw(1000000000));
    if (kind == "word")
        return letters(1 + draw(12));
    if (kind == "token")
        return letters(1 + draw(20));
    if (kind == "decimal")
        return std::to_string(100000 + draw(900000)) + "." + std::to_string(100000 + draw(900000));
    if (kind == "letters")
        return letters(count);
    std::exit(2);
}

int main(int argc, char* argv[]) {
    if (argc != 4)
        return 2;
    const std::string kind = argv[1];
    const number count = std::strtoull(argv[2], nullptr, 10);
    const int per_line = std::atoi(argv[3]);
    const number items = kind == "letters" ? 1 : count;
    const number line = per_line < 0 ? 1 : per_line == 0 ? items : static_cast<number>(per_line);
    if (per_line <= 0)
        std::printf("%llu\n", items);
    for (number i = 1; i <= items; ++i) {
        std::fputs(item(kind, count).c_str(), stdout);
        std::putchar(i % line == 0 || i == items ? '\n' : ' ');
    }
    return 0;
}
