//! The element `testset`, which lists a problem's tests, a validator's tests and a checker's tests alike.

use super::{
    groups::{self, GroupEntry},
    manifest::{broken, stale},
    pattern::Pattern,
    xml::{Element, Written},
};
use crate::{finding::Finding, text::Place};

/// A list of tests.
pub(super) struct Testset {
    /// Empty for the tests of validators and checkers.
    pub(super) name: String,
    /// Milliseconds.
    pub(super) time_limit: Option<Number>,
    /// Bytes.
    pub(super) memory_limit: Option<Number>,
    pub(super) input: Option<Pattern>,
    pub(super) output: Option<Pattern>,
    pub(super) answer: Option<Pattern>,
    pub(super) tests: Vec<TestEntry>,
    pub(super) groups: Vec<GroupEntry>,
    pub(super) place: Place,
}

/// A whole number and where it is written.
pub(super) struct Number {
    /// `None` when something else is written there.
    pub(super) value: Option<u64>,
    pub(super) place: Place,
}

/// One element `test`.
pub(super) struct TestEntry {
    pub(super) method: Method,
    pub(super) cmd: Option<Written>,
    /// The file that the command writes, when it writes several.
    pub(super) from_file: Option<Written>,
    pub(super) testset: Option<String>,
    pub(super) group: Option<String>,
    pub(super) points: Option<f64>,
    pub(super) sample: bool,
    pub(super) verdict: Option<Written>,
    pub(super) place: Place,
}

/// How a test comes to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    /// A file of the package.
    Manual,
    /// A command makes it.
    Generated,
    /// The manifest counts it without a word about it.
    Unlisted,
}

impl Method {
    fn read(written: Written, findings: &mut Vec<Finding>) -> Option<Method> {
        match written.text.as_str() {
            "manual" => Some(Method::Manual),
            "generated" => Some(Method::Generated),
            other => {
                findings.push(broken(written.place, format!("`{other}` is neither `manual` nor `generated`")));
                None
            }
        }
    }
}

/// The testsets of the element `judging`, each with a name of its own.
pub(super) fn read_all(judging: Element<'_>, findings: &mut Vec<Finding>) -> Vec<Testset> {
    let mut testsets: Vec<Testset> = Vec::new();
    for element in judging.children("testset") {
        let mut testset = read(element, findings);
        let name = element.word("name").unwrap_or_else(|| "tests".to_owned());
        testset.name = free_name(&name, &testsets);
        if testset.name != name {
            let message = format!("there is already a testset `{name}`; this one is called `{}`", testset.name);
            findings.push(broken(testset.place.clone(), message));
        }
        if element.child("input-path-pattern").is_none() {
            let message = format!("the testset has no `input-path-pattern`, so `{}/%02d` is assumed", testset.name);
            findings.push(broken(testset.place.clone(), message));
        }
        testsets.push(testset);
    }
    if testsets.is_empty() {
        findings.push(broken(judging.place(), "`judging` has no `testset`, so the files in tests are the tests"));
    }
    testsets
}

/// The name itself, or with the first number behind it that makes it different from all others.
fn free_name(name: &str, taken: &[Testset]) -> String {
    let is_free = |name: &String| taken.iter().all(|testset| &testset.name != name);
    let mut names = std::iter::once(name.to_owned()).chain((2..).map(|number: u32| format!("{name}-{number}")));
    names.find(is_free).expect("there are more numbers than testsets")
}

/// One testset, without a name.
pub(super) fn read(element: Element<'_>, findings: &mut Vec<Finding>) -> Testset {
    let tests = read_tests(element, findings);
    let several = tests.len() > 1;
    Testset {
        name: String::new(),
        time_limit: number(element, "time-limit", findings),
        memory_limit: number(element, "memory-limit", findings),
        input: pattern(element, "input-path-pattern", several, findings),
        output: pattern(element, "output-path-pattern", several, findings),
        answer: pattern(element, "answer-path-pattern", several, findings),
        tests,
        groups: groups::read(element, findings),
        place: element.place(),
    }
}

/// The listed tests; or as many as there should be, when there is no list.
fn read_tests(element: Element<'_>, findings: &mut Vec<Finding>) -> Vec<TestEntry> {
    /// A count beyond this is a slip of the pen, not a testset.
    const MAX_UNLISTED: u64 = 10_000;
    let count = number(element, "test-count", findings);
    let Some(list) = element.child("tests") else {
        let count = count.and_then(|count| count.value).unwrap_or(0).min(MAX_UNLISTED);
        if count > 0 {
            findings.push(broken(element.place(), "the testset does not list its tests, so the files decide"));
        }
        return (0..count).map(|_| TestEntry::unlisted(element.place())).collect();
    };
    let tests: Vec<TestEntry> = list.children("test").map(|test| read_test(test, findings)).collect();
    if let Some(Number { value: Some(count), place }) = count
        && count != tests.len() as u64
    {
        let message = format!("`test-count` is {count}, but {} tests are listed; the list counts", tests.len());
        findings.push(stale(place, message));
    }
    tests
}

fn read_test(test: Element<'_>, findings: &mut Vec<Finding>) -> TestEntry {
    let cmd = test.attribute("cmd");
    let method = test.attribute("method").and_then(|method| Method::read(method, findings));
    let likely = if cmd.is_some() { Method::Generated } else { Method::Manual };
    TestEntry {
        method: method.unwrap_or(likely),
        from_file: test.attribute("from-file"),
        testset: test.word("testset"),
        group: test.word("group"),
        points: points(test, findings),
        sample: test.word("sample").is_some_and(|word| matches!(word.as_str(), "true" | "1" | "yes")),
        verdict: test.attribute("verdict"),
        place: test.place(),
        cmd,
    }
}

/// The attribute `points` of a test or a group.
pub(super) fn points(owner: Element<'_>, findings: &mut Vec<Finding>) -> Option<f64> {
    let written = owner.attribute("points")?;
    let points = written.text.parse().ok().filter(|points: &f64| points.is_finite());
    if points.is_none() {
        findings.push(broken(written.place, format!("`{}` is no number of points", written.text)));
    }
    points
}

fn number(parent: Element<'_>, name: &str, findings: &mut Vec<Finding>) -> Option<Number> {
    let Written { text, place } = parent.child(name)?.content()?;
    let value = text.parse().ok();
    if value.is_none() {
        findings.push(broken(place.clone(), format!("`{name}` must be a whole number, not `{text}`")));
    }
    Some(Number { value, place })
}

fn pattern(parent: Element<'_>, name: &str, several: bool, findings: &mut Vec<Finding>) -> Option<Pattern> {
    let Written { text, place } = parent.child(name)?.content()?;
    let pattern = Pattern::parse(&text).filter(|pattern| pattern.path(1).is_some());
    let pattern = pattern.filter(|pattern| pattern.has_number() || !several);
    if pattern.is_none() {
        findings.push(broken(place, format!("`{text}` is no path pattern such as `tests/%02d`")));
    }
    pattern
}

impl TestEntry {
    fn unlisted(place: Place) -> TestEntry {
        TestEntry {
            method: Method::Unlisted,
            cmd: None,
            from_file: None,
            testset: None,
            group: None,
            points: None,
            sample: false,
            verdict: None,
            place,
        }
    }
}
