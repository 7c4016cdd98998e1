#include <iostream>
#include <string>

#include "shape.h"

int main(int, char** argv) {
    std::cout << 1 << '\n' << volume(std::stoi(argv[1])) << '\n';
}
