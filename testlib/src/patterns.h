// ==== PATTERNS: a small kind of regular expression, for matching and for generation =============

namespace testlib_detail {
struct pattern_node;
}  // namespace testlib_detail

class pattern {
public:
    pattern(std::string s);
    pattern(const pattern& other);
    pattern& operator=(const pattern& other);
    ~pattern();

    // A random string that matches.
    std::string next(random_t& source) const;
    bool matches(const std::string& s) const;
    const std::string& src() const { return src_; }

    const testlib_detail::pattern_node& parsed() const { return *root_; }

private:
    std::string src_;
    testlib_detail::pattern_node* root_;  // Shared by copies, which count themselves in it.
};

namespace testlib_detail {

// Reading in a loop names the same few patterns again and again; they are parsed once. The result
// holds until the next call.
const pattern& cached_pattern(const std::string& source);

}  // namespace testlib_detail
