// ==== GENERATORS: shuffling, println, and calls that are forbidden ================================

// Permutes a range with draws from rnd.
template <typename Iterator>
void shuffle(Iterator first, Iterator last) {
    testlib_detail::state().rnd.permute(first, last);
}

template <typename Container>
TESTLIB_EXTENSION("shuffle of a whole container: write shuffle(v.begin(), v.end())")
void shuffle(Container& container) {
    testlib_detail::state().rnd.permute(container.begin(), container.end());
}

namespace testlib_detail {

template <typename Type>
struct always_void {
    typedef void type;
};

template <typename Type, typename = void>
struct has_iterator : std::false_type {};
template <typename Type>
struct has_iterator<Type, typename always_void<typename Type::iterator>::type> : std::true_type {};

template <typename Type, typename = void>
struct is_class_iterator : std::false_type {};
template <typename Type>
struct is_class_iterator<Type, typename always_void<typename Type::iterator_category>::type>
    : std::true_type {};

// Pairs of constant character pointers are two texts; other pointers are the ends of a range.
template <typename Type>
struct is_range_end : is_class_iterator<Type> {};
template <typename Type>
struct is_range_end<Type*>
    : std::integral_constant<bool,
                             std::is_object<Type>::value &&
                                 !std::is_same<Type, const char>::value> {};

// Two arguments of println are a range if both are ends of the same kind. Two character arrays
// are texts, although they decay to pointers.
template <typename First, typename Second>
struct are_range_ends
    : std::integral_constant<
          bool, std::is_same<typename std::decay<First>::type,
                             typename std::decay<Second>::type>::value &&
                    is_range_end<typename std::decay<First>::type>::value &&
                    !(std::is_array<First>::value && std::is_array<Second>::value)> {};

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
    void stream(char value) { put(value); }
    void stream(const std::string& value) { put(value.data(), value.size()); }
    void stream(const char*) {}
    template <typename Type>
    void stream(const Type&) {
        static_assert(std::is_arithmetic<Type>::value,
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
    template <typename Type>
    void stream(const Type& value) {
        spill();
        std::cout << value;
    }
#endif

    void finish();

private:
    char text_[256];
    size_t used_;
    bool plain_locale_ TESTLIB_UNUSED;  // Lean programs have no locale.
    bool direct_;  // Whether lines go to the C library's stdout without a detour.

    void spill();
};

template <typename Type>
struct prints_as_integer
    : std::integral_constant<bool, std::is_integral<Type>::value && (sizeof(Type) > 1) &&
                                       !std::is_same<Type, bool>::value &&
                                       !std::is_same<Type, wchar_t>::value &&
                                       !std::is_same<Type, char16_t>::value &&
                                       !std::is_same<Type, char32_t>::value> {};

template <typename Type>
struct prints_as_collection
    : std::integral_constant<
          bool, has_iterator<Type>::value && !std::is_same<Type, std::string>::value> {};

template <typename Type>
struct is_compound : prints_as_collection<Type> {};
template <typename First, typename Second>
struct is_compound<std::pair<First, Second>> : std::true_type {};

// Whether an operator that was declared before this header prints the values of a type.
#ifdef TESTLIB_LEAN
template <typename Type>
struct is_streamable : std::integral_constant<bool, !is_compound<Type>::value> {};
#else
template <typename Type, typename = void>
struct is_streamable : std::false_type {};
template <typename Type>
struct is_streamable<
    Type, typename always_void<decltype(std::cout << std::declval<const Type&>())>::type>
    : std::true_type {};
#endif

// Pairs and collections that are elements have their own way to be printed, if there is one.
template <typename Type>
struct streams_itself
    : std::conditional<is_compound<Type>::value, is_streamable<Type>, std::false_type>::type {};

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

template <typename Type>
typename std::enable_if<prints_as_integer<Type>::value>::type print_value(line_writer& line,
                                                                          Type value) {
    if (!line.writes_plain_integers()) {
        line.stream(value);
        return;
    }
    line.put_integer(is_negative(value), static_cast<unsigned long long>(value));
}

template <typename Type>
typename std::enable_if<!prints_as_integer<Type>::value && !prints_as_collection<Type>::value>::type
print_value(line_writer& line, const Type& value) {
    line.stream(value);
}

template <typename Type>
typename std::enable_if<prints_as_collection<Type>::value>::type print_value(
    line_writer& line, const Type& collection);

template <typename Type>
void print_element(line_writer& line, const Type& value, std::true_type /* streams itself */) {
    line.stream(value);
}

template <typename Type>
void print_element(line_writer& line, const Type& value, std::false_type) {
    print_value(line, value);
}

template <typename First, typename Second>
void print_element(line_writer& line, const std::pair<First, Second>& value, std::false_type) {
    print_value(line, value.first);
    line.put(' ');
    print_value(line, value.second);
}

template <typename First, typename Second>
void print_value(line_writer& line, const std::pair<First, Second>& value) {
    typedef streams_itself<std::pair<First, Second>> streams;
    print_element(line, value, std::integral_constant<bool, streams::value>());
}

template <typename Iterator>
void print_range(line_writer& line, Iterator first, Iterator last) {
    for (Iterator i = first; i != last; ++i) {
        if (i != first)
            line.put(' ');
        print_value(line, static_cast<typename std::iterator_traits<Iterator>::value_type>(*i));
    }
}

template <typename Type>
typename std::enable_if<prints_as_collection<Type>::value>::type print_value(
    line_writer& line, const Type& collection) {
    typedef typename std::iterator_traits<decltype(collection.begin())>::value_type element;
    bool first = true;
    for (auto i = collection.begin(); i != collection.end(); ++i, first = false) {
        if (!first)
            line.put(' ');
        print_element(line, static_cast<element>(*i),
                      std::integral_constant<bool, streams_itself<element>::value>());
    }
}

template <typename Iterator>
Iterator range_end(const Iterator& end) {
    return end;
}
template <typename Type, size_t Count>
const Type* range_end(const Type (&array)[Count]) {
    return array;
}
template <typename Type>
const Type* range_end(Type* const& pointer) {
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

template <typename... Values>
struct is_range : std::false_type {};
template <typename First, typename Second>
struct is_range<First, Second> : are_range_ends<First, Second> {};

template <typename First, typename Second>
void print_line(line_writer& line, std::true_type /* range */, const First& first,
                const Second& last) {
    print_range(line, range_end(first), range_end(last));
}

template <typename... Values>
void print_line(line_writer& line, std::false_type, const Values&... values) {
    print_values(line, values...);
}

template <typename... Values>
void print_line(const Values&... values) {
    line_writer line;
    print_line(line, std::integral_constant<bool, is_range<Values...>::value>(), values...);
    line.finish();
}

// What the usual header prints: values that have an operator, containers of such values, and
// ranges of both. Only pairs and containers are asked whether they have one, for that takes time;
// anything else without one is printed by neither header.
template <typename Type>
struct prints_plainly
    : std::conditional<is_compound<Type>::value, is_streamable<Type>, std::true_type>::type {};

template <typename Type, bool IsCollection = prints_as_collection<Type>::value>
struct prints_upstream : prints_plainly<Type> {};
template <typename Type>
struct prints_upstream<Type, true>
    : prints_plainly<typename std::iterator_traits<typename Type::iterator>::value_type> {};

template <typename... Values>
struct print_upstream : std::true_type {};
template <typename First, typename... Rest>
struct print_upstream<First, Rest...>
    : std::integral_constant<bool, prints_upstream<First>::value &&
                                       print_upstream<Rest...>::value> {};

template <typename End>
struct range_prints_upstream
    : prints_upstream<
          typename std::iterator_traits<typename std::decay<End>::type>::value_type> {};

// From one to seven values, or a range, for which it takes a string and a variable C string, too.
template <typename... Values>
struct line_is_upstream
    : std::integral_constant<bool, sizeof...(Values) >= 1 && sizeof...(Values) <= 7 &&
                                       print_upstream<Values...>::value> {};
template <typename First, typename Second>
struct line_is_upstream<First, Second> : std::conditional<are_range_ends<First, Second>::value,
                                                          range_prints_upstream<First>,
                                                          print_upstream<First, Second>>::type {};
template <typename Char>
struct line_is_upstream<std::string, Char*> : std::false_type {};

}  // namespace testlib_detail

// Prints a line of values separated by spaces, and containers and ranges element by element.
template <typename... Values>
typename std::enable_if<testlib_detail::line_is_upstream<Values...>::value>::type println(
    const Values&... values) {
    testlib_detail::print_line(values...);
}

template <typename... Values>
TESTLIB_EXTENSION("println of pairs, of containers in containers, of more than seven values, or of "
                  "a std::string and a char* alone: print the parts one by one")
typename std::enable_if<!testlib_detail::line_is_upstream<Values...>::value>::type println(
    const Values&... values) {
    testlib_detail::print_line(values...);
}

TESTLIB_EXTENSION("println without values: write println(\"\")")
inline void println() {
    testlib_detail::print_line();
}

// Calls whose results would differ between machines do not compile with GCC and clang, and end the
// program elsewhere. The attribute only stops direct calls, hence the bodies.
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

#if defined(__clang__)
#define TESTLIB_FORBIDDEN(text) __attribute__((unavailable(text)))
#define TESTLIB_FORBIDDEN_C(text) __attribute__((unavailable(text)))
#define TESTLIB_REPLACEMENT inline
#elif defined(__GNUC__)
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
template <typename Type>
TESTLIB_FORBIDDEN(TESTLIB_NO_RANDOM_SHUFFLE)
void random_shuffle(Type, Type) {
    testlib_detail::refuse_random_shuffle();
}

template <typename Type>
TESTLIB_FORBIDDEN(TESTLIB_NO_RANDOM_SHUFFLE)
void random_shuffle(Type*, Type*) {
    testlib_detail::refuse_random_shuffle();
}

template <template <typename...> class Iterator, typename... Arguments>
TESTLIB_FORBIDDEN(TESTLIB_NO_RANDOM_SHUFFLE)
void random_shuffle(Iterator<Arguments...>, Iterator<Arguments...>) {
    testlib_detail::refuse_random_shuffle();
}
