// testlib.h: validators, generators, checkers and interactors for programming contests.
//
// This is an independent implementation of the well-known header. A program includes this one
// file, calls one register function first in main, and then uses the objects inf, ouf, ans, rnd.
//
// The file is made of the parts under src/ by join.py; change those. Banners "==== NAME" open the
// sections: first everything that programs see, then the bodies of what is only declared there.
// Everything internal lives in namespace testlib_detail; all other names are part of the interface
// and are global, because existing programs expect them there. Functions are inline or templates,
// and all shared objects are reached through one function-local static, so any number of
// translation units may include the header.

#ifndef TESTLIB_H_INCLUDED
#define TESTLIB_H_INCLUDED

// ==== PLATFORM: user macros, included headers, compiler attributes, constants ===================

// Contestants' habits that would change the types of this header. Without the macro the rest
// compiles, so that this is the only error.
#ifdef int
#error "int is a macro: include testlib.h before #define int long long"
#undef int
#endif

// Usually all functions come with this file. A tool that builds many programs may compile the
// bodies once instead: with TESTLIB_SPLIT the header only declares them, and testlib.cpp, built
// with the same flags, holds them. Macros that change bodies, or types of the standard library,
// bring all of them back.
#if defined(TESTLIB_SPLIT) &&                                                                    \
    (defined(OK_EXIT_CODE) || defined(WA_EXIT_CODE) || defined(PE_EXIT_CODE) ||                   \
     defined(FAIL_EXIT_CODE) || defined(DIRT_EXIT_CODE) || defined(POINTS_EXIT_CODE) ||           \
     defined(UNEXPECTED_EOF_EXIT_CODE) || defined(PC_BASE_EXIT_CODE) || defined(EJUDGE) ||        \
     defined(CONTESTER) || defined(TESTSYS) || defined(PCMS2) || defined(FOOTER) ||               \
     defined(ENABLE_UNEXPECTED_EOF) || defined(USE_RND_AS_BEFORE_087) ||                          \
     defined(TESTLIB_THROW_EXIT_EXCEPTION_INSTEAD_OF_EXIT) || defined(FOR_WINDOWS) ||             \
     defined(FOR_LINUX) || defined(TESTLIB_LEAN) || defined(_GLIBCXX_DEBUG) ||            \
     defined(TESTLIB_EMULATE_EXTENDED) ||                                                         \
     (defined(_GLIBCXX_USE_CXX11_ABI) && !_GLIBCXX_USE_CXX11_ABI))
#undef TESTLIB_SPLIT
#endif

// TESTLIB_BODY stands in front of functions that are defined apart from their declarations.
#if defined(TESTLIB_SPLIT) || defined(TESTLIB_SPLIT_BODIES)
#define TESTLIB_SPLIT_FORM
#define TESTLIB_BODY
#else
#define TESTLIB_BODY inline
#endif

// TESTLIB_LAZY stands in front of the declaration of a function that few programs call and that
// brings much of the standard library with it, TESTLIB_LAZY_BODY in front of its definition: as a
// template it costs little before it is called. A separate object has it as a plain function.
// Not for names that programs may define again: beside a template nobody would tell them not to.
#ifdef TESTLIB_SPLIT_FORM
#define TESTLIB_LAZY
#define TESTLIB_LAZY_BODY
#else
#define TESTLIB_LAZY template <typename = void>
#define TESTLIB_LAZY_BODY template <typename>
#endif

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
#include <iterator>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// Lean programs do without streams, maps and function objects, and compile twice as fast for it.
#ifndef TESTLIB_LEAN
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#if defined(__GLIBCXX__) && defined(__GXX_RTTI)
#define TESTLIB_KNOWS_STDIO_BUFFER
#include <ext/stdio_sync_filebuf.h>
#endif
#endif

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
#define TESTLIB_DEPRECATED(text) __attribute__((deprecated(text)))
#elif defined(_MSC_VER)
#define NORETURN __declspec(noreturn)
#define TESTLIB_PRINTF(format_index, first_argument)
#define TESTLIB_DEPRECATED(text) __declspec(deprecated(text))
#else
#define NORETURN
#define TESTLIB_PRINTF(format_index, first_argument)
#define TESTLIB_DEPRECATED(text)
#endif

// A member that some programs do not use, of which clang alone warns; g++ 10 warns of the attribute.
#ifdef __clang__
#define TESTLIB_UNUSED __attribute__((unused))
#else
#define TESTLIB_UNUSED
#endif

// Code between these two runs a few times per program, if at all: compilers leave it unoptimised,
// which takes them a fraction of the time. Most of the header is of this kind.
// Not for callers of read: the C library's check of its size (_FORTIFY_SOURCE) would warn there.
// TESTLIB_RARE is for single members of classes, inside of which the two have no effect.
// TESTLIB_NOINLINE keeps what is rather seldom called out of its many callers; TESTLIB_SMALL is for
// functions that are less work to compile inside of unoptimised callers, too, than by themselves.
// Not for what programs may call, nor for constructors and destructors: with `#pragma GCC target`
// in front of the header alone, or in those that the compiler makes up, the caller is for another
// machine than the header, and nothing may be inlined there by force.
#if defined(__clang__)
#define TESTLIB_NOINLINE __attribute__((noinline))
#define TESTLIB_SMALL __attribute__((always_inline))
#define TESTLIB_RARE __attribute__((optnone))
#define TESTLIB_RARE_CODE _Pragma("clang optimize off")
#define TESTLIB_RARE_CODE_END _Pragma("clang optimize on")
#elif defined(__GNUC__)
#define TESTLIB_NOINLINE __attribute__((noinline))
#define TESTLIB_SMALL __attribute__((always_inline))
#define TESTLIB_RARE __attribute__((optimize("O0")))
#define TESTLIB_RARE_CODE _Pragma("GCC push_options") _Pragma("GCC optimize(\"O0\")")
#define TESTLIB_RARE_CODE_END _Pragma("GCC pop_options")
#else
#define TESTLIB_NOINLINE
#define TESTLIB_SMALL
#define TESTLIB_RARE
#define TESTLIB_RARE_CODE
#define TESTLIB_RARE_CODE_END
#endif

// A frequent wrong call is declared, so that the compiler answers it with one sentence and not with
// a list of what it could have been.
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)
#define TESTLIB_REFUSED(text) __attribute__((unavailable(text)))
#elif defined(__GNUC__)
#define TESTLIB_REFUSED(text) __attribute__((error(text)))
#else
#define TESTLIB_REFUSED(text) TESTLIB_DEPRECATED(text)
#endif

// Some calls work here but do not compile with the usual header. The compiler warns of each where
// it is called; tools know these warnings by the word in front. With TESTLIB_STRICT_UPSTREAM they
// are errors, so that a program can be kept portable. The text says what the usual header lacks,
// and what to write.
#ifdef TESTLIB_STRICT_UPSTREAM
#define TESTLIB_EXTENSION_IS(text) TESTLIB_REFUSED(text)
#else
#define TESTLIB_EXTENSION_IS(text) TESTLIB_DEPRECATED(text)
#endif
#define TESTLIB_EXTENSION(text) \
    TESTLIB_EXTENSION_IS("fails-with-upstream-testlib: the usual testlib.h has no " text)

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

int file_descriptor(FILE* file);
bool standard_error_is_terminal();
void use_binary_standard_streams();
size_t read_available(FILE* file, char* into, size_t room);
long long file_size(FILE* file);
void flush_output();
void align_descriptor_with_stdio(FILE* file);

}  // namespace testlib_detail

inline FILE* testlib_fopen_(const char* path, const char* mode) { return std::fopen(path, mode); }

inline FILE* testlib_freopen_(const char* path, const char* mode, FILE* file) {
    return std::freopen(path, mode, file);
}

// The compiler's builtin wants this type, which <source_location> has from C++20 on.
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 11
#if __cplusplus > 201703L
#include <source_location>
#else
namespace std {
struct source_location {
    struct __impl {
        const char* _M_file_name;
        const char* _M_function_name;
        unsigned _M_line;
        unsigned _M_column;
    };
};
}  // namespace std
#endif
#endif

// Where a call stands in the program: every function that can decide the verdict takes this as its
// last, defaulted argument, so that a record of the failure can name the line and the column.
namespace testlib_detail {

#if defined(__clang__)
#if defined(__has_builtin)
#if __has_builtin(__builtin_COLUMN)
#define TESTLIB_HERE                                                                    \
    testlib_detail::call_site(__builtin_FILE(), static_cast<unsigned>(__builtin_LINE()), \
                              static_cast<unsigned>(__builtin_COLUMN()))
#endif
#endif
#elif defined(__GNUC__) && __GNUC__ >= 11
#define TESTLIB_SITE_IS_POINTER
#define TESTLIB_HERE testlib_detail::call_site(__builtin_source_location())
#elif defined(__GNUC__)
#define TESTLIB_HERE testlib_detail::call_site(__builtin_FILE(), __builtin_LINE(), 0)
#elif defined(_MSC_VER) && _MSC_VER >= 1926
#define TESTLIB_HERE \
    testlib_detail::call_site(__builtin_FILE(), __builtin_LINE(), __builtin_COLUMN())
#endif
#ifndef TESTLIB_HERE
#define TESTLIB_HERE testlib_detail::call_site()
#endif
#define TESTLIB_AT testlib_detail::call_site at = TESTLIB_HERE

#ifdef TESTLIB_SITE_IS_POINTER
// One word in the call; the compiler keeps the place in constant data.
class call_site {
public:
    call_site() : place_(nullptr) {}
    explicit call_site(const void* place) : place_(static_cast<const place_t*>(place)) {}

    TESTLIB_SMALL bool known() const { return place_ != nullptr; }
    TESTLIB_SMALL bool is(const call_site& other) const { return place_ == other.place_; }
    TESTLIB_SMALL const char* file() const { return known() ? place_->file : ""; }
    TESTLIB_SMALL unsigned line() const { return known() ? place_->line : 0; }
    TESTLIB_SMALL unsigned column() const { return known() ? place_->column : 0; }

private:
    // The layout that the compiler gives to std::source_location::__impl.
    struct place_t {
        const char* file;
        const char* function;
        unsigned line;
        unsigned column;
    };
    const place_t* place_;
};
#else
class call_site {
public:
    call_site() : file_(""), line_(0), column_(0) {}
    call_site(const char* file, unsigned line, unsigned column)
        : file_(file), line_(line), column_(column) {}

    bool known() const { return line_ != 0; }
    bool is(const call_site& other) const {
        return line_ == other.line_ && column_ == other.column_ && file_ == other.file_;
    }
    const char* file() const { return file_; }
    unsigned line() const { return line_; }
    unsigned column() const { return column_; }

private:
    const char* file_;
    unsigned line_;
    unsigned column_;
};
#endif

// A text that a caller gives, without a copy of it.
struct text_ref {
    const char* data;
    size_t size;

    text_ref() : data(""), size(0) {}
    text_ref(const char* begin, size_t length) : data(begin), size(length) {}
    text_ref(const std::string& text) : data(text.data()), size(text.size()) {}
    // What a function that takes a std::string would take: the text is kept for the call.
    template <typename Text>
    text_ref(const Text& text,
             typename std::enable_if<std::is_class<Text>::value &&
                                         !std::is_same<Text, std::string>::value &&
                                         std::is_convertible<const Text&, std::string>::value,
                                     std::string>::type&& kept = std::string())
        : data(""), size(0) {
        kept = static_cast<std::string>(text);
        data = kept.data();
        size = kept.size();
    }
    // A literal, an array, or any other pointer to characters.
    template <typename Pointer>
    text_ref(Pointer text,
             typename std::enable_if<std::is_same<Pointer, const char*>::value ||
                                     std::is_same<Pointer, char*>::value>::type* = nullptr)
        : data(text), size(std::strlen(text)) {}

    TESTLIB_SMALL bool empty() const { return size == 0; }
    TESTLIB_SMALL bool is(const text_ref& other) const {
        return size == other.size && std::memcmp(data, other.data, size) == 0;
    }
    TESTLIB_RARE std::string str() const {
        std::string result;
        result.assign(data, size);
        return result;
    }
};

// A list that grows at its end: what is used of std::vector, at a tenth of the time to compile it.
template <typename Type>
class sequence {
public:
    sequence() : items_(nullptr), size_(0), room_(0) {}
    sequence(const sequence& other) : items_(nullptr), size_(0), room_(0) { append(other); }
    ~sequence() { delete[] items_; }
    sequence& operator=(const sequence& other) {
        if (this != &other) {
            size_ = 0;
            append(other);
        }
        return *this;
    }

    TESTLIB_SMALL size_t size() const { return size_; }
    TESTLIB_SMALL bool empty() const { return size_ == 0; }
    TESTLIB_SMALL const Type& operator[](size_t i) const { return items_[i]; }

    void add(const Type& item) {
        if (size_ == room_)
            grow();
        items_[size_++] = item;
    }

private:
    Type* items_;
    size_t size_;
    size_t room_;

    void append(const sequence& other) {
        for (size_t i = 0; i < other.size_; ++i)
            add(other.items_[i]);
    }

    void grow() {
        room_ = room_ * 2 + 1;
        Type* const before = items_;
        items_ = new Type[room_];
        for (size_t i = 0; i < size_; ++i)
            items_[i] = before[i];
        delete[] before;
    }
};

}  // namespace testlib_detail

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

int resultExitCode(TResult result);

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

// Names used in XML reports, indexed by TResult.
struct outcome_names_t {
    std::string operator[](int result) const;
};

// Ends the program with the verdict _fail. Low-level sections report misuse through this function;
// it is defined with the verdict machinery.
NORETURN void fail(const char* format, ...) TESTLIB_PRINTF(1, 2);

// What could be done about the failure that is about to be reported: a line behind the report, for
// programs that run with the environment variable TESTLIB_HINTS.
void advise(const char* hint);

}  // namespace testlib_detail

static const testlib_detail::outcome_names_t outcomes TESTLIB_UNUSED = {};

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

// ==== RANDOM: the linear congruential generator and everything drawn from it ====================

class pattern;

namespace testlib_detail {

// Which algorithm makes 64-bit draws: 0 and 1 differ, -1 (no generator) acts as 1.
#ifdef TESTLIB_SPLIT_FORM
template <typename Unused>
struct random_version_holder {};
template <>
struct random_version_holder<void> {
    static int version;
};
#else
template <typename Unused>
struct random_version_holder {
    static int version;
};
template <typename Unused>
int random_version_holder<Unused>::version = -1;
#endif

// What a number becomes as an argument of a draw: small integers promote, floats become double.
template <typename Type, bool IsIntegral = std::is_integral<Type>::value,
          bool IsFloating = std::is_floating_point<Type>::value>
struct draw_type {};
template <typename Type>
struct draw_type<Type, true, false> {
    typedef decltype(+Type()) type;
};
template <typename Type>
struct draw_type<Type, false, true> {
    typedef double type;
};

// The type in which a range with bounds of two different types is drawn. A signed and an unsigned
// bound meet in long long, which holds all values that the shorter of them can have.
template <typename Low, typename High,
          bool SameSign = std::is_signed<Low>::value == std::is_signed<High>::value>
struct common_draw_type {
    typedef typename std::common_type<Low, High>::type type;
};
template <typename Low, typename High>
struct common_draw_type<Low, High, false> {
    typedef long long type;
};

// Names the result of a two-type draw; it does not exist when both types are the same after
// promotion, so that such calls only see the plain overloads.
template <typename Low, typename High, typename DrawLow = typename draw_type<Low>::type,
          typename DrawHigh = typename draw_type<High>::type>
struct mixed_draw : common_draw_type<DrawLow, DrawHigh> {};
template <typename Low, typename High, typename Draw>
struct mixed_draw<Low, High, Draw, Draw> {};
template <typename Low, typename High, typename Draw>
struct mixed_draw<Low, High, Draw, double> {};
template <typename Low, typename High, typename Draw>
struct mixed_draw<Low, High, double, Draw> {};
template <typename Low, typename High>
struct mixed_draw<Low, High, double, double> {};

// Most programs mean one of the two types, often without knowing that there are two.
#define TESTLIB_TWO_TYPES(what, instead) \
    "rnd." what " of two types: give both the same type, as in rnd." instead

// What is asked for by an integer and a real number is not clear, so the call is refused.
#define TESTLIB_CLASH_REFUSED \
    TESTLIB_REFUSED("an integer and a real number: give both the same type, for example 1.0, 2.5")
template <typename Low, typename High>
struct clashing_draw
    : std::enable_if<std::is_arithmetic<Low>::value && std::is_arithmetic<High>::value &&
                         std::is_integral<Low>::value != std::is_integral<High>::value,
                     double> {};

// The same for templates with one type, which two types of the same draw contradict, too.
template <typename Low, typename High, typename DrawLow = typename draw_type<Low>::type,
          typename DrawHigh = typename draw_type<High>::type>
struct mixed_values : mixed_draw<Low, High> {};
template <typename Low, typename High, typename Draw>
struct mixed_values<Low, High, Draw, Draw> {
    typedef Draw type;
};
template <typename Low, typename Draw>
struct mixed_values<Low, Low, Draw, Draw> {};

// Short names for the bodies of the calls that are warned of: g++ 10 warns of such a body itself
// where it names a type of its own.
template <typename Low, typename High>
using common_draw =
    typename common_draw_type<typename draw_type<Low>::type, typename draw_type<High>::type>::type;
template <typename Low, typename High>
using mixed_draw_of = typename mixed_draw<Low, High>::type;
template <typename Low, typename High>
using mixed_value_of = typename mixed_values<Low, High>::type;

// Names that programs use although no header has them. The meaning of some is clear.
template <typename Source>
struct misnamed_draws {
    template <typename Low, typename High>
    TESTLIB_EXTENSION("rnd.randint: write rnd.next(from, to)")
    common_draw<Low, High> randint(Low from, High to) {
        return static_cast<Source*>(this)->next(static_cast<common_draw<Low, High>>(from),
                                                static_cast<common_draw<Low, High>>(to));
    }
    template <typename Number>
    TESTLIB_EXTENSION("rnd.nextInt: write rnd.next(n), which is from 0 to n - 1")
    typename draw_type<Number>::type nextInt(Number n) {
        return static_cast<Source*>(this)->next(n);
    }
    template <typename Low, typename High>
    TESTLIB_REFUSED("there is no nextInt: write rnd.next(from, to), where both ends are included")
    int nextInt(Low from, High to);
    TESTLIB_EXTENSION("rnd.next_double: write rnd.next()")
    double next_double() { return static_cast<Source*>(this)->next(); }
    TESTLIB_EXTENSION("rnd.next_double: write rnd.next(from, to) with real numbers")
    double next_double(double from, double to) {
        return static_cast<Source*>(this)->next(from, to);
    }
    TESTLIB_EXTENSION("rnd.nextDouble: write rnd.next()")
    double nextDouble() { return static_cast<Source*>(this)->next(); }
    TESTLIB_EXTENSION("rnd.nextDouble: write rnd.next(from, to) with real numbers")
    double nextDouble(double from, double to) {
        return static_cast<Source*>(this)->next(from, to);
    }
    template <typename... Arguments>
    TESTLIB_REFUSED("there is no nextPerm: write rnd.perm(n), or rnd.perm(n, 1) to begin with 1")
    std::vector<int> nextPerm(const Arguments&...);
};

template <typename Type>
bool is_negative(Type value, std::true_type /* signed */) {
    return value < 0;
}
template <typename Type>
bool is_negative(Type, std::false_type /* unsigned */) {
    return false;
}
template <typename Type>
bool is_negative(Type value) {
    return is_negative(value, std::is_signed<Type>());
}

// A set of 64-bit keys with open addressing: draws of distinct values only insert and look up.
class drawn_set {
public:
    explicit drawn_set(size_t expected);
    ~drawn_set();

    // Returns false when the key was there already.
    bool insert(unsigned long long key);

private:
    size_t mask_;
    unsigned long long* slots_;
    bool* used_;
    drawn_set(const drawn_set&);
    drawn_set& operator=(const drawn_set&);
};

}  // namespace testlib_detail

// The random number source. Equal seeds give equal draws on all platforms and with all compilers.
class random_t : public testlib_detail::random_version_holder<void>,
                 public testlib_detail::misnamed_draws<random_t> {
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
    template <typename Low, typename High>
    TESTLIB_EXTENSION(TESTLIB_TWO_TYPES("next with bounds", "next(1LL, n)"))
    typename testlib_detail::mixed_draw<Low, High>::type next(Low from, High to) {
        return next(static_cast<testlib_detail::mixed_draw_of<Low, High>>(from),
                    static_cast<testlib_detail::mixed_draw_of<Low, High>>(to));
    }

    template <typename Low, typename High>
    TESTLIB_CLASH_REFUSED
    typename testlib_detail::clashing_draw<Low, High>::type next(Low from, High to);

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

    template <typename Low, typename High>
    TESTLIB_EXTENSION(TESTLIB_TWO_TYPES("wnext with bounds", "wnext(1LL, n, type)"))
    typename testlib_detail::mixed_draw<Low, High>::type wnext(Low from, High to, int type) {
        return wnext(static_cast<testlib_detail::mixed_draw_of<Low, High>>(from),
                     static_cast<testlib_detail::mixed_draw_of<Low, High>>(to), type);
    }

    template <typename Low, typename High>
    TESTLIB_CLASH_REFUSED
    typename testlib_detail::clashing_draw<Low, High>::type wnext(Low from, High to, int type);

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

    template <typename Iterator>
    typename std::iterator_traits<Iterator>::value_type any(Iterator begin, Iterator end) {
        return *std::next(begin, next(length(begin, end, "")));
    }

    template <typename Type, size_t Count>
    TESTLIB_EXTENSION("rnd.any of an array: write a[rnd.next(n)]")
    Type any(const Type (&items)[Count]) {
        return items[next(static_cast<int>(Count))];
    }

    template <typename Type>
    TESTLIB_EXTENSION("rnd.any of pointers: write a[rnd.next(n)]")
    typename std::remove_cv<Type>::type any(Type* begin, Type* end) {
        return begin[next(length(begin, end, ""))];
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
        return *std::next(begin, wnext(length(begin, end, ", int type"), type));
    }

    template <typename Type, size_t Count>
    TESTLIB_EXTENSION("rnd.wany of an array: write a[rnd.wnext(n, type)]")
    Type wany(const Type (&items)[Count], int type) {
        return items[wnext(static_cast<int>(Count), type)];
    }

    template <typename Type>
    TESTLIB_EXTENSION("rnd.wany of pointers: write a[rnd.wnext(n, type)]")
    typename std::remove_cv<Type>::type wany(Type* begin, Type* end, int type) {
        return begin[wnext(length(begin, end, ", int type"), type)];
    }

    // A random permutation of `size` consecutive values.
    template <typename Type, typename Element>
    std::vector<Element> perm(Type size, Element first) {
        if (testlib_detail::is_negative(size))
            testlib_detail::fail("random_t::perm(T size, E first = 0): size must non-negative");
        std::vector<Element> p(static_cast<size_t>(size));
        Element value = first;
        for (size_t i = 0; i < p.size(); ++i)
            p[i] = value++;
        for (Type i = 1; i < size; ++i)
            std::swap(p[static_cast<size_t>(i)], p[static_cast<size_t>(next(i + 1))]);
        return p;
    }

    template <typename Type>
    std::vector<Type> perm(Type size) {
        return perm(size, Type(0));
    }

    // `size` different values from [from, to], in the order in which they were drawn.
    template <typename Type>
    std::vector<Type> distinct(int size, Type from, Type to) {
        if (size == 0)
            return std::vector<Type>();
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
        std::vector<Type> result = perm(static_cast<int>(count), from);
        result.resize(static_cast<size_t>(size));
        return result;
    }

    // Without a template argument, which names the type of the form above.
    template <int = 0, typename Low, typename High>
    TESTLIB_EXTENSION(TESTLIB_TWO_TYPES("distinct with bounds", "distinct(size, 1LL, n)"))
    std::vector<typename testlib_detail::mixed_values<Low, High>::type> distinct(int size, Low from,
                                                                                 High to) {
        return distinct(size, static_cast<testlib_detail::mixed_value_of<Low, High>>(from),
                        static_cast<testlib_detail::mixed_value_of<Low, High>>(to));
    }

    template <int = 0, typename Low, typename High>
    TESTLIB_CLASH_REFUSED
    std::vector<typename testlib_detail::clashing_draw<Low, High>::type> distinct(
        int size, Low from, High to);

    template <typename Type>
    std::vector<Type> distinct(int size, Type upper) {
        if (size < 0)
            testlib_detail::fail("random_t::distinct expected size >= 0");
        if (size == 0)
            return std::vector<Type>();
        if (upper <= 0)
            testlib_detail::fail("random_t::distinct expected upper > 0");
        if (static_cast<unsigned long long>(size) > static_cast<unsigned long long>(upper))
            testlib_detail::fail("random_t::distinct expected size <= upper");
        return distinct(size, Type(0), static_cast<Type>(upper - 1));
    }

    // `size` values of at least min_part with the given sum.
    template <typename Type>
    std::vector<Type> partition(int size, Type sum, Type min_part) {
        if (size < 0)
            testlib_detail::fail("random_t::partition: size < 0");
        if (size == 0 && sum != 0)
            testlib_detail::fail("random_t::partition: size == 0 && sum != 0");
        typedef typename common_sum<Type>::type wide;
        const wide least = static_cast<wide>(min_part) * static_cast<wide>(size);
        if (least > static_cast<wide>(sum))
            testlib_detail::fail("random_t::partition: min_part * size > sum");
        if (size == 0)
            return std::vector<Type>();
        return partition_above(size, static_cast<Type>(static_cast<wide>(sum) - least), min_part);
    }

    template <int = 0, typename Sum, typename Part>
    TESTLIB_EXTENSION(
        TESTLIB_TWO_TYPES("partition with a sum and a least part", "partition(size, sum, 1LL)"))
    std::vector<typename testlib_detail::mixed_values<Sum, Part>::type> partition(int size, Sum sum,
                                                                                  Part min_part) {
        return partition(size, static_cast<testlib_detail::mixed_value_of<Sum, Part>>(sum),
                         static_cast<testlib_detail::mixed_value_of<Sum, Part>>(min_part));
    }

    template <int = 0, typename Sum, typename Part>
    TESTLIB_CLASH_REFUSED
    std::vector<typename testlib_detail::clashing_draw<Sum, Part>::type> partition(
        int size, Sum sum, Part min_part);

    template <typename Type>
    std::vector<Type> partition(int size, Type sum) {
        return partition(size, sum, Type(1));
    }

    // Members that the usual header lacks; the draws are those of the global shuffle.
    template <typename Iterator>
    TESTLIB_EXTENSION("rnd.shuffle: write shuffle(v.begin(), v.end())")
    void shuffle(Iterator first, Iterator last) {
        permute(first, last);
    }

    template <typename Container>
    TESTLIB_EXTENSION("rnd.shuffle: write shuffle(v.begin(), v.end())")
    void shuffle(Container& container) {
        permute(container.begin(), container.end());
    }

    // The state, and how often it has moved on.
    unsigned long long seed() const { return seed_; }
    unsigned long long steps() const { return steps_; }

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
    unsigned long long steps_ = 0;

    template <typename Type>
    struct common_sum {
        typedef typename std::conditional<
            std::is_floating_point<Type>::value, Type,
            typename std::conditional<std::is_unsigned<Type>::value, unsigned long long,
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

    template <typename Iterator>
    static int length(Iterator begin, Iterator end, const char* more) {
        const int size = static_cast<int>(std::distance(begin, end));
        if (size <= 0)
            testlib_detail::fail("random_t::any(const Iter& begin, const Iter& end%s): "
                                 "range must have positive length", more);
        return size;
    }

    static double below(double drawn, double limit) {
        return drawn >= limit ? std::nextafter(limit, 0.0) : drawn;
    }

    template <typename Type>
    static void require_order(Type from, Type to, const char* type_name) {
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
        ++steps_;
        return seed_ >> (48 - count);
    }

    // One real draw, distributed like the extreme of |type| + 1 draws.
    double weighted_by_power(int type) {
        const double drawn = next();
        if (type > 0)
            return std::pow(drawn, 1.0 / (type + 1.0));
        return 1 - std::pow(drawn, 1.0 / (1.0 - type));
    }

    template <typename Type>
    Type weighted(Type n, int type) {
        if (is_many(type)) {
            const double drawn = static_cast<double>(n) * weighted_by_power(type);
            if (drawn >= static_cast<double>(n))
                return static_cast<Type>(n - 1);
            return std::max(Type(0), std::min(static_cast<Type>(drawn), static_cast<Type>(n - 1)));
        }
        Type drawn = next(n);
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

    template <typename Type>
    std::vector<Type> distinct_by_drawing(int size, Type from, Type to) {
        testlib_detail::drawn_set seen(static_cast<size_t>(size));
        std::vector<Type> result;
        result.reserve(static_cast<size_t>(size));
        while (result.size() < static_cast<size_t>(size)) {
            const Type drawn = static_cast<Type>(next(from, to));
            if (seen.insert(static_cast<unsigned long long>(drawn)))
                result.push_back(drawn);
        }
        return result;
    }

    // Chooses size - 1 walls among sum + size - 1 places; the gaps between them are the parts.
    template <typename Type>
    std::vector<Type> partition_above(int size, Type sum, Type min_part) {
        const Type places = static_cast<Type>(sum + size - 1);
        std::vector<Type> walls = distinct(size - 1, Type(1), places);
        walls.push_back(Type(0));
        std::sort(walls.begin(), walls.end());
        std::vector<Type> parts(walls.size());
        for (size_t i = 0; i + 1 < walls.size(); ++i)
            parts[i] = static_cast<Type>(walls[i + 1] - walls[i] - 1 + min_part);
        parts.back() = static_cast<Type>(places - walls.back() + min_part);
        return parts;
    }
};

// ==== PATTERNS: a small kind of regular expression, for matching and for generation =============

namespace testlib_detail {
struct pattern_node;
}  // namespace testlib_detail

class pattern {
public:
    pattern(std::string s);
    pattern(const pattern& other);
    pattern& operator=(const pattern& other);
    ~pattern();

    // A random string that matches.
    std::string next(random_t& source) const;
    bool matches(const std::string& s) const;
    const std::string& src() const { return src_; }

    const testlib_detail::pattern_node& parsed() const { return *root_; }

private:
    std::string src_;
    testlib_detail::pattern_node* root_;  // Shared by copies, which count themselves in it.
};

namespace testlib_detail {

// Reading in a loop names the same few patterns again and again; they are parsed once. The result
// holds until the next call.
const pattern& cached_pattern(const std::string& source);

}  // namespace testlib_detail

// ==== READERS: buffered sources of bytes with line numbers and one window of lookahead ==========

namespace testlib_detail {

const int end_of_input = -1;
const int unknown_line = -1;

// A place in the input where a test case begins.
struct test_case_marker {
    long long offset;
    int test_case;
};

// Whether some part of the program wants the consumed input back, which costs memory.
bool& input_retention_requested();
bool request_input_retention();

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
    TESTLIB_RARE virtual ~InputStreamReader();

    // The next byte, or end_of_input. Waits for input only when the window is used up.
    TESTLIB_SMALL int peek() {
        return has_next() ? static_cast<unsigned char>(*cursor_) : testlib_detail::end_of_input;
    }

    // The byte behind the next one.
    int peek_second();

    // Consumes and returns the next byte; at the end there is nothing to consume.
    int take() {
        const int c = peek();
        if (c != testlib_detail::end_of_input)
            consume_one();
        else if (at_false_end())
            step_over_false_end();
        return c;
    }

    // Consumes the next byte if it is this one, which is no line end, and at hand.
    bool take_if(char c) {
        if (cursor_ == limit_ || *cursor_ != c)
            return false;
        ++cursor_;
        return true;
    }

    // Whether the end that peek reports is a byte 255 that stands for it.
    TESTLIB_SMALL bool at_false_end() const { return cursor_ == limit_ && limit_ != filled_; }

    void skip_blanks() {
        while (has_next() && testlib_detail::is_blank(*cursor_))
            consume_one();
    }

    // Consumes the rest of the input as far as it is blank.
    TESTLIB_RARE bool rest_is_blank() {
        while (testlib_detail::is_blank(static_cast<char>(peek())))
            take();
        return peek() == testlib_detail::end_of_input;
    }

    void skip_spaces_and_tabs() {
        while (has_next() && (*cursor_ == ' ' || *cursor_ == '\t'))
            consume_one();
    }

    // Consumes an integer without anything unusual about it: at most 19 digits, not longer than
    // `longest`, whole in the window, a blank behind it, up to `largest`, and for signed types
    // down to -`largest` - 1. Otherwise consumes nothing. Signs come in any order, so none of this
    // branches on them.
    bool take_plain_integer(size_t longest, bool is_signed, unsigned long long largest,
                            unsigned long long& value) {
        const char* at = cursor_;
        if (limit_ - at < 24)
            return false;
        const bool negative = *at == '-';
        at += negative;
        const char* const digits = at;
        unsigned digit = static_cast<unsigned char>(*at) - static_cast<unsigned>('0');
        if (digit > 9)
            return false;
        unsigned long long absolute = 0;
        do {
            absolute = absolute * 10 + digit;
            digit = static_cast<unsigned char>(*++at) - static_cast<unsigned>('0');
        } while (digit <= 9 && at - digits < 19);
        const unsigned long long sign = negative;
        if ((*digits == '0' && (negative || at - digits > 1)) || !testlib_detail::is_blank(*at) ||
            absolute > largest + sign || (!is_signed && negative) ||
            static_cast<size_t>(at - cursor_) > longest)
            return false;
        cursor_ += at - cursor_;
        value = (absolute ^ (0 - sign)) + sign;
        return true;
    }

    // Consumes a token that is whole in the window, with a blank behind it, and not longer than
    // `longest`. Otherwise consumes nothing.
    bool take_plain_token(size_t longest, testlib_detail::text_ref& token) {
        const char* at = cursor_;
        while (at != limit_ && !testlib_detail::is_blank(*at))
            ++at;
        const size_t size = static_cast<size_t>(at - cursor_);
        if (at == limit_ || size == 0 || size > longest)
            return false;
        token.data = cursor_;
        token.size = size;
        cursor_ += size;
        return true;
    }

    // Consumes a line feed if it is next and at hand.
    bool take_line_feed() {
        if (cursor_ == limit_ || *cursor_ != LF)
            return false;
        consume_one();
        return true;
    }

    // Consumes everything up to the next blank, but at most `longest` + 1 bytes. The text holds
    // until the reader is used again.
    testlib_detail::text_ref take_token(size_t longest);

    // Appends the rest of the line and stops before LF, CRLF or the end. A lone CR is dropped and
    // the byte behind it is taken as it is, which is byte 255 at the end of the input.
    void take_line(std::string& line);

    // Puts a byte in front of the rest of the input, as if it had not been consumed.
    void unread(char c);

    // The current line, counted from 1, or unknown_line.
    int getLine() const { return line_; }

    // How many bytes were consumed.
    TESTLIB_SMALL long long offset() const { return offset_ + (cursor_ - origin_); }

    // The line of a byte that was consumed lately, and how many bytes lie before it on the line:
    // -1 where that is not known any more.
    TESTLIB_SMALL int line_of(long long offset) const {
        return line_ == testlib_detail::unknown_line || offset >= line_start_ ? line_ : line_ - 1;
    }
    TESTLIB_SMALL long long column_of(long long offset) const {
        return offset >= line_start_ ? offset - line_start_ : offset - line_before_;
    }

    TESTLIB_SMALL void retain_consumed() { retaining_ = true; }
    void mark_test_case(int test_case);
    TESTLIB_SMALL
    const testlib_detail::sequence<testlib_detail::test_case_marker>& markers() const {
        return markers_;
    }

    // All bytes consumed so far, if they were retained.
    TESTLIB_RARE std::string consumed() const {
        std::string result = retained_;
        result.append(origin_, static_cast<size_t>(cursor_ - origin_));
        return result;
    }

    // Adds to the end of the input.
    void supply(const char* text, size_t size);

protected:
    TESTLIB_RARE InputStreamReader(int first_line, bool byte_255_is_end);

    // Stores at most `room` bytes and returns their number, zero at the end of the input.
    virtual size_t read_more(char* into, size_t room) = 0;

private:
    static const size_t block_size = 1 << 16;

    char* buffer_;
    size_t buffer_size_;
    char* cursor_;  // The next byte.
    char* limit_;   // The end of the bytes at hand.
    char* filled_;  // The end of the bytes in the buffer; behind limit_ at a false end.
    char* origin_;  // Bytes from here to cursor_ are consumed and not yet in retained_.
    long long offset_;      // Number of bytes consumed before origin_.
    long long line_start_;  // Number of bytes before the current line.
    long long line_before_;
    int line_;
    bool byte_255_is_end_;
    bool ended_;
    bool retaining_;
    std::string retained_;
    testlib_detail::sequence<testlib_detail::test_case_marker> markers_;

    InputStreamReader(const InputStreamReader&);
    InputStreamReader& operator=(const InputStreamReader&);

    TESTLIB_SMALL bool has_next() { return cursor_ != limit_ || fill(); }

    void consume_one() {
        if (*cursor_++ == LF)
            begin_line();
    }

    void begin_line() {
        if (line_ != testlib_detail::unknown_line)
            ++line_;
        line_before_ = line_start_;
        line_start_ = offset();
    }

    bool fill();
    void find_limit();
    void step_over_false_end();
    void make_room(size_t wanted);
    void make_room_in_front();
    const char* line_piece_end() const;
};

// Reads from a string; it has no line numbers.
class StringInputStreamReader : public InputStreamReader {
public:
    explicit StringInputStreamReader(const std::string& content);

protected:
    TESTLIB_BODY size_t read_more(char* into, size_t room);
};

// Reads from an open file that belongs to someone else, for example stdin. It takes what is there
// and never waits for more than a caller needs.
class FileInputStreamReader : public InputStreamReader {
public:
    TESTLIB_RARE explicit FileInputStreamReader(FILE* file);

protected:
    TESTLIB_BODY size_t read_more(char* into, size_t room);

    FILE* file_;
};

// Reads from a file that it closes in the end.
class BufferedFileInputStreamReader : public FileInputStreamReader {
public:
    TESTLIB_RARE explicit BufferedFileInputStreamReader(FILE* file);
    TESTLIB_RARE ~BufferedFileInputStreamReader();
};

// ==== OBJECTS: the validator's and the checker's options, and what a validator remembers =========

// Which bounds of a variable were reached by a read.
struct ValidatorBoundsHit {
    bool minHit;
    bool maxHit;
    ValidatorBoundsHit(bool minHit_ = false, bool maxHit_ = false)
        : minHit(minHit_), maxHit(maxHit_) {}
};

namespace testlib_detail {

// A number that was read, or a bound of one, of any of the types that readers return.
struct bound_value {
    enum kind_t { none, signed_integer, unsigned_integer, real };

    kind_t kind;
    unsigned long long integer;  // The bits of an integer.
    double real_value;

    bound_value() : kind(none), integer(0), real_value(0) {}
    explicit bound_value(int value)
        : kind(signed_integer), integer(static_cast<unsigned long long>(value)), real_value(0) {}
    explicit bound_value(long long value)
        : kind(signed_integer), integer(static_cast<unsigned long long>(value)), real_value(0) {}
    explicit bound_value(unsigned long long value)
        : kind(unsigned_integer), integer(value), real_value(0) {}
    explicit bound_value(double value) : kind(real), integer(0), real_value(value) {}

    TESTLIB_SMALL bool same_number(const bound_value& other) const {
        return kind == other.kind && integer == other.integer && real_value == other.real_value;
    }
    // As the overview log shows it.
    std::string text() const;
    // Whether reading this value reaches that bound.
    bool reaches(const bound_value& bound) const;
    bool is_below(const bound_value& other) const;
};

class variable_log;

}  // namespace testlib_detail

// The validator's options, and what it writes besides its verdict.
class Validator {
public:
    TESTLIB_RARE Validator();
    TESTLIB_RARE ~Validator();

    std::string testset() const;
    std::string group() const;
    std::string testOverviewLogFileName() const { return testOverviewLogFileName_; }
    std::string testMarkupFileName() const { return testMarkupFileName_; }
    int testCase() const { return testCase_; }
    std::string testCaseFileName() const { return testCaseFileName_; }

    TESTLIB_RARE void setTestset(const char* testset) { testset_.assign(testset); }
    TESTLIB_RARE void setGroup(const char* group) { group_.assign(group); }
    TESTLIB_RARE void setTestOverviewLogFileName(const char* name) {
        testOverviewLogFileName_.assign(name);
    }
    void setTestMarkupFileName(const char* name);
    void setTestCase(int testCase);
    TESTLIB_RARE void setTestCaseFileName(const char* name) { testCaseFileName_.assign(name); }
    TESTLIB_RARE void initialize() { initialized_ = true; }

    void addFeature(const std::string& feature);
    void feature(const std::string& feature);
    void addBoundsHit(const std::string& name, ValidatorBoundsHit hit);
    void addVariable(const std::string& name);
    template <typename Type>
    void adjustConstantBounds(const std::string& name, Type lower, Type upper) {
        adjust_constant_bounds(name, testlib_detail::bound_value(lower),
                               testlib_detail::bound_value(upper));
    }

    void writeTestOverviewLog();
    void writeTestMarkup();
    void writeTestCase();

    testlib_detail::variable_log& variables() { return *variables_; }

private:
    bool initialized_ = false;
    std::string testset_;
    std::string group_;
    std::string testOverviewLogFileName_;
    std::string testMarkupFileName_;
    int testCase_ = -1;
    std::string testCaseFileName_;
    testlib_detail::variable_log* variables_;

    Validator(const Validator&);
    Validator& operator=(const Validator&);

    void adjust_constant_bounds(const std::string& name, const testlib_detail::bound_value& lower,
                                const testlib_detail::bound_value& upper);
};

// The checker's options.
class Checker {
public:
    TESTLIB_RARE Checker() { testset_.assign("tests"); }
    TESTLIB_RARE ~Checker() {}
    std::string testset() const;
    std::string group() const;
    TESTLIB_RARE void setTestset(const char* testset) { testset_.assign(testset); }
    TESTLIB_RARE void setGroup(const char* group) { group_.assign(group); }
    void initialize() { initialized_ = true; }

private:
    bool initialized_ = false;
    std::string testset_;
    std::string group_;
};

void addFeature(const std::string& feature);
void feature(const std::string& feature);

// Names the test case in messages. Programs that begin with zero get numbers from one all the same.
void setTestCase(int testCase);
void unsetTestCase();

std::string getTestset();
std::string getGroup();

// ==== STREAMS: sources of tokens and lines ========================================================

class InStream;

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

// Holds for bounds that fit the signed and the unsigned form equally badly, which 1e18 does, too.
template <typename Type>
struct is_loose_bound
    : std::integral_constant<bool, std::is_arithmetic<Type>::value &&
                                       !std::is_same<Type, long long>::value &&
                                       !std::is_same<Type, unsigned long long>::value> {};

// unsigned long is as long as unsigned long long on many systems, so such bounds stay unsigned.
template <typename Low, typename High>
struct loose_bounds
    : std::conditional<std::is_same<Low, unsigned long>::value &&
                           std::is_same<High, unsigned long>::value,
                       unsigned long long, long long> {};

template <typename Low, typename High>
struct loose_long
    : std::enable_if<is_loose_bound<Low>::value && is_loose_bound<High>::value,
                     typename loose_bounds<Low, High>::type> {};
template <typename Low, typename High>
using loose_long_of = typename loose_long<Low, High>::type;

// Names that programs use although no header has them. The meaning of some is clear.
template <typename Stream>
struct misnamed_reads {
    TESTLIB_EXTENSION("readEOLN: write readEoln()")
    void readEOLN(TESTLIB_AT) { static_cast<Stream*>(this)->readEoln(at); }
    TESTLIB_EXTENSION("readEOF: write readEof()")
    void readEOF(TESTLIB_AT) { static_cast<Stream*>(this)->readEof(at); }
    template <typename... Arguments>
    TESTLIB_REFUSED("there is no readIntegerTo: write x = inf.readInt(1, 100, \"x\")")
    void readIntegerTo(const Arguments&...);
};

// A verdict, or whether a condition holds, with the place of the call that says so: variadic
// functions cannot have a defaulted last argument.
struct placed_result {
    TResult result;
    call_site at;
    placed_result(TResult value, TESTLIB_AT) : result(value), at(at) {}
};
struct placed_condition {
    bool holds;
    call_site at;
    // By value, so that a constant inside a class needs no definition.
    placed_condition(bool value, TESTLIB_AT) : holds(value), at(at) {}
    template <typename Type>
    placed_condition(const Type& value, TESTLIB_AT) : holds(value ? true : false), at(at) {}
};

// Bounds of the number, or the pattern of the text, that a read wants.
struct wanted {
    const char* op;
    text_ref name;
    bound_value low;
    bound_value high;
    const pattern* shape;
};

class stream_record;
void open_stream(InStream& in, const char* path, TMode mode);

}  // namespace testlib_detail

#define TESTLIB_NO_LENGTH(Number)                                                        \
    TESTLIB_REFUSED("texts are not read by length: write readToken(\"[a-z]{100}\", \"s\")") \
    typename std::enable_if<std::is_integral<Number>::value, std::string>::type

// A source of tokens and lines. Problems found in it end the program with a verdict that depends on
// what the stream is: the participant's output or one of the jury's files.
class InStream : public testlib_detail::stream_constants<void>,
                 public testlib_detail::misnamed_reads<InStream> {
    typedef testlib_detail::text_ref text_ref;
    typedef const std::string& string_ref;
    typedef std::vector<std::string> strings;
    typedef unsigned long long unsigned_long;

public:
    TESTLIB_RARE InStream();
    // A stream over a text that was read from another stream.
    TESTLIB_RARE InStream(const InStream& parent, std::string content);
    TESTLIB_RARE ~InStream();

    InputStreamReader* reader = nullptr;
    // The line on which the last read began, or -1. Looking for an end is no read, and neither is
    // taking whatever character comes.
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

    // Single characters.
    char curChar();
    char nextChar();
    void skipChar() { nextChar(); }
    void unreadChar(char c);
    char readChar(TESTLIB_AT);
    char readChar(char c, TESTLIB_AT);
    char readSpace(TESTLIB_AT) { return readChar(' ', at); }
    void skipBlanks();

    // Line ends and the end of the stream.
    bool eof(TESTLIB_AT);
    bool seekEof(TESTLIB_AT);
    bool eoln(TESTLIB_AT);
    bool seekEoln(TESTLIB_AT);
    void readEoln(TESTLIB_AT);
    void readEof(TESTLIB_AT);
    void nextLine(TESTLIB_AT) { readLine(at); }

    // Tokens. A word is a token.
    std::string readToken(TESTLIB_AT);
    std::string readToken(string_ref ptrn, text_ref label = text_ref(), TESTLIB_AT);
    std::string readToken(const pattern& p, text_ref label = text_ref(), TESTLIB_AT);
    void readTokenTo(std::string& result, TESTLIB_AT);
    void readTokenTo(std::string& result, string_ref ptrn, text_ref label = text_ref(), TESTLIB_AT);
    void readTokenTo(std::string& result, const pattern& p, text_ref label = text_ref(),
                     TESTLIB_AT);
    TESTLIB_LAZY
    strings readTokens(int size, int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    strings readTokens(int size, string_ref ptrn, text_ref labels = text_ref(), int indexBase = 1,
                       TESTLIB_AT);
    TESTLIB_LAZY
    strings readTokens(int size, const pattern& p, text_ref labels = text_ref(),
                       int indexBase = 1, TESTLIB_AT);

    std::string readWord(TESTLIB_AT) { return readToken(at); }
    std::string readWord(string_ref ptrn, text_ref label = text_ref(), TESTLIB_AT) {
        return readToken(ptrn, label, at);
    }
    std::string readWord(const pattern& p, text_ref label = text_ref(), TESTLIB_AT) {
        return readToken(p, label, at);
    }
    void readWordTo(std::string& result, TESTLIB_AT) { readTokenTo(result, at); }
    void readWordTo(std::string& result, string_ref ptrn, text_ref label = text_ref(), TESTLIB_AT) {
        readTokenTo(result, ptrn, label, at);
    }
    void readWordTo(std::string& result, const pattern& p, text_ref label = text_ref(),
                    TESTLIB_AT) {
        readTokenTo(result, p, label, at);
    }
    TESTLIB_LAZY
    strings readWords(int size, int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    strings readWords(int size, string_ref ptrn, text_ref labels = text_ref(), int indexBase = 1,
                      TESTLIB_AT);
    TESTLIB_LAZY
    strings readWords(int size, const pattern& p, text_ref labels = text_ref(), int indexBase = 1,
                      TESTLIB_AT);

    // Lines. A string is a line.
    std::string readLine(TESTLIB_AT);
    std::string readLine(string_ref ptrn, text_ref label = text_ref(), TESTLIB_AT);
    std::string readLine(const pattern& p, text_ref label = text_ref(), TESTLIB_AT);
    void readLineTo(std::string& result, TESTLIB_AT);
    void readLineTo(std::string& result, string_ref ptrn, text_ref label = text_ref(), TESTLIB_AT);
    void readLineTo(std::string& result, const pattern& p, text_ref label = text_ref(),
                    TESTLIB_AT);
    TESTLIB_LAZY
    strings readLines(int size, int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    strings readLines(int size, string_ref ptrn, text_ref labels = text_ref(), int indexBase = 1,
                      TESTLIB_AT);
    TESTLIB_LAZY
    strings readLines(int size, const pattern& p, text_ref labels = text_ref(), int indexBase = 1,
                      TESTLIB_AT);

    std::string readString(TESTLIB_AT) { return readLine(at); }
    std::string readString(string_ref ptrn, text_ref label = text_ref(), TESTLIB_AT) {
        return readLine(ptrn, label, at);
    }
    std::string readString(const pattern& p, text_ref label = text_ref(), TESTLIB_AT) {
        return readLine(p, label, at);
    }
    void readStringTo(std::string& result, TESTLIB_AT) { readLineTo(result, at); }
    void readStringTo(std::string& result, string_ref ptrn, text_ref label = text_ref(),
                      TESTLIB_AT) {
        readLineTo(result, ptrn, label, at);
    }
    void readStringTo(std::string& result, const pattern& p, text_ref label = text_ref(),
                      TESTLIB_AT) {
        readLineTo(result, p, label, at);
    }
    TESTLIB_LAZY
    strings readStrings(int size, int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    strings readStrings(int size, string_ref ptrn, text_ref labels = text_ref(), int indexBase = 1,
                        TESTLIB_AT);
    TESTLIB_LAZY
    strings readStrings(int size, const pattern& p, text_ref labels = text_ref(),
                        int indexBase = 1, TESTLIB_AT);

    // A text has no length to read; it ends with the token or the line.
    template <typename Number>
    TESTLIB_NO_LENGTH(Number)
    readToken(Number size);
    template <typename Number>
    TESTLIB_NO_LENGTH(Number)
    readWord(Number size);
    template <typename Number>
    TESTLIB_NO_LENGTH(Number)
    readLine(Number size);
    template <typename Number>
    TESTLIB_NO_LENGTH(Number)
    readString(Number size);

    // Integers.
    int readInteger(TESTLIB_AT);
    int readInteger(int low, int high, text_ref label = text_ref(), TESTLIB_AT);
    int readInt(TESTLIB_AT) { return readInteger(at); }
    int readInt(int low, int high, text_ref label = text_ref(), TESTLIB_AT) {
        return readInteger(low, high, label, at);
    }
    template <typename Single>
    TESTLIB_REFUSED("both bounds come before the name: readInt(1, 100, \"n\")")
    int readInt(const Single& name);
    template <typename Fourth>
    TESTLIB_REFUSED("readInt takes two bounds and a name; for n numbers: readInts(n, 1, 9, \"a\")")
    int readInt(int low, int high, text_ref label, const Fourth& more);
    long long readLong(TESTLIB_AT);
    long long readLong(long long low, long long high, text_ref label = text_ref(), TESTLIB_AT);
    unsigned_long readLong(unsigned_long low, unsigned_long high, text_ref label = text_ref(),
                           TESTLIB_AT) {
        return readUnsignedLong(low, high, label, at);
    }
    template <typename Single>
    TESTLIB_REFUSED("both bounds come before the name: readLong(1LL, 100LL, \"n\")")
    long long readLong(const Single& name);
    // Bounds like 1 and 100, which the usual header finds ambiguous, are signed ones.
    template <typename Low, typename High>
    TESTLIB_EXTENSION("readLong with bounds of these types: write 1LL, 100LL")
    typename testlib_detail::loose_long<Low, High>::type readLong(
        Low low, High high, text_ref label = text_ref(), TESTLIB_AT) {
        return readLong(static_cast<testlib_detail::loose_long_of<Low, High>>(low),
                        static_cast<testlib_detail::loose_long_of<Low, High>>(high), label, at);
    }
    unsigned_long readUnsignedLong(TESTLIB_AT);
    unsigned_long readUnsignedLong(unsigned_long low, unsigned_long high,
                                   text_ref label = text_ref(), TESTLIB_AT);

    TESTLIB_LAZY
    std::vector<int> readIntegers(int size, int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    std::vector<int> readIntegers(int size, int low, int high, text_ref labels = text_ref(),
                                  int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    std::vector<int> readInts(int size, int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    std::vector<int> readInts(int size, int low, int high, text_ref labels = text_ref(),
                              int indexBase = 1, TESTLIB_AT);
    TESTLIB_REFUSED("there is no separator to give: write readInts(n, 1, 100, \"a\")")
    std::vector<int> readInts(int size, int low, int high, char separator);
    TESTLIB_LAZY
    std::vector<long long> readLongs(int size, int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    std::vector<long long> readLongs(int size, long long low, long long high,
                                     text_ref labels = text_ref(), int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    std::vector<unsigned_long> readLongs(int size, unsigned_long low, unsigned_long high,
                                         text_ref labels = text_ref(), int indexBase = 1,
                                         TESTLIB_AT);
    template <typename Low, typename High>
    TESTLIB_EXTENSION("readLongs with bounds of these types: write 1LL, 100LL")
    std::vector<typename testlib_detail::loose_long<Low, High>::type> readLongs(
        int size, Low low, High high, text_ref labels = text_ref(), int indexBase = 1, TESTLIB_AT) {
        return readLongs(size, static_cast<testlib_detail::loose_long_of<Low, High>>(low),
                         static_cast<testlib_detail::loose_long_of<Low, High>>(high), labels,
                         indexBase, at);
    }
    TESTLIB_LAZY
    std::vector<unsigned_long> readUnsignedLongs(int size, int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    std::vector<unsigned_long> readUnsignedLongs(int size, unsigned_long low, unsigned_long high,
                                                 text_ref labels = text_ref(), int indexBase = 1,
                                                 TESTLIB_AT);

    // Real numbers.
    double readDouble(TESTLIB_AT);
    double readDouble(double low, double high, text_ref label = text_ref(), TESTLIB_AT);
    double readReal(TESTLIB_AT) { return readDouble(at); }
    double readReal(double low, double high, text_ref label = text_ref(), TESTLIB_AT) {
        return readDouble(low, high, label, at);
    }
    double readStrictDouble(double low, double high, int minDigits, int maxDigits,
                            text_ref label = text_ref(), TESTLIB_AT);
    double readStrictReal(double low, double high, int minDigits, int maxDigits,
                          text_ref label = text_ref(), TESTLIB_AT) {
        return readStrictDouble(low, high, minDigits, maxDigits, label, at);
    }

    TESTLIB_LAZY
    std::vector<double> readDoubles(int size, int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    std::vector<double> readDoubles(int size, double low, double high,
                                    text_ref labels = text_ref(), int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    std::vector<double> readReals(int size, int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    std::vector<double> readReals(int size, double low, double high, text_ref labels = text_ref(),
                                  int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    std::vector<double> readStrictDoubles(int size, double low, double high, int minDigits,
                                          int maxDigits, text_ref labels = text_ref(),
                                          int indexBase = 1, TESTLIB_AT);
    TESTLIB_LAZY
    std::vector<double> readStrictReals(int size, double low, double high, int minDigits,
                                        int maxDigits, text_ref labels = text_ref(),
                                        int indexBase = 1, TESTLIB_AT);

    // Verdicts about this stream.
    NORETURN void quit(TResult result, const char* msg, TESTLIB_AT);
    NORETURN void quitf(testlib_detail::placed_result result, const char* msg, ...)
        TESTLIB_PRINTF(3, 4);
    NORETURN TESTLIB_EXTENSION("quitf with a std::string: write quits(result, message)")
    void quitf(testlib_detail::placed_result result, const std::string& message) {
        quit(result.result, message.c_str(), result.at);
    }
    void quitif(testlib_detail::placed_condition condition, TResult result, const char* msg, ...)
        TESTLIB_PRINTF(4, 5);
    TESTLIB_EXTENSION("quitif with a std::string: give \"%s\", message.c_str()")
    void quitif(testlib_detail::placed_condition condition, TResult result,
                const std::string& message) {
        if (condition.holds)
            quit(result, message.c_str(), condition.at);
    }
    NORETURN void quits(TResult result, std::string msg, TESTLIB_AT);
    void ensuref(testlib_detail::placed_condition cond, const char* format, ...)
        TESTLIB_PRINTF(3, 4);
    TESTLIB_EXTENSION("ensuref with a std::string: give \"%s\", message.c_str()")
    void ensuref(testlib_detail::placed_condition cond, const std::string& message) {
        if (!cond.holds)
            quit(_wa, message.c_str(), cond.at);
    }

    // What inf.ensure(condition) comes to, as ensure is a macro.
    void testlib_ensure_holds(const testlib_detail::call_site& at, const char* source,
                              bool condition) {
        if (!condition)
            quits(_wa, "Condition failed: \"" + std::string(source) + "\"", at);
    }
    template <typename Condition>
    void testlib_ensure_holds(const testlib_detail::call_site& at, const char* source,
                              const Condition& condition) {
        if (!condition)
            quits(_wa, "Condition failed: \"" + std::string(source) + "\"", at);
    }

    // Pieces of the report.
    static void textColor(WORD color);
    static void quitscr(WORD color, const char* msg);
    static void quitscrS(WORD color, std::string msg) { quitscr(color, msg.c_str()); }
    void xmlSafeWrite(FILE* file, const char* msg);

private:
    friend class testlib_detail::stream_record;
    friend void testlib_detail::open_stream(InStream& in, const char* path, TMode mode);

    // The call that reads.
    testlib_detail::call_site at_;
    // What is remembered of the last read when the program is to explain itself.
    testlib_detail::stream_record* record_ = nullptr;

    InStream(const InStream&);
    InStream& operator=(const InStream&);

    TESTLIB_SMALL int peek() {
        return reader == nullptr ? testlib_detail::end_of_input : reader->peek();
    }
    TESTLIB_SMALL void remember_line() {
        if (reader != nullptr)
            lastLine = reader->getLine();
    }
    void open_file(FILE* file);
    NORETURN void reject(TResult result, const char* format, ...) TESTLIB_PRINTF(3, 4);
    NORETURN void reject_file(TResult result, const char* what);
    NORETURN void reject_token(const char* expected, text_ref token);
    NORETURN void reject_long_token(text_ref token);
    NORETURN void reject_missing_token();
    text_ref next_token();
    bool take_plain_token(text_ref& token);
    text_ref next_number(const char* expected);
    void parse_next(const char* expected, int& value);
    void parse_next(const char* expected, long long& value);
    void parse_next(const char* expected, unsigned long long& value);
    void parse_next(const char* expected, double& value);
    bool at_line_end();
    bool take_line_end();
    void read_line_end();
    NORETURN void reject_line_end();
    void advise_of_next(const char* expected);

    void parse(text_ref token, const char* expected, int& value);
    void parse(text_ref token, const char* expected, long long& value);
    void parse(text_ref token, const char* expected, unsigned long long& value);
    void parse(text_ref token, const char* expected, double& value);
    template <typename Type>
    Type read_number(const char* op, const char* expected, const char* kind, bool bounded, Type low,
                     Type high, const text_ref& label);
    template <typename Type>
    Type checked(const char* kind, Type value, Type low, Type high, const text_ref& label);
    template <typename Type>
    NORETURN void reject_range(const char* kind, Type value, Type low, Type high,
                               const text_ref& label);
    double read_strict(double low, double high, int minDigits, int maxDigits,
                       const text_ref& label);
    void read_token(std::string& result, const pattern* p, const text_ref& label, int index);
    void read_line(std::string& result, const pattern* p, const text_ref& label, int index);
    void match(const char* kind, const char* noun, const std::string& text, const pattern& p,
               const text_ref& label, int index);
    std::string subject(const char* kind, const char* noun, const text_ref& label,
                        int index) const;
    void note_variable(const text_ref& label);

    template <typename Type, typename ReadOne>
    std::vector<Type> read_many(const char* function, int size, int indexBase,
                                const text_ref& labels, bool separated, ReadOne read_one);
    template <typename Type>
    std::vector<Type> read_numbers(const char* function, const char* op, const char* expected,
                                   const char* kind, int size, bool bounded, Type low, Type high,
                                   const text_ref& labels, int indexBase);
    TESTLIB_LAZY
    strings read_tokens(const char* function, int size, const pattern* p, const text_ref& labels,
                        int indexBase);
    TESTLIB_LAZY
    strings read_lines(const char* function, int size, const pattern* p, const text_ref& labels,
                       int indexBase);
    TESTLIB_LAZY
    std::vector<double> read_strict_doubles(const char* function, int size, double low,
                                            double high, int minDigits, int maxDigits,
                                            const text_ref& labels, int indexBase);

    NORETURN void conclude(TResult result, const char* msg);
    std::string annotated(TResult result, const std::string& message) const;
    std::string with_stream_notes(const std::string& message) const;
    NORETURN void announce(TResult result, const std::string& message);
    void write_report(TResult result, const std::string& message);

    friend long long stringToLongLong(InStream& in, string_ref buffer);
    friend unsigned long long stringToUnsignedLongLong(InStream& in, string_ref buffer);
    friend double stringToDouble(InStream& in, string_ref buffer);
    friend double stringToStrictDouble(InStream& in, string_ref buffer, int minDigits,
                                       int maxDigits);
    double parse_strict(text_ref token, int minDigits, int maxDigits);
};

// Conversions with the messages of the readers. A C string ends at its first zero byte.
long long stringToLongLong(InStream& in, const std::string& buffer);
long long stringToLongLong(InStream& in, const char* buffer);
unsigned long long stringToUnsignedLongLong(InStream& in, const std::string& buffer);
unsigned long long stringToUnsignedLongLong(InStream& in, const char* buffer);
double stringToDouble(InStream& in, const std::string& buffer);
double stringToDouble(InStream& in, const char* buffer);
double stringToStrictDouble(InStream& in, const std::string& buffer, int minDigits, int maxDigits);
double stringToStrictDouble(InStream& in, const char* buffer, int minDigits, int maxDigits);

template <typename Unused>
std::vector<int> InStream::getReadChars() {
    std::vector<int> result;
    if (testlib_detail::input_retention<Unused>::requested && reader != nullptr) {
        const std::string text = reader->consumed();
        for (size_t i = 0; i < text.size(); ++i)
            result.push_back(static_cast<unsigned char>(text[i]));
    }
    return result;
}

// ==== PROGRAM: the objects that programs use, and the state behind them ============================

namespace testlib_detail {
struct named_option;
struct trace;

// The command line options of a generator.
struct options_state {
    std::string* by_index = nullptr;
    int count = 0;
    named_option* by_key = nullptr;  // In the order of the keys.
    // Programs that give defaults or ask for presence promise to look at every option.
    void (*require_all_used)() = nullptr;
    bool suppressed = false;
};

const int no_test_case = -1;

// All objects and switches that are shared by the parts of the program. Its destruction at the end
// of the program is the moment at which the final checks run.
struct program_state {
    InStream inf;
    InStream ouf;
    InStream ans;
    random_t rnd;
    Validator validator;
    Checker checker;
    options_state options;

    TTestlibMode mode = _unknown;
    bool registered = false;
    std::string testset;
    std::string group;

    std::string checker_name;
    std::string result_name;
    bool appes_mode = false;
    std::string appes_encoding;
    double points;

    int test_case = no_test_case;
    bool test_case_was_set = false;
    bool test_cases_start_at_zero = false;

    bool guard_alive = true;
    int quit_count = 0;
    std::string hint;
    bool input_end_was_read = false;
    bool finalizing = false;
    int exit_code = 0;
    // Writes the validator's files; unset in programs that are no validators and so need no code
    // for it.
    void (*write_validator_files)() = nullptr;
    // Closes tout; unset in programs that are no interactors.
    void (*close_tout)() = nullptr;
    // The call that decides the verdict, as far as it is known, and the record of what happens.
    call_site deciding_call;
    trace* tracing = nullptr;

    TESTLIB_RARE program_state();
    TESTLIB_RARE ~program_state();

private:
    program_state(const program_state&);
    program_state& operator=(const program_state&);
};

program_state& state();

}  // namespace testlib_detail

// Every translation unit refers to the one set of objects. The references are bound before any
// global object that is defined after this header is included.
static InStream& inf TESTLIB_UNUSED = testlib_detail::state().inf;
static InStream& ouf TESTLIB_UNUSED = testlib_detail::state().ouf;
static InStream& ans TESTLIB_UNUSED = testlib_detail::state().ans;
static random_t& rnd TESTLIB_UNUSED = testlib_detail::state().rnd;
static Validator& validator TESTLIB_UNUSED = testlib_detail::state().validator;
static Checker& checker TESTLIB_UNUSED = testlib_detail::state().checker;
static TTestlibMode& testlibMode TESTLIB_UNUSED = testlib_detail::state().mode;
static bool& appesMode TESTLIB_UNUSED = testlib_detail::state().appes_mode;
static std::string& appesModeEncoding TESTLIB_UNUSED = testlib_detail::state().appes_encoding;
static std::string& resultName TESTLIB_UNUSED = testlib_detail::state().result_name;
static std::string& checkerName TESTLIB_UNUSED = testlib_detail::state().checker_name;

#ifndef TESTLIB_LEAN
namespace testlib_detail {
std::fstream& tout_stream();
}  // namespace testlib_detail
static std::fstream& tout TESTLIB_UNUSED = testlib_detail::tout_stream();
#endif

// Registration: the first call in main.
void registerValidation();
void registerValidation(int argc, char* argv[]);
void registerTestlibCmd(int argc, char* argv[]);
void registerTestlib(int argc, ...);
#ifndef TESTLIB_LEAN
void registerInteraction(int argc, char* argv[]);
#endif
void registerGen(int argc, char* argv[], int randomGeneratorVersion);
#ifdef USE_RND_AS_BEFORE_087
void registerGen(int argc, char* argv[]);
#else
TESTLIB_DEPRECATED(
    "Use registerGen(argc, argv, 0) or registerGen(argc, argv, 1). The third parameter stands for "
    "the random generator version: 1 for new generators, 0 for those written before 2013.")
void registerGen(int argc, char* argv[]);
#endif

void setName(const char* format, ...) TESTLIB_PRINTF(1, 2);
void setAppesModeEncoding(std::string appesModeEncoding);
void disableFinalizeGuard();

namespace testlib_detail {
namespace misnamed {

// A template, so that a program may have a function of this name.
template <typename... Arguments>
TESTLIB_REFUSED("there is no registerChecker: write registerTestlibCmd(argc, argv)")
void registerChecker(const Arguments&...);

}  // namespace misnamed
}  // namespace testlib_detail

using testlib_detail::misnamed::registerChecker;

// From now on, the standard output is the file whose name is the number of the test.
void startTest(int test);

// Whether a result is within eps of the expected value, absolutely or relatively.
bool doubleCompare(double expected, double result, double eps);

// ==== QUIT: verdicts, and the checks that lead to them =============================================

NORETURN void quit(TResult result, const char* msg, TESTLIB_AT);
NORETURN void quit(TResult result, const std::string& msg, TESTLIB_AT);
template <typename Unused = void>
NORETURN TESTLIB_EXTENSION("quit without a message: write quit(result, \"message\")")
void quit(TResult result, TESTLIB_AT) {
    quit(result, "", at);
}
NORETURN void quitf(testlib_detail::placed_result result, const char* format, ...)
    TESTLIB_PRINTF(2, 3);
// A std::string is a message, not a format.
NORETURN TESTLIB_EXTENSION("quitf with a std::string: write quit(result, message)")
inline void quitf(testlib_detail::placed_result result, const std::string& message) {
    quit(result.result, message, result.at);
}
void quitif(testlib_detail::placed_condition condition, TResult result, const char* format, ...)
    TESTLIB_PRINTF(3, 4);
TESTLIB_EXTENSION("quitif with a std::string: give \"%s\", message.c_str()")
inline void quitif(testlib_detail::placed_condition condition, TResult result,
                   const std::string& message) {
    if (condition.holds)
        quit(result, message, condition.at);
}
void ensuref(testlib_detail::placed_condition cond, const char* format, ...) TESTLIB_PRINTF(2, 3);
TESTLIB_EXTENSION("ensuref with a std::string: give \"%s\", message.c_str()")
inline void ensuref(testlib_detail::placed_condition cond, const std::string& message) {
    if (!cond.holds)
        quit(_fail, message, cond.at);
}

// Leaves the program with an exit code.
NORETURN void halt(int exitCode);

namespace testlib_detail {

NORETURN void condition_failed(const char* source, const call_site& at);
NORETURN TESTLIB_EXTENSION("ensure_ext that compiles: write ensure(condition)")
void condition_failed_on_line(int line, const char* source, const call_site& at);
NORETURN void quit_with_points(double points, const char* shown, const std::string& message,
                               const call_site& at);
NORETURN void quit_with_difference(TResult result, const std::string& expected,
                                   const std::string& found, const std::string& prepend,
                                   const call_site& at);

}  // namespace testlib_detail

// The function behind the macro ensure; a stream has a member of the same name. With a message,
// which the usual header does not take, it is ensuref; without one the source text of the condition
// is shown.
inline void testlib_ensure_holds(const testlib_detail::call_site& at, const char* source,
                                 bool condition) {
    if (!condition)
        testlib_detail::condition_failed(source, at);
}

template <typename Condition>
void testlib_ensure_holds(const testlib_detail::call_site& at, const char* source,
                          const Condition& condition) {
    if (!condition)
        testlib_detail::condition_failed(source, at);
}

template <typename Condition, typename... Arguments>
TESTLIB_EXTENSION("ensure with a message: write ensuref(condition, ...)")
void testlib_ensure_holds(const testlib_detail::call_site& at, const char*,
                          const Condition& condition, const char* format,
                          const Arguments&... arguments) {
    static_assert(testlib_detail::are_printf_arguments<Arguments...>::value,
                  "ensure: printf arguments are numbers and pointers; use .c_str() for strings");
    if (!condition)
        quit(_fail, testlib_detail::format_unchecked(format, arguments...), at);
}

template <typename Condition>
TESTLIB_EXTENSION("ensure with a message: write ensuref(condition, \"%s\", message.c_str())")
void testlib_ensure_holds(const testlib_detail::call_site& at, const char*,
                          const Condition& condition, const std::string& message) {
    if (!condition)
        quit(_fail, message, at);
}

#define ensure(...) testlib_ensure_holds(TESTLIB_HERE, #__VA_ARGS__, __VA_ARGS__)
#define ensure_ext(cond) \
    ((cond) ? void(0) : testlib_detail::condition_failed_on_line(__LINE__, #cond, TESTLIB_HERE))

namespace testlib_detail {

template <typename Type>
NORETURN void quit_with_points(Type points, const std::string& message, const call_site& at,
                               std::true_type /* integer */) {
    quit_with_points(static_cast<double>(points), vtos(points).c_str(), message, at);
}

template <typename Type>
NORETURN void quit_with_points(Type points, const std::string& message, const call_site& at,
                               std::false_type /* real number */) {
    quit_with_points(static_cast<double>(points), nullptr, message, at);
}

}  // namespace testlib_detail

namespace testlib_detail {

// The usual header has points of four types, and of those that are promoted to them.
template <typename Type, bool IsIntegral = std::is_integral<Type>::value>
struct are_other_points : std::false_type {};
template <typename Type>
struct are_other_points<Type, true>
    : std::integral_constant<bool, !std::is_same<decltype(+Type()), int>::value> {};
template <typename Type, bool IsOther>
struct points_if : std::enable_if<are_other_points<Type>::value == IsOther, int> {};

}  // namespace testlib_detail

template <typename Type, typename testlib_detail::points_if<Type, false>::type = 0>
NORETURN void quitp(Type points, const std::string& message, TESTLIB_AT) {
    static_assert(std::is_arithmetic<Type>::value || std::is_enum<Type>::value,
                  "quitp: points are a number");
    typedef typename std::conditional<std::is_enum<Type>::value, int, Type>::type number;
    testlib_detail::quit_with_points(static_cast<number>(points), message, at,
                                     std::is_integral<number>());
}

template <typename Type, typename testlib_detail::points_if<Type, false>::type = 0>
NORETURN void quitp(Type points, TESTLIB_AT) {
    quitp(points, std::string(), at);
}

template <typename Type, typename testlib_detail::points_if<Type, false>::type = 0>
NORETURN TESTLIB_PRINTF(2, 3) void quitp(Type points, const char* format, ...) {
    TESTLIB_FORMATTED(message, format);
    quitp(points, message, testlib_detail::call_site());
}

#define TESTLIB_OTHER_POINTS \
    TESTLIB_EXTENSION("quitp of this type: give an int or a double, as in quitp(int(points))")
template <typename Type, typename testlib_detail::points_if<Type, true>::type = 0>
NORETURN TESTLIB_OTHER_POINTS void quitp(Type points, const std::string& message = std::string(),
                                         TESTLIB_AT) {
    testlib_detail::quit_with_points(points, message, at, std::true_type());
}

template <typename Type, typename testlib_detail::points_if<Type, true>::type = 0>
NORETURN TESTLIB_OTHER_POINTS TESTLIB_PRINTF(2, 3)
void quitp(Type points, const char* format, ...) {
    TESTLIB_FORMATTED(message, format);
    testlib_detail::quit_with_points(points, message, testlib_detail::call_site(),
                                     std::true_type());
}

NORETURN void quitpi(const std::string& points_info, const std::string& message = "", TESTLIB_AT);

namespace testlib_detail {

template <typename Type>
std::string compared_text(const Type& value) {
    return vtos(value);
}
std::string compared_text(double value);
inline std::string compared_text(float value) { return compared_text(static_cast<double>(value)); }
inline std::string compared_text(long double value) {
    return compared_text(static_cast<double>(value));
}
inline std::string compared_text(const std::string& value) { return value; }
inline std::string compared_text(const char* value) { return value; }

}  // namespace testlib_detail

template <typename Type>
NORETURN void expectedButFound(testlib_detail::placed_result result, Type expected, Type found,
                               const char* prependFormat, ...) TESTLIB_PRINTF(4, 5);
template <typename Type>
void expectedButFound(testlib_detail::placed_result result, Type expected, Type found,
                      const char* prependFormat, ...) {
    TESTLIB_FORMATTED(prepend, prependFormat);
    testlib_detail::quit_with_difference(
        result.result, testlib_detail::compared_text(expected),
        testlib_detail::compared_text(found), prepend, result.at);
}

template <typename Type>
NORETURN void expectedButFound(TResult result, Type expected, Type found, TESTLIB_AT) {
    testlib_detail::quit_with_difference(result, testlib_detail::compared_text(expected),
                                         testlib_detail::compared_text(found), "", at);
}

// ==== OPTIONS: the named and positional options of generators ===================================

struct TestlibOpt {
    std::string value;
    bool used;
    TestlibOpt() : used(false) {}
};

// How many dashes start an option: 1 for -x, 2 for --x, 0 for anything else.
size_t getOptType(const char* s);

// Stores the option at an index, if there is one, and returns the number of arguments it takes.
template <typename Options>
TESTLIB_RARE size_t parseOpt(size_t argc, char* argv[], size_t index, Options& opts) {
    if (index >= argc)
        return 0;
    const size_t dashes = getOptType(argv[index]);
    if (dashes == 0)
        return 1;
    const char* const body = argv[index] + dashes;
    const char* const equals_sign = std::strchr(body, '=');
    std::string key;
    key.assign(body);
    TestlibOpt opt;
    size_t taken = 1;
    if (equals_sign != nullptr) {
        opt.value.assign(equals_sign + 1);
        key.resize(static_cast<size_t>(equals_sign - body));
    } else if (index + 1 < argc && getOptType(argv[index + 1]) == 0) {
        opt.value.assign(argv[index + 1]);
        taken = 2;
    } else if (key.size() > 1 && testlib_detail::is_digit(body[1])) {
        opt.value.assign(body + 1);
        key.resize(1);
    } else {
        opt.value.assign("true");
    }
    opts[key] = opt;
    return taken;
}

void prepareOpts(int argc, char* argv[]);
std::string parseExponentialOptValue(const std::string& value);
long double optValueToLongDouble(const std::string& value);

namespace testlib_detail {

// An integer option: an optional minus and digits, after exponent notation is expanded.
unsigned long long integral_option(const std::string& value, bool nonnegative,
                                   unsigned long long largest);
bool flag_option(const std::string& value, const std::string& source);
const std::string& option_text(const std::string& key);
const std::string& option_text(int index);
int option_count();
// Notes for the record what an option was read as.
void note_option(const std::string& key, const char* type, const std::string* fallback);

template <typename Type>
std::string option_default(const Type& value) {
    return vtos(value);
}
inline std::string option_default(const std::string& value) { return value; }

template <typename Type>
struct option_type {
    static const char* name() {
        return std::is_floating_point<Type>::value ? "double" : "int";
    }
};
template <>
struct option_type<bool> {
    static const char* name() { return "bool"; }
};
template <>
struct option_type<std::string> {
    static const char* name() { return "string"; }
};

}  // namespace testlib_detail

template <typename Type>
Type optValueToIntegral(const std::string& value, bool nonnegative) {
    return static_cast<Type>(testlib_detail::integral_option(
        value, nonnegative, static_cast<unsigned long long>(std::numeric_limits<Type>::max())));
}

// Whether an option was given. Asking arms the check for options that are never used.
bool has_opt(const std::string& key);
void suppressEnsureNoUnusedOpts();
void ensureNoUnusedOpts();

namespace testlib_detail {

// Converts the text of an option; `source` names the option in messages about truth values.
template <typename Type>
Type option_value(const std::string& value, const std::string&, std::true_type /* integral */,
                  std::false_type) {
    return optValueToIntegral<Type>(value, std::is_unsigned<Type>::value);
}

template <typename Type>
Type option_value(const std::string& value, const std::string&, std::false_type,
                  std::true_type /* floating */) {
    return static_cast<Type>(optValueToLongDouble(value));
}

template <typename Type>
Type option_value(const std::string&, const std::string&, std::false_type, std::false_type) {
    static_assert(std::is_arithmetic<Type>::value,
                  "opt<T>: T is bool, an integer type, a floating type or std::string");
}

template <typename Type>
struct option_reader {
    static Type read(const std::string& value, const std::string& source) {
        return option_value<Type>(value, source, std::is_integral<Type>(),
                                  std::is_floating_point<Type>());
    }
};

template <>
struct option_reader<std::string> {
    static std::string read(const std::string& value, const std::string&) { return value; }
};

template <>
struct option_reader<bool> {
    static bool read(const std::string& value, const std::string& source) {
        return flag_option(value, source);
    }
};

// A flag that is absent is false; every other option has to be there.
template <typename Type>
bool is_absent_flag(const std::string& key) {
    return std::is_same<Type, bool>::value && !has_opt(key);
}

}  // namespace testlib_detail

template <typename Type>
Type opt(const std::string& key) {
    testlib_detail::note_option(key, testlib_detail::option_type<Type>::name(), nullptr);
    if (testlib_detail::is_absent_flag<Type>(key))
        return Type();
    return testlib_detail::option_reader<Type>::read(testlib_detail::option_text(key),
                                                     "key '" + compress(key) + "'");
}

inline std::string opt(const std::string& key) { return opt<std::string>(key); }

template <typename Type>
Type opt(int index) {
    return testlib_detail::option_reader<Type>::read(testlib_detail::option_text(index),
                                                     "opt by index '" + vtos(index) + "'");
}

inline std::string opt(int index) { return opt<std::string>(index); }

template <typename Type>
Type opt(const std::string& key, const Type& default_value) {
    if (has_opt(key))
        return opt<Type>(key);
    if (testlib_detail::state().tracing != nullptr) {
        const std::string text = testlib_detail::option_default(default_value);
        testlib_detail::note_option(key, testlib_detail::option_type<Type>::name(), &text);
    }
    return default_value;
}

inline std::string opt(const std::string& key, const std::string& default_value) {
    return opt<std::string>(key, default_value);
}

template <typename Type>
Type opt(int index, const Type& default_value) {
    return index >= testlib_detail::option_count() ? default_value : opt<Type>(index);
}

inline std::string opt(int index, const std::string& default_value) {
    return opt<std::string>(index, default_value);
}

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

// ==== SCORERS: points for a submission from the results of its tests =============================

#ifndef TESTLIB_LEAN

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

std::string serializeVerdict(TestResultVerdict verdict);
TestResultVerdict deserializeTestResultVerdict(const std::string& s);
std::string serializePoints(double points);
double deserializePoints(const std::string& s);
std::string escapeTestResultString(const std::string& s);
std::string unescapeTestResultString(const std::string& s);
std::string serializeTestResult(const TestResult& tr);
TestResult deserializeTestResult(const std::string& s);
TESTLIB_LAZY std::vector<TestResult> readTestResults(std::string fileName);

// Prints the points that the function gives for the results on the standard input.
TESTLIB_LAZY void registerScorer(int argc, char* argv[],
                                 std::function<double(std::vector<TestResult>)> scorer);
#endif

#ifndef TESTLIB_SPLIT

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

// ==== VERDICTS, BODIES ============================================================================

TESTLIB_RARE_CODE

TESTLIB_BODY int resultExitCode(TResult result) {
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

namespace testlib_detail {

TESTLIB_BODY const char* outcome_name(int result) {
    switch (result) {
        case _ok: return "accepted";
        case _wa: return "wrong-answer";
        case _pe: return "presentation-error";
        case _fail:
        case _dirt: return "fail";
#ifdef PCMS2
        case _points: return "relative-scoring";
#else
        case _points: return "points";
#endif
        case _unexpected_eof: return "unexpected-eof";
        case _partially: return "partially-correct";
        default: return "reserved";
    }
}

TESTLIB_BODY std::string outcome_names_t::operator[](int result) const {
    return outcome_name(result);
}

}  // namespace testlib_detail

TESTLIB_RARE_CODE_END

// ==== TEXT, BODIES ================================================================================

namespace testlib_detail {

TESTLIB_RARE_CODE

TESTLIB_BODY std::string vformat(const char* format, va_list arguments) {
    char text[1024];
    va_list again;
    va_copy(again, arguments);
    const int length = std::vsnprintf(text, sizeof(text), format, arguments);
    std::string result;
    if (length >= 0 && static_cast<size_t>(length) < sizeof(text)) {
        result.assign(text, std::strlen(text));
    } else if (length >= 0) {
        const size_t size = std::min(static_cast<size_t>(length) + 1, format_limit);
        result.resize(size);
        std::vsnprintf(&result[0], size, format, again);
        result.resize(std::strlen(result.c_str()));
    }
    va_end(again);
    return result;
}

TESTLIB_BODY std::string format_unchecked(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const std::string result = vformat(format, arguments);
    va_end(arguments);
    return result;
}

TESTLIB_BODY std::string concat(const piece& first, const piece& second, const piece& third,
                                const piece& fourth, const piece& fifth, const piece& sixth,
                                const piece& seventh, const piece& eighth) {
    const piece* const pieces[] = {&first, &second, &third,   &fourth,
                                   &fifth, &sixth,  &seventh, &eighth};
    std::string result;
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); ++i)
        result.append(pieces[i]->data, pieces[i]->size);
    return result;
}

TESTLIB_RARE_CODE_END

TESTLIB_BODY std::string unsigned_text(unsigned long long value) {
    char digits[24];
    char* const end = digits + sizeof(digits);
    const char* const start = write_decimal(value, end);
    return std::string(start, static_cast<size_t>(end - start));
}

TESTLIB_BODY std::string signed_text(long long value) {
    char digits[24];
    char* const end = digits + sizeof(digits);
    char* start = write_decimal(magnitude(value), end);
    if (value < 0)
        *--start = '-';
    return std::string(start, static_cast<size_t>(end - start));
}

TESTLIB_RARE_CODE

TESTLIB_BODY std::string human_readable(unsigned long long value, const char* sign) {
    int zeros = 0;
    unsigned long long factor = value;
    while (factor != 0 && factor % 10 == 0) {
        factor /= 10;
        ++zeros;
    }
    if (zeros < shortest_run_of_zeros)
        return format_unchecked("%s%llu", sign, value);
    return factor == 1 ? format_unchecked("%s10^%d", sign, zeros)
                       : format_unchecked("%s%llu*10^%d", sign, factor, zeros);
}

TESTLIB_RARE_CODE_END

#ifdef TESTLIB_LEAN
TESTLIB_BODY std::string plain_text(double value) { return testlib_format_("%g", value); }
#endif

}  // namespace testlib_detail

TESTLIB_RARE TESTLIB_BODY std::string trim(const std::string& s) {
    const char* begin = s.data();
    const char* end = begin + s.size();
    while (begin < end && testlib_detail::is_blank(*begin))
        ++begin;
    while (end > begin && testlib_detail::is_blank(end[-1]))
        --end;
    std::string result;
    result.assign(begin, static_cast<size_t>(end - begin));
    return result;
}

TESTLIB_RARE TESTLIB_BODY std::string compress(const std::string& s) {
    const size_t longest = 64, head = 30, tail = 31;
    std::string result;
    if (s.size() > longest)
        result.append(s.data(), head).append("...").append(s.data() + s.size() - tail, tail);
    else
        result.assign(s.data(), s.size());
    for (size_t i = 0; i < result.size(); ++i)
        if (result[i] == '\0')
            result[i] = '~';
    return result;
}

TESTLIB_BODY std::string upperCase(std::string s) {
    for (size_t i = 0; i < s.size(); ++i)
        if ('a' <= s[i] && s[i] <= 'z')
            s[i] = static_cast<char>(s[i] - 'a' + 'A');
    return s;
}

TESTLIB_BODY std::string lowerCase(std::string s) {
    for (size_t i = 0; i < s.size(); ++i)
        if ('A' <= s[i] && s[i] <= 'Z')
            s[i] = static_cast<char>(s[i] - 'A' + 'a');
    return s;
}

TESTLIB_BODY std::vector<std::string> split(const std::string& s, const std::string& separators) {
    bool separates[256] = {};
    for (size_t i = 0; i < separators.size(); ++i)
        separates[static_cast<unsigned char>(separators[i])] = true;
    const std::string none;
    std::vector<std::string> pieces(1);
    size_t begin = 0;
    for (size_t i = 0; i < s.size(); ++i) {
        if (!separates[static_cast<unsigned char>(s[i])])
            continue;
        pieces.back().assign(s, begin, i - begin);
        pieces.push_back(none);
        begin = i + 1;
    }
    pieces.back().assign(s, begin, std::string::npos);
    return pieces;
}

TESTLIB_BODY std::vector<std::string> split(const std::string& s, char separator) {
    return split(s, std::string(1, separator));
}

TESTLIB_BODY std::vector<std::string> tokenize(const std::string& s,
                                               const std::string& separators) {
    const std::vector<std::string> pieces = split(s, separators);
    if (separators.empty())
        return pieces;
    std::vector<std::string> tokens;
    for (size_t i = 0; i < pieces.size(); ++i)
        if (!pieces[i].empty())
            tokens.push_back(pieces[i]);
    return tokens;
}

TESTLIB_BODY std::vector<std::string> tokenize(const std::string& s, char separator) {
    return tokenize(s, std::string(1, separator));
}

TESTLIB_BODY std::string englishEnding(int number) {
    number %= 100;
    if (number / 10 == 1)
        return "th";
    switch (number % 10) {
        case 1: return "st";
        case 2: return "nd";
        case 3: return "rd";
        default: return "th";
    }
}

TESTLIB_BODY std::string toHumanReadableString(unsigned long long n) {
    return testlib_detail::human_readable(n, "");
}

TESTLIB_BODY std::string toHumanReadableString(long long n) {
    return testlib_detail::human_readable(testlib_detail::magnitude(n), n < 0 ? "-" : "");
}

TESTLIB_RARE TESTLIB_BODY std::string toHumanReadableString(int n) {
    return toHumanReadableString(static_cast<long long>(n));
}

TESTLIB_BODY bool equals(long long integer, const char* s) {
    return testlib_detail::signed_text(integer) == s;
}

TESTLIB_BODY bool equals(unsigned long long integer, const char* s) {
    return testlib_detail::unsigned_text(integer) == s;
}

TESTLIB_RARE TESTLIB_BODY std::string removeDoubleTrailingZeroes(std::string value) {
    if (value.find('.') == std::string::npos)
        return value;
    while (value.size() >= 2 && value[value.size() - 1] == '0' && value[value.size() - 2] != '.')
        value.resize(value.size() - 1);
    if (value[value.size() - 1] == '.')
        value += '0';
    return value;
}

TESTLIB_BODY double doubleDelta(double expected, double result) {
    const double absolute = testlib_detail::flipped_unless_positive(result - expected);
    if (!(testlib_detail::flipped_unless_positive(expected) > 1e-9))
        return absolute;
    const double relative = testlib_detail::flipped_unless_positive(absolute / expected);
    return absolute < relative ? absolute : relative;
}

TESTLIB_RARE_CODE

TESTLIB_BODY std::string testlib_format_(const char* fmt, ...) {
    TESTLIB_FORMATTED(result, fmt);
    return result;
}

TESTLIB_BODY std::string testlib_format_(const std::string fmt, ...) {
    va_list arguments;
    va_start(arguments, fmt);
    const std::string result = testlib_detail::vformat(fmt.c_str(), arguments);
    va_end(arguments);
    return result;
}

#ifndef TESTLIB_FORMAT_IS_TEMPLATE
TESTLIB_BODY std::string format(const char* fmt, ...) {
    TESTLIB_FORMATTED(result, fmt);
    return result;
}

TESTLIB_BODY std::string format(const std::string fmt, ...) {
    va_list arguments;
    va_start(arguments, fmt);
    const std::string result = testlib_detail::vformat(fmt.c_str(), arguments);
    va_end(arguments);
    return result;
}
#endif

TESTLIB_RARE_CODE_END

// ==== RANDOM, BODIES ==============================================================================

namespace testlib_detail {

#ifdef TESTLIB_SPLIT_FORM
int random_version_holder<void>::version = -1;
#endif

TESTLIB_BODY drawn_set::drawn_set(size_t expected) : mask_(15) {
    while (mask_ + 1 < 2 * expected)
        mask_ = 2 * mask_ + 1;
    slots_ = new unsigned long long[mask_ + 1];
    used_ = new bool[mask_ + 1]();
}

TESTLIB_BODY drawn_set::~drawn_set() {
    delete[] slots_;
    delete[] used_;
}

TESTLIB_BODY bool drawn_set::insert(unsigned long long key) {
    size_t at = static_cast<size_t>((key * 0x9E3779B97F4A7C15ULL) >> 20) & mask_;
    while (used_[at]) {
        if (slots_[at] == key)
            return false;
        at = (at + 1) & mask_;
    }
    used_[at] = true;
    slots_[at] = key;
    return true;
}

}  // namespace testlib_detail

// ==== PATTERNS, BODIES ============================================================================

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
    int users = 0;  // Patterns that hold it, if it is a root.
    sequence<pattern_item> items;
    sequence<pattern_node> alternatives;

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
        if (item.to == INT_MAX) {
            advise(item.from == 0 ? "the pattern has a *: write {0,n}"
                                  : "the pattern has a +: write {1,n}");
            fail("pattern::next(random_t& rnd): can't process character '*' for generation");
        }
        // A width that does not fit is refused like one that is not positive.
        const long long width = static_cast<long long>(item.to) - item.from + 1;
        const int count = source.next(width > INT_MAX ? 0 : static_cast<int>(width)) + item.from;
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
            symbols_.add(next);
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
    sequence<symbol> symbols_;

    bool is_operator(size_t at, char c) const {
        return symbols_[at].active && symbols_[at].value == c;
    }

    NORETURN void reject(size_t begin, size_t end) const {
        const size_t from = begin < symbols_.size() ? symbols_[begin].start : text_.size();
        const size_t to = end < symbols_.size() ? symbols_[end].start : text_.size();
        const std::string hint = format_unchecked(
            "at character %llu of the pattern without its spaces; a group stands at its end, and "
            "\\ takes a character literally",
            static_cast<unsigned long long>(from + 1));
        advise(hint.c_str());
        fail("pattern: Illegal pattern (or part) \"%s\"", text_.substr(from, to - from).c_str());
    }

    int depth_change(size_t at) const {
        return is_operator(at, '(') ? 1 : is_operator(at, ')') ? -1 : 0;
    }

    // pattern := alternative ('|' alternative)*
    pattern_node parse_pattern(size_t begin, size_t end) const {
        if (begin == end)
            reject(begin, end);
        const sequence<size_t> bars = top_level_bars(begin, end);
        if (bars.empty())
            return parse_alternative(begin, end);
        pattern_node choice;
        size_t start = begin;
        for (size_t i = 0; i <= bars.size(); ++i) {
            const size_t stop = i < bars.size() ? bars[i] : end;
            choice.alternatives.add(parse_pattern(start, stop));
            start = stop + 1;
        }
        return choice;
    }

    // Parentheses inside of a set count, but only by their number: "[)(]" is fine, "[)]" is not.
    sequence<size_t> top_level_bars(size_t begin, size_t end) const {
        sequence<size_t> bars;
        int depth = 0;
        for (size_t i = begin; i < end; ++i) {
            depth += depth_change(i);
            if (depth == 0 && is_operator(i, '|'))
                bars.add(i);
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
                group.alternatives.add(parse_pattern(at + 1, end - 1));
                if (node.items.empty())
                    return group;
                node.alternatives.add(group);
                return node;
            }
            const size_t start = at;
            node.items.add(parse_item(at, end));
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
        sort_by_signed_value(item.choices);
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

    static void sort_by_signed_value(std::string& members) {
        size_t counts[256] = {};
        for (size_t i = 0; i < members.size(); ++i)
            ++counts[static_cast<signed char>(members[i]) + 128];
        members.clear();
        for (int value = -128; value < 128; ++value)
            members.append(counts[value + 128], static_cast<char>(value));
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
        std::string first, second;
        int commas = 0;
        for (size_t i = at + 1; i < close; ++i) {
            if (symbols_[i].value == ',')
                ++commas;
            else if (commas < 2)
                (commas == 0 ? first : second) += symbols_[i].value;
            else
                reject(begin, end);
        }
        const bool is_pair = !second.empty() || commas > 1;
        if (commas > 2 || !leading_number(first, item.from) ||
            !leading_number(is_pair ? second : first, item.to) || item.from > item.to)
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

TESTLIB_BODY pattern::pattern(std::string s) : src_(s), root_(nullptr) {
    root_ = new testlib_detail::pattern_node(testlib_detail::pattern_parser(s).parse());
    root_->users = 1;
}

TESTLIB_BODY pattern::pattern(const pattern& other) : src_(other.src_), root_(other.root_) {
    ++root_->users;
}

TESTLIB_BODY pattern& pattern::operator=(const pattern& other) {
    ++other.root_->users;
    if (--root_->users == 0)
        delete root_;
    src_ = other.src_;
    root_ = other.root_;
    return *this;
}

TESTLIB_BODY pattern::~pattern() {
    if (--root_->users == 0)
        delete root_;
}

TESTLIB_BODY std::string pattern::next(random_t& source) const {
    std::string result;
    root_->generate(source, result);
    return result;
}

TESTLIB_BODY bool pattern::matches(const std::string& s) const {
    return root_->matches(s.data(), s.data() + s.size());
}

namespace testlib_detail {

TESTLIB_BODY const pattern& cached_pattern(const std::string& source) {
    const size_t slots = 64;
    static const pattern* cache[slots];
    static const pattern* last;
    if (last != nullptr && last->src() == source)
        return *last;
    size_t hash = source.size();
    for (size_t i = 0; i < source.size(); ++i)
        hash = hash * 131 + static_cast<unsigned char>(source[i]);
    const pattern*& slot = cache[hash % slots];
    if (slot == nullptr || slot->src() != source) {
        const pattern* const parsed = new pattern(source);
        delete slot;
        slot = parsed;
    }
    last = slot;
    return *slot;
}

}  // namespace testlib_detail

TESTLIB_BODY std::string random_t::next(const std::string& ptrn) {
    return testlib_detail::cached_pattern(ptrn).next(*this);
}

TESTLIB_BODY std::string random_t::next(const char* format, ...) {
    TESTLIB_FORMATTED(ptrn, format);
    return next(ptrn);
}

// ==== READERS, BODIES =============================================================================

namespace testlib_detail {

TESTLIB_RARE TESTLIB_BODY bool& input_retention_requested() {
    static bool requested = false;
    return requested;
}

TESTLIB_RARE TESTLIB_BODY bool request_input_retention() {
    input_retention_requested() = true;
    return true;
}

}  // namespace testlib_detail

TESTLIB_BODY InputStreamReader::InputStreamReader(int first_line, bool byte_255_is_end)
    : buffer_(nullptr),
      buffer_size_(0),
      cursor_(nullptr),
      limit_(nullptr),
      filled_(nullptr),
      origin_(nullptr),
      offset_(0),
      line_start_(0),
      line_before_(0),
      line_(first_line),
      byte_255_is_end_(byte_255_is_end),
      ended_(false),
      retaining_(false) {}

TESTLIB_BODY InputStreamReader::~InputStreamReader() { delete[] buffer_; }

TESTLIB_RARE TESTLIB_BODY int InputStreamReader::peek_second() {
    while (limit_ - cursor_ < 2)
        if (!fill())
            return testlib_detail::end_of_input;
    return static_cast<unsigned char>(cursor_[1]);
}

TESTLIB_BODY testlib_detail::text_ref InputStreamReader::take_token(size_t longest) {
    size_t size = 0;
    do {
        const char* at = cursor_ + size;
        const size_t room = (longest < SIZE_MAX ? longest + 1 : longest) - size;
        const char* const stop = static_cast<size_t>(limit_ - at) < room ? limit_ : at + room;
        while (at != stop && !testlib_detail::is_blank(*at))
            ++at;
        size = static_cast<size_t>(at - cursor_);
        if (at != limit_ || size > longest)
            break;
    } while (fill());
    const testlib_detail::text_ref token(cursor_, size);
    cursor_ += size;
    return token;
}

TESTLIB_BODY void InputStreamReader::take_line(std::string& line) {
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

TESTLIB_BODY const char* InputStreamReader::line_piece_end() const {
    const size_t size = static_cast<size_t>(limit_ - cursor_);
    const void* const feed = std::memchr(cursor_, LF, size);
    const char* const end = feed ? static_cast<const char*>(feed) : limit_;
    const void* const carriage = std::memchr(cursor_, CR, static_cast<size_t>(end - cursor_));
    return carriage ? static_cast<const char*>(carriage) : end;
}

TESTLIB_RARE_CODE

TESTLIB_BODY void InputStreamReader::mark_test_case(int test_case) {
    // What was put back before anything was consumed does not count.
    const testlib_detail::test_case_marker marker = {std::max(offset(), 0LL), test_case};
    markers_.add(marker);
}

TESTLIB_BODY void InputStreamReader::supply(const char* text, size_t size) {
    make_room(size);
    std::memcpy(filled_, text, size);
    limit_ = filled_ += size;
}

TESTLIB_BODY void InputStreamReader::unread(char c) {
    // Where byte 255 is read at the end of the input, putting it back is no step away from the end.
    const bool is_end = byte_255_is_end_ && c == '\xFF';
    if (is_end && ended_ && cursor_ == filled_)
        return;
    if (cursor_ == buffer_)
        make_room_in_front();
    if (cursor_ == origin_) {
        --origin_;
        --offset_;
        if (!retained_.empty())
            retained_.resize(retained_.size() - 1);
    }
    *--cursor_ = c;
    if (is_end)
        limit_ = cursor_;
    if (c == LF && line_ != testlib_detail::unknown_line)
        --line_;
}

// Adds at least one byte behind limit_ and keeps what lies before it; false at the end.
TESTLIB_BODY bool InputStreamReader::fill() {
    if (ended_ || limit_ != filled_)
        return false;
    make_room(0);
    char* const before = limit_;
    const size_t room = static_cast<size_t>(buffer_ + buffer_size_ - limit_);
    filled_ = limit_ + read_more(limit_, room);
    ended_ = filled_ == before;
    find_limit();
    return limit_ != before;
}

// The usual header cannot tell a byte 255 on the standard input from the end of it.
TESTLIB_BODY void InputStreamReader::find_limit() {
    const size_t size = static_cast<size_t>(filled_ - limit_);
    void* const end = byte_255_is_end_ && size != 0 ? std::memchr(limit_, 255, size) : nullptr;
    limit_ = end ? static_cast<char*>(end) : filled_;
}

TESTLIB_BODY void InputStreamReader::step_over_false_end() {
    ++cursor_;
    ++limit_;
    find_limit();
}

// Moves the bytes at hand to the front. The buffer grows when they fill half of it, or when it is
// too small for what is wanted behind them.
TESTLIB_BODY void InputStreamReader::make_room(size_t wanted) {
    if (retaining_ && cursor_ != origin_)
        retained_.append(origin_, static_cast<size_t>(cursor_ - origin_));
    offset_ += cursor_ - origin_;
    const size_t at_hand = static_cast<size_t>(limit_ - cursor_);
    size_t size = buffer_size_ < block_size ? block_size : buffer_size_;
    while (at_hand * 2 > size || at_hand + wanted > size)
        size *= 2;
    char* const before = buffer_;
    if (size != buffer_size_) {
        buffer_ = new char[size];
        buffer_size_ = size;
    }
    if (at_hand != 0)
        std::memmove(buffer_, cursor_, at_hand);
    if (before != buffer_)
        delete[] before;
    cursor_ = origin_ = buffer_;
    limit_ = filled_ = buffer_ + at_hand;
}

TESTLIB_BODY void InputStreamReader::make_room_in_front() {
    const size_t room = 16;
    const size_t in_buffer = static_cast<size_t>(filled_ - cursor_);
    const size_t at_hand = static_cast<size_t>(limit_ - cursor_);
    const size_t consumed = static_cast<size_t>(cursor_ - origin_);
    char* const before = buffer_;
    buffer_size_ = room + in_buffer + block_size;
    buffer_ = new char[buffer_size_];
    if (in_buffer != 0)
        std::memcpy(buffer_ + room, cursor_, in_buffer);
    delete[] before;
    cursor_ = buffer_ + room;
    limit_ = cursor_ + at_hand;
    filled_ = cursor_ + in_buffer;
    origin_ = cursor_ - consumed;
}

TESTLIB_BODY StringInputStreamReader::StringInputStreamReader(const std::string& content)
    : InputStreamReader(testlib_detail::unknown_line, false) {
    supply(content.data(), content.size());
}

TESTLIB_BODY size_t StringInputStreamReader::read_more(char*, size_t) { return 0; }

TESTLIB_BODY FileInputStreamReader::FileInputStreamReader(FILE* file)
    : InputStreamReader(1, file == stdin), file_(file) {
    testlib_detail::align_descriptor_with_stdio(file);
}

// Interactors flush their questions themselves, as they have to with the usual header.
TESTLIB_BODY size_t FileInputStreamReader::read_more(char* into, size_t room) {
    return testlib_detail::read_available(file_, into, room);
}

TESTLIB_BODY BufferedFileInputStreamReader::BufferedFileInputStreamReader(FILE* file)
    : FileInputStreamReader(file) {}

TESTLIB_BODY BufferedFileInputStreamReader::~BufferedFileInputStreamReader() {
    std::fclose(file_);
}

TESTLIB_RARE_CODE_END

// ==== NUMBERS: from tokens to integers and real numbers ==========================================

namespace testlib_detail {

// 20 digits hold every 64-bit number, and so does a sign with 19 digits.
const size_t longest_integer_token = 20;

TESTLIB_RARE_CODE

// Digits without a superfluous zero in front, in the range of an unsigned 64-bit number.
TESTLIB_BODY bool parse_digits(const char* digits, size_t size, unsigned long long& value) {
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

TESTLIB_BODY bool parse_integer(const text_ref& token, long long& value) {
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

TESTLIB_RARE_CODE_END

// The parts of a decimal number, found while its spelling is checked.
struct decimal_parts {
    unsigned long long digits = 0;  // All digits, meaningful if there are at most 19 of them.
    int digit_count = 0;            // Digits from the first non-zero one on.
    long long exponent = 0;         // The power of ten that scales `digits`.
};

// Takes digits and returns how many there were. Only what fits is accumulated.
TESTLIB_BODY size_t scan_digits(const char*& at, const char* end, decimal_parts& parts) {
    const char* const start = at;
    if (parts.digit_count == 0)
        while (at != end && *at == '0')
            ++at;
    unsigned long long digits = parts.digits;
    int count = parts.digit_count;
    for (; at != end && is_digit(*at); ++at, ++count)
        if (count < 19)
            digits = digits * 10 + static_cast<unsigned long long>(*at - '0');
    parts.digits = digits;
    parts.digit_count = count;
    return static_cast<size_t>(at - start);
}

TESTLIB_BODY void scan_exponent(const char*& at, const char* end, decimal_parts& parts) {
    ++at;
    bool negative = false;
    if (at != end && (*at == '+' || *at == '-'))
        negative = *at++ == '-';
    // Beyond what the digits of the longest token can make up for.
    const long long far_enough = 1000000000;
    long long exponent = 0;
    for (; at != end && is_digit(*at); ++at)
        exponent = std::min(exponent * 10 + (*at - '0'), far_enough);
    parts.exponent += negative ? -exponent : exponent;
}

// [sign] digits [. digits] [e [sign] digits], with digits on one side of the point at least. As
// with glibc's scanf, an exponent without digits counts as absent.
TESTLIB_BODY bool scan_decimal(const text_ref& token, decimal_parts& parts) {
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
TESTLIB_BODY double convert_decimal(const text_ref& token, const decimal_parts& parts) {
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

// The shape [-]digits[.digits]; tells how many digits there are on each side of the point.
TESTLIB_BODY bool scan_strict_decimal(const text_ref& token, decimal_parts& parts, size_t& sign,
                                      size_t& before, size_t& after) {
    const size_t longest = 1000;
    if (token.size == 0 || token.size > longest)
        return false;
    const char* const end = token.data + token.size;
    const char* at = token.data;
    sign = *at == '-' ? 1 : 0;
    at += sign;
    before = scan_digits(at, end, parts);
    after = 0;
    if (before == 0)
        return false;
    if (at == end)
        return true;
    if (*at++ != '.')
        return false;
    after = scan_digits(at, end, parts);
    parts.exponent = -static_cast<long long>(after);
    return after != 0 && at == end;
}

}  // namespace testlib_detail

// ==== VARIABLES: what the overview log of a validator says =========================================

namespace testlib_detail {

TESTLIB_RARE_CODE

TESTLIB_BODY std::string bound_value::text() const {
    switch (kind) {
        case signed_integer: return testlib_format_("%lld", static_cast<long long>(integer));
        case unsigned_integer: return testlib_format_("%llu", integer);
        case real: return testlib_format_("%f", real_value);
        default: return std::string();
    }
}

TESTLIB_RARE_CODE_END

TESTLIB_BODY bool bound_value::reaches(const bound_value& bound) const {
    return kind == real ? doubleDelta(bound.real_value, real_value) < 1e-12
                        : integer == bound.integer;
}

// Of integers.
TESTLIB_BODY bool bound_value::is_below(const bound_value& other) const {
    const bool is_negative = kind == signed_integer && static_cast<long long>(integer) < 0;
    const bool other_is_negative =
        other.kind == signed_integer && static_cast<long long>(other.integer) < 0;
    if (is_negative != other_is_negative)
        return is_negative;
    return integer < other.integer;
}

// Whether a bound was the same in all reads. Two bounds are the same when their texts are; a
// bound whose text is too long for the log counts as varying.
class constant_bound {
public:
    // Whether this bound tells nothing new.
    bool settles(const bound_value& bound) const {
        return varies_ || (bound.kind == value_.kind &&
                           (bound.kind == bound_value::real ? bound.real_value == value_.real_value
                                                            : bound.integer == value_.integer));
    }

    TESTLIB_RARE void adjust(const bound_value& bound) {
        if (!varies_ && !bound.same_number(value_))
            adjust_to_other(bound);
    }

    TESTLIB_SMALL bool known() const { return !varies_ && value_.kind != bound_value::none; }
    const bound_value& value() const { return value_; }
    TESTLIB_RARE std::string text() const {
        return known() ? value_.text() : format_unchecked("?");
    }

private:
    bound_value value_;
    bool varies_ = false;

    TESTLIB_RARE void adjust_to_other(const bound_value& bound) {
        const size_t longest_text = 32;
        const std::string text = bound.text();
        if (value_.kind == bound_value::none && text.size() < longest_text)
            value_ = bound;
        else if (text.compare(value_.text()) != 0)
            varies_ = true;
    }
};

// What the log says about a variable.
struct variable_record {
    std::string shown;
    bool bounded = false;
    bool has_constant_bounds = false;
    bool listed = false;
    ValidatorBoundsHit hit;
    constant_bound lower;
    constant_bound upper;
    // Of the integers that were read, where a tool asks for it, and the call of the first read.
    bound_value least;
    bound_value greatest;
    long long sum = 0;
    bool has_sum = true;  // It is not too large.
    call_site at;
    variable_record* next = nullptr;

    TESTLIB_RARE variable_record() {}

    // Whether there are extremes.
    TESTLIB_RARE bool stretch(const bound_value& value, const call_site& read_at) {
        if (!at.known())
            at = read_at;
        if (value.kind == bound_value::real)
            return false;
        add(value);
        if (least.kind == bound_value::none)
            least = greatest = value;
        else if (value.is_below(least))
            least = value;
        else if (greatest.is_below(value))
            greatest = value;
        return true;
    }

    TESTLIB_SMALL void add(const bound_value& value) {
        // Far from the ends of the type, so that one more does not leave it.
        const long long most = 1LL << 61;
        const long long more = static_cast<long long>(value.integer);
        has_sum = has_sum && (more >= 0 || value.kind == bound_value::signed_integer) &&
                  -most < more && more < most && -most < sum && sum < most;
        if (has_sum)
            sum += more;
    }
};

// A name as it stands in the program. Tildes at its ends are marks: "count this bound as hit".
struct variable_name {
    std::string name;
    ValidatorBoundsHit always;
    variable_record* record = nullptr;
    bool was_read = false;  // With bounds.
    bool was_stretched = false;  // The same, where extremes are kept.
    variable_name* next = nullptr;

    TESTLIB_RARE variable_name() {}
};

struct declared_feature {
    std::string name;
    bool hit;
    declared_feature* next;
};

// Collects, for the overview log, what is known about the variables and features of a validator.
class variable_log {
public:
    TESTLIB_RARE variable_log() {}

    // Whether a named read with bounds tells nothing new, as most reads of a loop do.
    bool knows(const text_ref& name, const bound_value& value, const bound_value& lower,
               const bound_value& upper) const {
        const variable_name* const known = memo_[memo_slot(name)];
        if (known == nullptr || !known->was_read || !is(*known, name))
            return knows_between(known, name, value, lower, upper);
        return says(*known->record, value, lower, upper);
    }

    // From now on every read tells something new.
    TESTLIB_RARE void keep_extremes() { keeps_extremes_ = true; }
    const variable_record* records() const { return records_; }

    // A named read with bounds.
    TESTLIB_RARE void note_bounded_read(const text_ref& name, const bound_value& value,
                                        const bound_value& lower, const bound_value& upper,
                                        const call_site& at) {
        variable_name* const known = find(name);
        if (known == nullptr)
            return;
        add_hit(known, ValidatorBoundsHit(value.reaches(lower), value.reaches(upper)));
        adjust_bounds(known, lower, upper);
        list(known);
        known->was_read = !keeps_extremes_;
        if (keeps_extremes_)
            known->was_stretched = known->record->stretch(value, at);
    }

    void add_bounds_hit(const text_ref& name, ValidatorBoundsHit hit) { add_hit(find(name), hit); }
    void adjust_constant_bounds(const text_ref& name, const bound_value& lower,
                                const bound_value& upper) {
        adjust_bounds(find(name), lower, upper);
    }
    void add_variable(const text_ref& name) { list(find(name)); }

    TESTLIB_RARE declared_feature* find_feature(const std::string& name) {
        declared_feature* feature = features_;
        while (feature != nullptr && feature->name.compare(name) != 0)
            feature = feature->next;
        return feature;
    }
    TESTLIB_RARE void declare_feature(const std::string& name) {
        declared_feature** place = &features_;
        while (*place != nullptr && (*place)->name.compare(name) < 0)
            place = &(*place)->next;
        declared_feature* const feature = new declared_feature();
        feature->name = name;
        feature->next = *place;
        *place = feature;
    }

    void write(FILE* file) const;

private:
    // Each of the three tables is frozen once it holds this many names.
    static const int table_limit = 255;
    static const size_t buckets = 256;
    static const size_t memo_size = 16;

    variable_record* records_ = nullptr;  // In the order of the names shown.
    declared_feature* features_ = nullptr;
    variable_name* names_[buckets] = {};
    variable_name* memo_[memo_size] = {};
    int bounded_count_ = 0;
    int constant_count_ = 0;
    int listed_count_ = 0;
    bool keeps_extremes_ = false;

    TESTLIB_SMALL static bool says(const variable_record& record, const bound_value& value,
                                   const bound_value& lower, const bound_value& upper) {
        return record.lower.settles(lower) && record.upper.settles(upper) &&
               (record.hit.minHit || !value.reaches(lower)) &&
               (record.hit.maxHit || !value.reaches(upper));
    }

    // The same where extremes are kept.
    TESTLIB_NOINLINE static bool knows_between(const variable_name* known, const text_ref& name,
                                               const bound_value& value, const bound_value& lower,
                                               const bound_value& upper) {
        if (known == nullptr || !known->was_stretched || !is(*known, name))
            return false;
        variable_record& record = *known->record;
        const bool is_known = !value.is_below(record.least) && !record.greatest.is_below(value) &&
                              says(record, value, lower, upper);
        if (is_known)
            record.add(value);
        return is_known;
    }

    TESTLIB_SMALL static bool is(const variable_name& known, const text_ref& name) {
        return known.name.size() == name.size &&
               std::memcmp(known.name.data(), name.data, name.size) == 0;
    }

    TESTLIB_SMALL static size_t memo_slot(const text_ref& name) {
        const size_t last = name.size == 0 ? 0 : name.size - 1;
        return (name.size + static_cast<unsigned char>(name.data[0]) * 3u +
                static_cast<unsigned char>(name.data[last])) %
               memo_size;
    }

    // Names with digits and the like are left out of the log.
    TESTLIB_SMALL static bool is_left_out(const text_ref& name) {
        for (size_t i = 0; i < name.size; ++i)
            if (is_digit(name.data[i]) || is_unprintable(name.data[i]))
                return true;
        return false;
    }

    // What is known about a name, or null for names that are left out of the log. Loops read the
    // same few names in turn, so recently used ones are tried first.
    TESTLIB_RARE variable_name* find(const text_ref& name) {
        variable_name*& memo = memo_[memo_slot(name)];
        if (memo != nullptr && is(*memo, name))
            return memo;
        variable_name* const known = find_in_table(name);
        if (known != nullptr)
            memo = known;
        return known;
    }

    TESTLIB_RARE variable_name* find_in_table(const text_ref& name) {
        if (is_left_out(name))
            return nullptr;
        size_t hash = name.size;
        for (size_t i = 0; i < name.size; ++i)
            hash = hash * 131 + static_cast<unsigned char>(name.data[i]);
        variable_name** place = &names_[hash % buckets];
        while (*place != nullptr && !is(**place, name))
            place = &(*place)->next;
        if (*place == nullptr)
            *place = resolve(name);
        return *place;
    }

    variable_name* resolve(const text_ref& name);

    // Says whether a table takes an update and lets a new name in while there is room.
    TESTLIB_RARE static bool admit(bool& present, int& count) {
        if (count >= table_limit)
            return false;
        if (!present)
            ++count;
        present = true;
        return true;
    }

    TESTLIB_RARE void add_hit(variable_name* known, const ValidatorBoundsHit& hit) {
        if (known == nullptr || !admit(known->record->bounded, bounded_count_))
            return;
        known->record->hit.minHit |= hit.minHit || known->always.minHit;
        known->record->hit.maxHit |= hit.maxHit || known->always.maxHit;
    }

    TESTLIB_RARE void adjust_bounds(variable_name* known, const bound_value& lower,
                                        const bound_value& upper) {
        if (known == nullptr || !admit(known->record->has_constant_bounds, constant_count_))
            return;
        known->record->lower.adjust(lower);
        known->record->upper.adjust(upper);
    }

    TESTLIB_RARE void list(variable_name* known) {
        if (known != nullptr)
            admit(known->record->listed, listed_count_);
    }
};

TESTLIB_RARE_CODE

TESTLIB_BODY variable_name* variable_log::resolve(const text_ref& name) {
    variable_name* const result = new variable_name();
    result->name.assign(name.data, name.size);
    text_ref inner = name;
    if (name.size >= 2 && !(name.size == 2 && std::memcmp(name.data, "~~", 2) == 0)) {
        result->always.minHit = name.data[0] == '~';
        result->always.maxHit = name.data[name.size - 1] == '~';
        inner.data += result->always.minHit;
        inner.size -= static_cast<size_t>(result->always.minHit + result->always.maxHit);
    }
    const std::string shown = inner.str();
    variable_record** place = &records_;
    while (*place != nullptr && (*place)->shown.compare(shown) < 0)
        place = &(*place)->next;
    if (*place == nullptr || (*place)->shown.compare(shown) != 0) {
        variable_record* const record = new variable_record();
        record->shown = shown;
        record->next = *place;
        *place = record;
    }
    result->record = *place;
    return result;
}

TESTLIB_BODY void variable_log::write(FILE* file) const {
    for (const variable_record* i = records_; i != nullptr; i = i->next)
        if (i->bounded)
            std::fprintf(file, "\"%s\":%s%s\n", i->shown.c_str(),
                         i->hit.minHit ? " min-value-hit" : "",
                         i->hit.maxHit ? " max-value-hit" : "");
    for (const declared_feature* i = features_; i != nullptr; i = i->next)
        std::fprintf(file, "feature \"%s\":%s\n", i->name.c_str(), i->hit ? " hit" : "");
    for (const variable_record* i = records_; i != nullptr; i = i->next)
        if (i->lower.known() || i->upper.known())
            std::fprintf(file, "constant-bounds \"%s\": %s %s\n", i->shown.c_str(),
                         i->lower.text().c_str(), i->upper.text().c_str());
    for (const variable_record* i = records_; i != nullptr; i = i->next)
        if (i->listed)
            std::fprintf(file, "variable \"%s\"\n", i->shown.c_str());
}

TESTLIB_BODY void require_arguments(bool given, const char* what, const char* instead,
                                    const char* plain, const char* member) {
    if (!given)
        fail("%s should be initialized with %s instead of %s to support %s()", what, instead, plain,
             member);
}

TESTLIB_BODY void require_printable(const std::string& feature) {
    for (size_t i = 0; i < feature.size(); ++i)
        if (is_unprintable(feature[i]))
            fail("Feature name '%s' contains restricted characters.", feature.c_str());
}

}  // namespace testlib_detail

TESTLIB_BODY Validator::Validator() : variables_(new testlib_detail::variable_log()) {
    testset_.assign("tests");
}

// The log stays: it is small, and the program is about to end.
TESTLIB_BODY Validator::~Validator() {}

TESTLIB_BODY std::string Validator::testset() const {
    testlib_detail::require_arguments(initialized_, "Validator", "registerValidation(argc, argv)",
                                      "registerValidation()", "validator.testset");
    return testset_;
}

TESTLIB_BODY std::string Validator::group() const {
    testlib_detail::require_arguments(initialized_, "Validator", "registerValidation(argc, argv)",
                                      "registerValidation()", "validator.group");
    return group_;
}

TESTLIB_BODY void Validator::addFeature(const std::string& feature) {
    testlib_detail::require_printable(feature);
    if (variables_->find_feature(feature) != nullptr)
        testlib_detail::fail("Feature %s registered twice.", feature.c_str());
    variables_->declare_feature(feature);
}

TESTLIB_BODY void Validator::feature(const std::string& feature) {
    testlib_detail::require_printable(feature);
    testlib_detail::declared_feature* const declared = variables_->find_feature(feature);
    if (declared == nullptr)
        testlib_detail::fail("Feature %s didn't registered via addFeature(feature).",
                             feature.c_str());
    declared->hit = true;
}

TESTLIB_BODY void Validator::addBoundsHit(const std::string& name, ValidatorBoundsHit hit) {
    variables_->add_bounds_hit(name, hit);
}

TESTLIB_BODY void Validator::addVariable(const std::string& name) {
    variables_->add_variable(name);
}

TESTLIB_BODY void Validator::adjust_constant_bounds(const std::string& name,
                                                    const testlib_detail::bound_value& lower,
                                                    const testlib_detail::bound_value& upper) {
    variables_->adjust_constant_bounds(name, lower, upper);
}

TESTLIB_BODY std::string Checker::testset() const {
    testlib_detail::require_arguments(initialized_, "Checker", "registerTestlibCmd(argc, argv)",
                                      "registerTestlib(argc, ...)", "checker.testset");
    return testset_;
}

TESTLIB_BODY std::string Checker::group() const {
    testlib_detail::require_arguments(initialized_, "Checker", "registerTestlibCmd(argc, argv)",
                                      "registerTestlib(argc, ...)", "checker.group");
    return group_;
}

TESTLIB_RARE_CODE_END

// ==== EXTENDED: real options where long double is not the 80-bit format ==============================

#if LDBL_MANT_DIG == 64 && !defined(TESTLIB_EMULATE_EXTENDED)
#define TESTLIB_HAS_EXTENDED
#else
namespace testlib_detail {

// A number that is not negative, with 64 bits of precision and rounding to the nearest, ties to
// even. Results are those of the 80-bit format as long as they fit its range.
struct extended {
    unsigned long long mantissa;  // The highest bit is set, unless the number is zero.
    int exponent;                 // The number is mantissa * 2^exponent.
};

const unsigned long long highest_bit = 1ULL << 63;

// (high * 2^64 + low) * 2^exponent, with or without a bit more behind it.
TESTLIB_BODY extended rounded(unsigned long long high, unsigned long long low, int exponent,
                              bool more) {
    if (high == 0 && low == 0) {
        const extended zero = {0, 0};
        return zero;
    }
    while ((high & highest_bit) == 0) {
        high = high << 1 | low >> 63;
        low <<= 1;
        --exponent;
    }
    extended result = {high, exponent + 64};
    const bool is_odd = (high & 1) != 0;
    if (low > highest_bit || (low == highest_bit && (more || is_odd)))
        ++result.mantissa;
    if (result.mantissa == 0) {
        result.mantissa = highest_bit;
        ++result.exponent;
    }
    return result;
}

TESTLIB_BODY extended whole(unsigned digit) { return rounded(0, digit, 0, false); }

TESTLIB_BODY extended times_ten(const extended& x) {
    const unsigned long long half = 0xFFFFFFFFULL;
    const unsigned long long low = (x.mantissa & half) * 10;
    const unsigned long long high = (x.mantissa >> 32) * 10 + (low >> 32);
    return rounded(high >> 32, high << 32 | (low & half), x.exponent, false);
}

TESTLIB_BODY extended sum(const extended& a, const extended& b) {
    if (a.mantissa == 0 || (b.mantissa != 0 && a.exponent < b.exponent))
        return b.mantissa == 0 ? a : a.mantissa == 0 ? b : sum(b, a);
    const int distance = b.mantissa == 0 ? 128 : a.exponent - b.exponent;
    unsigned long long high = b.mantissa, low = 0;
    bool more = false;
    if (distance >= 128) {
        more = b.mantissa != 0;
        high = 0;
    } else if (distance >= 64) {
        low = high >> (distance - 64);
        more = distance > 64 && high << (128 - distance) != 0;
        high = 0;
    } else if (distance > 0) {
        low = high << (64 - distance);
        high >>= distance;
    }
    high += a.mantissa;
    if (high >= a.mantissa)
        return rounded(high, low, a.exponent - 64, more);
    more = more || (low & 1) != 0;
    return rounded(high >> 1 | highest_bit, low >> 1 | high << 63, a.exponent - 63, more);
}

TESTLIB_BODY extended quotient(const extended& a, const extended& b) {
    unsigned long long high = 0, low = 0, rest = a.mantissa;
    bool carry = false;
    const int bits = 128;
    for (int i = 0; i < bits; ++i) {
        const bool fits = carry || rest >= b.mantissa;
        high = high << 1 | low >> 63;
        low = low << 1 | (fits ? 1 : 0);
        if (fits)
            rest -= b.mantissa;
        carry = (rest & highest_bit) != 0;
        rest <<= 1;
    }
    return rounded(high, low, a.exponent - b.exponent - (bits - 1), rest != 0 || carry);
}

TESTLIB_BODY long double as_long_double(const extended& x) {
    return std::ldexp(static_cast<long double>(x.mantissa), x.exponent);
}

}  // namespace testlib_detail
#endif

// ==== OPTIONS, BODIES =============================================================================

TESTLIB_RARE_CODE

namespace testlib_detail {

// An option of the command line; whether it was used is checked at the end.
struct named_option {
    std::string key;
    TestlibOpt opt;
    named_option* next;
};

// The list of options by key, as parseOpt wants it.
class option_table {
public:
    explicit option_table(named_option*& first) : first_(first) {}

    TestlibOpt& operator[](const std::string& key) {
        named_option** place = &first_;
        while (*place != nullptr && (*place)->key.compare(key) < 0)
            place = &(*place)->next;
        if (*place == nullptr || (*place)->key.compare(key) != 0) {
            named_option* const added = new named_option();
            added->key = key;
            added->next = *place;
            *place = added;
        }
        return (*place)->opt;
    }

    void clear() {
        while (first_ != nullptr) {
            named_option* const gone = first_;
            first_ = gone->next;
            delete gone;
        }
    }

    TestlibOpt* find(const std::string& key) {
        for (named_option* i = first_; i != nullptr; i = i->next)
            if (i->key.compare(key) == 0)
                return &i->opt;
        return nullptr;
    }

private:
    named_option*& first_;
};

NORETURN TESTLIB_BODY void reject_option(const char* expected, const std::string& value) {
    fail("Opts: expected %s but '%s' found", expected, compress(value).c_str());
}

NORETURN TESTLIB_BODY void reject_overflow(const std::string& value) {
    fail("Opts: integer overflow: expected integer but '%s' found", compress(value).c_str());
}

TESTLIB_BODY unsigned long long integral_option(const std::string& value, bool nonnegative,
                                                unsigned long long largest) {
    const std::string text = parseExponentialOptValue(value);
    if (text.empty())
        reject_option("integer", value);
    const bool negative = text[0] == '-';
    if (negative && nonnegative)
        reject_option("non-negative integer", value);
    const unsigned long long limit = negative ? std::min(largest, signed_maximum) + 1 : largest;
    unsigned long long absolute = 0;
    for (size_t i = negative ? 1 : 0; i < text.size(); ++i) {
        if (!is_digit(text[i]))
            reject_option("integer", value);
        const unsigned long long digit = static_cast<unsigned long long>(text[i] - '0');
        if (absolute > (limit - std::min(limit, digit)) / 10 || digit > limit)
            reject_overflow(value);
        absolute = absolute * 10 + digit;
    }
    // The usual header takes the last odd numbers of 64 bits for an overflow.
    if (absolute > ULLONG_MAX - 5 && absolute % 2 == 1)
        reject_overflow(value);
    return negative ? 0 - absolute : absolute;
}

TESTLIB_BODY bool flag_option(const std::string& value, const std::string& source) {
    if (value == "true" || value == "1")
        return true;
    if (value != "false" && value != "0")
        fail("Opts: %s: expected bool true/false or 0/1 but '%s' found", source.c_str(),
             compress(value).c_str());
    return false;
}

// The keys of the command line, or those of them that were never looked at.
TESTLIB_BODY std::string option_keys(bool only_unused) {
    std::string keys;
    for (const named_option* i = state().options.by_key; i != nullptr; i = i->next)
        if (!only_unused || !i->opt.used)
            keys += (keys.empty() ? "" : ", ") + compress(i->key);
    return keys.empty() ? "none" : keys;
}

TESTLIB_BODY const std::string& option_text(const std::string& key) {
    TestlibOpt* const found = option_table(state().options.by_key).find(key);
    if (found == nullptr) {
        std::string hint = "keys on the command line: " + option_keys(false);
        for (int i = 1; i < option_count(); ++i)
            if (state().options.by_index[static_cast<size_t>(i)].find(key + "=") == 0)
                hint += "; a key begins with a dash: -" + key + "=...";
        advise(hint.c_str());
        fail("Opts: unknown key '%s'", compress(key).c_str());
    }
    found->used = true;
    return found->value;
}

TESTLIB_BODY int option_count() { return state().options.count; }

TESTLIB_BODY const std::string& option_text(int index) {
    if (index < 0 || index >= option_count())
        fail("Opts: index '%d' is out of range [0,%d)", index, option_count());
    return state().options.by_index[index];
}

// Fails for the first option that the program never looked at.
TESTLIB_BODY void require_all_options_used() {
    for (const named_option* i = state().options.by_key; i != nullptr; i = i->next)
        if (!i->opt.used) {
            advise(("unused keys: " + option_keys(true)).c_str());
            fail("Opts: unused key '%s'", compress(i->key).c_str());
        }
}

}  // namespace testlib_detail

TESTLIB_BODY size_t getOptType(const char* s) {
    if (s == nullptr || s[0] != '-')
        return 0;
    if (testlib_detail::is_letter(s[1]))
        return 1;
    return s[1] == '-' && testlib_detail::is_letter(s[2]) ? 2 : 0;
}

TESTLIB_BODY void prepareOpts(int argc, char* argv[]) {
    testlib_detail::options_state& options = testlib_detail::state().options;
    delete[] options.by_index;
    options.by_index = new std::string[static_cast<size_t>(argc)];
    options.count = argc;
    for (int i = 0; i < argc; ++i)
        options.by_index[i].assign(argv[i]);
    testlib_detail::option_table table(options.by_key);
    table.clear();
    size_t index = 1;
    while (index < static_cast<size_t>(argc))
        index += parseOpt(static_cast<size_t>(argc), argv, index, table);
}

namespace testlib_detail {

// A real number that grows digit by digit, each step rounded to 64 bits, so that its bits are the
// same everywhere.
#ifdef TESTLIB_HAS_EXTENDED
class decimal_sum {
public:
    void add_digit(unsigned digit) { value_ = value_ * 10.0L + static_cast<long double>(digit); }
    void add_decimal(unsigned digit) {
        scale_ *= 10.0L;
        value_ += static_cast<long double>(digit) / scale_;
    }
    long double value() const { return value_; }

private:
    long double value_ = 0.0L;
    long double scale_ = 1.0L;
};
#else
class decimal_sum {
public:
    decimal_sum() : value_(whole(0)), scale_(whole(1)) {}
    void add_digit(unsigned digit) { value_ = sum(times_ten(value_), whole(digit)); }
    void add_decimal(unsigned digit) {
        scale_ = times_ten(scale_);
        value_ = sum(value_, quotient(whole(digit), scale_));
    }
    long double value() const { return as_long_double(value_); }

private:
    extended value_;
    extended scale_;
};
#endif

}  // namespace testlib_detail

TESTLIB_BODY long double optValueToLongDouble(const std::string& value) {
    const std::string text = parseExponentialOptValue(value);
    if (text.empty())
        testlib_detail::reject_option("float number", value);
    const bool negative = text[0] == '-';
    testlib_detail::decimal_sum result;
    bool after_point = false;
    for (size_t i = negative ? 1 : 0; i < text.size(); ++i) {
        const unsigned digit = static_cast<unsigned char>(text[i]) - static_cast<unsigned>('0');
        if (text[i] == '.' && !after_point)
            after_point = true;
        else if (digit > 9)
            testlib_detail::reject_option("float number", value);
        else if (after_point)
            result.add_decimal(digit);
        else
            result.add_digit(digit);
    }
    return negative ? -result.value() : result.value();
}

namespace testlib_detail {

const char* const exponential_notation = "typical exponential notation";

// Moves the decimal point of a number and writes the result in its shortest plain form.
TESTLIB_BODY std::string shifted_decimal(const std::string& mantissa, long long shift) {
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
TESTLIB_BODY std::string parseExponentialOptValue(const std::string& value) {
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

TESTLIB_BODY bool has_opt(const std::string& key) {
    testlib_detail::options_state& options = testlib_detail::state().options;
    options.require_all_used = testlib_detail::require_all_options_used;
    return testlib_detail::option_table(options.by_key).find(key) != nullptr;
}

TESTLIB_BODY void suppressEnsureNoUnusedOpts() {
    testlib_detail::state().options.suppressed = true;
}

TESTLIB_BODY void ensureNoUnusedOpts() { testlib_detail::require_all_options_used(); }

TESTLIB_RARE_CODE_END

// ==== JSON: the form of what is told to tools ================================================

namespace testlib_detail {

TESTLIB_RARE_CODE

// How many bytes a character of UTF-8 takes here; 0 for what is none.
TESTLIB_BODY size_t character_size(const char* at, const char* end) {
    const unsigned char first = static_cast<unsigned char>(*at);
    const size_t size = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3
                                       : first < 0xF5 ? 4 : 0;
    if (size > static_cast<size_t>(end - at))
        return 0;
    for (size_t i = 1; i < size; ++i)
        if ((static_cast<unsigned char>(at[i]) & 0xC0) != 0x80)
            return 0;
    const unsigned char second = size > 1 ? static_cast<unsigned char>(at[1]) : 0;
    const bool is_wrong = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                          (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
    return is_wrong ? 0 : size;
}

// An object of JSON, key by key. Bytes that are no text are shown as the replacement character.
class json_object {
public:
    explicit json_object(const char* kind) {
        text_.append("{");
        if (kind != nullptr)
            text_.append("\"v\":1,\"kind\":\"").append(kind).append("\"");
    }

    void add(const char* key, const text_ref& value) {
        begin(key);
        text_.append("\"");
        const char* at = value.data;
        const char* const end = at + value.size;
        while (at != end) {
            const size_t size = character_size(at, end);
            if (size == 0)
                text_.append("\\ufffd");
            else if (*at == '"' || *at == '\\')
                text_.append("\\").append(at, 1);
            else if (static_cast<unsigned char>(*at) < 32)
                text_.append(format_unchecked("\\u%04x", static_cast<int>(*at)));
            else
                text_.append(at, size);
            at += size == 0 ? 1 : size;
        }
        text_.append("\"");
    }

    void add(const char* key, long long value) { add_plain(key, format_unchecked("%lld", value)); }
    void add_unsigned(const char* key, unsigned long long value) {
        add_plain(key, format_unchecked("%llu", value));
    }

    void add_plain(const char* key, const std::string& value) {
        begin(key);
        text_.append(value);
    }

    void add(const char* key, const bound_value& value) {
        const bool is_finite = value.kind != bound_value::real ||
                               (value.real_value - value.real_value == 0);
        if (value.kind == bound_value::real && is_finite)
            add_plain(key, format_unchecked("%.17g", value.real_value));
        else if (value.kind == bound_value::real)
            add(key, text_ref(value.real_value > 0   ? "inf"
                              : value.real_value < 0 ? "-inf"
                                                     : "nan"));
        else if (value.kind != bound_value::none)
            add_plain(key, value.text());
    }

    void add(const call_site& at) {
        if (!at.known())
            return;
        add("file", text_ref(at.file()));
        add("line", static_cast<long long>(at.line()));
        if (at.column() != 0)
            add("column", static_cast<long long>(at.column()));
    }

    const std::string& finish() {
        text_.append("}");
        return text_;
    }

private:
    std::string text_;

    void begin(const char* key) {
        text_.append(text_.size() > 1 ? ",\"" : "\"").append(key).append("\":");
    }
};

TESTLIB_RARE_CODE_END

}  // namespace testlib_detail

// ==== TRACE: the program explains itself to a tool that asks =======================================
//
// TESTLIB_TRACE names a file, or a descriptor as "fd:3". Records are lines of JSON; with
// TESTLIB_TRACE_FORMAT=bin they are packed, because the reads of a large input are many:
//   "TLT\1", then records that begin with a number (seven bits a byte, the lowest first)
//   0  a JSON record: its length and its text
//   1  a kind of read: its number and, as above, its description in JSON
//   2  the number of the test case that begins, plus one
//   3  so many reads of one stream, each of the kind that last came after the kind before it there,
//      each beginning where the one before ended; their values stand in the input
//   n  a read of kind n - 4: how many bytes lie between it and the read of its stream before; then
//      the value of an integer (signs folded into the lowest bit), the eight bytes of a real number
//      and how many bytes it took, or how many bytes a text took, the end of a line included

namespace testlib_detail {

#ifdef TESTLIB_GENERATIVE
long long last_choice();
#endif

// Names of reads, each at one place so that comparing addresses is enough.
const char* const op_char = "char";
const char* const op_space = "space";
const char* const op_eoln = "eoln";

// What is open to the tool, and what was counted.
struct trace {
    int descriptor = -1;
    bool reads = false;
    bool bounds = false;  // Of the variables of a validator, in the end, and nothing of its reads.
    bool packed = false;
    const InStream* stream = nullptr;  // Where the verdict comes from.
    bool told_verdict = false;
    unsigned long long seed = 0;
    // What generators have to add in the end, and checkers to a wrong answer.
    void (*tell_more)() = nullptr;
    void (*tell_difference)() = nullptr;
    unsigned long long read_count = 0;
    int kind_count = 0;
    int test_case = no_test_case;
    struct option {
        std::string key;
        const char* type;
        std::string fallback;
        bool has_fallback;
        option* next;
    }* options = nullptr;

    stream_record* in_run = nullptr;  // Has reads that are counted and not yet written.

    static const size_t room = 1 << 16;
    char buffer[room + 128];
    size_t used = 0;

    TESTLIB_RARE trace() {}

    TESTLIB_RARE void flush() {
        size_t done = 0;
        while (done < used) {
#ifdef _WIN32
            const int wrote = _write(descriptor, buffer + done, static_cast<unsigned>(used - done));
#else
            const ssize_t wrote = ::write(descriptor, buffer + done, used - done);
#endif
            if (wrote < 0 && errno == EINTR)
                continue;
            if (wrote <= 0)
                break;
            done += static_cast<size_t>(wrote);
        }
        used = 0;
    }

    TESTLIB_RARE void put(const char* data, size_t size) {
        while (size > 0) {
            if (used >= room)
                flush();
            const size_t part = std::min(size, room - used);
            std::memcpy(buffer + used, data, part);
            used += part;
            data += part;
            size -= part;
        }
    }

    // The buffer has room behind its end for a few numbers, so that they need no look at it each.
    TESTLIB_RARE void put_number(unsigned long long value) {
        while (value >= 128) {
            buffer[used++] = static_cast<char>(value | 128);
            value >>= 7;
        }
        buffer[used++] = static_cast<char>(value);
    }

    TESTLIB_RARE void end_run();

    TESTLIB_RARE void put_text(int kind, const std::string& text) {
        if (used >= room)
            flush();
        put_number(static_cast<unsigned long long>(kind));
        put_number(text.size());
        put(text.data(), text.size());
    }

    TESTLIB_RARE void record(const std::string& text) {
        if (packed) {
            end_run();
            put_text(0, text);
        } else {
            put(text.data(), text.size());
            put("\n", 1);
        }
    }
};

}  // namespace testlib_detail

// ==== RECORD: what is remembered of reads, and told of them ==================================

namespace testlib_detail {

// What is remembered of the reads of a stream.
class stream_record {
public:
    TESTLIB_RARE stream_record(trace& to, InStream& stream, const char* stream_name)
        : trace_(to),
          stream_(stream),
          stream_name_(stream_name),
          keeps_text_(state().mode == _checker) {
        stream.record_ = this;
    }

    TESTLIB_SMALL static stream_record* of(const InStream& stream) { return stream.record_; }
    static void detach(InStream& stream) { stream.record_ = nullptr; }

    // Whether a read is the one that came after the last one before, too. Most reads of a loop are,
    // and of those nothing but their number is kept.
    TESTLIB_NOINLINE bool follows(const char* op, unsigned long long low,
                                  unsigned long long high, const text_ref& name) {
        kind_of_read* const kind = expected_kind_;
        if (kind == nullptr || !stream_.strict)
            return false;
        if (!kind->at.is(stream_.at_) || kind->op != op || kind->low.integer != low ||
            kind->high.integer != high || kind->name.size != name.size)
            return false;
        for (size_t i = 0; i < name.size; ++i)
            if (kind->name.data[i] != name.data[i])
                return false;
        current_ = kind;
        reading_ = true;
        start_ = stream_.reader->offset();
        return true;
    }

    void advance() {
        reading_ = false;
        ++run_;
        expected_kind_ = current_->successor;
        if (expected_kind_ == nullptr)
            leave_run();
    }

    // Something is consumed that no read tells of.
    void disturb() {
        if (expected_kind_ == nullptr)
            return;
        expected_kind_ = nullptr;
        leave_run();
    }

    // A character, a line, or the end of one of them.
    TESTLIB_RARE void begin(const char* op, const text_ref& name = text_ref(),
                            const pattern* shape = nullptr) {
        begin(op, name, shape, false, bound_value(), bound_value());
    }

    TESTLIB_RARE void begin_token(const char* op, const text_ref& name, const pattern* shape) {
        if (!stream_.strict)
            stream_.skipBlanks();
        begin(op, name, shape, false, bound_value(), bound_value());
    }

    TESTLIB_RARE void begin_number(const char* op, const text_ref& name, bool bounded,
                                   const bound_value& low, const bound_value& high) {
        if (!stream_.strict)
            stream_.skipBlanks();
        begin(op, name, nullptr, bounded, low, high);
    }

    // What a read wanted and what stood there instead.
    TESTLIB_RARE void found(const char* expected, const text_ref& text) {
        expected_.assign(expected);
        found_.assign(compress(text.str()).c_str());
        has_found_ = true;
    }

    TESTLIB_RARE void found_character(char expected, char instead) {
        const char text[] = {expected, '\0'};
        found(text, text_ref(&instead, 1));
    }

    TESTLIB_RARE void found_next(const char* expected) {
        const int next = stream_.peek();
        const char c = static_cast<char>(next);
        found(expected, next == end_of_input ? text_ref("") : text_ref(&c, 1));
        if (next == end_of_input)
            found_.assign("end of file");
    }

    TESTLIB_RARE void end_text(const text_ref& text) {
        end_read(bound_value(), text.size);
        if (keeps_text_)
            text_.assign(text.data, std::min(text.size, size_t(64)));
    }

    TESTLIB_RARE void end_number(const bound_value& value) { end_read(value, 0); }

    // The place of the last read, and what it was about if it is still going on.
    TESTLIB_RARE void describe(json_object& object) const {
        if (current_ == nullptr)
            return;
        object.add("stream", text_ref(stream_name_, 3));
        object.add("offset", start_);
        if (stream_.reader != nullptr && stream_.reader->line_of(start_) != unknown_line) {
            object.add("in_line", static_cast<long long>(stream_.reader->line_of(start_)));
            if (stream_.reader->column_of(start_) >= 0)
                object.add("in_column", stream_.reader->column_of(start_) + 1);
        }
        if (!reading_)
            return;
        current_->describe(object);
        if (has_found_) {
            object.add("expected", text_ref(expected_));
            object.add("found", text_ref(found_));
        }
    }

    // What was last read whole, as far as a person wants to see it.
    TESTLIB_SMALL bool has_read() const { return current_ != nullptr && !reading_; }
    long long offset() const { return start_; }
    TESTLIB_RARE std::string text() const {
        return value_.kind == bound_value::none
                   ? text_
                   : value_.kind == bound_value::real ? format_unchecked("%.17g", value_.real_value)
                                                      : value_.text();
    }

    // Writes how many reads went as expected.
    TESTLIB_RARE void write_run() {
        if (run_ == 0 || !trace_.reads)
            return;
        trace_.put_number(3);
        trace_.put_number(run_);
        trace_.read_count += run_;
        run_ = 0;
    }

private:
    // What reads of a loop have in common, which are those that differ in values alone.
    struct kind_of_read {
        call_site at;
        const char* op;
        text_ref name;
        bool bounded;
        bound_value low;
        bound_value high;
        const pattern* shape;
        bool lasts;  // Can be told from others later, too.
        char kept_name[40];
        int number;
        kind_of_read* successor;  // What came next the last time.

        TESTLIB_RARE bool is_like(const kind_of_read& other) const {
            return op == other.op && at.is(other.at) && lasts && other.lasts &&
                   name.is(other.name) && bounded == other.bounded &&
                   low.same_number(other.low) && high.same_number(other.high);
        }

        // The text of a name may be another one by the next read.
        TESTLIB_RARE void keep_name() {
            if (!lasts)
                return;
            std::memcpy(kept_name, name.data, name.size);
            name.data = kept_name;
        }

        TESTLIB_RARE void describe(json_object& object) const {
            object.add("op", text_ref(op, std::strlen(op)));
            if (!name.empty())
                object.add("name", name);
            if (bounded) {
                object.add("lo", low);
                object.add("hi", high);
            }
            if (shape != nullptr)
                object.add("pattern", text_ref(shape->src()));
        }
    };
    static const size_t kinds = 64;

    trace& trace_;
    InStream& stream_;
    const char* stream_name_;
    bool keeps_text_;
    bool reading_ = false;
    bool has_found_ = false;
    kind_of_read asked_ = {};                // What the read asks for.
    kind_of_read* current_ = nullptr;        // The kind of the last read.
    // The kind that the next one is likely to be; none without a reader to foresee it of.
    kind_of_read* expected_kind_ = nullptr;
    kind_of_read* last_ = nullptr;           // The kind before, for what comes after it.
    unsigned long long run_ = 0;
    long long start_ = 0;
    long long end_ = 0;
    long long last_end_ = 0;
    bound_value value_;
    std::string text_;
    std::string expected_;
    std::string found_;
    kind_of_read known_[kinds] = {};

    stream_record(const stream_record&);
    stream_record& operator=(const stream_record&);

    TESTLIB_RARE void begin(const char* op, const text_ref& name, const pattern* shape,
                            bool bounded, const bound_value& low, const bound_value& high) {
        disturb();
        asked_.at = stream_.at_;
        asked_.op = op;
        asked_.name = name;
        asked_.bounded = bounded;
        asked_.low = low;
        asked_.high = high;
        asked_.shape = shape;
        asked_.lasts = shape == nullptr && name.size <= sizeof(asked_.kept_name);
        current_ = &asked_;
        reading_ = true;
        has_found_ = false;
        start_ = stream_.reader == nullptr ? 0 : stream_.reader->offset();
    }

    TESTLIB_RARE void end_read(const bound_value& value, size_t size) {
        reading_ = false;
        value_ = value;
        end_ = stream_.reader == nullptr ? 0 : stream_.reader->offset();
        if (trace_.reads)
            note(size);
        else if (stream_.strict && asked_.lasts)
            note_kind();
        else
            last_ = nullptr;
        last_end_ = end_;
    }

    TESTLIB_RARE void note(size_t size) {
        if (trace_.packed)
            note_kind();
        else
            note_line(size);
        ++trace_.read_count;
    }

    TESTLIB_RARE void note_line(size_t size) {
        json_object object("read");
        asked_.describe(object);
        if (value_.kind == bound_value::none)
            object.add("len", static_cast<long long>(size));
        else
            object.add("value", value_);
        object.add("stream", text_ref(stream_name_, 3));
        object.add("offset", start_);
        object.add("len_bytes", end_ - start_);
        object.add(asked_.at);
        if (state().test_case != no_test_case)
            object.add("test_case", static_cast<long long>(state().test_case));
#ifdef TESTLIB_GENERATIVE
        if (last_choice() >= 0)
            object.add("choice", last_choice());
#endif
        trace_.record(object.finish());
    }

    // Where a kind is kept: in one of a few places, so that the kinds of a loop do not drive each
    // other out.
    TESTLIB_RARE kind_of_read& slot_of(const kind_of_read& kind) {
        const size_t tried = 8;
        const size_t first = kind.at.line() * 31 + kind.at.column() + (kind.op == op_space ? 7 : 0);
        for (size_t i = 0; i < tried; ++i) {
            kind_of_read& slot = known_[(first + i) % kinds];
            if (slot.op == nullptr || slot.is_like(kind))
                return slot;
        }
        return known_[(first + trace_.kind_count) % kinds];
    }

    // Writes the read, if reads are wanted, and learns what comes after the one before.
    TESTLIB_RARE void note_kind() {
        kind_of_read& kind = slot_of(asked_);
        const bool is_new = kind.op == nullptr || !kind.is_like(asked_);
        if (is_new) {
            forget(kind);
            kind = asked_;
            kind.keep_name();
            kind.number = trace_.kind_count++;
            kind.successor = nullptr;
        }
        if (trace_.reads)
            write_read(kind, is_new);
        if (last_ != nullptr)
            last_->successor = kind.lasts ? &kind : nullptr;
        // Where blanks are skipped, nothing is foreseen, nor where nothing can be read.
        if (stream_.strict && stream_.reader != nullptr)
            expected_kind_ = kind.successor;
        last_ = &kind;
    }

    // A kind makes room for another one.
    TESTLIB_RARE void forget(const kind_of_read& kind) {
        if (last_ == &kind)
            last_ = nullptr;
        for (size_t i = 0; i < kinds; ++i)
            if (known_[i].successor == &kind)
                known_[i].successor = nullptr;
    }

    TESTLIB_RARE void write_read(const kind_of_read& kind, bool is_new) {
        trace_.end_run();
        // Only the reads of one stream are counted at a time.
        if (trace_.in_run != nullptr && trace_.in_run != this)
            trace_.in_run->disturb();
        trace_.in_run = this;
        if (trace_.used >= trace::room)
            trace_.flush();
        if (is_new)
            write_kind(kind);
        if (state().test_case != trace_.test_case) {
            trace_.test_case = state().test_case;
            trace_.put_number(2);
            trace_.put_number(static_cast<unsigned long long>(trace_.test_case + 1));
        }
        trace_.put_number(static_cast<unsigned long long>(kind.number) + 4);
        trace_.put_number(folded(start_ - last_end_));
        put_value();
    }

    TESTLIB_RARE void write_kind(const kind_of_read& kind) {
        json_object object(nullptr);
        object.add("stream", text_ref(stream_name_, 3));
        kind.describe(object);
        object.add(kind.at);
        trace_.put_number(1);
        trace_.put_number(static_cast<unsigned long long>(kind.number));
        const std::string& text = object.finish();
        trace_.put_number(text.size());
        trace_.put(text.data(), text.size());
    }

    // What follows is not known from what followed before.
    TESTLIB_RARE void leave_run() {
        if (current_ != &asked_)
            last_ = current_;
        last_end_ = stream_.reader->offset();
    }

    TESTLIB_RARE void put_value() {
        if (value_.kind == bound_value::real) {
            trace_.put(reinterpret_cast<const char*>(&value_.real_value), sizeof(double));
            trace_.put_number(static_cast<unsigned long long>(end_ - start_));
        } else if (value_.kind == bound_value::signed_integer) {
            trace_.put_number(folded(static_cast<long long>(value_.integer)));
        } else if (value_.kind == bound_value::unsigned_integer) {
            trace_.put_number(value_.integer);
        } else {
            trace_.put_number(static_cast<unsigned long long>(end_ - start_));
        }
    }

    TESTLIB_SMALL static unsigned long long folded(long long value) {
        return (static_cast<unsigned long long>(value) << 1) ^
               static_cast<unsigned long long>(value < 0 ? -1LL : 0LL);
    }
};

TESTLIB_RARE TESTLIB_BODY void trace::end_run() {
    if (in_run != nullptr)
        in_run->write_run();
}

}  // namespace testlib_detail

// ==== EXPLAIN: verdicts, generators and the end of a record ==================================

namespace testlib_detail {

TESTLIB_RARE_CODE

TESTLIB_BODY const char* verdict_word(TResult result) {
    switch (result) {
        case _ok: return "ok";
        case _wa: return "wa";
        case _pe: return "pe";
        case _dirt: return "dirt";
        case _points: return "points";
        case _unexpected_eof: return "unexpected_eof";
        default: return result >= _partially ? "partially" : "fail";
    }
}

// Opens the record if a tool asks for one.
TESTLIB_BODY void trace_begin() {
    const char* const where = std::getenv("TESTLIB_TRACE");
    if (where == nullptr || *where == '\0' || state().tracing != nullptr)
        return;
    const char* const level = std::getenv("TESTLIB_TRACE_LEVEL");
    const char* const form = std::getenv("TESTLIB_TRACE_FORMAT");
    trace* const opened = new trace();
    if (std::strncmp(where, "fd:", 3) == 0)
        opened->descriptor = std::atoi(where + 3);
    else if (FILE* const file = testlib_fopen_(where, "wb"))
        opened->descriptor = file_descriptor(file);
    if (opened->descriptor < 0) {
        delete opened;
        return;
    }
    opened->reads = level != nullptr && std::strcmp(level, "reads") == 0;
    opened->bounds = level != nullptr && std::strcmp(level, "bounds") == 0;
    opened->packed = form != nullptr && std::strcmp(form, "bin") == 0;
    if (opened->packed)
        opened->put("TLT\1", 4);
    state().tracing = opened;
    if (opened->bounds) {
        state().validator.variables().keep_extremes();
        return;
    }
    new stream_record(*opened, state().inf, "inf");
    new stream_record(*opened, state().ouf, "ouf");
    new stream_record(*opened, state().ans, "ans");
}

// The stream in which a verdict first comes up decides it.
TESTLIB_BODY void trace_deciding_stream(const InStream& stream) {
    trace* const open = state().tracing;
    if (open != nullptr && open->stream == nullptr)
        open->stream = &stream;
}

// Reads of another test case are not those that were expected.
TESTLIB_BODY void begin_test_case(int test_case) {
    state().test_case = test_case;
    InStream* const streams[] = {&state().inf, &state().ouf, &state().ans};
    for (size_t i = 0; i < sizeof(streams) / sizeof(streams[0]); ++i)
        if (stream_record::of(*streams[i]) != nullptr)
            stream_record::of(*streams[i])->disturb();
}

TESTLIB_BODY void trace_difference() {
    const stream_record* const ouf = stream_record::of(state().ouf);
    const stream_record* const ans = stream_record::of(state().ans);
    if (!ouf->has_read() || !ans->has_read())
        return;
    json_object object("differ");
    object.add("ouf_offset", ouf->offset());
    object.add("ans_offset", ans->offset());
    object.add("ouf", text_ref(ouf->text()));
    object.add("ans", text_ref(ans->text()));
    state().tracing->record(object.finish());
}

TESTLIB_BODY void trace_verdict(TResult result, const std::string& message) {
    trace* const open = state().tracing;
    if (open == nullptr || open->told_verdict)
        return;
    open->told_verdict = true;
    json_object object("fail");
    object.add("verdict", text_ref(verdict_word(result)));
    object.add("message", text_ref(message));
    object.add(state().deciding_call);
    // What a validator or a generator finds wrong by itself is about the input, as far as it was
    // read.
    const InStream& said = open->stream == nullptr ? state().ouf : *open->stream;
    const InStream& about =
        state().mode == _validator || said.mode == _input ? state().inf : said;
    const stream_record* const record = stream_record::of(about);
    if (record != nullptr)
        record->describe(object);
    if (state().test_case != no_test_case)
        object.add("test_case", static_cast<long long>(state().test_case));
    open->record(object.finish());
    if ((result == _wa || result == _pe) && open->tell_difference != nullptr)
        open->tell_difference();
    open->flush();
}

TESTLIB_BODY void trace_generator() {
    const trace& open = *state().tracing;
    json_object object("gen");
    object.add_unsigned("seed", open.seed);
    object.add_unsigned("draws", state().rnd.steps());
    std::string options;
    for (const trace::option* i = open.options; i != nullptr; i = i->next) {
        json_object option(nullptr);
        option.add("key", text_ref(i->key));
        option.add("type", text_ref(i->type));
        if (i->has_fallback)
            option.add("default", text_ref(i->fallback));
        TestlibOpt* const given = option_table(state().options.by_key).find(i->key);
        if (given != nullptr)
            option.add("value", text_ref(given->value));
        options.append(options.empty() ? "[" : ",").append(option.finish());
    }
    object.add_plain("options", options.append(options.empty() ? "[]" : "]"));
    state().tracing->record(object.finish());
}

// A bound that was another one in another read is left out.
TESTLIB_BODY void trace_bounds() {
    const variable_record* i = state().validator.variables().records();
    for (; i != nullptr; i = i->next) {
        if (!i->bounded)
            continue;
        json_object object("bounds");
        object.add("name", text_ref(i->shown));
        if (i->lower.known())
            object.add("lo", i->lower.value());
        if (i->upper.known())
            object.add("hi", i->upper.value());
        object.add_plain("lo_hit", i->hit.minHit ? "true" : "false");
        object.add_plain("hi_hit", i->hit.maxHit ? "true" : "false");
        if (i->least.kind != bound_value::none) {
            object.add("min", i->least);
            object.add("max", i->greatest);
            if (i->has_sum)
                object.add("sum", i->sum);
        }
        object.add(i->at);
        state().tracing->record(object.finish());
    }
}

TESTLIB_BODY void trace_end() {
    trace* const open = state().tracing;
    if (open == nullptr)
        return;
    if (open->bounds)
        trace_bounds();
    if (open->tell_more != nullptr)
        open->tell_more();
    open->end_run();
    json_object object("end");
    object.add_unsigned("reads", open->read_count);
    object.add("exit_code", static_cast<long long>(state().exit_code));
    open->record(object.finish());
    open->flush();
}

TESTLIB_BODY void note_option(const std::string& key, const char* type,
                              const std::string* fallback) {
    trace* const open = state().tracing;
    if (open == nullptr)
        return;
    trace::option** place = &open->options;
    while (*place != nullptr && (*place)->key != key)
        place = &(*place)->next;
    if (*place == nullptr) {
        *place = new trace::option();
        (*place)->key = key;
    }
    (*place)->type = type;
    if (fallback != nullptr) {
        (*place)->fallback = *fallback;
        (*place)->has_fallback = true;
    }
}

TESTLIB_RARE_CODE_END

}  // namespace testlib_detail

// ==== GENERATIVE: a validator that writes an input instead of reading one ===========================
//
// Built with TESTLIB_GENERATIVE, an unmodified validator runs backwards: each read first makes up
// what will be read, hands it to the stream, and then reads and checks it as always. What is made
// up is a string of choices, the offset of every value within its bounds, so that the same choices
// give the same input. When a check fails, the program is run again with most of the choices kept:
// registerValidation forks a process for every attempt and never returns in the first one.
//
//   TESTLIB_CHOICES=PATH      choices to begin with; fresh ones follow
//   TESTLIB_SEED=N            the source of fresh choices
//   TESTLIB_POLICY=PATH       how values are chosen, see the policies below
//   TESTLIB_CHOICES_OUT=PATH  where the choices that were accepted are written
//   TESTLIB_COUNT=N           write up to N inputs, each behind a line with its size in bytes; where
//                             choices are given, those behind the first differ in some of them
//   TESTLIB_EXHAUSTIVE=L      no choices and no chance: up to TESTLIB_COUNT of all inputs, in order,
//                             in which each number is one of the L first that its bounds allow,
//                             those around zero where both signs are allowed, and likewise letters,
//                             lengths, alternatives of a pattern, rounds of what reads to an end
//   TESTLIB_MAX_DRAWS, TESTLIB_MAX_SIZE (in bytes)          bounds of an attempt
//   TESTLIB_MAX_RETRIES, TESTLIB_MAX_SECONDS                bounds of the search
//
// The input is written to the standard output. Exit codes: 0 accepted, 10 no attempt met all
// checks, 11 only the limit of the size stood in the way.

#ifdef TESTLIB_GENERATIVE
#ifdef _WIN32
#error "TESTLIB_GENERATIVE needs fork, which this system does not have"
#endif

namespace testlib_detail {

// How values are chosen at the call sites of an attempt. A mood is what repeated reads have in
// common; the plain policies are drawn for each call site.
enum policy_kind {
    policy_small,      // Close to the lower bound, within the scale.
    policy_uniform,    // Anywhere within the bounds.
    policy_low,        // The lower bound.
    policy_high,       // The upper bound.
    policy_near_high,  // Close to the upper bound.
    policy_ends,       // One of the bounds.
    policy_magnitude,  // Any number of digits is as likely as any other.
    policy_constant,   // The same value all the time.
    policy_few,        // Few distinct values, the first ones more often.
    policy_distinct,   // A value that this loop has not had.
    policy_ascending,  // Not below the value before.
    policy_descending,
    policy_repeat,     // The value of the read before, wherever it was, or next to it.
    policy_after,      // Above the value of the read before.
    policy_before,     // Below the value of the read before.
    policy_index,      // One more than how often the loop was here.
    policy_parent,     // Below the index.
    policy_other,      // Not the value of the read before.
    policy_mountain,   // One more each time up to the middle, then one less.
    policy_valley,     // One less each time up to the middle, then one more.
    policy_powers,     // A power of two, or the number beside one.
    policy_buckets,    // Multiples of how many buckets hash tables of the standard library have.
    policy_count
};

// Which of several choices of one read is meant.
enum choice_part {
    part_value,
    part_magnitude,
    part_sign,
    part_length,
    part_letter,
    part_branch,
    part_end,
    part_word
};

// What structures look like that several reads make.
enum shape_kind {
    shape_none,
    shape_any,
    // Of trees, then of graphs.
    shape_path,
    shape_star,
    shape_caterpillar,
    shape_broom,
    shape_binary,
    shape_random,
    shape_cycle,
    shape_bipartite,
    shape_cliques,
    // Of texts.
    shape_letter,
    shape_alternating,
    shape_periodic,
    shape_palindrome,
    shape_thue_morse,
    shape_last,
    // Of sequences.
    shape_sawtooth,
    shape_skewed,
    // Of intervals, of both, of points.
    shape_nested,
    shape_chained,
    shape_equal,
    shape_line,
    shape_grid,
    // Of the sizes of test cases.
    shape_tiny,
    shape_full,
    shape_same,
    shape_count
};

// What two reads are that alternate in a loop.
enum pair_kind { pair_unknown, pair_edges, pair_intervals, pair_points, pair_none };

// A place that reads, as far as earlier attempts have got to know it.
struct site_memory {
    unsigned key;
    bool repeated;      // Read several times in an attempt.
    bool first_of_pair; // The next read, elsewhere, has the same bounds.
    bool wants_distinct;
    pair_kind pair;         // With the read behind it.
    bool second_of_pair;
    bool starts_at_first;   // The second of a pair has the first as its lower bound.
    bool grows;             // The upper bound is one more each time.
    unsigned gap;           // How many reads there are from one time in a loop to the next.
    // Characters that something could follow.
    unsigned char good[16];
    unsigned char good_count;
};

// A choice: where its bytes begin, and which place made it.
struct draw_record {
    unsigned offset;
    unsigned site;
};

// A decision of an attempt that is one of all small ones, see ODOMETER.
struct odometer_digit {
    unsigned value;
    unsigned count;
    unsigned site;  // Of a character about which nothing is known, else zero.
};

// Any printable character, and the end of a line.
const size_t characters = 96;
const unsigned char line_end_choice = 95;

enum attempt_end {
    attempt_running,
    attempt_accepted,
    attempt_refused,
    attempt_too_large,
    attempt_recognised  // It came to know a structure whose first values it had chosen without.
};

// What the searching process and the attempts share.
struct search_memory {
    static const size_t sites = 1024;
    static const size_t words = 64;
    static const size_t word_size = 32;

    attempt_end end;
    size_t choice_size;
    size_t draw_count;
    size_t input_size;
    size_t digit_count;
    bool has_unknown_texts;  // Of which words are tried that conditions mention.
    site_memory known[sites];
    // Words, characters and numbers that stand in conditions that failed.
    char dictionary[words][word_size];
    size_t word_count;
};

// A small fast generator, apart from rnd, which the validator may use itself.
class choice_source {
public:
    explicit choice_source(unsigned long long seed) : state_(seed * 2 + 1) { next(); }

    unsigned long long next() {
        state_ += 0x9E3779B97F4A7C15ULL;
        unsigned long long mixed = state_;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
        return mixed ^ (mixed >> 31);
    }

    // A number below n; n is zero for all 64 bits.
    unsigned long long below(unsigned long long n) { return n == 0 ? next() : next() % n; }
    bool chance(unsigned in_hundred) { return below(100) < in_hundred; }

private:
    unsigned long long state_;
};

// Policies that a file sets for a call site, by "file:line:column", or for a variable, by name.
struct site_policy {
    std::string place;
    int kind = -1;
    int shape = shape_none;
    bool has_low = false;
    bool has_high = false;
    long long low = 0;
    long long high = 0;
    site_policy* next = nullptr;
};

// One attempt: what it may use, and what it has made up so far.
struct generation {
    search_memory* memory = nullptr;
    unsigned char* choices = nullptr;  // Shared, like the rest of the results.
    draw_record* draws = nullptr;
    char* input = nullptr;
    odometer_digit* digits = nullptr;
    unsigned long long values_each = 0;  // Where all small inputs are asked for, else zero.
    size_t digits_given = 0;
    size_t max_draws = 0;
    size_t max_size = 0;

    site_policy* policies = nullptr;
    long long fixed_scale = 0;  // Set by the file.
    int fixed_shape = shape_none;
    bool asks_shapes = false;  // By their names.

    // Of this attempt.
    choice_source source = choice_source(1);
    unsigned long long site_seed = 0;
    unsigned long long shape_seed = 0;  // Of this attempt and of others that begin alike.
    size_t replayed = 0;  // So many bytes of the choices are given.
    long long scale = 3;
    unsigned mood = 0;
    bool running = false;
};

TESTLIB_BODY generation& the_generation() {
    static generation the_one;
    return the_one;
}

// Ends an attempt; the searching process goes on from here.
NORETURN TESTLIB_BODY void end_attempt(attempt_end end) {
    the_generation().memory->end = end;
    std::_Exit(0);
}

// The offset in the choices of the value that was made up last.
TESTLIB_BODY long long last_choice() {
    const search_memory* const memory = the_generation().memory;
    if (memory == nullptr || memory->draw_count == 0)
        return -1;
    return the_generation().draws[memory->draw_count - 1].offset;
}

// Makes a choice below n, which is zero for all 64 bits: the one that is given, else `fresh`.
TESTLIB_BODY unsigned long long choose(unsigned site, unsigned long long n,
                                       unsigned long long fresh) {
    generation& run = the_generation();
    search_memory& memory = *run.memory;
    if (memory.draw_count >= run.max_draws || memory.choice_size + 8 > run.max_draws * 8)
        end_attempt(attempt_too_large);
    const draw_record draw = {static_cast<unsigned>(memory.choice_size), site};
    run.draws[memory.draw_count++] = draw;
    unsigned long long value = fresh;
    size_t bytes = 0;
    for (unsigned long long rest = n - 1; rest != 0; rest >>= 8)
        ++bytes;
    if (memory.choice_size + bytes <= run.replayed) {
        value = 0;
        for (size_t i = 0; i < bytes; ++i)
            value = value << 8 | run.choices[memory.choice_size + i];
        if (n != 0)
            value %= n;
    }
    for (size_t i = 0; i < bytes; ++i)
        run.choices[memory.choice_size++] =
            static_cast<unsigned char>(value >> (8 * (bytes - 1 - i)));
    return value;
}

// Whether the next choice is a fresh one.
TESTLIB_BODY bool is_fresh() {
    return the_generation().memory->choice_size >= the_generation().replayed;
}

}  // namespace testlib_detail
#endif  // TESTLIB_GENERATIVE

// ==== GENERATIVE, SHAPES: trees, graphs, pairs, sequences and texts that are hard on programs ========

#ifdef TESTLIB_GENERATIVE
namespace testlib_detail {

// The shape that a structure takes: the one asked for if the structure can take it, any of its own
// where any is asked for, and none otherwise.
TESTLIB_BODY int fitting_shape(int asked, int first, int last, unsigned long long seed) {
    if (asked == shape_any)
        return first + static_cast<int>(choice_source(seed).below(
                           static_cast<unsigned long long>(last - first + 1)));
    return first <= asked && asked <= last ? asked : int(shape_none);
}

// Vertices 0, 1, … of which each but the first hangs below one before it.
struct tree_form {
    int shape = shape_random;
    size_t vertices = 0;
    size_t clique = 0;  // The size of each of two cliques.
    unsigned long long seed = 0;

    size_t parent(size_t vertex) const {
        switch (shape) {
            case shape_path:
            case shape_cycle: return vertex - 1;
            case shape_star: return 0;
            case shape_caterpillar: return vertex % 2 == 1 ? vertex - 1 : vertex - 2;
            case shape_broom: {
                const size_t handle = std::max(vertices / 2, size_t(1));
                return std::min(vertex, handle) - 1;
            }
            case shape_binary: return (vertex - 1) / 2;
            // Vertices of odd and of even number are the two sides.
            case shape_bipartite:
                return vertex % 2 == 1 ? 2 * below(vertex, (vertex + 1) / 2)
                                       : 2 * below(vertex, vertex / 2) + 1;
            // A star in each clique, one edge between them, and a path to what is left.
            case shape_cliques:
                return vertex <= clique ? 0 : vertex < 2 * clique ? clique : vertex - 1;
            default: return below(vertex, vertex);
        }
    }

    // Whether an edge beside those of the tree suits the shape.
    bool suits(size_t a, size_t b) const {
        if (shape == shape_bipartite)
            return a % 2 != b % 2;
        return shape != shape_cliques || (std::max(a, b) < 2 * clique &&
                                          (a < clique) == (b < clique));
    }

private:
    size_t below(size_t vertex, size_t limit) const {
        choice_source own(seed ^ (vertex * 0x9E3779B97F4A7C15ULL));
        return static_cast<size_t>(own.below(limit));
    }
};

TESTLIB_BODY std::vector<size_t> shuffled_numbers(size_t count, size_t fixed,
                                                  choice_source& source) {
    std::vector<size_t> numbers(count);
    for (size_t i = 0; i < count; ++i)
        numbers[i] = i;
    for (size_t i = count; i > fixed + 1; --i)
        std::swap(numbers[i - 1], numbers[fixed + size_t(source.below(i - fixed))]);
    return numbers;
}

// The edges of a graph, one after the other: first those of a tree, then others without loops and
// repetitions as long as there are any. Edges that it did not make are taken into account: what
// follows makes a tree of them if that is possible. Vertices are numbers from zero.
class edge_plan {
public:
    edge_plan(int shape, size_t vertices, size_t edges, unsigned long long seed)
        : source_(seed) {
        form_.shape = shape;
        form_.vertices = vertices;
        form_.seed = seed;
        form_.clique = clique_size(vertices, edges);
        // Some validators want each edge to lead from the vertex of the smaller number.
        const bool keeps_numbers = source_.chance(30);
        label_ = shuffled_numbers(vertices, keeps_numbers ? vertices : 0, source_);
        const unsigned long long way = source_.below(4);
        direction_ = way == 0 ? forward : way == 1 ? backward : either;
        leader_ = shuffled_numbers(vertices, vertices, source_);
    }

    ~edge_plan() { delete known_; }

    void next(size_t& a, size_t& b, choice_source& source) {
        for (; at_ < form_.vertices; ++at_) {
            const size_t parent = form_.parent(at_);
            if (root(label_[parent]) != root(label_[at_])) {
                choice_source own(form_.seed + at_);
                direct(parent, at_, a, b, own);
                return;
            }
        }
        size_t low = 0, high = 1;
        draw_further(low, high, source);
        direct(std::min(low, high), std::max(low, high), a, b, source);
    }

    // The other end of an edge of which one end is given.
    size_t partner(size_t a, choice_source& source) {
        size_t from = 0, to = 0;
        next(from, to, source);
        if (a == from || a == to)
            return a == from ? to : from;
        for (int i = 0; i < 64; ++i) {
            const size_t other = static_cast<size_t>(source.below(form_.vertices));
            if (root(other) != root(a))
                return other;
        }
        const size_t other = static_cast<size_t>(source.below(form_.vertices - 1));
        return other < a ? other : other + 1;
    }

    void record(size_t a, size_t b) {
        leader_[root(a)] = root(b);
        insert(a, b);
    }

private:
    enum direction { forward, backward, either };

    tree_form form_;
    choice_source source_;
    std::vector<size_t> label_;
    std::vector<size_t> leader_;  // Of the vertices that are connected.
    direction direction_ = either;
    size_t at_ = 1;               // The next vertex of the tree.
    std::vector<unsigned long long> edges_;
    drawn_set* known_ = nullptr;
    size_t room_ = 0;
    size_t scanned_from_ = 0, scanned_to_ = 0;
    bool is_full_ = false;

    edge_plan(const edge_plan&);
    edge_plan& operator=(const edge_plan&);

    // The cliques take what the tree leaves of the edges.
    static size_t clique_size(size_t vertices, size_t edges) {
        size_t size = vertices / 2;
        if (edges > vertices) {
            size = 1;
            while (size < vertices / 2 && (size - 1) * size < edges - vertices + 1)
                ++size;
            size = std::min(size + 1, vertices / 2);
        }
        return std::max(size, size_t(1));
    }

    size_t root(size_t vertex) {
        while (leader_[vertex] != vertex)
            vertex = leader_[vertex] = leader_[leader_[vertex]];
        return vertex;
    }

    // True for an edge that is new.
    bool insert(size_t a, size_t b) {
        if (known_ == nullptr || edges_.size() >= room_) {
            delete known_;
            room_ = std::max(size_t(64), 2 * room_);
            known_ = new drawn_set(room_);
            for (size_t i = 0; i < edges_.size(); ++i)
                known_->insert(edges_[i]);
        }
        const unsigned long long key = std::min(a, b) * 1ULL * form_.vertices + std::max(a, b);
        const bool is_new = known_->insert(key);
        if (is_new)
            edges_.push_back(key);
        return is_new;
    }

    void direct(size_t low, size_t high, size_t& a, size_t& b, choice_source& source) const {
        const bool turns = direction_ == backward || (direction_ == either && source.chance(50));
        a = label_[turns ? high : low];
        b = label_[turns ? low : high];
    }

    void draw_further(size_t& a, size_t& b, choice_source& source) {
        const size_t all = form_.vertices;
        a = all - 1;
        b = 0;
        if (form_.shape == shape_cycle && all > 2 && insert(label_[a], label_[b]))
            return;
        const size_t most = form_.shape == shape_cliques ? 2 * form_.clique : all;
        for (int i = 0; i < 64; ++i) {
            a = static_cast<size_t>(source.below(most));
            b = static_cast<size_t>(source.below(most));
            if (a != b && (is_full_ || (form_.suits(a, b) && insert(label_[a], label_[b]))))
                return;
        }
        scan(a, b);
    }

    // The first edge that is left.
    void scan(size_t& a, size_t& b) {
        for (; scanned_to_ < form_.vertices; ++scanned_to_, scanned_from_ = 0)
            for (; scanned_from_ < scanned_to_; ++scanned_from_) {
                a = scanned_from_;
                b = scanned_to_;
                if (form_.suits(a, b) && insert(label_[a], label_[b]))
                    return;
            }
        const bool was_any = form_.shape != shape_cliques && form_.shape != shape_bipartite;
        form_.shape = shape_random;
        scanned_from_ = scanned_to_ = 0;
        is_full_ = was_any;
        a = 0;
        b = 1;
        if (!was_any)
            scan(a, b);
    }
};

// Intervals or points, one after the other, as two numbers within the same bounds.
class pair_plan {
public:
    pair_plan(int shape, long long low, long long high, size_t count, unsigned long long seed)
        : shape_(shape), low_(low), width_(width_of(low, high)) {
        choice_source own(seed);
        const unsigned long long parts = std::max<unsigned long long>(1, count);
        is_wide_ = own.chance(50);
        gap_ = own.below(2);
        first_ = own.below(width_ + 1);
        second_ = first_ + own.below(width_ - first_ + 1);
        across_ = own.below(3);
        up_ = across_ == 0 ? 1 : own.below(3);
        while (side_ * side_ < parts)
            ++side_;
        const unsigned long long of_shape = shape == shape_nested  ? 2 * parts
                                            : shape == shape_grid ? side_
                                                                   : parts;
        step_ = is_wide_ ? std::max(width_ / of_shape, 1 + gap_) : 1 + gap_;
    }

    void next(long long& first, long long& second) {
        const unsigned long long k = count_++;
        unsigned long long a = first_, b = second_;
        if (shape_ == shape_nested) {
            const unsigned long long depth = k % (width_ / 2 / step_ + 1);
            a = depth * step_;
            b = width_ - a;
        } else if (shape_ == shape_chained) {
            a = width_ < step_ ? 0 : k % (width_ / step_) * step_;
            b = a + step_ - gap_;
        } else if (shape_ == shape_line) {
            a = k * across_;
            b = k * up_;
        } else if (shape_ == shape_grid) {
            a = k % side_ * step_;
            b = k / side_ * step_;
        }
        first = low_ + static_cast<long long>(a % (width_ + 1));
        second = low_ + static_cast<long long>(b % (width_ + 1));
    }

private:
    int shape_;
    long long low_;
    unsigned long long width_;
    unsigned long long count_ = 0;
    unsigned long long step_ = 1, gap_ = 0, first_ = 0, second_ = 0;
    unsigned long long across_ = 0, up_ = 0, side_ = 1;
    bool is_wide_ = false;

    // Products of what is within the bounds have to fit.
    static unsigned long long width_of(long long low, long long high) {
        const unsigned long long width =
            static_cast<unsigned long long>(high) - static_cast<unsigned long long>(low);
        return std::min(width, 1000000000000000000ULL);
    }
};

// Which of so many letters, from zero, stands at a place of a text.
TESTLIB_BODY size_t shaped_letter(int shape, size_t at, size_t size, size_t letters,
                                  unsigned long long seed) {
    choice_source own(seed);
    const size_t one = own.chance(50) ? 0 : static_cast<size_t>(own.below(letters));
    const size_t other = (one + 1) % letters;
    const size_t longest = std::max(size / 2, size_t(1));
    const size_t period = 1 + static_cast<size_t>(own.below(
                                  own.chance(50) ? std::min(longest, size_t(5)) : longest));
    const size_t used = own.chance(50) ? std::min(letters, size_t(2)) : letters;
    size_t bits = 0;
    for (size_t rest = at; rest != 0; rest &= rest - 1)
        ++bits;
    const size_t drawn = shape == shape_periodic ? at % period : std::min(at, size - 1 - at);
    switch (shape) {
        case shape_letter: return one;
        case shape_alternating: return at % 2 == 0 ? one : other;
        case shape_thue_morse: return bits % 2 == 0 ? one : other;
        case shape_last: return at + 1 == size ? other : one;
        // Periodic texts, and palindromes.
        default: return choice_source(seed + 1 + drawn).below(used);
    }
}

// A number of a sequence, as its distance from the lower bound.
TESTLIB_BODY unsigned long long shaped_number(int shape, unsigned long long at,
                                              unsigned long long width, unsigned long long seed,
                                              choice_source& source) {
    choice_source own(seed);
    if (shape == shape_skewed) {
        const unsigned long long common = own.chance(50) ? own.below(width + 1)
                                          : own.chance(50) ? width
                                                           : 0;
        return source.chance(95) ? common : source.below(width + 1);
    }
    const unsigned long long least = std::min(width, 1ULL);
    const unsigned long long most = std::min(width, own.chance(50) ? 9ULL : 999ULL);
    const unsigned long long teeth = least + own.below(most - least + 1);
    const unsigned long long step = teeth == 0 || own.chance(30) ? 1 : width / teeth;
    const unsigned long long place = at % (teeth + 1);
    return step * (own.chance(50) ? place : teeth - place);
}

}  // namespace testlib_detail
#endif  // TESTLIB_GENERATIVE

// ==== GENERATIVE, SITES: which value a read gets ====================================================

#ifdef TESTLIB_GENERATIVE
namespace testlib_detail {

// What happens at a call site in this attempt.
struct site_state {
    unsigned key = 0;
    int kind = policy_small;
    const site_policy* fixed = nullptr;
    size_t order = 0;          // Of its first read among those of all sites.
    long long visits = 0;      // Since the loop around it began anew.
    long long total = 0;
    size_t last_draw = 0;      // How many reads there had been at its last one.
    long long last = 0;
    long long constant = 0;
    bool has_constant = false;
    long long low = 0, high = 0;
    // Values of the loop, for distinct ones.
    drawn_set* seen = nullptr;
    size_t seen_count = 0;
    // Of the structure that its reads make, see STRUCTURES.
    std::string name;               // In small letters, without an index.
    site_state* second = nullptr;   // What was read right behind it and may be of the same pair.
    long long row = 0;              // Of its rounds, from zero.
    unsigned long long seed = 0;
    long long announced = 0;        // What was read before it began.
    edge_plan* edges = nullptr;
    pair_plan* pairs = nullptr;
    bool is_planned = false;
    long long planned_first = 0, planned_second = 0;
    std::vector<size_t> parents_of;
    site_state* next = nullptr;
};

// The reads of an attempt.
struct attempt_sites {
    static const size_t buckets = 256;
    site_state* table[buckets] = {};
    size_t count = 0;
    size_t reads = 0;
    size_t structures = 0;
    site_state* first = nullptr;
    site_state* previous = nullptr;  // The read before.
    long long previous_value = 0;
    long long previous_low = 0;
    long long previous_high = 0;
    // Lately read numbers that were read once, which may be lengths of what follows.
    static const size_t recent = 4;
    long long scalars[recent] = {};
    size_t scalar_count = 0;
};

TESTLIB_BODY attempt_sites& sites_of_attempt() {
    static attempt_sites the_sites;
    return the_sites;
}

// Numbers of call sites have to be the same in all attempts and in all builds of a source.
TESTLIB_BODY unsigned site_key(const call_site& at, unsigned part) {
    unsigned key = at.line() * 1000003u + at.column() * 8191u + part;
    for (const char* c = at.file(); *c != '\0'; ++c)
        key = key * 31u + static_cast<unsigned char>(*c);
    return key == 0 ? 1 : key;
}

TESTLIB_BODY site_memory& memory_of(unsigned key) {
    search_memory& memory = *the_generation().memory;
    size_t at = key % search_memory::sites;
    for (size_t i = 0; i < search_memory::sites; ++i) {
        site_memory& known = memory.known[at];
        if (known.key == 0)
            known.key = key;
        if (known.key == key)
            return known;
        at = (at + 1) % search_memory::sites;
    }
    return memory.known[key % search_memory::sites];
}

TESTLIB_BODY const site_policy* fixed_policy(const call_site& at, const text_ref& label) {
    const site_policy* found = nullptr;
    const std::string place =
        std::string(at.file()) + ":" + vtos(at.line()) + ":" + vtos(at.column());
    for (const site_policy* i = the_generation().policies; i != nullptr; i = i->next)
        if (i->place == place || (!label.empty() && i->place == label.str()))
            found = i;
    return found;
}

// What repeated reads have in common in an attempt.
TESTLIB_BODY int policy_of_mood(const site_memory& known, choice_source& source) {
    static const int per_site[] = {policy_uniform,  policy_small,     policy_distinct,
                                   policy_ascending, policy_after,     policy_before,
                                   policy_other,     policy_index,     policy_parent,
                                   policy_constant,  policy_descending, policy_few,
                                   policy_low,       policy_high,      policy_repeat,
                                   policy_magnitude, policy_ends,      policy_near_high};
    const size_t count = sizeof(per_site) / sizeof(per_site[0]);
    const int any = per_site[source.below(count)];
    if (known.wants_distinct && source.chance(60))
        return policy_distinct;
    switch (the_generation().mood) {
        case 0: return known.repeated && source.chance(50) ? policy_uniform : policy_small;
        case 1: return known.repeated ? policy_distinct : policy_small;
        case 2: return known.repeated ? policy_ascending : policy_small;
        // Edges of a tree: each vertex after the first with one before it.
        case 3: return known.first_of_pair ? policy_index : known.repeated ? policy_before
                                                                           : policy_small;
        case 4: return known.repeated ? policy_after : policy_small;
        case 5: return known.repeated ? policy_parent : policy_small;
        case 6: return known.repeated ? policy_low : policy_small;
        case 7: return known.repeated ? policy_high : policy_small;
        case 8: return known.repeated ? policy_other : policy_small;
        default: return known.repeated ? any : source.chance(75) ? policy_small : any;
    }
}

TESTLIB_BODY std::string plain_name(const text_ref& label) {
    std::string name;
    for (size_t i = 0; i < label.size && std::isalpha(static_cast<unsigned char>(label.data[i]));
         ++i)
        name += static_cast<char>(std::tolower(static_cast<unsigned char>(label.data[i])));
    return name;
}

// The state of the site of a read.
TESTLIB_BODY site_state& site_of(const call_site& at, unsigned part, const text_ref& label) {
    attempt_sites& sites = sites_of_attempt();
    const unsigned key = site_key(at, part);
    site_state** place = &sites.table[key % attempt_sites::buckets];
    while (*place != nullptr && (*place)->key != key)
        place = &(*place)->next;
    if (*place == nullptr) {
        site_state* const added = new site_state();
        added->key = key;
        added->order = sites.count++;
        if (sites.first == nullptr)
            sites.first = added;
        added->name = plain_name(label);
        added->fixed = fixed_policy(at, label);
        choice_source own(the_generation().site_seed ^ key);
        added->kind = added->fixed != nullptr && added->fixed->kind >= 0
                          ? added->fixed->kind
                          : policy_of_mood(memory_of(key), own);
        *place = added;
    }
    return **place;
}

// Makes a site ready for one more value.
TESTLIB_BODY void visit(site_state& site, long long low, long long high) {
    attempt_sites& sites = sites_of_attempt();
    site_memory& known = memory_of(site.key);
    // A loop inside another begins anew when something of the outer one was read in between, and
    // other bounds mean other values.
    const bool is_first_of_many = state().inf.readManyIteration == 1;
    const bool outer_was_read = sites.previous != nullptr && sites.previous != &site &&
                                sites.previous->order < site.order &&
                                sites.reads - site.last_draw > 1 && sites.previous->visits <= 1 &&
                                sites.previous->total > 1;
    const bool has_other_bounds = low != site.low || high < site.high;
    if (site.total > 0 && (is_first_of_many || outer_was_read || has_other_bounds)) {
        site.visits = 0;
        delete site.seen;
        site.seen = nullptr;
        site.seen_count = 0;
    }
    if (sites.previous != nullptr && sites.previous != &site && sites.previous_low == low &&
        sites.previous_high == high && high > low)
        memory_of(sites.previous->key).first_of_pair = true;
    ++site.visits;
    ++site.total;
    if (site.total > 1)
        known.repeated = true;
    site.low = low;
    site.high = high;
    site.last_draw = ++sites.reads;
}

TESTLIB_BODY unsigned long long distance(long long from, long long to) {
    return static_cast<unsigned long long>(to) - static_cast<unsigned long long>(from);
}

TESTLIB_BODY long long advanced(long long from, unsigned long long by) {
    return static_cast<long long>(static_cast<unsigned long long>(from) + by);
}

TESTLIB_BODY long long within(long long low, long long high, choice_source& source) {
    return low > high ? high : advanced(low, source.below(distance(low, high) + 1));
}

TESTLIB_BODY long long small_value(long long low, long long high, choice_source& source) {
    const unsigned long long scale = static_cast<unsigned long long>(the_generation().scale);
    const unsigned long long width = distance(low, high);
    // Around zero where both signs are allowed.
    if (low < 0 && high > 0) {
        const long long reach = the_generation().scale;
        return within(std::max(low, -reach), std::min(high, reach), source);
    }
    if (high <= 0 && low < high)
        return advanced(high, 0 - source.below(std::min(width, scale) + 1));
    return advanced(low, source.below(std::min(width, scale) + 1));
}

TESTLIB_BODY long long distinct_value(site_state& site, long long low, long long high,
                                      choice_source& source) {
    if (site.seen == nullptr)
        site.seen = new drawn_set(1 << 10);
    const unsigned long long width = distance(low, high);
    // A table for more values is made in time; trying at random is enough while it is not full.
    if (site.seen_count >= 512 || (width != ~0ULL && site.seen_count > width)) {
        ++site.seen_count;
        return within(low, high, source);
    }
    const bool is_tight = width < 4096;
    long long value = is_tight || source.chance(50) ? within(low, high, source)
                                                    : small_value(low, high, source);
    for (int i = 0; i < 64; ++i) {
        if (site.seen->insert(static_cast<unsigned long long>(value))) {
            ++site.seen_count;
            return value;
        }
        value = within(low, high, source);
    }
    for (unsigned long long i = 0; is_tight && i <= width; ++i) {
        value = advanced(low, i);
        if (site.seen->insert(static_cast<unsigned long long>(value))) {
            ++site.seen_count;
            break;
        }
    }
    return value;
}

// How far a read is from the nearer end of those that its loop has, as far as the number before it
// tells how many these are.
TESTLIB_BODY long long height_of(site_state& site, long long& middle) {
    const attempt_sites& sites = sites_of_attempt();
    if (site.visits == 1)
        site.constant = sites.scalar_count == 0
                            ? 0
                            : sites.scalars[(sites.scalar_count - 1) % attempt_sites::recent];
    middle = std::max(0LL, (site.constant - 1) / 2);
    return std::min(site.visits - 1, std::max(0LL, site.constant - site.visits));
}

// A multiple of a number of buckets that hash tables have while they grow, or had in older versions.
TESTLIB_BODY long long multiple_of_buckets(site_state& site, long long low, long long high,
                                           choice_source& source) {
    static const long long buckets[] = {42043, 85229, 172933, 107897, 126271};
    if (!site.has_constant)
        site.constant = buckets[source.below(sizeof(buckets) / sizeof(buckets[0]))];
    site.has_constant = true;
    const unsigned long long step = static_cast<unsigned long long>(site.constant);
    // The first multiple that is not below the lower bound.
    const long long over = low % site.constant;
    const unsigned long long up = over == 0 ? 0 : over < 0 ? 0ULL - static_cast<unsigned long long>(over)
                                                           : step - static_cast<unsigned long long>(over);
    const unsigned long long width = distance(low, high);
    if (width / 64 < step || width < up)
        return within(low, high, source);
    const unsigned long long count = (width - up) / step + 1;
    return advanced(low, up + (static_cast<unsigned long long>(site.visits - 1) % count) * step);
}

// A fresh value for a read with these bounds.
TESTLIB_BODY long long fresh_value(site_state& site, long long low, long long high) {
    choice_source& source = the_generation().source;
    const unsigned long long scale = static_cast<unsigned long long>(the_generation().scale);
    const attempt_sites& sites = sites_of_attempt();
    const bool has_last = site.visits > 1;
    const long long last = std::max(low, std::min(high, site.last));
    const long long previous = std::max(low, std::min(high, sites.previous_value));
    switch (site.kind) {
        case policy_uniform: return within(low, high, source);
        case policy_low: return low;
        case policy_high: return high;
        case policy_near_high:
            return advanced(high, 0 - source.below(std::min(distance(low, high), 3ULL) + 1));
        case policy_ends: return source.chance(50) ? low : high;
        case policy_magnitude: {
            const unsigned long long width = distance(low, high);
            unsigned long long limit = width;
            for (unsigned long long i = source.below(20); i > 0 && limit > 9; --i)
                limit /= 10;
            return advanced(low, source.below(limit == ~0ULL ? 0 : limit + 1));
        }
        case policy_constant:
            if (!site.has_constant)
                site.constant = source.chance(50) ? within(low, high, source)
                                                  : small_value(low, high, source);
            site.has_constant = true;
            return std::max(low, std::min(high, site.constant));
        case policy_few:
            return advanced(low, std::min(distance(low, high), source.below(3) * source.below(2)));
        case policy_distinct: return distinct_value(site, low, high, source);
        case policy_ascending:
            if (!has_last)
                return small_value(low, high, source);
            return advanced(last, source.below(std::min(distance(last, high), scale) + 1));
        case policy_descending:
            if (!has_last)
                return high;
            return advanced(last, 0 - source.below(std::min(distance(low, last), 3ULL) + 1));
        case policy_repeat: return previous;
        case policy_after:
            if (previous >= high)
                return high;
            return advanced(previous, 1 + source.below(std::min(distance(previous, high), scale)));
        case policy_before: return previous <= low ? low : within(low, previous - 1, source);
        case policy_index:
            return distance(low, high) < static_cast<unsigned long long>(site.visits)
                       ? within(low, high, source)
                       : advanced(low, static_cast<unsigned long long>(site.visits));
        case policy_parent:
            return distance(low, high) < static_cast<unsigned long long>(site.visits)
                       ? within(low, high, source)
                       : advanced(low, source.below(static_cast<unsigned long long>(site.visits)));
        case policy_other: {
            if (low == high)
                return low;
            const long long value = within(low, high - 1, source);
            return value >= previous ? value + 1 : value;
        }
        case policy_mountain:
        case policy_valley: {
            long long middle = 0;
            const long long height = height_of(site, middle);
            const long long step = site.kind == policy_mountain ? height : std::max(0LL, middle - height);
            return advanced(low, std::min(distance(low, high), static_cast<unsigned long long>(step)));
        }
        case policy_powers: {
            if (high < 1)
                return within(low, high, source);
            unsigned bits = 0;
            while (bits < 62 && (high >> bits) > 1)
                ++bits;
            const long long power = 1LL << source.below(bits + 1);
            const long long value = power + static_cast<long long>(source.below(3)) - 1;
            return std::max(low, std::min(high, value));
        }
        case policy_buckets: return multiple_of_buckets(site, low, high, source);
        default: return small_value(low, high, source);
    }
}

}  // namespace testlib_detail
#endif  // TESTLIB_GENERATIVE

// ==== GENERATIVE, ODOMETER: all small inputs, one after the other ===================================
//
// What is decided in an attempt are the digits of a counter, each with as many values as are tried
// there. The next attempt has the last digit that may still grow one higher and zeros behind it; so
// what was refused after some decisions is not looked at again with others behind them.

#ifdef TESTLIB_GENERATIVE
namespace testlib_detail {

TESTLIB_BODY bool is_exhaustive() { return the_generation().values_each > 0; }

// Characters that are tried first where nothing is known of them: the end of a line ends most loops.
TESTLIB_BODY unsigned char nth_character(size_t nth) {
    static const char likely[] = "\n01ab.#";
    static unsigned char all[characters];
    static size_t count = 0;
    for (; count < sizeof(likely) - 1; ++count)
        all[count] = likely[count] == '\n' ? line_end_choice
                                           : static_cast<unsigned char>(likely[count] - 32);
    for (unsigned char other = 0; count < characters; ++other)
        if (std::memchr(all, other, count) == nullptr)
            all[count++] = other;
    return all[nth];
}

// Whether a character is tried: where as many as are wanted have been followed by something, those.
TESTLIB_BODY bool is_tried(unsigned site, size_t nth) {
    const site_memory& known = memory_of(site);
    return nth == 0 || known.good_count < the_generation().values_each ||
           std::memchr(known.good, nth_character(nth), known.good_count) != nullptr;
}

// The digit of the next decision, below `count`; the site is that of a character.
TESTLIB_BODY size_t next_digit(size_t count, unsigned site = 0) {
    generation& run = the_generation();
    search_memory& memory = *run.memory;
    if (count <= 1)
        return 0;
    if (memory.digit_count >= run.max_draws)
        end_attempt(attempt_too_large);
    odometer_digit& digit = run.digits[memory.digit_count];
    if (memory.digit_count >= run.digits_given)
        digit.value = 0;
    ++memory.digit_count;
    digit.count = static_cast<unsigned>(count);
    digit.site = site;
    return digit.value;
}

// Goes on to the next attempt; false when there is none.
TESTLIB_BODY bool advance_odometer() {
    generation& run = the_generation();
    for (size_t behind = run.memory->digit_count; behind > 0; --behind) {
        odometer_digit& digit = run.digits[behind - 1];
        do
            ++digit.value;
        while (digit.site != 0 && digit.value < digit.count && !is_tried(digit.site, digit.value));
        run.digits_given = behind;
        if (digit.value < digit.count)
            return true;
    }
    return false;
}

// Characters behind which the attempt went on were no mistakes.
TESTLIB_BODY void note_characters() {
    const generation& run = the_generation();
    const search_memory& memory = *run.memory;
    const size_t good = memory.digit_count + (memory.end == attempt_accepted ? 1 : 0);
    for (size_t i = 0; i + 1 < good; ++i) {
        const odometer_digit& digit = run.digits[i];
        if (digit.site == 0 || digit.value == 0)
            continue;
        site_memory& known = memory_of(digit.site);
        const unsigned char character = nth_character(digit.value);
        const bool is_new = std::memchr(known.good, character, known.good_count) == nullptr;
        if (is_new && known.good_count < sizeof(known.good))
            known.good[known.good_count++] = character;
    }
}

// How many of so many values are tried.
TESTLIB_BODY size_t tried_of(unsigned long long count) {
    return static_cast<size_t>(std::min(count, the_generation().values_each));
}

// Numbers within bounds: those nearest to zero first where both signs may be, else the least first.
TESTLIB_BODY long long nth_number(long long low, long long high, unsigned long long nth) {
    if (low >= 0)
        return advanced(low, nth);
    if (high <= 0)
        return advanced(high, 0 - nth);
    const unsigned long long reach = std::min(magnitude(low), magnitude(high));
    const bool is_in_turn = nth / 2 < reach || nth <= 2 * reach;
    const bool is_positive = is_in_turn ? nth % 2 == 1 : magnitude(high) > reach;
    const unsigned long long size = is_in_turn ? (nth + 1) / 2 : nth - reach;
    return is_positive ? advanced(0, size) : advanced(0, 0 - size);
}

TESTLIB_BODY long long next_number(long long low, long long high) {
    const unsigned long long width = distance(low, high);
    const size_t count = tried_of(width == ~0ULL ? width : width + 1);
    return nth_number(low, high, next_digit(count));
}

// A number without bounds is a size as often as not, and none is zero then.
TESTLIB_BODY long long next_unbounded_number(long long low, long long high) {
    static const long long first[] = {1, 2, 0, 3, -1};
    const size_t nth = next_digit(tried_of(~0ULL));
    const long long number = nth < sizeof(first) / sizeof(first[0])
                                 ? first[nth]
                                 : static_cast<long long>(nth) - 1;
    return std::max(low, std::min(high, number));
}

// A real number, in units of its last digit: whole numbers where there are so many, else parts.
TESTLIB_BODY long long next_real(long long low, long long high, double whole) {
    const unsigned long long width = distance(low, high);
    const unsigned long long part = width / (the_generation().values_each - 1);
    const unsigned long long unit = whole < 1e18 ? static_cast<unsigned long long>(whole) : part;
    const unsigned long long step = std::max(1ULL, std::min(unit, part));
    if (low >= 0 || high <= 0)
        return nth_number(low, high, next_digit(tried_of(width / step + 1)) * step);
    const long long signed_step = static_cast<long long>(step);
    return next_number(low / signed_step, high / signed_step) * signed_step;
}

// Whether a line or the input ends here. A loop goes on as often as numbers have values; those that
// were met later stand within it, and begin anew.
TESTLIB_BODY bool next_end(unsigned site) {
    struct end_site {
        unsigned site;
        size_t rounds;
    };
    static std::vector<end_site> loops;
    size_t at = 0;
    while (at < loops.size() && loops[at].site != site)
        ++at;
    if (at == loops.size()) {
        const end_site added = {site, 0};
        loops.push_back(added);
    }
    for (size_t inner = at + 1; inner < loops.size(); ++inner)
        loops[inner].rounds = 0;
    const bool ends = loops[at].rounds >= the_generation().values_each || next_digit(2) == 0;
    loops[at].rounds = ends ? 0 : loops[at].rounds + 1;
    return ends;
}

// A text about which nothing is known: a word that a condition mentions, or a few letters and the
// characters that conditions mention. Where there are words, the others are shorter.
TESTLIB_BODY std::string next_text() {
    search_memory& memory = *the_generation().memory;
    memory.has_unknown_texts = true;
    const size_t most = tried_of(26);
    std::string letters = std::string("abcdefghijklmnopqrstuvwxyz", most) + "01AB";
    std::vector<std::string> words;
    for (size_t i = 0; i < memory.word_count; ++i) {
        const std::string word = memory.dictionary[i];
        if (word.size() > 1 && !is_digit(word[0]))
            words.push_back(word);
        else if (word.size() == 1 && letters.find(word) == std::string::npos)
            letters += word;
    }
    const size_t chosen = next_digit(words.size() + 1);
    if (chosen < words.size())
        return words[chosen];
    std::string text;
    for (size_t left = 1 + next_digit(words.empty() ? most : 2); left > 0; --left)
        text += letters[next_digit(letters.size())];
    return text;
}

}  // namespace testlib_detail
#endif  // TESTLIB_GENERATIVE

// ==== GENERATIVE, STRUCTURES: reads that belong together =============================================

#ifdef TESTLIB_GENERATIVE
namespace testlib_detail {

// One with more vertices is no list of edges that could be written down.
const long long most_vertices = 4 << 20;
// From one round of a loop to the next.
const size_t most_reads_of_round = 4;

TESTLIB_BODY int asked_shape(const site_policy* fixed) {
    return fixed != nullptr && fixed->shape != shape_none ? fixed->shape
                                                          : the_generation().fixed_shape;
}

// Whether the name of a read, without its index, is one of several, each between blanks.
TESTLIB_BODY bool is_named(const site_state& site, const char* names) {
    return !site.name.empty() &&
           std::string(names).find(" " + site.name + " ") != std::string::npos;
}

TESTLIB_BODY bool was_read(long long value, const site_state& but, const site_state* nor) {
    const attempt_sites& sites = sites_of_attempt();
    for (size_t i = 0; i < attempt_sites::buckets; ++i)
        for (const site_state* site = sites.table[i]; site != nullptr; site = site->next)
            if (site != &but && site != nor && site->total > 0 && site->last == value)
                return true;
    return false;
}

// Whether so many vertices were announced, numbered from one or from zero.
TESTLIB_BODY bool are_vertices(const site_state& site, const site_state* second, long long low,
                               long long high) {
    return low < high && high < most_vertices &&
           ((low == 1 && was_read(high, site, second)) ||
            (low == 0 && was_read(high + 1, site, second)));
}

TESTLIB_BODY pair_kind kind_of_pair(const site_state& first, const site_state& second) {
    const bool is_small = 0 <= first.low && first.low <= 1 && first.high < most_vertices;
    if (memory_of(second.key).starts_at_first ||
        is_named(first, " l left lo low lower begin start st s ") ||
        is_named(second, " r right hi high upper end finish "))
        return pair_intervals;
    if (is_named(first, " r c row col column i ") || is_named(second, " c col column j "))
        return pair_points;
    if (is_small && is_named(first, " u from ") && is_named(second, " v to "))
        return pair_edges;
    return are_vertices(first, &second, first.low, first.high) ? pair_edges : pair_points;
}

// A structure whose first values were chosen before it was known is begun anew.
TESTLIB_BODY void note_recognised(const site_state& site, bool is_shaped_unasked) {
    const bool has_policy = site.fixed != nullptr && site.fixed->kind >= 0;
    const bool is_shaped = asked_shape(site.fixed) != shape_none ||
                           (is_shaped_unasked && !has_policy);
    if (is_shaped && is_fresh())
        end_attempt(attempt_recognised);
}

// What the read before and this one may have in common.
TESTLIB_BODY void follow_first(site_state& site, long long low, long long high) {
    site_state* const first = sites_of_attempt().previous;
    if (first == nullptr || first == &site || first->order > site.order)
        return;
    first->second = nullptr;
    site_memory& known = memory_of(first->key);
    if (known.second_of_pair || known.pair == pair_none || high <= low)
        return;
    const bool is_equal = low == first->low && high == first->high;
    const bool is_above = high == first->high && low >= first->last && low - 1 <= first->last;
    if (is_equal || is_above)
        first->second = &site;
    else if (known.pair != pair_unknown)
        known.pair = pair_none;
    if (is_above && !is_equal)
        memory_of(site.key).starts_at_first = true;
}

TESTLIB_BODY void begin_structure(site_state& site, long long low, long long high) {
    attempt_sites& sites = sites_of_attempt();
    site.row = 0;
    site.seed = choice_source((the_generation().shape_seed ^ site.key) + ++sites.structures).next();
    site.announced = sites.previous == nullptr ? 0 : std::max(0LL, sites.previous_value);
    site.parents_of.clear();
    delete site.edges;
    delete site.pairs;
    site.edges = nullptr;
    site.pairs = nullptr;
    const site_memory& known = memory_of(site.key);
    if (known.second_of_pair || low >= high)
        return;
    const int asked = asked_shape(site.fixed);
    const size_t announced = static_cast<size_t>(std::min(site.announced, most_vertices));
    choice_source own(site.seed);
    if (known.pair == pair_edges && 0 <= low && high < most_vertices) {
        const bool is_free = site.fixed == nullptr || site.fixed->kind < 0;
        int shape = fitting_shape(asked, shape_path, shape_cliques, own.next());
        // Without being asked, all or none of an attempt take one. Large ones hardly do without.
        const unsigned likely = high - low < 1000 ? 70 : 95;
        choice_source unasked(the_generation().site_seed ^ site.key);
        if (shape == shape_none && is_free && unasked.chance(likely)) {
            own = choice_source(unasked.next() + sites.structures);
            shape = fitting_shape(shape_any, shape_path, shape_cliques, own.next());
        }
        if (shape != shape_none)
            site.edges = new edge_plan(shape, static_cast<size_t>(high - low) + 1, announced,
                                       own.next());
    } else if (known.pair == pair_intervals || known.pair == pair_points) {
        const bool is_interval = known.pair == pair_intervals;
        const int shape = fitting_shape(asked, is_interval ? shape_nested : shape_equal,
                                        is_interval ? shape_equal : shape_grid, own.next());
        if (shape != shape_none)
            site.pairs = new pair_plan(shape, low, high, announced, own.next());
    }
}

// Looks at a read before it is made, and finds what structure it is part of.
TESTLIB_BODY void follow(site_state& site, long long low, long long high) {
    attempt_sites& sites = sites_of_attempt();
    site_memory& known = memory_of(site.key);
    follow_first(site, low, high);
    site.is_planned = false;
    if (site.total == 0) {
        begin_structure(site, low, high);
        return;
    }
    const size_t gap = sites.reads + 1 - site.last_draw;
    const bool has_same_bounds = low == site.low && high == site.high;
    if (gap <= most_reads_of_round && (known.gap == 0 || gap < known.gap)) {
        known.gap = static_cast<unsigned>(gap);
        known.grows = low == site.low && high == site.high + 1;
        if (known.grows)
            note_recognised(site, false);
    }
    if (known.pair == pair_unknown && site.second != nullptr && has_same_bounds &&
        gap <= most_reads_of_round && site.second->last_draw == site.last_draw + 1) {
        known.pair = kind_of_pair(site, *site.second);
        memory_of(site.second->key).second_of_pair = true;
        note_recognised(site, known.pair == pair_edges);
    }
    const bool goes_on = gap == known.gap;
    known.grows = known.grows && (!goes_on || high == site.high + 1);
    if (goes_on && (has_same_bounds || known.grows))
        ++site.row;
    else
        begin_structure(site, low, high);
}

// The first read of a pair, or the second of one whose first was planned.
TESTLIB_BODY bool value_of_pair(site_state& site, long long& value) {
    site_state* const first = sites_of_attempt().previous;
    choice_source& source = the_generation().source;
    if (site.edges != nullptr) {
        size_t a = 0, b = 0;
        site.edges->next(a, b, source);
        site.planned_first = site.low + static_cast<long long>(a);
        site.planned_second = site.low + static_cast<long long>(b);
    } else if (site.pairs != nullptr) {
        site.pairs->next(site.planned_first, site.planned_second);
    } else {
        if (first == nullptr || first->second != &site)
            return false;
        const bool is_as_planned = first->is_planned && first->last == first->planned_first;
        if (is_as_planned)
            value = first->planned_second;
        else if (first->edges != nullptr && first->last >= site.low && first->last <= site.high)
            value = site.low + static_cast<long long>(first->edges->partner(
                                   static_cast<size_t>(first->last - site.low), source));
        else
            return false;
        return true;
    }
    site.is_planned = true;
    value = site.planned_first;
    return true;
}

// A vertex's parent, in a list with one for each vertex but the root, or with a mark for the root.
TESTLIB_BODY bool value_of_parent(site_state& site, long long& value) {
    const int asked = asked_shape(site.fixed);
    tree_form form;
    form.shape = fitting_shape(asked, shape_path, shape_random, site.seed);
    form.seed = site.seed;
    if (form.shape == shape_none || site.high >= most_vertices)
        return false;
    if (memory_of(site.key).grows) {
        form.vertices = static_cast<size_t>(std::max(2LL, site.announced));
        value = site.low + static_cast<long long>(
                               form.parent(static_cast<size_t>(site.high - site.low) + 1));
        return true;
    }
    const bool is_named_so = is_named(site, " par parent parents pa fa father anc boss ") ||
                             (asked != shape_any && is_named(site, " p "));
    const bool has_mark = (site.low == 0 && was_read(site.high, site, nullptr)) ||
                          (site.low == -1 && was_read(site.high + 1, site, nullptr));
    if (!is_named_so || (!has_mark && !are_vertices(site, nullptr, site.low, site.high)))
        return false;
    const long long base = site.low + (has_mark ? 1 : 0);
    form.vertices = static_cast<size_t>(site.high - base) + 1;
    const size_t vertex = static_cast<size_t>(site.row) + (has_mark ? 0 : 1);
    if (vertex >= form.vertices)
        return false;
    if (site.parents_of.empty()) {
        choice_source own(site.seed + 1);
        const bool keeps_numbers = own.chance(40);
        const std::vector<size_t> label =
            shuffled_numbers(form.vertices, keeps_numbers ? form.vertices : 1, own);
        site.parents_of.resize(form.vertices);
        for (size_t i = 1; i < form.vertices; ++i)
            site.parents_of[label[i]] = label[form.parent(i)];
    }
    value = vertex == 0 ? site.low : base + static_cast<long long>(site.parents_of[vertex]);
    return true;
}

// Several test cases: how many, and the size of each, where a bound of the sum may be that of one.
TESTLIB_BODY bool value_of_tests(site_state& site, long long& value) {
    const site_state* const tests = sites_of_attempt().first;
    const generation& run = the_generation();
    const int shape =
        fitting_shape(asked_shape(site.fixed), shape_tiny, shape_same, run.shape_seed);
    if (shape == shape_none || site.order > 1 || !is_named(*tests, " t tests test tc cases "))
        return false;
    choice_source& source = the_generation().source;
    const long long least = std::max(site.low, 1LL);
    if (site.order == 0) {
        const bool has_policy = site.fixed != nullptr && site.fixed->kind >= 0;
        const long long most = static_cast<long long>(run.max_draws / 32);
        const long long high = std::min(site.high, std::max(least, most));
        value = shape == shape_tiny ? high : within(least, std::min(high, 1000LL), source);
        return !has_policy;
    }
    const long long count = std::max(1LL, tests->last);
    choice_source own(run.shape_seed + 1);
    const long long full = own.chance(50) ? 1 : 1 + static_cast<long long>(own.below(
                                                        static_cast<unsigned long long>(count)));
    if (shape == shape_tiny)
        value = within(least, std::min(least + 2, site.high / count), source);
    else if (shape == shape_same)
        value = site.high / count;
    else
        value = site.total == full ? site.high - (count - 1) * least : least;
    value = std::max(value, std::min(least, site.high));
    return true;
}

// A value that makes a structure take its shape.
TESTLIB_BODY bool shaped_value(site_state& site, long long& value) {
    if (value_of_pair(site, value))
        return true;
    const int asked = asked_shape(site.fixed);
    if (asked == shape_none || site.low >= site.high)
        return false;
    if (value_of_tests(site, value) || value_of_parent(site, value))
        return true;
    const site_memory& known = memory_of(site.key);
    const int shape = fitting_shape(asked, shape_sawtooth, shape_skewed, site.seed);
    choice_source own(site.seed + 2);
    if (shape == shape_none || known.gap != 1 || known.pair != pair_unknown ||
        known.second_of_pair || (asked == shape_any && own.chance(50)))
        return false;
    value = advanced(site.low, shaped_number(shape, static_cast<unsigned long long>(site.row),
                                             distance(site.low, site.high), own.next(),
                                             the_generation().source));
    return true;
}

// Lengths are often numbers that were read before: the last ones first.
TESTLIB_BODY bool likely_length(long long low, long long high, long long& length) {
    const attempt_sites& sites = sites_of_attempt();
    choice_source& source = the_generation().source;
    for (size_t i = 0; i < attempt_sites::recent && i < sites.scalar_count; ++i) {
        const long long value = sites.scalars[(sites.scalar_count - 1 - i) % attempt_sites::recent];
        if (low <= value && value <= high && source.chance(60)) {
            length = value;
            return true;
        }
    }
    return false;
}

// Remembers a value for the reads that follow.
TESTLIB_BODY void note_value(site_state& site, long long value, bool is_length) {
    attempt_sites& sites = sites_of_attempt();
    const site_state* const first = sites.previous;
    if (first != nullptr && first->second == &site && first->edges != nullptr &&
        first->low == site.low && first->high == site.high)
        first->edges->record(static_cast<size_t>(first->last - site.low),
                             static_cast<size_t>(value - site.low));
    site.last = value;
    sites.previous = &site;
    sites.previous_value = value;
    sites.previous_low = site.low;
    sites.previous_high = site.high;
    if (!is_length && site.visits == 1)
        sites.scalars[sites.scalar_count++ % attempt_sites::recent] = value;
}

// Makes the choice of a value within the bounds of a site.
TESTLIB_BODY long long choose_value(site_state& site, long long fresh, bool is_length) {
    const unsigned long long offset = choose(site.key, distance(site.low, site.high) + 1,
                                             distance(site.low, fresh));
    const long long value = advanced(site.low, offset);
    note_value(site, value, is_length);
    return value;
}

// The same for a value that is decided already.
TESTLIB_BODY long long place_integer(const call_site& at, unsigned part, long long low,
                                     long long high, long long value) {
    site_state& site = site_of(at, part, text_ref());
    visit(site, low, high);
    return choose_value(site, value, part != part_value);
}

// Draws an integer for a read, and remembers it for those that follow.
TESTLIB_BODY long long draw_integer(const call_site& at, unsigned part, const text_ref& label,
                                    long long low, long long high, bool is_length) {
    site_state& site = site_of(at, part, label);
    if (part == part_value && !is_exhaustive())
        follow(site, low, high);
    visit(site, low, high);
    if (site.fixed != nullptr && site.fixed->has_low)
        low = std::min(high, std::max(low, site.fixed->low));
    if (site.fixed != nullptr && site.fixed->has_high)
        high = std::max(low, std::min(high, site.fixed->high));
    long long fresh = low;
    if (is_exhaustive()) {
        fresh = next_number(low, high);
    } else if (is_fresh()) {
        // A policy is a tendency: now and then something else happens.
        const int kind = site.kind;
        if (site.fixed == nullptr && the_generation().source.chance(4))
            site.kind = policy_uniform;
        if (part == part_value && shaped_value(site, fresh))
            fresh = std::max(low, std::min(high, fresh));
        else if (!is_length || site.fixed != nullptr || !likely_length(low, high, fresh))
            fresh = fresh_value(site, low, high);
        site.kind = kind;
    }
    return choose_value(site, fresh, is_length);
}

}  // namespace testlib_detail
#endif  // TESTLIB_GENERATIVE

// ==== GENERATIVE, SUPPLY: what is made up for each kind of read ======================================

#ifdef TESTLIB_GENERATIVE
namespace testlib_detail {

TESTLIB_BODY bool makes_up(const InStream& in) {
    return the_generation().running && &in == &state().inf && in.reader != nullptr;
}

TESTLIB_BODY void hand_over(InStream& in, const std::string& text) {
    generation& run = the_generation();
    search_memory& memory = *run.memory;
    if (memory.input_size + text.size() > run.max_size)
        end_attempt(attempt_too_large);
    std::memcpy(run.input + memory.input_size, text.data(), text.size());
    memory.input_size += text.size();
    in.reader->supply(text.data(), text.size());
}

// Nothing is made up in front of what was put back.
TESTLIB_BODY bool has_input(InStream& in) { return in.reader->peek() != end_of_input; }

// A word that a condition mentions. It is a suggestion alone: the choices hold what became of it.
TESTLIB_BODY std::string word_of_dictionary() {
    const search_memory& memory = *the_generation().memory;
    if (memory.word_count == 0)
        return std::string();
    return memory.dictionary[the_generation().source.below(memory.word_count)];
}

// A number without bounds: mostly a small one, or one that a condition mentions.
TESTLIB_BODY long long unbounded_integer(const call_site& at, const text_ref& label, long long low,
                                         long long high) {
    choice_source& source = the_generation().source;
    if (is_exhaustive()) {
        const long long value = next_unbounded_number(low, high);
        const bool is_size = value > 0;
        choose(site_key(at, part_magnitude), 8, is_size ? 0 : 6);
        return place_integer(at, part_value, std::max(low, is_size ? 1LL : -1000LL),
                             std::min(high, is_size ? 1000000LL : 1000LL), value);
    }
    const unsigned long long fresh = source.chance(80) ? source.below(5) : source.below(8);
    const unsigned long long kind = choose(site_key(at, part_magnitude), 8, fresh);
    if (kind == 5) {
        const long long word = std::strtoll(word_of_dictionary().c_str(), nullptr, 10);
        const long long value = std::max(low, std::min(high, word));
        return advanced(low, choose(site_key(at, part_word), distance(low, high) + 1,
                                    distance(low, value)));
    }
    if (kind == 6)
        return draw_integer(at, part_value, label, std::max(low, -1000LL), std::min(high, 1000LL),
                            false);
    return draw_integer(at, part_value, label, std::max(low, kind == 7 ? 0LL : 1LL),
                        std::min(high, kind == 7 ? 1000000000LL : 1000000LL), false);
}

TESTLIB_BODY std::string plain_decimal(long long scaled, int digits) {
    std::string text = unsigned_text(magnitude(scaled));
    if (digits > 0) {
        const size_t wanted = static_cast<size_t>(digits) + 1;
        if (text.size() < wanted)
            text.insert(0, wanted - text.size(), '0');
        text.insert(text.size() - static_cast<size_t>(digits), ".");
    }
    return (scaled < 0 ? "-" : "") + text;
}

TESTLIB_BODY void supply_real(InStream& in, double low, double high, int least, int most,
                              const text_ref& label, const call_site& at) {
    const double limit = 4e18;
    double scale = 1;
    int fitting = 0;
    const double largest = std::max(std::fabs(low), std::fabs(high));
    while (fitting < most && largest * scale * 10 < limit) {
        scale *= 10;
        ++fitting;
    }
    // So many digits behind the point, of which the last ones may have to be zero.
    const int shown = std::max(least, std::min(most, fitting));
    const unsigned long long lengths = static_cast<unsigned long long>(shown - least) + 1;
    // Of all small inputs each has the digits that have to be, and one more where nothing else
    // lies between the bounds.
    const bool has_parts = lengths > 1 && high - low <= 1 && least == 0;
    const unsigned long long fresh = is_exhaustive() ? (has_parts ? 1 : 0)
                                                     : the_generation().source.below(lengths);
    const int digits = least + static_cast<int>(choose(site_key(at, part_length), lengths, fresh));
    double factor = 1;
    int counted = 0;
    while (counted < digits && largest * factor * 10 < limit) {
        factor *= 10;
        ++counted;
    }
    const double from = std::ceil(std::max(low * factor, -limit));
    const double to = std::floor(std::min(high * factor, limit));
    const long long first = static_cast<long long>(from);
    const long long last = static_cast<long long>(std::max(from, to));
    const long long scaled =
        is_exhaustive()
            ? place_integer(at, part_value, first, last, next_real(first, last, factor))
            : draw_integer(at, part_value, label, first, last, false);
    std::string text = plain_decimal(scaled, counted);
    if (digits > counted)
        text += (counted == 0 ? "." : "") + std::string(static_cast<size_t>(digits - counted), '0');
    hand_over(in, text);
}

TESTLIB_BODY void supply_number(InStream& in, bool bounded, const bound_value& low,
                                const bound_value& high, const text_ref& label,
                                const call_site& at) {
    if (!makes_up(in) || has_input(in))
        return;
    if (low.kind == bound_value::real) {
        supply_real(in, bounded ? low.real_value : -100, bounded ? high.real_value : 100, 0, 6,
                    label, at);
    } else if (low.kind == bound_value::unsigned_integer) {
        // The draw is made on the offset, which may not fit a signed number.
        const unsigned long long width = bounded ? high.integer - low.integer : 1000000;
        const unsigned long long half = width > signed_maximum ? signed_maximum : width;
        const long long offset =
            draw_integer(at, part_value, label, 0, static_cast<long long>(half), false);
        const unsigned long long from = bounded ? low.integer : 0;
        const bool from_above =
            width > signed_maximum &&
            choose(site_key(at, part_sign), 2,
                   is_exhaustive() ? 0 : the_generation().source.below(2)) != 0;
        const unsigned long long distance = static_cast<unsigned long long>(offset);
        hand_over(in, unsigned_text(from_above ? high.integer - distance : from + distance));
    } else if (bounded) {
        const long long from = static_cast<long long>(low.integer);
        const long long to = static_cast<long long>(high.integer);
        if (from > to)
            end_attempt(attempt_refused);
        hand_over(in, signed_text(draw_integer(at, part_value, label, from, to, false)));
    } else {
        hand_over(in, signed_text(unbounded_integer(at, label, INT_MIN, INT_MAX)));
    }
}

TESTLIB_BODY void supply_strict_number(InStream& in, double low, double high, int least, int most,
                                       const text_ref& label, const call_site& at) {
    if (makes_up(in) && !has_input(in))
        supply_real(in, low, high, least, most, label, at);
}

// How a text looks: letters of its own kind, or a shape.
struct text_style {
    unsigned long long kind;
    int shape;
    unsigned long long seed;
};

TESTLIB_BODY text_style style_of_text(const call_site& at, const text_ref& label,
                                      unsigned long long kind) {
    const unsigned site = site_key(at, part_letter);
    choice_source own((the_generation().shape_seed ^ site) + ++sites_of_attempt().structures);
    const int asked = asked_shape(fixed_policy(at, label));
    const bool is_plain = asked == shape_any && own.chance(30);
    const int shape =
        is_plain ? int(shape_none) : fitting_shape(asked, shape_letter, shape_last, own.next());
    const text_style style = {kind, shape, own.next()};
    return style;
}

TESTLIB_BODY size_t plain_letter(const text_style& style, size_t count) {
    choice_source& source = the_generation().source;
    const unsigned long long all = count;
    return static_cast<size_t>(style.kind == 0   ? 0
                               : style.kind == 1 ? source.below(std::min(all, 2ULL))
                               : style.kind == 2 ? all - 1
                                                 : source.below(all));
}

// A text that a pattern describes. Counts without an upper end stay near the lower one.
TESTLIB_BODY void draw_pattern(const call_site& at, const pattern_node& node, bool has_blanks,
                               const text_style& style, std::string& text) {
    choice_source& source = the_generation().source;
    for (size_t i = 0; i < node.items.size(); ++i) {
        const pattern_item& item = node.items[i];
        if (item.to <= 0)
            continue;
        const long long least = std::max(0, item.from);
        const long long most = item.to == INT_MAX ? std::max<long long>(least, 1000000) : item.to;
        long long count = least;
        if (most > least && item.choices.size() + item.to > 2)
            count = draw_integer(at, part_length + 16 * static_cast<unsigned>(i), text_ref(), least,
                                 most, true);
        if (text.size() + static_cast<size_t>(count) > the_generation().max_size)
            end_attempt(attempt_too_large);
        std::string letters;
        for (size_t c = 0; c < item.choices.size(); ++c)
            if (has_blanks ? !isEoln(item.choices[c]) : !is_blank(item.choices[c]))
                letters += item.choices[c];
        if (letters.empty() && count > 0)
            end_attempt(attempt_refused);
        // Of a large complement of a set, the printable characters are enough.
        std::string printable;
        for (size_t c = 0; c < letters.size(); ++c)
            if (letters[c] >= 32 && letters[c] < 127)
                printable += letters[c];
        if (!printable.empty())
            letters = printable;
        const size_t all = letters.size();
        const size_t size = static_cast<size_t>(count);
        for (size_t k = 0; k < size; ++k) {
            if (all == 1) {
                text += letters[0];
                continue;
            }
            const size_t fresh = is_exhaustive() ? next_digit(tried_of(all))
                                 : style.shape == shape_none
                                     ? plain_letter(style, all)
                                     : shaped_letter(style.shape, k, size, all, style.seed);
            text += letters[static_cast<size_t>(choose(site_key(at, part_letter), all, fresh))];
        }
    }
    if (!node.alternatives.empty()) {
        const unsigned long long all = node.alternatives.size();
        const unsigned long long fresh =
            is_exhaustive() ? next_digit(tried_of(all)) : source.below(all);
        const unsigned long long chosen =
            all == 1 ? 0 : choose(site_key(at, part_branch), all, fresh);
        draw_pattern(at, node.alternatives[static_cast<size_t>(chosen)], has_blanks, style, text);
    }
}

// What blanks stand for in a token would end it.
TESTLIB_BODY void replace_blanks(std::string& text) {
    for (size_t i = 0; i < text.size(); ++i)
        if (is_blank(text[i]))
            text[i] = '_';
}

// Makes the choices of a text that is decided already.
TESTLIB_BODY void place_text(const call_site& at, const std::string& text) {
    choose(site_key(at, part_branch), 4, 0);
    place_integer(at, part_length, 1, 1000, static_cast<long long>(text.size()));
    for (size_t i = 0; i < text.size(); ++i)
        choose(site_key(at, part_letter), 256, static_cast<unsigned char>(text[i]));
}

// A text about which nothing is known: a word that a condition mentions, or letters.
TESTLIB_BODY std::string draw_text(const call_site& at, const text_ref& label, bool has_blanks) {
    if (is_exhaustive()) {
        std::string decided = next_text();
        if (!has_blanks)
            replace_blanks(decided);
        place_text(at, decided);
        return decided;
    }
    choice_source& source = the_generation().source;
    const bool has_words = the_generation().memory->word_count > 0;
    const unsigned long long fresh =
        has_words && source.chance(60) ? (source.chance(50) ? 2 : 3) : source.below(2);
    const unsigned long long kind = choose(site_key(at, part_branch), 4, fresh);
    const std::string word = word_of_dictionary();
    const unsigned long long longest = search_memory::word_size;
    const size_t length =
        kind == 2 ? static_cast<size_t>(choose(site_key(at, part_word), longest, word.size()))
                  : static_cast<size_t>(draw_integer(at, part_length, text_ref(), 1, 1000, true));
    const std::string letters = kind == 1 ? "01" : "abcdefghijklmnopqrstuvwxyz";
    const unsigned long long style = source.below(3);
    const text_style shaped = style_of_text(at, label, style);
    std::string text;
    for (size_t i = 0; i < length; ++i) {
        const std::string other = kind == 3 ? word_of_dictionary() : word;
        const size_t nth = kind == 2 ? i : 0;
        const bool is_suggested = kind == 2 ? nth < other.size() : kind == 3 && other.size() == 1;
        const char plain =
            shaped.shape != shape_none
                ? letters[shaped_letter(shaped.shape, i, length, letters.size(), shaped.seed)]
                : letters[source.below(style == 0 ? 1 : style == 1 ? 2 : letters.size())];
        const char letter = is_suggested ? other[nth] : plain;
        const unsigned long long chosen = choose(site_key(at, part_letter), 256,
                                                 static_cast<unsigned char>(letter));
        text += static_cast<char>(chosen);
    }
    if (!has_blanks)
        replace_blanks(text);
    return text;
}

// The text that was made up last; a text may be the same, or the same backwards.
TESTLIB_BODY std::string& previous_text() {
    static std::string the_text;
    return the_text;
}

TESTLIB_BODY std::string draw_shaped(const pattern* shape, const text_ref& label,
                                     const call_site& at, bool has_blanks) {
    std::string text;
    if (shape == nullptr)
        return draw_text(at, label, has_blanks);
    choice_source own(the_generation().site_seed ^ site_key(at, part_letter));
    std::string again = previous_text();
    if (!again.empty() && shape->matches(again)) {
        const unsigned likely = own.chance(20) ? 80 : 5;
        const bool is_likely = !is_exhaustive() && the_generation().source.chance(likely);
        const unsigned long long fresh = is_likely ? 1 + the_generation().source.below(2) : 0;
        const unsigned long long how = choose(site_key(at, part_word), 3, fresh);
        if (how == 2)
            std::reverse(again.begin(), again.end());
        if (how != 0)
            return again;
    }
    const text_style style = style_of_text(at, label, own.below(7));
    draw_pattern(at, shape->parsed(), has_blanks, style, text);
    previous_text() = text;
    return text;
}

TESTLIB_BODY void supply_token(InStream& in, const pattern* shape, const text_ref& label,
                               const call_site& at) {
    if (!makes_up(in) || has_input(in))
        return;
    const std::string text = draw_shaped(shape, label, at, false);
    if (text.empty())
        end_attempt(attempt_refused);
    hand_over(in, text);
}

TESTLIB_BODY void supply_line(InStream& in, const pattern* shape, const text_ref& label,
                              const call_site& at) {
    if (makes_up(in) && !has_input(in))
        hand_over(in, draw_shaped(shape, label, at, true));
}

// A wanted character, or one that the program is about to look at.
TESTLIB_BODY void supply_character(InStream& in, int wanted, const call_site& at) {
    if (!makes_up(in) || has_input(in))
        return;
    if (wanted != end_of_input) {
        hand_over(in, std::string(1, static_cast<char>(wanted)));
        return;
    }
    // Any printable character or a line end; mostly one that did before.
    choice_source& source = the_generation().source;
    const unsigned site = site_key(at, part_letter);
    const site_memory& known = memory_of(site);
    const unsigned long long fresh =
        is_exhaustive() ? nth_character(next_digit(characters, site))
        : known.good_count > 0 && source.chance(85) ? known.good[source.below(known.good_count)]
                                                    : source.below(characters);
    const unsigned long long chosen = choose(site, characters, fresh);
    const char character = static_cast<char>(32 + chosen);
    hand_over(in, std::string(1, chosen == line_end_choice ? '\n' : character));
}

TESTLIB_BODY void supply_line_end(InStream& in) {
    if (makes_up(in) && !has_input(in))
        hand_over(in, strict_line_end_is_crlf ? "\r\n" : "\n");
}

// Whether the program may hear that a line or the input ends here.
TESTLIB_BODY bool decide_end(InStream& in, bool of_line, const call_site& at) {
    choice_source& source = the_generation().source;
    const unsigned long long more = static_cast<unsigned long long>(the_generation().scale) + 1;
    const unsigned site = site_key(at, part_end);
    const bool is_last = is_exhaustive() ? next_end(site)
                                         : source.below(more) == 0 || source.chance(20);
    const bool ends = choose(site, 2, is_last ? 1 : 0) != 0;
    if (ends && of_line)
        supply_line_end(in);
    return ends;
}

}  // namespace testlib_detail
#endif  // TESTLIB_GENERATIVE

// ==== GENERATIVE, POLICIES: what a run is told =======================================================

#ifdef TESTLIB_GENERATIVE
#include <sys/mman.h>

namespace testlib_detail {

TESTLIB_BODY unsigned long long number_from_environment(const char* name,
                                                        unsigned long long otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr || *text == '\0' ? otherwise : std::strtoull(text, nullptr, 10);
}

template <typename Type>
Type* shared_array(size_t count) {
    void* const memory = mmap(nullptr, count * sizeof(Type), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        std::fputs("no memory for the choices\n", stderr);
        std::_Exit(3);
    }
    return static_cast<Type*>(memory);
}

TESTLIB_BODY std::string content_of(const char* path) {
    std::string content;
    FILE* const file = testlib_fopen_(path, "rb");
    if (file == nullptr) {
        std::fprintf(stderr, "%s cannot be read\n", path);
        std::_Exit(3);
    }
    char block[4096];
    for (size_t got = 1; got != 0;) {
        got = std::fread(block, 1, sizeof(block), file);
        content.append(block, got);
    }
    std::fclose(file);
    return content;
}

// Reads {"scale": 5, "shape": "star", "sites": {"val.cpp:5:9": {"policy": "high", "hi": 9}}}.
// What is unknown is passed over.
class policy_file {
public:
    explicit policy_file(const std::string& text) : text_(text) {}

    void read() { read_object(nullptr, false); }

private:
    const std::string text_;
    size_t at_ = 0;

    char next() {
        while (at_ < text_.size() && is_blank(text_[at_]))
            ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }

    std::string word() {
        std::string result;
        if (next() == '"') {
            for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
                if (text_[at_] == '\\' && at_ + 1 < text_.size())
                    ++at_;
                result += text_[at_];
            }
            ++at_;
        } else {
            while (at_ < text_.size() && !is_blank(text_[at_]) &&
                   std::strchr(",:{}[]", text_[at_]) == nullptr)
                result += text_[at_++];
            if (result.empty())
                ++at_;
        }
        return result;
    }

    void read_object(site_policy* site, bool holds_sites) {
        if (next() != '{') {
            word();
            return;
        }
        ++at_;
        while (next() != '}' && next() != '\0') {
            const std::string key = word();
            if (next() == ':')
                ++at_;
            if (holds_sites) {
                site_policy* const added = new site_policy();
                added->place = key;
                added->next = the_generation().policies;
                the_generation().policies = added;
                read_object(added, false);
            } else if (next() == '{') {
                read_object(nullptr, key == "sites");
            } else {
                set(site, key, word());
            }
            if (next() == ',')
                ++at_;
        }
        ++at_;
    }

    static void set(site_policy* site, const std::string& key, const std::string& value) {
        static const char* const names[policy_count] = {
            "small",    "uniform",  "low",       "high",       "near_high", "ends",
            "magnitude", "constant", "few",      "distinct",   "ascending", "descending",
            "repeat",   "after",    "before",    "index",      "parent",    "other",
            "mountain", "valley",   "powers",    "buckets"};
        const long long number = std::strtoll(value.c_str(), nullptr, 10);
        static const char* const shapes[shape_count] = {
            "none",       "any",      "path",      "star",       "caterpillar", "broom",
            "binary",     "random",   "cycle",     "bipartite",  "cliques",     "letter",
            "alternating", "periodic", "palindrome", "thue_morse", "last",      "sawtooth",
            "skewed",     "nested",   "chained",   "equal",      "line",        "grid",
            "tiny",       "full",     "same"};
        if (site == nullptr && key == "scale")
            the_generation().fixed_scale = number;
        for (int i = 0; i < shape_count && key == "shape"; ++i) {
            if (value != shapes[i])
                continue;
            (site == nullptr ? the_generation().fixed_shape : site->shape) = i;
            the_generation().asks_shapes |= i > shape_any;
        }
        if (site == nullptr)
            return;
        for (int i = 0; i < policy_count && key == "policy"; ++i)
            if (value == names[i])
                site->kind = i;
        if (key == "lo") {
            site->has_low = true;
            site->low = number;
        } else if (key == "hi") {
            site->has_high = true;
            site->high = number;
        }
    }
};

}  // namespace testlib_detail
#endif  // TESTLIB_GENERATIVE

// ==== GENERATIVE, SEARCH: attempts until one is accepted =============================================

#ifdef TESTLIB_GENERATIVE
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

namespace testlib_detail {

// Of all small inputs more values each are never tried, and so many are compared with each other.
const unsigned long long most_values_each = 64;
const unsigned long long most_compared = 1 << 16;

// Runs attempts. Choices that led far are kept, and fewer of them the longer nothing helps.
class search {
public:
    search()
        : seed_(number_from_environment("TESTLIB_SEED", 1)),
          retries_(number_from_environment("TESTLIB_MAX_RETRIES", 3000)),
          seconds_(static_cast<double>(number_from_environment("TESTLIB_MAX_SECONDS", 10))),
          began_(now()),
          source_(seed_),
          wanted_(number_from_environment("TESTLIB_COUNT", 0)),
          writes_sizes_(wanted_ > 0) {
        generation& run = the_generation();
        run.max_draws = number_from_environment("TESTLIB_MAX_DRAWS", 200000);
        run.max_size = number_from_environment("TESTLIB_MAX_SIZE", 1 << 20);
        run.memory = shared_array<search_memory>(1);
        run.choices = shared_array<unsigned char>(run.max_draws * 8 + 16);
        run.draws = shared_array<draw_record>(run.max_draws + 1);
        run.input = shared_array<char>(run.max_size + 1);
        run.values_each = number_from_environment("TESTLIB_EXHAUSTIVE", 0);
        if (run.values_each > 0) {
            run.values_each = std::min(std::max(run.values_each, 2ULL), most_values_each);
            run.digits = shared_array<odometer_digit>(run.max_draws + 1);
        }
        if (const char* const path = std::getenv("TESTLIB_CHOICES"))
            best_ = content_of(path);
        if (best_.size() > run.max_draws * 8)
            best_.resize(run.max_draws * 8);
        given_ = best_.size();
        if (const char* const path = std::getenv("TESTLIB_POLICY"))
            policy_file(content_of(path)).read();
    }

    // Returns in an attempt, and never in the process that makes them.
    void run() {
        if (is_exhaustive()) {
            if (run_through())
                return;
            give_up();
        }
        size_t kept = best_.size();
        for (unsigned long long attempt = 0; attempt < retries_ && !is_late(); ++attempt) {
            if (kept == 0 && best_draws_.empty() && !begins_again_)
                plan_afresh(attempt);
            begins_again_ = false;
            if (start(attempt, kept))
                return;
            const search_memory& memory = *the_generation().memory;
            if (memory.end == attempt_accepted) {
                if (write_result())
                    return;
                kept = begin_another();
                continue;
            }
            if (memory.end == attempt_recognised) {
                kept = begin_again();
                continue;
            }
            refused_ |= memory.end != attempt_too_large;
            too_large_ |= memory.end == attempt_too_large;
            if (memory.end == attempt_too_large)
                scale_ = std::max(1LL, scale_ / 3);
            kept = next_prefix();
        }
        give_up();
    }

private:
    unsigned long long seed_;
    unsigned long long retries_;
    double seconds_;
    double began_;
    choice_source source_;
    std::string best_;                     // The choices of the attempt that went farthest.
    std::vector<draw_record> best_draws_;
    size_t given_;
    int without_progress_ = 0;
    long long scale_ = 3;
    unsigned mood_ = 0;
    unsigned long long shape_seed_ = 0;
    bool begins_again_ = false;
    bool refused_ = false;
    bool too_large_ = false;
    unsigned long long wanted_;
    const bool writes_sizes_;
    unsigned long long written_ = 0;

    // Ends the search when no attempt is left.
    NORETURN void give_up() const {
        if (written_ > 0)
            std::_Exit(0);
        std::fputs(refused_ || !too_large_ ? "no attempt was accepted\n"
                                           : "every attempt was too large\n", stderr);
        std::_Exit(refused_ || !too_large_ ? 10 : 11);
    }

    // All small inputs, one after the other; true in an attempt.
    bool run_through() {
        drawn_set written(static_cast<size_t>(std::min(wanted_, most_compared)) + 1);
        generation& run = the_generation();
        const search_memory& memory = *run.memory;
        size_t words = 0;
        for (unsigned long long attempt = 0; attempt < retries_ && !is_late(); ++attempt) {
            if (start(attempt, 0))
                return true;
            note_characters();
            refused_ |= memory.end == attempt_refused;
            too_large_ |= memory.end == attempt_too_large;
            // Some patterns make a text in several ways, and what begins anew makes some again.
            if (memory.end == attempt_accepted &&
                (written_ > most_compared || written.insert(hash_of_input())) && write_result())
                return true;
            const bool has_new_words = memory.has_unknown_texts && words < memory.word_count;
            words = memory.word_count;
            if (has_new_words)
                run.digits_given = 0;
            else if (!advance_odometer())
                break;
        }
        return false;
    }

    static unsigned long long hash_of_input() {
        const generation& run = the_generation();
        unsigned long long hash = 14695981039346656037ULL;
        for (size_t i = 0; i < run.memory->input_size; ++i)
            hash = (hash ^ static_cast<unsigned char>(run.input[i])) * 1099511628211ULL;
        return hash;
    }

    static double now() {
        struct timespec time;
        clock_gettime(CLOCK_MONOTONIC, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    }

    bool is_late() const { return now() - began_ > seconds_; }

    void plan_afresh(unsigned long long attempt) {
        static const long long scales[] = {3, 2, 5, 1, 4, 8, 3, 12, 6, 20, 2, 5};
        // The first attempts are the plain ones, which mostly do.
        scale_ = attempt == 0 ? scales[seed_ % 6] : scales[source_.below(12)];
        if (the_generation().fixed_scale > 0)
            scale_ = the_generation().fixed_scale;
        shape_seed_ = source_.next();
        mood_ = attempt == 0 ? 0 : static_cast<unsigned>(source_.below(18));
    }

    // Forks; true in the attempt.
    bool start(unsigned long long attempt, size_t kept) {
        generation& run = the_generation();
        search_memory& memory = *run.memory;
        memory.end = attempt_running;
        memory.choice_size = memory.draw_count = memory.input_size = memory.digit_count = 0;
        std::memcpy(run.choices, best_.data(), kept);
        run.replayed = kept;
        run.scale = scale_;
        run.mood = mood_;
        run.source = choice_source(seed_ * 1000003 + attempt);
        run.site_seed = run.source.next();
        run.shape_seed = shape_seed_;
        return fork_attempt();
    }

    bool fork_attempt() {
        const pid_t child = fork();
        if (child == 0) {
            prepare_attempt();
            return true;
        }
        int status = 0;
        while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        search_memory& memory = *the_generation().memory;
        // One that crashed, or went on for too long, is refused like any other.
        if (child < 0 || !WIFEXITED(status) || memory.end == attempt_running)
            memory.end = attempt_refused;
        return false;
    }

    static void prepare_attempt() {
        // Of time, of waiting, and of memory in bytes.
        const struct rlimit one_second = {1, 1};
        const struct rlimit memory = {rlim_t(2) << 30, rlim_t(2) << 30};
        setrlimit(RLIMIT_CPU, &one_second);
        setrlimit(RLIMIT_AS, &memory);
        alarm(5);
        const int nowhere = ::open("/dev/null", O_RDWR);
        if (nowhere >= 0) {
            dup2(nowhere, 0);
            dup2(nowhere, 1);
            dup2(nowhere, 2);
        }
        the_generation().running = true;
        InStream& in = state().inf;
        in.close();
        in.reader = new StringInputStreamReader(std::string());
        in.opened = true;
    }

    // The same once more, with what is known now, which is about the first of its values.
    size_t begin_again() {
        if (given_ > 0)
            return the_generation().replayed;
        best_.clear();
        best_draws_.clear();
        without_progress_ = 0;
        begins_again_ = true;
        return 0;
    }

    // How many bytes of the choices the next attempt keeps.
    size_t next_prefix() {
        const search_memory& memory = *the_generation().memory;
        if (memory.end == attempt_refused &&
            (best_draws_.empty() || memory.draw_count > best_draws_.size())) {
            best_.assign(reinterpret_cast<const char*>(the_generation().choices),
                         memory.choice_size);
            best_draws_.assign(the_generation().draws, the_generation().draws + memory.draw_count);
            without_progress_ = 0;
        } else {
            ++without_progress_;
            // The shape may be what is refused, unless it was asked for by its name.
            if (without_progress_ % 3 == 2 && !the_generation().asks_shapes)
                shape_seed_ = source_.next();
        }
        note_late_refusal(memory);
        note_letters(memory);
        // There is no time for many attempts that are long: such ones soon begin afresh.
        const bool is_long = best_draws_.size() >= 50000;
        const int doublings = is_long ? 4 * without_progress_ : without_progress_ / 5;
        const size_t back = static_cast<size_t>(1) << std::min(doublings, 40);
        if (best_draws_.size() < back || memory.end == attempt_too_large) {
            best_draws_.clear();
            if (given_ > 0 && without_progress_ < 200)
                return source_.below(given_);
            best_.clear();
            without_progress_ = 0;
            return 0;
        }
        return best_draws_[best_draws_.size() - back].offset;
    }

    // A check right behind a repeated read that fails again and again may want distinct values.
    void note_late_refusal(const search_memory& memory) {
        if (memory.draw_count == 0 || without_progress_ % 4 != 3)
            return;
        const unsigned key = the_generation().draws[memory.draw_count - 1].site;
        site_memory& known = memory_of(key);
        known.wants_distinct = known.repeated && source_.chance(50);
    }

    // A choice of one byte that another one could follow was no mistake by itself.
    static void note_letters(const search_memory& memory) {
        const generation& run = the_generation();
        const size_t looked_at = std::min(memory.draw_count, size_t(64));
        for (size_t i = memory.draw_count - looked_at; i + 1 < memory.draw_count; ++i) {
            if (run.draws[i + 1].offset != run.draws[i].offset + 1)
                continue;
            const unsigned char letter = run.choices[run.draws[i].offset];
            site_memory& known = memory_of(run.draws[i].site);
            const bool is_new = std::memchr(known.good, letter, known.good_count) == nullptr;
            if (is_new && known.good_count < sizeof(known.good))
                known.good[known.good_count++] = letter;
        }
    }

    // Writes what was accepted. A tool that wants to know about the reads gets them from one more
    // run of the same choices, which is the one that returns true.
    bool write_result() {
        const generation& run = the_generation();
        const search_memory& memory = *run.memory;
        best_.assign(reinterpret_cast<const char*>(run.choices), memory.choice_size);
        const std::string input(run.input, memory.input_size);
        if (state().tracing != nullptr) {
            // Its record is complete when it ends.
            the_generation().replayed = best_.size();
            run.memory->choice_size = run.memory->draw_count = run.memory->input_size = 0;
            the_generation().digits_given = run.memory->digit_count;
            run.memory->digit_count = 0;
            traced_ = true;
            if (fork_attempt())
                return true;
        }
        write_file(std::getenv("TESTLIB_CHOICES_OUT"), best_);
        if (writes_sizes_)
            std::fprintf(stdout, "%lu\n", static_cast<unsigned long>(input.size()));
        std::fwrite(input.data(), 1, input.size(), stdout);
        std::fflush(stdout);
        if (++written_ >= wanted_)
            std::_Exit(0);
        return false;
    }

    // How many bytes of the choices the first attempt at one more input keeps: none, unless choices
    // were given; then all, of which one or two are others.
    size_t begin_another() {
        const generation& run = the_generation();
        const size_t draws = run.memory->draw_count;
        best_draws_.clear();
        without_progress_ = 0;
        if (given_ == 0 || draws == 0) {
            best_.clear();
            return 0;
        }
        for (unsigned long long change = source_.below(2) + 1; change > 0; --change) {
            const size_t at = run.draws[source_.below(draws)].offset;
            const size_t end = std::min(best_.size(), at + 1 + size_t(source_.below(8)));
            for (size_t i = at; i < end; ++i)
                best_[i] = static_cast<char>(source_.next());
        }
        return best_.size();
    }

    static void write_file(const char* path, const std::string& content) {
        FILE* const file = path == nullptr ? nullptr : testlib_fopen_(path, "wb");
        if (file == nullptr)
            return;
        std::fwrite(content.data(), 1, content.size(), file);
        std::fclose(file);
    }

public:
    bool traced_ = false;
};

// Characters, words and numbers in the source text of a condition are worth trying.
TESTLIB_BODY void learn_words(const std::string& text) {
    search_memory& memory = *the_generation().memory;
    for (size_t i = 0; i < text.size(); ++i) {
        std::string word;
        if (text[i] == '\'' || text[i] == '"') {
            const char quote = text[i];
            for (++i; i < text.size() && text[i] != quote; ++i) {
                if (text[i] == '\\' && i + 1 < text.size())
                    ++i;
                word += text[i];
            }
        } else if (is_digit(text[i])) {
            while (i < text.size() && is_digit(text[i]))
                word += text[i++];
            --i;
        } else {
            continue;
        }
        bool is_known = word.empty() || word.size() >= search_memory::word_size ||
                        memory.word_count == search_memory::words;
        for (size_t k = 0; k < memory.word_count && !is_known; ++k)
            is_known = word == memory.dictionary[k];
        if (!is_known)
            std::memcpy(memory.dictionary[memory.word_count++], word.c_str(), word.size() + 1);
    }
}

// An attempt ends where the program would end.
TESTLIB_BODY void refuse_attempt(const std::string& message) {
    if (!the_generation().running)
        return;
    // The quotes around the source text of a condition are none of its own.
    const std::string head = "Condition failed: \"";
    const size_t at = message.find(head);
    const size_t from = at == std::string::npos ? 0 : at + head.size();
    learn_words(at == std::string::npos ? message
                                        : message.substr(from, message.rfind('"') - from));
    end_attempt(attempt_refused);
}

TESTLIB_BODY void finish_attempt() {
    if (!the_generation().running)
        return;
    const bool is_whole = state().input_end_was_read && state().exit_code == 0;
    if (is_whole)
        trace_end();
    end_attempt(is_whole ? attempt_accepted : attempt_refused);
}

TESTLIB_BODY void begin_generation() {
    search* const searching = new search();
    searching->run();
    if (searching->traced_)
        return;
    // What attempts do is not for the record.
    state().tracing = nullptr;
    stream_record::detach(state().inf);
}

}  // namespace testlib_detail
#endif  // TESTLIB_GENERATIVE

// ==== OPENING: how streams get and lose their sources ===========================================

TESTLIB_RARE_CODE

TESTLIB_BODY InStream::InStream() {}

TESTLIB_BODY InStream::InStream(const InStream& parent, std::string content)
    : reader(new StringInputStreamReader(content)),
      lastLine(testlib_detail::unknown_line),
      name(testlib_detail::format_unchecked("based on %s", parent.name.c_str())),
      mode(parent.mode),
      opened(true),
      strict(parent.strict) {}

TESTLIB_BODY InStream::~InStream() { delete reader; }

TESTLIB_BODY void InStream::init(std::string fileName, TMode streamMode) {
    testlib_detail::open_stream(*this, fileName.c_str(), streamMode);
}

TESTLIB_BODY void testlib_detail::open_stream(InStream& in, const char* path, TMode mode) {
    in.close();
    in.name.assign(path);
    in.mode = mode;
    in.stdfile = false;
    FILE* const file = testlib_fopen_(path, "rb");
    // A missing input is no error yet: many checkers never look at it.
    if (file != nullptr)
        in.open_file(file);
    else if (mode == _output)
        in.reject_file(_pe, "Output");
    else if (mode == _answer)
        in.reject_file(_fail, "Answer");
}

TESTLIB_BODY void InStream::open_file(FILE* file) {
    const long long size = testlib_detail::file_size(file);
    reader = new BufferedFileInputStreamReader(file);
    opened = true;
    if (size > 0 && static_cast<unsigned long long>(size) > maxFileSize)
        reject(_pe, "File size exceeds %llu bytes, size is %lld",
               static_cast<unsigned long long>(maxFileSize), size);
}

TESTLIB_BODY void InStream::init(FILE* file, TMode streamMode) {
    close();
    name.assign(file == stdin    ? "stdin"
                : file == stdout ? "stdout"
                : file == stderr ? "stderr"
                                 : "untitled");
    mode = streamMode;
    stdfile = true;
    reset(file);
}

// Starts over: from the beginning of the named file, or with another open file.
TESTLIB_BODY void InStream::reset(FILE* file) {
    if (file == nullptr && stdfile)
        quit(_fail, "InStream::reset: a standard stream cannot start over");
    if (file == nullptr) {
        init(std::string(name), mode);
        return;
    }
    close();
    reader = new FileInputStreamReader(file);
    opened = true;
}

TESTLIB_BODY void InStream::close() {
    if (record_ != nullptr)
        record_->disturb();
    delete reader;
    reader = nullptr;
    opened = false;
    lastLine = testlib_detail::unknown_line;
}

// Drops the three bytes that some editors put in front of UTF-8 text.
TESTLIB_BODY void InStream::skipBom() {
    const char mark[] = {'\xEF', '\xBB', '\xBF'};
    size_t matched = 0;
    if (record_ != nullptr)
        record_->disturb();
    while (matched < sizeof(mark) && peek() == static_cast<unsigned char>(mark[matched])) {
        reader->take();
        ++matched;
    }
    if (matched == sizeof(mark))
        return;
    while (matched > 0)
        reader->unread(mark[--matched]);
}

TESTLIB_RARE_CODE_END

// ==== STREAMS, BODIES: characters, tokens, lines, numbers, and the checks of what was read ========

// Called by every read before it looks at the input. A validator that runs backwards first makes
// up what will be read.
#ifdef TESTLIB_GENERATIVE
#define TESTLIB_SUPPLY(call) testlib_detail::supply_##call
#else
#define TESTLIB_SUPPLY(call) static_cast<void>(0)
#endif

TESTLIB_RARE_CODE

// A problem that a read found.
TESTLIB_BODY void InStream::reject(TResult result, const char* format, ...) {
    TESTLIB_FORMATTED(message, format);
    testlib_detail::state().deciding_call = at_;
    conclude(result, message.c_str());
}

TESTLIB_BODY void InStream::reject_file(TResult result, const char* what) {
    reject(result, "%s file not found: \"%s\"", what, name.c_str());
}

TESTLIB_BODY void InStream::reject_token(const char* expected, text_ref token) {
    const bool has_zero_byte =
        token.size != 0 && std::memchr(token.data, '\0', token.size) != nullptr;
    if (record_ != nullptr)
        record_->found(expected, token);
    reject(_pe, "Expected %s, but \"%s\" found%s", expected,
           compress(token.str()).c_str(),
           has_zero_byte ? " (it contains \\0)" : "");
}

TESTLIB_BODY void InStream::reject_long_token(text_ref token) {
    reject(_pe, "Length of token exceeds %llu, token is '%s...'",
           static_cast<unsigned long long>(maxTokenLength),
           compress(token.str()).c_str());
}

TESTLIB_BODY void InStream::reject_missing_token() {
    if (reader == nullptr && mode == _input && !name.empty())
        reject_file(_fail, "Input");
    reject(_unexpected_eof, "Unexpected end of file - token expected");
}

TESTLIB_RARE_CODE_END

TESTLIB_BODY char InStream::curChar() {
    TESTLIB_SUPPLY(character(*this, testlib_detail::end_of_input, at_));
    return static_cast<char>(peek());
}

TESTLIB_BODY char InStream::nextChar() {
    TESTLIB_SUPPLY(character(*this, testlib_detail::end_of_input, at_));
    if (reader == nullptr)
        return static_cast<char>(EOFC);
    if (record_ != nullptr)
        record_->disturb();
    return static_cast<char>(reader->take());
}

TESTLIB_BODY void InStream::unreadChar(char c) {
    if (reader == nullptr)
        return;
    if (record_ != nullptr)
        record_->disturb();
    reader->unread(c);
}

TESTLIB_BODY void InStream::skipBlanks() {
    if (reader == nullptr)
        return;
    if (record_ != nullptr)
        record_->disturb();
    reader->skip_blanks();
}

TESTLIB_BODY char InStream::readChar(testlib_detail::call_site at) {
    at_ = at;
    if (record_ != nullptr)
        record_->begin(testlib_detail::op_char);
    const char found = nextChar();
    if (record_ != nullptr)
        record_->end_text(text_ref(" ", 1));
    return found;
}

TESTLIB_BODY char InStream::readChar(char c, testlib_detail::call_site at) {
    at_ = at;
    TESTLIB_SUPPLY(character(*this, static_cast<unsigned char>(c), at));
    const char* const op = c == ' ' ? testlib_detail::op_space : testlib_detail::op_char;
    const bool is_expected = record_ != nullptr && record_->follows(op, 0, 0, text_ref());
    if (record_ != nullptr && !is_expected)
        record_->begin(op);
    remember_line();
    if (c == LF || reader == nullptr || !reader->take_if(c)) {
        const char found = nextChar();
        if (found != c) {
            const char* const text = isEoln(found)
                                         ? "Unexpected character #%d, but '%c' expected"
                                         : "Unexpected character '%c', but '%c' expected";
            if (record_ != nullptr)
                record_->found_character(c, found);
            reject(_pe, text, static_cast<int>(found), c);
        }
    }
    if (is_expected)
        record_->advance();
    else if (record_ != nullptr)
        record_->end_text(text_ref(" ", 1));
    return c;
}

TESTLIB_BODY bool InStream::eof(testlib_detail::call_site at) {
    at_ = at;
#ifdef TESTLIB_GENERATIVE
    if (testlib_detail::makes_up(*this) && !testlib_detail::has_input(*this))
        return testlib_detail::decide_end(*this, false, at);
#endif
    return peek() == testlib_detail::end_of_input;
}

TESTLIB_BODY bool InStream::seekEof(testlib_detail::call_site at) {
    skipBlanks();
    return eof(at);
}

TESTLIB_RARE_CODE

// Consumes a line end, if one is next.
TESTLIB_BODY bool InStream::at_line_end() {
    const int next = peek();
    if (next == testlib_detail::end_of_input)
        return !strict;
    const bool lone = next == LF;
    const bool pair = next == CR && reader->peek_second() == LF;
    const bool accepted =
        strict ? (testlib_detail::strict_line_end_is_crlf ? pair : lone) : lone || pair;
    if (accepted && pair)
        reader->take();
    if (accepted)
        reader->take();
    return accepted;
}

TESTLIB_RARE_CODE_END

// Most lines end with a line feed that is at hand.
TESTLIB_BODY bool InStream::take_line_end() {
    const bool may_be_feed = !testlib_detail::strict_line_end_is_crlf || !strict;
    return (may_be_feed && reader != nullptr && reader->take_line_feed()) || at_line_end();
}

TESTLIB_BODY bool InStream::eoln(testlib_detail::call_site at) {
    at_ = at;
#ifdef TESTLIB_GENERATIVE
    if (testlib_detail::makes_up(*this) && !testlib_detail::has_input(*this) &&
        !testlib_detail::decide_end(*this, true, at))
        return false;
#endif
    if (record_ != nullptr)
        record_->disturb();
    return take_line_end();
}

TESTLIB_BODY bool InStream::seekEoln(testlib_detail::call_site at) {
    if (reader != nullptr) {
        if (record_ != nullptr)
            record_->disturb();
        reader->skip_spaces_and_tabs();
    }
    return eoln(at);
}

TESTLIB_RARE_CODE

// Names what stands where something else was expected.
TESTLIB_BODY void InStream::advise_of_next(const char* expected) {
    const int next = peek();
    const char* found = "character '%c'";
    if (next == testlib_detail::end_of_input)
        found = "end of the file";
    else if (next == SPACE)
        found = "space: is a readSpace missing, or is the space one too many";
    else if (next == LF || next == CR)
        found = "line end: is a readEoln missing, or is the line too short";
    else if (testlib_detail::is_unprintable(static_cast<char>(next)))
        found = "byte %d";
    const std::string hint =
        testlib_detail::format_unchecked("%s was expected, here is a %s", expected, found);
    testlib_detail::advise(testlib_detail::format_unchecked(hint.c_str(), next).c_str());
}

TESTLIB_BODY void InStream::reject_line_end() {
    if (record_ != nullptr)
        record_->found_next("end of line");
    advise_of_next("a line end");
    reject(_pe, "Expected EOLN");
}

TESTLIB_RARE_CODE_END

TESTLIB_BODY void InStream::read_line_end() {
    TESTLIB_SUPPLY(line_end(*this));
    remember_line();
    if (!take_line_end())
        reject_line_end();
}

TESTLIB_BODY void InStream::readEoln(testlib_detail::call_site at) {
    at_ = at;
    const bool is_expected =
        record_ != nullptr && record_->follows(testlib_detail::op_eoln, 0, 0, text_ref());
    if (record_ != nullptr && !is_expected)
        record_->begin(testlib_detail::op_eoln);
    read_line_end();
    if (is_expected)
        record_->advance();
    else if (record_ != nullptr)
        record_->end_text(text_ref(" ", 1));
}

TESTLIB_RARE_CODE

TESTLIB_BODY void InStream::readEof(testlib_detail::call_site at) {
    at_ = at;
    if (record_ != nullptr)
        record_->begin("eof");
    remember_line();
    if (peek() != testlib_detail::end_of_input ||
        (reader != nullptr && reader->at_false_end())) {
        if (record_ != nullptr)
            record_->found_next("end of file");
        advise_of_next("the end of the file");
        reject(_pe, "Expected EOF");
    }
    if (record_ != nullptr)
        record_->end_text(text_ref());
    if (this == &testlib_detail::state().inf)
        testlib_detail::state().input_end_was_read = true;
}

// The next token; strict streams must stand right in front of it.
TESTLIB_BODY testlib_detail::text_ref InStream::next_token() {
    if (!strict)
        skipBlanks();
    remember_line();
    const int next = peek();
    if (next == testlib_detail::end_of_input)
        reject_missing_token();
    if (testlib_detail::is_blank(static_cast<char>(next))) {
        if (record_ != nullptr)
            record_->found_next("token");
        advise_of_next("a token");
        reject(_pe, "Unexpected white-space - token expected");
    }
    const text_ref token = reader->take_token(maxTokenLength);
    if (token.size > maxTokenLength)
        reject_long_token(token);
    return token;
}

TESTLIB_RARE_CODE_END

// The next token if there is nothing unusual about it.
TESTLIB_BODY bool InStream::take_plain_token(text_ref& token) {
    if (!strict)
        skipBlanks();
    remember_line();
    return reader != nullptr && reader->take_plain_token(maxTokenLength, token);
}

TESTLIB_RARE_CODE

// A token that should be a number: outside of strict mode a missing one is named by its type.
TESTLIB_BODY testlib_detail::text_ref InStream::next_number(const char* expected) {
    if (!strict) {
        skipBlanks();
        remember_line();
        if (peek() == testlib_detail::end_of_input)
            reject(_unexpected_eof, "Unexpected end of file - %s expected", expected);
    }
    return next_token();
}

TESTLIB_RARE_CODE_END

TESTLIB_BODY void InStream::read_token(std::string& result, const pattern* p,
                                       const text_ref& label, int index) {
    TESTLIB_SUPPLY(token(*this, p, label, at_));
    if (record_ != nullptr)
        record_->begin_token("token", label, p);
    text_ref token;
    if (!take_plain_token(token))
        token = next_token();
    result.assign(token.data, token.size);
    if (p != nullptr)
        match("Token", "parameter ", result, *p, label, index);
    if (record_ != nullptr)
        record_->end_text(result);
}

TESTLIB_BODY void InStream::read_line(std::string& result, const pattern* p, const text_ref& label,
                                      int index) {
    TESTLIB_SUPPLY(line(*this, p, label, at_));
    if (reader == nullptr)
        reject(_pe, "Expected line");
    if (record_ != nullptr)
        record_->begin("line", label, p);
    result.clear();
    remember_line();
    reader->take_line(result);
    if (strict)
        read_line_end();
    else
        take_line_end();
    if (p != nullptr)
        match("Line", "", result, *p, label, index);
    if (record_ != nullptr)
        record_->end_text(result);
}

TESTLIB_BODY std::string InStream::readToken(testlib_detail::call_site at) {
    std::string result;
    readTokenTo(result, at);
    return result;
}

TESTLIB_BODY std::string InStream::readToken(string_ref ptrn, text_ref label,
                                             testlib_detail::call_site at) {
    return readToken(testlib_detail::cached_pattern(ptrn), label, at);
}

TESTLIB_BODY std::string InStream::readToken(const pattern& p, text_ref label,
                                             testlib_detail::call_site at) {
    at_ = at;
    std::string result;
    read_token(result, &p, label, readManyIteration);
    return result;
}

TESTLIB_BODY void InStream::readTokenTo(std::string& result, testlib_detail::call_site at) {
    at_ = at;
    read_token(result, nullptr, text_ref(), NO_INDEX);
}

TESTLIB_BODY void InStream::readTokenTo(std::string& result, string_ref ptrn, text_ref label,
                                        testlib_detail::call_site at) {
    readTokenTo(result, testlib_detail::cached_pattern(ptrn), label, at);
}

TESTLIB_BODY void InStream::readTokenTo(std::string& result, const pattern& p, text_ref label,
                                        testlib_detail::call_site at) {
    at_ = at;
    read_token(result, &p, label, NO_INDEX);
}

TESTLIB_BODY std::string InStream::readLine(testlib_detail::call_site at) {
    std::string result;
    readLineTo(result, at);
    return result;
}

TESTLIB_BODY std::string InStream::readLine(string_ref ptrn, text_ref label,
                                            testlib_detail::call_site at) {
    return readLine(testlib_detail::cached_pattern(ptrn), label, at);
}

TESTLIB_BODY std::string InStream::readLine(const pattern& p, text_ref label,
                                            testlib_detail::call_site at) {
    std::string result;
    readLineTo(result, p, label, at);
    return result;
}

TESTLIB_BODY void InStream::readLineTo(std::string& result, testlib_detail::call_site at) {
    at_ = at;
    read_line(result, nullptr, text_ref(), NO_INDEX);
}

TESTLIB_BODY void InStream::readLineTo(std::string& result, string_ref ptrn, text_ref label,
                                       testlib_detail::call_site at) {
    readLineTo(result, testlib_detail::cached_pattern(ptrn), label, at);
}

TESTLIB_BODY void InStream::readLineTo(std::string& result, const pattern& p, text_ref label,
                                       testlib_detail::call_site at) {
    at_ = at;
    read_line(result, &p, label, readManyIteration);
}

TESTLIB_RARE_CODE

// "Integer", "Integer parameter [name=n] equals to", "Integer element a[3] equals to" and so on.
TESTLIB_BODY std::string InStream::subject(const char* kind, const char* noun,
                                           const text_ref& label, int index) const {
    if (index != NO_INDEX) {
        return testlib_detail::format_unchecked(
            "%s element %.*s[%s%d] equals to", kind, static_cast<int>(label.size), label.data,
            label.empty() ? "index=" : "", index);
    }
    return testlib_detail::format_unchecked(label.empty() ? "%s" : "%s %s[name=%.*s] equals to",
                                            kind, noun, static_cast<int>(label.size), label.data);
}

TESTLIB_RARE_CODE_END

TESTLIB_BODY void InStream::note_variable(const text_ref& label) {
    if (strict && !label.empty())
        testlib_detail::state().validator.variables().add_variable(label);
}

TESTLIB_BODY void InStream::match(const char* kind, const char* noun, const std::string& text,
                                  const pattern& p, const text_ref& label, int index) {
    if (!p.matches(text)) {
        if (record_ != nullptr)
            record_->found("pattern", text);
        reject(_wa, "%s \"%s\"%s doesn't correspond to pattern \"%s\"",
               subject(kind, noun, label, index).c_str(), compress(text).c_str(),
               label.empty() ? "" : ",", p.src().c_str());
    }
    note_variable(label);
}

// ==== STREAMS, NUMBERS: reading them, and the ranges that they have to be in ====================

namespace testlib_detail {

TESTLIB_RARE_CODE

TESTLIB_BODY std::string shown_value(long long value) {
    return testlib_format_("%lld", value);
}
TESTLIB_BODY std::string shown_value(int value) { return testlib_format_("%d", value); }
TESTLIB_BODY std::string shown_value(unsigned long long value) {
    return testlib_format_("%llu", value);
}
TESTLIB_BODY std::string shown_value(double value) { return testlib_format_("%g", value); }

TESTLIB_BODY std::string shown_bound(long long value) { return toHumanReadableString(value); }
TESTLIB_BODY std::string shown_bound(int value) { return toHumanReadableString(value); }
TESTLIB_BODY std::string shown_bound(unsigned long long value) {
    return toHumanReadableString(value);
}
TESTLIB_BODY std::string shown_bound(double value) { return shown_value(value); }

TESTLIB_RARE_CODE_END

// Integers that need no second look; other numbers are always read as tokens.
template <typename Type>
bool take_plain(InputStreamReader& reader, size_t longest, Type& value,
                std::true_type /* integer */) {
    typedef std::numeric_limits<Type> limits;
    const unsigned long long largest = static_cast<unsigned long long>(limits::max());
    unsigned long long bits = 0;
    if (!reader.take_plain_integer(longest, limits::is_signed, largest, bits))
        return false;
    value = static_cast<Type>(bits);
    return true;
}
template <typename Type>
bool take_plain(InputStreamReader&, size_t, Type&, std::false_type) {
    return false;
}

}  // namespace testlib_detail

TESTLIB_RARE_CODE

TESTLIB_BODY void InStream::parse(text_ref token, const char*, long long& value) {
    if (!testlib_detail::parse_integer(token, value))
        reject_token("integer", token);
}

TESTLIB_BODY void InStream::parse(text_ref token, const char* expected, int& value) {
    long long wide = 0;
    parse(token, expected, wide);
    if (wide < INT_MIN || wide > INT_MAX)
        reject_token(expected, token);
    value = static_cast<int>(wide);
}

TESTLIB_BODY void InStream::parse(text_ref token, const char*, unsigned long long& value) {
    if (!testlib_detail::parse_digits(token.data, token.size, value))
        reject_token("unsigned integer", token);
}

// Integers with something unusual about them, if only that they stand where the window ends.
TESTLIB_BODY void InStream::parse_next(const char* expected, int& value) {
    parse(next_number(expected), expected, value);
}
TESTLIB_BODY void InStream::parse_next(const char* expected, long long& value) {
    parse(next_number(expected), expected, value);
}
TESTLIB_BODY void InStream::parse_next(const char* expected, unsigned long long& value) {
    parse(next_number(expected), expected, value);
}

TESTLIB_RARE_CODE_END

TESTLIB_BODY void InStream::parse_next(const char* expected, double& value) {
    text_ref token;
    if (!take_plain_token(token))
        token = next_number(expected);
    parse(token, expected, value);
}

TESTLIB_BODY void InStream::parse(text_ref token, const char*, double& value) {
    testlib_detail::decimal_parts parts;
    if (!testlib_detail::scan_decimal(token, parts))
        reject_token("double", token);
    value = testlib_detail::convert_decimal(token, parts);
}

TESTLIB_RARE_CODE

template <typename Type>
void InStream::reject_range(const char* kind, Type value, Type low, Type high,
                            const text_ref& label) {
    const bool anonymous = label.empty() && readManyIteration == NO_INDEX;
    if (record_ != nullptr)
        record_->found("in range", testlib_detail::shown_value(value));
    reject(_wa, "%s %s%s violates the range [%s, %s]",
           subject(kind, "parameter ", label, readManyIteration).c_str(),
           testlib_detail::shown_value(value).c_str(), anonymous ? "" : ",",
           testlib_detail::shown_bound(low).c_str(),
           testlib_detail::shown_bound(high).c_str());
}

TESTLIB_RARE_CODE_END

// Reads a number that is named `expected` where it is missing, and `kind` where it is out of range.
template <typename Type>
Type InStream::read_number(const char* op, const char* expected, const char* kind, bool bounded,
                           Type low, Type high, const text_ref& label) {
    TESTLIB_SUPPLY(number(*this, bounded, testlib_detail::bound_value(low),
                          testlib_detail::bound_value(high), label, at_));
    const bool is_expected =
        record_ != nullptr && std::is_integral<Type>::value &&
        record_->follows(op, static_cast<unsigned long long>(low),
                         static_cast<unsigned long long>(high), label);
    if (record_ != nullptr && !is_expected)
        record_->begin_number(op, label, bounded, testlib_detail::bound_value(low),
                              testlib_detail::bound_value(high));
    Type value = Type();
    if (!strict)
        skipBlanks();
    remember_line();
    if (reader == nullptr ||
        !testlib_detail::take_plain(*reader, maxTokenLength, value, std::is_integral<Type>()))
        parse_next(expected, value);
    if (bounded)
        checked(kind, value, low, high, label);
    if (is_expected)
        record_->advance();
    else if (record_ != nullptr)
        record_->end_number(testlib_detail::bound_value(value));
    return value;
}

template <typename Type>
Type InStream::checked(const char* kind, Type value, Type low, Type high, const text_ref& label) {
    if (value < low || value > high)
        reject_range(kind, value, low, high, label);
    if (!strict || label.empty())
        return value;
    typedef testlib_detail::bound_value bound;
    testlib_detail::variable_log& log = testlib_detail::state().validator.variables();
    if (!log.knows(label, bound(value), bound(low), bound(high)))
        log.note_bounded_read(label, bound(value), bound(low), bound(high), at_);
    return value;
}

TESTLIB_BODY int InStream::readInteger(testlib_detail::call_site at) {
    at_ = at;
    return read_number<int>("int", "int32", "", false, 0, 0, text_ref());
}

TESTLIB_BODY int InStream::readInteger(int low, int high, text_ref label,
                                       testlib_detail::call_site at) {
    at_ = at;
    return read_number<int>("int", "int32", "Integer", true, low, high, label);
}

TESTLIB_BODY long long InStream::readLong(testlib_detail::call_site at) {
    at_ = at;
    return read_number<long long>("long", "int64", "", false, 0, 0, text_ref());
}

TESTLIB_BODY long long InStream::readLong(long long low, long long high, text_ref label,
                                          testlib_detail::call_site at) {
    at_ = at;
    return read_number<long long>("long", "int64", "Integer", true, low, high, label);
}

TESTLIB_BODY unsigned long long InStream::readUnsignedLong(testlib_detail::call_site at) {
    at_ = at;
    return read_number<unsigned long long>("unsigned long", "int64", "", false, 0, 0, text_ref());
}

TESTLIB_BODY unsigned long long InStream::readUnsignedLong(unsigned long long low,
                                                           unsigned long long high, text_ref label,
                                                           testlib_detail::call_site at) {
    at_ = at;
    return read_number<unsigned long long>("unsigned long", "int64", "Unsigned integer", true, low,
                                           high, label);
}

TESTLIB_BODY double InStream::readDouble(testlib_detail::call_site at) {
    at_ = at;
    return read_number<double>("double", "double", "", false, 0, 0, text_ref());
}

TESTLIB_BODY double InStream::readDouble(double low, double high, text_ref label,
                                         testlib_detail::call_site at) {
    at_ = at;
    return read_number<double>("double", "double", "Double", true, low, high, label);
}

TESTLIB_BODY double InStream::parse_strict(text_ref token, int least, int most) {
    if (least < 0)
        quit(_fail, "stringToStrictDouble: minAfterPointDigitCount should be non-negative.", at_);
    if (least > most)
        quit(_fail, "stringToStrictDouble: minAfterPointDigitCount should be less or equal to "
                    "maxAfterPointDigitCount.", at_);
    size_t sign = 0, before = 0, after = 0;
    testlib_detail::decimal_parts parts;
    if (!testlib_detail::scan_strict_decimal(token, parts, sign, before, after))
        reject_token("strict double", token);
    if (after < static_cast<size_t>(least) || after > static_cast<size_t>(most))
        reject(_pe, "Expected strict double with number of digits after point in "
               "range [%d,%d], but \"%s\" found",
               least, most, compress(token.str()).c_str());
    if (before > 1 && token.data[sign] == '0')
        reject_token("strict double", token);
    const double value = testlib_detail::convert_decimal(token, parts);
    if (testlib_detail::is_nan(value) || std::fabs(value) > DBL_MAX)
        reject_token("double", token);
    if (sign != 0 && value == 0)
        reject(_pe, "Redundant minus in \"%s\" found",
               compress(token.str()).c_str());
    return value;
}

TESTLIB_BODY double InStream::read_strict(double low, double high, int minDigits, int maxDigits,
                                          const text_ref& label) {
    // Wrong digit bounds are the program's own mistake, told before anything is read.
    if (minDigits < 0 || minDigits > maxDigits)
        parse_strict("0", minDigits, maxDigits);
    TESTLIB_SUPPLY(strict_number(*this, low, high, minDigits, maxDigits, label, at_));
    if (record_ != nullptr)
        record_->begin_number("double", label, true, testlib_detail::bound_value(low),
                              testlib_detail::bound_value(high));
    text_ref token;
    if (!take_plain_token(token))
        token = next_number("strict double");
    const double value = parse_strict(token, minDigits, maxDigits);
    checked("Strict double", value, low, high, label);
    if (record_ != nullptr)
        record_->end_number(testlib_detail::bound_value(value));
    return value;
}

TESTLIB_BODY double InStream::readStrictDouble(double low, double high, int minDigits,
                                               int maxDigits, text_ref label,
                                               testlib_detail::call_site at) {
    at_ = at;
    return read_strict(low, high, minDigits, maxDigits, label);
}

TESTLIB_RARE_CODE

TESTLIB_BODY long long stringToLongLong(InStream& in, const std::string& buffer) {
    long long value = 0;
    in.parse(buffer, "integer", value);
    return value;
}
TESTLIB_BODY long long stringToLongLong(InStream& in, const char* buffer) {
    std::string text;
    text.assign(buffer);
    return stringToLongLong(in, text);
}
TESTLIB_BODY unsigned long long stringToUnsignedLongLong(InStream& in, const std::string& buffer) {
    unsigned long long value = 0;
    in.parse(buffer, "unsigned integer", value);
    return value;
}
TESTLIB_BODY unsigned long long stringToUnsignedLongLong(InStream& in, const char* buffer) {
    return stringToUnsignedLongLong(in, std::string(buffer));
}
TESTLIB_BODY double stringToDouble(InStream& in, const std::string& buffer) {
    double value = 0;
    in.parse(buffer, "double", value);
    return value;
}
TESTLIB_BODY double stringToDouble(InStream& in, const char* buffer) {
    return stringToDouble(in, std::string(buffer));
}
TESTLIB_BODY double stringToStrictDouble(InStream& in, const std::string& buffer, int minDigits,
                                         int maxDigits) {
    return in.parse_strict(buffer, minDigits, maxDigits);
}
TESTLIB_BODY double stringToStrictDouble(InStream& in, const char* buffer, int minDigits,
                                         int maxDigits) {
    return stringToStrictDouble(in, std::string(buffer), minDigits, maxDigits);
}

TESTLIB_RARE_CODE_END

// ==== PLURAL READERS: many elements at once ========================================================

namespace testlib_detail {

const int longest_plural_read = 100000000;
// Memory for more bytes of elements is taken as they arrive, since the claimed size may be wrong:
// in the output of a participant more so than in the input of a validator.
const size_t longest_reserve = 1 << 22;
const size_t longest_strict_reserve = 1 << 26;

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
template <typename Type, typename ReadOne>
std::vector<Type> InStream::read_many(const char* function, int size, int indexBase,
                                      const text_ref& labels, bool separated, ReadOne read_one) {
    if (size < 0)
        reject(_fail, "%s: size should be non-negative.", function);
    if (size > testlib_detail::longest_plural_read)
        reject(_fail, "%s: size should be at most %d.", function,
               testlib_detail::longest_plural_read);
    note_variable(labels);
    const size_t wanted = static_cast<size_t>(size);
    const size_t at_most =
        (strict ? testlib_detail::longest_strict_reserve : testlib_detail::longest_reserve) /
        sizeof(Type);
    std::vector<Type> result;
    result.reserve(wanted < at_most ? wanted : at_most);
    const testlib_detail::element_index guard(readManyIteration);
    const testlib_detail::call_site at = at_;
    for (size_t i = 0; i < wanted; ++i) {
        if (i > 0 && separated && strict)
            readChar(' ', at);
        readManyIteration = indexBase + static_cast<int>(i);
        result.push_back(read_one());
    }
    return result;
}

template <typename Type>
std::vector<Type> InStream::read_numbers(const char* function, const char* op, const char* expected,
                                         const char* kind, int size, bool bounded, Type low,
                                         Type high, const text_ref& labels, int indexBase) {
    return read_many<Type>(function, size, indexBase, labels, true, [&]() {
        return read_number<Type>(op, expected, kind, bounded, low, high, labels);
    });
}

TESTLIB_LAZY_BODY std::vector<std::string> InStream::read_tokens(const char* function, int size,
                                                                 const pattern* p,
                                                                 const text_ref& labels,
                                                                 int indexBase) {
    return read_many<std::string>(function, size, indexBase, labels, true, [&]() {
        std::string result;
        read_token(result, p, labels, readManyIteration);
        return result;
    });
}

TESTLIB_LAZY_BODY std::vector<std::string> InStream::read_lines(const char* function, int size,
                                                                const pattern* p,
                                                                const text_ref& labels,
                                                                int indexBase) {
    return read_many<std::string>(function, size, indexBase, labels, false, [&]() {
        std::string result;
        read_line(result, p, labels, readManyIteration);
        return result;
    });
}

TESTLIB_LAZY_BODY std::vector<double> InStream::read_strict_doubles(const char* function, int size,
                                                                    double low, double high,
                                                                    int minDigits, int maxDigits,
                                                                    const text_ref& labels,
                                                                    int indexBase) {
    return read_many<double>(function, size, indexBase, labels, true, [&]() {
        return read_strict(low, high, minDigits, maxDigits, labels);
    });
}

// A reader of texts in its three forms; NAME is also what its messages say.
#define TESTLIB_PLURAL_TEXTS(NAME, read_all)                                                       \
    TESTLIB_LAZY_BODY std::vector<std::string> InStream::NAME(int size, int indexBase,             \
                                                              testlib_detail::call_site at) {      \
        at_ = at;                                                                                  \
        return read_all(#NAME, size, nullptr, text_ref(), indexBase);                              \
    }                                                                                              \
    TESTLIB_LAZY_BODY std::vector<std::string> InStream::NAME(int size, string_ref ptrn,           \
                                                              text_ref labels, int indexBase,      \
                                                              testlib_detail::call_site at) {      \
        at_ = at;                                                                                  \
        return read_all(#NAME, size, &testlib_detail::cached_pattern(ptrn), labels, indexBase);    \
    }                                                                                              \
    TESTLIB_LAZY_BODY std::vector<std::string> InStream::NAME(int size, const pattern& p,          \
                                                              text_ref labels, int indexBase,      \
                                                              testlib_detail::call_site at) {      \
        at_ = at;                                                                                  \
        return read_all(#NAME, size, &p, labels, indexBase);                                       \
    }
TESTLIB_PLURAL_TEXTS(readTokens, read_tokens)
TESTLIB_PLURAL_TEXTS(readWords, read_tokens)
TESTLIB_PLURAL_TEXTS(readLines, read_lines)
TESTLIB_PLURAL_TEXTS(readStrings, read_lines)
#undef TESTLIB_PLURAL_TEXTS

// A reader of numbers without bounds, and one with.
#define TESTLIB_PLURAL_ANY_NUMBERS(NAME, type, op, expected)                                       \
    TESTLIB_LAZY_BODY std::vector<type> InStream::NAME(int size, int indexBase,                    \
                                                       testlib_detail::call_site at) {             \
        at_ = at;                                                                                  \
        return read_numbers<type>(#NAME, op, expected, "", size, false, 0, 0, text_ref(),          \
                                  indexBase);                                                      \
    }
#define TESTLIB_PLURAL_BOUNDED_NUMBERS(NAME, type, op, expected, kind)                             \
    TESTLIB_LAZY_BODY std::vector<type> InStream::NAME(int size, type low, type high,              \
                                                       text_ref labels, int indexBase,             \
                                                       testlib_detail::call_site at) {             \
        at_ = at;                                                                                  \
        return read_numbers<type>(#NAME, op, expected, kind, size, true, low, high, labels,        \
                                  indexBase);                                                      \
    }
TESTLIB_PLURAL_ANY_NUMBERS(readIntegers, int, "int", "int32")
TESTLIB_PLURAL_BOUNDED_NUMBERS(readIntegers, int, "int", "int32", "Integer")
TESTLIB_PLURAL_ANY_NUMBERS(readInts, int, "int", "int32")
TESTLIB_PLURAL_BOUNDED_NUMBERS(readInts, int, "int", "int32", "Integer")
TESTLIB_PLURAL_ANY_NUMBERS(readLongs, long long, "long", "int64")
TESTLIB_PLURAL_BOUNDED_NUMBERS(readLongs, long long, "long", "int64", "Integer")
TESTLIB_PLURAL_BOUNDED_NUMBERS(readLongs, unsigned long long, "unsigned long", "int64",
                               "Unsigned integer")
TESTLIB_PLURAL_ANY_NUMBERS(readUnsignedLongs, unsigned long long, "unsigned long", "int64")
TESTLIB_PLURAL_BOUNDED_NUMBERS(readUnsignedLongs, unsigned long long, "unsigned long", "int64",
                               "Unsigned integer")
TESTLIB_PLURAL_ANY_NUMBERS(readDoubles, double, "double", "double")
TESTLIB_PLURAL_BOUNDED_NUMBERS(readDoubles, double, "double", "double", "Double")
TESTLIB_PLURAL_ANY_NUMBERS(readReals, double, "double", "double")
TESTLIB_PLURAL_BOUNDED_NUMBERS(readReals, double, "double", "double", "Double")
#undef TESTLIB_PLURAL_ANY_NUMBERS
#undef TESTLIB_PLURAL_BOUNDED_NUMBERS

#define TESTLIB_PLURAL_STRICT(NAME)                                                                \
    TESTLIB_LAZY_BODY std::vector<double> InStream::NAME(int size, double low, double high,        \
                                                         int minDigits, int maxDigits,             \
                                                         text_ref labels, int indexBase,           \
                                                         testlib_detail::call_site at) {           \
        at_ = at;                                                                                  \
        return read_strict_doubles(#NAME, size, low, high, minDigits, maxDigits, labels,           \
                                   indexBase);                                                     \
    }
TESTLIB_PLURAL_STRICT(readStrictDoubles)
TESTLIB_PLURAL_STRICT(readStrictReals)
#undef TESTLIB_PLURAL_STRICT

// ==== QUIT, BODIES: verdicts, their reports, and the checks at the end of the program ==============

TESTLIB_RARE_CODE

namespace testlib_detail {

// The place of the note in parentheses inside a message. It is delimited by control characters
// until the message is shown, so that parentheses of the program's own text do not count.
struct bracket_note {
    size_t open;
    size_t close;
    bool found;
};

TESTLIB_BODY bracket_note find_note(const std::string& message) {
    const char open = InStream::OPEN_BRACKET, close = InStream::CLOSE_BRACKET;
    bracket_note note = {message.find(open), message.find(close), false};
    note.found = note.open != std::string::npos && note.close != std::string::npos &&
                 note.open < note.close && message.rfind(open) == note.open &&
                 message.rfind(close) == note.close;
    return note;
}

TESTLIB_BODY std::string with_note(const std::string& message, const std::string& text) {
    const char open = InStream::OPEN_BRACKET, close = InStream::CLOSE_BRACKET;
    const bracket_note note = find_note(message);
    if (!note.found)
        return format_unchecked("%s %c%s%c", message.c_str(), open, text.c_str(), close);
    const size_t present = message.find(text, note.open);
    if (present != std::string::npos && present + text.size() <= note.close)
        return message;
    const int before = static_cast<int>(note.close);
    return format_unchecked("%.*s, %s%s", before, message.c_str(), text.c_str(),
                            message.c_str() + before);
}

TESTLIB_BODY std::string with_visible_note(const std::string& message) {
    const bracket_note note = find_note(message);
    if (!note.found)
        return message;
    const int before = static_cast<int>(note.open);
    const int inside = static_cast<int>(note.close) - before - 1;
    const char* const text = message.c_str();
    return format_unchecked("%.*s(%.*s)%s", before, text, inside, text + before + 1,
                            text + note.close + 1);
}

TESTLIB_BODY std::string truncated(const std::string& message, size_t longest) {
    if (message.size() <= longest)
        return message;
    std::string result = format_unchecked(
        "message length exceeds %llu, the message is truncated: ",
        static_cast<unsigned long long>(longest));
    // Where not even this text fits, the usual header cuts nothing off.
    const size_t room = result.size() <= longest ? longest - result.size() : message.size();
    result.append(message, 0, room);
    return result;
}

// Success has to be earned: nothing may be left over in the participant's output.
TESTLIB_BODY bool is_success(TResult result) {
    return result == _ok || result == _points || result >= _partially;
}

// What stands in front of the message, as a format; empty for numbers that are no verdict.
TESTLIB_BODY const char* verdict_prefix(TResult result) {
    if (result >= _partially)
        return "partially correct (%d) ";
    switch (result) {
        case _ok: return "ok ";
        case _wa: return "wrong answer ";
        case _pe: return "wrong output format ";
        case _dirt: return "wrong output format ";
        case _fail: return "FAIL ";
        case _points: return "points ";
        case _unexpected_eof: return "unexpected eof ";
        default: return "";
    }
}

TESTLIB_BODY WORD verdict_color(TResult result) {
    if (result >= _partially)
        return InStream::color_yellow;
    switch (result) {
        case _ok: return InStream::color_green;
        case _dirt: return InStream::color_cyan;
        case _points: return InStream::color_yellow;
        case _unexpected_eof: return InStream::color_cyan;
        default: return InStream::color_red;
    }
}

TESTLIB_BODY std::string points_text(double points) {
    return removeDoubleTrailingZeroes(testlib_format_("%.10f", points));
}

TESTLIB_BODY void advise(const char* hint) { state().hint.assign(hint); }

TESTLIB_BODY void show_hint() {
    if (!state().hint.empty() && std::getenv("TESTLIB_HINTS") != nullptr)
        std::fprintf(stderr, "Hint: %s\n", state().hint.c_str());
    state().hint.clear();
}

// Nothing may run twice when the final checks themselves end the program.
NORETURN TESTLIB_BODY void leave(int exit_code) {
    program_state& program = state();
    program.exit_code = exit_code;
    if (program.finalizing) {
        flush_output();
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

TESTLIB_BODY void halt(int exitCode) {
#ifdef FOOTER
    InStream::textColor(InStream::color_default);
    std::fprintf(stderr, "Checker: \"%s\"\n", testlib_detail::state().checker_name.c_str());
    std::fprintf(stderr, "Exit code: %d\n", exitCode);
#endif
    testlib_detail::leave(exitCode);
}

TESTLIB_BODY void InStream::textColor(WORD color) {
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
TESTLIB_BODY void InStream::quitscr(WORD color, const char* msg) {
    if (!testlib_detail::state().result_name.empty())
        return;
    textColor(color);
    std::fputs(msg, stderr);
    textColor(color_default);
}

TESTLIB_BODY void InStream::xmlSafeWrite(FILE* file, const char* msg) {
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
TESTLIB_BODY std::string InStream::annotated(TResult result,
                                                    const std::string& message) const {
    const int test_case = testlib_detail::state().test_case;
    if (test_case == testlib_detail::no_test_case)
        return message;
    const bool is_count = result == _ok || result == _points;
    const char* const format = !is_count       ? "test case %d"
                               : test_case == 1 ? "%d test case"
                                                : "%d test cases";
    return testlib_detail::with_note(message, testlib_detail::format_unchecked(format, test_case));
}

TESTLIB_BODY std::string InStream::with_stream_notes(const std::string& message) const {
    const bool is_test = mode == _input && testlib_detail::state().mode == _validator;
    const std::string noted = testlib_detail::with_note(message, name);
    if (!is_test || lastLine == testlib_detail::unknown_line)
        return noted;
    return testlib_detail::with_note(noted, testlib_detail::format_unchecked("line %d", lastLine));
}

namespace testlib_detail {

TESTLIB_BODY std::string outcome_attributes(TResult result) {
    const char* const name = outcome_name(result < _partially ? result : _partially);
    if (result == _points)
        return format_unchecked("outcome = \"%s\" points = \"%s\"", name,
                                points_text(state().points).c_str());
    return format_unchecked(result >= _partially ? "outcome = \"%s\" pctype = \"%d\""
                                                 : "outcome = \"%s\"",
                            name, result - _partially);
}

}  // namespace testlib_detail

TESTLIB_BODY void InStream::write_report(TResult result, const std::string& message) {
    testlib_detail::program_state& program = testlib_detail::state();
    if (program.appes_mode && result == _points && testlib_detail::is_infinite(program.points))
        conclude(_fail, "Expected points, but infinity found");
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
        conclude(_fail, "Can not write to the result file");
    }
}

// Everything ends here. A verdict may turn into another one on the way, which starts over: only
// the participant's output can be wrong, trouble with any other stream is the jury's failure.
TESTLIB_BODY void InStream::conclude(TResult result, const char* msg) {
    testlib_detail::program_state& program = testlib_detail::state();
#ifdef TESTLIB_GENERATIVE
    testlib_detail::refuse_attempt(msg);
#endif
    if (program.guard_alive)
        ++program.quit_count;
    std::string said;
    said.assign(msg);
    const std::string message =
        testlib_detail::truncated(annotated(result, trim(said)), maxMessageLength);
#ifndef ENABLE_UNEXPECTED_EOF
    if (result == _unexpected_eof)
        result = _pe;
#endif
    if (program.mode == _scorer && result != _fail)
        conclude(_fail, "Scorer should return points only. Don't use a quit function.");
    testlib_detail::trace_deciding_stream(*this);
    const bool is_jury = program.mode == _validator || program.mode == _generator;
    if (mode != _output && result != _fail) {
        if (is_jury && this == &program.ouf)
            testlib_detail::advise("there is no participant here: write ensuref, or inf.quitf");
        conclude(_fail, with_stream_notes(message).c_str());
    }
    if (testlib_detail::is_success(result) && program.mode != _interactor &&
        program.ouf.reader != nullptr && !program.ouf.reader->rest_is_blank())
        conclude(_dirt, "Extra information in the output file");
    announce(result, message);
}

// Shows the verdict on the standard error or in the report file, and leaves the program.
TESTLIB_BODY void InStream::announce(TResult result, const std::string& message) {
    testlib_detail::program_state& program = testlib_detail::state();
    const char* const prefix = testlib_detail::verdict_prefix(result);
    const WORD color = testlib_detail::verdict_color(result);
    const int part = result - _partially;
    if (*prefix == '\0')
        conclude(_fail, "What is the code ??? ");
    if (result == _dirt)
        result = _pe;
    const std::string shown = testlib_detail::with_visible_note(message);
    const bool reported = !program.result_name.empty();
    if (reported) {
        write_report(result, shown);
    } else {
        quitscr(color, testlib_detail::format_unchecked(prefix, part).c_str());
        std::fputs(shown.c_str(), stderr);
    }
    std::fputs(reported ? "\nSee file to check exit message\n" : "\n", stderr);
    testlib_detail::show_hint();
    testlib_detail::trace_verdict(result, shown);
    program.inf.close();
    program.ouf.close();
    program.ans.close();
    if (program.close_tout != nullptr)
        program.close_tout();
    halt(resultExitCode(result));
}

TESTLIB_BODY void InStream::quit(TResult result, const char* msg, testlib_detail::call_site at) {
    testlib_detail::state().deciding_call = at;
    conclude(result, msg);
}

TESTLIB_BODY void InStream::quits(TResult result, std::string msg, testlib_detail::call_site at) {
    quit(result, msg.c_str(), at);
}

TESTLIB_BODY void InStream::quitf(testlib_detail::placed_result result, const char* msg, ...) {
    TESTLIB_FORMATTED(message, msg);
    quit(result.result, message.c_str(), result.at);
}

TESTLIB_BODY void InStream::quitif(testlib_detail::placed_condition condition, TResult result,
                                   const char* msg, ...) {
    if (condition.holds) {
        TESTLIB_FORMATTED(message, msg);
        quit(result, message.c_str(), condition.at);
    }
}

TESTLIB_BODY void InStream::ensuref(testlib_detail::placed_condition cond, const char* format,
                                    ...) {
    if (!cond.holds) {
        TESTLIB_FORMATTED(message, format);
        quit(_wa, message.c_str(), cond.at);
    }
}

TESTLIB_BODY void testlib_detail::fail(const char* format, ...) {
    TESTLIB_FORMATTED(message, format);
    state().deciding_call = call_site();
    state().ouf.quit(_fail, message.c_str(), call_site());
}

TESTLIB_BODY void quit(TResult result, const char* msg, testlib_detail::call_site at) {
    testlib_detail::state().ouf.quit(result, msg, at);
}

TESTLIB_BODY void quit(TResult result, const std::string& msg, testlib_detail::call_site at) {
    testlib_detail::state().ouf.quit(result, msg.c_str(), at);
}

TESTLIB_BODY void quitf(testlib_detail::placed_result result, const char* format, ...) {
    TESTLIB_FORMATTED(message, format);
    quit(result.result, message, result.at);
}

TESTLIB_BODY void quitif(testlib_detail::placed_condition condition, TResult result,
                         const char* format, ...) {
    if (condition.holds) {
        TESTLIB_FORMATTED(message, format);
        quit(result, message, condition.at);
    }
}

TESTLIB_BODY void ensuref(testlib_detail::placed_condition cond, const char* format, ...) {
    if (!cond.holds) {
        TESTLIB_FORMATTED(message, format);
        quit(_fail, message, cond.at);
    }
}

namespace testlib_detail {

TESTLIB_BODY void condition_failed(const char* source, const call_site& at) {
    quit(_fail, format_unchecked("Condition failed: \"%s\"", source), at);
}

TESTLIB_BODY void condition_failed_on_line(int line, const char* source, const call_site& at) {
    quit(_fail, format_unchecked("Line %d: Condition failed: \"%s\"", line, source), at);
}

TESTLIB_BODY double checked_points(double points) {
    if (is_nan(points))
        fail("Parameter 'points' can't be nan");
    if (is_infinite(points))
        fail("Parameter 'points' can't be infinite");
    if (points < -1e-8)
        fail("Parameter 'points' can't be negative");
    if (points > 1e6 + 1e-8)
        fail("Parameter 'points' can't be greater than 1E6");
    return points <= 0 ? 0.0 : points < 1e6 ? points : 1e6;
}

// Quits with points, shown as this text or in the form for real numbers.
TESTLIB_BODY void quit_with_points(double points, const char* shown, const std::string& message,
                                   const call_site& at) {
    state().points = checked_points(points);
    const std::string text = shown != nullptr ? shown : points_text(state().points);
    quit(_points, message.empty() ? text : concat(text, " ", message), at);
}

TESTLIB_BODY std::string compared_text(double value) {
    return removeDoubleTrailingZeroes(testlib_format_("%.12f", value));
}

TESTLIB_BODY void quit_with_difference(TResult result, const std::string& expected,
                                       const std::string& found, const std::string& prepend,
                                       const call_site& at) {
    quit(result, concat(compress(prepend), prepend.empty() ? "" : ": ", "expected '",
                        compress(expected), "', but found '", compress(found), "'"),
         at);
}

}  // namespace testlib_detail

TESTLIB_BODY void quitpi(const std::string& points_info, const std::string& message,
                         testlib_detail::call_site at) {
    if (points_info.find(' ') != std::string::npos)
        quit(_fail, "Parameter 'points_info' can't contain spaces", at);
    quit(_points,
         testlib_detail::concat("points_info=", points_info, message.empty() ? "" : " ", message),
         at);
}

TESTLIB_BODY void setName(const char* format, ...) {
    TESTLIB_FORMATTED(name, format);
    testlib_detail::state().checker_name = name;
}

TESTLIB_BODY void disableFinalizeGuard() { testlib_detail::state().guard_alive = false; }

namespace testlib_detail {

// Mistakes that only show at the end of a program.
TESTLIB_BODY void run_final_checks(const program_state& program) {
    if (program.mode == _checker && program.quit_count == 0)
        fail("Checker must end with quit or quitf call.");
    if (program.mode == _validator && !program.input_end_was_read && program.quit_count == 0)
        fail("Validator must end with readEof call.");
    if (program.options.require_all_used != nullptr && !program.options.suppressed)
        program.options.require_all_used();
    if (!program.registered)
        fail("Call register-function in the first line of the main (registerTestlibCmd or other "
             "similar)");
}

TESTLIB_BODY program_state::program_state() : points(HUGE_VAL) {
    checker_name.assign("untitled checker");
    appes_encoding.assign("windows-1251");
}

TESTLIB_BODY program_state::~program_state() {
    finalizing = true;
    close_tout = nullptr;
    if (guard_alive)
        run_final_checks(*this);
#ifdef TESTLIB_GENERATIVE
    finish_attempt();
#endif
    if (exit_code == 0 && write_validator_files != nullptr)
        write_validator_files();
    trace_end();
}

#ifndef TESTLIB_LEAN
TESTLIB_BODY std::fstream& tout_stream() {
    static std::fstream the_stream;
    return the_stream;
}
#endif

}  // namespace testlib_detail

TESTLIB_RARE_CODE_END

TESTLIB_BODY testlib_detail::program_state& testlib_detail::state() {
    static program_state the_state;
    return the_state;
}

// ==== VALIDATORS: test cases, features, and the files written besides the verdict ================

TESTLIB_RARE_CODE

namespace testlib_detail {

const int largest_test_case = 1073741823;

// An output that may also be one of the standard streams, by name.
class side_output {
public:
    side_output(const char* name, const char* failure) : standard_(true) {
        if (std::strcmp(name, "stdout") == 0) {
            file_ = stdout;
        } else if (std::strcmp(name, "stderr") == 0) {
            file_ = stderr;
        } else {
            standard_ = false;
            file_ = testlib_fopen_(name, "wb");
        }
        if (file_ == nullptr)
            fail("%s to (%s)", failure, name);
        if (file_ == stdout)
            flush_output();
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

TESTLIB_BODY void retain_validated_input() {
    request_input_retention();
    if (state().inf.reader != nullptr)
        state().inf.reader->retain_consumed();
}

// Special characters of the markup are escaped; a zero byte ends the file.
TESTLIB_BODY bool append_markup(std::string& markup, const std::string& text, size_t from,
                                size_t to) {
    for (size_t i = from; i < to; ++i) {
        if (text[i] == '\0')
            return false;
        if (text[i] == '\\' || text[i] == '!')
            markup.append("\\");
        markup.append(text, i, 1);
    }
    return true;
}

TESTLIB_BODY void write_validator_files() {
    state().validator.writeTestOverviewLog();
    state().validator.writeTestMarkup();
    state().validator.writeTestCase();
}

}  // namespace testlib_detail

TESTLIB_BODY void Validator::setTestMarkupFileName(const char* name) {
    testMarkupFileName_ = name;
    testlib_detail::retain_validated_input();
}

TESTLIB_BODY void Validator::setTestCase(int testCase) {
    testCase_ = testCase;
    testlib_detail::retain_validated_input();
}

TESTLIB_BODY void Validator::writeTestOverviewLog() {
    if (testOverviewLogFileName_.empty())
        return;
    testlib_detail::side_output log(
        testOverviewLogFileName_.c_str(),
        "Validator::writeTestOverviewLog: can't write test overview log");
    variables_->write(log.file());
}

// The consumed input with a mark at the start of every test case.
TESTLIB_BODY void Validator::writeTestMarkup() {
    const InputStreamReader* const reader = testlib_detail::state().inf.reader;
    if (testMarkupFileName_.empty() || reader == nullptr)
        return;
    const std::string text = reader->consumed();
    // An empty input has a markup, too, but not one at which nobody looked.
    if (text.empty() && !testlib_detail::state().input_end_was_read)
        return;
    std::string markup;
    markup.append("MU\xF3\x01");
    size_t done = 0;
    bool complete = true;
    for (size_t i = 0; complete && i < reader->markers().size(); ++i) {
        const size_t at = std::min(static_cast<size_t>(reader->markers()[i].offset), text.size());
        complete = testlib_detail::append_markup(markup, text, done, at);
        if (complete)
            markup.append(
                testlib_detail::format_unchecked("!c%d;", reader->markers()[i].test_case));
        done = at;
    }
    if (complete)
        testlib_detail::append_markup(markup, text, done, text.size());
    testlib_detail::side_output(testMarkupFileName_.c_str(),
                                "Validator::writeTestMarkup: can't write test markup")
        .write(markup);
}

// The consumed input from the mark of one test case to the next mark.
TESTLIB_BODY void Validator::writeTestCase() {
    const InputStreamReader* const reader = testlib_detail::state().inf.reader;
    if (testCase_ < 0 || reader == nullptr)
        return;
    const std::string text = reader->consumed();
    std::string found;
    for (size_t i = 0; i < reader->markers().size(); ++i) {
        if (reader->markers()[i].test_case != testCase_)
            continue;
        const size_t from = std::min(static_cast<size_t>(reader->markers()[i].offset), text.size());
        const size_t to = i + 1 < reader->markers().size()
                              ? static_cast<size_t>(reader->markers()[i + 1].offset)
                              : text.size();
        found.assign(text, from, std::max(from, to) - from);
    }
    if (found.empty())
        return;
    testlib_detail::side_output(testCaseFileName_.empty() ? "stdout" : testCaseFileName_.c_str(),
                                "Validator::writeTestCase: can't write test case")
        .write(found);
}

TESTLIB_BODY void InStream::setTestCase(int testCase) {
    if (testCase < 0 || testCase > testlib_detail::largest_test_case)
        reject(_fail, "testCase expected fit in [1,%d], but %d doesn't",
                                      testlib_detail::largest_test_case, testCase);
    if (reader == nullptr)
        return;
    reader->mark_test_case(testCase);
}

// Names the test case in messages. Programs that begin with zero get numbers from one all the same.
TESTLIB_BODY void setTestCase(int testCase) {
    testlib_detail::program_state& program = testlib_detail::state();
    if (!program.test_case_was_set && testCase == 0)
        program.test_cases_start_at_zero = true;
    program.test_case_was_set = true;
    if (program.test_cases_start_at_zero && testCase < INT_MAX)
        ++testCase;
    testlib_detail::begin_test_case(testCase);
    if (program.mode == _validator)
        program.inf.setTestCase(testCase);
}

TESTLIB_BODY void unsetTestCase() {
    testlib_detail::begin_test_case(testlib_detail::no_test_case);
}

namespace testlib_detail {

TESTLIB_BODY Validator& validator_with_features() {
    if (state().mode != _validator)
        fail("Features are supported in validators only.");
    return state().validator;
}

}  // namespace testlib_detail

TESTLIB_BODY void addFeature(const std::string& feature) {
    testlib_detail::validator_with_features().addFeature(feature);
}

TESTLIB_BODY void feature(const std::string& feature) {
    testlib_detail::validator_with_features().feature(feature);
}

TESTLIB_BODY std::string getTestset() { return testlib_detail::state().testset; }

TESTLIB_BODY std::string getGroup() { return testlib_detail::state().group; }

TESTLIB_RARE_CODE_END

// ==== CHECKERS: comparing real numbers, report encodings ========================================

// Whether a result is within eps of the expected value, absolutely or relatively.
TESTLIB_BODY bool doubleCompare(double expected, double result, double eps) {
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

TESTLIB_BODY bool is_known_encoding(const std::string& name) {
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

TESTLIB_BODY void setAppesModeEncoding(std::string appesModeEncodingName) {
    const std::string name = lowerCase(appesModeEncodingName);
    if (!testlib_detail::is_known_encoding(name))
        testlib_detail::fail("Unexpected encoding for setAppesModeEncoding(encoding)");
    testlib_detail::state().appes_encoding = name;
}

// ==== REGISTRATION: validators, checkers and interactors learn their command line ===============

TESTLIB_RARE_CODE

namespace testlib_detail {

TESTLIB_BODY void require_working_nan() {
    volatile double zero = 0.0;
    if (!is_nan(zero / zero))
        fail("Function __testlib_isNaN is not working correctly: possible reason is '-ffast-math'");
}

TESTLIB_BODY void begin_program(TTestlibMode mode) {
    require_working_nan();
    state().mode = mode;
    trace_begin();
    use_binary_standard_streams();
}

// The options --testset and --group, which validators, checkers and interactors share. Returns
// whether argument i is such an option; its value is then argument i + 1.
TESTLIB_BODY bool take_shared_option(int argc, char* argv[], int i) {
    const bool has_value = i + 1 < argc;
    if (std::strcmp(argv[i], "--testset") == 0) {
        if (!has_value || argv[i + 1][0] == '\0')
            fail("Expected non-empty testset after --testset command line parameter");
        state().testset.assign(argv[i + 1]);
        return true;
    }
    if (std::strcmp(argv[i], "--group") == 0) {
        if (!has_value)
            fail("Expected group after --group command line parameter");
        state().group.assign(argv[i + 1]);
        return true;
    }
    return false;
}

TESTLIB_BODY const char* validator_value(int argc, char* argv[], int i) {
    if (i + 1 >= argc)
        fail("Validator must be run with the following arguments: [--testset testset] "
             "[--group group] [--testOverviewLogFileName fileName] [--testMarkupFileName fileName] "
             "[--testCase testCase] [--testCaseFileName fileName]");
    return argv[i + 1];
}

TESTLIB_BODY int validator_test_case(const char* text) {
    const long long number = stringToLongLong(state().inf, text);
    if (number < 1 || number >= largest_test_case)
        fail("Argument testCase should be between 1 and %d, but %lld found", largest_test_case,
             number);
    return static_cast<int>(number);
}

TESTLIB_BODY void take_validator_option(int argc, char* argv[], int i) {
    Validator& validator = state().validator;
    const char* const option = argv[i];
    if (take_shared_option(argc, argv, i)) {
        if (std::strcmp(option, "--testset") == 0)
            validator.setTestset(argv[i + 1]);
        else
            validator.setGroup(argv[i + 1]);
    } else if (std::strcmp(option, "--testOverviewLogFileName") == 0) {
        validator.setTestOverviewLogFileName(validator_value(argc, argv, i));
    } else if (std::strcmp(option, "--testMarkupFileName") == 0) {
        validator.setTestMarkupFileName(validator_value(argc, argv, i));
    } else if (std::strcmp(option, "--testCase") == 0) {
        validator.setTestCase(validator_test_case(validator_value(argc, argv, i)));
    } else if (std::strcmp(option, "--testCaseFileName") == 0) {
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

NORETURN TESTLIB_BODY void show_help(const char* usage) {
    std::fprintf(stderr, "testlib.h %s\n\n%s\n\n%s\n", VERSION, state().checker_name.c_str(),
                 usage);
    state().registered = true;
    disableFinalizeGuard();
    halt(FAIL_EXIT_CODE);
}

TESTLIB_BODY bool asks_for_help(int argc, char* argv[]) {
    return argc > 1 && std::strcmp(argv[1], "--help") == 0;
}

// The arguments that name files, without options; of superfluous ones only the number counts.
struct named_arguments {
    static const int most = 5;
    const char* names[most];
    int count = 0;

    void add(const char* name) {
        if (count < most)
            names[count] = name;
        ++count;
    }
    const char* operator[](int index) const { return names[index]; }
};

// The report file and the flag for its XML form, which follow the three files.
TESTLIB_BODY void take_report_arguments(const named_arguments& arguments) {
#ifdef EJUDGE
    (void)arguments;
#else
    program_state& program = state();
    if (arguments.count > 4) {
        if (std::strcmp(arguments[4], "-appes") != 0 && std::strcmp(arguments[4], "-APPES") != 0)
            fail("%s", plain_checker_usage);
        program.appes_mode = true;
    }
    if (arguments.count > 3)
        program.result_name.assign(arguments[3]);
#endif
}

TESTLIB_BODY void begin_checker() {
    begin_program(_checker);
    if (state().tracing != nullptr)
        state().tracing->tell_difference = trace_difference;
}

TESTLIB_BODY void open_checker_streams(const named_arguments& arguments) {
    program_state& program = state();
    take_report_arguments(arguments);
    open_stream(program.inf, arguments[0], _input);
    open_stream(program.ouf, arguments[1], _output);
    program.ouf.skipBom();
    open_stream(program.ans, arguments[2], _answer);
}

}  // namespace testlib_detail

TESTLIB_BODY void registerValidation() {
    testlib_detail::program_state& program = testlib_detail::state();
    testlib_detail::begin_program(_validator);
    program.registered = true;
    program.write_validator_files = testlib_detail::write_validator_files;
    program.inf.init(stdin, _input);
    program.inf.strict = true;
    if (testlib_detail::input_retention_requested())
        program.inf.reader->retain_consumed();
#ifdef TESTLIB_GENERATIVE
    testlib_detail::begin_generation();
#endif
}

TESTLIB_BODY void registerValidation(int argc, char* argv[]) {
    registerValidation();
    testlib_detail::state().validator.initialize();
    for (int i = 1; i < argc; ++i)
        testlib_detail::take_validator_option(argc, argv, i);
}

TESTLIB_BODY void registerTestlibCmd(int argc, char* argv[]) {
    testlib_detail::program_state& program = testlib_detail::state();
    testlib_detail::begin_checker();
    if (testlib_detail::asks_for_help(argc, argv))
        testlib_detail::show_help(testlib_detail::full_checker_usage);
    testlib_detail::named_arguments arguments;
    for (int i = 1; i < argc; ++i) {
        if (testlib_detail::take_shared_option(argc, argv, i))
            ++i;
        else
            arguments.add(argv[i]);
    }
    if (!program.testset.empty())
        program.checker.setTestset(program.testset.c_str());
    program.checker.setGroup(program.group.c_str());
    program.checker.initialize();
    program.registered = true;
    if (arguments.count < 3 || arguments.count > 5)
        testlib_detail::fail("%s%s", testlib_detail::full_checker_usage, testlib_detail::help_hint);
    testlib_detail::open_checker_streams(arguments);
}

TESTLIB_BODY void registerTestlib(int argc, ...) {
    testlib_detail::begin_checker();
    if (argc < 3 || argc > 5)
        testlib_detail::fail("%s", testlib_detail::plain_checker_usage);
    testlib_detail::named_arguments arguments;
    va_list values;
    va_start(values, argc);
    for (int i = 0; i < argc; ++i)
        arguments.add(va_arg(values, char*));
    va_end(values);
    testlib_detail::state().checker.initialize();
    testlib_detail::state().registered = true;
    testlib_detail::open_checker_streams(arguments);
}

#ifndef TESTLIB_LEAN
namespace testlib_detail {

TESTLIB_BODY void close_tout() {
    if (tout_stream().is_open())
        tout_stream().close();
}

}  // namespace testlib_detail

// inf is the test, ouf what the participant prints, tout what a checker reads afterwards.
TESTLIB_BODY void registerInteraction(int argc, char* argv[]) {
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
    testlib_detail::named_arguments arguments;
    for (int i = 1; i < argc; ++i)
        arguments.add(argv[i]);
    testlib_detail::take_report_arguments(arguments);
    testlib_detail::open_stream(program.inf, arguments[0], _input);
    testlib_detail::tout_stream().open(argv[2], std::ios_base::out);
    program.close_tout = testlib_detail::close_tout;
    if (testlib_detail::tout_stream().fail() || !testlib_detail::tout_stream().is_open())
        testlib_detail::fail("Can not write to the test-output-file '%s'", argv[2]);
    program.ouf.init(stdin, _output);
    if (argc > 3) {
        testlib_detail::open_stream(program.ans, arguments[2], _answer);
    } else {
        program.ans.name = "unopened answer stream";
        program.ans.mode = _answer;
    }
}
#endif

TESTLIB_RARE_CODE_END

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

// ==== SCORERS, BODIES =============================================================================

#ifndef TESTLIB_LEAN
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

TESTLIB_BODY std::string serializeVerdict(TestResultVerdict verdict) {
    if (verdict < 0 || verdict >= testlib_detail::verdict_count)
        testlib_detail::fail("serializeVerdict: there is no verdict %d", static_cast<int>(verdict));
    return testlib_detail::verdict_names[verdict];
}

TESTLIB_BODY TestResultVerdict deserializeTestResultVerdict(const std::string& s) {
    for (int i = 0; i < testlib_detail::verdict_count; ++i)
        if (s == testlib_detail::verdict_names[i])
            return static_cast<TestResultVerdict>(i);
    testlib_detail::fail("Unexpected serialized TestResultVerdict");
}

TESTLIB_BODY std::string serializePoints(double points) {
    return testlib_detail::is_nan(points) ? "" : testlib_format_("%.03lf", points);
}

TESTLIB_BODY double deserializePoints(const std::string& s) {
    if (s.empty())
        return std::numeric_limits<double>::quiet_NaN();
    char* stop = nullptr;
    const double result = std::strtod(s.c_str(), &stop);
    if (stop != s.c_str() + s.size())
        testlib_detail::fail("Invalid serialized points");
    return result;
}

TESTLIB_BODY std::string escapeTestResultString(const std::string& s) {
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

TESTLIB_BODY std::string unescapeTestResultString(const std::string& s) {
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

TESTLIB_BODY std::string serializeTestResult(const TestResult& tr) {
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

TESTLIB_BODY long long deserialize_integer(const std::string& s) {
    long long value = 0;
    if (!parse_integer(s, value))
        fail("Invalid serialized integer");
    return value;
}

// Semicolons separate the fields; a backslash takes the special meaning from what follows it.
TESTLIB_BODY std::vector<std::string> test_result_items(const std::string& s) {
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

TESTLIB_BODY TestResult deserializeTestResult(const std::string& s) {
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

TESTLIB_LAZY std::vector<TestResult> parse_test_results(std::istream& source) {
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

TESTLIB_LAZY_BODY std::vector<TestResult> readTestResults(std::string fileName) {
    std::ifstream source(fileName.c_str(), std::ios_base::in | std::ios_base::binary);
    if (!source.is_open())
        testlib_detail::fail("Can't read test results file '%s'", fileName.c_str());
    return testlib_detail::parse_test_results(source);
}

TESTLIB_LAZY_BODY void registerScorer(int, char*[],
                                      std::function<double(std::vector<TestResult>)> scorer) {
    testlib_detail::begin_program(_scorer);
    testlib_detail::state().registered = true;
    const std::vector<TestResult> results = testlib_detail::parse_test_results(std::cin);
    std::cout.flush();
    std::printf("%.3f\n", scorer(results));
}
#endif

#endif  // TESTLIB_SPLIT

#endif  // TESTLIB_H_INCLUDED
