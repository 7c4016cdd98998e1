// A source of one line that makes a program of 1 GB.
// Expected: a failed build, or a program that needs too much memory.
char large[1 << 30] = {1};

int main(void) { return large[77]; }
