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
