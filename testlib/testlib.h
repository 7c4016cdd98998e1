// testlib.h: validators, generators, checkers and interactors for programming contests.
//
// This is an independent implementation of the well-known header. A program includes this one
// file, calls one register function first in main, and then uses the objects inf, ouf, ans, rnd.
//
// Layout: banners of the form "==== NAME" open the sections below. Each section depends only on
// the sections before it. Everything internal lives in namespace testlib_detail; all other names
// are part of the interface and are global, because existing programs expect them there. All
// functions are inline and all shared objects are reached through one function-local static, so
// any number of translation units may include the header.

#ifndef TESTLIB_H_INCLUDED
#define TESTLIB_H_INCLUDED

// ==== PLATFORM: user macros, included headers, compiler attributes, constants ===================

#if defined(FOR_WINDOWS) && defined(FOR_LINUX)
#error "Only one of FOR_WINDOWS and FOR_LINUX may be defined"
#endif

// POSIX declares random() in <stdlib.h>; the name is hidden there so that programs may use it.
#define random testlib_hidden_posix_random
#include <stdlib.h>
#include <cstdlib>
#undef random

#include <fcntl.h>
#include <sys/stat.h>
#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <io.h>
#include <windows.h>
#else
#include <unistd.h>
#endif

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

// The release of the usual header whose behaviour this one follows.
#define VERSION "0.9.45-compatible"

#define LF (char(10))
#define CR (char(13))
#define TAB (char(9))
#define SPACE (' ')
#define EOFC (255)

#define I64 "%lld"
#define U64 "%llu"
#ifndef _WIN32
#define WORD unsigned short
#endif

#define STRINGIZE_DETAIL(text) #text
#define STRINGIZE(text) STRINGIZE_DETAIL(text)

#if defined(__GNUC__) || defined(__clang__)
#define NORETURN __attribute__((noreturn))
#define TESTLIB_PRINTF(format_index, first_argument) \
    __attribute__((format(printf, format_index, first_argument)))
#define TESTLIB_UNUSED __attribute__((unused))
// Marks code that runs at most once per program: compilers should spend no time on its speed.
#define TESTLIB_COLD __attribute__((cold))
#define TESTLIB_DEPRECATED(text) __attribute__((deprecated(text)))
#elif defined(_MSC_VER)
#define NORETURN __declspec(noreturn)
#define TESTLIB_PRINTF(format_index, first_argument)
#define TESTLIB_UNUSED
#define TESTLIB_COLD
#define TESTLIB_DEPRECATED(text) __declspec(deprecated(text))
#else
#define NORETURN
#define TESTLIB_PRINTF(format_index, first_argument)
#define TESTLIB_UNUSED
#define TESTLIB_COLD
#define TESTLIB_DEPRECATED(text)
#endif

// Some calls work here but do not compile with the usual header. With TESTLIB_STRICT_UPSTREAM
// the compiler points them out, so that a program can be kept portable.
#ifdef TESTLIB_STRICT_UPSTREAM
#define TESTLIB_EXTENSION TESTLIB_DEPRECATED("this call does not compile with the usual testlib.h")
#else
#define TESTLIB_EXTENSION
#endif

static_assert(sizeof(int) == 4, "testlib.h expects 32-bit int");
static_assert(INT_MAX == 2147483647, "testlib.h expects 32-bit int");
static_assert(sizeof(long long) == 8, "testlib.h expects 64-bit long long");
static_assert(sizeof(double) == 8, "testlib.h expects 64-bit double");

namespace testlib_detail {

const unsigned long long signed_maximum = 9223372036854775807ULL;

// Strict line ends follow the platform unless the program asks for one of the two forms.
#if defined(FOR_WINDOWS) || (defined(_WIN32) && !defined(FOR_LINUX))
const bool strict_line_end_is_crlf = true;
#else
const bool strict_line_end_is_crlf = false;
#endif

inline int file_descriptor(FILE* file) {
#ifdef _WIN32
    return _fileno(file);
#else
    return fileno(file);
#endif
}

inline bool standard_error_is_terminal() {
#ifdef _WIN32
    return _isatty(_fileno(stderr)) != 0;
#else
    return isatty(fileno(stderr)) != 0;
#endif
}

// On Windows the C library translates line ends; every byte matters here, so that is switched off.
inline void use_binary_standard_streams() {
#ifdef _WIN32
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
    _setmode(_fileno(stderr), _O_BINARY);
#endif
}

// Returns what is available now instead of waiting for a full buffer: a participant in an
// interactive problem sends nothing more until it is answered. Zero means end or error.
inline size_t read_available(FILE* file, char* into, size_t room) {
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

// The size of a regular file, or -1 for pipes, terminals and the like, which have none.
inline long long regular_file_size(FILE* file) {
#ifdef _WIN32
    struct _stat64 status;
    const bool known = _fstat64(_fileno(file), &status) == 0 && (status.st_mode & _S_IFREG) != 0;
#else
    struct stat status;
    const bool known = fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode);
#endif
    return known ? static_cast<long long>(status.st_size) : -1;
}

// The stdio layer may have read ahead of what it handed out. Reading the descriptor directly has
// to start where the stdio position is.
inline void align_descriptor_with_stdio(FILE* file) {
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

}  // namespace testlib_detail

inline FILE* testlib_fopen_(const char* path, const char* mode) { return std::fopen(path, mode); }

inline FILE* testlib_freopen_(const char* path, const char* mode, FILE* file) {
    return std::freopen(path, mode, file);
}

// ==== VERDICTS: modes, results, exit codes, and the way to report a failure =====================

enum TMode { _input, _output, _answer };

enum TResult : int {
    _ok = 0,
    _wa = 1,
    _pe = 2,
    _fail = 3,
    _dirt = 4,
    _points = 5,
    _unexpected_eof = 8,
    _partially = 16
};

#define _pc(exit_code) (TResult(_partially + (exit_code)))

enum TTestlibMode { _unknown, _checker, _validator, _generator, _interactor, _scorer };

// Judges expect different exit codes; each of them can also be set by itself.
#if defined(EJUDGE)
#define TESTLIB_CODE(plain, ejudge, contester) ejudge
#elif defined(CONTESTER)
#define TESTLIB_CODE(plain, ejudge, contester) contester
#else
#define TESTLIB_CODE(plain, ejudge, contester) plain
#endif
#ifndef OK_EXIT_CODE
#define OK_EXIT_CODE TESTLIB_CODE(0, 0, 0xAC)
#endif
#ifndef WA_EXIT_CODE
#define WA_EXIT_CODE TESTLIB_CODE(1, 5, 0xAB)
#endif
#ifndef PE_EXIT_CODE
#define PE_EXIT_CODE TESTLIB_CODE(2, 4, 0xAA)
#endif
#ifndef FAIL_EXIT_CODE
#define FAIL_EXIT_CODE TESTLIB_CODE(3, 6, 0xA3)
#endif
#ifndef DIRT_EXIT_CODE
#define DIRT_EXIT_CODE TESTLIB_CODE(4, 6, 4)
#endif
#ifndef POINTS_EXIT_CODE
#define POINTS_EXIT_CODE 7
#endif
#ifndef UNEXPECTED_EOF_EXIT_CODE
#ifdef ENABLE_UNEXPECTED_EOF
#define UNEXPECTED_EOF_EXIT_CODE 8
#else
#define UNEXPECTED_EOF_EXIT_CODE PE_EXIT_CODE
#endif
#endif
#ifndef PC_BASE_EXIT_CODE
#ifdef TESTSYS
#define PC_BASE_EXIT_CODE 50
#else
#define PC_BASE_EXIT_CODE 0
#endif
#endif

inline int resultExitCode(TResult result) {
    if (result >= _partially)
        return PC_BASE_EXIT_CODE + (result - _partially);
    switch (result) {
        case _ok: return OK_EXIT_CODE;
        case _wa: return WA_EXIT_CODE;
        case _pe: return PE_EXIT_CODE;
        case _dirt: return DIRT_EXIT_CODE;
        case _points: return POINTS_EXIT_CODE;
        case _unexpected_eof: return UNEXPECTED_EOF_EXIT_CODE;
        default: return FAIL_EXIT_CODE;
    }
}

#ifdef TESTLIB_THROW_EXIT_EXCEPTION_INSTEAD_OF_EXIT
// Thrown instead of leaving the process, for programs that host the library.
class exit_exception : public std::exception {
public:
    explicit exit_exception(int exitCode) : exitCode_(exitCode) {}
    int getExitCode() const { return exitCode_; }

private:
    int exitCode_;
};
#endif

namespace testlib_detail {

typedef std::string outcome_names_t[17];

// Names used in XML reports, indexed by TResult.
TESTLIB_COLD inline const outcome_names_t& outcome_names() {
#ifdef PCMS2
    static const char* const points_name = "relative-scoring";
#else
    static const char* const points_name = "points";
#endif
    static const outcome_names_t names = {
        "accepted",       "wrong-answer", "presentation-error", "fail",     "fail",     points_name,
        "reserved",       "reserved",     "unexpected-eof",     "reserved", "reserved", "reserved",
        "reserved",       "reserved",     "reserved",           "reserved", "partially-correct"};
    return names;
}

// Ends the program with the verdict _fail. Low-level sections report misuse through this function;
// it is defined with the verdict machinery.
NORETURN inline void fail(const char* format, ...) TESTLIB_PRINTF(1, 2);

}  // namespace testlib_detail

static const testlib_detail::outcome_names_t& outcomes TESTLIB_UNUSED =
    testlib_detail::outcome_names();

// ==== TEXT: formatting, trimming, splitting, numbers as text ====================================

namespace testlib_detail {

// Longer messages are cut, as the usual header builds them in a buffer of this size.
const size_t format_limit = 16777216;

// printf into a string. An embedded zero byte ends the result.
inline std::string vformat(const char* format, va_list arguments) {
    char text[1024];
    va_list again;
    va_copy(again, arguments);
    const int length = std::vsnprintf(text, sizeof(text), format, arguments);
    std::string result;
    if (length >= 0 && static_cast<size_t>(length) < sizeof(text)) {
        result = text;
    } else if (length >= 0) {
        const size_t size = std::min(static_cast<size_t>(length) + 1, format_limit);
        std::vector<char> large(size);
        std::vsnprintf(large.data(), size, format, again);
        result = large.data();
    }
    va_end(again);
    return result;
}

// For formats that were not written down as a literal, hence without the compiler's check.
inline std::string format_unchecked(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const std::string result = vformat(format, arguments);
    va_end(arguments);
    return result;
}

template <typename T>
struct is_printf_argument
    : std::integral_constant<bool, std::is_arithmetic<T>::value || std::is_enum<T>::value ||
                                       std::is_pointer<T>::value ||
                                       std::is_same<T, std::nullptr_t>::value> {};

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

inline std::string testlib_format_(const char* fmt, ...) TESTLIB_PRINTF(1, 2);
inline std::string testlib_format_(const char* fmt, ...) {
    TESTLIB_FORMATTED(result, fmt);
    return result;
}

inline std::string testlib_format_(const std::string fmt, ...) {
    va_list arguments;
    va_start(arguments, fmt);
    const std::string result = testlib_detail::vformat(fmt.c_str(), arguments);
    va_end(arguments);
    return result;
}

// With <format> an ellipsis would make calls ambiguous with std::format under `using namespace
// std`, because every argument matches std's template better; a template ties on the arguments and
// wins on the format. Before C++20 the ellipsis is kept for the compiler's check of the arguments.
#if (defined(_MSVC_LANG) && _MSVC_LANG >= 202002L) || __cplusplus >= 202002L
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
inline std::string format(const char* fmt, ...) TESTLIB_PRINTF(1, 2);
inline std::string format(const char* fmt, ...) {
    TESTLIB_FORMATTED(result, fmt);
    return result;
}

inline std::string format(const std::string fmt, ...) {
    va_list arguments;
    va_start(arguments, fmt);
    const std::string result = testlib_detail::vformat(fmt.c_str(), arguments);
    va_end(arguments);
    return result;
}
#endif

namespace testlib_detail {

inline bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

inline bool is_digit(char c) { return '0' <= c && c <= '9'; }

inline bool is_letter(char c) { return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z'); }

// Control characters and bytes from 128 on, which are negative as signed characters.
inline bool is_unprintable(char c) { return static_cast<signed char>(c) < 32; }

inline bool is_nan(double x) { return x != x; }

inline bool is_infinite(double x) { return x > 1e300 || x < -1e300; }

}  // namespace testlib_detail

template <typename T>
bool isEof(T c) {
    return c == EOFC;
}

template <typename T>
bool isEoln(T c) {
    return c == LF || c == CR;
}

template <typename T>
bool isBlanks(T c) {
    return c == LF || c == CR || c == SPACE || c == TAB;
}

inline std::string trim(const std::string& s) {
    size_t begin = 0;
    size_t end = s.size();
    while (begin < end && testlib_detail::is_blank(s[begin]))
        ++begin;
    while (end > begin && testlib_detail::is_blank(s[end - 1]))
        --end;
    return s.substr(begin, end - begin);
}

// Shortens a text for messages: zero bytes become visible, the middle of a long text is left out.
TESTLIB_COLD inline std::string compress(const std::string& s) {
    const size_t longest = 64, head = 30, tail = 31;
    std::string result = s;
    if (s.size() > longest)
        result = s.substr(0, head) + "..." + s.substr(s.size() - tail);
    std::replace(result.begin(), result.end(), '\0', '~');
    return result;
}

inline std::string upperCase(std::string s) {
    for (size_t i = 0; i < s.size(); ++i)
        if ('a' <= s[i] && s[i] <= 'z')
            s[i] = static_cast<char>(s[i] - 'a' + 'A');
    return s;
}

inline std::string lowerCase(std::string s) {
    for (size_t i = 0; i < s.size(); ++i)
        if ('A' <= s[i] && s[i] <= 'Z')
            s[i] = static_cast<char>(s[i] - 'A' + 'a');
    return s;
}

inline std::vector<std::string> split(const std::string& s, const std::string& separators) {
    std::vector<std::string> pieces(1);
    for (size_t i = 0; i < s.size(); ++i) {
        if (separators.find(s[i]) != std::string::npos)
            pieces.push_back(std::string());
        else
            pieces.back() += s[i];
    }
    return pieces;
}

inline std::vector<std::string> split(const std::string& s, char separator) {
    return split(s, std::string(1, separator));
}

inline std::vector<std::string> tokenize(const std::string& s, const std::string& separators) {
    std::vector<std::string> pieces = split(s, separators);
    pieces.erase(std::remove(pieces.begin(), pieces.end(), std::string()), pieces.end());
    return pieces;
}

inline std::vector<std::string> tokenize(const std::string& s, char separator) {
    return tokenize(s, std::string(1, separator));
}

inline std::string englishEnding(int x) {
    x %= 100;
    if (x / 10 == 1)
        return "th";
    switch (x % 10) {
        case 1: return "st";
        case 2: return "nd";
        case 3: return "rd";
        default: return "th";
    }
}

namespace testlib_detail {

// Writes the digits of a number backwards from the end of a buffer and returns their start.
inline char* write_decimal(unsigned long long value, char* end) {
    do {
        *--end = static_cast<char>('0' + value % 10);
        value /= 10;
    } while (value != 0);
    return end;
}

inline std::string unsigned_text(unsigned long long value) {
    char digits[24];
    char* const end = digits + sizeof(digits);
    return std::string(write_decimal(value, end), end);
}

// The absolute value as unsigned, which also holds the one of the smallest number.
inline unsigned long long magnitude(long long value) {
    return value < 0 ? 0ULL - static_cast<unsigned long long>(value)
                     : static_cast<unsigned long long>(value);
}

inline std::string signed_text(long long value) {
    return (value < 0 ? "-" : "") + unsigned_text(magnitude(value));
}

template <typename T>
std::string integral_text(T value, std::true_type /* signed */) {
    return signed_text(static_cast<long long>(value));
}

template <typename T>
std::string integral_text(T value, std::false_type /* unsigned */) {
    return unsigned_text(static_cast<unsigned long long>(value));
}

template <typename T>
std::string value_text(const T& value, std::true_type /* integral */) {
    return integral_text(value, std::is_signed<T>());
}

template <typename T>
std::string value_text(const T& value, std::false_type /* not integral */) {
    std::stringstream stream;
    stream << value;
    std::string word;
    stream >> word;
    return word;
}

// A round number of at least this many trailing zeros is shown as a power of ten.
const int shortest_run_of_zeros = 7;

TESTLIB_COLD inline std::string human_readable(unsigned long long value, const std::string& sign) {
    int zeros = 0;
    unsigned long long factor = value;
    while (factor != 0 && factor % 10 == 0) {
        factor /= 10;
        ++zeros;
    }
    if (zeros < shortest_run_of_zeros)
        return sign + unsigned_text(value);
    const std::string power = "10^" + signed_text(zeros);
    return factor == 1 ? sign + power : sign + unsigned_text(factor) + "*" + power;
}

}  // namespace testlib_detail

template <typename T>
std::string vtos(const T& value) {
    return testlib_detail::value_text(value, std::is_integral<T>());
}

template <typename T>
std::string toString(const T& value) {
    return vtos(value);
}

inline std::string toHumanReadableString(unsigned long long n) {
    return testlib_detail::human_readable(n, "");
}
inline std::string toHumanReadableString(long long n) {
    return testlib_detail::human_readable(testlib_detail::magnitude(n), n < 0 ? "-" : "");
}
inline std::string toHumanReadableString(int n) {
    return toHumanReadableString(static_cast<long long>(n));
}

inline bool equals(long long integer, const char* s) {
    return testlib_detail::signed_text(integer) == s;
}
inline bool equals(unsigned long long integer, const char* s) {
    return testlib_detail::unsigned_text(integer) == s;
}

// "2.500" becomes "2.5" and "2.000" becomes "2.0": one decimal stays.
inline std::string removeDoubleTrailingZeroes(std::string value) {
    if (value.find('.') == std::string::npos)
        return value;
    while (value.size() >= 2 && value[value.size() - 1] == '0' && value[value.size() - 2] != '.')
        value.erase(value.size() - 1);
    return value;
}

namespace testlib_detail {

// The absolute value, except that a zero or a NaN changes its sign. Checkers print differences made
// with it, so existing logs show "-0.000000" for some equal numbers.
inline double flipped_unless_positive(double x) { return x > 0 ? x : -x; }

}  // namespace testlib_detail

// The smaller of the absolute and, unless the expected value is tiny, the relative difference.
inline double doubleDelta(double expected, double result) {
    const double absolute = testlib_detail::flipped_unless_positive(result - expected);
    if (!(testlib_detail::flipped_unless_positive(expected) > 1e-9))
        return absolute;
    const double relative = testlib_detail::flipped_unless_positive(absolute / expected);
    return absolute < relative ? absolute : relative;
}

namespace testlib_detail {

template <typename Item>
void append_joined(std::ostringstream& stream, bool first, const Item& item,
                   const std::string& separator) {
    if (!first)
        stream << separator;
    stream << item;
}

inline std::string separator_text(char separator) { return std::string(1, separator); }
inline std::string separator_text(const char* separator) { return separator; }
inline std::string separator_text(const std::string& separator) { return separator; }

template <typename T>
struct is_separator
    : std::integral_constant<
          bool, std::is_same<T, char>::value || std::is_convertible<T, std::string>::value> {};

template <typename Iterator>
std::string join_range(Iterator first, Iterator last, const std::string& separator) {
    std::ostringstream stream;
    for (Iterator i = first; i != last; ++i)
        append_joined(stream, i == first, *i, separator);
    return stream.str();
}

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

// ==== RANDOM: the linear congruential generator and everything drawn from it ====================

class pattern;

namespace testlib_detail {

template <typename Unused>
struct random_version_holder {
    // Which algorithm makes 64-bit draws: 0 and 1 differ, -1 (no generator) acts as 1.
    static int version;
};
template <typename Unused>
int random_version_holder<Unused>::version = -1;

// What a number becomes as an argument of a draw: small integers promote, floats become double.
template <typename T, bool IsIntegral = std::is_integral<T>::value,
          bool IsFloating = std::is_floating_point<T>::value>
struct draw_type {};
template <typename T>
struct draw_type<T, true, false> {
    typedef decltype(+T()) type;
};
template <typename T>
struct draw_type<T, false, true> {
    typedef double type;
};

// The type in which a range with bounds of two different types is drawn. A signed and an unsigned
// bound meet in long long, which holds all values that the shorter of them can have.
template <typename A, typename B,
          bool SameSign = std::is_signed<A>::value == std::is_signed<B>::value>
struct common_draw_type {
    typedef typename std::common_type<A, B>::type type;
};
template <typename A, typename B>
struct common_draw_type<A, B, false> {
    typedef long long type;
};

// Names the result of a two-type draw; it does not exist when both types are the same after
// promotion, so that such calls only see the plain overloads.
template <typename A, typename B, typename DrawA = typename draw_type<A>::type,
          typename DrawB = typename draw_type<B>::type>
struct mixed_draw {
    static_assert(std::is_integral<A>::value && std::is_integral<B>::value,
                  "the bounds are an integer and a real number: give both the same type, "
                  "for example rnd.next(1.0, 2.5)");
    typedef typename common_draw_type<DrawA, DrawB>::type type;
};
template <typename A, typename B, typename Draw>
struct mixed_draw<A, B, Draw, Draw> {};

template <typename T>
bool is_negative(T value, std::true_type /* signed */) {
    return value < 0;
}
template <typename T>
bool is_negative(T, std::false_type /* unsigned */) {
    return false;
}
template <typename T>
bool is_negative(T value) {
    return is_negative(value, std::is_signed<T>());
}

// A set of 64-bit keys with open addressing: draws of distinct values only insert and look up.
class drawn_set {
public:
    explicit drawn_set(size_t expected) : slots_(16), used_(16, false) {
        while (slots_.size() < 2 * expected)
            slots_.resize(2 * slots_.size());
        used_.resize(slots_.size(), false);
    }

    // Returns false when the key was there already.
    bool insert(unsigned long long key) {
        const size_t mask = slots_.size() - 1;
        size_t at = static_cast<size_t>((key * 0x9E3779B97F4A7C15ULL) >> 20) & mask;
        while (used_[at]) {
            if (slots_[at] == key)
                return false;
            at = (at + 1) & mask;
        }
        used_[at] = true;
        slots_[at] = key;
        return true;
    }

private:
    std::vector<unsigned long long> slots_;
    std::vector<bool> used_;
};

}  // namespace testlib_detail

// The random number source. Equal seeds give equal draws on all platforms and with all compilers.
class random_t : public testlib_detail::random_version_holder<void> {
public:
    random_t() : seed_(initial_seed) {}

    // Seeds by the command line: every argument counts, and so does their order.
    void setSeed(int argc, char* argv[]) {
        seed_ = initial_seed;
        for (int i = 1; i < argc; ++i) {
            for (const char* byte = argv[i]; *byte != '\0'; ++byte)
                seed_ = seed_ * multiplier + widened(*byte) + addend;
            seed_ += multiplier / addend;
        }
        seed_ &= mask;
    }

    void setSeed(long long seed) {
        seed_ = (static_cast<unsigned long long>(seed) ^ multiplier) & mask;
    }

    // An integer from 0 to n - 1.
    int next(int n) {
        if (n <= 0)
            testlib_detail::fail("random_t::next(int n): n must be positive");
        if ((n & (n - 1)) == 0)
            return static_cast<int>((n * static_cast<long long>(bits(31))) >> 31);
        const int limit = INT_MAX / n * n;
        int drawn;
        do {
            drawn = static_cast<int>(bits(31));
        } while (drawn >= limit);
        return drawn % n;
    }

    unsigned int next(unsigned int n) {
        if (n >= static_cast<unsigned int>(INT_MAX))
            testlib_detail::fail("random_t::next(unsigned int n): n must be less INT_MAX");
        return static_cast<unsigned int>(next(static_cast<int>(n)));
    }

    long long next(long long n) {
        if (n <= 0)
            testlib_detail::fail("random_t::next(long long n): n must be positive");
        const long long limit = LLONG_MAX / n * n;
        long long drawn;
        do {
            drawn = static_cast<long long>(bits(63));
        } while (drawn >= limit);
        return drawn % n;
    }

    unsigned long long next(unsigned long long n) {
        if (n >= testlib_detail::signed_maximum)
            testlib_detail::fail(
                "random_t::next(unsigned long long n): n must be less LONGLONG_MAX");
        return static_cast<unsigned long long>(next(static_cast<long long>(n)));
    }

    long next(long n) { return static_cast<long>(next(static_cast<long long>(n))); }

    unsigned long next(unsigned long n) {
        if (n >= static_cast<unsigned long>(LONG_MAX))
            testlib_detail::fail("random_t::next(unsigned long n): n must be less LONG_MAX");
        return static_cast<unsigned long>(next(static_cast<unsigned long long>(n)));
    }

    // An integer from `from` to `to`, both included.
    int next(int from, int to) {
        return static_cast<int>(next(static_cast<long long>(to) - from + 1) + from);
    }

    unsigned int next(unsigned int from, unsigned int to) {
        return static_cast<unsigned int>(next(static_cast<long long>(to) - from + 1) + from);
    }

    long long next(long long from, long long to) {
        return plus(from, next(width(from, to)));
    }

    unsigned long long next(unsigned long long from, unsigned long long to) {
        if (from > to)
            testlib_detail::fail("random_t::next(unsigned long long from, unsigned long long to): "
                                 "from can't not exceed to");
        return next(to - from + 1) + from;
    }

    long next(long from, long to) {
        return static_cast<long>(next(static_cast<long long>(from), static_cast<long long>(to)));
    }

    unsigned long next(unsigned long from, unsigned long to) {
        if (from > to)
            testlib_detail::fail("random_t::next(unsigned long from, unsigned long to): "
                                 "from can't not exceed to");
        return next(to - from + 1) + from;
    }

    // Bounds of two integer types: the range is drawn in their common type.
    template <typename A, typename B>
    TESTLIB_EXTENSION typename testlib_detail::mixed_draw<A, B>::type next(A from, B to) {
        typedef typename testlib_detail::mixed_draw<A, B>::type common;
        return next(static_cast<common>(from), static_cast<common>(to));
    }

    // A real number from [0, 1), [0, n) or [from, to).
    double next() {
        const unsigned long long high = bits(26) << 27;
        const unsigned long long low = bits(27);
        return below(static_cast<double>(high + low) / static_cast<double>(1ULL << 53), 1.0);
    }

    double next(double n) {
        if (!(n > 0))
            testlib_detail::fail("random_t::next(double): n should be positive");
        return below(n * next(), n);
    }

    double next(double from, double to) {
        if (!(from < to))
            testlib_detail::fail("random_t::next(double from, double to): "
                                 "from should be strictly less than to");
        return next(to - from) + from;
    }

    // A string that matches the pattern; the second form builds the pattern like printf.
    std::string next(const std::string& ptrn);
    std::string next(const char* format, ...) TESTLIB_PRINTF(2, 3);

    // Weighted draws: the maximum of type + 1 draws for positive types, the minimum for negative.
    int wnext(int n, int type) {
        if (n <= 0)
            testlib_detail::fail("random_t::wnext(int n, int type): n must be positive");
        return weighted(n, type);
    }

    long long wnext(long long n, int type) {
        if (n <= 0)
            testlib_detail::fail("random_t::wnext(long long n, int type): n must be positive");
        return weighted(n, type);
    }

    unsigned int wnext(unsigned int n, int type) {
        if (n >= static_cast<unsigned int>(INT_MAX))
            testlib_detail::fail(
                "random_t::wnext(unsigned int n, int type): n must be less INT_MAX");
        return static_cast<unsigned int>(wnext(static_cast<int>(n), type));
    }

    unsigned long long wnext(unsigned long long n, int type) {
        if (n >= testlib_detail::signed_maximum)
            testlib_detail::fail(
                "random_t::wnext(unsigned long long n, int type): n must be less LONGLONG_MAX");
        return static_cast<unsigned long long>(wnext(static_cast<long long>(n), type));
    }

    long wnext(long n, int type) {
        return static_cast<long>(wnext(static_cast<long long>(n), type));
    }

    unsigned long wnext(unsigned long n, int type) {
        if (n >= static_cast<unsigned long>(LONG_MAX))
            testlib_detail::fail(
                "random_t::wnext(unsigned long n, int type): n must be less LONG_MAX");
        return static_cast<unsigned long>(wnext(static_cast<unsigned long long>(n), type));
    }

    double wnext(double n, int type) {
        if (!(n > 0))
            testlib_detail::fail("random_t::wnext(double n, int type): n must be positive");
        if (is_many(type))
            return below(n * weighted_by_power(type), n);
        double drawn = next();
        for (int i = 0; i < type; ++i)
            drawn = std::max(drawn, next());
        for (int i = 0; i < -type; ++i)
            drawn = std::min(drawn, next());
        return n * drawn;
    }

    double wnext(int type) { return wnext(1.0, type); }

    int wnext(int from, int to, int type) {
        require_order(from, to, "int");
        // A width that does not fit is not positive and so refused.
        const long long count = static_cast<long long>(to) - from + 1;
        const int drawn = wnext(count > INT_MAX ? 0 : static_cast<int>(count), type);
        return static_cast<int>(static_cast<long long>(from) + drawn);
    }

    int wnext(unsigned int from, unsigned int to, int type) {
        require_order(from, to, "unsigned int");
        return static_cast<int>(from + wnext(to - from + 1, type));
    }

    long long wnext(long long from, long long to, int type) {
        require_order(from, to, "long long");
        return plus(from, wnext(width(from, to), type));
    }

    unsigned long long wnext(unsigned long long from, unsigned long long to, int type) {
        require_order(from, to, "unsigned long long");
        return from + wnext(to - from + 1, type);
    }

    long wnext(long from, long to, int type) {
        require_order(from, to, "long");
        const long long wide_from = from, wide_to = to;
        return static_cast<long>(plus(wide_from, wnext(width(wide_from, wide_to), type)));
    }

    unsigned long wnext(unsigned long from, unsigned long to, int type) {
        require_order(from, to, "unsigned long");
        return from + wnext(to - from + 1, type);
    }

    template <typename A, typename B>
    TESTLIB_EXTENSION typename testlib_detail::mixed_draw<A, B>::type wnext(A from, B to,
                                                                            int type) {
        typedef typename testlib_detail::mixed_draw<A, B>::type common;
        return wnext(static_cast<common>(from), static_cast<common>(to), type);
    }

    double wnext(double from, double to, int type) {
        if (!(from < to))
            testlib_detail::fail("random_t::wnext(double from, double to, int type): "
                                 "from should be strictly less than to");
        return wnext(to - from, type) + from;
    }

    // A random element, all equally likely or weighted by position as in wnext.
    template <typename Container>
    typename Container::value_type any(const Container& c) {
        if (c.size() <= 0)
            testlib_detail::fail("random_t::any(const Container& c): c.size() must be positive");
        return *std::next(c.begin(), next(static_cast<int>(c.size())));
    }

    template <typename T, size_t N>
    TESTLIB_EXTENSION T any(const T (&items)[N]) {
        return items[next(static_cast<int>(N))];
    }

    template <typename Iterator>
    typename std::iterator_traits<Iterator>::value_type any(Iterator begin, Iterator end) {
        const int size = static_cast<int>(std::distance(begin, end));
        if (size <= 0)
            testlib_detail::fail("random_t::any(const Iter& begin, const Iter& end): "
                                 "range must have positive length");
        return *std::next(begin, next(size));
    }

    template <typename Container>
    typename Container::value_type wany(const Container& c, int type) {
        if (c.size() <= 0)
            testlib_detail::fail(
                "random_t::wany(const Container& c, int type): c.size() must be positive");
        return *std::next(c.begin(), wnext(static_cast<int>(c.size()), type));
    }

    template <typename Iterator>
    typename std::iterator_traits<Iterator>::value_type wany(Iterator begin, Iterator end,
                                                             int type) {
        const int size = static_cast<int>(std::distance(begin, end));
        if (size <= 0)
            testlib_detail::fail("random_t::any(const Iter& begin, const Iter& end, int type): "
                                 "range must have positive length");
        return *std::next(begin, wnext(size, type));
    }

    // A random permutation of `size` consecutive values.
    template <typename T, typename E>
    std::vector<E> perm(T size, E first) {
        if (testlib_detail::is_negative(size))
            testlib_detail::fail("random_t::perm(T size, E first = 0): size must non-negative");
        std::vector<E> p(static_cast<size_t>(size));
        E value = first;
        for (size_t i = 0; i < p.size(); ++i)
            p[i] = value++;
        for (T i = 1; i < size; ++i)
            std::swap(p[static_cast<size_t>(i)], p[static_cast<size_t>(next(i + 1))]);
        return p;
    }

    template <typename T>
    std::vector<T> perm(T size) {
        return perm(size, T(0));
    }

    // `size` different values from [from, to], in the order in which they were drawn.
    template <typename T>
    std::vector<T> distinct(int size, T from, T to) {
        if (size == 0)
            return std::vector<T>();
        if (from > to)
            testlib_detail::fail("random_t::distinct expected from <= to");
        if (size < 0)
            testlib_detail::fail("random_t::distinct expected size >= 0");
        const unsigned long long count =
            static_cast<unsigned long long>(to) - static_cast<unsigned long long>(from) + 1;
        if (static_cast<unsigned long long>(size) > count)
            testlib_detail::fail("random_t::distinct expected size <= to - from + 1");
        if (expected_draws(size, count) < static_cast<double>(count))
            return distinct_by_drawing(size, from, to);
        if (count > 1000000000ULL)
            testlib_detail::fail("random_t::distinct here expected to - from + 1 <= 1000000000");
        std::vector<T> result = perm(static_cast<int>(count), from);
        result.resize(static_cast<size_t>(size));
        return result;
    }

    template <typename T>
    std::vector<T> distinct(int size, T upper) {
        if (size < 0)
            testlib_detail::fail("random_t::distinct expected size >= 0");
        if (size == 0)
            return std::vector<T>();
        if (upper <= 0)
            testlib_detail::fail("random_t::distinct expected upper > 0");
        if (static_cast<unsigned long long>(size) > static_cast<unsigned long long>(upper))
            testlib_detail::fail("random_t::distinct expected size <= upper");
        return distinct(size, T(0), static_cast<T>(upper - 1));
    }

    // `size` values of at least min_part with the given sum.
    template <typename T>
    std::vector<T> partition(int size, T sum, T min_part) {
        if (size < 0)
            testlib_detail::fail("random_t::partition: size < 0");
        if (size == 0 && sum != 0)
            testlib_detail::fail("random_t::partition: size == 0 && sum != 0");
        typedef typename common_sum<T>::type wide;
        const wide least = static_cast<wide>(min_part) * static_cast<wide>(size);
        if (least > static_cast<wide>(sum))
            testlib_detail::fail("random_t::partition: min_part * size > sum");
        if (size == 0)
            return std::vector<T>();
        return partition_above(size, static_cast<T>(static_cast<wide>(sum) - least), min_part);
    }

    template <typename T>
    std::vector<T> partition(int size, T sum) {
        return partition(size, sum, T(1));
    }

    // Members that the usual header lacks; the draws are those of the global shuffle.
    template <typename Iterator>
    TESTLIB_EXTENSION void shuffle(Iterator first, Iterator last) {
        permute(first, last);
    }

    template <typename Container>
    TESTLIB_EXTENSION void shuffle(Container& container) {
        permute(container.begin(), container.end());
    }

    // Shuffles in place: element i changes places with one of the elements 0 to i.
    template <typename Iterator>
    void permute(Iterator first, Iterator last) {
        if (first == last)
            return;
        int position = 1;
        for (Iterator i = std::next(first); i != last; ++i, ++position)
            std::iter_swap(i, std::next(first, next(position + 1)));
    }

private:
    static const unsigned long long initial_seed = 3905348978240129619ULL;
    static const unsigned long long multiplier = 0x5DEECE66DULL;
    static const unsigned long long addend = 11;
    static const unsigned long long mask = (1ULL << 48) - 1;
    // From this weight on, one real draw and a root replace the many single draws.
    static const int many_draws = 25;

    unsigned long long seed_;

    template <typename T>
    struct common_sum {
        typedef typename std::conditional<
            std::is_floating_point<T>::value, T,
            typename std::conditional<std::is_unsigned<T>::value, unsigned long long,
                                      long long>::type>::type type;
    };

    // Bytes of the seed text count as signed characters that are then taken as 32-bit unsigned.
    static unsigned long long widened(char byte) {
        return static_cast<uint32_t>(static_cast<int32_t>(static_cast<signed char>(byte)));
    }

    static bool is_many(int type) { return type >= many_draws || type <= -many_draws; }

    // The number of values in a range; what does not fit is not positive and so refused later.
    static long long width(long long from, long long to) {
        return static_cast<long long>(static_cast<unsigned long long>(to) -
                                      static_cast<unsigned long long>(from) + 1);
    }

    static long long plus(long long from, long long offset) {
        return static_cast<long long>(static_cast<unsigned long long>(from) +
                                      static_cast<unsigned long long>(offset));
    }

    static double below(double drawn, double limit) {
        return drawn >= limit ? std::nextafter(limit, 0.0) : drawn;
    }

    template <typename T>
    static void require_order(T from, T to, const char* type_name) {
        if (from > to)
            testlib_detail::fail(
                "random_t::wnext(%s from, %s to, int type): from can't not exceed to", type_name,
                type_name);
    }

    unsigned long long bits(int count) {
        if (count > 48) {
            const unsigned long long high = bits(31) << 32;
            const unsigned long long low = bits(version == 0 ? 31 : 32);
            return high ^ low;
        }
        seed_ = (seed_ * multiplier + addend) & mask;
        return seed_ >> (48 - count);
    }

    // One real draw, distributed like the extreme of |type| + 1 draws.
    double weighted_by_power(int type) {
        const double drawn = next();
        if (type > 0)
            return std::pow(drawn, 1.0 / (type + 1.0));
        return 1 - std::pow(drawn, 1.0 / (1.0 - type));
    }

    template <typename T>
    T weighted(T n, int type) {
        if (is_many(type)) {
            const double drawn = static_cast<double>(n) * weighted_by_power(type);
            if (drawn >= static_cast<double>(n))
                return static_cast<T>(n - 1);
            return std::max(T(0), std::min(static_cast<T>(drawn), static_cast<T>(n - 1)));
        }
        T drawn = next(n);
        for (int i = 0; i < type; ++i)
            drawn = std::max(drawn, next(n));
        for (int i = 0; i < -type; ++i)
            drawn = std::min(drawn, next(n));
        return drawn;
    }

    // How many draws it takes on average until `size` different values have been seen.
    static double expected_draws(int size, unsigned long long count) {
        double expected = 0;
        for (int i = 1; i <= size; ++i)
            expected += static_cast<double>(count) /
                        static_cast<double>(count - static_cast<unsigned long long>(i) + 1);
        return expected;
    }

    template <typename T>
    std::vector<T> distinct_by_drawing(int size, T from, T to) {
        testlib_detail::drawn_set seen(static_cast<size_t>(size));
        std::vector<T> result;
        result.reserve(static_cast<size_t>(size));
        while (result.size() < static_cast<size_t>(size)) {
            const T drawn = static_cast<T>(next(from, to));
            if (seen.insert(static_cast<unsigned long long>(drawn)))
                result.push_back(drawn);
        }
        return result;
    }

    // Chooses size - 1 walls among sum + size - 1 places; the gaps between them are the parts.
    template <typename T>
    std::vector<T> partition_above(int size, T sum, T min_part) {
        const T places = static_cast<T>(sum + size - 1);
        std::vector<T> walls = distinct(size - 1, T(1), places);
        walls.push_back(T(0));
        std::sort(walls.begin(), walls.end());
        std::vector<T> parts(walls.size());
        for (size_t i = 0; i + 1 < walls.size(); ++i)
            parts[i] = static_cast<T>(walls[i + 1] - walls[i] - 1 + min_part);
        parts.back() = static_cast<T>(places - walls.back() + min_part);
        return parts;
    }
};

// ==== PATTERNS: a small kind of regular expression, for matching and for generation =============

namespace testlib_detail {

// One character or set with its count, or what stands for it.
struct pattern_item {
    std::string choices;  // Candidates in ascending order of signed value, with repetitions.
    bool accepts[256];
    int from;
    int to;
};

// A sequence of items, followed by a group if it ends with one. A node for a choice has its
// alternatives and no items; a group is a node with one alternative.
struct pattern_node {
    std::vector<pattern_item> items;
    std::vector<pattern_node> alternatives;

    bool matches(const char* begin, const char* end) const {
        for (size_t i = 0; i < items.size(); ++i) {
            const pattern_item& item = items[i];
            int count = 0;
            while (count < item.to && begin != end &&
                   item.accepts[static_cast<unsigned char>(*begin)]) {
                ++begin;
                ++count;
            }
            if (count < item.from)
                return false;
        }
        if (alternatives.empty())
            return begin == end;
        for (size_t i = 0; i < alternatives.size(); ++i)
            if (alternatives[i].matches(begin, end))
                return true;
        return false;
    }

    // What follows an item costs a draw among the ways to go on, even when there is just one.
    void generate(random_t& source, std::string& result) const {
        for (size_t i = 0; i < items.size(); ++i) {
            generate_item(items[i], source, result);
            if (i + 1 < items.size())
                source.next(1);
        }
        if (!alternatives.empty()) {
            const int chosen = source.next(static_cast<int>(alternatives.size()));
            alternatives[static_cast<size_t>(chosen)].generate(source, result);
        }
    }

private:
    static void generate_item(const pattern_item& item, random_t& source, std::string& result) {
        if (item.to <= 0)
            return;
        if (item.to == INT_MAX)
            fail("pattern::next(random_t& rnd): can't process character '*' for generation");
        const int count = source.next(item.to - item.from + 1) + item.from;
        for (int i = 0; i < count; ++i)
            result += item.choices[static_cast<size_t>(
                source.next(static_cast<int>(item.choices.size())))];
    }
};

// Recursive descent over the characters of a pattern.
class pattern_parser {
public:
    explicit pattern_parser(const std::string& source) {
        for (size_t i = 0; i < source.size(); ++i) {
            const bool escapes = source[i] == '\\' && i + 1 < source.size();
            if (source[i] == ' ')
                continue;
            symbol next = {source[i], !escapes && source[i] != '\\', text_.size()};
            text_ += source[i];
            if (escapes) {
                next.value = source[++i];
                text_ += source[i];
            }
            symbols_.push_back(next);
        }
    }

    pattern_node parse() const { return parse_pattern(0, symbols_.size()); }

private:
    struct symbol {
        char value;
        bool active;   // An escaped character stands for itself and is never an operator.
        size_t start;  // Where it begins in text_.
    };

    std::string text_;  // The source without its unescaped spaces.
    std::vector<symbol> symbols_;

    bool is_operator(size_t at, char c) const {
        return symbols_[at].active && symbols_[at].value == c;
    }

    NORETURN void reject(size_t begin, size_t end) const {
        const size_t from = begin < symbols_.size() ? symbols_[begin].start : text_.size();
        const size_t to = end < symbols_.size() ? symbols_[end].start : text_.size();
        fail("pattern: Illegal pattern (or part) \"%s\"", text_.substr(from, to - from).c_str());
    }

    int depth_change(size_t at) const {
        return is_operator(at, '(') ? 1 : is_operator(at, ')') ? -1 : 0;
    }

    // pattern := alternative ('|' alternative)*
    pattern_node parse_pattern(size_t begin, size_t end) const {
        if (begin == end)
            reject(begin, end);
        const std::vector<size_t> bars = top_level_bars(begin, end);
        if (bars.empty())
            return parse_alternative(begin, end);
        pattern_node choice;
        size_t start = begin;
        for (size_t i = 0; i <= bars.size(); ++i) {
            const size_t stop = i < bars.size() ? bars[i] : end;
            choice.alternatives.push_back(parse_pattern(start, stop));
            start = stop + 1;
        }
        return choice;
    }

    std::vector<size_t> top_level_bars(size_t begin, size_t end) const {
        std::vector<size_t> bars;
        int depth = 0;
        for (size_t i = begin; i < end; ++i) {
            depth += depth_change(i);
            if (depth < 0)
                reject(begin, end);
            if (depth == 0 && is_operator(i, '|'))
                bars.push_back(i);
        }
        if (depth != 0)
            reject(begin, end);
        return bars;
    }

    // alternative := '(' pattern ')' | item [count] [alternative]
    // The tail is balanced and has no bar of its own unless the item swallowed a parenthesis.
    pattern_node parse_alternative(size_t begin, size_t end) const {
        pattern_node node;
        size_t at = begin;
        while (at < end) {
            if (is_operator(at, '(') && closing_of(at, end) == end - 1) {
                pattern_node group;
                group.alternatives.push_back(parse_pattern(at + 1, end - 1));
                if (node.items.empty())
                    return group;
                node.alternatives.push_back(group);
                return node;
            }
            const size_t start = at;
            node.items.push_back(parse_item(at, end));
            int depth = 0;
            for (size_t i = start; i < at; ++i)
                depth += depth_change(i);
            if (depth != 0 && at < end)
                reject(at, end);
        }
        return node;
    }

    size_t closing_of(size_t open, size_t end) const {
        int depth = 0;
        for (size_t i = open; i < end; ++i) {
            depth += depth_change(i);
            if (depth == 0)
                return i;
        }
        return end;
    }

    pattern_item parse_item(size_t& at, size_t end) const {
        const size_t begin = at;
        pattern_item item = pattern_item();
        if (is_operator(at, '['))
            parse_set(at, end, item);
        else
            item.choices = std::string(1, symbols_[at++].value);
        for (size_t i = 0; i < item.choices.size(); ++i)
            item.accepts[static_cast<unsigned char>(item.choices[i])] = true;
        parse_count(begin, at, end, item);
        return item;
    }

    void parse_set(size_t& at, size_t end, pattern_item& item) const {
        const size_t open = at;
        size_t close = open + 1;
        while (close < end && !is_operator(close, ']'))
            ++close;
        if (close == end)
            reject(open, end);
        size_t first = open + 1;
        const bool complement = first < close && is_operator(first, '^');
        if (complement)
            ++first;
        item.choices = set_members(open, first, close, end);
        if (complement)
            item.choices = complement_of(item.choices);
        std::sort(item.choices.begin(), item.choices.end(), signed_less);
        at = close + 1;
    }

    // A hyphen makes a range unless it is first, last, or right behind a range.
    std::string set_members(size_t open, size_t first, size_t close, size_t end) const {
        std::string members;
        for (size_t i = first; i < close; ++i) {
            const bool is_range = i + 2 < close && is_operator(i + 1, '-');
            if (!is_range) {
                members += symbols_[i].value;
                continue;
            }
            const int low = static_cast<signed char>(symbols_[i].value);
            const int high = static_cast<signed char>(symbols_[i + 2].value);
            if (low > high)
                reject(open, end);
            for (int c = low; c <= high; ++c)
                members += static_cast<char>(c);
            i += 2;
            if (i + 1 < close && is_operator(i + 1, '-'))
                members += symbols_[++i].value;
        }
        return members;
    }

    static std::string complement_of(const std::string& members) {
        std::string others;
        for (int c = 0; c < 255; ++c)
            if (members.find(static_cast<char>(c)) == std::string::npos)
                others += static_cast<char>(c);
        return others;
    }

    static bool signed_less(char a, char b) {
        return static_cast<signed char>(a) < static_cast<signed char>(b);
    }

    void parse_count(size_t begin, size_t& at, size_t end, pattern_item& item) const {
        item.from = item.to = 1;
        if (at == end)
            return;
        if (is_operator(at, '{')) {
            parse_braces(begin, at, end, item);
        } else if (is_operator(at, '?') || is_operator(at, '*') || is_operator(at, '+')) {
            item.from = symbols_[at].value == '+' ? 1 : 0;
            item.to = symbols_[at].value == '?' ? 1 : INT_MAX;
            ++at;
        }
    }

    // {n} or {n,m}; an empty upper end after the comma means exactly n.
    void parse_braces(size_t begin, size_t& at, size_t end, pattern_item& item) const {
        size_t close = at + 1;
        while (close < end && !is_operator(close, '}'))
            ++close;
        if (close == end)
            reject(begin, end);
        std::string inside;
        for (size_t i = at + 1; i < close; ++i)
            inside += symbols_[i].value;
        std::vector<std::string> numbers = split(inside, ',');
        if (numbers.back().empty())
            numbers.pop_back();
        if (numbers.empty() || numbers.size() > 2 || !leading_number(numbers.front(), item.from) ||
            !leading_number(numbers.back(), item.to) || item.from > item.to)
            reject(begin, end);
        at = close + 1;
    }

    static bool leading_number(const std::string& text, int& number) {
        char* stop = nullptr;
        number = static_cast<int>(std::strtol(text.c_str(), &stop, 10));
        return stop != text.c_str();
    }
};

}  // namespace testlib_detail

class pattern {
public:
    pattern(std::string s)
        : src_(s), root_(std::make_shared<const testlib_detail::pattern_node>(
                       testlib_detail::pattern_parser(s).parse())) {}

    std::string next(random_t& source) const {
        std::string result;
        root_->generate(source, result);
        return result;
    }

    bool matches(const std::string& s) const {
        return root_->matches(s.data(), s.data() + s.size());
    }

    std::string src() const { return src_; }

private:
    std::string src_;
    std::shared_ptr<const testlib_detail::pattern_node> root_;
};

namespace testlib_detail {

// Reading in a loop names the same few patterns again and again; they are parsed once. The table
// is emptied when a program makes up many patterns.
inline pattern cached_pattern(const std::string& source) {
    static std::map<std::string, pattern> cache;
    const size_t most = 256;
    std::map<std::string, pattern>::iterator found = cache.find(source);
    if (found != cache.end())
        return found->second;
    const pattern parsed(source);
    if (cache.size() >= most)
        cache.clear();
    cache.insert(std::make_pair(source, parsed));
    return parsed;
}

}  // namespace testlib_detail

inline std::string random_t::next(const std::string& ptrn) {
    return testlib_detail::cached_pattern(ptrn).next(*this);
}

inline std::string random_t::next(const char* format, ...) {
    TESTLIB_FORMATTED(ptrn, format);
    return next(ptrn);
}

// ==== READERS: buffered sources of bytes with line numbers and one window of lookahead ==========

namespace testlib_detail {

const int end_of_input = -1;
const int unknown_line = -1;

// Bytes inside a reader's window; they stay valid until the reader is used again.
struct text_view {
    const char* data;
    size_t size;
    std::string str() const { return std::string(data, size); }
};

// A place in the input where a test case begins.
struct test_case_marker {
    long long offset;
    int test_case;
};

// Whether some part of the program wants the consumed input back, which costs memory.
inline bool& input_retention_requested() {
    static bool requested = false;
    return requested;
}

inline bool request_input_retention() {
    input_retention_requested() = true;
    return true;
}

// Naming `requested` in code that is compiled asks for retention before main starts.
template <typename Unused>
struct input_retention {
    static const bool requested;
};
template <typename Unused>
const bool input_retention<Unused>::requested = request_input_retention();

}  // namespace testlib_detail

// Holds a window of the input. Derived classes only say how more bytes are obtained, so that
// looking at a character needs no virtual call.
class InputStreamReader {
public:
    virtual ~InputStreamReader() {}

    // The next byte, or end_of_input. Waits for input only when the window is used up.
    int peek() {
        return has_next() ? static_cast<unsigned char>(*cursor_) : testlib_detail::end_of_input;
    }

    // The byte behind the next one.
    int peek_second() {
        while (limit_ - cursor_ < 2)
            if (!fill())
                return testlib_detail::end_of_input;
        return static_cast<unsigned char>(cursor_[1]);
    }

    // Consumes and returns the next byte; at the end there is nothing to consume.
    int take() {
        const int c = peek();
        if (c != testlib_detail::end_of_input)
            consume_one();
        else if (at_false_end())
            step_over_false_end();
        return c;
    }

    // Whether the end that peek reports is a byte 255 that stands for it.
    bool at_false_end() const { return cursor_ == limit_ && limit_ != filled_; }

    void skip_blanks() {
        while (has_next() && testlib_detail::is_blank(*cursor_))
            consume_one();
    }

    void skip_spaces_and_tabs() {
        while (has_next() && (*cursor_ == ' ' || *cursor_ == '\t'))
            consume_one();
    }

    // Consumes everything up to the next blank, but at most `longest` + 1 bytes.
    testlib_detail::text_view take_token(size_t longest) {
        size_t size = 0;
        do {
            const char* at = cursor_ + size;
            const size_t room = longest + 1 - size;
            const char* const stop = static_cast<size_t>(limit_ - at) < room ? limit_ : at + room;
            while (at != stop && !testlib_detail::is_blank(*at))
                ++at;
            size = static_cast<size_t>(at - cursor_);
            if (at != limit_ || size > longest)
                break;
        } while (fill());
        const testlib_detail::text_view token = {cursor_, size};
        cursor_ += size;
        return token;
    }

    // Appends the rest of the line and stops before LF, CRLF or the end. A lone CR is dropped and
    // the byte behind it is taken as it is, which is byte 255 at the end of the input.
    void take_line(std::string& line) {
        while (has_next()) {
            const char* const stop = line_piece_end();
            line.append(static_cast<const char*>(cursor_), stop);
            cursor_ += stop - cursor_;
            if (cursor_ == limit_)
                continue;
            if (*cursor_ == LF || peek_second() == LF)
                return;
            consume_one();
            line += static_cast<char>(take());
        }
    }

    // Puts a byte in front of the rest of the input, as if it had not been consumed.
    void unread(char c) {
        if (cursor_ == buffer_.data())
            make_room_in_front();
        if (cursor_ == origin_) {
            --origin_;
            --offset_;
            if (!retained_.empty())
                retained_.erase(retained_.size() - 1);
        }
        *--cursor_ = c;
        if (c == LF && line_ != testlib_detail::unknown_line)
            --line_;
    }

    // The current line, counted from 1, or unknown_line.
    int getLine() const { return line_; }

    void retain_consumed() { retaining_ = true; }

    void mark_test_case(int test_case) {
        const testlib_detail::test_case_marker marker = {offset_ + (cursor_ - origin_), test_case};
        markers_.push_back(marker);
    }

    const std::vector<testlib_detail::test_case_marker>& markers() const { return markers_; }

    // All bytes consumed so far, if they were retained.
    std::string consumed() const { return retained_ + std::string(origin_, cursor_); }

protected:
    InputStreamReader(int first_line, bool byte_255_is_end)
        : line_(first_line), byte_255_is_end_(byte_255_is_end) {}

    // Stores at most `room` bytes and returns their number, zero at the end of the input.
    virtual size_t read_more(char* into, size_t room) = 0;

    void set_content(const std::string& content) {
        buffer_.assign(content.begin(), content.end());
        cursor_ = origin_ = buffer_.data();
        limit_ = filled_ = cursor_ + buffer_.size();
    }

private:
    static const size_t block_size = 1 << 16;

    std::vector<char> buffer_;
    char* cursor_ = nullptr;  // The next byte.
    char* limit_ = nullptr;   // The end of the bytes at hand.
    char* filled_ = nullptr;  // The end of the bytes in the buffer; behind limit_ at a false end.
    char* origin_ = nullptr;  // Bytes from here to cursor_ are consumed and not yet in retained_.
    long long offset_ = 0;    // Number of bytes consumed before origin_.
    int line_;
    bool byte_255_is_end_;
    bool ended_ = false;
    bool retaining_ = false;
    std::string retained_;
    std::vector<testlib_detail::test_case_marker> markers_;

    InputStreamReader(const InputStreamReader&);
    InputStreamReader& operator=(const InputStreamReader&);

    bool has_next() { return cursor_ != limit_ || fill(); }

    void consume_one() {
        if (*cursor_ == LF && line_ != testlib_detail::unknown_line)
            ++line_;
        ++cursor_;
    }

    const char* line_piece_end() const {
        const size_t size = static_cast<size_t>(limit_ - cursor_);
        const void* const feed = std::memchr(cursor_, LF, size);
        const char* const end = feed ? static_cast<const char*>(feed) : limit_;
        const void* const carriage = std::memchr(cursor_, CR, static_cast<size_t>(end - cursor_));
        return carriage ? static_cast<const char*>(carriage) : end;
    }

    // Adds at least one byte behind limit_ and keeps what lies before it; false at the end.
    bool fill() {
        if (ended_ || limit_ != filled_)
            return false;
        if (retaining_)
            retained_.append(origin_, cursor_);
        offset_ += cursor_ - origin_;
        origin_ = cursor_;
        make_room();
        char* const before = limit_;
        const size_t room = static_cast<size_t>(buffer_.data() + buffer_.size() - limit_);
        filled_ = limit_ + read_more(limit_, room);
        ended_ = filled_ == before;
        find_limit();
        return limit_ != before;
    }

    // The usual header cannot tell a byte 255 on the standard input from the end of it.
    void find_limit() {
        const size_t size = static_cast<size_t>(filled_ - limit_);
        void* const end = byte_255_is_end_ && size != 0 ? std::memchr(limit_, 255, size) : nullptr;
        limit_ = end ? static_cast<char*>(end) : filled_;
    }

    void step_over_false_end() {
        ++cursor_;
        ++limit_;
        find_limit();
    }

    // Moves the bytes at hand to the front, and doubles the buffer when they fill half of it.
    void make_room() {
        const size_t at_hand = static_cast<size_t>(limit_ - cursor_);
        if (at_hand != 0)
            std::memmove(buffer_.data(), cursor_, at_hand);
        if (buffer_.size() < block_size)
            buffer_.resize(block_size);
        else if (at_hand * 2 > buffer_.size())
            buffer_.resize(buffer_.size() * 2);
        cursor_ = origin_ = buffer_.data();
        limit_ = filled_ = cursor_ + at_hand;
    }

    void make_room_in_front() {
        const size_t room = 16;
        const size_t at_hand = static_cast<size_t>(limit_ - cursor_);
        const size_t in_buffer = static_cast<size_t>(filled_ - cursor_);
        const size_t consumed = static_cast<size_t>(cursor_ - origin_);
        buffer_.insert(buffer_.begin(), room, '\0');
        cursor_ = buffer_.data() + room;
        limit_ = cursor_ + at_hand;
        filled_ = cursor_ + in_buffer;
        origin_ = cursor_ - consumed;
    }
};

// Reads from a string; it has no line numbers.
class StringInputStreamReader : public InputStreamReader {
public:
    explicit StringInputStreamReader(const std::string& content)
        : InputStreamReader(testlib_detail::unknown_line, false) {
        set_content(content);
    }

protected:
    size_t read_more(char*, size_t) { return 0; }
};

// Reads from an open file that belongs to someone else, for example stdin. It takes what is there
// and never waits for more than a caller needs.
class FileInputStreamReader : public InputStreamReader {
public:
    FileInputStreamReader(FILE* file, bool flushes_output)
        : InputStreamReader(1, file == stdin), file_(file), flushes_output_(flushes_output) {
        testlib_detail::align_descriptor_with_stdio(file);
    }

protected:
    // An interactor that forgot to flush would wait for an answer to a question never sent.
    size_t read_more(char* into, size_t room) {
        if (flushes_output_) {
            std::cout.flush();
            std::fflush(stdout);
        }
        return testlib_detail::read_available(file_, into, room);
    }

    FILE* file_;

private:
    bool flushes_output_;
};

// Reads from a file that it closes in the end.
class BufferedFileInputStreamReader : public FileInputStreamReader {
public:
    explicit BufferedFileInputStreamReader(FILE* file) : FileInputStreamReader(file, false) {}
    ~BufferedFileInputStreamReader() { std::fclose(file_); }
};

// ==== OBJECTS: validator, checker, streams, and the state of the program ========================

// Which bounds of a variable were reached by a read.
struct ValidatorBoundsHit {
    bool minHit;
    bool maxHit;
    ValidatorBoundsHit(bool minHit_ = false, bool maxHit_ = false)
        : minHit(minHit_), maxHit(maxHit_) {}
};

namespace testlib_detail {

// A bound of a read, kept as a number because making its text for every read would be slow.
struct bound_value {
    enum kind_t { none, signed_integer, unsigned_integer, real };

    kind_t kind;
    long long signed_value;
    unsigned long long unsigned_value;
    double real_value;

    bound_value() : kind(none), signed_value(0), unsigned_value(0), real_value(0) {}
    explicit bound_value(long long value)
        : kind(signed_integer), signed_value(value), unsigned_value(0), real_value(0) {}
    explicit bound_value(unsigned long long value)
        : kind(unsigned_integer), signed_value(0), unsigned_value(value), real_value(0) {}
    explicit bound_value(double value)
        : kind(real), signed_value(0), unsigned_value(0), real_value(value) {}
    explicit bound_value(int value)
        : kind(signed_integer), signed_value(value), unsigned_value(0), real_value(0) {}

    std::string text() const {
        switch (kind) {
            case signed_integer: return signed_text(signed_value);
            case unsigned_integer: return unsigned_text(unsigned_value);
            case real: return std::to_string(real_value);
            default: return std::string();
        }
    }

    bool same_number(const bound_value& other) const {
        return kind == other.kind && signed_value == other.signed_value &&
               unsigned_value == other.unsigned_value && real_value == other.real_value;
    }
};

// Whether a bound was the same in all reads. Two bounds are the same when their texts are; a
// bound whose text is too long for the log counts as varying.
class constant_bound {
public:
    void adjust(const bound_value& bound) {
        if (varies_ || bound.same_number(value_))
            return;
        if (value_.kind == bound_value::none && bound.text().size() < longest_text)
            value_ = bound;
        else if (bound.text() != value_.text())
            varies_ = true;
    }

    bool known() const { return !varies_ && value_.kind != bound_value::none; }
    std::string text() const { return known() ? value_.text() : "?"; }

private:
    static const size_t longest_text = 32;
    bound_value value_;
    bool varies_ = false;
};

// What the overview log says about a variable.
struct variable_record {
    bool bounded = false;
    bool has_constant_bounds = false;
    bool listed = false;
    ValidatorBoundsHit hit;
    constant_bound lower;
    constant_bound upper;
};

// A name as it stands in the program. Tildes at its ends are marks: "count this bound as hit".
struct variable_name {
    variable_record* record = nullptr;  // Null for names that are left out of the log.
    ValidatorBoundsHit always;
};

inline bool bound_is_hit(double bound, double value) { return doubleDelta(bound, value) < 1e-12; }
inline bool bound_is_hit(long long bound, long long value) { return bound == value; }
inline bool bound_is_hit(unsigned long long bound, unsigned long long value) {
    return bound == value;
}
inline bool bound_is_hit(int bound, int value) { return bound == value; }

// Collects, for the overview log, what is known about the variables of a validator.
class variable_log {
public:
    template <typename T>
    void note_bounded_read(const std::string& name, T value, T lower, T upper) {
        variable_name& known = find(name);
        if (known.record == nullptr)
            return;
        add_hit(known, ValidatorBoundsHit(bound_is_hit(lower, value), bound_is_hit(upper, value)));
        adjust_bounds(known, bound_value(lower), bound_value(upper));
        list(known);
    }

    void add_bounds_hit(const std::string& name, ValidatorBoundsHit hit) {
        add_hit(find(name), hit);
    }
    void adjust_constant_bounds(const std::string& name, bound_value lower, bound_value upper) {
        adjust_bounds(find(name), lower, upper);
    }
    void add_variable(const std::string& name) { list(find(name)); }

    void write_bounds(FILE* file) const;
    void write_constant_bounds(FILE* file) const;
    void write_names(FILE* file) const;

private:
    typedef std::map<std::string, variable_record> records_t;

    // Each of the three tables is frozen once it holds this many names.
    static const int table_limit = 255;
    static const size_t memo_size = 16;

    struct memo_entry {
        const std::string* name = nullptr;
        variable_name* known = nullptr;
    };

    records_t records_;
    std::map<std::string, variable_name> names_;
    memo_entry memo_[memo_size];
    int bounded_count_ = 0;
    int constant_count_ = 0;
    int listed_count_ = 0;

    // Loops read the same few names in turn, so recently used ones are tried first.
    variable_name& find(const std::string& name) {
        size_t slot = name.size();
        if (!name.empty())
            slot += static_cast<unsigned char>(name[0]) * 3u +
                    static_cast<unsigned char>(name[name.size() - 1]);
        memo_entry& memo = memo_[slot % memo_size];
        if (memo.name != nullptr && *memo.name == name)
            return *memo.known;
        std::map<std::string, variable_name>::iterator found = names_.find(name);
        if (found == names_.end())
            found = names_.insert(std::make_pair(name, resolve(name))).first;
        memo.name = &found->first;
        memo.known = &found->second;
        return found->second;
    }

    variable_name resolve(const std::string& name) {
        variable_name result;
        for (size_t i = 0; i < name.size(); ++i)
            if (is_digit(name[i]) || is_unprintable(name[i]))
                return result;
        std::string shown = name;
        if (name.size() >= 2 && name != "~~") {
            result.always.minHit = name[0] == '~';
            result.always.maxHit = name[name.size() - 1] == '~';
            if (result.always.maxHit)
                shown.erase(shown.size() - 1);
            if (result.always.minHit)
                shown.erase(0, 1);
        }
        result.record = &records_[shown];
        return result;
    }

    // Says whether a table takes an update and lets a new name in while there is room.
    static bool admit(bool& present, int& count) {
        if (count >= table_limit)
            return false;
        if (!present)
            ++count;
        present = true;
        return true;
    }

    void add_hit(variable_name& known, const ValidatorBoundsHit& hit) {
        if (known.record == nullptr || !admit(known.record->bounded, bounded_count_))
            return;
        known.record->hit.minHit |= hit.minHit || known.always.minHit;
        known.record->hit.maxHit |= hit.maxHit || known.always.maxHit;
    }

    void adjust_bounds(variable_name& known, const bound_value& lower, const bound_value& upper) {
        if (known.record == nullptr || !admit(known.record->has_constant_bounds, constant_count_))
            return;
        known.record->lower.adjust(lower);
        known.record->upper.adjust(upper);
    }

    void list(variable_name& known) {
        if (known.record != nullptr)
            admit(known.record->listed, listed_count_);
    }
};

}  // namespace testlib_detail

// The validator's options, and what it writes besides its verdict.
class Validator {
public:
    std::string testset() const {
        require_arguments("testset");
        return testset_;
    }
    std::string group() const {
        require_arguments("group");
        return group_;
    }
    std::string testOverviewLogFileName() const { return testOverviewLogFileName_; }
    std::string testMarkupFileName() const { return testMarkupFileName_; }
    int testCase() const { return testCase_; }
    std::string testCaseFileName() const { return testCaseFileName_; }

    void setTestset(const char* testset) { testset_ = testset; }
    void setGroup(const char* group) { group_ = group; }
    void setTestOverviewLogFileName(const char* name) { testOverviewLogFileName_ = name; }
    void setTestMarkupFileName(const char* name);
    void setTestCase(int testCase);
    void setTestCaseFileName(const char* name) { testCaseFileName_ = name; }
    void initialize() { initialized_ = true; }

    void addFeature(const std::string& feature) {
        require_printable(feature);
        if (features_.count(feature) != 0)
            testlib_detail::fail("Feature %s registered twice.", feature.c_str());
        features_[feature] = false;
    }

    void feature(const std::string& feature) {
        require_printable(feature);
        if (features_.count(feature) == 0)
            testlib_detail::fail("Feature %s didn't registered via addFeature(feature).",
                                 feature.c_str());
        features_[feature] = true;
    }

    void addBoundsHit(const std::string& name, ValidatorBoundsHit hit) {
        variables_.add_bounds_hit(name, hit);
    }
    void addVariable(const std::string& name) { variables_.add_variable(name); }
    template <typename T>
    void adjustConstantBounds(const std::string& name, T lower, T upper) {
        variables_.adjust_constant_bounds(name, testlib_detail::bound_value(lower),
                                          testlib_detail::bound_value(upper));
    }
    template <typename T>
    void noteBoundedRead(const std::string& name, T value, T lower, T upper) {
        variables_.note_bounded_read(name, value, lower, upper);
    }

    void writeTestOverviewLog();
    void writeTestMarkup();
    void writeTestCase();

private:
    bool initialized_ = false;
    std::string testset_ = "tests";
    std::string group_;
    std::string testOverviewLogFileName_;
    std::string testMarkupFileName_;
    int testCase_ = -1;
    std::string testCaseFileName_;
    std::map<std::string, bool> features_;
    testlib_detail::variable_log variables_;

    void require_arguments(const char* what) const {
        if (!initialized_)
            testlib_detail::fail(
                "Validator should be initialized with registerValidation(argc, argv) instead of "
                "registerValidation() to support validator.%s()",
                what);
    }

    static void require_printable(const std::string& feature) {
        for (size_t i = 0; i < feature.size(); ++i)
            if (testlib_detail::is_unprintable(feature[i]))
                testlib_detail::fail("Feature name '%s' contains restricted characters.",
                                     feature.c_str());
    }
};

// The checker's options.
class Checker {
public:
    std::string testset() const {
        require_arguments("testset");
        return testset_;
    }
    std::string group() const {
        require_arguments("group");
        return group_;
    }
    void setTestset(const char* testset) { testset_ = testset; }
    void setGroup(const char* group) { group_ = group; }
    void initialize() { initialized_ = true; }

private:
    bool initialized_ = false;
    std::string testset_ = "tests";
    std::string group_;

    void require_arguments(const char* what) const {
        if (!initialized_)
            testlib_detail::fail(
                "Checker should be initialized with registerTestlibCmd(argc, argv) instead of "
                "registerTestlib(argc, ...) to support checker.%s()",
                what);
    }
};

namespace testlib_detail {

template <typename Unused>
struct stream_constants {
    // The value of readManyIteration outside of a plural read.
    static const int NO_INDEX = INT_MAX;
    // Delimiters of notes inside a message; a report shows them as parentheses.
    static const char OPEN_BRACKET = char(11);
    static const char CLOSE_BRACKET = char(17);
    // Console colours.
    static const WORD color_default = 0x07;
    static const WORD color_green = 0x0A;
    static const WORD color_cyan = 0x0B;
    static const WORD color_red = 0x0C;
    static const WORD color_yellow = 0x0E;
};
template <typename Unused>
const int stream_constants<Unused>::NO_INDEX;
template <typename Unused>
const char stream_constants<Unused>::OPEN_BRACKET;
template <typename Unused>
const char stream_constants<Unused>::CLOSE_BRACKET;

// Holds for two integer bounds that would fit the signed and the unsigned form equally badly.
template <typename T>
struct is_short_integer
    : std::integral_constant<bool, std::is_integral<T>::value &&
                                       !std::is_same<T, long long>::value &&
                                       !std::is_same<T, unsigned long long>::value> {};

// unsigned long is as long as unsigned long long on many systems, so such bounds stay unsigned.
template <typename A, typename B>
struct loose_bounds
    : std::conditional<std::is_same<A, unsigned long>::value &&
                           std::is_same<B, unsigned long>::value,
                       unsigned long long, long long> {};

template <typename A, typename B>
struct loose_long
    : std::enable_if<is_short_integer<A>::value && is_short_integer<B>::value,
                     typename loose_bounds<A, B>::type> {};

}  // namespace testlib_detail

// A source of tokens and lines. Problems found in it end the program with a verdict that depends on
// what the stream is: the participant's output or one of the jury's files.
class InStream : public testlib_detail::stream_constants<void> {
public:
    InStream() {}
    // A stream over a text that was read from another stream.
    InStream(const InStream& parent, std::string content)
        : reader(new StringInputStreamReader(content)),
          lastLine(testlib_detail::unknown_line),
          name("based on " + parent.name),
          mode(parent.mode),
          opened(true),
          strict(parent.strict) {}
    ~InStream() { delete reader; }

    InputStreamReader* reader = nullptr;
    // The line on which the last read began, or -1.
    int lastLine = testlib_detail::unknown_line;
    std::string name;
    TMode mode = _input;
    bool opened = false;
    bool stdfile = false;
    // Strict streams skip nothing: the program has to read every blank itself.
    bool strict = false;
    size_t wordReserveSize = 256;
    // The index of the element that a plural read is reading.
    int readManyIteration = NO_INDEX;
    size_t maxFileSize = 128 * 1024 * 1024;
    size_t maxTokenLength = 32 * 1024 * 1024;
    size_t maxMessageLength = 32000;

    void init(std::string fileName, TMode streamMode);
    void init(FILE* file, TMode streamMode);
    void reset(FILE* file = NULL);
    void close();
    void skipBom();
    void setTestCase(int testCase);

    // The input consumed so far, byte by byte. The validator keeps it only in programs that call
    // this function, or that were asked for a file made from it.
    template <typename Unused = void>
    std::vector<int> getReadChars();
    std::string consumedText() const { return reader == nullptr ? "" : reader->consumed(); }

    // Single characters.
    char curChar() { return static_cast<char>(peek()); }
    char nextChar() { return static_cast<char>(reader == nullptr ? EOFC : reader->take()); }
    void skipChar() { nextChar(); }
    void unreadChar(char c) {
        if (reader != nullptr)
            reader->unread(c);
    }
    char readChar() {
        remember_line();
        return nextChar();
    }
    char readChar(char c);
    char readSpace() { return readChar(' '); }
    void skipBlanks() {
        if (reader != nullptr)
            reader->skip_blanks();
    }

    // Line ends and the end of the stream.
    bool eof() {
        remember_line();
        return peek() == testlib_detail::end_of_input;
    }
    bool seekEof() {
        skipBlanks();
        return eof();
    }
    bool eoln();
    bool seekEoln() {
        if (reader != nullptr)
            reader->skip_spaces_and_tabs();
        return eoln();
    }
    void readEoln() {
        if (!eoln())
            quit(_pe, "Expected EOLN");
    }
    void readEof();
    void nextLine() { readLine(); }

    // Tokens.
    std::string readToken() {
        std::string result;
        readTokenTo(result);
        return result;
    }
    std::string readToken(const std::string& ptrn, const std::string& label = "") {
        return readToken(testlib_detail::cached_pattern(ptrn), label);
    }
    std::string readToken(const pattern& p, const std::string& label = "");
    void readTokenTo(std::string& result);
    void readTokenTo(std::string& result, const std::string& ptrn,
                     const std::string& label = "") {
        readTokenTo(result, testlib_detail::cached_pattern(ptrn), label);
    }
    void readTokenTo(std::string& result, const pattern& p, const std::string& label = "");
    std::vector<std::string> readTokens(int size, int indexBase = 1) {
        return read_tokens("readTokens", size, indexBase);
    }
    std::vector<std::string> readTokens(int size, const std::string& ptrn,
                                        const std::string& labels = "", int indexBase = 1) {
        return read_tokens("readTokens", size, testlib_detail::cached_pattern(ptrn), labels,
                           indexBase);
    }
    std::vector<std::string> readTokens(int size, const pattern& p,
                                        const std::string& labels = "", int indexBase = 1) {
        return read_tokens("readTokens", size, p, labels, indexBase);
    }

    std::string readWord() { return readToken(); }
    std::string readWord(const std::string& ptrn, const std::string& label = "") {
        return readToken(ptrn, label);
    }
    std::string readWord(const pattern& p, const std::string& label = "") {
        return readToken(p, label);
    }
    void readWordTo(std::string& result) { readTokenTo(result); }
    void readWordTo(std::string& result, const std::string& ptrn,
                    const std::string& label = "") {
        readTokenTo(result, ptrn, label);
    }
    void readWordTo(std::string& result, const pattern& p, const std::string& label = "") {
        readTokenTo(result, p, label);
    }
    std::vector<std::string> readWords(int size, int indexBase = 1) {
        return read_tokens("readWords", size, indexBase);
    }
    std::vector<std::string> readWords(int size, const std::string& ptrn,
                                       const std::string& labels = "", int indexBase = 1) {
        return read_tokens("readWords", size, testlib_detail::cached_pattern(ptrn), labels,
                           indexBase);
    }
    std::vector<std::string> readWords(int size, const pattern& p,
                                       const std::string& labels = "", int indexBase = 1) {
        return read_tokens("readWords", size, p, labels, indexBase);
    }

    // Lines.
    std::string readLine() {
        std::string result;
        readLineTo(result);
        return result;
    }
    std::string readLine(const std::string& ptrn, const std::string& label = "") {
        return readLine(testlib_detail::cached_pattern(ptrn), label);
    }
    std::string readLine(const pattern& p, const std::string& label = "") {
        std::string result;
        readLineTo(result, p, label);
        return result;
    }
    void readLineTo(std::string& result);
    void readLineTo(std::string& result, const std::string& ptrn,
                    const std::string& label = "") {
        readLineTo(result, testlib_detail::cached_pattern(ptrn), label);
    }
    void readLineTo(std::string& result, const pattern& p, const std::string& label = "");
    std::vector<std::string> readLines(int size, int indexBase = 1) {
        return read_lines("readLines", size, indexBase);
    }
    std::vector<std::string> readLines(int size, const std::string& ptrn,
                                       const std::string& labels = "", int indexBase = 1) {
        return read_lines("readLines", size, testlib_detail::cached_pattern(ptrn), labels,
                          indexBase);
    }
    std::vector<std::string> readLines(int size, const pattern& p,
                                       const std::string& labels = "", int indexBase = 1) {
        return read_lines("readLines", size, p, labels, indexBase);
    }

    std::string readString() { return readLine(); }
    std::string readString(const std::string& ptrn, const std::string& label = "") {
        return readLine(ptrn, label);
    }
    std::string readString(const pattern& p, const std::string& label = "") {
        return readLine(p, label);
    }
    void readStringTo(std::string& result) { readLineTo(result); }
    void readStringTo(std::string& result, const std::string& ptrn,
                      const std::string& label = "") {
        readLineTo(result, ptrn, label);
    }
    void readStringTo(std::string& result, const pattern& p, const std::string& label = "") {
        readLineTo(result, p, label);
    }
    std::vector<std::string> readStrings(int size, int indexBase = 1) {
        return read_lines("readStrings", size, indexBase);
    }
    std::vector<std::string> readStrings(int size, const std::string& ptrn,
                                         const std::string& labels = "", int indexBase = 1) {
        return read_lines("readStrings", size, testlib_detail::cached_pattern(ptrn), labels,
                          indexBase);
    }
    std::vector<std::string> readStrings(int size, const pattern& p,
                                         const std::string& labels = "", int indexBase = 1) {
        return read_lines("readStrings", size, p, labels, indexBase);
    }

    // Integers.
    int readInteger();
    int readInteger(int low, int high, const std::string& label = "") {
        return within("Integer", readInteger(), low, high, label);
    }
    int readInt() { return readInteger(); }
    int readInt(int low, int high, const std::string& label = "") {
        return readInteger(low, high, label);
    }
    long long readLong();
    long long readLong(long long low, long long high, const std::string& label = "") {
        return within("Integer", readLong(), low, high, label);
    }
    unsigned long long readLong(unsigned long long low, unsigned long long high,
                                const std::string& label = "") {
        return readUnsignedLong(low, high, label);
    }
    // Bounds like 1 and 100, which the usual header finds ambiguous, are signed ones.
    template <typename A, typename B>
    TESTLIB_EXTENSION typename testlib_detail::loose_long<A, B>::type readLong(
        A low, B high, const std::string& label = "") {
        typedef typename testlib_detail::loose_long<A, B>::type wide;
        return readLong(static_cast<wide>(low), static_cast<wide>(high), label);
    }
    unsigned long long readUnsignedLong();
    unsigned long long readUnsignedLong(unsigned long long low, unsigned long long high,
                                        const std::string& label = "") {
        return within("Unsigned integer", readUnsignedLong(), low, high, label);
    }

    std::vector<int> readIntegers(int size, int indexBase = 1) {
        return read_integers("readIntegers", size, indexBase);
    }
    std::vector<int> readIntegers(int size, int low, int high,
                                  const std::string& labels = "", int indexBase = 1) {
        return read_integers("readIntegers", size, low, high, labels, indexBase);
    }
    std::vector<int> readInts(int size, int indexBase = 1) {
        return read_integers("readInts", size, indexBase);
    }
    std::vector<int> readInts(int size, int low, int high, const std::string& labels = "",
                              int indexBase = 1) {
        return read_integers("readInts", size, low, high, labels, indexBase);
    }
    std::vector<long long> readLongs(int size, int indexBase = 1);
    std::vector<long long> readLongs(int size, long long low, long long high,
                                     const std::string& labels = "", int indexBase = 1);
    std::vector<unsigned long long> readLongs(int size, unsigned long long low,
                                              unsigned long long high,
                                              const std::string& labels = "",
                                              int indexBase = 1) {
        return read_unsigned_longs("readLongs", size, low, high, labels, indexBase);
    }
    template <typename A, typename B>
    TESTLIB_EXTENSION std::vector<typename testlib_detail::loose_long<A, B>::type> readLongs(
        int size, A low, B high, const std::string& labels = "", int indexBase = 1) {
        typedef typename testlib_detail::loose_long<A, B>::type wide;
        return readLongs(size, static_cast<wide>(low), static_cast<wide>(high), labels,
                         indexBase);
    }
    std::vector<unsigned long long> readUnsignedLongs(int size, int indexBase = 1);
    std::vector<unsigned long long> readUnsignedLongs(int size, unsigned long long low,
                                                      unsigned long long high,
                                                      const std::string& labels = "",
                                                      int indexBase = 1) {
        return read_unsigned_longs("readUnsignedLongs", size, low, high, labels, indexBase);
    }

    // Real numbers.
    double readDouble();
    double readDouble(double low, double high, const std::string& label = "") {
        return within("Double", readDouble(), low, high, label);
    }
    double readReal() { return readDouble(); }
    double readReal(double low, double high, const std::string& label = "") {
        return readDouble(low, high, label);
    }
    double readStrictDouble(double low, double high, int minDigits,
                            int maxDigits, const std::string& label = "");
    double readStrictReal(double low, double high, int minDigits,
                          int maxDigits, const std::string& label = "") {
        return readStrictDouble(low, high, minDigits, maxDigits,
                                label);
    }

    std::vector<double> readDoubles(int size, int indexBase = 1) {
        return read_doubles("readDoubles", size, indexBase);
    }
    std::vector<double> readDoubles(int size, double low, double high,
                                    const std::string& labels = "", int indexBase = 1) {
        return read_doubles("readDoubles", size, low, high, labels, indexBase);
    }
    std::vector<double> readReals(int size, int indexBase = 1) {
        return read_doubles("readReals", size, indexBase);
    }
    std::vector<double> readReals(int size, double low, double high,
                                  const std::string& labels = "", int indexBase = 1) {
        return read_doubles("readReals", size, low, high, labels, indexBase);
    }
    std::vector<double> readStrictDoubles(int size, double low, double high,
                                          int minDigits, int maxDigits,
                                          const std::string& labels = "",
                                          int indexBase = 1) {
        return read_strict_doubles("readStrictDoubles", size, low, high, minDigits,
                                   maxDigits, labels, indexBase);
    }
    std::vector<double> readStrictReals(int size, double low, double high,
                                        int minDigits, int maxDigits,
                                        const std::string& labels = "", int indexBase = 1) {
        return read_strict_doubles("readStrictReals", size, low, high, minDigits,
                                   maxDigits, labels, indexBase);
    }

    // Verdicts about this stream.
    NORETURN void quit(TResult result, const char* msg);
    NORETURN void quitf(TResult result, const char* msg, ...) TESTLIB_PRINTF(3, 4);
    void quitif(bool condition, TResult result, const char* msg, ...) TESTLIB_PRINTF(4, 5);
    NORETURN void quits(TResult result, std::string msg);
    void ensuref(bool cond, const char* format, ...) TESTLIB_PRINTF(3, 4);

    // Pieces of the report.
    static void textColor(WORD color);
    static void quitscr(WORD color, const char* msg);
    static void quitscrS(WORD color, std::string msg) { quitscr(color, msg.c_str()); }
    void xmlSafeWrite(FILE* file, const char* msg);

private:
    InStream(const InStream&);
    InStream& operator=(const InStream&);

    int peek() { return reader == nullptr ? testlib_detail::end_of_input : reader->peek(); }
    void remember_line() {
        if (reader != nullptr)
            lastLine = reader->getLine();
    }
    void open_file(FILE* file);
    testlib_detail::text_view next_token();
    testlib_detail::text_view next_number(const char* expected);
    NORETURN void quit_at_missing_token();

    template <typename T>
    T within(const char* kind, T value, T low, T high, const std::string& label);
    template <typename T>
    NORETURN void report_range(const char* kind, T value, T low, T high,
                               const std::string& label);
    void match(const char* kind, const char* noun, const std::string& text, const pattern& p,
               const std::string& label, int index);
    std::string subject(const char* kind, const char* noun, const std::string& label,
                        int index) const;
    void note_variable(const std::string& label);

    template <typename ReadOne>
    auto read_many(const char* function, int size, int indexBase, const std::string& labels,
                   bool separated, ReadOne read_one) -> std::vector<decltype(read_one())>;
    std::vector<std::string> read_tokens(const char* function, int size, int indexBase);
    std::vector<std::string> read_tokens(const char* function, int size, const pattern& p,
                                         const std::string& labels, int indexBase);
    std::vector<std::string> read_lines(const char* function, int size, int indexBase);
    std::vector<std::string> read_lines(const char* function, int size, const pattern& p,
                                        const std::string& labels, int indexBase);
    std::vector<int> read_integers(const char* function, int size, int indexBase);
    std::vector<int> read_integers(const char* function, int size, int low, int high,
                                   const std::string& labels, int indexBase);
    std::vector<unsigned long long> read_unsigned_longs(const char* function, int size,
                                                        unsigned long long low,
                                                        unsigned long long high,
                                                        const std::string& labels,
                                                        int indexBase);
    std::vector<double> read_doubles(const char* function, int size, int indexBase);
    std::vector<double> read_doubles(const char* function, int size, double low, double high,
                                     const std::string& labels, int indexBase);
    std::vector<double> read_strict_doubles(const char* function, int size, double low,
                                            double high, int minDigits, int maxDigits,
                                            const std::string& labels, int indexBase);

    std::string annotated(TResult result, const std::string& message) const;
    std::string with_stream_notes(std::string message) const;
    NORETURN void announce(TResult result, const std::string& message);
    void write_report(TResult result, const std::string& message);
};

struct TestlibOpt {
    std::string value;
    bool used;
    TestlibOpt() : used(false) {}
};

namespace testlib_detail {

// The command line options of a generator.
struct options_state {
    std::vector<std::string> by_index;
    std::map<std::string, TestlibOpt> by_key;
    // Programs that give defaults or ask for presence promise to look at every option.
    bool tracking = false;
    bool suppressed = false;
};

const int no_test_case = -1;

// All objects and switches that are shared by the parts of the program. Its destruction at the end
// of the program is the moment at which the final checks run.
struct program_state {
    InStream inf;
    InStream ouf;
    InStream ans;
    std::fstream tout;
    random_t rnd;
    Validator validator;
    Checker checker;
    options_state options;

    TTestlibMode mode = _unknown;
    bool registered = false;
    std::string testset;
    std::string group;

    std::string checker_name = "untitled checker";
    std::string result_name;
    bool appes_mode = false;
    std::string appes_encoding = "windows-1251";
    double points = std::numeric_limits<double>::infinity();

    int test_case = no_test_case;
    bool test_case_was_set = false;
    bool test_cases_start_at_zero = false;

    bool guard_alive = true;
    int quit_count = 0;
    bool input_end_was_read = false;
    bool finalizing = false;
    int exit_code = 0;
    // Writes the validator's files; unset in programs that are no validators and so need no code
    // for it.
    void (*write_validator_files)() = nullptr;

    TESTLIB_COLD program_state() {}
    ~program_state();

private:
    program_state(const program_state&);
    program_state& operator=(const program_state&);
};

inline program_state& state() {
    static program_state the_state;
    return the_state;
}

}  // namespace testlib_detail

// Every translation unit refers to the one set of objects. The references are bound before any
// global object that is defined after this header is included.
static InStream& inf TESTLIB_UNUSED = testlib_detail::state().inf;
static InStream& ouf TESTLIB_UNUSED = testlib_detail::state().ouf;
static InStream& ans TESTLIB_UNUSED = testlib_detail::state().ans;
static std::fstream& tout TESTLIB_UNUSED = testlib_detail::state().tout;
static random_t& rnd TESTLIB_UNUSED = testlib_detail::state().rnd;
static Validator& validator TESTLIB_UNUSED = testlib_detail::state().validator;
static Checker& checker TESTLIB_UNUSED = testlib_detail::state().checker;
static TTestlibMode& testlibMode TESTLIB_UNUSED = testlib_detail::state().mode;
static bool& appesMode TESTLIB_UNUSED = testlib_detail::state().appes_mode;
static std::string& appesModeEncoding TESTLIB_UNUSED = testlib_detail::state().appes_encoding;
static std::string& resultName TESTLIB_UNUSED = testlib_detail::state().result_name;
static std::string& checkerName TESTLIB_UNUSED = testlib_detail::state().checker_name;

// ==== NUMBERS: from tokens to integers and real numbers =========================================

namespace testlib_detail {

// 20 digits hold every 64-bit number, and so does a sign with 19 digits.
const size_t longest_integer_token = 20;

// Digits without a superfluous zero in front, in the range of an unsigned 64-bit number.
inline bool parse_digits(const char* digits, size_t size, unsigned long long& value) {
    if (size == 0 || size > longest_integer_token || (size > 1 && digits[0] == '0'))
        return false;
    value = 0;
    for (size_t i = 0; i < size; ++i) {
        const unsigned digit = static_cast<unsigned char>(digits[i]) - static_cast<unsigned>('0');
        if (digit > 9)
            return false;
        // Only the twentieth digit can lead out of the range.
        if (i + 1 == longest_integer_token &&
            (value > ULLONG_MAX / 10 || (value == ULLONG_MAX / 10 && digit > ULLONG_MAX % 10)))
            return false;
        value = value * 10 + digit;
    }
    return true;
}

inline bool parse_integer(const text_view& token, long long& value) {
    const bool negative = token.size > 1 && token.data[0] == '-';
    const size_t sign = negative ? 1 : 0;
    unsigned long long absolute = 0;
    if (token.size > longest_integer_token ||
        !parse_digits(token.data + sign, token.size - sign, absolute))
        return false;
    if ((negative && absolute == 0) || absolute > signed_maximum + sign)
        return false;
    value = static_cast<long long>(negative ? 0 - absolute : absolute);
    return true;
}

NORETURN inline void reject_number(InStream& in, const char* expected, const text_view& token) {
    const bool has_zero_byte = std::memchr(token.data, '\0', token.size) != nullptr;
    in.quits(_pe, std::string("Expected ") + expected + ", but \"" + compress(token.str()) +
                      "\" found" + (has_zero_byte ? " (it contains \\0)" : ""));
}

inline long long to_long_long(InStream& in, const text_view& token) {
    long long value = 0;
    if (!parse_integer(token, value))
        reject_number(in, "integer", token);
    return value;
}

inline unsigned long long to_unsigned_long_long(InStream& in, const text_view& token) {
    unsigned long long value = 0;
    if (!parse_digits(token.data, token.size, value))
        reject_number(in, "unsigned integer", token);
    return value;
}

// The parts of a decimal number, found while its spelling is checked.
struct decimal_parts {
    unsigned long long digits = 0;  // All digits, meaningful if there are at most 19 of them.
    int digit_count = 0;            // Digits from the first non-zero one on.
    long long exponent = 0;         // The power of ten that scales `digits`.
};

// Takes digits and returns how many there were. Only what fits is accumulated.
inline size_t scan_digits(const char*& at, const char* end, decimal_parts& parts) {
    const char* const start = at;
    for (; at != end && is_digit(*at); ++at) {
        if (parts.digit_count == 0 && *at == '0')
            continue;
        if (parts.digit_count < 19)
            parts.digits = parts.digits * 10 + static_cast<unsigned long long>(*at - '0');
        ++parts.digit_count;
    }
    return static_cast<size_t>(at - start);
}

inline void scan_exponent(const char*& at, const char* end, decimal_parts& parts) {
    ++at;
    bool negative = false;
    if (at != end && (*at == '+' || *at == '-'))
        negative = *at++ == '-';
    const long long far_enough = 100000;
    long long exponent = 0;
    for (; at != end && is_digit(*at); ++at)
        exponent = std::min(exponent * 10 + (*at - '0'), far_enough);
    parts.exponent += negative ? -exponent : exponent;
}

// [sign] digits [. digits] [e [sign] digits], with digits on one side of the point at least. As
// with glibc's scanf, an exponent without digits counts as absent.
inline bool scan_decimal(const text_view& token, decimal_parts& parts) {
    const char* at = token.data;
    const char* const end = token.data + token.size;
    if (at != end && (*at == '+' || *at == '-'))
        ++at;
    size_t count = scan_digits(at, end, parts);
    if (at != end && *at == '.') {
        ++at;
        const size_t decimals = scan_digits(at, end, parts);
        count += decimals;
        parts.exponent -= static_cast<long long>(decimals);
    }
    if (count != 0 && at != end && (*at == 'e' || *at == 'E'))
        scan_exponent(at, end, parts);
    return count != 0 && at == end;
}

// Small enough numbers need one exactly rounded operation; the others go to the C library.
inline double convert_decimal(const text_view& token, const decimal_parts& parts) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD == 0
    const bool operations_round_once = true;
#else
    const bool operations_round_once = false;
#endif
    const bool exact = parts.digit_count <= 19 && parts.digits <= (1ULL << 53) &&
                       -22 <= parts.exponent && parts.exponent <= 22;
    if (!operations_round_once || !exact)
        return std::strtod(token.str().c_str(), nullptr);
    const double digits = static_cast<double>(parts.digits);
    const double size = parts.exponent < 0 ? digits / powers[-parts.exponent]
                                           : digits * powers[parts.exponent];
    return token.data[0] == '-' ? -size : size;
}

inline double to_double(InStream& in, const text_view& token) {
    decimal_parts parts;
    if (!scan_decimal(token, parts))
        reject_number(in, "double", token);
    return convert_decimal(token, parts);
}

// The shape [-]digits[.digits]; tells how many digits there are on each side of the point.
inline bool scan_strict_decimal(const text_view& token, size_t& sign, size_t& before,
                                size_t& after) {
    const size_t longest = 1000;
    if (token.size == 0 || token.size > longest)
        return false;
    const char* const end = token.data + token.size;
    const char* at = token.data;
    sign = *at == '-' ? 1 : 0;
    at += sign;
    decimal_parts ignored;
    before = scan_digits(at, end, ignored);
    after = 0;
    if (before == 0)
        return false;
    if (at == end)
        return true;
    if (*at++ != '.')
        return false;
    after = scan_digits(at, end, ignored);
    return after != 0 && at == end;
}

inline void require_digit_bounds(InStream& in, int least, int most) {
    if (least < 0)
        in.quit(_fail, "stringToStrictDouble: minAfterPointDigitCount should be non-negative.");
    if (least > most)
        in.quit(_fail, "stringToStrictDouble: minAfterPointDigitCount should be less or equal to "
                       "maxAfterPointDigitCount.");
}

inline double to_strict_double(InStream& in, const text_view& token, int least, int most) {
    require_digit_bounds(in, least, most);
    size_t sign = 0, before = 0, after = 0;
    if (!scan_strict_decimal(token, sign, before, after))
        reject_number(in, "strict double", token);
    if (after < static_cast<size_t>(least) || after > static_cast<size_t>(most))
        in.quitf(_pe,
                 "Expected strict double with number of digits after point in range [%d,%d], but "
                 "\"%s\" found",
                 least, most, compress(token.str()).c_str());
    if (before > 1 && token.data[sign] == '0')
        reject_number(in, "strict double", token);
    const double value = to_double(in, token);
    if (is_nan(value) || std::fabs(value) > DBL_MAX)
        reject_number(in, "double", token);
    if (sign != 0 && value == 0)
        in.quitf(_pe, "Redundant minus in \"%s\" found", compress(token.str()).c_str());
    return value;
}

inline text_view view_of(const std::string& s) {
    const text_view view = {s.data(), s.size()};
    return view;
}

}  // namespace testlib_detail

inline long long stringToLongLong(InStream& in, const std::string& buffer) {
    return testlib_detail::to_long_long(in, testlib_detail::view_of(buffer));
}
inline long long stringToLongLong(InStream& in, const char* buffer) {
    return stringToLongLong(in, std::string(buffer));
}
inline unsigned long long stringToUnsignedLongLong(InStream& in, const std::string& buffer) {
    return testlib_detail::to_unsigned_long_long(in, testlib_detail::view_of(buffer));
}
inline unsigned long long stringToUnsignedLongLong(InStream& in, const char* buffer) {
    return stringToUnsignedLongLong(in, std::string(buffer));
}
inline double stringToDouble(InStream& in, const std::string& buffer) {
    return testlib_detail::to_double(in, testlib_detail::view_of(buffer));
}
inline double stringToDouble(InStream& in, const char* buffer) {
    return stringToDouble(in, std::string(buffer));
}
inline double stringToStrictDouble(InStream& in, const std::string& buffer,
                                   int minDigits, int maxDigits) {
    return testlib_detail::to_strict_double(in, testlib_detail::view_of(buffer),
                                            minDigits, maxDigits);
}
inline double stringToStrictDouble(InStream& in, const char* buffer, int minDigits,
                                   int maxDigits) {
    return stringToStrictDouble(in, std::string(buffer), minDigits,
                                maxDigits);
}

// ==== STREAMS: opening, characters, tokens, lines, numbers, and the checks of what was read ======

TESTLIB_COLD inline void InStream::init(std::string fileName, TMode streamMode) {
    close();
    name = fileName;
    mode = streamMode;
    stdfile = false;
    FILE* const file = testlib_fopen_(fileName.c_str(), "rb");
    // A missing input is no error yet: many checkers never look at it.
    if (file != nullptr)
        open_file(file);
    else if (mode == _output)
        quits(_pe, "Output file not found: \"" + name + "\"");
    else if (mode == _answer)
        quits(_fail, "Answer file not found: \"" + name + "\"");
}

TESTLIB_COLD inline void InStream::open_file(FILE* file) {
    const long long size = testlib_detail::regular_file_size(file);
    reader = new BufferedFileInputStreamReader(file);
    opened = true;
    if (size > 0 && static_cast<unsigned long long>(size) > maxFileSize)
        quits(_pe, "File size exceeds " + vtos(maxFileSize) + " bytes, size is " + vtos(size));
}

TESTLIB_COLD inline void InStream::init(FILE* file, TMode streamMode) {
    close();
    name = file == stdin    ? "stdin"
           : file == stdout ? "stdout"
           : file == stderr ? "stderr"
                            : "untitled";
    mode = streamMode;
    stdfile = true;
    reset(file);
}

// Starts over: from the beginning of the named file, or with another open file.
inline void InStream::reset(FILE* file) {
    if (file == nullptr && stdfile)
        quit(_fail, "InStream::reset: a standard stream cannot start over");
    if (file == nullptr) {
        init(std::string(name), mode);
        return;
    }
    close();
    const bool talks_to_peer = testlib_detail::state().mode == _interactor;
    reader = new FileInputStreamReader(file, talks_to_peer);
    opened = true;
}

inline void InStream::close() {
    delete reader;
    reader = nullptr;
    opened = false;
    lastLine = testlib_detail::unknown_line;
}

// Drops the three bytes that some editors put in front of UTF-8 text.
inline void InStream::skipBom() {
    const char mark[] = {'\xEF', '\xBB', '\xBF'};
    size_t matched = 0;
    while (matched < sizeof(mark) && peek() == static_cast<unsigned char>(mark[matched])) {
        skipChar();
        ++matched;
    }
    if (matched == sizeof(mark))
        return;
    while (matched > 0)
        unreadChar(mark[--matched]);
}

template <typename Unused>
std::vector<int> InStream::getReadChars() {
    std::vector<int> result;
    if (testlib_detail::input_retention<Unused>::requested) {
        const std::string text = consumedText();
        for (size_t i = 0; i < text.size(); ++i)
            result.push_back(static_cast<unsigned char>(text[i]));
    }
    return result;
}

inline char InStream::readChar(char c) {
    remember_line();
    const char found = nextChar();
    if (found == c)
        return found;
    if (isEoln(found))
        quitf(_pe, "Unexpected character #%d, but '%c' expected", static_cast<int>(found), c);
    quitf(_pe, "Unexpected character '%c', but '%c' expected", found, c);
}

inline bool InStream::eoln() {
    remember_line();
    const int next = peek();
    if (next == testlib_detail::end_of_input)
        return !strict;
    const bool lone = next == LF;
    const bool pair = next == CR && reader->peek_second() == LF;
    const bool accepted =
        strict ? (testlib_detail::strict_line_end_is_crlf ? pair : lone) : lone || pair;
    if (accepted && pair)
        skipChar();
    if (accepted)
        skipChar();
    return accepted;
}

inline void InStream::readEof() {
    if (!eof() || (reader != nullptr && reader->at_false_end()))
        quit(_pe, "Expected EOF");
    if (this == &testlib_detail::state().inf)
        testlib_detail::state().input_end_was_read = true;
}

inline void InStream::quit_at_missing_token() {
    if (reader == nullptr && mode == _input && !name.empty())
        quits(_fail, "Input file not found: \"" + name + "\"");
    quit(_unexpected_eof, "Unexpected end of file - token expected");
}

// The next token; strict streams must stand right in front of it.
inline testlib_detail::text_view InStream::next_token() {
    if (!strict)
        skipBlanks();
    remember_line();
    const int next = peek();
    if (next == testlib_detail::end_of_input)
        quit_at_missing_token();
    if (testlib_detail::is_blank(static_cast<char>(next)))
        quit(_pe, "Unexpected white-space - token expected");
    const testlib_detail::text_view token = reader->take_token(maxTokenLength);
    if (token.size > maxTokenLength)
        quits(_pe, "Length of token exceeds " + vtos(maxTokenLength) + ", token is '" +
                       compress(token.str()) + "...'");
    return token;
}

// A token that should be a number: outside of strict mode a missing one is named by its type.
inline testlib_detail::text_view InStream::next_number(const char* expected) {
    if (!strict && seekEof())
        quits(_unexpected_eof, std::string("Unexpected end of file - ") + expected + " expected");
    return next_token();
}

inline void InStream::readTokenTo(std::string& result) {
    const testlib_detail::text_view token = next_token();
    result.assign(token.data, token.size);
}

inline std::string InStream::readToken(const pattern& p, const std::string& label) {
    std::string result;
    readTokenTo(result);
    match("Token", "parameter ", result, p, label, readManyIteration);
    return result;
}

inline void InStream::readTokenTo(std::string& result, const pattern& p,
                                  const std::string& label) {
    readTokenTo(result);
    match("Token", "parameter ", result, p, label, NO_INDEX);
}

inline void InStream::readLineTo(std::string& result) {
    if (reader == nullptr)
        quit(_pe, "Expected line");
    result.clear();
    remember_line();
    reader->take_line(result);
    if (strict)
        readEoln();
    else
        eoln();
}

inline void InStream::readLineTo(std::string& result, const pattern& p,
                                 const std::string& label) {
    readLineTo(result);
    match("Line", "", result, p, label, readManyIteration);
}

inline int InStream::readInteger() {
    const testlib_detail::text_view token = next_number("int32");
    const long long value = testlib_detail::to_long_long(*this, token);
    if (value < INT_MIN || value > INT_MAX)
        testlib_detail::reject_number(*this, "int32", token);
    return static_cast<int>(value);
}

inline long long InStream::readLong() {
    return testlib_detail::to_long_long(*this, next_number("int64"));
}

inline unsigned long long InStream::readUnsignedLong() {
    return testlib_detail::to_unsigned_long_long(*this, next_number("int64"));
}

inline double InStream::readDouble() {
    return testlib_detail::to_double(*this, next_number("double"));
}

inline double InStream::readStrictDouble(double low, double high, int minDigits,
                                         int maxDigits,
                                         const std::string& label) {
    testlib_detail::require_digit_bounds(*this, minDigits, maxDigits);
    const double value = testlib_detail::to_strict_double(
        *this, next_number("strict double"), minDigits, maxDigits);
    return within("Strict double", value, low, high, label);
}

namespace testlib_detail {

inline std::string shown_value(long long value) { return signed_text(value); }
inline std::string shown_value(int value) { return signed_text(value); }
inline std::string shown_value(unsigned long long value) { return unsigned_text(value); }
inline std::string shown_value(double value) { return testlib_format_("%g", value); }

inline std::string shown_bound(long long value) { return toHumanReadableString(value); }
inline std::string shown_bound(int value) { return toHumanReadableString(value); }
inline std::string shown_bound(unsigned long long value) { return toHumanReadableString(value); }
inline std::string shown_bound(double value) { return shown_value(value); }

}  // namespace testlib_detail

// "Integer", "Integer parameter [name=n] equals to", "Integer element a[3] equals to" and so on.
inline std::string InStream::subject(const char* kind, const char* noun,
                                     const std::string& label, int index) const {
    if (index != NO_INDEX) {
        const std::string position = vtos(index);
        return std::string(kind) + " element " +
               (label.empty() ? "[index=" + position + "]"
                                     : label + "[" + position + "]") +
               " equals to";
    }
    if (label.empty())
        return kind;
    return std::string(kind) + " " + noun + "[name=" + label + "] equals to";
}

template <typename T>
void InStream::report_range(const char* kind, T value, T low, T high,
                            const std::string& label) {
    const bool anonymous = label.empty() && readManyIteration == NO_INDEX;
    quits(_wa, subject(kind, "parameter ", label, readManyIteration) + " " +
                   testlib_detail::shown_value(value) + (anonymous ? "" : ",") +
                   " violates the range [" + testlib_detail::shown_bound(low) + ", " +
                   testlib_detail::shown_bound(high) + "]");
}

template <typename T>
T InStream::within(const char* kind, T value, T low, T high, const std::string& label) {
    if (value < low || value > high)
        report_range(kind, value, low, high, label);
    if (strict && !label.empty())
        testlib_detail::state().validator.noteBoundedRead(label, value, low, high);
    return value;
}

inline void InStream::note_variable(const std::string& label) {
    if (strict && !label.empty())
        testlib_detail::state().validator.addVariable(label);
}

inline void InStream::match(const char* kind, const char* noun, const std::string& text,
                            const pattern& p, const std::string& label, int index) {
    if (!p.matches(text))
        quits(_wa, subject(kind, noun, label, index) + " \"" + compress(text) + "\"" +
                       (label.empty() ? "" : ",") + " doesn't correspond to pattern \"" +
                       p.src() + "\"");
    note_variable(label);
}

namespace testlib_detail {

const int longest_plural_read = 100000000;
// Memory for more elements is taken as they arrive, since the claimed size may be wrong.
const int reserved_elements = 1 << 20;

// Tells messages which element is being read, and forgets it however the reading ends.
class element_index {
public:
    explicit element_index(int& index) : index_(index), before_(index) {}
    ~element_index() { index_ = before_; }

private:
    int& index_;
    int before_;
    element_index(const element_index&);
    element_index& operator=(const element_index&);
};

}  // namespace testlib_detail

// Reads `size` elements; in strict streams exactly one space stands between separated ones.
template <typename ReadOne>
auto InStream::read_many(const char* function, int size, int indexBase,
                         const std::string& labels, bool separated, ReadOne read_one)
    -> std::vector<decltype(read_one())> {
    if (size < 0)
        quitf(_fail, "%s: size should be non-negative.", function);
    if (size > testlib_detail::longest_plural_read)
        quitf(_fail, "%s: size should be at most %d.", function,
              testlib_detail::longest_plural_read);
    note_variable(labels);
    std::vector<decltype(read_one())> result;
    result.reserve(static_cast<size_t>(std::min(size, testlib_detail::reserved_elements)));
    const testlib_detail::element_index guard(readManyIteration);
    for (int i = 0; i < size; ++i) {
        if (i > 0 && separated && strict)
            readSpace();
        readManyIteration = indexBase + i;
        result.push_back(read_one());
    }
    return result;
}

inline std::vector<std::string> InStream::read_tokens(const char* function, int size,
                                                      int indexBase) {
    return read_many(function, size, indexBase, "", true, [&]() { return readToken(); });
}

inline std::vector<std::string> InStream::read_tokens(const char* function, int size,
                                                      const pattern& p,
                                                      const std::string& labels,
                                                      int indexBase) {
    return read_many(function, size, indexBase, labels, true,
                     [&]() { return readToken(p, labels); });
}

inline std::vector<std::string> InStream::read_lines(const char* function, int size,
                                                     int indexBase) {
    return read_many(function, size, indexBase, "", false, [&]() { return readLine(); });
}

inline std::vector<std::string> InStream::read_lines(const char* function, int size,
                                                     const pattern& p,
                                                     const std::string& labels,
                                                     int indexBase) {
    return read_many(function, size, indexBase, labels, false,
                     [&]() { return readLine(p, labels); });
}

inline std::vector<int> InStream::read_integers(const char* function, int size, int indexBase) {
    return read_many(function, size, indexBase, "", true, [&]() { return readInteger(); });
}

inline std::vector<int> InStream::read_integers(const char* function, int size, int low, int high,
                                                const std::string& labels, int indexBase) {
    return read_many(function, size, indexBase, labels, true,
                     [&]() { return readInteger(low, high, labels); });
}

inline std::vector<long long> InStream::readLongs(int size, int indexBase) {
    return read_many("readLongs", size, indexBase, "", true, [&]() { return readLong(); });
}

inline std::vector<long long> InStream::readLongs(int size, long long low, long long high,
                                                  const std::string& labels,
                                                  int indexBase) {
    return read_many("readLongs", size, indexBase, labels, true,
                     [&]() { return readLong(low, high, labels); });
}

inline std::vector<unsigned long long> InStream::readUnsignedLongs(int size, int indexBase) {
    return read_many("readUnsignedLongs", size, indexBase, "", true,
                     [&]() { return readUnsignedLong(); });
}

inline std::vector<unsigned long long> InStream::read_unsigned_longs(
    const char* function, int size, unsigned long long low, unsigned long long high,
    const std::string& labels, int indexBase) {
    return read_many(function, size, indexBase, labels, true,
                     [&]() { return readUnsignedLong(low, high, labels); });
}

inline std::vector<double> InStream::read_doubles(const char* function, int size, int indexBase) {
    return read_many(function, size, indexBase, "", true, [&]() { return readDouble(); });
}

inline std::vector<double> InStream::read_doubles(const char* function, int size, double low,
                                                  double high, const std::string& labels,
                                                  int indexBase) {
    return read_many(function, size, indexBase, labels, true,
                     [&]() { return readDouble(low, high, labels); });
}

inline std::vector<double> InStream::read_strict_doubles(const char* function, int size,
                                                         double low, double high, int minDigits,
                                                         int maxDigits,
                                                         const std::string& labels,
                                                         int indexBase) {
    return read_many(function, size, indexBase, labels, true, [&]() {
        return readStrictDouble(low, high, minDigits, maxDigits, labels);
    });
}

// ==== QUIT: verdicts, their reports, and the checks at the end of the program ====================

namespace testlib_detail {

// The place of the note in parentheses inside a message. It is delimited by control characters
// until the message is shown, so that parentheses of the program's own text do not count.
struct bracket_note {
    size_t open;
    size_t close;
    bool found;
};

TESTLIB_COLD inline bracket_note find_note(const std::string& message) {
    const char open = InStream::OPEN_BRACKET, close = InStream::CLOSE_BRACKET;
    bracket_note note = {message.find(open), message.find(close), false};
    note.found = note.open != std::string::npos && note.close != std::string::npos &&
                 note.open < note.close && message.rfind(open) == note.open &&
                 message.rfind(close) == note.close;
    return note;
}

TESTLIB_COLD inline std::string with_note(const std::string& message, const std::string& text) {
    const bracket_note note = find_note(message);
    if (!note.found)
        return message + " " + std::string(1, InStream::OPEN_BRACKET) + text +
               std::string(1, InStream::CLOSE_BRACKET);
    const std::string present = message.substr(note.open, note.close - note.open);
    if (present.find(text) != std::string::npos)
        return message;
    return message.substr(0, note.close) + ", " + text + message.substr(note.close);
}

TESTLIB_COLD inline std::string with_visible_note(std::string message) {
    const bracket_note note = find_note(message);
    if (note.found) {
        message[note.open] = '(';
        message[note.close] = ')';
    }
    return message;
}

TESTLIB_COLD inline std::string truncated(const std::string& message, size_t longest) {
    if (message.size() <= longest)
        return message;
    const std::string warning =
        "message length exceeds " + vtos(longest) + ", the message is truncated: ";
    return (warning + message).substr(0, std::max(longest, warning.size()));
}

// Success has to be earned: nothing may be left over in the participant's output.
inline bool is_success(TResult result) {
    return result == _ok || result == _points || result >= _partially;
}

struct verdict_prefix {
    std::string text;  // Empty for numbers that are no verdict.
    WORD color;
};

TESTLIB_COLD inline verdict_prefix make_prefix(const std::string& text, WORD color) {
    const verdict_prefix prefix = {text, color};
    return prefix;
}

TESTLIB_COLD inline verdict_prefix prefix_of(TResult result) {
    if (result >= _partially)
        return make_prefix("partially correct (" + vtos(result - _partially) + ") ",
                           InStream::color_yellow);
    switch (result) {
        case _ok: return make_prefix("ok ", InStream::color_green);
        case _wa: return make_prefix("wrong answer ", InStream::color_red);
        case _pe: return make_prefix("wrong output format ", InStream::color_red);
        case _dirt: return make_prefix("wrong output format ", InStream::color_cyan);
        case _fail: return make_prefix("FAIL ", InStream::color_red);
        case _points: return make_prefix("points ", InStream::color_yellow);
        case _unexpected_eof: return make_prefix("unexpected eof ", InStream::color_cyan);
        default: return make_prefix("", InStream::color_default);
    }
}

TESTLIB_COLD inline std::string points_text(double points) {
    return removeDoubleTrailingZeroes(testlib_format_("%.10f", points));
}

// Nothing may run twice when the final checks themselves end the program.
NORETURN inline void leave(int exit_code) {
    program_state& program = state();
    program.exit_code = exit_code;
    if (program.finalizing) {
        std::cout.flush();
        std::fflush(nullptr);
        std::_Exit(exit_code);
    }
#ifdef TESTLIB_THROW_EXIT_EXCEPTION_INSTEAD_OF_EXIT
    throw exit_exception(exit_code);
#else
    std::exit(exit_code);
#endif
}

}  // namespace testlib_detail

NORETURN inline void halt(int exitCode) {
#ifdef FOOTER
    InStream::textColor(InStream::color_default);
    std::fprintf(stderr, "Checker: \"%s\"\n", testlib_detail::state().checker_name.c_str());
    std::fprintf(stderr, "Exit code: %d\n", exitCode);
#endif
    testlib_detail::leave(exitCode);
}

TESTLIB_COLD inline void InStream::textColor(WORD color) {
    if (!testlib_detail::standard_error_is_terminal())
        return;
#ifdef _WIN32
    SetConsoleTextAttribute(GetStdHandle(STD_ERROR_HANDLE), color);
#else
    const char* code = "\033[0m";
    if (color == color_red)
        code = "\033[1;31m";
    else if (color == color_green)
        code = "\033[1;32m";
    else if (color == color_yellow)
        code = "\033[1;33m";
    else if (color == color_cyan)
        code = "\033[1;36m";
    std::fputs(code, stderr);
#endif
}

// Shows a text in a colour, unless the verdict goes to a report file.
TESTLIB_COLD inline void InStream::quitscr(WORD color, const char* msg) {
    if (!testlib_detail::state().result_name.empty())
        return;
    textColor(color);
    std::fputs(msg, stderr);
    textColor(color_default);
}

TESTLIB_COLD inline void InStream::xmlSafeWrite(FILE* file, const char* msg) {
    for (const char* c = msg; *c != '\0'; ++c) {
        switch (*c) {
            case '&': std::fputs("&amp;", file); break;
            case '<': std::fputs("&lt;", file); break;
            case '>': std::fputs("&gt;", file); break;
            case '"': std::fputs("&quot;", file); break;
            default:
                std::fputc(static_cast<unsigned char>(*c) < 32 ? '.' : *c, file);
        }
    }
}

// Adds the number of the test case: where a failure happened, or how many cases went well.
TESTLIB_COLD inline std::string InStream::annotated(TResult result,
                                                    const std::string& message) const {
    const int test_case = testlib_detail::state().test_case;
    if (test_case == testlib_detail::no_test_case)
        return message;
    const std::string number = vtos(test_case);
    if (result != _ok && result != _points)
        return testlib_detail::with_note(message, "test case " + number);
    return testlib_detail::with_note(message,
                                     number + (test_case == 1 ? " test case" : " test cases"));
}

TESTLIB_COLD inline std::string InStream::with_stream_notes(std::string message) const {
    message = testlib_detail::with_note(message, name);
    const bool is_test = mode == _input && testlib_detail::state().mode == _validator;
    if (is_test && lastLine != testlib_detail::unknown_line)
        message = testlib_detail::with_note(message, "line " + vtos(lastLine));
    return message;
}

namespace testlib_detail {

TESTLIB_COLD inline std::string outcome_attributes(TResult result) {
    std::string text = "outcome = \"" + outcomes[std::min<int>(result, _partially)] + "\"";
    if (result >= _partially)
        text += " pctype = \"" + vtos(result - _partially) + "\"";
    if (result == _points)
        text += " points = \"" + points_text(state().points) + "\"";
    return text;
}

}  // namespace testlib_detail

TESTLIB_COLD inline void InStream::write_report(TResult result, const std::string& message) {
    testlib_detail::program_state& program = testlib_detail::state();
    if (program.appes_mode && result == _points && testlib_detail::is_infinite(program.points))
        quit(_fail, "Expected points, but infinity found");
    FILE* const report = testlib_fopen_(program.result_name.c_str(), "w");
    if (report != nullptr && program.appes_mode) {
        std::fprintf(report, "<?xml version=\"1.0\" encoding=\"%s\"?><result %s>",
                     program.appes_encoding.c_str(),
                     testlib_detail::outcome_attributes(result).c_str());
        xmlSafeWrite(report, message.c_str());
        std::fputs("</result>\n", report);
    } else if (report != nullptr) {
        std::fputs(message.c_str(), report);
    }
    if (report == nullptr || std::fclose(report) != 0) {
        program.result_name.clear();
        quit(_fail, "Can not write to the result file");
    }
}

// Everything ends here. A verdict may turn into another one on the way, which starts over: only
// the participant's output can be wrong, trouble with any other stream is the jury's failure.
TESTLIB_COLD inline void InStream::quit(TResult result, const char* msg) {
    testlib_detail::program_state& program = testlib_detail::state();
    if (program.guard_alive)
        ++program.quit_count;
    const std::string message =
        testlib_detail::truncated(annotated(result, trim(msg)), maxMessageLength);
#ifndef ENABLE_UNEXPECTED_EOF
    if (result == _unexpected_eof)
        result = _pe;
#endif
    if (program.mode == _scorer && result != _fail)
        quit(_fail, "Scorer should return points only. Don't use a quit function.");
    if (mode != _output && result != _fail)
        quits(_fail, with_stream_notes(message));
    if (testlib_detail::is_success(result) && program.mode != _interactor && !program.ouf.seekEof())
        quit(_dirt, "Extra information in the output file");
    announce(result, message);
}

// Shows the verdict on the standard error or in the report file, and leaves the program.
TESTLIB_COLD inline void InStream::announce(TResult result, const std::string& message) {
    testlib_detail::program_state& program = testlib_detail::state();
    const testlib_detail::verdict_prefix prefix = testlib_detail::prefix_of(result);
    if (prefix.text.empty())
        quit(_fail, "What is the code ??? ");
    if (result == _dirt)
        result = _pe;
    const std::string shown = testlib_detail::with_visible_note(message);
    const bool reported = !program.result_name.empty();
    if (reported) {
        write_report(result, shown);
    } else {
        quitscr(prefix.color, prefix.text.c_str());
        std::fputs(shown.c_str(), stderr);
    }
    std::fputs(reported ? "\nSee file to check exit message\n" : "\n", stderr);
    program.inf.close();
    program.ouf.close();
    program.ans.close();
    if (program.tout.is_open())
        program.tout.close();
    halt(resultExitCode(result));
}

inline void InStream::quits(TResult result, std::string msg) { quit(result, msg.c_str()); }

inline void InStream::quitf(TResult result, const char* msg, ...) {
    TESTLIB_FORMATTED(message, msg);
    quits(result, message);
}

inline void InStream::quitif(bool condition, TResult result, const char* msg, ...) {
    if (condition) {
        TESTLIB_FORMATTED(message, msg);
        quits(result, message);
    }
}

inline void InStream::ensuref(bool cond, const char* format, ...) {
    if (!cond) {
        TESTLIB_FORMATTED(message, format);
        quits(_wa, message);
    }
}

TESTLIB_COLD inline void testlib_detail::fail(const char* format, ...) {
    TESTLIB_FORMATTED(message, format);
    state().ouf.quits(_fail, message);
}

NORETURN inline void quit(TResult result, const char* msg) {
    testlib_detail::state().ouf.quit(result, msg);
}

NORETURN inline void quit(TResult result, const std::string& msg) {
    testlib_detail::state().ouf.quit(result, msg.c_str());
}

NORETURN inline void quitf(TResult result, const char* format, ...) TESTLIB_PRINTF(2, 3);
inline void quitf(TResult result, const char* format, ...) {
    TESTLIB_FORMATTED(message, format);
    quit(result, message);
}

// A std::string is a message, not a format.
NORETURN TESTLIB_EXTENSION inline void quitf(TResult result, const std::string& message) {
    quit(result, message);
}

inline void quitif(bool condition, TResult result, const char* format, ...) TESTLIB_PRINTF(3, 4);
inline void quitif(bool condition, TResult result, const char* format, ...) {
    if (condition) {
        TESTLIB_FORMATTED(message, format);
        quit(result, message);
    }
}

inline void ensuref(bool cond, const char* format, ...) TESTLIB_PRINTF(2, 3);
inline void ensuref(bool cond, const char* format, ...) {
    if (!cond) {
        TESTLIB_FORMATTED(message, format);
        quit(_fail, message);
    }
}

TESTLIB_EXTENSION inline void ensuref(bool cond, const std::string& message) {
    if (!cond)
        quit(_fail, message);
}

namespace testlib_detail {

// The function behind the macro ensure. With a message, which the usual header does not take, it
// is ensuref; without one the source text of the condition is shown.
template <typename Condition>
void ensure_holds(const char* source, const Condition& condition) {
    if (!condition)
        fail("Condition failed: \"%s\"", source);
}

template <typename Condition, typename... Arguments>
void ensure_holds(const char*, const Condition& condition, const char* format,
                  const Arguments&... arguments) {
    static_assert(are_printf_arguments<Arguments...>::value,
                  "ensure: printf arguments are numbers and pointers; use .c_str() for strings");
    if (!condition)
        quit(_fail, format_unchecked(format, arguments...));
}

}  // namespace testlib_detail

#define ensure(...) testlib_detail::ensure_holds(#__VA_ARGS__, __VA_ARGS__)
#define ensure_ext(cond)                                                                     \
    ((cond) ? void(0)                                                                        \
            : testlib_detail::fail("Line %d: Condition failed: \"%s\"", __LINE__, #cond))

namespace testlib_detail {

template <typename T>
std::string points_message(T points, std::true_type /* integer */) {
    return vtos(points);
}

template <typename T>
std::string points_message(T, std::false_type /* real number */) {
    return points_text(state().points);
}

inline double checked_points(double points) {
    if (is_nan(points))
        fail("Parameter 'points' can't be nan");
    if (is_infinite(points))
        fail("Parameter 'points' can't be infinite");
    if (points < -1e-8)
        fail("Parameter 'points' can't be negative");
    if (points > 1e6 + 1e-8)
        fail("Parameter 'points' can't be greater than 1E6");
    return points <= 0 ? 0.0 : std::min(points, 1e6);
}

}  // namespace testlib_detail

template <typename T>
NORETURN void quitp(T points, const std::string& message) {
    static_assert(std::is_arithmetic<T>::value, "quitp: points are a number");
    testlib_detail::state().points = testlib_detail::checked_points(static_cast<double>(points));
    const std::string text = testlib_detail::points_message(points, std::is_integral<T>());
    quit(_points, message.empty() ? text : text + " " + message);
}

template <typename T>
NORETURN void quitp(T points) {
    quitp(points, std::string());
}

template <typename T>
NORETURN void quitp(T points, const char* format, ...) TESTLIB_PRINTF(2, 3);
template <typename T>
void quitp(T points, const char* format, ...) {
    TESTLIB_FORMATTED(message, format);
    quitp(points, message);
}

NORETURN inline void quitpi(const std::string& points_info, const std::string& message = "") {
    if (points_info.find(' ') != std::string::npos)
        quit(_fail, "Parameter 'points_info' can't contain spaces");
    quit(_points, "points_info=" + points_info + (message.empty() ? "" : " " + message));
}

namespace testlib_detail {

template <typename T>
std::string compared_text(const T& value) {
    return vtos(value);
}
inline std::string compared_text(double value) {
    return removeDoubleTrailingZeroes(testlib_format_("%.12f", value));
}
inline std::string compared_text(float value) { return compared_text(static_cast<double>(value)); }
inline std::string compared_text(long double value) {
    return compared_text(static_cast<double>(value));
}
inline std::string compared_text(const std::string& value) { return value; }
inline std::string compared_text(const char* value) { return value; }

NORETURN inline void quit_with_difference(TResult result, const std::string& expected,
                                          const std::string& found, const std::string& prepend) {
    quit(result, (prepend.empty() ? "" : compress(prepend) + ": ") + "expected '" +
                     compress(expected) + "', but found '" + compress(found) + "'");
}

}  // namespace testlib_detail

template <typename T>
NORETURN void expectedButFound(TResult result, T expected, T found, const char* prependFormat, ...)
    TESTLIB_PRINTF(4, 5);
template <typename T>
void expectedButFound(TResult result, T expected, T found, const char* prependFormat, ...) {
    TESTLIB_FORMATTED(prepend, prependFormat);
    testlib_detail::quit_with_difference(result, testlib_detail::compared_text(expected),
                                         testlib_detail::compared_text(found), prepend);
}

template <typename T>
NORETURN void expectedButFound(TResult result, T expected, T found) {
    testlib_detail::quit_with_difference(result, testlib_detail::compared_text(expected),
                                         testlib_detail::compared_text(found), "");
}

inline void setName(const char* format, ...) TESTLIB_PRINTF(1, 2);
inline void setName(const char* format, ...) {
    TESTLIB_FORMATTED(name, format);
    testlib_detail::state().checker_name = name;
}

inline void disableFinalizeGuard() { testlib_detail::state().guard_alive = false; }

namespace testlib_detail {

// Fails for the first option that the program never looked at.
TESTLIB_COLD inline void require_all_options_used() {
    const options_state& options = state().options;
    if (options.suppressed)
        return;
    std::map<std::string, TestlibOpt>::const_iterator i = options.by_key.begin();
    for (; i != options.by_key.end(); ++i)
        if (!i->second.used)
            fail("Opts: unused key '%s'", compress(i->first).c_str());
}

// Mistakes that only show at the end of a program.
TESTLIB_COLD inline void run_final_checks(const program_state& program) {
    if (program.mode == _checker && program.quit_count == 0)
        fail("Checker must end with quit or quitf call.");
    if (program.mode == _validator && !program.input_end_was_read && program.quit_count == 0)
        fail("Validator must end with readEof call.");
    if (program.options.tracking)
        require_all_options_used();
    if (!program.registered)
        fail("Call register-function in the first line of the main (registerTestlibCmd or other "
             "similar)");
}

TESTLIB_COLD inline void finalize(program_state& program) {
    program.finalizing = true;
    if (program.guard_alive)
        run_final_checks(program);
    if (program.exit_code == 0 && program.write_validator_files != nullptr)
        program.write_validator_files();
}

TESTLIB_COLD inline program_state::~program_state() { finalize(*this); }

}  // namespace testlib_detail

// ==== VALIDATORS: test cases, features, and the files written besides the verdict ================

namespace testlib_detail {

const int largest_test_case = 1073741823;

// An output that may also be one of the standard streams, by name.
class side_output {
public:
    side_output(const std::string& name, const char* failure) : standard_(true) {
        if (name == "stdout") {
            file_ = stdout;
        } else if (name == "stderr") {
            file_ = stderr;
        } else {
            standard_ = false;
            file_ = testlib_fopen_(name.c_str(), "wb");
        }
        if (file_ == nullptr)
            fail("%s to (%s)", failure, name.c_str());
        if (file_ == stdout)
            std::cout.flush();
    }
    ~side_output() {
        if (standard_)
            std::fflush(file_);
        else
            std::fclose(file_);
    }
    FILE* file() const { return file_; }
    void write(const std::string& text) { std::fwrite(text.data(), 1, text.size(), file_); }

private:
    FILE* file_;
    bool standard_;
    side_output(const side_output&);
    side_output& operator=(const side_output&);
};

TESTLIB_COLD inline void variable_log::write_bounds(FILE* file) const {
    for (records_t::const_iterator i = records_.begin(); i != records_.end(); ++i)
        if (i->second.bounded)
            std::fprintf(file, "\"%s\":%s%s\n", i->first.c_str(),
                         i->second.hit.minHit ? " min-value-hit" : "",
                         i->second.hit.maxHit ? " max-value-hit" : "");
}

TESTLIB_COLD inline void variable_log::write_constant_bounds(FILE* file) const {
    for (records_t::const_iterator i = records_.begin(); i != records_.end(); ++i)
        if (i->second.lower.known() || i->second.upper.known())
            std::fprintf(file, "constant-bounds \"%s\": %s %s\n", i->first.c_str(),
                         i->second.lower.text().c_str(), i->second.upper.text().c_str());
}

TESTLIB_COLD inline void variable_log::write_names(FILE* file) const {
    for (records_t::const_iterator i = records_.begin(); i != records_.end(); ++i)
        if (i->second.listed)
            std::fprintf(file, "variable \"%s\"\n", i->first.c_str());
}

inline void retain_validated_input() {
    request_input_retention();
    if (state().inf.reader != nullptr)
        state().inf.reader->retain_consumed();
}

// Special characters of the markup are escaped; a zero byte ends the file.
inline bool append_markup(std::string& markup, const std::string& text, size_t from, size_t to) {
    for (size_t i = from; i < to; ++i) {
        if (text[i] == '\0')
            return false;
        if (text[i] == '\\' || text[i] == '!')
            markup += '\\';
        markup += text[i];
    }
    return true;
}

}  // namespace testlib_detail

namespace testlib_detail {

TESTLIB_COLD inline void write_validator_files() {
    state().validator.writeTestOverviewLog();
    state().validator.writeTestMarkup();
    state().validator.writeTestCase();
}

}  // namespace testlib_detail

inline void Validator::setTestMarkupFileName(const char* name) {
    testMarkupFileName_ = name;
    testlib_detail::retain_validated_input();
}

inline void Validator::setTestCase(int testCase) {
    testCase_ = testCase;
    testlib_detail::retain_validated_input();
}

TESTLIB_COLD inline void Validator::writeTestOverviewLog() {
    if (testOverviewLogFileName_.empty())
        return;
    testlib_detail::side_output log(
        testOverviewLogFileName_, "Validator::writeTestOverviewLog: can't write test overview log");
    variables_.write_bounds(log.file());
    for (const std::pair<const std::string, bool>& feature : features_)
        std::fprintf(log.file(), "feature \"%s\":%s\n", feature.first.c_str(),
                     feature.second ? " hit" : "");
    variables_.write_constant_bounds(log.file());
    variables_.write_names(log.file());
}

// The consumed input with a mark at the start of every test case.
TESTLIB_COLD inline void Validator::writeTestMarkup() {
    const InputStreamReader* const reader = testlib_detail::state().inf.reader;
    if (testMarkupFileName_.empty() || reader == nullptr)
        return;
    const std::string text = reader->consumed();
    if (text.empty())
        return;
    std::string markup = "MU\xF3\x01";
    size_t done = 0;
    bool complete = true;
    for (size_t i = 0; complete && i < reader->markers().size(); ++i) {
        const size_t at = static_cast<size_t>(reader->markers()[i].offset);
        complete = testlib_detail::append_markup(markup, text, done, at);
        if (complete)
            markup += "!c" + vtos(reader->markers()[i].test_case) + ";";
        done = at;
    }
    if (complete)
        testlib_detail::append_markup(markup, text, done, text.size());
    testlib_detail::side_output(testMarkupFileName_,
                                "Validator::writeTestMarkup: can't write test markup")
        .write(markup);
}

// The consumed input from the mark of one test case to the next mark.
TESTLIB_COLD inline void Validator::writeTestCase() {
    const InputStreamReader* const reader = testlib_detail::state().inf.reader;
    if (testCase_ < 0 || reader == nullptr)
        return;
    const std::string text = reader->consumed();
    std::string found;
    for (size_t i = 0; i < reader->markers().size(); ++i) {
        if (reader->markers()[i].test_case != testCase_)
            continue;
        const size_t from = static_cast<size_t>(reader->markers()[i].offset);
        const size_t to = i + 1 < reader->markers().size()
                              ? static_cast<size_t>(reader->markers()[i + 1].offset)
                              : text.size();
        found = text.substr(from, to - from);
    }
    if (found.empty())
        return;
    testlib_detail::side_output(testCaseFileName_.empty() ? "stdout" : testCaseFileName_,
                                "Validator::writeTestCase: can't write test case")
        .write(found);
}

TESTLIB_COLD inline void InStream::setTestCase(int testCase) {
    if (testCase < 0 || testCase > testlib_detail::largest_test_case)
        quitf(_fail, "testCase expected fit in [1,%d], but %d doesn't",
              testlib_detail::largest_test_case, testCase);
    if (reader != nullptr)
        reader->mark_test_case(testCase);
}

// Names the test case in messages. Programs that begin with zero get numbers from one all the same.
inline void setTestCase(int testCase) {
    testlib_detail::program_state& program = testlib_detail::state();
    if (!program.test_case_was_set && testCase == 0)
        program.test_cases_start_at_zero = true;
    program.test_case_was_set = true;
    if (program.test_cases_start_at_zero)
        ++testCase;
    program.test_case = testCase;
    if (program.mode == _validator)
        program.inf.setTestCase(testCase);
}

inline void unsetTestCase() { testlib_detail::state().test_case = testlib_detail::no_test_case; }

namespace testlib_detail {

inline Validator& validator_with_features() {
    if (state().mode != _validator)
        fail("Features are supported in validators only.");
    return state().validator;
}

}  // namespace testlib_detail

inline void addFeature(const std::string& feature) {
    testlib_detail::validator_with_features().addFeature(feature);
}

inline void feature(const std::string& feature) {
    testlib_detail::validator_with_features().feature(feature);
}

inline std::string getTestset() { return testlib_detail::state().testset; }

inline std::string getGroup() { return testlib_detail::state().group; }

// ==== REGISTRATION: validators, checkers and interactors learn their command line ===============

namespace testlib_detail {

inline void require_working_nan() {
    volatile double zero = 0.0;
    if (!is_nan(zero / zero))
        fail("Function __testlib_isNaN is not working correctly: possible reason is '-ffast-math'");
}

inline void begin_program(TTestlibMode mode) {
    require_working_nan();
    state().mode = mode;
    use_binary_standard_streams();
}

// The options --testset and --group, which validators, checkers and interactors share. Returns
// whether argument i is such an option; its value is then argument i + 1.
TESTLIB_COLD inline bool take_shared_option(int argc, char* argv[], int i) {
    const std::string option = argv[i];
    const bool has_value = i + 1 < argc;
    if (option == "--testset") {
        if (!has_value || argv[i + 1][0] == '\0')
            fail("Expected non-empty testset after --testset command line parameter");
        state().testset = argv[i + 1];
        return true;
    }
    if (option == "--group") {
        if (!has_value)
            fail("Expected group after --group command line parameter");
        state().group = argv[i + 1];
        return true;
    }
    return false;
}

inline const char* validator_value(int argc, char* argv[], int i) {
    if (i + 1 >= argc)
        fail("Validator must be run with the following arguments: [--testset testset] "
             "[--group group] [--testOverviewLogFileName fileName] [--testMarkupFileName fileName] "
             "[--testCase testCase] [--testCaseFileName fileName]");
    return argv[i + 1];
}

inline int validator_test_case(const char* text) {
    const long long number = stringToLongLong(state().inf, text);
    if (number < 1 || number >= largest_test_case)
        fail("Argument testCase should be between 1 and %d, but %s found", largest_test_case,
             vtos(number).c_str());
    return static_cast<int>(number);
}

TESTLIB_COLD inline void take_validator_option(int argc, char* argv[], int i) {
    Validator& validator = state().validator;
    const std::string option = argv[i];
    if (option == "--testset" || option == "--group") {
        take_shared_option(argc, argv, i);
        if (option == "--testset")
            validator.setTestset(argv[i + 1]);
        else
            validator.setGroup(argv[i + 1]);
    } else if (option == "--testOverviewLogFileName") {
        validator.setTestOverviewLogFileName(validator_value(argc, argv, i));
    } else if (option == "--testMarkupFileName") {
        validator.setTestMarkupFileName(validator_value(argc, argv, i));
    } else if (option == "--testCase") {
        validator.setTestCase(validator_test_case(validator_value(argc, argv, i)));
    } else if (option == "--testCaseFileName") {
        validator.setTestCaseFileName(validator_value(argc, argv, i));
    }
}

const char* const help_hint = "\nUse \"--help\" to get help information";
const char* const plain_checker_usage =
    "Program must be run with the following arguments: <input-file> <output-file> <answer-file> "
    "[<report-file> [<-appes>]]";
const char* const full_checker_usage =
    "Program must be run with the following arguments: [--testset testset] [--group group] "
    "<input-file> <output-file> <answer-file> [<report-file> [<-appes>]]";
const char* const interactor_usage =
    "Program must be run with the following arguments: <input-file> <output-file> [<answer-file> "
    "[<report-file> [<-appes>]]]";

NORETURN inline void show_help(const char* usage) {
    std::fprintf(stderr, "testlib.h %s\n\n%s\n\n%s\n", VERSION, state().checker_name.c_str(),
                 usage);
    state().registered = true;
    disableFinalizeGuard();
    halt(FAIL_EXIT_CODE);
}

inline bool asks_for_help(int argc, char* argv[]) {
    return argc > 1 && std::strcmp(argv[1], "--help") == 0;
}

// The report file and the flag for its XML form, which follow the three files.
inline void take_report_arguments(const std::vector<std::string>& arguments) {
#ifdef EJUDGE
    (void)arguments;
#else
    program_state& program = state();
    if (arguments.size() > 4) {
        if (arguments[4] != "-appes" && arguments[4] != "-APPES")
            fail("%s", plain_checker_usage);
        program.appes_mode = true;
    }
    if (arguments.size() > 3)
        program.result_name = arguments[3];
#endif
}

inline void open_checker_streams(const std::vector<std::string>& arguments) {
    program_state& program = state();
    take_report_arguments(arguments);
    program.inf.init(arguments[0], _input);
    program.ouf.init(arguments[1], _output);
    program.ouf.skipBom();
    program.ans.init(arguments[2], _answer);
}

}  // namespace testlib_detail

TESTLIB_COLD inline void registerValidation() {
    testlib_detail::program_state& program = testlib_detail::state();
    testlib_detail::begin_program(_validator);
    program.registered = true;
    program.write_validator_files = testlib_detail::write_validator_files;
    program.inf.init(stdin, _input);
    program.inf.strict = true;
    if (testlib_detail::input_retention_requested())
        program.inf.reader->retain_consumed();
}

TESTLIB_COLD inline void registerValidation(int argc, char* argv[]) {
    registerValidation();
    testlib_detail::state().validator.initialize();
    for (int i = 1; i < argc; ++i)
        testlib_detail::take_validator_option(argc, argv, i);
}

TESTLIB_COLD inline void registerTestlibCmd(int argc, char* argv[]) {
    testlib_detail::program_state& program = testlib_detail::state();
    testlib_detail::begin_program(_checker);
    if (testlib_detail::asks_for_help(argc, argv))
        testlib_detail::show_help(testlib_detail::full_checker_usage);
    std::vector<std::string> arguments;
    for (int i = 1; i < argc; ++i) {
        if (testlib_detail::take_shared_option(argc, argv, i))
            ++i;
        else
            arguments.push_back(argv[i]);
    }
    if (!program.testset.empty())
        program.checker.setTestset(program.testset.c_str());
    program.checker.setGroup(program.group.c_str());
    program.checker.initialize();
    program.registered = true;
    if (arguments.size() < 3 || arguments.size() > 5)
        testlib_detail::fail("%s%s", testlib_detail::full_checker_usage, testlib_detail::help_hint);
    testlib_detail::open_checker_streams(arguments);
}

TESTLIB_COLD inline void registerTestlib(int argc, ...) {
    testlib_detail::begin_program(_checker);
    if (argc < 3 || argc > 5)
        testlib_detail::fail("%s", testlib_detail::plain_checker_usage);
    std::vector<std::string> arguments;
    va_list values;
    va_start(values, argc);
    for (int i = 0; i < argc; ++i)
        arguments.push_back(va_arg(values, char*));
    va_end(values);
    testlib_detail::state().checker.initialize();
    testlib_detail::state().registered = true;
    testlib_detail::open_checker_streams(arguments);
}

// inf is the test, ouf what the participant prints, tout what a checker reads afterwards.
TESTLIB_COLD inline void registerInteraction(int argc, char* argv[]) {
    testlib_detail::program_state& program = testlib_detail::state();
    testlib_detail::begin_program(_interactor);
    if (testlib_detail::asks_for_help(argc, argv))
        testlib_detail::show_help(testlib_detail::interactor_usage);
    for (int i = 1; i < argc; ++i)
        if (testlib_detail::take_shared_option(argc, argv, i))
            ++i;
    program.registered = true;
    if (argc < 3 || argc > 6)
        testlib_detail::fail("%s%s", testlib_detail::interactor_usage, testlib_detail::help_hint);
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    testlib_detail::take_report_arguments(arguments);
    program.inf.init(arguments[0], _input);
    program.tout.open(argv[2], std::ios_base::out);
    if (program.tout.fail() || !program.tout.is_open())
        testlib_detail::fail("Can not write to the test-output-file '%s'", argv[2]);
    program.ouf.init(stdin, _output);
    if (argc > 3) {
        program.ans.init(arguments[2], _answer);
    } else {
        program.ans.name = "unopened answer stream";
        program.ans.mode = _answer;
    }
}

// ==== CHECKERS: comparing real numbers, report encodings ========================================

// Whether a result is within eps of the expected value, absolutely or relatively.
inline bool doubleCompare(double expected, double result, double eps) {
    eps += 1e-15;
    if (testlib_detail::is_nan(expected) || testlib_detail::is_nan(result))
        return testlib_detail::is_nan(expected) && testlib_detail::is_nan(result);
    if (testlib_detail::is_infinite(expected))
        return testlib_detail::is_infinite(result) && (expected > 0) == (result > 0);
    if (testlib_detail::is_infinite(result))
        return false;
    if (std::fabs(result - expected) <= eps)
        return true;
    const double one = expected * (1.0 - eps);
    const double other = expected * (1.0 + eps);
    return std::min(one, other) <= result && result <= std::max(one, other);
}

namespace testlib_detail {

TESTLIB_COLD inline bool is_known_encoding(const std::string& name) {
    static const char* const known =
        " ascii utf-7 utf-8 utf-16 utf-16le utf-16be utf-32 utf-32le utf-32be iso-8859-1 "
        "iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-9 "
        "iso-8859-10 iso-8859-11 iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 windows-1250 "
        "windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 "
        "windows-1257 windows-1258 gb2312 gbk gb18030 big5 shift-jis euc-jp euc-kr euc-cn euc-tw "
        "koi8-r koi8-u koi8-t koi8-ru tis-620 ibm437 ibm850 ibm852 ibm855 ibm857 ibm860 ibm861 "
        "ibm862 ibm863 ibm865 ibm866 ibm869 macroman maccentraleurope maciceland maccroatian "
        "macromania maccyrillic macukraine macgreek macturkish machebrew macarabic macthai "
        "hz-gb-2312 iso-2022-jp iso-2022-kr iso-2022-cn armscii-8 tscii iscii viscii geostd8 "
        "cp949 cp874 cp1006 cp775 cp858 cp737 cp853 cp856 cp922 cp1046 cp1125 cp1131 cp1133 "
        "ptcp154 mulelao-1 tcvn iso-ir-14 iso-ir-87 iso-ir-159 iso-ir-166 ";
    return !name.empty() && name.find(' ') == std::string::npos &&
           std::string(known).find(" " + name + " ") != std::string::npos;
}

}  // namespace testlib_detail

inline void setAppesModeEncoding(std::string appesModeEncodingName) {
    const std::string name = lowerCase(appesModeEncodingName);
    if (!testlib_detail::is_known_encoding(name))
        testlib_detail::fail("Unexpected encoding for setAppesModeEncoding(encoding)");
    testlib_detail::state().appes_encoding = name;
}

// ==== OPTIONS: the named and positional options of generators ===================================

// How many dashes start an option: 1 for -x, 2 for --x, 0 for anything else.
inline size_t getOptType(const char* s) {
    if (s == nullptr || s[0] != '-')
        return 0;
    if (testlib_detail::is_letter(s[1]))
        return 1;
    return s[1] == '-' && testlib_detail::is_letter(s[2]) ? 2 : 0;
}

// Stores the option at an index, if there is one, and returns the number of arguments it takes.
TESTLIB_COLD inline size_t parseOpt(size_t argc, char* argv[], size_t index,
                       std::map<std::string, TestlibOpt>& opts) {
    if (index >= argc)
        return 0;
    const size_t dashes = getOptType(argv[index]);
    if (dashes == 0)
        return 1;
    const std::string body = argv[index] + dashes;
    const size_t equals_sign = body.find('=');
    TestlibOpt opt;
    if (equals_sign != std::string::npos) {
        opt.value = body.substr(equals_sign + 1);
        opts[body.substr(0, equals_sign)] = opt;
        return 1;
    }
    if (index + 1 < argc && getOptType(argv[index + 1]) == 0) {
        opt.value = argv[index + 1];
        opts[body] = opt;
        return 2;
    }
    const bool glued = body.size() > 1 && testlib_detail::is_digit(body[1]);
    opt.value = glued ? body.substr(1) : "true";
    opts[glued ? body.substr(0, 1) : body] = opt;
    return 1;
}

TESTLIB_COLD inline void prepareOpts(int argc, char* argv[]) {
    testlib_detail::options_state& options = testlib_detail::state().options;
    options.by_index.assign(argv, argv + argc);
    options.by_key.clear();
    size_t index = 1;
    while (index < static_cast<size_t>(argc))
        index += parseOpt(static_cast<size_t>(argc), argv, index, options.by_key);
}

inline std::string parseExponentialOptValue(const std::string& value);

namespace testlib_detail {

NORETURN inline void reject_option(const char* expected, const std::string& value) {
    fail("Opts: expected %s but '%s' found", expected, compress(value).c_str());
}

NORETURN inline void reject_overflow(const std::string& value) {
    fail("Opts: integer overflow: expected integer but '%s' found", compress(value).c_str());
}

}  // namespace testlib_detail

// An integer option: an optional minus and digits, after exponent notation is expanded.
template <typename T>
T optValueToIntegral(const std::string& value, bool nonnegative) {
    const std::string text = parseExponentialOptValue(value);
    if (text.empty())
        testlib_detail::reject_option("integer", value);
    const bool negative = text[0] == '-';
    if (negative && nonnegative)
        testlib_detail::reject_option("non-negative integer", value);
    // Like the usual header, this refuses unsigned values that do not fit a signed 64-bit number.
    const unsigned long long largest =
        std::min(static_cast<unsigned long long>(std::numeric_limits<T>::max()),
                 testlib_detail::signed_maximum);
    const unsigned long long limit = largest + (negative ? 1 : 0);
    unsigned long long absolute = 0;
    for (size_t i = negative ? 1 : 0; i < text.size(); ++i) {
        if (!testlib_detail::is_digit(text[i]))
            testlib_detail::reject_option("integer", value);
        const unsigned long long digit = static_cast<unsigned long long>(text[i] - '0');
        if (absolute > (limit - std::min(limit, digit)) / 10 || digit > limit)
            testlib_detail::reject_overflow(value);
        absolute = absolute * 10 + digit;
    }
    return static_cast<T>(negative ? 0 - absolute : absolute);
}

// A real option, accumulated digit by digit so that the bits are the same everywhere.
inline long double optValueToLongDouble(const std::string& value) {
    const std::string text = parseExponentialOptValue(value);
    if (text.empty())
        testlib_detail::reject_option("float number", value);
    const bool negative = text[0] == '-';
    long double result = 0.0L;
    long double scale = 1.0L;
    bool after_point = false;
    for (size_t i = negative ? 1 : 0; i < text.size(); ++i) {
        if (text[i] == '.' && !after_point) {
            after_point = true;
        } else if (!testlib_detail::is_digit(text[i])) {
            testlib_detail::reject_option("float number", value);
        } else if (after_point) {
            scale *= 10.0L;
            result += static_cast<long double>(text[i] - '0') / scale;
        } else {
            result = result * 10.0L + static_cast<long double>(text[i] - '0');
        }
    }
    return negative ? -result : result;
}

namespace testlib_detail {

const char* const exponential_notation = "typical exponential notation";

// Moves the decimal point of a number and writes the result in its shortest plain form.
inline std::string shifted_decimal(const std::string& mantissa, long long shift) {
    const bool negative = !mantissa.empty() && mantissa[0] == '-';
    std::string digits = mantissa.substr(negative ? 1 : 0);
    const size_t point = digits.find('.');
    long long whole = static_cast<long long>(std::min(point, digits.size())) + shift;
    if (point != std::string::npos)
        digits.erase(point, 1);
    if (whole < 0) {
        digits.insert(0, static_cast<size_t>(-whole), '0');
        whole = 0;
    }
    if (static_cast<size_t>(whole) > digits.size())
        digits.append(static_cast<size_t>(whole) - digits.size(), '0');
    std::string before = digits.substr(0, static_cast<size_t>(whole));
    std::string after = digits.substr(static_cast<size_t>(whole));
    before.erase(0, std::min(before.find_first_not_of('0'), before.size()));
    after.erase(after.find_last_not_of('0') + 1);
    const std::string result =
        (before.empty() ? "0" : before) + (after.empty() ? "" : "." + after);
    return negative ? "-" + result : result;
}

}  // namespace testlib_detail

// "1.5e1" becomes "15"; texts without an exponent stay as they are.
inline std::string parseExponentialOptValue(const std::string& value) {
    const size_t at = value.find_first_of("eE");
    if (at == std::string::npos)
        return value;
    const size_t longest = 20;
    // Far beyond every type, and small enough to be written out.
    const long long largest_shift = 10000;
    std::string mantissa = value.substr(0, at);
    std::string exponent = value.substr(at + 1);
    if (exponent.find_first_of("eE") != std::string::npos || exponent.empty() ||
        mantissa.size() > longest || exponent.size() > longest)
        testlib_detail::reject_option(testlib_detail::exponential_notation, value);
    if (exponent[0] == '+')
        exponent.erase(0, 1);
    const long long shift = optValueToIntegral<long long>(exponent, false);
    if (!mantissa.empty() && mantissa[0] == '+')
        mantissa.erase(0, 1);
    optValueToLongDouble(mantissa);
    if (shift > largest_shift || shift < -largest_shift)
        testlib_detail::reject_option(testlib_detail::exponential_notation, value);
    return testlib_detail::shifted_decimal(mantissa, shift);
}

// Whether an option was given. Asking arms the check for options that are never used.
inline bool has_opt(const std::string& key) {
    testlib_detail::options_state& options = testlib_detail::state().options;
    options.tracking = true;
    return options.by_key.count(key) != 0;
}

inline void suppressEnsureNoUnusedOpts() { testlib_detail::state().options.suppressed = true; }

inline void ensureNoUnusedOpts() { testlib_detail::require_all_options_used(); }

namespace testlib_detail {

// Converts the text of an option; `source` names the option in messages about truth values.
template <typename T>
T option_value(const std::string& value, const std::string&, std::true_type /* integral */,
               std::false_type) {
    return optValueToIntegral<T>(value, std::is_unsigned<T>::value);
}

template <typename T>
T option_value(const std::string& value, const std::string&, std::false_type,
               std::true_type /* floating */) {
    return static_cast<T>(optValueToLongDouble(value));
}

template <typename T>
struct option_reader {
    static T read(const std::string& value, const std::string& source) {
        static_assert(std::is_arithmetic<T>::value,
                      "opt<T>: T is bool, an integer type, a floating type or std::string");
        return option_value<T>(value, source, std::is_integral<T>(), std::is_floating_point<T>());
    }
};

template <>
struct option_reader<std::string> {
    static std::string read(const std::string& value, const std::string&) { return value; }
};

template <>
struct option_reader<bool> {
    static bool read(const std::string& value, const std::string& source) {
        if (value == "true" || value == "1")
            return true;
        if (value == "false" || value == "0")
            return false;
        fail("Opts: %s: expected bool true/false or 0/1 but '%s' found", source.c_str(),
             compress(value).c_str());
    }
};

inline const std::string& option_text(const std::string& key) {
    const std::map<std::string, TestlibOpt>::iterator found = state().options.by_key.find(key);
    if (found == state().options.by_key.end())
        fail("Opts: unknown key '%s'", compress(key).c_str());
    found->second.used = true;
    return found->second.value;
}

inline const std::string& option_text(int index) {
    const std::vector<std::string>& values = state().options.by_index;
    const int count = static_cast<int>(values.size());
    if (index < 0 || index >= count)
        fail("Opts: index '%d' is out of range [0,%d)", index, count);
    return values[static_cast<size_t>(index)];
}

// A flag that is absent is false; every other option has to be there.
template <typename T>
bool is_absent_flag(const std::string& key) {
    return std::is_same<T, bool>::value && !has_opt(key);
}

}  // namespace testlib_detail

template <typename T>
T opt(const std::string& key) {
    if (testlib_detail::is_absent_flag<T>(key))
        return T();
    return testlib_detail::option_reader<T>::read(testlib_detail::option_text(key),
                                                  "key '" + compress(key) + "'");
}

inline std::string opt(const std::string& key) { return opt<std::string>(key); }

template <typename T>
T opt(int index) {
    return testlib_detail::option_reader<T>::read(testlib_detail::option_text(index),
                                                  "opt by index '" + vtos(index) + "'");
}

inline std::string opt(int index) { return opt<std::string>(index); }

template <typename T>
T opt(const std::string& key, const T& default_value) {
    return has_opt(key) ? opt<T>(key) : default_value;
}

inline std::string opt(const std::string& key, const std::string& default_value) {
    return opt<std::string>(key, default_value);
}

template <typename T>
T opt(int index, const T& default_value) {
    const int count = static_cast<int>(testlib_detail::state().options.by_index.size());
    return index >= count ? default_value : opt<T>(index);
}

inline std::string opt(int index, const std::string& default_value) {
    return opt<std::string>(index, default_value);
}

// ==== GENERATORS: registration, shuffling, and println ===========================================

inline void registerGen(int argc, char* argv[], int randomGeneratorVersion) {
    if (randomGeneratorVersion < 0 || randomGeneratorVersion > 1)
        testlib_detail::fail("Random generator version is expected to be 0 or 1.");
    random_t::version = randomGeneratorVersion;
    testlib_detail::begin_program(_generator);
    testlib_detail::state().registered = true;
    testlib_detail::state().rnd.setSeed(argc, argv);
    prepareOpts(argc, argv);
}

#ifdef USE_RND_AS_BEFORE_087
inline void registerGen(int argc, char* argv[]) { registerGen(argc, argv, 0); }
#else
TESTLIB_DEPRECATED(
    "Use registerGen(argc, argv, 0) or registerGen(argc, argv, 1). The third parameter stands for "
    "the random generator version: 1 for new generators, 0 for those written before 2013.")
inline void registerGen(int argc, char* argv[]);

inline void registerGen(int argc, char* argv[]) {
    std::fputs(
        "Use registerGen(argc, argv, 0) or registerGen(argc, argv, 1). The third parameter stands "
        "for the random generator version. If you are trying to compile old generator use macro "
        "-DUSE_RND_AS_BEFORE_087 or registerGen(argc, argv, 0). Version 1 has been released on "
        "Spring, 2013. Use it to write new generators.\n\n",
        stderr);
    registerGen(argc, argv, 0);
}
#endif

// From now on, the standard output is the file whose name is the number of the test.
inline void startTest(int test) {
    const std::string name = vtos(test);
    std::cout.flush();
    if (testlib_freopen_(name.c_str(), "wt", stdout) == nullptr)
        testlib_detail::fail("Unable to write file '%s'", name.c_str());
}

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
    line_writer() : used_(0), plain_locale_(std::cout.getloc() == std::locale::classic()) {}

    void put(char c) {
        if (used_ == sizeof(text_))
            spill();
        text_[used_++] = c;
    }

    void put(const char* text, size_t size) {
        if (size > sizeof(text_) - used_)
            spill();
        if (size > sizeof(text_)) {
            std::cout.write(text, static_cast<std::streamsize>(size));
        } else {
            std::memcpy(text_ + used_, text, size);
            used_ += size;
        }
    }

    template <typename T>
    void stream(const T& value) {
        spill();
        std::cout << value;
    }

    bool writes_plain_text() const { return std::cout.width() == 0; }

    bool writes_plain_integers() const {
        const std::ios_base::fmtflags relevant =
            std::ios_base::basefield | std::ios_base::showpos;
        return plain_locale_ && std::cout.width() == 0 &&
               (std::cout.flags() & relevant) == std::ios_base::dec;
    }

    void finish() {
        put('\n');
        spill();
        if (!may_keep_output())
            std::cout.flush();
    }

private:
    char text_[256];
    size_t used_;
    bool plain_locale_;

    void spill() {
        std::cout.write(text_, static_cast<std::streamsize>(used_));
        used_ = 0;
    }

    // A generator has no peer that waits for the line. As long as std::cout shares the buffer of
    // the C library's stdout, the order with printf is kept without a flush, too.
    static bool may_keep_output() {
#ifdef __GLIBCXX__
        return state().mode == _generator && std::ios_base::sync_with_stdio(true);
#else
        return false;
#endif
    }
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
    char digits[24];
    char* const end = digits + sizeof(digits);
    const unsigned long long absolute =
        is_negative(value) ? 0 - static_cast<unsigned long long>(value)
                           : static_cast<unsigned long long>(value);
    char* start = write_decimal(absolute, end);
    if (is_negative(value))
        *--start = '-';
    line.put(start, static_cast<size_t>(end - start));
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

TESTLIB_REPLACEMENT int rand() RAND_THROW_STATEMENT {
    testlib_detail::fail("%s", TESTLIB_NO_RAND);
}

TESTLIB_REPLACEMENT void srand(unsigned int seed) RAND_THROW_STATEMENT {
    testlib_detail::fail("%s [ignored seed=%u].", TESTLIB_NO_SRAND, seed);
}
#endif

// The more special forms are there to be better matches than the function of the same name in std.
template <typename T>
TESTLIB_FORBIDDEN(TESTLIB_NO_RANDOM_SHUFFLE)
void random_shuffle(T, T) {
    testlib_detail::fail("%s", TESTLIB_NO_RANDOM_SHUFFLE);
}

template <typename T>
TESTLIB_FORBIDDEN(TESTLIB_NO_RANDOM_SHUFFLE)
void random_shuffle(T*, T*) {
    testlib_detail::fail("%s", TESTLIB_NO_RANDOM_SHUFFLE);
}

template <template <typename...> class Iterator, typename... Arguments>
TESTLIB_FORBIDDEN(TESTLIB_NO_RANDOM_SHUFFLE)
void random_shuffle(Iterator<Arguments...>, Iterator<Arguments...>) {
    testlib_detail::fail("%s", TESTLIB_NO_RANDOM_SHUFFLE);
}

// ==== SCORERS: points for a submission from the results of its tests =============================

enum TestResultVerdict {
    SKIPPED,
    OK,
    WRONG_ANSWER,
    RUNTIME_ERROR,
    TIME_LIMIT_EXCEEDED,
    IDLENESS_LIMIT_EXCEEDED,
    MEMORY_LIMIT_EXCEEDED,
    COMPILATION_ERROR,
    CRASHED,
    FAILED
};

struct TestResult {
    int testIndex;
    std::string testset;
    std::string group;
    TestResultVerdict verdict;
    double points;
    long long timeConsumed;
    long long memoryConsumed;
    std::string input;
    std::string output;
    std::string answer;
    int exitCode;
    std::string checkerComment;
};

namespace testlib_detail {

const int verdict_count = FAILED + 1;
const char* const verdict_names[verdict_count] = {"SKIPPED",
                                                  "OK",
                                                  "WRONG_ANSWER",
                                                  "RUNTIME_ERROR",
                                                  "TIME_LIMIT_EXCEEDED",
                                                  "IDLENESS_LIMIT_EXCEEDED",
                                                  "MEMORY_LIMIT_EXCEEDED",
                                                  "COMPILATION_ERROR",
                                                  "CRASHED",
                                                  "FAILED"};
const size_t test_result_fields = 12;

}  // namespace testlib_detail

inline std::string serializeVerdict(TestResultVerdict verdict) {
    if (verdict < 0 || verdict >= testlib_detail::verdict_count)
        testlib_detail::fail("serializeVerdict: there is no verdict %d", static_cast<int>(verdict));
    return testlib_detail::verdict_names[verdict];
}

inline TestResultVerdict deserializeTestResultVerdict(const std::string& s) {
    for (int i = 0; i < testlib_detail::verdict_count; ++i)
        if (s == testlib_detail::verdict_names[i])
            return static_cast<TestResultVerdict>(i);
    testlib_detail::fail("Unexpected serialized TestResultVerdict");
}

inline std::string serializePoints(double points) {
    return testlib_detail::is_nan(points) ? "" : testlib_format_("%.03lf", points);
}

inline double deserializePoints(const std::string& s) {
    if (s.empty())
        return std::numeric_limits<double>::quiet_NaN();
    char* stop = nullptr;
    const double result = std::strtod(s.c_str(), &stop);
    if (stop != s.c_str() + s.size())
        testlib_detail::fail("Invalid serialized points");
    return result;
}

inline std::string escapeTestResultString(const std::string& s) {
    std::string result;
    for (size_t i = 0; i < s.size(); ++i) {
        if (s[i] == '\r')
            continue;
        if (s[i] == '\n')
            result += "\\n";
        else if (s[i] == '\\' || s[i] == ';')
            result += std::string("\\") + s[i];
        else
            result += s[i];
    }
    return result;
}

inline std::string unescapeTestResultString(const std::string& s) {
    std::string result;
    for (size_t i = 0; i < s.size(); ++i) {
        if (s[i] != '\\' || i + 1 == s.size()) {
            result += s[i];
            continue;
        }
        ++i;
        result += s[i] == 'n' ? '\n' : s[i];
    }
    return result;
}

inline std::string serializeTestResult(const TestResult& tr) {
    const std::string fields[testlib_detail::test_result_fields] = {
        vtos(tr.testIndex),
        escapeTestResultString(tr.testset),
        escapeTestResultString(tr.group),
        serializeVerdict(tr.verdict),
        serializePoints(tr.points),
        vtos(tr.timeConsumed),
        vtos(tr.memoryConsumed),
        escapeTestResultString(tr.input),
        escapeTestResultString(tr.output),
        escapeTestResultString(tr.answer),
        vtos(tr.exitCode),
        escapeTestResultString(tr.checkerComment)};
    return join(fields, fields + testlib_detail::test_result_fields, ';');
}

namespace testlib_detail {

inline long long deserialize_integer(const std::string& s) {
    long long value = 0;
    if (!parse_integer(view_of(s), value))
        fail("Invalid serialized integer");
    return value;
}

// Semicolons separate the fields; a backslash takes the special meaning from what follows it.
inline std::vector<std::string> test_result_items(const std::string& s) {
    std::vector<std::string> items(1);
    for (size_t i = 0; i < s.size(); ++i) {
        if (s[i] == ';') {
            items.push_back(std::string());
            continue;
        }
        items.back() += s[i];
        if (s[i] == '\\' && i + 1 < s.size())
            items.back() += s[++i];
    }
    return items;
}

}  // namespace testlib_detail

inline TestResult deserializeTestResult(const std::string& s) {
    const std::vector<std::string> items = testlib_detail::test_result_items(s);
    if (items.size() != testlib_detail::test_result_fields)
        testlib_detail::fail("Invalid TestResult serialization: expected exactly 12 items");
    TestResult tr;
    tr.testIndex = static_cast<int>(testlib_detail::deserialize_integer(items[0]));
    tr.testset = unescapeTestResultString(items[1]);
    tr.group = unescapeTestResultString(items[2]);
    tr.verdict = deserializeTestResultVerdict(items[3]);
    tr.points = deserializePoints(items[4]);
    tr.timeConsumed = testlib_detail::deserialize_integer(items[5]);
    tr.memoryConsumed = testlib_detail::deserialize_integer(items[6]);
    tr.input = unescapeTestResultString(items[7]);
    tr.output = unescapeTestResultString(items[8]);
    tr.answer = unescapeTestResultString(items[9]);
    tr.exitCode = static_cast<int>(testlib_detail::deserialize_integer(items[10]));
    tr.checkerComment = unescapeTestResultString(items[11]);
    return tr;
}

namespace testlib_detail {

inline std::vector<TestResult> parse_test_results(std::istream& source) {
    std::vector<TestResult> results;
    std::string line;
    while (std::getline(source, line)) {
        if (!line.empty() && line[line.size() - 1] == '\r')
            line.erase(line.size() - 1);
        if (!line.empty())
            results.push_back(deserializeTestResult(line));
    }
    return results;
}

}  // namespace testlib_detail

inline std::vector<TestResult> readTestResults(std::string fileName) {
    std::ifstream source(fileName.c_str(), std::ios_base::in | std::ios_base::binary);
    if (!source.is_open())
        testlib_detail::fail("Can't read test results file '%s'", fileName.c_str());
    return testlib_detail::parse_test_results(source);
}

// Prints the points that the function gives for the results on the standard input.
inline void registerScorer(int, char*[], std::function<double(std::vector<TestResult>)> scorer) {
    testlib_detail::begin_program(_scorer);
    testlib_detail::state().registered = true;
    const std::vector<TestResult> results = testlib_detail::parse_test_results(std::cin);
    std::cout.flush();
    std::printf("%.3f\n", scorer(results));
}

#endif  // TESTLIB_H_INCLUDED
