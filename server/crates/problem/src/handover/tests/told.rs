//! What comes along for people, and what they are told of what does not.

use super::*;

#[test]
fn what_packages_have_for_people_comes_along() {
    let mut package = vec![
        ("problem.yaml", "problem_format_version: 2025-09\nname: A\ntype: interactive\nlimits: { time_limit: 1 }\n"),
        ("submissions/accepted/a.py", "print(1)\n"),
        ("output_validator/v.cpp", MAIN),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "1\n"),
    ];
    let shown =
        ["data/secret/1.hint", "data/sample/talk.interaction", "attachments/tool.py", "solution/solution.en.md"];
    package.extend(shown.map(|path| (path, "x\n")));
    let newer = planned(&package, Target::Icpc2025).unwrap();
    let kept = ["data/secret/01.hint", shown[1], shown[2], shown[3]];
    assert!(kept.iter().all(|path| has(&newer, path)) && newer.unknown.is_empty(), "{newer:?}");
    let legacy = planned(&package, Target::IcpcLegacy).unwrap();
    assert_eq!(legacy.unknown, [RelPath::parse(shown[3]).unwrap()]);
}

#[test]
fn names_that_change_and_labels_that_stay_are_told_so() {
    let mut files = flat();
    files.push(("sols/\u{433}\u{43e} 2.cpp", MAIN));
    let plan = planned(&files, Target::Hydro).unwrap();
    let name = "the name of sols/\u{433}\u{43e} 2.cpp, which becomes ___2.cpp";
    assert!(plan.cannot.iter().any(|what| what == name), "{:?}", plan.cannot);
    // A task of CMS has its labels in the solutions.
    let task = [
        ("task.yaml", "name: pairs\ntitle: Pairs\ntime_limit: 1\nmemory_limit: 64\n"),
        ("gen/GEN", "#ST: 40\n#STNAME: small\n1\n#ST: 60\n#STNAME: large\n2\n"),
        ("gen/generator.cpp", MAIN),
        ("sol/solution.cpp", MAIN),
        ("sol/half.cpp", "// @check-accepted: small\n// @check-wrong-answer: large\nint main() {}\n"),
    ];
    let plan = planned(&task, Target::Cms).unwrap();
    assert!(!has(&plan, "touchstone.toml") && !plan.cannot.iter().any(|what| what.contains("half.cpp")), "{plan:?}");
}
