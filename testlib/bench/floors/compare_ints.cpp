// Compares two files of integers.
// usage: compare_ints FILE FILE

#include "input.hpp"

int main(int, char* argv[]) {
    static Input a(argv[1]);
    static Input b(argv[2]);
    while (!a.at_end() && !b.at_end()) {
        require(a.integer() == b.integer());
        a.skip_blanks();
        b.skip_blanks();
    }
    require(a.at_end() && b.at_end());
}
