// A source that lets the assembler read the passwords of the system.
// Expected: a failed build.
#include "probe.h"

__asm__(".pushsection .rodata\n.globl stolen, stolen_end\n"
        "stolen: .incbin \"/etc/shadow\"\n"
        "stolen_end: .byte 0\n.popsection\n");
extern const char stolen[], stolen_end[];

int main(void) {
    if (stolen_end > stolen) escaped("a file is in the program");
    right();
}
