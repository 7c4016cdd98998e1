// A source that has the assembler take a file of the home directory for a program, and complain of its words.
// Expected: a failed build whose messages hold nothing of it.
__asm__(".include \"@home@/secret.txt\"");

int main(void) { return 0; }
