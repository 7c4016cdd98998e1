#include "testlib.h"
int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    for (const char* text : {"1.", "1.0", "10.00", "1.50", "10", "-0.", ""})
        println(removeDoubleTrailingZeroes(text));
    println(tokenize("", "").size(), tokenize("", " ").size(), tokenize("", ' ').size(), tokenize("ab", "").size());
}
