// ==== GENERATIVE, ODOMETER: all small inputs, one after the other ===================================
//
// What is decided in an attempt are the digits of a counter, each with as many values as are tried
// there. The next attempt has the last digit that may still grow one higher and zeros behind it; so
// what was refused after some decisions is not looked at again with others behind them.

#ifdef TESTLIB_GENERATIVE
namespace testlib_detail {

TESTLIB_BODY bool is_exhaustive() { return the_generation().values_each > 0; }

// Characters that are tried first where nothing is known of them: the end of a line ends most loops.
TESTLIB_BODY unsigned char nth_character(size_t nth) {
    static const char likely[] = "\n01ab.#";
    static unsigned char all[characters];
    static size_t count = 0;
    for (; count < sizeof(likely) - 1; ++count)
        all[count] = likely[count] == '\n' ? line_end_choice
                                           : static_cast<unsigned char>(likely[count] - 32);
    for (unsigned char other = 0; count < characters; ++other)
        if (std::memchr(all, other, count) == nullptr)
            all[count++] = other;
    return all[nth];
}

// Whether a character is tried: where as many as are wanted have been followed by something, those.
TESTLIB_BODY bool is_tried(unsigned site, size_t nth) {
    const site_memory& known = memory_of(site);
    return nth == 0 || known.good_count < the_generation().values_each ||
           std::memchr(known.good, nth_character(nth), known.good_count) != nullptr;
}

// The digit of the next decision, below `count`; the site is that of a character.
TESTLIB_BODY size_t next_digit(size_t count, unsigned site = 0) {
    generation& run = the_generation();
    search_memory& memory = *run.memory;
    if (count <= 1)
        return 0;
    if (memory.digit_count >= run.max_draws)
        end_attempt(attempt_too_large);
    odometer_digit& digit = run.digits[memory.digit_count];
    if (memory.digit_count >= run.digits_given)
        digit.value = 0;
    ++memory.digit_count;
    digit.count = static_cast<unsigned>(count);
    digit.site = site;
    return digit.value;
}

// Goes on to the next attempt; false when there is none.
TESTLIB_BODY bool advance_odometer() {
    generation& run = the_generation();
    for (size_t behind = run.memory->digit_count; behind > 0; --behind) {
        odometer_digit& digit = run.digits[behind - 1];
        do
            ++digit.value;
        while (digit.site != 0 && digit.value < digit.count && !is_tried(digit.site, digit.value));
        run.digits_given = behind;
        if (digit.value < digit.count)
            return true;
    }
    return false;
}

// Characters behind which the attempt went on were no mistakes.
TESTLIB_BODY void note_characters() {
    const generation& run = the_generation();
    const search_memory& memory = *run.memory;
    const size_t good = memory.digit_count + (memory.end == attempt_accepted ? 1 : 0);
    for (size_t i = 0; i + 1 < good; ++i) {
        const odometer_digit& digit = run.digits[i];
        if (digit.site == 0 || digit.value == 0)
            continue;
        site_memory& known = memory_of(digit.site);
        const unsigned char character = nth_character(digit.value);
        const bool is_new = std::memchr(known.good, character, known.good_count) == nullptr;
        if (is_new && known.good_count < sizeof(known.good))
            known.good[known.good_count++] = character;
    }
}

// How many of so many values are tried.
TESTLIB_BODY size_t tried_of(unsigned long long count) {
    return static_cast<size_t>(std::min(count, the_generation().values_each));
}

// Numbers within bounds: those nearest to zero first where both signs may be, else the least first.
TESTLIB_BODY long long nth_number(long long low, long long high, unsigned long long nth) {
    if (low >= 0)
        return advanced(low, nth);
    if (high <= 0)
        return advanced(high, 0 - nth);
    const unsigned long long reach = std::min(magnitude(low), magnitude(high));
    const bool is_in_turn = nth / 2 < reach || nth <= 2 * reach;
    const bool is_positive = is_in_turn ? nth % 2 == 1 : magnitude(high) > reach;
    const unsigned long long size = is_in_turn ? (nth + 1) / 2 : nth - reach;
    return is_positive ? advanced(0, size) : advanced(0, 0 - size);
}

TESTLIB_BODY long long next_number(long long low, long long high) {
    const unsigned long long width = distance(low, high);
    const size_t count = tried_of(width == ~0ULL ? width : width + 1);
    return nth_number(low, high, next_digit(count));
}

// A number without bounds is a size as often as not, and none is zero then.
TESTLIB_BODY long long next_unbounded_number(long long low, long long high) {
    static const long long first[] = {1, 2, 0, 3, -1};
    const size_t nth = next_digit(tried_of(~0ULL));
    const long long number = nth < sizeof(first) / sizeof(first[0])
                                 ? first[nth]
                                 : static_cast<long long>(nth) - 1;
    return std::max(low, std::min(high, number));
}

// A real number, in units of its last digit: whole numbers where there are so many, else parts.
TESTLIB_BODY long long next_real(long long low, long long high, double whole) {
    const unsigned long long width = distance(low, high);
    const unsigned long long part = width / (the_generation().values_each - 1);
    const unsigned long long unit = whole < 1e18 ? static_cast<unsigned long long>(whole) : part;
    const unsigned long long step = std::max(1ULL, std::min(unit, part));
    if (low >= 0 || high <= 0)
        return nth_number(low, high, next_digit(tried_of(width / step + 1)) * step);
    const long long signed_step = static_cast<long long>(step);
    return next_number(low / signed_step, high / signed_step) * signed_step;
}

// Whether a line or the input ends here. A loop goes on as often as numbers have values; those that
// were met later stand within it, and begin anew.
TESTLIB_BODY bool next_end(unsigned site) {
    struct end_site {
        unsigned site;
        size_t rounds;
    };
    static std::vector<end_site> loops;
    size_t at = 0;
    while (at < loops.size() && loops[at].site != site)
        ++at;
    if (at == loops.size()) {
        const end_site added = {site, 0};
        loops.push_back(added);
    }
    for (size_t inner = at + 1; inner < loops.size(); ++inner)
        loops[inner].rounds = 0;
    const bool ends = loops[at].rounds >= the_generation().values_each || next_digit(2) == 0;
    loops[at].rounds = ends ? 0 : loops[at].rounds + 1;
    return ends;
}

// A text about which nothing is known: a word that a condition mentions, or a few letters and the
// characters that conditions mention. Where there are words, the others are shorter.
TESTLIB_BODY std::string next_text() {
    search_memory& memory = *the_generation().memory;
    memory.has_unknown_texts = true;
    const size_t most = tried_of(26);
    std::string letters = std::string("abcdefghijklmnopqrstuvwxyz", most) + "01AB";
    std::vector<std::string> words;
    for (size_t i = 0; i < memory.word_count; ++i) {
        const std::string word = memory.dictionary[i];
        if (word.size() > 1 && !is_digit(word[0]))
            words.push_back(word);
        else if (word.size() == 1 && letters.find(word) == std::string::npos)
            letters += word;
    }
    const size_t chosen = next_digit(words.size() + 1);
    if (chosen < words.size())
        return words[chosen];
    std::string text;
    for (size_t left = 1 + next_digit(words.empty() ? most : 2); left > 0; --left)
        text += letters[next_digit(letters.size())];
    return text;
}

}  // namespace testlib_detail
#endif  // TESTLIB_GENERATIVE
