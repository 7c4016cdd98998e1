/* The settings of the sanitizers. A program looks for its environment in /proc, which it is not shown. The sanitizer of undefined
   behaviour knows no log of its own beside the address sanitizer, and writes to standard error; with its first report it sets
   the log of both, to standard error where it is not told otherwise. */
#ifdef __cplusplus
extern "C" {
#endif

const char *__asan_default_options(void);
const char *__ubsan_default_options(void);

/* Leaks do not matter in programs that end soon. What is freed is kept for a while, which costs memory. */
const char *__asan_default_options(void) {
    return "detect_leaks=0:handle_abort=1:symbolize=0:quarantine_size_mb=16:malloc_context_size=4:"
           "log_path=sanitizer/report";
}

const char *__ubsan_default_options(void) {
    return "print_stacktrace=1:symbolize=0:log_path=sanitizer/report";
}

#ifdef __cplusplus
}
#endif
