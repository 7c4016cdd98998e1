// A source that lets the assembler put devices without an end into the program.
// Expected: a failed build.
__asm__(".pushsection .rodata\n"
        ".incbin \"/dev/zero\"\n"
        ".incbin \"/dev/urandom\"\n"
        ".incbin \"/dev/stdin\"\n"
        ".popsection\n");

int main(void) { return 0; }
