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
