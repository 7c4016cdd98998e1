//! Packages whose tests come from `generators.yaml`: who makes answers, tests of the validators, and edits of the rules.
//! What BAPCtools 2026.10.0 makes of the first two was recorded from it.

use e2e::{answers::asking, touchstone::Touchstone};
use serde_json::Value;
use testkit::{answers::server, folder::Folder};

const MANIFEST: &str = "\
problem_format_version: 2025-09
name: Sum
uuid: 00000000-0000-4000-8000-000000000004
limits: {time_limit: 2, memory: 256}
";
const SUM: &str = "import sys\nprint(sum(map(int, sys.stdin.read().split())))\n";
/// Writes an input, an answer and an output.
const WRITES_ALL: &str = "\
import sys
for end in sys.argv[1:]:
    open('testcase.' + end, 'w').write('7 5\\n' if end == 'in' else '12\\n' if end == 'ans' else '13\\n')
";

fn package(rules: &str, more: &[(&str, &str)]) -> Folder {
    let usual = [
        ("problem.yaml", MANIFEST),
        ("statement/problem.en.md", "Print the sum of two numbers.\n"),
        ("generators/generators.yaml", rules),
        ("input_validators/v.ctd", "INT(1, 9) SPACE INT(1, 9) NEWLINE\n"),
        ("submissions/accepted/sum.py", SUM),
    ];
    let folder = Folder::of("sum", usual);
    more.iter().for_each(|(path, text)| folder.write(path, *text));
    folder
}

#[test]
fn each_rule_names_who_makes_its_answer() {
    let rules = "\
solution: /submissions/accepted/sum.py
data:
  sample:
    data:
      s: {in: '1 2'}
  secret:
    solution: /submissions/wrong_answer/one.py
    data:
      a: {in: '1 2'}
      b: {in: '1 3', solution: /tools/nine.py}
      c: {in: '1 4'}
      g:
        solution:
        data:
          d: {in: '1 5'}
          e: {in: '1 6', ans: '8'}
          f: {in: '1 7', solution: /submissions/wrong_answer/one.py}
      h: {include: [b], solution: /submissions/accepted/sum.py}
      k: {in: '1 9', solution: /submissions/accepted/nope.py}
      l: {in: '2 1', solution: submissions/accepted/sum.py}
      m: {in: '2 2', solution: /submissions/accepted/crash.py}
";
    let more = [
        ("submissions/wrong_answer/one.py", "print(1)\n"),
        ("submissions/wrong_answer/eight.py", "print(8)\n"),
        ("submissions/wrong_answer/nine.py", "print(9)\n"),
        ("submissions/run_time_error/crash.py", "raise SystemExit(1)\n"),
        // Twice as slow as a solution may be.
        ("tools/nine.py", "import time\nwhile time.process_time() < 4: pass\nprint(9)\n"),
    ];
    let rules = rules.replace("accepted/crash", "run_time_error/crash");
    let (report, _) = Touchstone::new().check(package(&rules, &more).path());
    let ids: Vec<&str> =
        report.0["matrix"]["tests"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    let of = |solution: &str| {
        let verdicts = report.verdicts(&format!("submissions/{solution}.py"));
        ids.iter().zip(verdicts).filter(|(_, verdict)| *verdict == "AC").map(|(id, _)| *id).collect::<Vec<_>>()
    };
    // The second rule for the same input shares the first one's answer, as it does in BAPCtools.
    assert_eq!(of("accepted/sum"), ["sample/s", "secret/a"], "{}", report.matrix());
    assert_eq!(of("wrong_answer/one"), ["secret/c", "secret/g/f", "secret/l"]);
    assert_eq!(of("wrong_answer/nine"), ["secret/b", "secret/h/b"]);
    assert_eq!(of("wrong_answer/eight"), ["secret/g/e"]);
    let said: Vec<String> = [report.findings_of("manifest-stale"), report.findings_of("manifest-broken")].concat();
    assert_eq!(
        said,
        [
            "warning manifest-stale generators/generators.yaml:15: nothing makes the answer of this test; add `ans`, or name a `solution`",
            "warning manifest-stale generators/generators.yaml:19: there is no solution submissions/accepted/nope.py, so no answer is made where it is named",
            "warning manifest-stale generators/generators.yaml:21: submissions/run_time_error/crash.py is named for the answer of test secret/m and makes none; correct it, or name another `solution`",
            "error manifest-broken generators/generators.yaml:20: a solution is named from the root of the problem; write `/submissions/…`",
        ]
    );
}

#[test]
fn tests_of_validators_that_only_rules_make_are_held() {
    let rules = "\
solution: /submissions/accepted/sum.py
data:
  secret:
    data:
      a: {in: '1 2'}
  invalid_input:
    data:
      right: all.py in
      wrong: one.py
      text: {in: '0 1'}
  invalid_output:
    data:
      right: {generate: all.py in ans out, out: '12'}
      wrong: all.py in ans out
      lacks: all.py in out
      copied: {copy: bad/x}
  valid_output:
    data:
      right: {in: '2 2', ans: '4', out: '4'}
      wrong: {generate: all.py in ans out, in: '7 6'}
      lies: {in: '3 3', ans: '6', out: '6'}
  invalid_answer:
    data:
      right: {in: '2 2', ans: '4'}
      wrong: {in: '2 2', ans: four}
";
    let more = [
        ("generators/all.py", WRITES_ALL),
        ("generators/one.py", "print('1 10')\n"),
        ("generators/bad/x.in", "1 1\n"),
        ("generators/bad/x.ans", "2\n"),
        ("answer_validators/a.ctd", "INT(2, 18) NEWLINE\n"),
        // A file that lies there is what is judged.
        ("data/valid_output/lies.out", "7\n"),
    ];
    let (report, _) = Touchstone::new().check(package(rules, &more).path());
    let said = |code: &str| report.findings_of(code);
    let accepts = said("validator-accepts-invalid");
    assert_eq!(accepts.len(), 1, "{accepts:?}");
    assert!(accepts[0].contains("data/invalid_input/right.in is meant to be invalid"), "{accepts:?}");
    let place = "generators/generators.yaml";
    assert_eq!(
        said("checker-accepts-junk"),
        [
            format!(
                "warning checker-accepts-junk {place}:13: the checker says AC to data/invalid_output/right.out, which is meant to be WA or PE"
            ),
            format!(
                "warning checker-accepts-junk {place}:24: the checker says AC to data/invalid_answer/right.ans, which is meant to be WA or PE"
            ),
        ]
    );
    let rejects = said("checker-rejects-answer");
    assert_eq!(rejects.len(), 2, "{rejects:?}");
    for (rejected, (line, name)) in rejects.iter().zip([(20, "wrong"), (21, "lies")]) {
        let start =
            format!("{place}:{line}: the checker says WA to data/valid_output/{name}.out, which is meant to be AC");
        assert!(rejected.contains(&start), "{rejected} {start}");
    }
    assert_eq!(
        said("manifest-stale"),
        [
            format!(
                "warning manifest-stale {place}:15: `all.py in out` writes no `testcase.ans`, so nothing can be judged here; add `ans` to the rule"
            ),
            format!(
                "warning manifest-stale {place}:16: nothing makes data/invalid_output/copied.out, so nothing can be judged here; add `out`"
            ),
        ]
    );
}

/// Wrong on one sum alone, and on all pairs that are not equal.
const WRONG: [(&str, &str); 3] = [
    ("generators/pair.py", "import sys\nprint(sys.argv[1], sys.argv[2])\n"),
    ("submissions/wrong_answer/cap.py", "print(min(17, sum(map(int, input().split()))))\n"),
    ("submissions/wrong_answer/twice.py", "print(2 * int(input().split()[0]))\n"),
];

fn rules_of(folder: &Folder) -> String {
    std::fs::read_to_string(folder.path().join("generators/generators.yaml")).expect("it is there")
}

#[test]
fn needless_rules_leave_the_file() {
    let rules = "\
solution: /submissions/accepted/sum.py
data:
  sample:
    data:
      - '': {in: '1 2'}
  secret:
    data:
      - small: {in: '2 2'} # nobody fails it
      # The larger ones.
      - again:
          generate: pair.py {count} 9
          count: [3, 9]
      - named: pair.py 4 4
      - many:
          generate: pair.py 5 {count}
          count: 4..=5

      - group: {include: [named]}
";
    let folder = package(rules, &WRONG);
    let before = folder.contents();
    let done = Touchstone::new().args(["minimize", "--apply"]).arg(folder.path()).run().expect_code(0);
    assert!(
        done.stdout.ends_with(
            "\
Their lines were taken out of generators/generators.yaml.
No line of a script stands for these alone, so take them out by hand: secret/1-group/5-named secret/3-again-3 secret/5-named
The rule in line 11 of generators/generators.yaml makes needed tests too; `count: [9]` makes those alone.
The rule in line 13 of generators/generators.yaml stays: another one names it, or tests whose files lie in data/ would get other numbers.
"
        ),
        "{}",
        done.stdout
    );
    let (head, rest) = rules.split_once("      - small: {in: '2 2'} # nobody fails it\n").expect("it is there");
    let many = "      - many:\n          generate: pair.py 5 {count}\n          count: 4..=5\n";
    assert_eq!(rules_of(&folder), format!("{head}{}", rest.replace(many, "")));
    assert_eq!(folder.contents().len(), before.len());
    let (after, _) = Touchstone::new().check(folder.path());
    for wrong in ["cap", "twice"] {
        let solution = after.solution(&format!("submissions/wrong_answer/{wrong}.py"));
        assert_eq!(solution["class"], "true_negative", "{}", after.matrix());
    }
}

#[test]
fn tests_that_were_found_become_rules() {
    let rules = "\
solution: /submissions/accepted/sum.py
data:
    sample:
        data:
        -   '': {in: '1 1'}
    secret:
        data:
        -   small: {in: '2 2'}
        -   four: pair.py 4 4   # the last one

        # - slow: pair.py 5 5
    invalid_input:
        data: {zero: {in: '0 0'}}
";
    let folder = package(rules, &WRONG);
    let before = folder.contents();
    let hack =
        Touchstone::new().args(["hack", "--yes", "--apply", "--rounds", "1", "--format", "json"]).arg(folder.path());
    let done = asking(hack, &server("sum-of-two")).run().expect_code(0);
    let found: Value = serde_json::from_str(&done.stdout).expect("one object");
    // They stand behind the last rule, nothing else in the file is another, and no other file is new.
    let (head, rest) = rules.split_once("\n        # - slow").expect("it is there");
    let hash = |at: usize| found["offers"][at]["evidence"]["sha256"].as_str().expect("a digest")[..8].to_owned();
    let new = [format!("touchstone-{}: pair.py 9 9", hash(0)), format!("touchstone-{}: {{in: '1 2'}}", hash(1))];
    let wanted = format!("{head}        - {}\n        - {}\n\n        # - slow{rest}", new[0], new[1]);
    assert_eq!(rules_of(&folder), wanted);
    assert_eq!(folder.contents().len(), before.len());
    let (report, _) = Touchstone::new().check(folder.path());
    assert_eq!(report.0["metrics"]["tnr"], 1.0, "{}", report.matrix());
    assert_eq!(report.findings_of("manifest-broken"), Vec::<String>::new());
}
