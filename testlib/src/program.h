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
