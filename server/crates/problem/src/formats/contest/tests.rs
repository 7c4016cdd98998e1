//! Which problems belong together, and what is told of lists.

use expect_test::{Expect, expect};

use super::*;
use crate::folder::MemoryFolder;

fn folder(files: &[(&str, &str)]) -> MemoryFolder {
    let mut folder = MemoryFolder::new("repository");
    for (path, text) in files {
        folder.add(RelPath::parse(path).unwrap(), text.as_bytes(), None);
    }
    folder
}

fn check(files: &[(&str, &str)], expected: Expect) {
    let folder = folder(files);
    let roots = crate::formats::discover(&folder);
    expected.assert_eq(&told(&contests(&folder, &roots, None)));
}

fn told(contests: &[Contest]) -> String {
    let mut told = String::new();
    for contest in contests {
        let file = contest.file.as_ref().map_or("-", RelPath::as_str);
        told += &format!("{:?} {} {file}\n", contest.root, contest.name.as_deref().unwrap_or("-"));
        for one in &contest.problems {
            let label = one.label.as_deref().unwrap_or("-");
            let title = one.title.as_deref().unwrap_or("-");
            let listed = if one.is_listed { "" } else { " unlisted" };
            let missing = if one.is_missing { " missing" } else { "" };
            told += &format!("  {label} {} {title}{listed}{missing}\n", one.path);
        }
        for finding in &contest.findings {
            let line = finding.place.as_ref().map_or(0, |place| place.range.start.line + 1);
            told += &format!("  {:?} {} line {line}: {}\n", finding.severity, finding.code, finding.message);
        }
    }
    told
}

#[test]
fn a_list_as_bapctools_has_it() {
    let list = "# in order\n- id: two\n  label: A\n  name: {en: Second, nl: Tweede}\n  rgb: '#ff0000'\n- id: one\n  label: B\n- id: gone\n  label: C\n  time_limit: 2.5\n";
    check(
        &[
            ("problems.yaml", list),
            ("contest.yaml", "name: Spring 2026\nstart_time: 2026-04-01T12:00:00\n"),
            ("one/problem.yaml", ""),
            ("two/problem.yaml", ""),
            ("extra/problem.yaml", ""),
        ],
        expect![[r#"
            "" Spring 2026 problems.yaml
              A two Second
              B one -
              C gone - missing
              - extra - unlisted
              Warning manifest-stale line 8: there is no folder gone beside this file, so the problem is not judged; add it, take it out of the list, or name one that is not listed: extra
              Information manifest-stale line 1: extra is a problem that problems.yaml does not list; it is judged after the others
        "#]],
    );
}

#[test]
fn lists_as_domjudge_took_them() {
    let set = "problems:\n  - letter: A\n    short-name: hello\n    color: red\n    rgb: '#ff0000'\n  - label: B\n    id: fltcmp\n";
    check(
        &[("problemset.yaml", set), ("hello/problem.yaml", ""), ("fltcmp/problem.yaml", "")],
        expect![[r#"
            "" - problemset.yaml
              A hello -
              B fltcmp -
        "#]],
    );
    check(
        &[
            ("contest.yaml", "formal-name: Demo contest\nproblems:\n- {letter: A, short-name: hello, name: Hello}\n"),
            ("hello/problem.yaml", ""),
        ],
        expect![[r#"
            "" Demo contest contest.yaml
              A hello Hello
        "#]],
    );
}

#[test]
fn the_first_file_that_lists_problems_counts() {
    let files = [
        ("problems.yaml", "# An array of id -> label mappings\n#- id: example\n"),
        ("problemset.yaml", "problems: [{id: one, label: Z}]"),
        ("contest.yaml", "name: Both\nproblems: [one]\n"),
        ("one/problem.yaml", ""),
    ];
    check(
        &files,
        expect![[r#"
            "" Both problemset.yaml
              Z one -
        "#]],
    );
    let folder = folder(&files);
    let named = RelPath::parse("contest.yaml");
    expect![[r#"
        "" Both contest.yaml
          - one -
    "#]]
    .assert_eq(&told(&contests(&folder, &crate::formats::discover(&folder), named.as_ref())));
}

#[test]
fn without_a_list_the_folder_is_the_contest() {
    check(
        &[("b/problem.yaml", ""), ("a/problem.xml", ""), ("contest.yaml", "name: Camp\nduration: '5:00:00'\n")],
        expect![[r#"
            "" Camp -
              - a - unlisted
              - b - unlisted
        "#]],
    );
    check(
        &[("problem.yaml", ""), ("problems.yaml", "- id: part\n  label: A\n")],
        expect![[r#"
            "" - -
              -  - unlisted
        "#]],
    );
}

#[test]
fn several_contests_below_one_folder() {
    check(
        &[
            ("2025/problems.yaml", "- {id: a, label: A}\n"),
            ("2025/a/problem.yaml", ""),
            ("2025/spare/problem.yaml", ""),
            ("2026/config/problemset.yaml", "problems:\n- {id: b, letter: A}\n- {id: c, letter: B}\n"),
            ("2026/problems/b/problem.yaml", ""),
            ("lone/problem.yaml", ""),
        ],
        expect![[r#"
            "2025" - problems.yaml
              A 2025/a -
              - 2025/spare - unlisted
              Information manifest-stale line 1: spare is a problem that problems.yaml does not list; it is judged after the others
            "2026/config" - problemset.yaml
              A 2026/problems/b -
              B 2026/config/c - missing
              Warning manifest-stale line 3: there is no folder c beside this file, so the problem is not judged; add it, or take it out of the list
            "" - -
              - lone - unlisted
        "#]],
    );
}

#[test]
fn lists_of_something_else() {
    let expected = || {
        expect![[r#"
            "" - -
              - a - unlisted
        "#]]
    };
    for text in ["problems:\n  lp: {size: S}\n", "- title: Two sums\n  difficulty: 3\n", "- id: elsewhere\n", "- 5"] {
        check(&[("problems.yaml", text), ("a/problem.yaml", "")], expected());
    }
}

#[test]
fn a_problem_that_is_listed_further_below_is_not_offered() {
    check(
        &[("problems.yaml", "[gone, a, b]"), ("a/problem.yaml", ""), ("b/problem.yaml", "")],
        expect![[r#"
            "" - problems.yaml
              - gone - missing
              - a -
              - b -
              Warning manifest-stale line 1: there is no folder gone beside this file, so the problem is not judged; add it, or take it out of the list
        "#]],
    );
}

#[test]
fn keys_that_nobody_reads() {
    check(
        &[
            (
                "problems.yaml",
                "- {id: a, lable: A, rgb: '#ff0000'}\n- id: b\n  jury: [Ann, Bob]\n  x-note: late\n- c\n",
            ),
            ("a/problem.yaml", ""),
            ("b/problem.yaml", ""),
            ("c/problem.yaml", ""),
        ],
        expect![[r#"
            "" - problems.yaml
              - a -
              - b -
              - c -
              Warning manifest-stale line 1: the key `lable` is not known, so it changes nothing here; perhaps `label` is meant
              Information manifest-stale line 3: the key `jury` is not known, so it changes nothing here; remove it if it has no meaning to you
        "#]],
    );
}

#[test]
fn entries_that_make_no_sense() {
    check(
        &[
            (
                "problems.yaml",
                "- label: A\n- id: ../x\n- id: a\n  label: B\n- id: a\n  label: C\n- id: b\n  label: B\n- [x]\n- id: {}\n",
            ),
            ("a/problem.yaml", ""),
            ("b/problem.yaml", ""),
        ],
        expect![[r#"
            "" - problems.yaml
              B a -
              B b -
              Error manifest-broken line 1: this problem has no `id`; write the name of its folder
              Error manifest-broken line 2: `../x` leads out of the folder of the contest; write the name of a folder in it
              Error manifest-broken line 9: a map of keys and values is wanted here, not a list
              Error manifest-broken line 10: a text is wanted here, not a map
              Error manifest-broken line 5: a is listed twice; the first entry counts
              Error manifest-broken line 7: the label B is given to several problems; give each its own
        "#]],
    );
    check(
        &[("problems.yaml", "- id: a\n  label: 'A\n"), ("a/problem.yaml", ""), ("b/problem.yaml", "")],
        expect![[r#"
            "" - problems.yaml
              - a -
              - b - unlisted
              Error manifest-broken line 2: this is no valid YAML: while scanning a quoted scalar, found unexpected end of stream
              Information manifest-stale line 1: b is a problem that problems.yaml does not list; it is judged after the others
        "#]],
    );
}

#[test]
fn a_list_as_rbx_has_it() {
    check(
        &[
            (
                "contest.rbx.yml",
                "name: spring\ntitles: {en: Spring}\nproblems:\n  - short_name: B\n    path: two\n  - short_name: A\n",
            ),
            ("A/problem.rbx.yml", "name: one\ntimeLimit: 1000\nmemoryLimit: 256\n"),
            ("two/problem.rbx.yml", "name: two\ntimeLimit: 1000\nmemoryLimit: 256\n"),
        ],
        expect![[r#"
            "" spring contest.rbx.yml
              B two -
              A A -
        "#]],
    );
}

/// Several contests in one folder: the first counts, unless one is named.
#[test]
fn variants_of_rbx() {
    let folder = folder(&[
        ("contest.div2.rbx.yml", "name: second\nproblems:\n  - short_name: A\n    path: two\n"),
        ("contest.div1.rbx.yml", "name: first\nproblems:\n  - short_name: A\n    path: one\n"),
        ("one/problem.rbx.yml", "name: one\ntimeLimit: 1000\nmemoryLimit: 256\n"),
        ("two/problem.rbx.yml", "name: two\ntimeLimit: 1000\nmemoryLimit: 256\n"),
    ]);
    let roots = crate::formats::discover(&folder);
    let of = |named: Option<&str>| {
        let named = named.and_then(RelPath::parse);
        let contest = contests(&folder, &roots, named.as_ref()).remove(0);
        let listed = contest.problems.into_iter().filter(|one| one.is_listed).map(|one| one.path.to_string());
        (contest.name.unwrap(), contest.file.unwrap().to_string(), listed.collect::<Vec<_>>())
    };
    let wanted = |name: &str, file: &str, problem: &str| (name.to_owned(), file.to_owned(), vec![problem.to_owned()]);
    assert_eq!(of(None), wanted("first", "contest.div1.rbx.yml", "one"));
    assert_eq!(of(Some("contest.div2.rbx.yml")), wanted("second", "contest.div2.rbx.yml", "two"));
    let names = ["contest.rbx.yml", "contest.a.rbx.yml", "contest..rbx.yml", "contest.a.b.rbx.yml", "a.rbx.yml"];
    assert_eq!(names.map(is_contest_file), [true, true, false, false, false]);
}
