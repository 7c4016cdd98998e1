// ==== JSON: the form of what is told to tools ================================================

namespace testlib_detail {

TESTLIB_RARE_CODE

// How many bytes a character of UTF-8 takes here; 0 for what is none.
TESTLIB_BODY size_t character_size(const char* at, const char* end) {
    const unsigned char first = static_cast<unsigned char>(*at);
    const size_t size = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3
                                       : first < 0xF5 ? 4 : 0;
    if (size > static_cast<size_t>(end - at))
        return 0;
    for (size_t i = 1; i < size; ++i)
        if ((static_cast<unsigned char>(at[i]) & 0xC0) != 0x80)
            return 0;
    const unsigned char second = size > 1 ? static_cast<unsigned char>(at[1]) : 0;
    const bool is_wrong = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                          (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
    return is_wrong ? 0 : size;
}

// An object of JSON, key by key. Bytes that are no text are shown as the replacement character.
class json_object {
public:
    explicit json_object(const char* kind) {
        text_.append("{");
        if (kind != nullptr)
            text_.append("\"v\":1,\"kind\":\"").append(kind).append("\"");
    }

    void add(const char* key, const text_ref& value) {
        begin(key);
        text_.append("\"");
        const char* at = value.data;
        const char* const end = at + value.size;
        while (at != end) {
            const size_t size = character_size(at, end);
            if (size == 0)
                text_.append("\\ufffd");
            else if (*at == '"' || *at == '\\')
                text_.append("\\").append(at, 1);
            else if (static_cast<unsigned char>(*at) < 32)
                text_.append(format_unchecked("\\u%04x", static_cast<int>(*at)));
            else
                text_.append(at, size);
            at += size == 0 ? 1 : size;
        }
        text_.append("\"");
    }

    void add(const char* key, long long value) { add_plain(key, format_unchecked("%lld", value)); }
    void add_unsigned(const char* key, unsigned long long value) {
        add_plain(key, format_unchecked("%llu", value));
    }

    void add_plain(const char* key, const std::string& value) {
        begin(key);
        text_.append(value);
    }

    void add(const char* key, const bound_value& value) {
        const bool is_finite = value.kind != bound_value::real ||
                               (value.real_value - value.real_value == 0);
        if (value.kind == bound_value::real && is_finite)
            add_plain(key, format_unchecked("%.17g", value.real_value));
        else if (value.kind == bound_value::real)
            add(key, text_ref(value.real_value > 0   ? "inf"
                              : value.real_value < 0 ? "-inf"
                                                     : "nan"));
        else if (value.kind != bound_value::none)
            add_plain(key, value.text());
    }

    void add(const call_site& at) {
        if (!at.known())
            return;
        add("file", text_ref(at.file()));
        add("line", static_cast<long long>(at.line()));
        if (at.column() != 0)
            add("column", static_cast<long long>(at.column()));
    }

    const std::string& finish() {
        text_.append("}");
        return text_;
    }

private:
    std::string text_;

    void begin(const char* key) {
        text_.append(text_.size() > 1 ? ",\"" : "\"").append(key).append("\":");
    }
};

TESTLIB_RARE_CODE_END

}  // namespace testlib_detail
