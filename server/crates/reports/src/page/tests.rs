//! The page: what may stand in it, and how large it gets.

use problem::report::{ClusterReport, WorkerReport};
use serde_json::Value;

use super::{
    details::{CellDetail, Details, Head, SourceLine, TestTexts},
    *,
};
use crate::{
    Kind, Material, ROOM,
    tests::{EVIL, finding, material, report},
};

fn with(report: problem::report::Report, details: Option<Details>) -> String {
    crate::text(Kind::Html, &Material { details: details.map(|one| vec![one]), ..material(report) })
}

/// The data of the page's script.
fn data(page: &str) -> Value {
    let start = page.find("id=\"data\">").unwrap() + "id=\"data\">".len();
    let end = page[start..].find("</script>").unwrap();
    serde_json::from_str(&page[start..start + end]).unwrap()
}

fn told(text: &str) -> Head {
    Head::Whole(text.to_owned())
}

/// Everything that a folder may say, said by an attacker.
fn hostile() -> (problem::report::Report, Details) {
    let mut report = report(&[(EVIL, EVIL, "W"), ("sol.cpp", "accepted", "A")], &["d1"]);
    report.problem.name = EVIL.to_owned();
    report.problem.main = Some(EVIL.to_owned());
    report.problem.limits_source = EVIL.to_owned();
    report.tests[0].id = EVIL.to_owned();
    report.tests[0].command = Some(format!("command {EVIL}"));
    report.tests[0].group = Some(EVIL.to_owned());
    report.solutions[0].class = Some("true_negative".to_owned());
    report.findings = vec![finding("no-main", Some(EVIL), &format!("message {EVIL}"))];
    report.metrics.unknown = Some(format!("unknown {EVIL}"));
    let workers = vec![WorkerReport { name: EVIL.to_owned(), key: None, runs: 1 }];
    let cluster = ClusterReport { cpu_model: EVIL.to_owned(), keys: None, workers, audit: None, stayed: Vec::new() };
    report.problem.cluster = Some(cluster);
    let mut details = Details {
        reads: vec![(EVIL.to_owned(), vec![format!("reads {EVIL}")])],
        excerpts: vec![vec![SourceLine {
            number: 3,
            text: shown(&format!("source {EVIL}")).into_owned(),
            marked: true,
        }]],
        ..Details::default()
    };
    details.texts.insert(0, TestTexts { input: Some(told(&format!("input {EVIL}"))), expected: None });
    let cell = CellDetail { found: Some(told(&format!("found {EVIL}"))), ..CellDetail::default() };
    details.cells.insert((0, 0), cell);
    (report, details)
}

#[test]
fn every_text_of_a_folder_is_data() {
    let (report, details) = hostile();
    let page = with(report, Some(details));
    // The elements that are ours, and no other.
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(!page.contains("<img") && !page.contains('\u{202e}') && !page.contains('\u{1b}'));
    let found = &data(&page)[0]["cells"]["0,0"]["found"];
    assert_eq!(*found, format!("found {EVIL}"));
    assert!(page.contains("run by 1 worker of a cluster, on ") && page.contains(", not attributed"));
}

#[test]
fn without_contents_there_are_names_and_nothing_else() {
    let (report, _) = hostile();
    let page = with(report, None);
    for said in ["command", "message", "unknown", "reads", "source", "input", "found"] {
        assert!(
            !page.contains(&format!("{said} &lt;/script")) && !page.contains(&format!("{said} \\u003c/script")),
            "{said}"
        );
    }
    assert!(page.contains("are left out."), "{page}");
    // The meaning of `no-main`, from the reference.
    let meaning = crate::words::meaning("no-main");
    assert!(!meaning.is_empty() && page.contains(&meaning), "{meaning}");
}

#[test]
fn a_name_that_is_not_shown_as_it_is_is_marked() {
    let told = |root: &str| {
        let mut report = report(&[("a b.cpp", "accepted", "A"), ("x\u{202e}.cpp", "do_not_run", "-")], &["d1", "d2"]);
        report.problem.root = root.to_owned();
        report.tests[1].id = "2\u{1b}".to_owned();
        report.solutions[0].permitted = vec!["AC".to_owned()];
        let data = data(&with(report, None));
        let altered = |what: &str| (0..2).map(|at| data[0][what][at]["altered"] == true).collect::<Vec<_>>();
        assert_eq!((altered("solutions"), altered("tests")), (vec![false, true], vec![false, true]));
        assert_eq!(
            (&data[0]["solutions"][0]["pool"], &data[0]["solutions"][1]["pool"]),
            (&"correct".into(), &Value::Null)
        );
        data[0]["folder"].clone()
    };
    assert_eq!(told("/srv/repo/a b/sums"), "a b/sums");
    assert_eq!(told("/srv/repo"), ".");
    assert_eq!(told("/srv/repo/-x"), "./-x");
    assert_eq!(told("/elsewhere/sums"), "/elsewhere/sums");
    assert_eq!(told("/srv/repo/\u{202e}"), Value::Null);
}

#[test]
fn each_solution_has_its_first_failing_cell_before_another_has_its_second() {
    let report = report(
        &[("a.cpp", "wrong_answer", "WWWA"), ("b.cpp", "wrong_answer", "AAAT"), ("c.cpp", "wrong_answer", "A-WW")],
        &["d1", "d2", "d3", "d4"],
    );
    assert_eq!(details::chosen(&report), [(0, 0), (2, 2), (3, 1), (1, 0), (3, 2), (2, 0)]);
}

#[test]
fn a_text_is_as_long_as_its_bytes() {
    use ide::show_test::ShownText;
    // Each byte that is no UTF-8 was replaced by a character of three bytes.
    let whole = ShownText::Whole("\u{fffd}".repeat(600));
    assert_eq!(details::head(&whole, 600), told(&"\u{fffd}".repeat(600)));
    let long = ShownText::Whole("\u{fffd}".repeat(2000));
    assert_eq!(details::head(&long, 2000), Head::Cut("\u{fffd}".repeat(341), 2000));
}

#[test]
fn the_policy_knows_the_style_and_the_script_by_their_hashes() {
    let page = with(report(&[], &[]), None);
    let between = |start: &str, end: &str| {
        let at = page.find(start).unwrap() + start.len();
        &page[at..at + page[at..].find(end).unwrap()]
    };
    let hash = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    let policy = between("Content-Security-Policy\" content=\"", "\">").replace("&#x27;", "'").replace("&#x2f;", "/");
    let (style, script) = (
        hash(between("<style>", "</style>")),
        hash(page.rsplit("<script>").next().unwrap().split("</script>").next().unwrap()),
    );
    assert_eq!(
        policy,
        format!("default-src 'none'; script-src {script}; style-src {style}; base-uri 'none'; form-action 'none'")
    );
}

#[test]
fn the_largest_page_is_below_20_mb() {
    let ids: Vec<String> = (0..3000).map(|at| format!("d{at}")).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let row = "W".repeat(3000);
    let paths: Vec<String> = (0..100).map(|at| format!("solutions/wa_with_a_name_{at}.cpp")).collect();
    let solutions: Vec<(&str, &str, &str)> = paths.iter().map(|path| (&**path, "wrong_answer", &*row)).collect();
    let mut report = report(&solutions, &ids);
    report.matrix.time_ms.iter_mut().flatten().for_each(|time| *time = Some(12_345.6));
    report.matrix.memory_kb.iter_mut().flatten().for_each(|memory| *memory = Some(262_144));
    report.findings =
        (0..3000).map(|at| finding("test-kills-nothing", None, &format!("test {at} fails nobody"))).collect();
    let mut details = Details::default();
    // The longest that there may be: signs that take six bytes each, as many as there is room for.
    let mut room = ROOM;
    for at in 0..4000 {
        let cell = CellDetail { found: Some(told(&"<".repeat(1024))), ..CellDetail::default() };
        let size = in_page(serde_json::to_string(&cell).unwrap()).len();
        if size > room {
            break;
        }
        room -= size;
        details.cells.insert((at % 100, at / 100), cell);
    }
    assert!(room < 10_000, "{room}");
    let size = with(report, Some(details)).len();
    assert!((12_000_000..20_000_000).contains(&size), "{size}");
}

#[test]
fn tests_that_the_same_solutions_pass_and_those_that_alone_fail_one() {
    let mut report = report(
        &[
            ("sol.cpp", "accepted", "AAAAA"),
            ("wa.cpp", "wrong_answer", "WAWAA"),
            ("tle.cpp", "time_limit_exceeded", "AAATA"),
        ],
        &["d1", "d2", "d3", "d4", "d5"],
    );
    for solution in &mut report.solutions[1..] {
        solution.class = Some("true_negative".to_owned());
    }
    let found = redundancy::redundancy(&report);
    assert_eq!((found.classes, found.sole, found.n_judged), (vec![vec![0, 2], vec![1, 4]], vec![(3, vec![2])], 5));
    // A test that is not valid says nothing, and without a test nobody knows who alone fails whom.
    report.tests[0].valid = false;
    report.matrix.verdicts[0][1] = "SK".to_owned();
    let found = redundancy::redundancy(&report);
    assert_eq!((found.classes, found.sole, found.n_judged), (vec![], vec![], 3));
}
