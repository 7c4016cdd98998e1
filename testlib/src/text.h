// ==== TEXT: formatting, trimming, splitting, numbers as text ====================================

namespace testlib_detail {

// Longer messages are cut, as the usual header builds them in a buffer of this size.
const size_t format_limit = 16777216;

// printf into a string. An embedded zero byte ends the result.
std::string vformat(const char* format, va_list arguments);

// For formats that were not written down as a literal, hence without the compiler's check.
std::string format_unchecked(const char* format, ...);

// A part of a message.
struct piece {
    const char* data;
    size_t size;

    piece(const char* text) : data(text), size(std::strlen(text)) {}
    piece(const std::string& text) : data(text.data()), size(text.size()) {}
    piece(const text_ref& text) : data(text.data), size(text.size) {}
};

// The pieces one behind the other. Compilers take far longer for chains of std::string's operators.
std::string concat(const piece& first, const piece& second, const piece& third = "",
                   const piece& fourth = "", const piece& fifth = "", const piece& sixth = "",
                   const piece& seventh = "", const piece& eighth = "");

template <typename Type>
struct is_printf_argument
    : std::integral_constant<bool, std::is_arithmetic<Type>::value || std::is_enum<Type>::value ||
                                       std::is_pointer<Type>::value ||
                                       std::is_same<Type, std::nullptr_t>::value> {};

template <typename... Rest>
struct are_printf_arguments : std::true_type {};

template <typename First, typename... Rest>
struct are_printf_arguments<First, Rest...>
    : std::integral_constant<bool, is_printf_argument<typename std::decay<First>::type>::value &&
                                       are_printf_arguments<Rest...>::value> {};

}  // namespace testlib_detail

// Declares a string `result` that holds the printf-style arguments of a variadic function.
#define TESTLIB_FORMATTED(result, format)                                              \
    va_list result##_arguments;                                                        \
    va_start(result##_arguments, format);                                              \
    const std::string result = testlib_detail::vformat(format, result##_arguments);    \
    va_end(result##_arguments)

std::string testlib_format_(const char* fmt, ...) TESTLIB_PRINTF(1, 2);
std::string testlib_format_(const std::string fmt, ...);

// With <format> an ellipsis would make calls ambiguous with std::format under `using namespace
// std`, because every argument matches std's template better; a template ties on the arguments and
// wins on the format. Before C++20 the ellipsis is kept for the compiler's check of the arguments.
#if (defined(_MSVC_LANG) && _MSVC_LANG >= 202002L) || __cplusplus >= 202002L
#define TESTLIB_FORMAT_IS_TEMPLATE
template <typename... Arguments>
std::string format(const char* fmt, Arguments... arguments) {
    static_assert(testlib_detail::are_printf_arguments<Arguments...>::value,
                  "format: printf arguments are numbers and pointers; use .c_str() for strings");
    return testlib_detail::format_unchecked(fmt, arguments...);
}

template <typename... Arguments>
std::string format(const std::string& fmt, Arguments... arguments) {
    static_assert(testlib_detail::are_printf_arguments<Arguments...>::value,
                  "format: printf arguments are numbers and pointers; use .c_str() for strings");
    return testlib_detail::format_unchecked(fmt.c_str(), arguments...);
}
#else
std::string format(const char* fmt, ...) TESTLIB_PRINTF(1, 2);
std::string format(const std::string fmt, ...);
#endif

namespace testlib_detail {

TESTLIB_SMALL inline bool is_blank(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

TESTLIB_SMALL inline bool is_digit(char c) { return '0' <= c && c <= '9'; }

inline bool is_letter(char c) { return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z'); }

// Control characters and bytes from 128 on, which are negative as signed characters.
TESTLIB_SMALL inline bool is_unprintable(char c) { return static_cast<signed char>(c) < 32; }

TESTLIB_SMALL inline bool is_nan(double number) { return number != number; }

TESTLIB_SMALL inline bool is_infinite(double number) { return number > 1e300 || number < -1e300; }

}  // namespace testlib_detail

template <typename Type>
bool isEof(Type c) {
    return c == EOFC;
}

template <typename Type>
bool isEoln(Type c) {
    return c == LF || c == CR;
}

template <typename Type>
bool isBlanks(Type c) {
    return c == LF || c == CR || c == SPACE || c == TAB;
}

std::string trim(const std::string& s);

// Shortens a text for messages: zero bytes become visible, the middle of a long text is left out.
std::string compress(const std::string& s);

std::string upperCase(std::string s);

std::string lowerCase(std::string s);

std::vector<std::string> split(const std::string& s, const std::string& separators);

std::vector<std::string> split(const std::string& s, char separator);

std::vector<std::string> tokenize(const std::string& s, const std::string& separators);

std::vector<std::string> tokenize(const std::string& s, char separator);

std::string englishEnding(int number);

namespace testlib_detail {

// Writes the digits of a number backwards from the end of a buffer and returns their start.
inline char* write_decimal(unsigned long long value, char* end) {
    do {
        *--end = static_cast<char>('0' + value % 10);
        value /= 10;
    } while (value != 0);
    return end;
}

std::string unsigned_text(unsigned long long value);

// The absolute value as unsigned, which also holds the one of the smallest number.
inline unsigned long long magnitude(long long value) {
    return value < 0 ? 0ULL - static_cast<unsigned long long>(value)
                     : static_cast<unsigned long long>(value);
}

std::string signed_text(long long value);

template <typename Type>
std::string integral_text(Type value, std::true_type /* signed */) {
    return signed_text(static_cast<long long>(value));
}

template <typename Type>
std::string integral_text(Type value, std::false_type /* unsigned */) {
    return unsigned_text(static_cast<unsigned long long>(value));
}

template <typename Type>
std::string value_text(const Type& value, std::true_type /* integral */) {
    return integral_text(value, std::is_signed<Type>());
}

#ifdef TESTLIB_LEAN
std::string plain_text(double value);
inline std::string plain_text(const std::string& value) { return value; }
inline std::string plain_text(const char* value) { return value; }

template <typename Type>
std::string value_text(const Type& value, std::false_type /* not integral */) {
    return plain_text(value);
}
#else
template <typename Type>
std::string value_text(const Type& value, std::false_type /* not integral */) {
    std::stringstream stream;
    stream << value;
    std::string word;
    stream >> word;
    return word;
}
#endif

// A round number of at least this many trailing zeros is shown as a power of ten.
const int shortest_run_of_zeros = 7;

}  // namespace testlib_detail

template <typename Type>
std::string vtos(const Type& value) {
    return testlib_detail::value_text(value, std::is_integral<Type>());
}

template <typename Type>
std::string toString(const Type& value) {
    return vtos(value);
}

std::string toHumanReadableString(unsigned long long n);
std::string toHumanReadableString(long long n);
std::string toHumanReadableString(int n);

bool equals(long long integer, const char* s);
bool equals(unsigned long long integer, const char* s);

// "2.500" becomes "2.5" and "2.000" becomes "2.0": one decimal stays.
std::string removeDoubleTrailingZeroes(std::string value);

namespace testlib_detail {

// The absolute value, except that a zero or a NaN changes its sign. Checkers print differences made
// with it, so existing logs show "-0.000000" for some equal numbers.
inline double flipped_unless_positive(double number) { return number > 0 ? number : -number; }

}  // namespace testlib_detail

// The smaller of the absolute and, unless the expected value is tiny, the relative difference.
double doubleDelta(double expected, double result);

namespace testlib_detail {

inline std::string separator_text(char separator) { return std::string(1, separator); }
inline std::string separator_text(const char* separator) { return separator; }
inline std::string separator_text(const std::string& separator) { return separator; }

template <typename Type>
struct is_separator
    : std::integral_constant<
          bool,
          std::is_same<Type, char>::value || std::is_convertible<Type, std::string>::value> {};

#ifdef TESTLIB_LEAN
template <typename Type>
std::string item_text(const Type& item) {
    return vtos(item);
}
inline std::string item_text(char item) { return std::string(1, item); }

template <typename Iterator>
std::string join_range(Iterator first, Iterator last, const std::string& separator) {
    std::string result;
    for (Iterator i = first; i != last; ++i)
        result += (i == first ? std::string() : separator) + item_text(*i);
    return result;
}
#else
template <typename Iterator>
std::string join_range(Iterator first, Iterator last, const std::string& separator) {
    std::ostringstream stream;
    for (Iterator i = first; i != last; ++i) {
        if (i != first)
            stream << separator;
        stream << *i;
    }
    return stream.str();
}
#endif

}  // namespace testlib_detail

template <typename Iterator, typename Separator>
typename std::enable_if<testlib_detail::is_separator<typename std::decay<Separator>::type>::value,
                        std::string>::type
join(Iterator first, Iterator last, const Separator& separator) {
    return testlib_detail::join_range(first, last, testlib_detail::separator_text(separator));
}

template <typename Collection, typename Separator>
typename std::enable_if<testlib_detail::is_separator<typename std::decay<Separator>::type>::value,
                        std::string>::type
join(const Collection& collection, const Separator& separator) {
    return testlib_detail::join_range(collection.begin(), collection.end(),
                                      testlib_detail::separator_text(separator));
}

template <typename Iterator>
typename std::enable_if<
    !testlib_detail::is_separator<typename std::decay<Iterator>::type>::value, std::string>::type
join(Iterator first, Iterator last) {
    return testlib_detail::join_range(first, last, " ");
}

template <typename Collection>
std::string join(const Collection& collection) {
    return testlib_detail::join_range(collection.begin(), collection.end(), " ");
}
