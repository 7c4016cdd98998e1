#include "testlib.h"
int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    for (int i = 1; i < argc; i += 2)
        println(pattern(argv[i]).matches(argv[i + 1]));
}
