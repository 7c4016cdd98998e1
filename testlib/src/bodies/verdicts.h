// ==== VERDICTS, BODIES ============================================================================

TESTLIB_RARE_CODE

TESTLIB_BODY int resultExitCode(TResult result) {
    if (result >= _partially)
        return PC_BASE_EXIT_CODE + (result - _partially);
    switch (result) {
        case _ok: return OK_EXIT_CODE;
        case _wa: return WA_EXIT_CODE;
        case _pe: return PE_EXIT_CODE;
        case _dirt: return DIRT_EXIT_CODE;
        case _points: return POINTS_EXIT_CODE;
        case _unexpected_eof: return UNEXPECTED_EOF_EXIT_CODE;
        default: return FAIL_EXIT_CODE;
    }
}

namespace testlib_detail {

TESTLIB_BODY const char* outcome_name(int result) {
    switch (result) {
        case _ok: return "accepted";
        case _wa: return "wrong-answer";
        case _pe: return "presentation-error";
        case _fail:
        case _dirt: return "fail";
#ifdef PCMS2
        case _points: return "relative-scoring";
#else
        case _points: return "points";
#endif
        case _unexpected_eof: return "unexpected-eof";
        case _partially: return "partially-correct";
        default: return "reserved";
    }
}

TESTLIB_BODY std::string outcome_names_t::operator[](int result) const {
    return outcome_name(result);
}

}  // namespace testlib_detail

TESTLIB_RARE_CODE_END
