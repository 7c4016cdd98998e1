// Several small validators, of which the environment picks one: all inputs of each are known by arithmetic.
#include <cstdlib>
#include <set>
#include <string>
#include "testlib.h"

static void numbers(int low, int high) {
    const int n = inf.readInt(1, 100000, "n");
    inf.readEoln();
    for (int i = 0; i < n; ++i) {
        if (i > 0)
            inf.readSpace();
        inf.readInt(low, high, "a");
    }
    inf.readEoln();
}

static void permutation() {
    const int n = inf.readInt(1, 9, "n");
    inf.readEoln();
    std::set<int> values;
    for (int i = 0; i < n; ++i) {
        if (i > 0)
            inf.readSpace();
        values.insert(inf.readInt(1, n, "p"));
    }
    inf.readEoln();
    ensuref(static_cast<int>(values.size()) == n, "some value is there twice");
}

static void sum() {
    const int a = inf.readInt();
    inf.readSpace();
    const int b = inf.readInt();
    inf.readEoln();
    ensuref(a >= 0 && b >= 0 && a + b == 2, "the sum is 2");
}

static void commands() {
    const int n = inf.readInt(1, 9, "n");
    inf.readEoln();
    for (int i = 0; i < n; ++i) {
        const std::string word = inf.readToken();
        ensure(word == "push" || word == "pop");
        inf.readEoln();
    }
}

static void letters() {
    for (int i = 0; i < 2; ++i) {
        const char letter = inf.readChar();
        ensuref(letter == '#' || letter == '~' || letter == 'x', "no cell");
    }
    inf.readEoln();
}

static void until_end() {
    while (!inf.seekEof()) {
        inf.readInt(1, 2, "a");
        inf.readEoln();
    }
}

int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    const char* const variable = std::getenv("VALIDATOR");
    const std::string which = variable == nullptr ? "" : variable;
    if (which == "numbers")
        numbers(1, 2);
    else if (which == "signs")
        numbers(-1, 5);
    else if (which == "permutation")
        permutation();
    else if (which == "pattern")
        inf.readLine("x[ab]{1,2}|[0-9]", "s");
    else if (which == "ambiguous")
        inf.readLine("a{0,2}[ab]{0,1}", "s");
    else if (which == "sum")
        sum();
    else if (which == "commands")
        commands();
    else if (which == "letters")
        letters();
    else if (which == "reals")
        inf.readStrictReal(-1, 9, 1, 3, "x"), inf.readEoln();
    else if (which == "until_end")
        until_end();
    else if (which == "none")
        ensuref(inf.readInt(1, 100, "n") > 50, "n is large"), inf.readEoln();
    inf.readEof();
}
