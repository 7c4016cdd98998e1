#include "testlib.h"

// random N MAX_REACH SEED
int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    int n = atoi(argv[1]), most = atoi(argv[2]);
    println(n);
    for (int i = 0; i < n; i++) {
        if (i > 0) std::cout << ' ';
        std::cout << rnd.next(0, most);
    }
    std::cout << '\n';
}
