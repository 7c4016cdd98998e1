#include <cstdio>
#include <cstring>

#include "towers.h"

int main() {
    char secret[20];
    int n;
    if (scanf("%19s %d", secret, &n) != 2 || strcmp(secret, "towers-input") != 0) return 1;
    std::vector<int> reach(n);
    for (int& one : reach)
        if (scanf("%d", &one) != 1) return 1;
    std::vector<int> lit = light(reach);
    printf("%d\n", static_cast<int>(lit.size()));
    for (size_t i = 0; i < lit.size(); i++) printf("%d%c", lit[i], i + 1 < lit.size() ? ' ' : '\n');
}
