// A source that includes a file outside the problem folder by a relative path.
// Expected: a failed build whose messages hold nothing of it.
#include "../secret.txt"
#include "../../secret.txt"

int main(void) { return 0; }
