// ==== PATTERNS, BODIES ============================================================================

namespace testlib_detail {

// One character or set with its count, or what stands for it.
struct pattern_item {
    std::string choices;  // Candidates in ascending order of signed value, with repetitions.
    bool accepts[256];
    int from;
    int to;
};

// A sequence of items, followed by a group if it ends with one. A node for a choice has its
// alternatives and no items; a group is a node with one alternative.
struct pattern_node {
    int users = 0;  // Patterns that hold it, if it is a root.
    sequence<pattern_item> items;
    sequence<pattern_node> alternatives;

    bool matches(const char* begin, const char* end) const {
        for (size_t i = 0; i < items.size(); ++i) {
            const pattern_item& item = items[i];
            int count = 0;
            while (count < item.to && begin != end &&
                   item.accepts[static_cast<unsigned char>(*begin)]) {
                ++begin;
                ++count;
            }
            if (count < item.from)
                return false;
        }
        if (alternatives.empty())
            return begin == end;
        for (size_t i = 0; i < alternatives.size(); ++i)
            if (alternatives[i].matches(begin, end))
                return true;
        return false;
    }

    // What follows an item costs a draw among the ways to go on, even when there is just one.
    void generate(random_t& source, std::string& result) const {
        for (size_t i = 0; i < items.size(); ++i) {
            generate_item(items[i], source, result);
            if (i + 1 < items.size())
                source.next(1);
        }
        if (!alternatives.empty()) {
            const int chosen = source.next(static_cast<int>(alternatives.size()));
            alternatives[static_cast<size_t>(chosen)].generate(source, result);
        }
    }

private:
    static void generate_item(const pattern_item& item, random_t& source, std::string& result) {
        if (item.to <= 0)
            return;
        if (item.to == INT_MAX) {
            advise(item.from == 0 ? "the pattern has a *: write {0,n}"
                                  : "the pattern has a +: write {1,n}");
            fail("pattern::next(random_t& rnd): can't process character '*' for generation");
        }
        // A width that does not fit is refused like one that is not positive.
        const long long width = static_cast<long long>(item.to) - item.from + 1;
        const int count = source.next(width > INT_MAX ? 0 : static_cast<int>(width)) + item.from;
        for (int i = 0; i < count; ++i)
            result += item.choices[static_cast<size_t>(
                source.next(static_cast<int>(item.choices.size())))];
    }
};

// Recursive descent over the characters of a pattern.
class pattern_parser {
public:
    explicit pattern_parser(const std::string& source) {
        for (size_t i = 0; i < source.size(); ++i) {
            const bool escapes = source[i] == '\\' && i + 1 < source.size();
            if (source[i] == ' ')
                continue;
            symbol next = {source[i], !escapes && source[i] != '\\', text_.size()};
            text_ += source[i];
            if (escapes) {
                next.value = source[++i];
                text_ += source[i];
            }
            symbols_.add(next);
        }
    }

    pattern_node parse() const { return parse_pattern(0, symbols_.size()); }

private:
    struct symbol {
        char value;
        bool active;   // An escaped character stands for itself and is never an operator.
        size_t start;  // Where it begins in text_.
    };

    std::string text_;  // The source without its unescaped spaces.
    sequence<symbol> symbols_;

    bool is_operator(size_t at, char c) const {
        return symbols_[at].active && symbols_[at].value == c;
    }

    NORETURN void reject(size_t begin, size_t end) const {
        const size_t from = begin < symbols_.size() ? symbols_[begin].start : text_.size();
        const size_t to = end < symbols_.size() ? symbols_[end].start : text_.size();
        const std::string hint = format_unchecked(
            "at character %llu of the pattern without its spaces; a group stands at its end, and "
            "\\ takes a character literally",
            static_cast<unsigned long long>(from + 1));
        advise(hint.c_str());
        fail("pattern: Illegal pattern (or part) \"%s\"", text_.substr(from, to - from).c_str());
    }

    int depth_change(size_t at) const {
        return is_operator(at, '(') ? 1 : is_operator(at, ')') ? -1 : 0;
    }

    // pattern := alternative ('|' alternative)*
    pattern_node parse_pattern(size_t begin, size_t end) const {
        if (begin == end)
            reject(begin, end);
        const sequence<size_t> bars = top_level_bars(begin, end);
        if (bars.empty())
            return parse_alternative(begin, end);
        pattern_node choice;
        size_t start = begin;
        for (size_t i = 0; i <= bars.size(); ++i) {
            const size_t stop = i < bars.size() ? bars[i] : end;
            choice.alternatives.add(parse_pattern(start, stop));
            start = stop + 1;
        }
        return choice;
    }

    // Parentheses inside of a set count, but only by their number: "[)(]" is fine, "[)]" is not.
    sequence<size_t> top_level_bars(size_t begin, size_t end) const {
        sequence<size_t> bars;
        int depth = 0;
        for (size_t i = begin; i < end; ++i) {
            depth += depth_change(i);
            if (depth == 0 && is_operator(i, '|'))
                bars.add(i);
        }
        if (depth != 0)
            reject(begin, end);
        return bars;
    }

    // alternative := '(' pattern ')' | item [count] [alternative]
    // The tail is balanced and has no bar of its own unless the item swallowed a parenthesis.
    pattern_node parse_alternative(size_t begin, size_t end) const {
        pattern_node node;
        size_t at = begin;
        while (at < end) {
            if (is_operator(at, '(') && closing_of(at, end) == end - 1) {
                pattern_node group;
                group.alternatives.add(parse_pattern(at + 1, end - 1));
                if (node.items.empty())
                    return group;
                node.alternatives.add(group);
                return node;
            }
            const size_t start = at;
            node.items.add(parse_item(at, end));
            int depth = 0;
            for (size_t i = start; i < at; ++i)
                depth += depth_change(i);
            if (depth != 0 && at < end)
                reject(at, end);
        }
        return node;
    }

    size_t closing_of(size_t open, size_t end) const {
        int depth = 0;
        for (size_t i = open; i < end; ++i) {
            depth += depth_change(i);
            if (depth == 0)
                return i;
        }
        return end;
    }

    pattern_item parse_item(size_t& at, size_t end) const {
        const size_t begin = at;
        pattern_item item = pattern_item();
        if (is_operator(at, '['))
            parse_set(at, end, item);
        else
            item.choices = std::string(1, symbols_[at++].value);
        for (size_t i = 0; i < item.choices.size(); ++i)
            item.accepts[static_cast<unsigned char>(item.choices[i])] = true;
        parse_count(begin, at, end, item);
        return item;
    }

    void parse_set(size_t& at, size_t end, pattern_item& item) const {
        const size_t open = at;
        size_t close = open + 1;
        while (close < end && !is_operator(close, ']'))
            ++close;
        if (close == end)
            reject(open, end);
        size_t first = open + 1;
        const bool complement = first < close && is_operator(first, '^');
        if (complement)
            ++first;
        item.choices = set_members(open, first, close, end);
        if (complement)
            item.choices = complement_of(item.choices);
        sort_by_signed_value(item.choices);
        at = close + 1;
    }

    // A hyphen makes a range unless it is first, last, or right behind a range.
    std::string set_members(size_t open, size_t first, size_t close, size_t end) const {
        std::string members;
        for (size_t i = first; i < close; ++i) {
            const bool is_range = i + 2 < close && is_operator(i + 1, '-');
            if (!is_range) {
                members += symbols_[i].value;
                continue;
            }
            const int low = static_cast<signed char>(symbols_[i].value);
            const int high = static_cast<signed char>(symbols_[i + 2].value);
            if (low > high)
                reject(open, end);
            for (int c = low; c <= high; ++c)
                members += static_cast<char>(c);
            i += 2;
            if (i + 1 < close && is_operator(i + 1, '-'))
                members += symbols_[++i].value;
        }
        return members;
    }

    static std::string complement_of(const std::string& members) {
        std::string others;
        for (int c = 0; c < 255; ++c)
            if (members.find(static_cast<char>(c)) == std::string::npos)
                others += static_cast<char>(c);
        return others;
    }

    static void sort_by_signed_value(std::string& members) {
        size_t counts[256] = {};
        for (size_t i = 0; i < members.size(); ++i)
            ++counts[static_cast<signed char>(members[i]) + 128];
        members.clear();
        for (int value = -128; value < 128; ++value)
            members.append(counts[value + 128], static_cast<char>(value));
    }

    void parse_count(size_t begin, size_t& at, size_t end, pattern_item& item) const {
        item.from = item.to = 1;
        if (at == end)
            return;
        if (is_operator(at, '{')) {
            parse_braces(begin, at, end, item);
        } else if (is_operator(at, '?') || is_operator(at, '*') || is_operator(at, '+')) {
            item.from = symbols_[at].value == '+' ? 1 : 0;
            item.to = symbols_[at].value == '?' ? 1 : INT_MAX;
            ++at;
        }
    }

    // {n} or {n,m}; an empty upper end after the comma means exactly n.
    void parse_braces(size_t begin, size_t& at, size_t end, pattern_item& item) const {
        size_t close = at + 1;
        while (close < end && !is_operator(close, '}'))
            ++close;
        if (close == end)
            reject(begin, end);
        std::string first, second;
        int commas = 0;
        for (size_t i = at + 1; i < close; ++i) {
            if (symbols_[i].value == ',')
                ++commas;
            else if (commas < 2)
                (commas == 0 ? first : second) += symbols_[i].value;
            else
                reject(begin, end);
        }
        const bool is_pair = !second.empty() || commas > 1;
        if (commas > 2 || !leading_number(first, item.from) ||
            !leading_number(is_pair ? second : first, item.to) || item.from > item.to)
            reject(begin, end);
        at = close + 1;
    }

    static bool leading_number(const std::string& text, int& number) {
        char* stop = nullptr;
        number = static_cast<int>(std::strtol(text.c_str(), &stop, 10));
        return stop != text.c_str();
    }
};

}  // namespace testlib_detail

TESTLIB_BODY pattern::pattern(std::string s) : src_(s), root_(nullptr) {
    root_ = new testlib_detail::pattern_node(testlib_detail::pattern_parser(s).parse());
    root_->users = 1;
}

TESTLIB_BODY pattern::pattern(const pattern& other) : src_(other.src_), root_(other.root_) {
    ++root_->users;
}

TESTLIB_BODY pattern& pattern::operator=(const pattern& other) {
    ++other.root_->users;
    if (--root_->users == 0)
        delete root_;
    src_ = other.src_;
    root_ = other.root_;
    return *this;
}

TESTLIB_BODY pattern::~pattern() {
    if (--root_->users == 0)
        delete root_;
}

TESTLIB_BODY std::string pattern::next(random_t& source) const {
    std::string result;
    root_->generate(source, result);
    return result;
}

TESTLIB_BODY bool pattern::matches(const std::string& s) const {
    return root_->matches(s.data(), s.data() + s.size());
}

namespace testlib_detail {

TESTLIB_BODY const pattern& cached_pattern(const std::string& source) {
    const size_t slots = 64;
    static const pattern* cache[slots];
    static const pattern* last;
    if (last != nullptr && last->src() == source)
        return *last;
    size_t hash = source.size();
    for (size_t i = 0; i < source.size(); ++i)
        hash = hash * 131 + static_cast<unsigned char>(source[i]);
    const pattern*& slot = cache[hash % slots];
    if (slot == nullptr || slot->src() != source) {
        const pattern* const parsed = new pattern(source);
        delete slot;
        slot = parsed;
    }
    last = slot;
    return *slot;
}

}  // namespace testlib_detail

TESTLIB_BODY std::string random_t::next(const std::string& ptrn) {
    return testlib_detail::cached_pattern(ptrn).next(*this);
}

TESTLIB_BODY std::string random_t::next(const char* format, ...) {
    TESTLIB_FORMATTED(ptrn, format);
    return next(ptrn);
}
