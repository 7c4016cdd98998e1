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
