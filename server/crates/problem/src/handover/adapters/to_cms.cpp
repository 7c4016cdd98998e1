// What follows is called and answers as programs that use testlib are, or as packages of Kattis want it. This part has it
// called and answer as CMS wants it: a checker and a manager print the share of the points and end with 0. It needs glibc.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#if IS_CHECKER || IS_INTERACTOR
static int cms_words = 1;
#endif

static void leave_cms(int status, void *) {
    std::cout.flush();
    std::fflush(nullptr);
    const bool is_yes = status == (IS_KATTIS ? 42 : 0);
#if IS_CHECKER || IS_INTERACTOR
#if IS_KATTIS
    if (std::FILE *words = std::fopen("feedback/judgemessage.txt", "rb")) {
        static char bytes[4096];
        std::size_t n = std::fread(bytes, 1, sizeof bytes, words);
        std::fwrite(bytes, 1, n, stderr);
        std::fflush(stderr);
    }
    const bool is_no = status == 43;
#else
    const bool is_no = status == 1 || status == 2 || status == 4 || status == 8;
#endif
    if (!is_yes && !is_no) _exit(3);
    if (write(cms_words, is_yes ? "1.0\n" : "0.0\n", 4) != 4) _exit(3);
    _exit(0);
#else
    _exit(is_yes ? 0 : 1);
#endif
}

// Before main sees them: `INPUT ANSWER OUTPUT` of a checker, `FROM_SOLUTION TO_SOLUTION < INPUT` of a manager, and the file
// that a validator is asked about.
__attribute__((constructor(101))) static void adapt_to_cms(int argc, char **argv) {
    on_exit(leave_cms, nullptr);
#if IS_CHECKER
    if (argc < 4) return;
    // What the program prints is not the share.
    cms_words = dup(1);
    if (cms_words < 0 || dup2(2, 1) < 0) _exit(3);
#if IS_KATTIS
    static char feedback[] = "feedback/";
    mkdir("feedback", 0700);
    if (std::freopen(argv[3], "rb", stdin) == nullptr) _exit(3);
    argv[3] = feedback;
#else
    char *answer = argv[2];
    argv[2] = argv[3];
    argv[3] = answer;
#endif
#elif IS_INTERACTOR
    // CMS lets a manager write `output.txt` alone, and lays `input.txt` beside it.
    static char copied[] = "manager_input.txt", given[] = "input.txt", output[] = "output.txt";
    if (argc < 3) return;
    // A solution that ends early is told by what it has not said.
    std::signal(SIGPIPE, SIG_IGN);
    std::FILE *file = std::fopen(copied, "wb");
    if (file == nullptr && access(given, R_OK) != 0) _exit(3);
    if (file != nullptr) {
        static char bytes[1 << 16];
        for (ssize_t n; (n = read(0, bytes, sizeof bytes)) > 0;)
            if (std::fwrite(bytes, 1, n, file) != (std::size_t)n) _exit(3);
        if (std::fclose(file) != 0) _exit(3);
    }
    cms_words = dup(1);
    int to = open(argv[2], O_WRONLY), from = open(argv[1], O_RDONLY);
    if (cms_words < 0 || dup2(from, 0) < 0 || dup2(to, 1) < 0) _exit(3);
    close(from);
    close(to);
    argv[1] = file != nullptr ? copied : given;
    argv[2] = output;
#else
    if (argc < 2 || std::freopen(argv[1], "rb", stdin) == nullptr) _exit(3);
#endif
}

