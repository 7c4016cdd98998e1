// The program beside this file is called as testlib's are and answers with 0 or something else. This part, which is
// linked with it, has it called and answer as packages of Kattis want it. It needs glibc.

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>

static const int ACCEPTED_EXIT_CODE = 42;
static const int WRONG_EXIT_CODE = 43;
static const int FAILED_EXIT_CODE = 1;

static void leave(int status, void *) {
    std::cout.flush();
    std::fflush(nullptr);
    if (status == 0) _exit(ACCEPTED_EXIT_CODE);
    _exit(IS_NO ? WRONG_EXIT_CODE : FAILED_EXIT_CODE);
}

#if IS_CHECKER || IS_INTERACTOR
static char output[4096];

static void write_output() {
    std::FILE *file = std::fopen(output, "wb");
    if (file == nullptr) _exit(FAILED_EXIT_CODE);
#if IS_CHECKER
    static char bytes[1 << 16];
    for (std::size_t n; (n = std::fread(bytes, 1, sizeof bytes, stdin)) > 0;) std::fwrite(bytes, 1, n, file);
#endif
    if (std::fclose(file) != 0) _exit(FAILED_EXIT_CODE);
}
#endif

// `INPUT ANSWER FEEDBACK_DIR` becomes `INPUT OUTPUT ANSWER`, before main sees it.
// Who comes first here leaves last: what the program does at its end is done by then.
__attribute__((constructor(101))) static void adapt(int argc, char **argv) {
    on_exit(leave, nullptr);
#if IS_CHECKER || IS_INTERACTOR
    if (argc < 4) return;
    char *answer = argv[2];
    char words[4096];
    std::snprintf(output, sizeof output, "%s/output.txt", argv[3]);
    std::snprintf(words, sizeof words, "%s/judgemessage.txt", argv[3]);
    write_output();
    if (std::freopen(words, "w", stderr) == nullptr) _exit(FAILED_EXIT_CODE);
    argv[2] = output;
    argv[3] = answer;
#else
    (void)argc;
    (void)argv;
#endif
}
