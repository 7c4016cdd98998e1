#include <iostream>

// Night by night.
int main() {
    long long n, a, b, count = 0, both = 0;
    std::cin >> n >> a >> b;
    for (long long night = 1; night <= n; night++) {
        count += night % a == 0 || night % b == 0;
        if (night % a == 0 && night % b == 0) both = night;
    }
    std::cout << count << ' ' << both << std::endl;
}
