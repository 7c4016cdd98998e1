// Spins.
// Expected: TLE.
#include "probe.h"

int main(void) {
    burn();
}
