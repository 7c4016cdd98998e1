// ==== QUIT: verdicts, and the checks that lead to them =============================================

NORETURN void quit(TResult result, const char* msg, TESTLIB_AT);
NORETURN void quit(TResult result, const std::string& msg, TESTLIB_AT);
NORETURN void quitf(testlib_detail::placed_result result, const char* format, ...)
    TESTLIB_PRINTF(2, 3);
// A std::string is a message, not a format.
NORETURN TESTLIB_EXTENSION inline void quitf(testlib_detail::placed_result result,
                                             const std::string& message) {
    quit(result.result, message, result.at);
}
void quitif(testlib_detail::placed_condition condition, TResult result, const char* format, ...)
    TESTLIB_PRINTF(3, 4);
void ensuref(testlib_detail::placed_condition cond, const char* format, ...) TESTLIB_PRINTF(2, 3);
TESTLIB_EXTENSION inline void ensuref(testlib_detail::placed_condition cond,
                                      const std::string& message) {
    if (!cond.holds)
        quit(_fail, message, cond.at);
}

// Leaves the program with an exit code.
NORETURN void halt(int exitCode);

namespace testlib_detail {

NORETURN void condition_failed(const char* source, const call_site& at);
NORETURN void condition_failed_on_line(int line, const char* source, const call_site& at);
NORETURN void quit_with_points(double points, const char* shown, const std::string& message,
                               const call_site& at);
NORETURN void quit_with_difference(TResult result, const std::string& expected,
                                   const std::string& found, const std::string& prepend,
                                   const call_site& at);

}  // namespace testlib_detail

// The function behind the macro ensure; a stream has a member of the same name. With a message,
// which the usual header does not take, it is ensuref; without one the source text of the condition
// is shown.
template <typename Condition>
void testlib_ensure_holds(const testlib_detail::call_site& at, const char* source,
                          const Condition& condition) {
    if (!condition)
        testlib_detail::condition_failed(source, at);
}

template <typename Condition, typename... Arguments>
TESTLIB_EXTENSION void testlib_ensure_holds(const testlib_detail::call_site& at, const char*,
                                            const Condition& condition, const char* format,
                                            const Arguments&... arguments) {
    static_assert(testlib_detail::are_printf_arguments<Arguments...>::value,
                  "ensure: printf arguments are numbers and pointers; use .c_str() for strings");
    if (!condition)
        quit(_fail, testlib_detail::format_unchecked(format, arguments...), at);
}

#define ensure(...) testlib_ensure_holds(TESTLIB_HERE, #__VA_ARGS__, __VA_ARGS__)
#define ensure_ext(cond) \
    ((cond) ? void(0) : testlib_detail::condition_failed_on_line(__LINE__, #cond, TESTLIB_HERE))

namespace testlib_detail {

template <typename T>
NORETURN void quit_with_points(T points, const std::string& message, const call_site& at,
                               std::true_type /* integer */) {
    quit_with_points(static_cast<double>(points), vtos(points).c_str(), message, at);
}

template <typename T>
NORETURN void quit_with_points(T points, const std::string& message, const call_site& at,
                               std::false_type /* real number */) {
    quit_with_points(static_cast<double>(points), nullptr, message, at);
}

}  // namespace testlib_detail

template <typename T>
NORETURN void quitp(T points, const std::string& message, TESTLIB_AT) {
    static_assert(std::is_arithmetic<T>::value, "quitp: points are a number");
    testlib_detail::quit_with_points(points, message, at, std::is_integral<T>());
}

template <typename T>
NORETURN void quitp(T points, TESTLIB_AT) {
    quitp(points, std::string(), at);
}

template <typename T>
NORETURN void quitp(T points, const char* format, ...) TESTLIB_PRINTF(2, 3);
template <typename T>
void quitp(T points, const char* format, ...) {
    TESTLIB_FORMATTED(message, format);
    quitp(points, message, testlib_detail::call_site());
}

NORETURN void quitpi(const std::string& points_info, const std::string& message = "", TESTLIB_AT);

namespace testlib_detail {

template <typename T>
std::string compared_text(const T& value) {
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

template <typename T>
NORETURN void expectedButFound(testlib_detail::placed_result result, T expected, T found,
                               const char* prependFormat, ...) TESTLIB_PRINTF(4, 5);
template <typename T>
void expectedButFound(testlib_detail::placed_result result, T expected, T found,
                      const char* prependFormat, ...) {
    TESTLIB_FORMATTED(prepend, prependFormat);
    testlib_detail::quit_with_difference(
        result.result, testlib_detail::compared_text(expected),
        testlib_detail::compared_text(found), prepend, result.at);
}

template <typename T>
NORETURN void expectedButFound(TResult result, T expected, T found, TESTLIB_AT) {
    testlib_detail::quit_with_difference(result, testlib_detail::compared_text(expected),
                                         testlib_detail::compared_text(found), "", at);
}
