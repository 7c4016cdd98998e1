// ==== VARIABLES: what the overview log of a validator says =========================================

namespace testlib_detail {

TESTLIB_RARE_CODE

TESTLIB_BODY std::string bound_value::text() const {
    switch (kind) {
        case signed_integer: return testlib_format_("%lld", static_cast<long long>(integer));
        case unsigned_integer: return testlib_format_("%llu", integer);
        case real: return testlib_format_("%f", real_value);
        default: return std::string();
    }
}

TESTLIB_RARE_CODE_END

TESTLIB_BODY bool bound_value::reaches(const bound_value& bound) const {
    return kind == real ? doubleDelta(bound.real_value, real_value) < 1e-12
                        : integer == bound.integer;
}

// Of integers.
TESTLIB_BODY bool bound_value::is_below(const bound_value& other) const {
    const bool is_negative = kind == signed_integer && static_cast<long long>(integer) < 0;
    const bool other_is_negative =
        other.kind == signed_integer && static_cast<long long>(other.integer) < 0;
    if (is_negative != other_is_negative)
        return is_negative;
    return integer < other.integer;
}

// Whether a bound was the same in all reads. Two bounds are the same when their texts are; a
// bound whose text is too long for the log counts as varying.
class constant_bound {
public:
    // Whether this bound tells nothing new.
    bool settles(const bound_value& bound) const {
        return varies_ || (bound.kind == value_.kind &&
                           (bound.kind == bound_value::real ? bound.real_value == value_.real_value
                                                            : bound.integer == value_.integer));
    }

    TESTLIB_RARE void adjust(const bound_value& bound) {
        if (!varies_ && !bound.same_number(value_))
            adjust_to_other(bound);
    }

    TESTLIB_SMALL bool known() const { return !varies_ && value_.kind != bound_value::none; }
    const bound_value& value() const { return value_; }
    TESTLIB_RARE std::string text() const {
        return known() ? value_.text() : format_unchecked("?");
    }

private:
    bound_value value_;
    bool varies_ = false;

    TESTLIB_RARE void adjust_to_other(const bound_value& bound) {
        const size_t longest_text = 32;
        const std::string text = bound.text();
        if (value_.kind == bound_value::none && text.size() < longest_text)
            value_ = bound;
        else if (text.compare(value_.text()) != 0)
            varies_ = true;
    }
};

// What the log says about a variable.
struct variable_record {
    std::string shown;
    bool bounded = false;
    bool has_constant_bounds = false;
    bool listed = false;
    ValidatorBoundsHit hit;
    constant_bound lower;
    constant_bound upper;
    // Of the integers that were read, where a tool asks for it, and the call of the first read.
    bound_value least;
    bound_value greatest;
    long long sum = 0;
    bool has_sum = true;  // It is not too large.
    call_site at;
    variable_record* next = nullptr;

    TESTLIB_RARE variable_record() {}

    // Whether there are extremes.
    TESTLIB_RARE bool stretch(const bound_value& value, const call_site& read_at) {
        if (!at.known())
            at = read_at;
        if (value.kind == bound_value::real)
            return false;
        add(value);
        if (least.kind == bound_value::none)
            least = greatest = value;
        else if (value.is_below(least))
            least = value;
        else if (greatest.is_below(value))
            greatest = value;
        return true;
    }

    TESTLIB_SMALL void add(const bound_value& value) {
        // Far from the ends of the type, so that one more does not leave it.
        const long long most = 1LL << 61;
        const long long more = static_cast<long long>(value.integer);
        has_sum = has_sum && (more >= 0 || value.kind == bound_value::signed_integer) &&
                  -most < more && more < most && -most < sum && sum < most;
        if (has_sum)
            sum += more;
    }
};

// A name as it stands in the program. Tildes at its ends are marks: "count this bound as hit".
struct variable_name {
    std::string name;
    ValidatorBoundsHit always;
    variable_record* record = nullptr;
    bool was_read = false;  // With bounds.
    bool was_stretched = false;  // The same, where extremes are kept.
    variable_name* next = nullptr;

    TESTLIB_RARE variable_name() {}
};

struct declared_feature {
    std::string name;
    bool hit;
    declared_feature* next;
};

// Collects, for the overview log, what is known about the variables and features of a validator.
class variable_log {
public:
    TESTLIB_RARE variable_log() {}

    // Whether a named read with bounds tells nothing new, as most reads of a loop do.
    bool knows(const text_ref& name, const bound_value& value, const bound_value& lower,
               const bound_value& upper) const {
        const variable_name* const known = memo_[memo_slot(name)];
        if (known == nullptr || !known->was_read || !is(*known, name))
            return knows_between(known, name, value, lower, upper);
        return says(*known->record, value, lower, upper);
    }

    // From now on every read tells something new.
    TESTLIB_RARE void keep_extremes() { keeps_extremes_ = true; }
    const variable_record* records() const { return records_; }

    // A named read with bounds.
    TESTLIB_RARE void note_bounded_read(const text_ref& name, const bound_value& value,
                                        const bound_value& lower, const bound_value& upper,
                                        const call_site& at) {
        variable_name* const known = find(name);
        if (known == nullptr)
            return;
        add_hit(known, ValidatorBoundsHit(value.reaches(lower), value.reaches(upper)));
        adjust_bounds(known, lower, upper);
        list(known);
        known->was_read = !keeps_extremes_;
        if (keeps_extremes_)
            known->was_stretched = known->record->stretch(value, at);
    }

    void add_bounds_hit(const text_ref& name, ValidatorBoundsHit hit) { add_hit(find(name), hit); }
    void adjust_constant_bounds(const text_ref& name, const bound_value& lower,
                                const bound_value& upper) {
        adjust_bounds(find(name), lower, upper);
    }
    void add_variable(const text_ref& name) { list(find(name)); }

    TESTLIB_RARE declared_feature* find_feature(const std::string& name) {
        declared_feature* feature = features_;
        while (feature != nullptr && feature->name.compare(name) != 0)
            feature = feature->next;
        return feature;
    }
    TESTLIB_RARE void declare_feature(const std::string& name) {
        declared_feature** place = &features_;
        while (*place != nullptr && (*place)->name.compare(name) < 0)
            place = &(*place)->next;
        declared_feature* const feature = new declared_feature();
        feature->name = name;
        feature->next = *place;
        *place = feature;
    }

    void write(FILE* file) const;

private:
    // Each of the three tables is frozen once it holds this many names.
    static const int table_limit = 255;
    static const size_t buckets = 256;
    static const size_t memo_size = 16;

    variable_record* records_ = nullptr;  // In the order of the names shown.
    declared_feature* features_ = nullptr;
    variable_name* names_[buckets] = {};
    variable_name* memo_[memo_size] = {};
    int bounded_count_ = 0;
    int constant_count_ = 0;
    int listed_count_ = 0;
    bool keeps_extremes_ = false;

    TESTLIB_SMALL static bool says(const variable_record& record, const bound_value& value,
                                   const bound_value& lower, const bound_value& upper) {
        return record.lower.settles(lower) && record.upper.settles(upper) &&
               (record.hit.minHit || !value.reaches(lower)) &&
               (record.hit.maxHit || !value.reaches(upper));
    }

    // The same where extremes are kept.
    TESTLIB_NOINLINE static bool knows_between(const variable_name* known, const text_ref& name,
                                               const bound_value& value, const bound_value& lower,
                                               const bound_value& upper) {
        if (known == nullptr || !known->was_stretched || !is(*known, name))
            return false;
        variable_record& record = *known->record;
        const bool is_known = !value.is_below(record.least) && !record.greatest.is_below(value) &&
                              says(record, value, lower, upper);
        if (is_known)
            record.add(value);
        return is_known;
    }

    TESTLIB_SMALL static bool is(const variable_name& known, const text_ref& name) {
        return known.name.size() == name.size &&
               std::memcmp(known.name.data(), name.data, name.size) == 0;
    }

    TESTLIB_SMALL static size_t memo_slot(const text_ref& name) {
        const size_t last = name.size == 0 ? 0 : name.size - 1;
        return (name.size + static_cast<unsigned char>(name.data[0]) * 3u +
                static_cast<unsigned char>(name.data[last])) %
               memo_size;
    }

    // Names with digits and the like are left out of the log.
    TESTLIB_SMALL static bool is_left_out(const text_ref& name) {
        for (size_t i = 0; i < name.size; ++i)
            if (is_digit(name.data[i]) || is_unprintable(name.data[i]))
                return true;
        return false;
    }

    // What is known about a name, or null for names that are left out of the log. Loops read the
    // same few names in turn, so recently used ones are tried first.
    TESTLIB_RARE variable_name* find(const text_ref& name) {
        variable_name*& memo = memo_[memo_slot(name)];
        if (memo != nullptr && is(*memo, name))
            return memo;
        variable_name* const known = find_in_table(name);
        if (known != nullptr)
            memo = known;
        return known;
    }

    TESTLIB_RARE variable_name* find_in_table(const text_ref& name) {
        if (is_left_out(name))
            return nullptr;
        size_t hash = name.size;
        for (size_t i = 0; i < name.size; ++i)
            hash = hash * 131 + static_cast<unsigned char>(name.data[i]);
        variable_name** place = &names_[hash % buckets];
        while (*place != nullptr && !is(**place, name))
            place = &(*place)->next;
        if (*place == nullptr)
            *place = resolve(name);
        return *place;
    }

    variable_name* resolve(const text_ref& name);

    // Says whether a table takes an update and lets a new name in while there is room.
    TESTLIB_RARE static bool admit(bool& present, int& count) {
        if (count >= table_limit)
            return false;
        if (!present)
            ++count;
        present = true;
        return true;
    }

    TESTLIB_RARE void add_hit(variable_name* known, const ValidatorBoundsHit& hit) {
        if (known == nullptr || !admit(known->record->bounded, bounded_count_))
            return;
        known->record->hit.minHit |= hit.minHit || known->always.minHit;
        known->record->hit.maxHit |= hit.maxHit || known->always.maxHit;
    }

    TESTLIB_RARE void adjust_bounds(variable_name* known, const bound_value& lower,
                                        const bound_value& upper) {
        if (known == nullptr || !admit(known->record->has_constant_bounds, constant_count_))
            return;
        known->record->lower.adjust(lower);
        known->record->upper.adjust(upper);
    }

    TESTLIB_RARE void list(variable_name* known) {
        if (known != nullptr)
            admit(known->record->listed, listed_count_);
    }
};

TESTLIB_RARE_CODE

TESTLIB_BODY variable_name* variable_log::resolve(const text_ref& name) {
    variable_name* const result = new variable_name();
    result->name.assign(name.data, name.size);
    text_ref inner = name;
    if (name.size >= 2 && !(name.size == 2 && std::memcmp(name.data, "~~", 2) == 0)) {
        result->always.minHit = name.data[0] == '~';
        result->always.maxHit = name.data[name.size - 1] == '~';
        inner.data += result->always.minHit;
        inner.size -= static_cast<size_t>(result->always.minHit + result->always.maxHit);
    }
    const std::string shown = inner.str();
    variable_record** place = &records_;
    while (*place != nullptr && (*place)->shown.compare(shown) < 0)
        place = &(*place)->next;
    if (*place == nullptr || (*place)->shown.compare(shown) != 0) {
        variable_record* const record = new variable_record();
        record->shown = shown;
        record->next = *place;
        *place = record;
    }
    result->record = *place;
    return result;
}

TESTLIB_BODY void variable_log::write(FILE* file) const {
    for (const variable_record* i = records_; i != nullptr; i = i->next)
        if (i->bounded)
            std::fprintf(file, "\"%s\":%s%s\n", i->shown.c_str(),
                         i->hit.minHit ? " min-value-hit" : "",
                         i->hit.maxHit ? " max-value-hit" : "");
    for (const declared_feature* i = features_; i != nullptr; i = i->next)
        std::fprintf(file, "feature \"%s\":%s\n", i->name.c_str(), i->hit ? " hit" : "");
    for (const variable_record* i = records_; i != nullptr; i = i->next)
        if (i->lower.known() || i->upper.known())
            std::fprintf(file, "constant-bounds \"%s\": %s %s\n", i->shown.c_str(),
                         i->lower.text().c_str(), i->upper.text().c_str());
    for (const variable_record* i = records_; i != nullptr; i = i->next)
        if (i->listed)
            std::fprintf(file, "variable \"%s\"\n", i->shown.c_str());
}

TESTLIB_BODY void require_arguments(bool given, const char* what, const char* instead,
                                    const char* plain, const char* member) {
    if (!given)
        fail("%s should be initialized with %s instead of %s to support %s()", what, instead, plain,
             member);
}

TESTLIB_BODY void require_printable(const std::string& feature) {
    for (size_t i = 0; i < feature.size(); ++i)
        if (is_unprintable(feature[i]))
            fail("Feature name '%s' contains restricted characters.", feature.c_str());
}

}  // namespace testlib_detail

TESTLIB_BODY Validator::Validator() : variables_(new testlib_detail::variable_log()) {
    testset_.assign("tests");
}

// The log stays: it is small, and the program is about to end.
TESTLIB_BODY Validator::~Validator() {}

TESTLIB_BODY std::string Validator::testset() const {
    testlib_detail::require_arguments(initialized_, "Validator", "registerValidation(argc, argv)",
                                      "registerValidation()", "validator.testset");
    return testset_;
}

TESTLIB_BODY std::string Validator::group() const {
    testlib_detail::require_arguments(initialized_, "Validator", "registerValidation(argc, argv)",
                                      "registerValidation()", "validator.group");
    return group_;
}

TESTLIB_BODY void Validator::addFeature(const std::string& feature) {
    testlib_detail::require_printable(feature);
    if (variables_->find_feature(feature) != nullptr)
        testlib_detail::fail("Feature %s registered twice.", feature.c_str());
    variables_->declare_feature(feature);
}

TESTLIB_BODY void Validator::feature(const std::string& feature) {
    testlib_detail::require_printable(feature);
    testlib_detail::declared_feature* const declared = variables_->find_feature(feature);
    if (declared == nullptr)
        testlib_detail::fail("Feature %s didn't registered via addFeature(feature).",
                             feature.c_str());
    declared->hit = true;
}

TESTLIB_BODY void Validator::addBoundsHit(const std::string& name, ValidatorBoundsHit hit) {
    variables_->add_bounds_hit(name, hit);
}

TESTLIB_BODY void Validator::addVariable(const std::string& name) {
    variables_->add_variable(name);
}

TESTLIB_BODY void Validator::adjust_constant_bounds(const std::string& name,
                                                    const testlib_detail::bound_value& lower,
                                                    const testlib_detail::bound_value& upper) {
    variables_->adjust_constant_bounds(name, lower, upper);
}

TESTLIB_BODY std::string Checker::testset() const {
    testlib_detail::require_arguments(initialized_, "Checker", "registerTestlibCmd(argc, argv)",
                                      "registerTestlib(argc, ...)", "checker.testset");
    return testset_;
}

TESTLIB_BODY std::string Checker::group() const {
    testlib_detail::require_arguments(initialized_, "Checker", "registerTestlibCmd(argc, argv)",
                                      "registerTestlib(argc, ...)", "checker.group");
    return group_;
}

TESTLIB_RARE_CODE_END
