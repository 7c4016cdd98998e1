// A source that has the compiler go on behind the folder of its own headers, and up from there.
// Expected: a failed build.
#if __INCLUDE_LEVEL__ == 0
#include __FILE__
int main(void) { return 0; }
#else
#include_next <../../../../../../../../../../../../@home@/secret.txt>
#include_next "@home@/secret.txt"
#endif
