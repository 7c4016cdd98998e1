//! What travels inside the binary, so that a copy of it alone can do everything.

use std::sync::LazyLock;

use judge::testlib::{TestlibText, Text};
use problem::digest::Digest;

// What the build script has made of the header: `N_BYTES`, `DIGEST` and `DEFLATED`.
include!(concat!(env!("OUT_DIR"), "/header.rs"));

/// Our testlib.h.
pub(crate) const TESTLIB: TestlibText<'static> = TestlibText {
    header: Text::Deflated { bytes: DEFLATED, n_bytes: N_BYTES, digest: Digest(DIGEST) },
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
    let contents = TESTLIB.header.contents();
    let header = String::from_utf8_lossy(&contents);
    let named = header.lines().find_map(|line| line.trim().strip_prefix("#define VERSION "));
    let digest = &TESTLIB.header.digest().hex()[..8];
    match named {
        Some(version) => {
            format!("{} (testlib.h {} {digest})", env!("CARGO_PKG_VERSION"), version.trim().trim_matches('"'))
        }
        None => format!("{} (testlib.h {digest})", env!("CARGO_PKG_VERSION")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_comes_back_whole() {
        let header = include_bytes!("../../testlib/testlib.h");
        assert!(*TESTLIB.header.contents() == header[..]);
        assert_eq!(TESTLIB.header.digest(), Digest::of(header));
    }
}
