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
