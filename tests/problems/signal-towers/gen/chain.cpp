#include <cstdio>
#include <cstdlib>

// Every tower sees its neighbours.
int main(int, char* argv[]) {
    int n = atoi(argv[1]);
    printf("%d\n", n);
    for (int i = 0; i < n; i++) printf("%d%c", 1, i + 1 < n ? ' ' : '\n');
}
