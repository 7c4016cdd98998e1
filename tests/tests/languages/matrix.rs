//! The same two solutions in every language.

use e2e::touchstone::Touchstone;
use testkit::examples::here;

use super::languages;

/// Languages that have code of their own beside the table.
const OWN: [&str; 3] = ["c", "cpp", "py"];

#[test]
fn the_same_two_solutions_in_every_language() {
    check("best-stretch", "stretch", ["AC", "AC", "AC"], "empty", ["AC", "WA", "AC"]);
}

#[test]
fn the_same_talk_in_every_language() {
    check("hidden-card", "halves", ["AC", "AC", "AC"], "short", ["AC", "AC", "WA"]);
}

/// Every solution that can be run gets these verdicts; what cannot be is said once for each language, with the package.
fn check(folder: &str, right: &str, verdicts: [&str; 3], wrong: &str, verdicts_of_wrong: [&str; 3]) {
    let folder = here("languages").join(folder);
    let (report, code) = Touchstone::new().check(&folder);
    let languages = languages();
    let missing = report.findings_of("tool-missing");
    let (mut n_judged, mut n_missing) = (0, 0);
    for (class, name, expected) in [("accepted", right, verdicts), ("wrong_answer", wrong, verdicts_of_wrong)] {
        for extension in languages.keys().map(String::as_str).chain(OWN) {
            let path = format!("submissions/{class}/{name}.{extension}");
            if !folder.join(&path).is_file() {
                continue;
            }
            let is_here = languages.get(extension).is_none_or(|language| language.is_here);
            let expected = if is_here { expected } else { ["SK"; 3] };
            assert_eq!(report.verdicts(&path), expected, "{path}: {:#?}", report.findings());
            if is_here {
                n_judged += 1;
            } else if class == "accepted" {
                n_missing += 1;
                let package = &languages[extension].package;
                let told = missing.iter().filter(|finding| finding.contains(&format!("{path}:"))).collect::<Vec<_>>();
                assert_eq!(told.len(), 1, "{path}: {missing:#?}");
                assert!(told[0].contains(package.as_str()), "{told:?}");
            }
        }
    }
    assert!(n_judged >= 4, "{n_judged} were judged");
    // What is missing warns, and nothing else is wrong.
    assert_eq!(missing.len(), n_missing, "{missing:#?}");
    assert!(missing.iter().all(|finding| finding.starts_with("warning ")), "{missing:#?}");
    assert_eq!(code, Some(i32::from(!missing.is_empty())), "{:#?}", report.findings());
}
