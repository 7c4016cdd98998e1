// ==== GENERATIVE, SUPPLY: what is made up for each kind of read ======================================

#ifdef TESTLIB_GENERATIVE
namespace testlib_detail {

TESTLIB_BODY bool makes_up(const InStream& in) {
    return the_generation().running && &in == &state().inf && in.reader != nullptr;
}

TESTLIB_BODY void hand_over(InStream& in, const std::string& text) {
    generation& run = the_generation();
    search_memory& memory = *run.memory;
    if (memory.input_size + text.size() > run.max_size)
        end_attempt(attempt_too_large);
    std::memcpy(run.input + memory.input_size, text.data(), text.size());
    memory.input_size += text.size();
    in.reader->supply(text.data(), text.size());
}

// Nothing is made up in front of what was put back.
TESTLIB_BODY bool has_input(InStream& in) { return in.reader->peek() != end_of_input; }

// A word that a condition mentions. It is a suggestion alone: the choices hold what became of it.
TESTLIB_BODY std::string word_of_dictionary() {
    const search_memory& memory = *the_generation().memory;
    if (memory.word_count == 0)
        return std::string();
    return memory.dictionary[the_generation().source.below(memory.word_count)];
}

// A number without bounds: mostly a small one, or one that a condition mentions.
TESTLIB_BODY long long unbounded_integer(const call_site& at, const text_ref& label, long long low,
                                         long long high) {
    choice_source& source = the_generation().source;
    if (is_exhaustive()) {
        const long long value = next_unbounded_number(low, high);
        const bool is_size = value > 0;
        choose(site_key(at, part_magnitude), 8, is_size ? 0 : 6);
        return place_integer(at, part_value, std::max(low, is_size ? 1LL : -1000LL),
                             std::min(high, is_size ? 1000000LL : 1000LL), value);
    }
    const unsigned long long fresh = source.chance(80) ? source.below(5) : source.below(8);
    const unsigned long long kind = choose(site_key(at, part_magnitude), 8, fresh);
    if (kind == 5) {
        const long long word = std::strtoll(word_of_dictionary().c_str(), nullptr, 10);
        const long long value = std::max(low, std::min(high, word));
        return advanced(low, choose(site_key(at, part_word), distance(low, high) + 1,
                                    distance(low, value)));
    }
    if (kind == 6)
        return draw_integer(at, part_value, label, std::max(low, -1000LL), std::min(high, 1000LL),
                            false);
    return draw_integer(at, part_value, label, std::max(low, kind == 7 ? 0LL : 1LL),
                        std::min(high, kind == 7 ? 1000000000LL : 1000000LL), false);
}

TESTLIB_BODY std::string plain_decimal(long long scaled, int digits) {
    std::string text = unsigned_text(magnitude(scaled));
    if (digits > 0) {
        const size_t wanted = static_cast<size_t>(digits) + 1;
        if (text.size() < wanted)
            text.insert(0, wanted - text.size(), '0');
        text.insert(text.size() - static_cast<size_t>(digits), ".");
    }
    return (scaled < 0 ? "-" : "") + text;
}

TESTLIB_BODY void supply_real(InStream& in, double low, double high, int least, int most,
                              const text_ref& label, const call_site& at) {
    const double limit = 4e18;
    double scale = 1;
    int fitting = 0;
    const double largest = std::max(std::fabs(low), std::fabs(high));
    while (fitting < most && largest * scale * 10 < limit) {
        scale *= 10;
        ++fitting;
    }
    // So many digits behind the point, of which the last ones may have to be zero.
    const int shown = std::max(least, std::min(most, fitting));
    const unsigned long long lengths = static_cast<unsigned long long>(shown - least) + 1;
    // Of all small inputs each has the digits that have to be, and one more where nothing else
    // lies between the bounds.
    const bool has_parts = lengths > 1 && high - low <= 1 && least == 0;
    const unsigned long long fresh = is_exhaustive() ? (has_parts ? 1 : 0)
                                                     : the_generation().source.below(lengths);
    const int digits = least + static_cast<int>(choose(site_key(at, part_length), lengths, fresh));
    double factor = 1;
    int counted = 0;
    while (counted < digits && largest * factor * 10 < limit) {
        factor *= 10;
        ++counted;
    }
    const double from = std::ceil(std::max(low * factor, -limit));
    const double to = std::floor(std::min(high * factor, limit));
    const long long first = static_cast<long long>(from);
    const long long last = static_cast<long long>(std::max(from, to));
    const long long scaled =
        is_exhaustive()
            ? place_integer(at, part_value, first, last, next_real(first, last, factor))
            : draw_integer(at, part_value, label, first, last, false);
    std::string text = plain_decimal(scaled, counted);
    if (digits > counted)
        text += (counted == 0 ? "." : "") + std::string(static_cast<size_t>(digits - counted), '0');
    hand_over(in, text);
}

TESTLIB_BODY void supply_number(InStream& in, bool bounded, const bound_value& low,
                                const bound_value& high, const text_ref& label,
                                const call_site& at) {
    if (!makes_up(in) || has_input(in))
        return;
    if (low.kind == bound_value::real) {
        supply_real(in, bounded ? low.real_value : -100, bounded ? high.real_value : 100, 0, 6,
                    label, at);
    } else if (low.kind == bound_value::unsigned_integer) {
        // The draw is made on the offset, which may not fit a signed number.
        const unsigned long long width = bounded ? high.integer - low.integer : 1000000;
        const unsigned long long half = width > signed_maximum ? signed_maximum : width;
        const long long offset =
            draw_integer(at, part_value, label, 0, static_cast<long long>(half), false);
        const unsigned long long from = bounded ? low.integer : 0;
        const bool from_above =
            width > signed_maximum &&
            choose(site_key(at, part_sign), 2,
                   is_exhaustive() ? 0 : the_generation().source.below(2)) != 0;
        const unsigned long long distance = static_cast<unsigned long long>(offset);
        hand_over(in, unsigned_text(from_above ? high.integer - distance : from + distance));
    } else if (bounded) {
        const long long from = static_cast<long long>(low.integer);
        const long long to = static_cast<long long>(high.integer);
        if (from > to)
            end_attempt(attempt_refused);
        hand_over(in, signed_text(draw_integer(at, part_value, label, from, to, false)));
    } else {
        hand_over(in, signed_text(unbounded_integer(at, label, INT_MIN, INT_MAX)));
    }
}

TESTLIB_BODY void supply_strict_number(InStream& in, double low, double high, int least, int most,
                                       const text_ref& label, const call_site& at) {
    if (makes_up(in) && !has_input(in))
        supply_real(in, low, high, least, most, label, at);
}

// How a text looks: letters of its own kind, or a shape.
struct text_style {
    unsigned long long kind;
    int shape;
    unsigned long long seed;
};

TESTLIB_BODY text_style style_of_text(const call_site& at, const text_ref& label,
                                      unsigned long long kind) {
    const unsigned site = site_key(at, part_letter);
    choice_source own((the_generation().shape_seed ^ site) + ++sites_of_attempt().structures);
    const int asked = asked_shape(fixed_policy(at, label));
    const bool is_plain = asked == shape_any && own.chance(30);
    const int shape =
        is_plain ? int(shape_none) : fitting_shape(asked, shape_letter, shape_last, own.next());
    const text_style style = {kind, shape, own.next()};
    return style;
}

TESTLIB_BODY size_t plain_letter(const text_style& style, size_t count) {
    choice_source& source = the_generation().source;
    const unsigned long long all = count;
    return static_cast<size_t>(style.kind == 0   ? 0
                               : style.kind == 1 ? source.below(std::min(all, 2ULL))
                               : style.kind == 2 ? all - 1
                                                 : source.below(all));
}

// A text that a pattern describes. Counts without an upper end stay near the lower one.
TESTLIB_BODY void draw_pattern(const call_site& at, const pattern_node& node, bool has_blanks,
                               const text_style& style, std::string& text) {
    choice_source& source = the_generation().source;
    for (size_t i = 0; i < node.items.size(); ++i) {
        const pattern_item& item = node.items[i];
        if (item.to <= 0)
            continue;
        const long long least = std::max(0, item.from);
        const long long most = item.to == INT_MAX ? std::max<long long>(least, 1000000) : item.to;
        long long count = least;
        if (most > least && item.choices.size() + item.to > 2)
            count = draw_integer(at, part_length + 16 * static_cast<unsigned>(i), text_ref(), least,
                                 most, true);
        if (text.size() + static_cast<size_t>(count) > the_generation().max_size)
            end_attempt(attempt_too_large);
        std::string letters;
        for (size_t c = 0; c < item.choices.size(); ++c)
            if (has_blanks ? !isEoln(item.choices[c]) : !is_blank(item.choices[c]))
                letters += item.choices[c];
        if (letters.empty() && count > 0)
            end_attempt(attempt_refused);
        // Of a large complement of a set, the printable characters are enough.
        std::string printable;
        for (size_t c = 0; c < letters.size(); ++c)
            if (letters[c] >= 32 && letters[c] < 127)
                printable += letters[c];
        if (!printable.empty())
            letters = printable;
        const size_t all = letters.size();
        const size_t size = static_cast<size_t>(count);
        for (size_t k = 0; k < size; ++k) {
            if (all == 1) {
                text += letters[0];
                continue;
            }
            const size_t fresh = is_exhaustive() ? next_digit(tried_of(all))
                                 : style.shape == shape_none
                                     ? plain_letter(style, all)
                                     : shaped_letter(style.shape, k, size, all, style.seed);
            text += letters[static_cast<size_t>(choose(site_key(at, part_letter), all, fresh))];
        }
    }
    if (!node.alternatives.empty()) {
        const unsigned long long all = node.alternatives.size();
        const unsigned long long fresh =
            is_exhaustive() ? next_digit(tried_of(all)) : source.below(all);
        const unsigned long long chosen =
            all == 1 ? 0 : choose(site_key(at, part_branch), all, fresh);
        draw_pattern(at, node.alternatives[static_cast<size_t>(chosen)], has_blanks, style, text);
    }
}

// What blanks stand for in a token would end it.
TESTLIB_BODY void replace_blanks(std::string& text) {
    for (size_t i = 0; i < text.size(); ++i)
        if (is_blank(text[i]))
            text[i] = '_';
}

// Makes the choices of a text that is decided already.
TESTLIB_BODY void place_text(const call_site& at, const std::string& text) {
    choose(site_key(at, part_branch), 4, 0);
    place_integer(at, part_length, 1, 1000, static_cast<long long>(text.size()));
    for (size_t i = 0; i < text.size(); ++i)
        choose(site_key(at, part_letter), 256, static_cast<unsigned char>(text[i]));
}

// A text about which nothing is known: a word that a condition mentions, or letters.
TESTLIB_BODY std::string draw_text(const call_site& at, const text_ref& label, bool has_blanks) {
    if (is_exhaustive()) {
        std::string decided = next_text();
        if (!has_blanks)
            replace_blanks(decided);
        place_text(at, decided);
        return decided;
    }
    choice_source& source = the_generation().source;
    const bool has_words = the_generation().memory->word_count > 0;
    const unsigned long long fresh =
        has_words && source.chance(60) ? (source.chance(50) ? 2 : 3) : source.below(2);
    const unsigned long long kind = choose(site_key(at, part_branch), 4, fresh);
    const std::string word = word_of_dictionary();
    const unsigned long long longest = search_memory::word_size;
    const size_t length =
        kind == 2 ? static_cast<size_t>(choose(site_key(at, part_word), longest, word.size()))
                  : static_cast<size_t>(draw_integer(at, part_length, text_ref(), 1, 1000, true));
    const std::string letters = kind == 1 ? "01" : "abcdefghijklmnopqrstuvwxyz";
    const unsigned long long style = source.below(3);
    const text_style shaped = style_of_text(at, label, style);
    std::string text;
    for (size_t i = 0; i < length; ++i) {
        const std::string other = kind == 3 ? word_of_dictionary() : word;
        const size_t nth = kind == 2 ? i : 0;
        const bool is_suggested = kind == 2 ? nth < other.size() : kind == 3 && other.size() == 1;
        const char plain =
            shaped.shape != shape_none
                ? letters[shaped_letter(shaped.shape, i, length, letters.size(), shaped.seed)]
                : letters[source.below(style == 0 ? 1 : style == 1 ? 2 : letters.size())];
        const char letter = is_suggested ? other[nth] : plain;
        const unsigned long long chosen = choose(site_key(at, part_letter), 256,
                                                 static_cast<unsigned char>(letter));
        text += static_cast<char>(chosen);
    }
    if (!has_blanks)
        replace_blanks(text);
    return text;
}

// The text that was made up last; a text may be the same, or the same backwards.
TESTLIB_BODY std::string& previous_text() {
    static std::string the_text;
    return the_text;
}

TESTLIB_BODY std::string draw_shaped(const pattern* shape, const text_ref& label,
                                     const call_site& at, bool has_blanks) {
    std::string text;
    if (shape == nullptr)
        return draw_text(at, label, has_blanks);
    choice_source own(the_generation().site_seed ^ site_key(at, part_letter));
    std::string again = previous_text();
    if (!again.empty() && shape->matches(again)) {
        const unsigned likely = own.chance(20) ? 80 : 5;
        const bool is_likely = !is_exhaustive() && the_generation().source.chance(likely);
        const unsigned long long fresh = is_likely ? 1 + the_generation().source.below(2) : 0;
        const unsigned long long how = choose(site_key(at, part_word), 3, fresh);
        if (how == 2)
            std::reverse(again.begin(), again.end());
        if (how != 0)
            return again;
    }
    const text_style style = style_of_text(at, label, own.below(7));
    draw_pattern(at, shape->parsed(), has_blanks, style, text);
    previous_text() = text;
    return text;
}

TESTLIB_BODY void supply_token(InStream& in, const pattern* shape, const text_ref& label,
                               const call_site& at) {
    if (!makes_up(in) || has_input(in))
        return;
    const std::string text = draw_shaped(shape, label, at, false);
    if (text.empty())
        end_attempt(attempt_refused);
    hand_over(in, text);
}

TESTLIB_BODY void supply_line(InStream& in, const pattern* shape, const text_ref& label,
                              const call_site& at) {
    if (makes_up(in) && !has_input(in))
        hand_over(in, draw_shaped(shape, label, at, true));
}

// A wanted character, or one that the program is about to look at.
TESTLIB_BODY void supply_character(InStream& in, int wanted, const call_site& at) {
    if (!makes_up(in) || has_input(in))
        return;
    if (wanted != end_of_input) {
        hand_over(in, std::string(1, static_cast<char>(wanted)));
        return;
    }
    // Any printable character or a line end; mostly one that did before.
    choice_source& source = the_generation().source;
    const unsigned site = site_key(at, part_letter);
    const site_memory& known = memory_of(site);
    const unsigned long long fresh =
        is_exhaustive() ? nth_character(next_digit(characters, site))
        : known.good_count > 0 && source.chance(85) ? known.good[source.below(known.good_count)]
                                                    : source.below(characters);
    const unsigned long long chosen = choose(site, characters, fresh);
    const char character = static_cast<char>(32 + chosen);
    hand_over(in, std::string(1, chosen == line_end_choice ? '\n' : character));
}

TESTLIB_BODY void supply_line_end(InStream& in) {
    if (makes_up(in) && !has_input(in))
        hand_over(in, strict_line_end_is_crlf ? "\r\n" : "\n");
}

// Whether the program may hear that a line or the input ends here.
TESTLIB_BODY bool decide_end(InStream& in, bool of_line, const call_site& at) {
    choice_source& source = the_generation().source;
    const unsigned long long more = static_cast<unsigned long long>(the_generation().scale) + 1;
    const unsigned site = site_key(at, part_end);
    const bool is_last = is_exhaustive() ? next_end(site)
                                         : source.below(more) == 0 || source.chance(20);
    const bool ends = choose(site, 2, is_last ? 1 : 0) != 0;
    if (ends && of_line)
        supply_line_end(in);
    return ends;
}

}  // namespace testlib_detail
#endif  // TESTLIB_GENERATIVE
