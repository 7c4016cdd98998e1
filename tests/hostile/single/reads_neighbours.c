// Looks into the cache: at the programs of others, at their outputs, at the directories of those that run beside it.
// Expected: AC with nothing seen.
#include "probe.h"
#include <dirent.h>

int main(void) {
    const char *folders[] = {place("cache"), below("cache", "work"), below("cache", "blobs"), below("cache", "bin")};
    for (int i = 0; i < 4; i++)
        if (opendir(folders[i])) escaped("%s", folders[i]);
    if (can_read(below("cache", "cache-2.db"))) escaped("the results");
    right();
}
