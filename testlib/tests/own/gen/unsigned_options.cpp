#include "testlib.h"
int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    println(opt<unsigned long long>("n"));
}
