// What follows answers with 42 or 43, as packages of Kattis want it. This part has it called and answer as programs that
// use testlib are: with 0 or 1. It needs glibc.

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>

static void leave_adapted(int status, void *) {
    std::cout.flush();
    std::fflush(nullptr);
#if IS_CHECKER || IS_INTERACTOR
    tell_words(status == 42 ? "ok " : status == 43 ? "wrong answer " : "FAIL ", "feedback/judgemessage.txt");
#endif
    if (status == 42) _exit(0);
    if (status == 43) _exit(1);
    _exit(3);
}

// `INPUT OUTPUT ANSWER` becomes `INPUT ANSWER FEEDBACK_DIR`, before main sees it.
__attribute__((constructor(101))) static void adapt_call(int argc, char **argv) {
    on_exit(leave_adapted, nullptr);
#if IS_CHECKER || IS_INTERACTOR
    static char feedback[] = "feedback/";
    if (argc < 4) return;
    catch_words();
    mkdir("feedback", 0700);
#if IS_CHECKER
    if (std::freopen(argv[2], "rb", stdin) == nullptr) _exit(3);
#endif
    argv[2] = argv[3];
    argv[3] = feedback;
#else
    (void)argc;
    (void)argv;
#endif
}

