// A source that includes a file of the system.
// Expected: a failed build whose messages hold nothing of it.
#include "/etc/passwd"

int main(void) { return 0; }
