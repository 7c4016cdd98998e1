//! The reference is well-formed, whole, and what the page says.

use std::collections::HashSet;

use expect_test::{expect, expect_file};
use problem::facts::Register;

use super::*;
use crate::registers;

mod header;

/// What an editor can show without scrolling much.
const LONGEST_PROSE: usize = 400;

#[test]
fn entries_are_well_formed() {
    for entry in api().entries() {
        let path = entry.path();
        assert_eq!(entry.owner.is_some(), is_member(entry), "{path}: kind");
        assert!(
            !entry.roles.is_empty() && entry.roles.iter().collect::<HashSet<_>>().len() == entry.roles.len(),
            "{path}"
        );
        assert!(!entry.signatures.is_empty() || !entry.extensions.is_empty(), "{path}: signatures");
        assert!(!entry.example.is_empty(), "{path}: example");
        assert!(entry.extensions.is_empty() || !entry.upstream.is_empty(), "{path}: upstream");
        assert!(entry.result.is_empty() || entry.roles.contains(&Register::Generator), "{path}: result");
        assert_eq!(entry.kind == Kind::Setting, entry.example.contains("#include"), "{path}: example");
        for name in entry.names() {
            let stated = entry.signatures.iter().chain(&entry.extensions).any(|signature| signature.contains(name));
            assert!(stated || entry.aliases.iter().any(|alias| alias == name), "{path}: no signature of {name}");
        }
        for prose in [&entry.meaning, &entry.draws, &entry.mistake, &entry.upstream] {
            let ends = prose.is_empty() || prose.ends_with(['.', ':']);
            assert!(ends && prose.chars().count() <= LONGEST_PROSE, "{path}: {prose}");
        }
        for line in entry.example.lines().chain(entry.result.lines()) {
            assert!(line.len() <= 100 && line.trim_end() == line && !line.contains('\t'), "{path}: {line:?}");
        }
        assert!(!entry.meaning.is_empty(), "{path}: meaning");
    }
}

fn is_member(entry: &Entry) -> bool {
    match entry.kind {
        Kind::Method | Kind::Field => true,
        Kind::Constant => entry.owner.is_some(),
        Kind::Function | Kind::Object | Kind::Type | Kind::Macro | Kind::Setting => false,
    }
}

#[test]
fn names_are_explained_once() {
    let mut known = HashSet::new();
    for entry in api().entries() {
        for name in entry.names() {
            assert!(known.insert((entry.owner, name)), "{:?} {name} has two entries", entry.owner);
        }
    }
}

#[test]
fn sections_hold_their_entries_together() {
    let mut order: Vec<&str> = api().entries().iter().map(|entry| entry.section.as_str()).collect();
    order.dedup();
    let sections: Vec<&str> = api().sections().iter().map(|section| section.id.as_str()).collect();
    assert_eq!(order, sections);
}

#[test]
fn draws_are_told_of_everything_random() {
    for entry in api().entries().iter().filter(|entry| entry.section == "random") {
        assert!(!entry.draws.is_empty(), "{}", entry.path());
    }
}

#[test]
fn what_is_named_in_prose_exists() {
    for entry in api().entries() {
        for words in [&entry.meaning, &entry.draws, &entry.mistake, &entry.upstream] {
            for (member, name) in calls_named(words) {
                let known = if member {
                    Owner::ALL.iter().any(|&owner| api().find(Some(owner), name).is_some())
                } else {
                    api().find(None, name).is_some() || api().entries().iter().any(|one| one.name == name)
                };
                assert!(known || NOT_OURS.contains(&name), "{} names {name}", entry.path());
            }
        }
    }
}

/// Functions that prose names although the header has none of them.
const NOT_OURS: [&str; 10] =
    ["int", "size", "c_str", "begin", "end", "char", "time", "fflush", "to_string", "setprecision"];

/// The calls in the quoted words of a text, and whether they are of members.
fn calls_named(words: &str) -> impl Iterator<Item = (bool, &str)> {
    let quoted = words.split('`').skip(1).step_by(2).filter(|code| !code.starts_with('"'));
    quoted.flat_map(|code| {
        code.match_indices('(').filter_map(move |(at, _)| {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            let name = &code[code[..at].trim_end_matches(is_part).len()..at];
            let member = code[..at - name.len()].ends_with('.');
            (name.len() > 2).then_some((member, name))
        })
    })
}

#[test]
fn other_names_lead_to_the_same_entry() {
    let find = |owner, name: &str| api().find(owner, name).map(Entry::path);
    assert_eq!(find(Some(Owner::InStream), "readInteger").as_deref(), Some("InStream::readInt"));
    assert_eq!(find(Some(Owner::InStream), "readWord").as_deref(), Some("InStream::readToken"));
    assert_eq!(find(Some(Owner::Random), "next").as_deref(), Some("random_t::next"));
    assert_eq!(find(None, "toString").as_deref(), Some("vtos"));
    assert_eq!(find(None, "readInt"), None);
    assert_eq!(find(Some(Owner::Random), "nextInt"), None);
}

#[test]
fn objects_have_a_class() {
    let owners = ["inf", "ouf", "ans", "rnd", "validator", "checker", "tout", "opt"].map(|name| api().owner_of(name));
    let stream = Some(Owner::InStream);
    let expected =
        [stream, stream, stream, Some(Owner::Random), Some(Owner::Validator), Some(Owner::Checker), None, None];
    assert_eq!(owners, expected);
}

#[test]
fn register_functions_make_what_the_facts_say() {
    let registers: Vec<&Entry> = api().entries().iter().filter(|entry| entry.name.starts_with("register")).collect();
    assert_eq!(registers.len(), 6);
    for entry in registers {
        assert_eq!(registers::register(&entry.name).as_slice(), entry.roles, "{}", entry.name);
    }
    for (role, _) in ROLES {
        assert!(api().find(None, role.function()).is_some_and(|entry| entry.roles == [role]), "{role:?}");
    }
}

#[test]
fn hover() {
    expect![[r#"
        ```cpp
        // random_t
        Container::value_type any(const Container& container)
        Iterator::value_type any(Iterator begin, Iterator end)
        // with this header only
        T any(const T (&array)[N])
        T any(T* begin, T* end)
        ```

        A random element, all equally likely. Lists, sets, maps and strings will do; an empty one is `_fail`.

        **Draws.** One `next(int(size))`.

        **Example.**

        ```cpp
        std::vector<std::string> kinds = {"path", "star", "random"};
        println(rnd.any(kinds));
        ```

        It prints, when started as `gen 1`:

        ```text
        star
        ```

        **Mistake.** It returns a copy: to change the element take `v[rnd.next(int(v.size()))]`.

        **Portability.** Arrays and pointers: works here, does not compile with the usual header.
    "#]]
    .assert_eq(&api().find(Some(Owner::Random), "any").unwrap().markdown());
}

#[test]
fn prompts_are_short_and_of_their_role() {
    for (role, word) in ROLES {
        let words = "x = rnd.wnext(5, 2); inf.readStrictDouble(0, 1, 2, 3); quitf(_wa, \"readEoln\");";
        let prompt = api().prompt(role, &EVERYTHING, words);
        assert!(prompt.starts_with(&format!("# The names of testlib.h for programs such as this {word}\n")));
        assert!(prompt.len() < 10_000, "{word}: {}", prompt.len());
        assert_eq!(prompt.contains("- `rnd.wnext`: "), role == Register::Generator, "{word}");
        assert_eq!(prompt.contains("- `inf.readStrictDouble`: "), role == Register::Validator, "{word}");
        // Of what is not used the calls are enough.
        assert!(!prompt.contains("- `inf.readSpace`") && !prompt.contains("- `rnd.perm`"), "{prompt}");
        assert!(role != Register::Validator || prompt.contains("`char readSpace()`"), "{prompt}");
        assert!(!prompt.contains("TESTSYS") && !prompt.contains("with this header only"), "{word}");
    }
}

/// What a problem has of which nobody knows anything.
const EVERYTHING: Topics = Topics { words: true, reals: true, cases: true, groups: true };

#[test]
fn prompts_leave_out_what_is_for_other_problems_and_what_rules_forbid() {
    let nothing = Topics { words: false, reals: false, cases: false, groups: false };
    for (role, word) in ROLES {
        let (all, few) = (api().prompt(role, &EVERYTHING, ""), api().prompt(role, &nothing, ""));
        assert!(few.len() < all.len(), "{word}: {} of {}", few.len(), all.len());
        for left_out in ["double ", "readToken", "pattern(", "setTestCase", "quitp", "getGroup", "Others"] {
            assert!(!few.contains(left_out), "{word}: {left_out} in {few}");
        }
    }
    let used = api().prompt(Register::Validator, &nothing, "inf.readStrictDouble(0, 1)");
    assert!(used.contains("- `inf.readStrictDouble`: "), "what is used is explained: {used}");
    let of = |role| api().prompt(role, &EVERYTHING, "");
    assert!(!of(Register::Validator).contains("quit") && !of(Register::Generator).contains("setSeed"));
    assert!(!of(Register::Checker).contains("readEoln") && of(Register::Checker).contains("`void quitf("));
    assert!(
        of(Register::Validator).contains("`void readEoln()`") && !of(Register::Validator).contains("`int readInt()`")
    );
    let interactor = of(Register::Interactor);
    assert!(interactor.contains("`int readInt()`") && !interactor.contains("println"), "{interactor}");
}

#[test]
fn the_page_is_up_to_date() {
    expect_file!["../../../../../../testlib/API.md"].assert_eq(&api().page());
}
