// A source that lets the assembler read the users of the system.
// Expected: a failed build.
#include "probe.h"

__asm__(".pushsection .rodata\n.globl stolen, stolen_end\n"
        "stolen: .incbin \"/etc/passwd\"\n"
        "stolen_end: .byte 0\n.popsection\n");
extern const char stolen[], stolen_end[];

int main(void) {
    if (&stolen_end[0] > &stolen[0]) escaped("a file is in the program");
    right();
}
