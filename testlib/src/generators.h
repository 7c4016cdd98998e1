// ==== GENERATORS: shuffling, println, and calls that are forbidden ================================

// Permutes a range with draws from rnd.
template <typename Iterator>
void shuffle(Iterator first, Iterator last) {
    testlib_detail::state().rnd.permute(first, last);
}

template <typename Container>
TESTLIB_EXTENSION void shuffle(Container& container) {
    testlib_detail::state().rnd.permute(container.begin(), container.end());
}

namespace testlib_detail {

template <typename T>
struct always_void {
    typedef void type;
};

template <typename T, typename = void>
struct has_iterator : std::false_type {};
template <typename T>
struct has_iterator<T, typename always_void<typename T::iterator>::type> : std::true_type {};

template <typename T, typename = void>
struct is_class_iterator : std::false_type {};
template <typename T>
struct is_class_iterator<T, typename always_void<typename T::iterator_category>::type>
    : std::true_type {};

// Pairs of constant character pointers are two texts; other pointers are the ends of a range.
template <typename T>
struct is_range_end : is_class_iterator<T> {};
template <typename T>
struct is_range_end<T*>
    : std::integral_constant<bool,
                             std::is_object<T>::value && !std::is_same<T, const char>::value> {};

// Two arguments of println are a range if both are ends of the same kind. Two character arrays
// are texts, although they decay to pointers.
template <typename A, typename B>
struct are_range_ends
    : std::integral_constant<
          bool, std::is_same<typename std::decay<A>::type, typename std::decay<B>::type>::value &&
                    is_range_end<typename std::decay<A>::type>::value &&
                    !(std::is_array<A>::value && std::is_array<B>::value)> {};

// Collects a line in front of std::cout. Numbers and texts in the stream's default format are
// written here directly, everything else by the stream itself, so its manipulators apply.
class line_writer {
public:
    line_writer();

    void put(char c) {
        if (used_ == sizeof(text_))
            spill();
        text_[used_++] = c;
    }
    void put(const char* text, size_t size);
    void put_integer(bool negative, unsigned long long bits);

#ifdef TESTLIB_LEAN
    bool writes_plain_text() const { return true; }
    bool writes_plain_integers() const { return plain_locale_; }
    void stream(double value);
    void stream(float value) { stream(static_cast<double>(value)); }
    void stream(bool value) { put(value ? '1' : '0'); }
    void stream(const char*) {}
    template <typename T>
    void stream(const T&) {
        static_assert(std::is_arithmetic<T>::value || std::is_same<T, std::string>::value,
                      "with TESTLIB_LEAN, println takes numbers, texts, pairs and containers of "
                      "them; leave the macro out for other types");
    }
#else
    bool writes_plain_text() const { return std::cout.width() == 0; }
    bool writes_plain_integers() const {
        const std::ios_base::fmtflags relevant =
            std::ios_base::basefield | std::ios_base::showpos;
        return plain_locale_ && std::cout.width() == 0 &&
               (std::cout.flags() & relevant) == std::ios_base::dec;
    }
    template <typename T>
    void stream(const T& value) {
        spill();
        std::cout << value;
    }
#endif

    void finish();

private:
    char text_[256];
    size_t used_;
    bool plain_locale_;
    bool direct_;  // Whether lines go to the C library's stdout without a detour.

    void spill();
};

template <typename T>
struct prints_as_integer
    : std::integral_constant<bool, std::is_integral<T>::value && (sizeof(T) > 1) &&
                                       !std::is_same<T, bool>::value &&
                                       !std::is_same<T, wchar_t>::value &&
                                       !std::is_same<T, char16_t>::value &&
                                       !std::is_same<T, char32_t>::value> {};

template <typename T>
struct prints_as_collection
    : std::integral_constant<bool, has_iterator<T>::value && !std::is_same<T, std::string>::value> {
};

inline void print_value(line_writer& line, char value) {
    if (line.writes_plain_text())
        line.put(value);
    else
        line.stream(value);
}

inline void print_value(line_writer& line, const char* value) {
    if (value != nullptr && line.writes_plain_text())
        line.put(value, std::strlen(value));
    else
        line.stream(value);
}

inline void print_value(line_writer& line, const std::string& value) {
    if (line.writes_plain_text())
        line.put(value.data(), value.size());
    else
        line.stream(value);
}

template <typename T>
typename std::enable_if<prints_as_integer<T>::value>::type print_value(line_writer& line, T value) {
    if (!line.writes_plain_integers()) {
        line.stream(value);
        return;
    }
    line.put_integer(is_negative(value), static_cast<unsigned long long>(value));
}

template <typename T>
typename std::enable_if<!prints_as_integer<T>::value && !prints_as_collection<T>::value>::type
print_value(line_writer& line, const T& value) {
    line.stream(value);
}

template <typename T>
typename std::enable_if<prints_as_collection<T>::value>::type print_value(line_writer& line,
                                                                          const T& collection);

template <typename A, typename B>
void print_value(line_writer& line, const std::pair<A, B>& value) {
    print_value(line, value.first);
    line.put(' ');
    print_value(line, value.second);
}

template <typename Iterator>
void print_range(line_writer& line, Iterator first, Iterator last) {
    for (Iterator i = first; i != last; ++i) {
        if (i != first)
            line.put(' ');
        print_value(line, static_cast<typename std::iterator_traits<Iterator>::value_type>(*i));
    }
}

template <typename T>
typename std::enable_if<prints_as_collection<T>::value>::type print_value(line_writer& line,
                                                                          const T& collection) {
    print_range(line, collection.begin(), collection.end());
}

template <typename Iterator>
Iterator range_end(const Iterator& end) {
    return end;
}
template <typename T, size_t N>
const T* range_end(const T (&array)[N]) {
    return array;
}
template <typename T>
const T* range_end(T* const& pointer) {
    return pointer;
}

inline void print_values(line_writer&) {}

template <typename First, typename... Rest>
void print_values(line_writer& line, const First& first, const Rest&... rest) {
    print_value(line, first);
    if (sizeof...(rest) != 0)
        line.put(' ');
    print_values(line, rest...);
}

}  // namespace testlib_detail

// Prints a line of values separated by spaces, and containers and ranges element by element.
TESTLIB_EXTENSION inline void println() {
    testlib_detail::line_writer line;
    line.finish();
}

template <typename A, typename B>
typename std::enable_if<testlib_detail::are_range_ends<A, B>::value>::type println(const A& first,
                                                                                   const B& last) {
    testlib_detail::line_writer line;
    testlib_detail::print_range(line, testlib_detail::range_end(first),
                                testlib_detail::range_end(last));
    line.finish();
}

template <typename A, typename B>
typename std::enable_if<!testlib_detail::are_range_ends<A, B>::value>::type println(const A& a,
                                                                                    const B& b) {
    testlib_detail::line_writer line;
    testlib_detail::print_values(line, a, b);
    line.finish();
}

template <typename A>
void println(const A& a) {
    testlib_detail::line_writer line;
    testlib_detail::print_value(line, a);
    line.finish();
}

template <typename A, typename B, typename C, typename... Rest>
void println(const A& a, const B& b, const C& c, const Rest&... rest) {
    testlib_detail::line_writer line;
    testlib_detail::print_values(line, a, b, c, rest...);
    line.finish();
}

// Calls whose results would differ between machines do not compile with GCC, and end the program
// elsewhere. The attribute only stops direct calls, hence the bodies.
#define TESTLIB_NO_RAND "Don't use rand(), use rnd.next() instead"
#define TESTLIB_NO_SRAND                                                                          \
    "Don't use srand(), you should use 'registerGen(argc, argv, 1);' to initialize generator "    \
    "seed by hash code of the command line params. The third parameter is randomGeneratorVersion " \
    "(currently the latest is 1)"
#define TESTLIB_NO_RANDOM_SHUFFLE "Don't use random_shuffle(), use shuffle() instead"

// The exception specification has to be that of the C library's declaration.
#ifdef __GLIBC__
#define RAND_THROW_STATEMENT noexcept
#else
#define RAND_THROW_STATEMENT
#endif

#if defined(__GNUC__) && !defined(__clang__)
#define TESTLIB_FORBIDDEN(text) __attribute__((error(text)))
#define TESTLIB_FORBIDDEN_C(text) __attribute__((error(text), noinline, cold, weak))
#define TESTLIB_REPLACEMENT
#else
#define TESTLIB_FORBIDDEN(text)
#define TESTLIB_FORBIDDEN_C(text)
#define TESTLIB_REPLACEMENT inline
#endif

#ifndef _MSC_VER
TESTLIB_FORBIDDEN_C(TESTLIB_NO_RAND) TESTLIB_REPLACEMENT int rand() RAND_THROW_STATEMENT;
TESTLIB_FORBIDDEN_C(TESTLIB_NO_SRAND)
TESTLIB_REPLACEMENT void srand(unsigned int seed) RAND_THROW_STATEMENT;
#endif

namespace testlib_detail {
NORETURN void refuse_random_shuffle();
}  // namespace testlib_detail

// The more special forms are there to be better matches than the function of the same name in std.
template <typename T>
TESTLIB_FORBIDDEN(TESTLIB_NO_RANDOM_SHUFFLE)
void random_shuffle(T, T) {
    testlib_detail::refuse_random_shuffle();
}

template <typename T>
TESTLIB_FORBIDDEN(TESTLIB_NO_RANDOM_SHUFFLE)
void random_shuffle(T*, T*) {
    testlib_detail::refuse_random_shuffle();
}

template <template <typename...> class Iterator, typename... Arguments>
TESTLIB_FORBIDDEN(TESTLIB_NO_RANDOM_SHUFFLE)
void random_shuffle(Iterator<Arguments...>, Iterator<Arguments...>) {
    testlib_detail::refuse_random_shuffle();
}
