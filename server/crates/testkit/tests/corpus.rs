//! Programs that are right, by the hundred: every program of testlib's own tests, every standard checker. No rule about
//! testlib speaks of them, but of those that misuse it on purpose, which are listed.

use std::{collections::BTreeMap, fs};

use problem::{model::Role, path::RelPath};
use testkit::examples::here;

/// The programs, by the folder that says their role.
const FOLDERS: [(&str, Role); 10] = [
    ("tests/golden/public/gen", Role::Generator),
    ("tests/golden/public/val", Role::Validator),
    ("tests/golden/public/chk", Role::Checker),
    ("tests/golden/public/int", Role::Interactor),
    ("tests/own/gen", Role::Generator),
    ("tests/own/val", Role::Validator),
    ("tests/own/chk", Role::Checker),
    ("tests/own/int", Role::Interactor),
    ("tests/generative/validators", Role::Validator),
    ("checkers", Role::Checker),
];

/// Programs that misuse testlib on purpose, or that a hint is right about, with what is told of them.
const MISUSED: &str = "\
tests/generative/validators/dag_order.cpp: testlib-52
tests/generative/validators/segments_within.cpp: testlib-44
tests/generative/validators/string_permuted.cpp: testlib-44
tests/golden/public/gen/before087.cpp: testlib-09
tests/golden/public/gen/errors.cpp: testlib-17
tests/golden/public/gen/noreg.cpp: testlib-10
tests/golden/public/gen/pattern_fmt.cpp: testlib-19
tests/golden/public/gen/register2.cpp: testlib-09
tests/golden/public/gen/wnext.cpp: testlib-17
tests/golden/public/val/finish.cpp: testlib-29
tests/golden/public/val/lines.cpp: testlib-52
tests/golden/public/val/plural_size.cpp: testlib-51 testlib-52
tests/golden/public/val/tokens.cpp: testlib-52 testlib-51
tests/golden/public/val/unreg.cpp: testlib-49 testlib-51
tests/own/chk/longs.cpp: testlib-05
tests/own/chk/token_limits.cpp: testlib-05
tests/own/gen/extensions.cpp: testlib-06 testlib-03 testlib-01 testlib-02 testlib-06
tests/own/gen/mixed.cpp: testlib-47
tests/own/val/empty_markup.cpp: testlib-51
tests/own/val/named_lines.cpp: testlib-51
tests/own/val/read_chars.cpp: testlib-51
";

#[test]
fn right_programs_are_left_alone() {
    let mut told: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (folder, role) in FOLDERS {
        let listing = fs::read_dir(here("../testlib").join(folder)).expect("the folder is there");
        for file in listing.map(|entry| entry.expect("it can be listed").path()) {
            if file.extension().is_none_or(|extension| extension != "cpp") {
                continue;
            }
            let name = file.file_name().expect("a file has a name").to_string_lossy().into_owned();
            let bytes = fs::read(&file).expect("it can be read");
            let path = RelPath::parse(&name).expect("a name");
            let lints = cpp::lints(&path, &bytes, role).expect("it is C++");
            let mut codes: Vec<String> = lints.iter().map(|lint| lint.code.to_string()).collect();
            codes.dedup();
            if !codes.is_empty() {
                told.insert(format!("{folder}/{name}"), codes);
            }
        }
    }
    let told: String = told.iter().map(|(name, codes)| format!("{name}: {}\n", codes.join(" "))).collect();
    assert_eq!(told, MISUSED);
}
