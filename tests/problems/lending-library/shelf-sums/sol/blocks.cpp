#include "solve.hpp"

static const int SIZE = 300;
static std::vector<int> books;
static std::vector<long long> blocks;

void prepare(const std::vector<int>& shelf) {
    books = shelf;
    blocks.assign(shelf.size() / SIZE + 1, 0);
    for (int i = 0; i < static_cast<int>(shelf.size()); i++) blocks[i / SIZE] += shelf[i];
}

long long thickness(int l, int r) {
    long long sum = 0;
    while (l < r && l % SIZE != 0) sum += books[l++];
    while (l + SIZE <= r) {
        sum += blocks[l / SIZE];
        l += SIZE;
    }
    while (l < r) sum += books[l++];
    return sum;
}
