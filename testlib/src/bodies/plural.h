// ==== PLURAL READERS: many elements at once ========================================================

namespace testlib_detail {

const int longest_plural_read = 100000000;
// Memory for more bytes of elements is taken as they arrive, since the claimed size may be wrong:
// in the output of a participant more so than in the input of a validator.
const size_t longest_reserve = 1 << 22;
const size_t longest_strict_reserve = 1 << 26;

// Tells messages which element is being read, and forgets it however the reading ends.
class element_index {
public:
    explicit element_index(int& index) : index_(index), before_(index) {}
    ~element_index() { index_ = before_; }

private:
    int& index_;
    int before_;
    element_index(const element_index&);
    element_index& operator=(const element_index&);
};

}  // namespace testlib_detail

// Reads `size` elements; in strict streams exactly one space stands between separated ones.
template <typename Type, typename ReadOne>
std::vector<Type> InStream::read_many(const char* function, int size, int indexBase,
                                      const text_ref& labels, bool separated, ReadOne read_one) {
    if (size < 0)
        reject(_fail, "%s: size should be non-negative.", function);
    if (size > testlib_detail::longest_plural_read)
        reject(_fail, "%s: size should be at most %d.", function,
               testlib_detail::longest_plural_read);
    note_variable(labels);
    const size_t wanted = static_cast<size_t>(size);
    const size_t at_most =
        (strict ? testlib_detail::longest_strict_reserve : testlib_detail::longest_reserve) /
        sizeof(Type);
    std::vector<Type> result;
    result.reserve(wanted < at_most ? wanted : at_most);
    const testlib_detail::element_index guard(readManyIteration);
    const testlib_detail::call_site at = at_;
    for (size_t i = 0; i < wanted; ++i) {
        if (i > 0 && separated && strict)
            readChar(' ', at);
        readManyIteration = indexBase + static_cast<int>(i);
        result.push_back(read_one());
    }
    return result;
}

template <typename Type>
std::vector<Type> InStream::read_numbers(const char* function, const char* op, const char* expected,
                                         const char* kind, int size, bool bounded, Type low,
                                         Type high, const text_ref& labels, int indexBase) {
    return read_many<Type>(function, size, indexBase, labels, true, [&]() {
        return read_number<Type>(op, expected, kind, bounded, low, high, labels);
    });
}

TESTLIB_LAZY_BODY std::vector<std::string> InStream::read_tokens(const char* function, int size,
                                                                 const pattern* p,
                                                                 const text_ref& labels,
                                                                 int indexBase) {
    return read_many<std::string>(function, size, indexBase, labels, true, [&]() {
        std::string result;
        read_token(result, p, labels, readManyIteration);
        return result;
    });
}

TESTLIB_LAZY_BODY std::vector<std::string> InStream::read_lines(const char* function, int size,
                                                                const pattern* p,
                                                                const text_ref& labels,
                                                                int indexBase) {
    return read_many<std::string>(function, size, indexBase, labels, false, [&]() {
        std::string result;
        read_line(result, p, labels, readManyIteration);
        return result;
    });
}

TESTLIB_LAZY_BODY std::vector<double> InStream::read_strict_doubles(const char* function, int size,
                                                                    double low, double high,
                                                                    int minDigits, int maxDigits,
                                                                    const text_ref& labels,
                                                                    int indexBase) {
    return read_many<double>(function, size, indexBase, labels, true, [&]() {
        return read_strict(low, high, minDigits, maxDigits, labels);
    });
}

// A reader of texts in its three forms; NAME is also what its messages say.
#define TESTLIB_PLURAL_TEXTS(NAME, read_all)                                                       \
    TESTLIB_LAZY_BODY std::vector<std::string> InStream::NAME(int size, int indexBase,             \
                                                              testlib_detail::call_site at) {      \
        at_ = at;                                                                                  \
        return read_all(#NAME, size, nullptr, text_ref(), indexBase);                              \
    }                                                                                              \
    TESTLIB_LAZY_BODY std::vector<std::string> InStream::NAME(int size, string_ref ptrn,           \
                                                              text_ref labels, int indexBase,      \
                                                              testlib_detail::call_site at) {      \
        at_ = at;                                                                                  \
        return read_all(#NAME, size, &testlib_detail::cached_pattern(ptrn), labels, indexBase);    \
    }                                                                                              \
    TESTLIB_LAZY_BODY std::vector<std::string> InStream::NAME(int size, const pattern& p,          \
                                                              text_ref labels, int indexBase,      \
                                                              testlib_detail::call_site at) {      \
        at_ = at;                                                                                  \
        return read_all(#NAME, size, &p, labels, indexBase);                                       \
    }
TESTLIB_PLURAL_TEXTS(readTokens, read_tokens)
TESTLIB_PLURAL_TEXTS(readWords, read_tokens)
TESTLIB_PLURAL_TEXTS(readLines, read_lines)
TESTLIB_PLURAL_TEXTS(readStrings, read_lines)
#undef TESTLIB_PLURAL_TEXTS

// A reader of numbers without bounds, and one with.
#define TESTLIB_PLURAL_ANY_NUMBERS(NAME, type, op, expected)                                       \
    TESTLIB_LAZY_BODY std::vector<type> InStream::NAME(int size, int indexBase,                    \
                                                       testlib_detail::call_site at) {             \
        at_ = at;                                                                                  \
        return read_numbers<type>(#NAME, op, expected, "", size, false, 0, 0, text_ref(),          \
                                  indexBase);                                                      \
    }
#define TESTLIB_PLURAL_BOUNDED_NUMBERS(NAME, type, op, expected, kind)                             \
    TESTLIB_LAZY_BODY std::vector<type> InStream::NAME(int size, type low, type high,              \
                                                       text_ref labels, int indexBase,             \
                                                       testlib_detail::call_site at) {             \
        at_ = at;                                                                                  \
        return read_numbers<type>(#NAME, op, expected, kind, size, true, low, high, labels,        \
                                  indexBase);                                                      \
    }
TESTLIB_PLURAL_ANY_NUMBERS(readIntegers, int, "int", "int32")
TESTLIB_PLURAL_BOUNDED_NUMBERS(readIntegers, int, "int", "int32", "Integer")
TESTLIB_PLURAL_ANY_NUMBERS(readInts, int, "int", "int32")
TESTLIB_PLURAL_BOUNDED_NUMBERS(readInts, int, "int", "int32", "Integer")
TESTLIB_PLURAL_ANY_NUMBERS(readLongs, long long, "long", "int64")
TESTLIB_PLURAL_BOUNDED_NUMBERS(readLongs, long long, "long", "int64", "Integer")
TESTLIB_PLURAL_BOUNDED_NUMBERS(readLongs, unsigned long long, "unsigned long", "int64",
                               "Unsigned integer")
TESTLIB_PLURAL_ANY_NUMBERS(readUnsignedLongs, unsigned long long, "unsigned long", "int64")
TESTLIB_PLURAL_BOUNDED_NUMBERS(readUnsignedLongs, unsigned long long, "unsigned long", "int64",
                               "Unsigned integer")
TESTLIB_PLURAL_ANY_NUMBERS(readDoubles, double, "double", "double")
TESTLIB_PLURAL_BOUNDED_NUMBERS(readDoubles, double, "double", "double", "Double")
TESTLIB_PLURAL_ANY_NUMBERS(readReals, double, "double", "double")
TESTLIB_PLURAL_BOUNDED_NUMBERS(readReals, double, "double", "double", "Double")
#undef TESTLIB_PLURAL_ANY_NUMBERS
#undef TESTLIB_PLURAL_BOUNDED_NUMBERS

#define TESTLIB_PLURAL_STRICT(NAME)                                                                \
    TESTLIB_LAZY_BODY std::vector<double> InStream::NAME(int size, double low, double high,        \
                                                         int minDigits, int maxDigits,             \
                                                         text_ref labels, int indexBase,           \
                                                         testlib_detail::call_site at) {           \
        at_ = at;                                                                                  \
        return read_strict_doubles(#NAME, size, low, high, minDigits, maxDigits, labels,           \
                                   indexBase);                                                     \
    }
TESTLIB_PLURAL_STRICT(readStrictDoubles)
TESTLIB_PLURAL_STRICT(readStrictReals)
#undef TESTLIB_PLURAL_STRICT
