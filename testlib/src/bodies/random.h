// ==== RANDOM, BODIES ==============================================================================

namespace testlib_detail {

#ifdef TESTLIB_SPLIT_FORM
int random_version_holder<void>::version = -1;
#endif

TESTLIB_BODY drawn_set::drawn_set(size_t expected) : mask_(15) {
    while (mask_ + 1 < 2 * expected)
        mask_ = 2 * mask_ + 1;
    slots_ = new unsigned long long[mask_ + 1];
    used_ = new bool[mask_ + 1]();
}

TESTLIB_BODY drawn_set::~drawn_set() {
    delete[] slots_;
    delete[] used_;
}

TESTLIB_BODY bool drawn_set::insert(unsigned long long key) {
    size_t at = static_cast<size_t>((key * 0x9E3779B97F4A7C15ULL) >> 20) & mask_;
    while (used_[at]) {
        if (slots_[at] == key)
            return false;
        at = (at + 1) & mask_;
    }
    used_[at] = true;
    slots_[at] = key;
    return true;
}

}  // namespace testlib_detail
