//! Files that are edited, byte for byte.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;

fn opened(text: &str) -> RulesText<'_> {
    let constants = Constants::default();
    RulesText {
        rules: read(text, &constants),
        document: Document::parse(text),
        constants,
        text,
        lying: BTreeSet::new(),
    }
}

fn command(name: &str, text: &str) -> NewRule {
    NewRule { name: name.to_owned(), body: RuleBody::Command(text.to_owned()) }
}

fn inline(name: &str, input: &str) -> NewRule {
    NewRule { name: name.to_owned(), body: RuleBody::Inline { input: input.to_owned(), answer: None } }
}

fn check_added(text: &str, new: &[NewRule], expected: Expect) {
    let said = opened(text).with(new).unwrap_or_else(|why| format!("! {why}\n"));
    expected.assert_eq(&said);
}

/// Takes the rules out whose places begin at these lines, 0-based.
fn check_shortened(text: &str, lines: &[u32], expected: Expect) {
    let rules = opened(text);
    let mut places: Vec<Range> = rules.rules.tests.iter().map(|rule| rule.range).collect();
    places.retain(|place| lines.contains(&place.start.line));
    places.sort();
    places.dedup();
    let shortened = rules.without(&places);
    let left = places.iter().filter(|place| !shortened.gone.contains(place));
    let left: String = left.map(|place| format!("! line {} stays\n", place.start.line)).collect();
    expected.assert_eq(&(shortened.text + &left));
}

/// Rules as people write them for contests.
const LISTS: &str = "\
# All the tests.
solution: /submissions/accepted/a.py

data:
  sample:
    data:
      - '': # the one in the statement
          in: |
            1
            5
  secret:
    data:
      - min: {in: '1'}   # smallest
      - random:
          generate: gen.py {seed:1} 5
          count: 3

      - max: gen.py 9
      # - slow: gen.py 99
  invalid_input:
    data:
      zero: {in: '0'}
";

#[test]
fn a_test_goes_behind_the_last_one_of_the_secret_tests() {
    check_added(
        LISTS,
        &[command("t-1", "gen.py 7"), inline("t-2", "5\n"), inline("t-3", "2\n  4 6\n")],
        expect![[r##"
            # All the tests.
            solution: /submissions/accepted/a.py

            data:
              sample:
                data:
                  - '': # the one in the statement
                      in: |
                        1
                        5
              secret:
                data:
                  - min: {in: '1'}   # smallest
                  - random:
                      generate: gen.py {seed:1} 5
                      count: 3

                  - max: gen.py 9
                  - t-1: gen.py 7
                  - t-2: {in: '5'}
                  - t-3:
                      in: |
                        2
                          4 6
                  # - slow: gen.py 99
              invalid_input:
                data:
                  zero: {in: '0'}
        "##]],
    );
}

#[test]
fn a_test_goes_to_the_last_group_where_there_are_only_groups() {
    let text = "\
data:
    secret:
        data:
            - small: {data: {one: gen.py 1}}
            - large:
                data:
                    one-more: gen.py 2

            - all:
                include: [small, large]";
    check_added(
        text,
        &[command("t", "gen.py \"a b\" 'c'")],
        expect![[r##"
            data:
                secret:
                    data:
                        - small: {data: {one: gen.py 1}}
                        - large:
                            data:
                                one-more: gen.py 2
                                t: 'gen.py "a b" ''c'''

                        - all:
                            include: [small, large]"##]],
    );
    assert_eq!(opened(text).home().directory, "secret/large");
    let without_large = text.replace("one-more: gen.py 2", "");
    check_added(
        &without_large,
        &[command("t", "gen.py 1,2"), inline("u", "1\n2\n")],
        expect![[r#"
            data:
                secret:
                    data:
                        - small: {data: {one: gen.py 1, t: 'gen.py 1,2', u: {in: "1\n2"}}}
                        - large:
                            data:
                                

                        - all:
                            include: [small, large]"#]],
    );
}

#[test]
fn keys_that_are_missing_are_added_too() {
    let sample = "data:\n  sample:\n    data:\n      a: {in: '1'}\n";
    let new = [command("t", "gen.py")];
    check_added(
        sample,
        &new,
        expect![[r#"
            data:
              sample:
                data:
                  a: {in: '1'}
              secret:
                data:
                  t: gen.py
        "#]],
    );
    check_added(
        &format!("{sample}  secret:\n    data: # none yet\nversion: 1\n"),
        &new,
        expect![[r#"
            data:
              sample:
                data:
                  a: {in: '1'}
              secret:
                data: # none yet
                  t: gen.py
            version: 1
        "#]],
    );
    check_added(
        &format!("{sample}  secret:\n    include:\n    - a\n\nversion: 1\n"),
        &new,
        expect![[r#"
            data:
              sample:
                data:
                  a: {in: '1'}
              secret:
                include:
                - a
                data:
                  t: gen.py

            version: 1
        "#]],
    );
}

#[test]
fn what_cannot_be_added_to_safely_is_told_with_the_line() {
    let refused = "generators/generators.yaml is not written so that tests can be put in safely, and without other numbers for those that lie in data/; add to `data:` of secret:";
    for text in [
        "data:\n  sample: &s\n    data: {a: gen.py 1}\n  secret: *s\n",
        "data:\n  sample:\n    data: {a: gen.py 1}\n  secret:\n",
        "data: {sample: {data: {a: gen.py 1}}}\n",
        "data:\n  sample:\n    data: {a: gen.py 1}\n  secret:\n    data: ~\n",
    ] {
        let why = opened(text).with(&[command("t", "gen.py 2"), inline("u", "3\n")]);
        assert_eq!(why, Err(format!("{refused} `t: gen.py 2`, `u: {{in: '3'}}`")), "{text}");
    }
}

#[test]
fn a_rule_goes_with_its_lines_and_nothing_else_does() {
    check_shortened(
        LISTS,
        &[12, 14, 16, 20],
        expect![[r#"
            # All the tests.
            solution: /submissions/accepted/a.py

            data:
              sample:
                data:
                  - '': # the one in the statement
                      in: |
                        1
                        5
              secret:
                data:

                  - max: gen.py 9
                  # - slow: gen.py 99
              invalid_input:
                data:
                  zero: {in: '0'}
        "#]],
    );
    check_shortened(
        LISTS,
        &[6, 17],
        expect![[r#"
            # All the tests.
            solution: /submissions/accepted/a.py

            data:
              sample:
                data:
              secret:
                data:
                  - min: {in: '1'}   # smallest
                  - random:
                      generate: gen.py {seed:1} 5
                      count: 3

                  # - slow: gen.py 99
              invalid_input:
                data:
                  zero: {in: '0'}
        "#]],
    );
}

#[test]
fn rules_in_braces_go_with_a_comma() {
    check_shortened(
        "data: {secret: {data: {\n  a: gen.py 1, b: gen.py 2,\n  c: gen.py 3\n}}}\n",
        &[1],
        expect![[r#"
            data: {secret: {data: {
              
              c: gen.py 3
            }}}
        "#]],
    );
    check_shortened(
        "data:\n  secret:\n    data:\n    - {a: gen.py 1} # first\n    - {b: {in: '2'}}\n",
        &[3],
        expect![[r#"
            data:
              secret:
                data:
                - {b: {in: '2'}}
        "#]],
    );
    check_shortened(
        "data:\n  secret:\n    data: [a: gen.py 1, b: gen.py 2]\n",
        &[2],
        expect![[r#"
            data:
              secret:
                data: []
        "#]],
    );
}

#[test]
fn rules_that_others_stand_on_stay() {
    check_shortened(
        "\
data:
  secret:
    data:
      a: &base {generate: gen.py 1, random_salt: x}
      b: {<<: *base, generate: gen.py 2}
      c: gen.py 3
      d: gen.py 4
      e: {data: {f: gen.py 5}, include: [c]}
",
        &[3, 5, 6],
        expect![[r#"
            data:
              secret:
                data:
                  a: &base {generate: gen.py 1, random_salt: x}
                  b: {<<: *base, generate: gen.py 2}
                  c: gen.py 3
                  e: {data: {f: gen.py 5}, include: [c]}
            ! line 3 stays
            ! line 5 stays
        "#]],
    );
}

#[test]
fn tests_that_lie_there_keep_their_numbers() {
    let lying = |path: &str| RulesText { lying: [path.to_owned()].into(), ..opened(LISTS) };
    let place = |line| lying("").rules.tests.iter().find(|rule| rule.range.start.line == line).unwrap().range;
    let gone = |path: &str, line| lying(path).without(&[place(line)]).gone.len();
    assert_eq!((gone("secret/6-max", 12), gone("secret/2-min", 17), gone("secret/6-max", 17)), (0, 1, 1));
    // The tenth test makes the numbers wider.
    let many: Vec<NewRule> = (0..4).map(|number| inline(&format!("t-{number}"), &format!("1{number}\n"))).collect();
    assert!(lying("secret/6-max").with(&many[..3]).is_ok() && lying("secret/6-max").with(&many).is_err());
}

#[test]
fn a_count_names_the_numbers_that_are_wanted() {
    let rules = opened(LISTS);
    let place = |line| rules.rules.tests.iter().find(|rule| rule.range.start.line == line).unwrap().range;
    assert_eq!(rules.numbers_of(place(14), |path| !path.ends_with("-2")), Some(vec![1, 3]));
    assert_eq!(rules.numbers_of(place(14), |_| false), None);
    assert_eq!(rules.numbers_of(place(17), |_| true), None);
}

#[test]
fn where_tests_go_says_what_they_need() {
    let home = |text: &str| opened(text).home();
    let one = home("data:\n  secret:\n    solution:\n    data: {a: {copy: manual/a}, b: {copy: manual/b, ans: '1'}}\n");
    assert_eq!((one.has_solution, one.copies.as_str()), (false, "generators/manual"));
    let two = home("solution:\ndata:\n  secret:\n    solution: /s.py\n    data: {a: {copy: x/a}, b: {copy: y/b}}\n");
    assert_eq!((two.has_solution, two.copies.as_str()), (true, "generators"));
    assert!(opened(LISTS).is_free("t") && !opened(LISTS).is_free("2-min"));
}

/// A part of a file: how it is written, and whether its rules may be taken out.
fn file() -> impl Strategy<Value = String> {
    let rule = prop_oneof![
        Just("gen.py 1".to_owned()),
        Just("{generate: gen.py 2, count: 2}".to_owned()),
        Just("\n          in: |\n            3\n\n            4\n".to_owned()),
        Just("{in: \"5\\n6\"} # why".to_owned()),
        Just("'gen.py 7'".to_owned()),
        Just("\n          # note\n          copy: a/b".to_owned()),
    ];
    let rules = prop::collection::vec((rule, any::<bool>()), 0..6);
    (rules, any::<bool>(), any::<bool>()).prop_map(|(rules, is_list, has_more)| {
        let dash = if is_list { "- " } else { "" };
        let lines = rules.iter().enumerate().map(|(at, (rule, has_gap))| {
            format!("      {dash}r{at}: {rule}\n{}", if *has_gap { "\n      # between\n" } else { "" })
        });
        let more = if has_more { "  fuzz:\n    data:\n" } else { "" };
        format!("data:\n  sample: {{data: {{s: gen.py 0}}}}\n  secret:\n    data:\n{}{more}", lines.collect::<String>())
    })
}

proptest! {
    #[test]
    fn what_was_added_can_be_taken_out_again(text in file(), input in "[ -~\n]{0,40}\n", is_crlf in any::<bool>()) {
        let text = if is_crlf { text.replace('\n', "\r\n") } else { text };
        let new = [command("t-1", "gen.py 77"), inline("t-2", &input)];
        let added = opened(&text).with(&new).unwrap();
        // What is new stands in one piece.
        let n_before = text.bytes().zip(added.bytes()).take_while(|(one, other)| one == other).count();
        let n_behind = text.len() - n_before.min(text.len());
        prop_assert!(added.ends_with(&text[text.len() - n_behind..]));
        let rules = opened(&added);
        let of_new = rules.rules.tests.iter().filter(|rule| rule.path.contains("t-")).map(|rule| rule.range);
        let places: Vec<Range> = of_new.collect();
        let shortened = rules.without(&places);
        prop_assert_eq!(shortened.text, text);
    }

    #[test]
    fn whatever_goes_the_rest_stays(text in file(), mask in 0..64_u32) {
        let rules = opened(&text);
        let mut places: Vec<Range> = rules.rules.tests.iter().map(|rule| rule.range).collect();
        places.sort();
        places.dedup();
        let at = |index: usize| mask >> (index % 6) & 1 == 1;
        let places: Vec<Range> = places.into_iter().enumerate().filter(|(index, _)| at(*index)).map(|(_, one)| one).collect();
        let shortened = rules.without(&places);
        let before: Vec<&str> = text.lines().collect();
        let mut next = 0;
        for line in shortened.text.lines() {
            // Each line was there, in this order.
            while next < before.len() && before[next] != line && !line.starts_with("  sample") { next += 1; }
            prop_assert!(next < before.len());
            next += 1;
        }
        prop_assert!(shortened.text.matches("# between").count() == text.matches("# between").count());
    }
}
