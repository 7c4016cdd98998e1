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
