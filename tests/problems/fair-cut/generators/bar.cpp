#include "bar.h"

#include <iostream>

void print_bar(int n, const std::function<int(int)>& weight) {
    std::cout << n << '\n';
    for (int i = 1; i <= n; ++i) std::cout << weight(i) << (i == n ? '\n' : ' ');
}
