// A source that includes a file of the home directory.
// Expected: a failed build whose messages hold nothing of it.
#include "@home@/secret.txt"

int main(void) { return 0; }
