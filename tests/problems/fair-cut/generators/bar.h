#include <functional>

void print_bar(int n, const std::function<int(int)>& weight);
