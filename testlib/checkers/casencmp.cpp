// Compares any number of 64-bit integers per test case, written as "Case 1: value value ...".

#include "testlib.h"

typedef long long value_type;

// Reads the cases of one file in turn. The word "Case" ends a case and belongs to the next one.
class case_reader {
public:
    explicit case_reader(InStream& stream) : stream_(stream), saw_case_(false) {}

    std::vector<value_type> read(int number) {
        if (!saw_case_)
            require_token("Case", number);
        saw_case_ = false;
        require_token(vtos(number) + ":", number);
        std::vector<value_type> values;
        while (!stream_.seekEof()) {
            const std::string token = stream_.readToken();
            if (token == "Case") {
                saw_case_ = true;
                break;
            }
            values.push_back(value_of(token));
        }
        return values;
    }

private:
    InStream& stream_;
    bool saw_case_;

    void require_token(const std::string& expected, int number) {
        const std::string found = stream_.readToken();
        if (found != expected)
            stream_.quitf(_pe, "Expected '%s' but found '%s' [test case %d]", expected.c_str(),
                          compress(found).c_str(), number);
    }

    // A number ends at a zero byte, if there is one.
    value_type value_of(const std::string& token) {
        return stringToLongLong(stream_, token.c_str());
    }
};

// Many values are shown by the first three and the last two.
std::string shown(const std::vector<value_type>& values) {
    const size_t most_shown = 5;
    std::string text = join(values);
    if (values.size() > most_shown)
        text = join(values.begin(), values.begin() + 3) + " ... " +
               join(values.end() - 2, values.end());
    return "\"" + text + "\" [size=" + vtos(values.size()) + "]";
}

int main(int argc, char* argv[]) {
    setName("Many int64s checker with testcase-support");
    registerTestlibCmd(argc, argv);

    case_reader jury(ans), participant(ouf);
    int number = 0;
    while (!ans.seekEof()) {
        ++number;
        const std::vector<value_type> expected = jury.read(number);
        const std::vector<value_type> found = participant.read(number);
        if (expected != found)
            quitf(_wa, "Sequences differ: jury has %s, but participant has %s [test case %d]",
                  shown(expected).c_str(), shown(found).c_str(), number);
    }
    quitf(_ok, "%d test cases(s)", number);
}
