//! What travels inside the binary, so that a copy of it alone can do everything.

use std::sync::LazyLock;

use judge::testlib::TestlibText;
use problem::digest::Digest;

/// Our testlib.h.
pub(crate) const TESTLIB: TestlibText<'static> = TestlibText {
    header: include_bytes!("../../testlib/testlib.h"),
    bodies: Some(include_bytes!("../../testlib/testlib.cpp")),
};

/// The problem that `new` makes: paths and contents.
pub(crate) const TEMPLATE: &[(&str, &str)] = &[
    ("statement.md", include_str!("../template/statement.md")),
    ("script.txt", include_str!("../template/script.txt")),
    ("gen.cpp", include_str!("../template/gen.cpp")),
    ("val.cpp", include_str!("../template/val.cpp")),
    ("sol.cpp", include_str!("../template/sol.cpp")),
    ("brute.cpp", include_str!("../template/brute.cpp")),
    ("wa_empty.cpp", include_str!("../template/wa_empty.cpp")),
    ("wa_overflow.cpp", include_str!("../template/wa_overflow.cpp")),
    ("samples/1.in", include_str!("../template/samples/1.in")),
    ("samples/2.in", include_str!("../template/samples/2.in")),
    ("tests/invalid/short.in", include_str!("../template/tests/invalid/short.in")),
];

/// The tool's version and its header's.
pub(crate) fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(make_version);
    &VERSION
}

fn make_version() -> String {
    let header = String::from_utf8_lossy(TESTLIB.header);
    let named = header.lines().find_map(|line| line.trim().strip_prefix("#define VERSION "));
    let digest = &Digest::of(TESTLIB.header).hex()[..8];
    match named {
        Some(version) => {
            format!("{} (testlib.h {} {digest})", env!("CARGO_PKG_VERSION"), version.trim().trim_matches('"'))
        }
        None => format!("{} (testlib.h {digest})", env!("CARGO_PKG_VERSION")),
    }
}
