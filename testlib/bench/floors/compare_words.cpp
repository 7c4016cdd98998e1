// Compares two files word by word, or with `lines` as lines of words.
// usage: compare_words FILE FILE [lines]

#include "input.hpp"

static bool is_word(char c) { return c != ' ' && c != '\n' && c != '\r' && c != '\t'; }

static bool is_space(char c) { return c == ' '; }

static void compare_word(Input& a, Input& b) {
    a.prepare();
    b.prepare();
    const char* const word = a.at;
    const char* const other = b.at;
    const long size = a.take_while(is_word);
    require(size == b.take_while(is_word));
    require(std::memcmp(word, other, static_cast<size_t>(size)) == 0);
}

// Spaces may differ, the line end must come in both files or in none.
static void skip_separators(Input& a, Input& b) {
    a.take_while(is_space);
    b.take_while(is_space);
    require((*a.at == '\n') == (*b.at == '\n'));
}

int main(int argc, char* argv[]) {
    static Input a(argv[1]);
    static Input b(argv[2]);
    while (!a.at_end() && !b.at_end()) {
        compare_word(a, b);
        if (argc > 3)
            skip_separators(a, b);
        a.skip_blanks();
        b.skip_blanks();
    }
    require(a.at_end() && b.at_end());
}
