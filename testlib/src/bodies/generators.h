// ==== GENERATORS, BODIES ==========================================================================

TESTLIB_RARE_CODE

TESTLIB_BODY void registerGen(int argc, char* argv[], int randomGeneratorVersion) {
    if (randomGeneratorVersion < 0 || randomGeneratorVersion > 1)
        testlib_detail::fail("Random generator version is expected to be 0 or 1.");
    random_t::version = randomGeneratorVersion;
    testlib_detail::begin_program(_generator);
    testlib_detail::state().registered = true;
    testlib_detail::state().rnd.setSeed(argc, argv);
    if (testlib_detail::trace* const tracing = testlib_detail::state().tracing) {
        tracing->seed = testlib_detail::state().rnd.seed();
        tracing->tell_more = testlib_detail::trace_generator;
    }
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
    const std::string name = testlib_format_("%d", test);
    testlib_detail::flush_output();
    if (testlib_freopen_(name.c_str(), "wt", stdout) == nullptr)
        testlib_detail::fail("Unable to write file '%s'", name.c_str());
}

TESTLIB_RARE_CODE_END

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

// Whether numbers are printed without separators of thousands. Asking a stream for its locale is
// slow, so it is asked again only when it says that something changed.
struct output_locale {
    bool known = false;
    bool registered = false;
    bool is_plain = false;
};

TESTLIB_BODY output_locale& current_locale() {
    static output_locale the_locale;
    return the_locale;
}

TESTLIB_BODY void forget_locale(std::ios_base::event, std::ios_base&, int) {
    current_locale().known = false;
}

TESTLIB_BODY bool prints_plain_numbers() {
    output_locale& locale = current_locale();
    if (!locale.known) {
        if (!locale.registered)
            std::cout.register_callback(forget_locale, 0);
        locale.known = locale.registered = true;
        locale.is_plain = std::cout.getloc() == std::locale::classic();
    }
    return locale.is_plain;
}

// A generator has no peer that waits for the line: as long as std::cout shares the buffer of the C
// library's stdout, the order with printf is kept without a flush.
TESTLIB_BODY line_writer::line_writer()
    : used_(0),
      plain_locale_(prints_plain_numbers()),
      direct_(state().mode == _generator && prints_through_stdio()) {}
#endif

// The standard output belongs to one thread, so that its lock is not needed.
TESTLIB_BODY void write_to_stdout(const char* text, size_t size) {
#ifdef __GLIBC__
    ::fwrite_unlocked(text, 1, size, stdout);
#else
    std::fwrite(text, 1, size, stdout);
#endif
}

TESTLIB_BODY void line_writer::put(const char* text, size_t size) {
    if (size > sizeof(text_) - used_)
        spill();
    if (size <= sizeof(text_)) {
        std::memcpy(text_ + used_, text, size);
        used_ += size;
    } else if (direct_) {
        write_to_stdout(text, size);
#ifndef TESTLIB_LEAN
    } else {
        std::cout.write(text, static_cast<std::streamsize>(size));
#endif
    }
}

TESTLIB_BODY void line_writer::put_integer(bool negative, unsigned long long bits) {
    static const char pairs[] =
        "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243"
        "4445464748495051525354555657585960616263646566676869707172737475767778798081828384858687"
        "888990919293949596979899";
    const size_t longest = 24;
    // A copy of fixed size is faster than one of the size that is needed.
    char digits[2 * longest] = {};
    char* const end = digits + longest;
    char* start = end;
    unsigned long long rest = negative ? 0 - bits : bits;
    for (; rest >= 100; rest /= 100)
        std::memcpy(start -= 2, pairs + rest % 100 * 2, 2);
    std::memcpy(start -= 2, pairs + rest * 2, 2);
    start += rest < 10;
    if (negative)
        *--start = '-';
    if (sizeof(text_) - used_ < longest)
        spill();
    std::memcpy(text_ + used_, start, longest);
    used_ += static_cast<size_t>(end - start);
}

TESTLIB_BODY void line_writer::spill() {
    if (direct_)
        write_to_stdout(text_, used_);
#ifndef TESTLIB_LEAN
    else
        std::cout.write(text_, static_cast<std::streamsize>(used_));
#endif
    used_ = 0;
}

TESTLIB_BODY void line_writer::finish() {
    put('\n');
    spill();
#ifdef TESTLIB_LEAN
    if (state().mode != _generator)
        flush_output();
#else
    if (!direct_)
        std::cout.flush();
#endif
}

TESTLIB_BODY void refuse_random_shuffle() { fail("%s", TESTLIB_NO_RANDOM_SHUFFLE); }

}  // namespace testlib_detail

#ifndef _MSC_VER
TESTLIB_RARE_CODE

TESTLIB_REPLACEMENT int rand() RAND_THROW_STATEMENT {
    testlib_detail::fail("%s", TESTLIB_NO_RAND);
}

TESTLIB_REPLACEMENT void srand(unsigned int seed) RAND_THROW_STATEMENT {
    testlib_detail::fail("%s [ignored seed=%u].", TESTLIB_NO_SRAND, seed);
}

TESTLIB_RARE_CODE_END
#endif
