// Runs a program and writes its CPU seconds, peak memory in KiB and exit status to a file.
//
// usage: measure RESULT_FILE PROGRAM [ARGUMENT...]
//
// A process that starts others counts its own memory into theirs until they take over. This one is
// small, so peaks of a few megabytes stay visible, which they would not under an interpreter.

#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(const timeval& time) { return time.tv_sec + time.tv_usec * 1e-6; }

int main(int argc, char* argv[]) {
    if (argc < 3)
        return 2;
    const pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    int status = 0;
    rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
        return 2;
    FILE* const result = fopen(argv[1], "w");
    if (result == nullptr)
        return 2;
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    fprintf(result, "%.6f %ld %d\n", seconds(usage.ru_utime) + seconds(usage.ru_stime),
            usage.ru_maxrss, code);
    return fclose(result) == 0 ? 0 : 2;
}
