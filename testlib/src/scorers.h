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
