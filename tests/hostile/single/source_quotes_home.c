// A source that says that its lines are those of a file in the home directory, so that a message would quote them.
// Expected: a failed build whose messages hold nothing of it.
#line 1 "@home@/secret.txt"
int main(void) { return nothing; }
