#include <iostream>
#include <string>

int main() {
    int low = 1, high = 999;
    while (low < high) {
        int mid = (low + high) / 2;
        std::cout << "? " << mid << std::endl;
        std::string said;
        std::cin >> said;
        if (said == "less") high = mid - 1;
        else if (said == "more") low = mid + 1;
        else low = high = mid;
    }
    std::cout << "! " << low << std::endl;
}
