//! Files with rules, and what they come to. The names and the seeds are those of BAPCtools 2026.10.

use std::fmt::Write;

use expect_test::{Expect, expect};

use super::{count, read};
use crate::{constants::Constants, formats::yaml::Document, text::Position};

fn check(text: &str, expected: Expect) {
    let constants = Constants::new([("most".to_owned(), "40".to_owned())].into());
    let rules = read(text, &constants);
    let mut out = String::new();
    for rule in &rules.tests {
        let Position { line, character } = rule.range.start;
        write!(out, "{} at {line}:{character}", rule.path).unwrap();
        if let Some(command) = &rule.command {
            write!(out, " {:?} calls {} {:?}", command.text, command.name, command.args).unwrap();
            let retries: Vec<String> = command.retries.iter().map(|args| args.join(" ")).collect();
            write!(out, "{}", if retries.is_empty() { String::new() } else { format!(" or {retries:?}") }).unwrap();
        }
        rule.copy.iter().for_each(|path| write!(out, " copies {path}").unwrap());
        rule.texts.iter().for_each(|(key, text)| write!(out, " {key} {text:?}").unwrap());
        rule.patterns.iter().for_each(|one| write!(out, " matches {:?}", (one.of_answer, &one.text)).unwrap());
        writeln!(out, "{}", if rule.included.is_some() { ", included" } else { "" }).unwrap();
    }
    rules.settings.keys().for_each(|path| writeln!(out, "settings {path}").unwrap());
    for remark in &rules.remarks {
        let Position { line, character } = remark.complaint.range.start;
        let (code, severity, message) = (remark.code, remark.severity, &remark.complaint.message);
        writeln!(out, "! {code} {severity:?} {line}:{character} {message}").unwrap();
    }
    writeln!(out, "{}", if rules.is_whole { "whole" } else { "not whole" }).unwrap();
    expected.assert_eq(&out);
}

#[test]
fn numbers_go_through_the_whole_file_and_groups_have_their_own() {
    check(
        "
data:
  secret:
    data:
      - edge: gen.py 1
      - '':
          generate: gen.py 4 {seed}
          count: 2
      - inner:
          data:
          - gen.py: gen.py 5
          - '': gen.py 6
      - named:
          data: {zebra: gen.py 7, apple: gen.py 8}
      - other:
          include: [edge, inner, apple]
          data:
          - last: gen.py 9
  sample:
    data:
      - '': {in: '1 2', ans: ''}
",
        expect![[r#"
            sample/1 at 20:8 ans "" in "1 2\n"
            secret/2-edge at 4:14 "gen.py 1" calls gen.py ["1"]
            secret/3-1 at 6:20 "gen.py 4 232818381" calls gen.py ["4", "232818381"]
            secret/4-2 at 6:20 "gen.py 4 1856928852" calls gen.py ["4", "1856928852"]
            secret/1-inner/5-gen.py at 10:20 "gen.py 5" calls gen.py ["5"]
            secret/1-inner/6 at 11:16 "gen.py 6" calls gen.py ["6"]
            secret/2-named/apple at 13:41 "gen.py 8" calls gen.py ["8"]
            secret/2-named/zebra at 13:24 "gen.py 7" calls gen.py ["7"]
            secret/3-other/7-last at 17:18 "gen.py 9" calls gen.py ["9"]
            secret/3-other/2-edge at 4:14 "gen.py 1" calls gen.py ["1"], included
            secret/3-other/5-gen.py at 10:20 "gen.py 5" calls gen.py ["5"], included
            secret/3-other/6 at 11:16 "gen.py 6" calls gen.py ["6"], included
            secret/3-other/apple at 13:41 "gen.py 8" calls gen.py ["8"], included
            whole
        "#]],
    );
}

#[test]
fn a_seed_depends_on_the_command_its_count_and_the_salt() {
    check(
        r#"
data:
  secret:
    data:
      a: gen.py {seed}
      b: "gen.py  5   {seed:3}  "
      c: {generate: "gen.py {seed}", count: [2, 5]}
      d: {generate: "gen.py {seed}", random_salt: salt, count: -3..=-2}
      e: {generate: "gen.py {{most}} x{seed}y {count}", count: 2, retries: 3}
      f: gen.py '{name} here' "a \" b\c" it\'s
"#,
        expect![[r#"
            secret/a at 4:9 "gen.py 217127397" calls gen.py ["217127397"]
            secret/b at 5:9 "gen.py  5   1918131471" calls gen.py ["5", "1918131471"]
            secret/c-2 at 6:20 "gen.py 572865363" calls gen.py ["572865363"]
            secret/c-5 at 6:20 "gen.py 1343095117" calls gen.py ["1343095117"]
            secret/d--3 at 7:20 "gen.py 223363839" calls gen.py ["223363839"]
            secret/d--2 at 7:20 "gen.py 354424207" calls gen.py ["354424207"]
            secret/e-1 at 8:20 "gen.py 40 x1832555471y 1" calls gen.py ["40", "x1832555471y", "1"] or ["40 x1832555472y 1", "40 x1832555473y 1"]
            secret/e-2 at 8:20 "gen.py 40 x547760110y 2" calls gen.py ["40", "x547760110y", "2"] or ["40 x547760111y 2", "40 x547760112y 2"]
            secret/f at 9:9 "gen.py 'testcase here' \"a \\\" b\\c\" it\\'s" calls gen.py ["testcase here", "a \" b\\c", "it's"]
            whole
        "#]],
    );
}

#[test]
fn what_is_not_run() {
    check(
        r"
solution: /submissions/accepted/a.py
version: 1
data:
  secret:
    test_group.yaml: {output_validator_args: [x]}
    data:
      copied: {copy: ./manual/../manual/one, ans: '5', desc: by hand}
      old: manual/two.in
      said: {in: '1', yaml: {input_validator_args: [y]}, match: ['^1$', 2]}
      judged: {in: '2', match: {ans: '3'}}
      twin: {copy: manual/one, ans: '6'}
",
        expect![[r#"
            secret/copied at 7:6 copies generators/manual/one ans "5\n"
            secret/judged at 10:6 in "2\n" matches (true, "3")
            secret/old at 8:6 copies generators/manual/two
            secret/said at 9:6 in "1\n" matches (false, "^1$") matches (false, "2")
            secret/twin at 11:6 copies generators/manual/one ans "6\n"
            settings data/secret/said.yaml
            settings data/secret/test_group.yaml
            ! manifest-broken Warning 8:11 a file is copied with the key `copy`, and named without `.in`
            whole
        "#]],
    );
}

#[test]
fn mistakes_stand_at_their_lines() {
    check(
        "
salt: x
data:
  secrets: {}
  secret:
    data:
      - a: gen.py 1
      - b: gen.py 1
        c: gen.py 2
      - d: {generate: gen.py 3, conut: 3}
      - e:
      - f: gen.py {seed} {seed}
      - g: gen.py 'open
      - h: {ans: '1'}
      - ../i: gen.py 4
      - j: {copy: /etc/passwd}
      - k: {generate: gen.py 5, data: {}}
      - l: gen.py 1
      - m: [gen.py 6]
      - n: ../gen.py
      - o: {generate: gen.py 7, count: 3}
      - p: {include: [a, o, zz]}
",
        expect![[r#"
            secret/01-a at 6:11 "gen.py 1" calls gen.py ["1"]
            secret/02-d at 9:22 "gen.py 3" calls gen.py ["3"]
            secret/10-l at 17:11 "gen.py 1" calls gen.py ["1"]
            secret/12-o-1 at 20:22 "gen.py 7" calls gen.py ["7"]
            secret/13-o-2 at 20:22 "gen.py 7" calls gen.py ["7"]
            secret/14-o-3 at 20:22 "gen.py 7" calls gen.py ["7"]
            secret/1-p/01-a at 6:11 "gen.py 1" calls gen.py ["1"], included
            ! manifest-broken Warning 1:0 the key `salt` means nothing here
            ! manifest-broken Warning 3:2 there is no directory `secrets` of tests; did you mean `secret`?
            ! manifest-broken Error 7:8 each item of a numbered list has one key; indent what belongs to it further
            ! manifest-broken Warning 9:32 the key `conut` means nothing here; did you mean `count`?
            ! manifest-broken Error 10:8 nothing makes this test; write a command behind its name
            ! manifest-broken Error 11:11 `{seed}` may stand in a command once; give the other seed as a number
            ! manifest-broken Error 12:11 a quote is not closed in the command
            ! manifest-broken Error 13:8 nothing makes the input of this test; add `generate`, `copy` or `in`
            ! manifest-broken Error 14:8 `07-../i` cannot be the name of a test; use letters, digits, `-`, `_` and `.`
            ! manifest-broken Error 15:18 the file is to lie in generators/; name it from there
            ! manifest-broken Error 16:32 this is a test, and `data` belongs to directories
            ! test-duplicate Warning 17:11 this does the same as the rule of secret/01-a; change a value, or write `count`
            ! manifest-broken Error 18:11 a command, or a map of keys and values, is wanted here
            ! manifest-broken Error 19:11 `../gen.py` does not lie in generators/; name a generator there
            ! manifest-broken Error 21:25 several tests or groups have this name; give them names of their own
            ! manifest-broken Error 21:28 there is no test and no group of this name further up
            not whole
        "#]],
    );
}

#[test]
fn after_a_broken_count_nothing_has_a_certain_name() {
    check(
        "
data:
  secret:
    data:
      - a: gen.py 1
      - b: {generate: gen.py 2, count: 5..=1}
",
        expect![[r#"
            ! manifest-broken Error 5:39 a count is at least 1
            not whole
        "#]],
    );
    check(
        "data:\n  - secret: {}\n",
        expect![[r#"
            ! manifest-broken Error 0:0 the directories directly below `data:` have names; write `sample:` and `secret:`
            not whole
        "#]],
    );
    check(
        "generate: gen.py\n",
        expect![[r#"
            ! manifest-broken Error 0:0 the file describes a directory; put tests below `data:`
            not whole
        "#]],
    );
    check(
        "data: {secret: {data: 5}}\n",
        expect![[r#"
            ! manifest-broken Error 0:22 a map of keys and values is wanted here, not `5`
            not whole
        "#]],
    );
    check(
        "# nothing yet\n",
        expect![[r#"
            not whole
        "#]],
    );
}

#[test]
fn merged_keys_and_repeated_names() {
    check(
        "
data:
  secret:
    data:
      a: &base {generate: gen.py 1, random_salt: x}
      b: {<<: *base, generate: gen.py 2}
      c: {generate: \"gen.py 5{count}\", count: 2}
      c-1: gen.py 9
",
        expect![[r#"
            secret/a at 4:26 "gen.py 1" calls gen.py ["1"]
            secret/b at 5:31 "gen.py 2" calls gen.py ["2"]
            secret/c-1 at 6:20 "gen.py 51" calls gen.py ["51"]
            secret/c-2 at 6:20 "gen.py 52" calls gen.py ["52"]
            ! manifest-broken Error 7:6 there is a test secret/c-1 before; give this one another name
            not whole
        "#]],
    );
}

#[test]
fn counts_and_what_is_appended() {
    let suffixes = |text: &str| {
        let numbers = count::numbers(&Document::parse(text).root);
        numbers.map(|numbers| count::suffixes(&numbers).join(" ")).unwrap_or_else(|complaint| complaint.message)
    };
    for (text, expected) in [
        ("3", "-1 -2 -3"),
        ("[3, 10, 12]", "-3 -10 -12"),
        ("[9, 10]", "-09 -10"),
        ("-1..=1", "--1 -00 -01"),
        ("8..=10", "-08 -09 -10"),
        ("0", "a count is at least 1"),
        ("101", "a count is at most 100"),
        ("1..=1000000000000", "a count is at most 100"),
        ("-9223372036854775808..=9223372036854775807", "a count is at most 100"),
        ("[1, 1]", "this number stands here a second time"),
        ("1..=x", "a range is written as `1..=5`"),
        ("many", "a count is a number, a list of numbers, or a range such as `1..=5`"),
    ] {
        assert_eq!(suffixes(text), expected, "{text}");
    }
}

#[test]
fn any_beginning_of_a_file_is_read() {
    let text = "data: {sample: {data: {a: {count: 2..=3, generate: 'g \\'{seed}'}}}}\ngenerators: {a: [b, c]}\n";
    let deep = "data:\n  secret:\n    data:\n    - a: {in: |-\n      x}\n    - '': &b {include: [a, a], data: [*b]}\n";
    for text in [text, deep] {
        for end in 0..=text.len() {
            assert!(read(&text[..end], &Constants::default()).tests.len() <= 3, "{}", &text[..end]);
        }
    }
}
