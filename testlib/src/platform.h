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
