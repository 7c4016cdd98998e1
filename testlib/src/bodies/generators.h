// ==== GENERATORS, BODIES ==========================================================================

TESTLIB_BODY void registerGen(int argc, char* argv[], int randomGeneratorVersion) {
    if (randomGeneratorVersion < 0 || randomGeneratorVersion > 1)
        testlib_detail::fail("Random generator version is expected to be 0 or 1.");
    random_t::version = randomGeneratorVersion;
    testlib_detail::begin_program(_generator);
    testlib_detail::state().registered = true;
    testlib_detail::state().rnd.setSeed(argc, argv);
    if (testlib_detail::state().tracing != nullptr)
        testlib_detail::state().tracing->seed = testlib_detail::state().rnd.seed();
    prepareOpts(argc, argv);
}

TESTLIB_BODY void registerGen(int argc, char* argv[]) {
#ifndef USE_RND_AS_BEFORE_087
    std::fputs(
        "Use registerGen(argc, argv, 0) or registerGen(argc, argv, 1). The third parameter stands "
        "for the random generator version. If you are trying to compile old generator use macro "
        "-DUSE_RND_AS_BEFORE_087 or registerGen(argc, argv, 0). Version 1 has been released on "
        "Spring, 2013. Use it to write new generators.\n\n",
        stderr);
#endif
    registerGen(argc, argv, 0);
}

TESTLIB_BODY void startTest(int test) {
    const std::string name = vtos(test);
    testlib_detail::flush_output();
    if (testlib_freopen_(name.c_str(), "wt", stdout) == nullptr)
        testlib_detail::fail("Unable to write file '%s'", name.c_str());
}

namespace testlib_detail {

#ifdef TESTLIB_LEAN
TESTLIB_BODY void flush_output() { std::fflush(stdout); }

TESTLIB_BODY line_writer::line_writer() : used_(0), plain_locale_(true), direct_(true) {}

TESTLIB_BODY void line_writer::stream(double value) {
    char digits[64];
    put(digits, static_cast<size_t>(std::snprintf(digits, sizeof(digits), "%g", value)));
}
#else
TESTLIB_BODY void flush_output() {
    std::cout.flush();
    std::fflush(stdout);
}

// Whether std::cout hands everything to the C library's stdout at once. The buffer that does so
// is known by its type; it is looked at again whenever the stream has got another one.
TESTLIB_BODY bool prints_through_stdio() {
#ifdef TESTLIB_KNOWS_STDIO_BUFFER
    static const std::streambuf* seen = nullptr;
    static bool result = false;
    const std::streambuf* const buffer = std::cout.rdbuf();
    if (buffer != seen) {
        seen = buffer;
        result = buffer != nullptr && std::ios_base::sync_with_stdio(true) &&
                 dynamic_cast<const __gnu_cxx::stdio_sync_filebuf<char>*>(buffer) != nullptr;
    }
    return result && std::cout.good();
#else
    return false;
#endif
}

// A generator has no peer that waits for the line: as long as std::cout shares the buffer of the C
// library's stdout, the order with printf is kept without a flush.
TESTLIB_BODY line_writer::line_writer()
    : used_(0),
      plain_locale_(std::cout.getloc() == std::locale::classic()),
      direct_(state().mode == _generator && prints_through_stdio()) {}
#endif

TESTLIB_BODY void line_writer::put(const char* text, size_t size) {
    if (size > sizeof(text_) - used_)
        spill();
    if (size <= sizeof(text_)) {
        std::memcpy(text_ + used_, text, size);
        used_ += size;
    } else if (direct_) {
        std::fwrite(text, 1, size, stdout);
#ifndef TESTLIB_LEAN
    } else {
        std::cout.write(text, static_cast<std::streamsize>(size));
#endif
    }
}

TESTLIB_BODY void line_writer::put_integer(bool negative, unsigned long long bits) {
    char digits[24];
    char* const end = digits + sizeof(digits);
    char* start = write_decimal(negative ? 0 - bits : bits, end);
    if (negative)
        *--start = '-';
    put(start, static_cast<size_t>(end - start));
}

TESTLIB_BODY void line_writer::spill() {
    if (direct_)
        std::fwrite(text_, 1, used_, stdout);
#ifndef TESTLIB_LEAN
    else
        std::cout.write(text_, static_cast<std::streamsize>(used_));
#endif
    used_ = 0;
}

TESTLIB_BODY void line_writer::finish() {
    put('\n');
    spill();
    if (!direct_ || state().mode != _generator)
        flush_output();
}

TESTLIB_BODY void refuse_random_shuffle() { fail("%s", TESTLIB_NO_RANDOM_SHUFFLE); }

}  // namespace testlib_detail

#ifndef _MSC_VER
TESTLIB_REPLACEMENT int rand() RAND_THROW_STATEMENT {
    testlib_detail::fail("%s", TESTLIB_NO_RAND);
}

TESTLIB_REPLACEMENT void srand(unsigned int seed) RAND_THROW_STATEMENT {
    testlib_detail::fail("%s [ignored seed=%u].", TESTLIB_NO_SRAND, seed);
}
#endif
