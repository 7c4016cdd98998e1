// Patterns: any text at all must be read or refused, and what is read must match and generate as it is described.
//
// An input begins with a byte that chooses: either the rest is a pattern and a text, or it describes a pattern piece by
// piece, of which it is then known what it means.

#include "quiet.hpp"

namespace {

// What a described pattern means.
struct item {
    std::string choices;  // In ascending order, with repetitions.
    int from, to;
};

struct node {
    std::vector<item> items;
    std::vector<node> ways;  // How it goes on behind the items.
};

// A character as one writes it in a pattern: with a backslash where it would mean something, or for no reason.
std::string written(char c, bool needlessly) {
    const bool means_something = std::strchr("[]{}()|?*+-^\\ ,", c) != nullptr && c != '\0';
    return std::string(means_something || needlessly ? 1 : 0, '\\') + c;
}

// Letters mostly, some characters with a meaning, and a byte from the upper half.
char character(byte_source& bytes) {
    static const std::string some = "abcabcabcxyz019 -|{*\\\n\xC3";
    return some[bytes.below(static_cast<unsigned>(some.size()))];
}

std::string set_text(byte_source& bytes, std::string& choices) {
    std::string text = "[";
    const unsigned n_members = 1 + bytes.below(3);
    for (unsigned i = 0; i < n_members; ++i) {
        if (bytes.below(2) == 0) {
            const char c = character(bytes);
            text += written(c, bytes.below(4) == 0);
            choices += c;
        } else {
            const char first = static_cast<char>('a' + bytes.below(20)), last = static_cast<char>(first + bytes.below(5));
            text += std::string(1, first) + "-" + last;
            for (char c = first; c <= last; ++c)
                choices += c;
        }
    }
    std::sort(choices.begin(), choices.end(), [](char a, char b) {
        return static_cast<signed char>(a) < static_cast<signed char>(b);
    });
    return text + "]";
}

std::string item_text(byte_source& bytes, item& made) {
    std::string text;
    if (bytes.below(2) == 0) {
        made.choices = character(bytes);
        text = written(made.choices[0], bytes.below(4) == 0);
    } else {
        text = set_text(bytes, made.choices);
    }
    made.from = made.to = 1;
    const unsigned count = bytes.below(8);
    if (count == 1) {
        made.from = made.to = static_cast<int>(bytes.below(5));
        return text + format("{%d}", made.from);
    }
    if (count == 2) {
        made.from = static_cast<int>(bytes.below(4));
        made.to = made.from + static_cast<int>(bytes.below(4));
        return text + format(" { %d , %d }", made.from, made.to);
    }
    if (count > 5)
        return text;
    made.from = count == 5 ? 1 : 0;
    made.to = count == 3 ? 1 : count < 3 ? 1 : INT_MAX;
    return count == 0 ? (made.from = 1, text) : text + (count == 3 ? "?" : count == 4 ? "*" : "+");
}

std::string choice_text(byte_source& bytes, node& made, int depth);

// Items, perhaps with a group at the end.
std::string sequence_text(byte_source& bytes, node& made, int depth) {
    std::string text;
    const unsigned n_items = bytes.below(4);
    for (unsigned i = 0; i < n_items; ++i) {
        made.items.push_back(item());
        text += item_text(bytes, made.items.back()) + std::string(bytes.below(3) == 2, ' ');
    }
    if (n_items != 0 && (depth == 0 || bytes.below(2) == 0))
        return text;
    node group;
    const std::string inside = depth == 0 ? "" : choice_text(bytes, group, depth - 1);
    if (inside.empty()) {
        made.items.push_back(item{"q", 1, 1});
        return text + "q";
    }
    // A group is a node of its own behind items, and each way from one node to the next costs a draw.
    made.ways.push_back(n_items == 0 ? group : node{{}, {group}});
    return text + "(" + inside + ")";
}

std::string choice_text(byte_source& bytes, node& made, int depth) {
    const unsigned n_ways = 1 + bytes.below(3);
    if (n_ways == 1)
        return sequence_text(bytes, made, depth);
    std::string text;
    for (unsigned i = 0; i < n_ways; ++i) {
        made.ways.push_back(node());
        text += (i == 0 ? "" : "|") + sequence_text(bytes, made.ways.back(), depth);
    }
    return text;
}

// Each item takes what it can and gives nothing back.
bool should_match(const node& n, const std::string& text, std::size_t at) {
    for (const item& one : n.items) {
        int count = 0;
        while (count < one.to && at < text.size() && one.choices.find(text[at]) != std::string::npos)
            ++at, ++count;
        if (count < one.from)
            return false;
    }
    if (n.ways.empty())
        return at == text.size();
    return std::any_of(n.ways.begin(), n.ways.end(), [&](const node& way) { return should_match(way, text, at); });
}

// The documented order of draws. Without an upper end nothing can be generated.
std::string should_generate(const node& n, random_t& random) {
    std::string text;
    for (std::size_t i = 0; i < n.items.size(); ++i) {
        const item& one = n.items[i];
        if (one.to == INT_MAX)
            throw exit_exception(3);
        const int count = one.to == 0 ? 0 : random.next(one.to - one.from + 1) + one.from;
        for (int k = 0; k < count; ++k)
            text += one.choices[static_cast<std::size_t>(random.next(static_cast<int>(one.choices.size())))];
        if (i + 1 < n.items.size())
            random.next(1);
    }
    if (n.ways.empty())
        return text;
    return text + should_generate(n.ways[static_cast<std::size_t>(random.next(static_cast<int>(n.ways.size())))], random);
}

void expect(bool good, const char* what, const std::string& source, const std::string& text) {
    if (!good)
        complain(format("%s: pattern \"%s\", text \"%s\"", what, readable(source).c_str(), readable(text).c_str()));
}

// A text that may match: a generated one, or none, with a change.
std::string subject(byte_source& bytes, const std::string& generated) {
    std::string text = generated.compare(0, 6, "gives ") == 0 ? generated.substr(6) : "";
    const std::string change = bytes.take(bytes.below(4));
    if (!change.empty())
        text.replace(bytes.take() % (text.size() + 1), bytes.below(2), change);
    return text;
}

void try_described(byte_source& bytes) {
    random_t random;
    random.setSeed(static_cast<long long>(bytes.take()));
    node meaning;
    const std::string source = choice_text(bytes, meaning, 3);
    if (source.size() > 3000)
        return;
    random_t again = random;
    const std::string generated = outcome_of([&] { return pattern(source).next(random); });
    expect(generated == outcome_of([&] { return should_generate(meaning, again); }), "generates otherwise", source,
           generated);
    expect(random.next(1 << 30) == again.next(1 << 30), "draws otherwise", source, generated);
    const std::string text = subject(bytes, generated);
    const bool matches = pattern(source).matches(text);
    expect(matches == should_match(meaning, text, 0), matches ? "matches" : "does not match", source, text);
}

// Whether a pattern can generate long texts: a number of four digits is long, whatever stands between the digits.
bool has_large_number(const std::string& source) {
    int digits = 0;
    for (const char c : source) {
        digits = std::isdigit(static_cast<unsigned char>(c)) ? digits + 1 : c == '\\' || c == ' ' ? digits : 0;
        if (digits > 3)
            return true;
    }
    return false;
}

void try_any(byte_source& bytes) {
    random_t random;
    random.setSeed(static_cast<long long>(bytes.take()));
    const std::string text = bytes.take(bytes.below(32));
    const std::string source = bytes.rest();
    outcome_of([&] {
        const pattern read(source);
        expect(read.src() == source, "forgets its source", source, read.src());
        read.matches(text);
        if (has_large_number(source))
            return std::string();
        const std::string generated = read.next(random);
        // With exact counts only, an item never takes what another one needs.
        const bool exact = source.find_first_of("?*+,") == std::string::npos;
        expect(!exact || read.matches(generated), "does not match what it generates", source, generated);
        read.matches(generated);
        return std::string();
    });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    byte_source bytes(data, size);
    if (bytes.below(2) == 0)
        try_described(bytes);
    else
        try_any(bytes);
    return 0;
}
