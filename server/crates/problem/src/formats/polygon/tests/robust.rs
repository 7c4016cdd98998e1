//! Any text for a manifest gives a problem whose parts fit together.

use proptest::prelude::*;

use super::{super::read, folder};
use crate::{
    folder::MemoryFolder,
    model::{InputSource, Problem},
    path::RelPath,
};

const MANIFEST: &str = r#"<?xml version="1.0"?>
<problem short-name="p"><judging input-file="" output-file="o.txt"><testset name="tests">
<time-limit>1000</time-limit><memory-limit>268435456</memory-limit><test-count>3</test-count>
<input-path-pattern>tests/%02d</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern>
<tests><test method="manual" sample="true" points="1.5"/><test method="generated" cmd="gen 'é 1' | gen 2"/>
<test method="generated" cmd="gen 2" from-file="3" group="1"/></tests></testset></judging>
<files><resources><file path="files/testlib.h"/></resources>
<executables><executable><source path="files/gen.cpp" type="cpp.g++17"/></executable></executables></files>
<assets><checker name="std::wcmp.cpp"><source path="files/check.cpp"/><testset><test-count>1</test-count><tests>
<test verdict="ok"/></tests></testset></checker><validators><validator><source path="files/val.cpp"/><testset>
<tests><test verdict="valid"/></tests></testset></validator></validators>
<solutions><solution tag="main"><source path="solutions/a.cpp"/><extra-tags>
<extra-tag group="1" tag="accepted"/></extra-tags></solution></solutions></assets></problem>"#;

fn package(manifest: &str) -> MemoryFolder {
    let mut folder = folder(&[
        ("files/gen.cpp", "registerGen(argc, argv, 1)"),
        ("files/val.cpp", "registerValidation()"),
        ("solutions/a.cpp", "int main() {}"),
        ("solutions/a.cpp.desc", "Tag: MAIN"),
        ("tests/01", "1"),
    ]);
    folder.add(RelPath::parse("problem.xml").unwrap(), manifest.as_bytes(), None);
    folder
}

/// Indices are within bounds, ids are unique, programs and findings are in order.
fn assert_sound(problem: &Problem) {
    let n_programs = problem.programs.next_idx();
    let parts = problem.validators.iter().map(|validator| validator.program).chain(problem.main);
    let calls = problem.commands.iter().flat_map(|command| &command.pipeline).filter_map(|call| call.program);
    assert!(parts.chain(calls).all(|program| program < n_programs));
    assert!(problem.commands.iter().all(|command| !command.pipeline.is_empty()));
    for test in &problem.tests {
        if let InputSource::Stdout(command) | InputSource::Written { command, .. } = test.input {
            assert!(command < problem.commands.next_idx());
        }
    }
    let mut ids: Vec<&str> = problem.tests.iter().map(|test| test.id.as_str()).collect();
    ids.sort_unstable();
    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "{ids:?}");
    assert!(problem.programs.iter().is_sorted_by(|one, other| one.path < other.path));
    assert!(problem.findings.windows(2).all(|pair| pair[0].place <= pair[1].place));
}

fn piece() -> impl Strategy<Value = String> {
    const TELLING: &[&str] = &[
        "",
        " ",
        "\n",
        "<",
        ">",
        "/>",
        "\"",
        "'",
        "&",
        "&amp;",
        "&#0;",
        "%",
        "%d",
        "%099d",
        "..",
        "\\",
        "/",
        "=",
        "|",
        "-1",
        "0",
        "999999999999999999999",
        "é",
        "\u{feff}",
        "<tests>",
        "</tests>",
        "<test/>",
        "<testset/>",
        "<!--",
        "]]>",
        " tag=\"main\"",
        " method=\"generated\"",
        "<!DOCTYPE a [<!ENTITY b \"c\">]>",
    ];
    prop_oneof![3 => prop::sample::select(TELLING).prop_map(str::to_owned), 1 => ".{0,8}"]
}

/// Replaces, at each place, some characters by a piece.
fn mutate(edits: &[(prop::sample::Index, usize, String)]) -> String {
    let mut text: Vec<char> = MANIFEST.chars().collect();
    for (at, length, piece) in edits {
        let start = at.index(text.len() + 1);
        let end = (start + length).min(text.len());
        text.splice(start..end, piece.chars());
    }
    text.into_iter().collect()
}

proptest! {
    #[test]
    fn mutated_manifests(edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..12, piece()), 0..6)) {
        let problem = read(&package(&mutate(&edits))).expect("there is a problem.xml");
        assert_sound(&problem);
    }

    #[test]
    fn any_text(text in ".{0,200}") {
        assert_sound(&read(&package(&text)).expect("there is a problem.xml"));
    }
}

#[test]
fn deep_and_long() {
    for manifest in ["<problem>".repeat(100_000), "<problem a='1'".to_owned() + &" b='1'".repeat(1000) + "/>"] {
        assert_sound(&read(&package(&manifest)).expect("there is a problem.xml"));
    }
}

#[test]
fn only_with_a_manifest() {
    assert!(read(&folder(&[("sub/problem.xml", MANIFEST)])).is_none());
}

#[test]
fn the_manifest_itself_is_sound() {
    let problem = read(&package(MANIFEST)).expect("there is a problem.xml");
    assert_eq!((problem.tests.len(), problem.commands.len()), (3, 2));
}
