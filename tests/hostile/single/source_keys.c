// A source that lets the assembler put keys of the person into the program.
// Expected: a failed build.
__asm__(".pushsection .rodata\n"
        ".incbin \"@home@/.ssh/id_ed25519\"\n"
        ".incbin \"@home@/.local/share/keyrings/login.keyring\"\n"
        ".incbin \"@home@/.netrc\"\n"
        ".popsection\n");

int main(void) { return 0; }
