// ==== CHECKERS: comparing real numbers, report encodings ========================================

// Whether a result is within eps of the expected value, absolutely or relatively.
TESTLIB_BODY bool doubleCompare(double expected, double result, double eps) {
    eps += 1e-15;
    if (testlib_detail::is_nan(expected) || testlib_detail::is_nan(result))
        return testlib_detail::is_nan(expected) && testlib_detail::is_nan(result);
    if (testlib_detail::is_infinite(expected))
        return testlib_detail::is_infinite(result) && (expected > 0) == (result > 0);
    if (testlib_detail::is_infinite(result))
        return false;
    if (std::fabs(result - expected) <= eps)
        return true;
    const double one = expected * (1.0 - eps);
    const double other = expected * (1.0 + eps);
    return std::min(one, other) <= result && result <= std::max(one, other);
}

namespace testlib_detail {

TESTLIB_BODY bool is_known_encoding(const std::string& name) {
    static const char* const known =
        " ascii utf-7 utf-8 utf-16 utf-16le utf-16be utf-32 utf-32le utf-32be iso-8859-1 "
        "iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-9 "
        "iso-8859-10 iso-8859-11 iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 windows-1250 "
        "windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 "
        "windows-1257 windows-1258 gb2312 gbk gb18030 big5 shift-jis euc-jp euc-kr euc-cn euc-tw "
        "koi8-r koi8-u koi8-t koi8-ru tis-620 ibm437 ibm850 ibm852 ibm855 ibm857 ibm860 ibm861 "
        "ibm862 ibm863 ibm865 ibm866 ibm869 macroman maccentraleurope maciceland maccroatian "
        "macromania maccyrillic macukraine macgreek macturkish machebrew macarabic macthai "
        "hz-gb-2312 iso-2022-jp iso-2022-kr iso-2022-cn armscii-8 tscii iscii viscii geostd8 "
        "cp949 cp874 cp1006 cp775 cp858 cp737 cp853 cp856 cp922 cp1046 cp1125 cp1131 cp1133 "
        "ptcp154 mulelao-1 tcvn iso-ir-14 iso-ir-87 iso-ir-159 iso-ir-166 ";
    return !name.empty() && name.find(' ') == std::string::npos &&
           std::string(known).find(" " + name + " ") != std::string::npos;
}

}  // namespace testlib_detail

TESTLIB_BODY void setAppesModeEncoding(std::string appesModeEncodingName) {
    const std::string name = lowerCase(appesModeEncodingName);
    if (!testlib_detail::is_known_encoding(name))
        testlib_detail::fail("Unexpected encoding for setAppesModeEncoding(encoding)");
    testlib_detail::state().appes_encoding = name;
}
