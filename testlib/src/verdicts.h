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
