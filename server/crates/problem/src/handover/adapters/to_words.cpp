// What follows answers by its exit code alone. This part has it say the same in words. It needs glibc.

#include <stdio.h>
#ifdef __cplusplus
#include <iostream>
#endif

static void leave_with_words(int status, void *unused) {
    (void)unused;
#ifdef __cplusplus
    std::cout.flush();
#endif
    fflush(NULL);
    tell_words(status == 0 ? "ok " : status == 1 || status == 2 ? "wrong answer " : "FAIL ", NULL);
}

__attribute__((constructor(101))) static void adapt_to_words(void) {
    catch_words();
    on_exit(leave_with_words, NULL);
}

