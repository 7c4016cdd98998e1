// A source that asks in every way which files the person has.
// Expected: AC with none seen.
#include "probe.h"

int main(void) {
#if __has_include("@home@/five.txt") || __has_include(<@home@/five.txt>)
    escaped("the compiler sees the home directory");
#endif
#define PLACE "@home@/spoil.txt"
#if __has_include(PLACE)
    escaped("the compiler sees the home directory through a macro");
#endif
#ifdef __has_include_next
#if __has_include_next("@home@/five.txt")
    escaped("the compiler sees the home directory as a next file");
#endif
#endif
#ifdef __has_embed
#if __has_embed("@home@/five.txt") || __has_embed("/dev/urandom" limit(4))
    escaped("the compiler would embed it");
#endif
#endif
#if __has_include("@home@/.ssh/known_hosts") || __has_include("@home@/.profile")
    escaped("the compiler sees what the person has");
#endif
    right();
}
