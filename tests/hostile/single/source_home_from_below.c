// A source that lets the assembler climb to the root and down into the home directory.
// Expected: a failed build.
#include "probe.h"

__asm__(".pushsection .rodata\n.globl stolen, stolen_end\n"
        "stolen: .incbin \"../../../../../../../../../../../../../../../..@home@/secret.txt\"\n"
        "stolen_end: .byte 0\n.popsection\n");
extern const char stolen[], stolen_end[];

int main(void) {
    if (&stolen_end[0] > &stolen[0]) escaped("a file is in the program");
    right();
}
