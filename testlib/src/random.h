// ==== RANDOM: the linear congruential generator and everything drawn from it ====================

class pattern;

namespace testlib_detail {

// Which algorithm makes 64-bit draws: 0 and 1 differ, -1 (no generator) acts as 1.
#ifdef TESTLIB_SPLIT_FORM
template <typename Unused>
struct random_version_holder {};
template <>
struct random_version_holder<void> {
    static int version;
};
#else
template <typename Unused>
struct random_version_holder {
    static int version;
};
template <typename Unused>
int random_version_holder<Unused>::version = -1;
#endif

// What a number becomes as an argument of a draw: small integers promote, floats become double.
template <typename Type, bool IsIntegral = std::is_integral<Type>::value,
          bool IsFloating = std::is_floating_point<Type>::value>
struct draw_type {};
template <typename Type>
struct draw_type<Type, true, false> {
    typedef decltype(+Type()) type;
};
template <typename Type>
struct draw_type<Type, false, true> {
    typedef double type;
};

// The type in which a range with bounds of two different types is drawn. A signed and an unsigned
// bound meet in long long, which holds all values that the shorter of them can have.
template <typename Low, typename High,
          bool SameSign = std::is_signed<Low>::value == std::is_signed<High>::value>
struct common_draw_type {
    typedef typename std::common_type<Low, High>::type type;
};
template <typename Low, typename High>
struct common_draw_type<Low, High, false> {
    typedef long long type;
};

// Names the result of a two-type draw; it does not exist when both types are the same after
// promotion, so that such calls only see the plain overloads.
template <typename Low, typename High, typename DrawLow = typename draw_type<Low>::type,
          typename DrawHigh = typename draw_type<High>::type>
struct mixed_draw : common_draw_type<DrawLow, DrawHigh> {};
template <typename Low, typename High, typename Draw>
struct mixed_draw<Low, High, Draw, Draw> {};
template <typename Low, typename High, typename Draw>
struct mixed_draw<Low, High, Draw, double> {};
template <typename Low, typename High, typename Draw>
struct mixed_draw<Low, High, double, Draw> {};
template <typename Low, typename High>
struct mixed_draw<Low, High, double, double> {};

// Most programs mean one of the two types, often without knowing that there are two.
#define TESTLIB_TWO_TYPES(what, instead) \
    "rnd." what " of two types: give both the same type, as in rnd." instead

// What is asked for by an integer and a real number is not clear, so the call is refused.
#define TESTLIB_CLASH_REFUSED \
    TESTLIB_REFUSED("an integer and a real number: give both the same type, for example 1.0, 2.5")
template <typename Low, typename High>
struct clashing_draw
    : std::enable_if<std::is_arithmetic<Low>::value && std::is_arithmetic<High>::value &&
                         std::is_integral<Low>::value != std::is_integral<High>::value,
                     double> {};

// The same for templates with one type, which two types of the same draw contradict, too.
template <typename Low, typename High, typename DrawLow = typename draw_type<Low>::type,
          typename DrawHigh = typename draw_type<High>::type>
struct mixed_values : mixed_draw<Low, High> {};
template <typename Low, typename High, typename Draw>
struct mixed_values<Low, High, Draw, Draw> {
    typedef Draw type;
};
template <typename Low, typename Draw>
struct mixed_values<Low, Low, Draw, Draw> {};

// Short names for the bodies of the calls that are warned of: g++ 10 warns of such a body itself
// where it names a type of its own.
template <typename Low, typename High>
using common_draw =
    typename common_draw_type<typename draw_type<Low>::type, typename draw_type<High>::type>::type;
template <typename Low, typename High>
using mixed_draw_of = typename mixed_draw<Low, High>::type;
template <typename Low, typename High>
using mixed_value_of = typename mixed_values<Low, High>::type;

// Names that programs use although no header has them. The meaning of some is clear.
template <typename Source>
struct misnamed_draws {
    template <typename Low, typename High>
    TESTLIB_EXTENSION("rnd.randint: write rnd.next(from, to)")
    common_draw<Low, High> randint(Low from, High to) {
        return static_cast<Source*>(this)->next(static_cast<common_draw<Low, High>>(from),
                                                static_cast<common_draw<Low, High>>(to));
    }
    template <typename Number>
    TESTLIB_EXTENSION("rnd.nextInt: write rnd.next(n), which is from 0 to n - 1")
    typename draw_type<Number>::type nextInt(Number n) {
        return static_cast<Source*>(this)->next(n);
    }
    template <typename Low, typename High>
    TESTLIB_REFUSED("there is no nextInt: write rnd.next(from, to), where both ends are included")
    int nextInt(Low from, High to);
    TESTLIB_EXTENSION("rnd.next_double: write rnd.next()")
    double next_double() { return static_cast<Source*>(this)->next(); }
    TESTLIB_EXTENSION("rnd.next_double: write rnd.next(from, to) with real numbers")
    double next_double(double from, double to) {
        return static_cast<Source*>(this)->next(from, to);
    }
    TESTLIB_EXTENSION("rnd.nextDouble: write rnd.next()")
    double nextDouble() { return static_cast<Source*>(this)->next(); }
    TESTLIB_EXTENSION("rnd.nextDouble: write rnd.next(from, to) with real numbers")
    double nextDouble(double from, double to) {
        return static_cast<Source*>(this)->next(from, to);
    }
    template <typename... Arguments>
    TESTLIB_REFUSED("there is no nextPerm: write rnd.perm(n), or rnd.perm(n, 1) to begin with 1")
    std::vector<int> nextPerm(const Arguments&...);
};

template <typename Type>
bool is_negative(Type value, std::true_type /* signed */) {
    return value < 0;
}
template <typename Type>
bool is_negative(Type, std::false_type /* unsigned */) {
    return false;
}
template <typename Type>
bool is_negative(Type value) {
    return is_negative(value, std::is_signed<Type>());
}

// A set of 64-bit keys with open addressing: draws of distinct values only insert and look up.
class drawn_set {
public:
    explicit drawn_set(size_t expected);
    ~drawn_set();

    // Returns false when the key was there already.
    bool insert(unsigned long long key);

private:
    size_t mask_;
    unsigned long long* slots_;
    bool* used_;
    drawn_set(const drawn_set&);
    drawn_set& operator=(const drawn_set&);
};

}  // namespace testlib_detail

// The random number source. Equal seeds give equal draws on all platforms and with all compilers.
class random_t : public testlib_detail::random_version_holder<void>,
                 public testlib_detail::misnamed_draws<random_t> {
public:
    random_t() : seed_(initial_seed) {}

    // Seeds by the command line: every argument counts, and so does their order.
    void setSeed(int argc, char* argv[]) {
        seed_ = initial_seed;
        for (int i = 1; i < argc; ++i) {
            for (const char* byte = argv[i]; *byte != '\0'; ++byte)
                seed_ = seed_ * multiplier + widened(*byte) + addend;
            seed_ += multiplier / addend;
        }
        seed_ &= mask;
    }

    void setSeed(long long seed) {
        seed_ = (static_cast<unsigned long long>(seed) ^ multiplier) & mask;
    }

    // An integer from 0 to n - 1.
    int next(int n) {
        if (n <= 0)
            testlib_detail::fail("random_t::next(int n): n must be positive");
        if ((n & (n - 1)) == 0)
            return static_cast<int>((n * static_cast<long long>(bits(31))) >> 31);
        const int limit = INT_MAX / n * n;
        int drawn;
        do {
            drawn = static_cast<int>(bits(31));
        } while (drawn >= limit);
        return drawn % n;
    }

    unsigned int next(unsigned int n) {
        if (n >= static_cast<unsigned int>(INT_MAX))
            testlib_detail::fail("random_t::next(unsigned int n): n must be less INT_MAX");
        return static_cast<unsigned int>(next(static_cast<int>(n)));
    }

    long long next(long long n) {
        if (n <= 0)
            testlib_detail::fail("random_t::next(long long n): n must be positive");
        const long long limit = LLONG_MAX / n * n;
        long long drawn;
        do {
            drawn = static_cast<long long>(bits(63));
        } while (drawn >= limit);
        return drawn % n;
    }

    unsigned long long next(unsigned long long n) {
        if (n >= testlib_detail::signed_maximum)
            testlib_detail::fail(
                "random_t::next(unsigned long long n): n must be less LONGLONG_MAX");
        return static_cast<unsigned long long>(next(static_cast<long long>(n)));
    }

    long next(long n) { return static_cast<long>(next(static_cast<long long>(n))); }

    unsigned long next(unsigned long n) {
        if (n >= static_cast<unsigned long>(LONG_MAX))
            testlib_detail::fail("random_t::next(unsigned long n): n must be less LONG_MAX");
        return static_cast<unsigned long>(next(static_cast<unsigned long long>(n)));
    }

    // An integer from `from` to `to`, both included.
    int next(int from, int to) {
        return static_cast<int>(next(static_cast<long long>(to) - from + 1) + from);
    }

    unsigned int next(unsigned int from, unsigned int to) {
        return static_cast<unsigned int>(next(static_cast<long long>(to) - from + 1) + from);
    }

    long long next(long long from, long long to) {
        return plus(from, next(width(from, to)));
    }

    unsigned long long next(unsigned long long from, unsigned long long to) {
        if (from > to)
            testlib_detail::fail("random_t::next(unsigned long long from, unsigned long long to): "
                                 "from can't not exceed to");
        return next(to - from + 1) + from;
    }

    long next(long from, long to) {
        return static_cast<long>(next(static_cast<long long>(from), static_cast<long long>(to)));
    }

    unsigned long next(unsigned long from, unsigned long to) {
        if (from > to)
            testlib_detail::fail("random_t::next(unsigned long from, unsigned long to): "
                                 "from can't not exceed to");
        return next(to - from + 1) + from;
    }

    // Bounds of two integer types: the range is drawn in their common type.
    template <typename Low, typename High>
    TESTLIB_EXTENSION(TESTLIB_TWO_TYPES("next with bounds", "next(1LL, n)"))
    typename testlib_detail::mixed_draw<Low, High>::type next(Low from, High to) {
        return next(static_cast<testlib_detail::mixed_draw_of<Low, High>>(from),
                    static_cast<testlib_detail::mixed_draw_of<Low, High>>(to));
    }

    template <typename Low, typename High>
    TESTLIB_CLASH_REFUSED
    typename testlib_detail::clashing_draw<Low, High>::type next(Low from, High to);

    // A real number from [0, 1), [0, n) or [from, to).
    double next() {
        const unsigned long long high = bits(26) << 27;
        const unsigned long long low = bits(27);
        return below(static_cast<double>(high + low) / static_cast<double>(1ULL << 53), 1.0);
    }

    double next(double n) {
        if (!(n > 0))
            testlib_detail::fail("random_t::next(double): n should be positive");
        return below(n * next(), n);
    }

    double next(double from, double to) {
        if (!(from < to))
            testlib_detail::fail("random_t::next(double from, double to): "
                                 "from should be strictly less than to");
        return next(to - from) + from;
    }

    // A string that matches the pattern; the second form builds the pattern like printf.
    std::string next(const std::string& ptrn);
    std::string next(const char* format, ...) TESTLIB_PRINTF(2, 3);

    // Weighted draws: the maximum of type + 1 draws for positive types, the minimum for negative.
    int wnext(int n, int type) {
        if (n <= 0)
            testlib_detail::fail("random_t::wnext(int n, int type): n must be positive");
        return weighted(n, type);
    }

    long long wnext(long long n, int type) {
        if (n <= 0)
            testlib_detail::fail("random_t::wnext(long long n, int type): n must be positive");
        return weighted(n, type);
    }

    unsigned int wnext(unsigned int n, int type) {
        if (n >= static_cast<unsigned int>(INT_MAX))
            testlib_detail::fail(
                "random_t::wnext(unsigned int n, int type): n must be less INT_MAX");
        return static_cast<unsigned int>(wnext(static_cast<int>(n), type));
    }

    unsigned long long wnext(unsigned long long n, int type) {
        if (n >= testlib_detail::signed_maximum)
            testlib_detail::fail(
                "random_t::wnext(unsigned long long n, int type): n must be less LONGLONG_MAX");
        return static_cast<unsigned long long>(wnext(static_cast<long long>(n), type));
    }

    long wnext(long n, int type) {
        return static_cast<long>(wnext(static_cast<long long>(n), type));
    }

    unsigned long wnext(unsigned long n, int type) {
        if (n >= static_cast<unsigned long>(LONG_MAX))
            testlib_detail::fail(
                "random_t::wnext(unsigned long n, int type): n must be less LONG_MAX");
        return static_cast<unsigned long>(wnext(static_cast<unsigned long long>(n), type));
    }

    double wnext(double n, int type) {
        if (!(n > 0))
            testlib_detail::fail("random_t::wnext(double n, int type): n must be positive");
        if (is_many(type))
            return below(n * weighted_by_power(type), n);
        double drawn = next();
        for (int i = 0; i < type; ++i)
            drawn = std::max(drawn, next());
        for (int i = 0; i < -type; ++i)
            drawn = std::min(drawn, next());
        return n * drawn;
    }

    double wnext(int type) { return wnext(1.0, type); }

    int wnext(int from, int to, int type) {
        require_order(from, to, "int");
        // A width that does not fit is not positive and so refused.
        const long long count = static_cast<long long>(to) - from + 1;
        const int drawn = wnext(count > INT_MAX ? 0 : static_cast<int>(count), type);
        return static_cast<int>(static_cast<long long>(from) + drawn);
    }

    int wnext(unsigned int from, unsigned int to, int type) {
        require_order(from, to, "unsigned int");
        return static_cast<int>(from + wnext(to - from + 1, type));
    }

    long long wnext(long long from, long long to, int type) {
        require_order(from, to, "long long");
        return plus(from, wnext(width(from, to), type));
    }

    unsigned long long wnext(unsigned long long from, unsigned long long to, int type) {
        require_order(from, to, "unsigned long long");
        return from + wnext(to - from + 1, type);
    }

    long wnext(long from, long to, int type) {
        require_order(from, to, "long");
        const long long wide_from = from, wide_to = to;
        return static_cast<long>(plus(wide_from, wnext(width(wide_from, wide_to), type)));
    }

    unsigned long wnext(unsigned long from, unsigned long to, int type) {
        require_order(from, to, "unsigned long");
        return from + wnext(to - from + 1, type);
    }

    template <typename Low, typename High>
    TESTLIB_EXTENSION(TESTLIB_TWO_TYPES("wnext with bounds", "wnext(1LL, n, type)"))
    typename testlib_detail::mixed_draw<Low, High>::type wnext(Low from, High to, int type) {
        return wnext(static_cast<testlib_detail::mixed_draw_of<Low, High>>(from),
                     static_cast<testlib_detail::mixed_draw_of<Low, High>>(to), type);
    }

    template <typename Low, typename High>
    TESTLIB_CLASH_REFUSED
    typename testlib_detail::clashing_draw<Low, High>::type wnext(Low from, High to, int type);

    double wnext(double from, double to, int type) {
        if (!(from < to))
            testlib_detail::fail("random_t::wnext(double from, double to, int type): "
                                 "from should be strictly less than to");
        return wnext(to - from, type) + from;
    }

    // A random element, all equally likely or weighted by position as in wnext.
    template <typename Container>
    typename Container::value_type any(const Container& c) {
        if (c.size() <= 0)
            testlib_detail::fail("random_t::any(const Container& c): c.size() must be positive");
        return *std::next(c.begin(), next(static_cast<int>(c.size())));
    }

    template <typename Iterator>
    typename std::iterator_traits<Iterator>::value_type any(Iterator begin, Iterator end) {
        return *std::next(begin, next(length(begin, end, "")));
    }

    template <typename Type, size_t Count>
    TESTLIB_EXTENSION("rnd.any of an array: write a[rnd.next(n)]")
    Type any(const Type (&items)[Count]) {
        return items[next(static_cast<int>(Count))];
    }

    template <typename Type>
    TESTLIB_EXTENSION("rnd.any of pointers: write a[rnd.next(n)]")
    typename std::remove_cv<Type>::type any(Type* begin, Type* end) {
        return begin[next(length(begin, end, ""))];
    }

    template <typename Container>
    typename Container::value_type wany(const Container& c, int type) {
        if (c.size() <= 0)
            testlib_detail::fail(
                "random_t::wany(const Container& c, int type): c.size() must be positive");
        return *std::next(c.begin(), wnext(static_cast<int>(c.size()), type));
    }

    template <typename Iterator>
    typename std::iterator_traits<Iterator>::value_type wany(Iterator begin, Iterator end,
                                                             int type) {
        return *std::next(begin, wnext(length(begin, end, ", int type"), type));
    }

    template <typename Type, size_t Count>
    TESTLIB_EXTENSION("rnd.wany of an array: write a[rnd.wnext(n, type)]")
    Type wany(const Type (&items)[Count], int type) {
        return items[wnext(static_cast<int>(Count), type)];
    }

    template <typename Type>
    TESTLIB_EXTENSION("rnd.wany of pointers: write a[rnd.wnext(n, type)]")
    typename std::remove_cv<Type>::type wany(Type* begin, Type* end, int type) {
        return begin[wnext(length(begin, end, ", int type"), type)];
    }

    // A random permutation of `size` consecutive values.
    template <typename Type, typename Element>
    std::vector<Element> perm(Type size, Element first) {
        if (testlib_detail::is_negative(size))
            testlib_detail::fail("random_t::perm(T size, E first = 0): size must non-negative");
        std::vector<Element> p(static_cast<size_t>(size));
        Element value = first;
        for (size_t i = 0; i < p.size(); ++i)
            p[i] = value++;
        for (Type i = 1; i < size; ++i)
            std::swap(p[static_cast<size_t>(i)], p[static_cast<size_t>(next(i + 1))]);
        return p;
    }

    template <typename Type>
    std::vector<Type> perm(Type size) {
        return perm(size, Type(0));
    }

    // `size` different values from [from, to], in the order in which they were drawn.
    template <typename Type>
    std::vector<Type> distinct(int size, Type from, Type to) {
        if (size == 0)
            return std::vector<Type>();
        if (from > to)
            testlib_detail::fail("random_t::distinct expected from <= to");
        if (size < 0)
            testlib_detail::fail("random_t::distinct expected size >= 0");
        const unsigned long long count =
            static_cast<unsigned long long>(to) - static_cast<unsigned long long>(from) + 1;
        if (static_cast<unsigned long long>(size) > count)
            testlib_detail::fail("random_t::distinct expected size <= to - from + 1");
        if (expected_draws(size, count) < static_cast<double>(count))
            return distinct_by_drawing(size, from, to);
        if (count > 1000000000ULL)
            testlib_detail::fail("random_t::distinct here expected to - from + 1 <= 1000000000");
        std::vector<Type> result = perm(static_cast<int>(count), from);
        result.resize(static_cast<size_t>(size));
        return result;
    }

    // Without a template argument, which names the type of the form above.
    template <int = 0, typename Low, typename High>
    TESTLIB_EXTENSION(TESTLIB_TWO_TYPES("distinct with bounds", "distinct(size, 1LL, n)"))
    std::vector<typename testlib_detail::mixed_values<Low, High>::type> distinct(int size, Low from,
                                                                                 High to) {
        return distinct(size, static_cast<testlib_detail::mixed_value_of<Low, High>>(from),
                        static_cast<testlib_detail::mixed_value_of<Low, High>>(to));
    }

    template <int = 0, typename Low, typename High>
    TESTLIB_CLASH_REFUSED
    std::vector<typename testlib_detail::clashing_draw<Low, High>::type> distinct(
        int size, Low from, High to);

    template <typename Type>
    std::vector<Type> distinct(int size, Type upper) {
        if (size < 0)
            testlib_detail::fail("random_t::distinct expected size >= 0");
        if (size == 0)
            return std::vector<Type>();
        if (upper <= 0)
            testlib_detail::fail("random_t::distinct expected upper > 0");
        if (static_cast<unsigned long long>(size) > static_cast<unsigned long long>(upper))
            testlib_detail::fail("random_t::distinct expected size <= upper");
        return distinct(size, Type(0), static_cast<Type>(upper - 1));
    }

    // `size` values of at least min_part with the given sum.
    template <typename Type>
    std::vector<Type> partition(int size, Type sum, Type min_part) {
        if (size < 0)
            testlib_detail::fail("random_t::partition: size < 0");
        if (size == 0 && sum != 0)
            testlib_detail::fail("random_t::partition: size == 0 && sum != 0");
        typedef typename common_sum<Type>::type wide;
        const wide least = static_cast<wide>(min_part) * static_cast<wide>(size);
        if (least > static_cast<wide>(sum))
            testlib_detail::fail("random_t::partition: min_part * size > sum");
        if (size == 0)
            return std::vector<Type>();
        return partition_above(size, static_cast<Type>(static_cast<wide>(sum) - least), min_part);
    }

    template <int = 0, typename Sum, typename Part>
    TESTLIB_EXTENSION(
        TESTLIB_TWO_TYPES("partition with a sum and a least part", "partition(size, sum, 1LL)"))
    std::vector<typename testlib_detail::mixed_values<Sum, Part>::type> partition(int size, Sum sum,
                                                                                  Part min_part) {
        return partition(size, static_cast<testlib_detail::mixed_value_of<Sum, Part>>(sum),
                         static_cast<testlib_detail::mixed_value_of<Sum, Part>>(min_part));
    }

    template <int = 0, typename Sum, typename Part>
    TESTLIB_CLASH_REFUSED
    std::vector<typename testlib_detail::clashing_draw<Sum, Part>::type> partition(
        int size, Sum sum, Part min_part);

    template <typename Type>
    std::vector<Type> partition(int size, Type sum) {
        return partition(size, sum, Type(1));
    }

    // Members that the usual header lacks; the draws are those of the global shuffle.
    template <typename Iterator>
    TESTLIB_EXTENSION("rnd.shuffle: write shuffle(v.begin(), v.end())")
    void shuffle(Iterator first, Iterator last) {
        permute(first, last);
    }

    template <typename Container>
    TESTLIB_EXTENSION("rnd.shuffle: write shuffle(v.begin(), v.end())")
    void shuffle(Container& container) {
        permute(container.begin(), container.end());
    }

    // The state, and how often it has moved on.
    unsigned long long seed() const { return seed_; }
    unsigned long long steps() const { return steps_; }

    // Shuffles in place: element i changes places with one of the elements 0 to i.
    template <typename Iterator>
    void permute(Iterator first, Iterator last) {
        if (first == last)
            return;
        int position = 1;
        for (Iterator i = std::next(first); i != last; ++i, ++position)
            std::iter_swap(i, std::next(first, next(position + 1)));
    }

private:
    static const unsigned long long initial_seed = 3905348978240129619ULL;
    static const unsigned long long multiplier = 0x5DEECE66DULL;
    static const unsigned long long addend = 11;
    static const unsigned long long mask = (1ULL << 48) - 1;
    // From this weight on, one real draw and a root replace the many single draws.
    static const int many_draws = 25;

    unsigned long long seed_;
    unsigned long long steps_ = 0;

    template <typename Type>
    struct common_sum {
        typedef typename std::conditional<
            std::is_floating_point<Type>::value, Type,
            typename std::conditional<std::is_unsigned<Type>::value, unsigned long long,
                                      long long>::type>::type type;
    };

    // Bytes of the seed text count as signed characters that are then taken as 32-bit unsigned.
    static unsigned long long widened(char byte) {
        return static_cast<uint32_t>(static_cast<int32_t>(static_cast<signed char>(byte)));
    }

    static bool is_many(int type) { return type >= many_draws || type <= -many_draws; }

    // The number of values in a range; what does not fit is not positive and so refused later.
    static long long width(long long from, long long to) {
        return static_cast<long long>(static_cast<unsigned long long>(to) -
                                      static_cast<unsigned long long>(from) + 1);
    }

    static long long plus(long long from, long long offset) {
        return static_cast<long long>(static_cast<unsigned long long>(from) +
                                      static_cast<unsigned long long>(offset));
    }

    template <typename Iterator>
    static int length(Iterator begin, Iterator end, const char* more) {
        const int size = static_cast<int>(std::distance(begin, end));
        if (size <= 0)
            testlib_detail::fail("random_t::any(const Iter& begin, const Iter& end%s): "
                                 "range must have positive length", more);
        return size;
    }

    static double below(double drawn, double limit) {
        return drawn >= limit ? std::nextafter(limit, 0.0) : drawn;
    }

    template <typename Type>
    static void require_order(Type from, Type to, const char* type_name) {
        if (from > to)
            testlib_detail::fail(
                "random_t::wnext(%s from, %s to, int type): from can't not exceed to", type_name,
                type_name);
    }

    unsigned long long bits(int count) {
        if (count > 48) {
            const unsigned long long high = bits(31) << 32;
            const unsigned long long low = bits(version == 0 ? 31 : 32);
            return high ^ low;
        }
        seed_ = (seed_ * multiplier + addend) & mask;
        ++steps_;
        return seed_ >> (48 - count);
    }

    // One real draw, distributed like the extreme of |type| + 1 draws.
    double weighted_by_power(int type) {
        const double drawn = next();
        if (type > 0)
            return std::pow(drawn, 1.0 / (type + 1.0));
        return 1 - std::pow(drawn, 1.0 / (1.0 - type));
    }

    template <typename Type>
    Type weighted(Type n, int type) {
        if (is_many(type)) {
            const double drawn = static_cast<double>(n) * weighted_by_power(type);
            if (drawn >= static_cast<double>(n))
                return static_cast<Type>(n - 1);
            return std::max(Type(0), std::min(static_cast<Type>(drawn), static_cast<Type>(n - 1)));
        }
        Type drawn = next(n);
        for (int i = 0; i < type; ++i)
            drawn = std::max(drawn, next(n));
        for (int i = 0; i < -type; ++i)
            drawn = std::min(drawn, next(n));
        return drawn;
    }

    // How many draws it takes on average until `size` different values have been seen.
    static double expected_draws(int size, unsigned long long count) {
        double expected = 0;
        for (int i = 1; i <= size; ++i)
            expected += static_cast<double>(count) /
                        static_cast<double>(count - static_cast<unsigned long long>(i) + 1);
        return expected;
    }

    template <typename Type>
    std::vector<Type> distinct_by_drawing(int size, Type from, Type to) {
        testlib_detail::drawn_set seen(static_cast<size_t>(size));
        std::vector<Type> result;
        result.reserve(static_cast<size_t>(size));
        while (result.size() < static_cast<size_t>(size)) {
            const Type drawn = static_cast<Type>(next(from, to));
            if (seen.insert(static_cast<unsigned long long>(drawn)))
                result.push_back(drawn);
        }
        return result;
    }

    // Chooses size - 1 walls among sum + size - 1 places; the gaps between them are the parts.
    template <typename Type>
    std::vector<Type> partition_above(int size, Type sum, Type min_part) {
        const Type places = static_cast<Type>(sum + size - 1);
        std::vector<Type> walls = distinct(size - 1, Type(1), places);
        walls.push_back(Type(0));
        std::sort(walls.begin(), walls.end());
        std::vector<Type> parts(walls.size());
        for (size_t i = 0; i + 1 < walls.size(); ++i)
            parts[i] = static_cast<Type>(walls[i + 1] - walls[i] - 1 + min_part);
        parts.back() = static_cast<Type>(places - walls.back() + min_part);
        return parts;
    }
};
