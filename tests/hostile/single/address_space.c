// Asks for more addresses than a program may have, at once and piece by piece, and for a stack that large.
// Expected: AC with no more than 128 GB given.
#include "probe.h"

int main(void) {
    const size_t most = 130ULL << 30, piece = 1ULL << 30;
    const int kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    if (mmap(NULL, most, PROT_READ, kind, -1, 0) != MAP_FAILED || errno != ENOMEM) escaped("130 GB at once");
    if (mmap(NULL, most, PROT_NONE, kind | MAP_GROWSDOWN, -1, 0) != MAP_FAILED) escaped("130 GB that grow");
    size_t given = 0;
    while (given < most && mmap(NULL, piece, PROT_READ, kind, -1, 0) != MAP_FAILED) given += piece;
    if (given >= most) escaped("130 GB piece by piece");
    probe_input();
    right();
}
