// A source that has the compiler tell where it works.
// Expected: AC with nothing told of the person's folders.
#include "probe.h"

int main(void) {
    const char *told[] = {__FILE__, __BASE_FILE__, __builtin_FILE()};
    for (int i = 0; i < 3; i++)
        if (strstr(told[i], "@place@") || strstr(told[i], "@home@")) escaped("the compiler tells of %s", told[i]);
    right();
}
