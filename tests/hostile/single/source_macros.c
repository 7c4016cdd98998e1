// Macros that double what they are given, thirty times.
// Expected: a failed build.
#define TWICE(text) text text
#define SIX(text) TWICE(TWICE(TWICE(TWICE(TWICE(TWICE(text))))))

int main(void) { return SIX(SIX(SIX(SIX(SIX(1 +))))) 0; }
