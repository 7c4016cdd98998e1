// Compares two files line by line; a line may end with LF or CRLF.
// usage: compare_lines FILE FILE

#include "input.hpp"

static long take_line(Input& in) {
    const char* const start = in.at;
    const void* const feed = std::memchr(start, '\n', static_cast<size_t>(in.end - start));
    const char* const stop = feed != nullptr ? static_cast<const char*>(feed) : in.end;
    in.at = stop + (feed != nullptr);
    return stop - start - (stop != start && stop[-1] == '\r');
}

int main(int, char* argv[]) {
    static Input a(argv[1]);
    static Input b(argv[2]);
    while (!a.at_end() && !b.at_end()) {
        const char* const line = a.at;
        const char* const other = b.at;
        const long size = take_line(a);
        require(size == take_line(b) && std::memcmp(line, other, static_cast<size_t>(size)) == 0);
    }
    require(a.at_end() && b.at_end());
}
