// ==== PLATFORM, BODIES ============================================================================

namespace testlib_detail {

TESTLIB_RARE_CODE

TESTLIB_BODY int file_descriptor(FILE* file) {
#ifdef _WIN32
    return _fileno(file);
#else
    return fileno(file);
#endif
}

TESTLIB_BODY bool standard_error_is_terminal() {
#ifdef _WIN32
    return _isatty(_fileno(stderr)) != 0;
#else
    return isatty(fileno(stderr)) != 0;
#endif
}

// On Windows the C library translates line ends; every byte matters here, so that is switched off.
TESTLIB_BODY void use_binary_standard_streams() {
#ifdef _WIN32
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
    _setmode(_fileno(stderr), _O_BINARY);
#endif
}

// The size of a regular file, or -1 for pipes, terminals and the like, which have none. The end of
// a directory, which some systems open like a file, lies as far away as there are numbers.
TESTLIB_BODY long long file_size(FILE* file) {
#ifdef _WIN32
    struct _stat64 status;
    const bool known = _fstat64(_fileno(file), &status) == 0 && (status.st_mode & _S_IFREG) != 0;
#else
    struct stat status;
    if (fstat(fileno(file), &status) != 0)
        return -1;
    if (S_ISDIR(status.st_mode))
        return LLONG_MAX;
    const bool known = S_ISREG(status.st_mode);
#endif
    return known ? static_cast<long long>(status.st_size) : -1;
}

// The stdio layer may have read ahead of what it handed out. Reading the descriptor directly has
// to start where the stdio position is.
TESTLIB_BODY void align_descriptor_with_stdio(FILE* file) {
    const long position = std::ftell(file);
    if (position < 0)
        return;
#ifdef _WIN32
    _lseeki64(_fileno(file), position, SEEK_SET);
#else
    if (lseek(fileno(file), position, SEEK_SET) < 0)
        errno = 0;
#endif
}

TESTLIB_RARE_CODE_END

// Returns what is available now instead of waiting for a full buffer: a participant in an
// interactive problem sends nothing more until it is answered. Zero means end or error.
TESTLIB_BODY size_t read_available(FILE* file, char* into, size_t room) {
    for (;;) {
#ifdef _WIN32
        const int got = _read(_fileno(file), into, static_cast<unsigned>(room));
#else
        const ssize_t got = ::read(fileno(file), into, room);
#endif
        if (got >= 0)
            return static_cast<size_t>(got);
        if (errno != EINTR)
            return 0;
    }
}

}  // namespace testlib_detail
