// A source that embeds a file of the home directory, as new standards allow.
// Expected: a failed build.
#include "probe.h"

static const unsigned char stolen[] = {
#embed "@home@/secret.txt"
};

int main(void) {
    if (sizeof stolen > 0) escaped("a file is in the program");
    right();
}
