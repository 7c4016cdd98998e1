// ==== GENERATIVE, POLICIES: what a run is told =======================================================

#ifdef TESTLIB_GENERATIVE
#include <sys/mman.h>

namespace testlib_detail {

TESTLIB_BODY unsigned long long number_from_environment(const char* name,
                                                        unsigned long long otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr || *text == '\0' ? otherwise : std::strtoull(text, nullptr, 10);
}

template <typename Type>
Type* shared_array(size_t count) {
    void* const memory = mmap(nullptr, count * sizeof(Type), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        std::fputs("no memory for the choices\n", stderr);
        std::_Exit(3);
    }
    return static_cast<Type*>(memory);
}

TESTLIB_BODY std::string content_of(const char* path) {
    std::string content;
    FILE* const file = testlib_fopen_(path, "rb");
    if (file == nullptr) {
        std::fprintf(stderr, "%s cannot be read\n", path);
        std::_Exit(3);
    }
    char block[4096];
    for (size_t got = 1; got != 0;) {
        got = std::fread(block, 1, sizeof(block), file);
        content.append(block, got);
    }
    std::fclose(file);
    return content;
}

// Reads {"scale": 5, "shape": "star", "sites": {"val.cpp:5:9": {"policy": "high", "hi": 9}}}.
// What is unknown is passed over.
class policy_file {
public:
    explicit policy_file(const std::string& text) : text_(text) {}

    void read() { read_object(nullptr, false); }

private:
    const std::string text_;
    size_t at_ = 0;

    char next() {
        while (at_ < text_.size() && is_blank(text_[at_]))
            ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }

    std::string word() {
        std::string result;
        if (next() == '"') {
            for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
                if (text_[at_] == '\\' && at_ + 1 < text_.size())
                    ++at_;
                result += text_[at_];
            }
            ++at_;
        } else {
            while (at_ < text_.size() && !is_blank(text_[at_]) &&
                   std::strchr(",:{}[]", text_[at_]) == nullptr)
                result += text_[at_++];
            if (result.empty())
                ++at_;
        }
        return result;
    }

    void read_object(site_policy* site, bool holds_sites) {
        if (next() != '{') {
            word();
            return;
        }
        ++at_;
        while (next() != '}' && next() != '\0') {
            const std::string key = word();
            if (next() == ':')
                ++at_;
            if (holds_sites) {
                site_policy* const added = new site_policy();
                added->place = key;
                added->next = the_generation().policies;
                the_generation().policies = added;
                read_object(added, false);
            } else if (next() == '{') {
                read_object(nullptr, key == "sites");
            } else {
                set(site, key, word());
            }
            if (next() == ',')
                ++at_;
        }
        ++at_;
    }

    static void set(site_policy* site, const std::string& key, const std::string& value) {
        static const char* const names[policy_count] = {
            "small",    "uniform",  "low",       "high",       "near_high", "ends",
            "magnitude", "constant", "few",      "distinct",   "ascending", "descending",
            "repeat",   "after",    "before",    "index",      "parent",    "other",
            "mountain", "valley",   "powers",    "buckets"};
        const long long number = std::strtoll(value.c_str(), nullptr, 10);
        static const char* const shapes[shape_count] = {
            "none",       "any",      "path",      "star",       "caterpillar", "broom",
            "binary",     "random",   "cycle",     "bipartite",  "cliques",     "letter",
            "alternating", "periodic", "palindrome", "thue_morse", "last",      "sawtooth",
            "skewed",     "nested",   "chained",   "equal",      "line",        "grid",
            "tiny",       "full",     "same"};
        if (site == nullptr && key == "scale")
            the_generation().fixed_scale = number;
        for (int i = 0; i < shape_count && key == "shape"; ++i) {
            if (value != shapes[i])
                continue;
            (site == nullptr ? the_generation().fixed_shape : site->shape) = i;
            the_generation().asks_shapes |= i > shape_any;
        }
        if (site == nullptr)
            return;
        for (int i = 0; i < policy_count && key == "policy"; ++i)
            if (value == names[i])
                site->kind = i;
        if (key == "lo") {
            site->has_low = true;
            site->low = number;
        } else if (key == "hi") {
            site->has_high = true;
            site->high = number;
        }
    }
};

}  // namespace testlib_detail
#endif  // TESTLIB_GENERATIVE
