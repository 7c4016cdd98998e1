//! Rime: `PROBLEM`, `tests/TESTSET` and a `SOLUTION` beside each solution are programs in Python. They call functions with the
//! names of files and numbers as arguments; where these are written out they are read, and nothing is run.

use crate::{
    folder::Folder,
    formats::{
        plain::{Hints, exactly},
        wording::labels::sets_of_labels,
    },
    label::{Label, LabelWord},
    model::{LanguageLimits, Role},
    path::RelPath,
    settings::RoleHint,
    text::{LineIndex, Place},
};

/// The manifest.
pub(super) const MANIFEST: &str = "PROBLEM";
/// What says that a directory is a solution.
pub(super) const SOLUTION: &str = "SOLUTION";
/// What names the tools.
pub(super) const TESTS: &str = "tests/TESTSET";
/// The argument that names the tests that a wrong solution is to fail on, the second one where it is not named.
const CHALLENGE: &str = "challenge_cases";
/// What says how a wrong solution may fail.
const EXPECTED: &str = "expected_verdicts";
/// No time limit is longer, seconds.
const MOST_SECONDS: f64 = 1e6;

/// Endings of calls in `TESTSET`, with what the file is that they name.
const TOOLS: [(&str, Role); 4] = [
    ("_generator", Role::Generator),
    ("_validator", Role::Validator),
    ("_judge", Role::Checker),
    ("_reactive", Role::Interactor),
];

/// Whether a text is the manifest: others have a file of this name, too.
pub(super) fn is_manifest(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("problem("))
}

/// The time limit that the manifest states.
pub(super) fn limits(text: &str) -> LanguageLimits {
    LanguageLimits { time_ms: time_ms(text), memory_bytes: None }
}

fn time_ms(text: &str) -> Option<u64> {
    let stated = calls(text).iter().find_map(|call| call.argument("time_limit"));
    let stated = stated.and_then(|value| value.text.parse::<f64>().ok());
    let seconds = stated.filter(|seconds| (0.001..=MOST_SECONDS).contains(seconds))?;
    Some((seconds * 1000.0).round() as u64)
}

/// Tells the reader of plain folders what the calls say; what it has been told before goes first.
pub(super) fn hint(folder: &dyn Folder, manifest: &str, hints: &mut Hints) {
    let reference = calls(manifest).iter().find_map(|call| call.argument("reference_solution"));
    let reference = reference.and_then(Argument::string);
    let tests = RelPath::parse(TESTS).and_then(|path| Some((path.parent(), folder.text(&path)?)));
    let (home, text) = tests.unwrap_or((RelPath::root(), String::new()));
    for call in calls(&text) {
        let tool = TOOLS.iter().find(|(end, _)| call.name.ends_with(end));
        if let (Some((_, role)), Some(path)) = (tool, call.source().and_then(|name| home.join(&name))) {
            add_role(hints, &path, *role);
        }
    }
    for entry in folder.files().iter().filter(|entry| entry.path.file_name() == SOLUTION) {
        let home = entry.path.parent();
        let Some(text) = folder.text(&entry.path).filter(|_| home.parts().count() == 1) else { continue };
        let calls = calls(&text);
        let Some(call) = calls.iter().find(|call| call.name.ends_with("_solution")) else { continue };
        let source = call.source().and_then(|name| home.join(&name));
        let Some(source) = source.filter(|path| folder.has(path)) else { continue };
        add_role(hints, &source, Role::Solution);
        let (label, at) = match call.challenge_cases() {
            Some(value) => calls
                .iter()
                .find_map(Call::expected_failures)
                .unwrap_or((Label::of(LabelWord::Rejected, CHALLENGE), value.place)),
            None => (Label::of(LabelWord::Accepted, call.name), (call.start, call.start + call.name.len())),
        };
        let range = LineIndex::new(&text).range(at.0..at.1);
        let place = Some(Place { path: entry.path.clone(), range });
        if let Some(glob) = exactly(&source) {
            hints.labels.push((glob, Label { place, ..label }));
        }
        if reference.as_deref() == Some(home.as_str()) {
            hints.main = hints.main.take().or(Some(source));
        }
    }
}

fn add_role(hints: &mut Hints, path: &RelPath, role: Role) {
    hints.roles.extend(exactly(path).map(|glob| (glob, RoleHint::Role(role))));
}

/// A call that stands in no other one.
struct Call<'a> {
    name: &'a str,
    /// Where the name stands, bytes.
    start: usize,
    /// The first arguments, as long as they have no names.
    unnamed: Vec<Argument<'a>>,
    arguments: Vec<(&'a str, Argument<'a>)>,
}

/// What an argument is given.
#[derive(Clone, Copy)]
struct Argument<'a> {
    text: &'a str,
    /// Where its name stands, or what it is given where it has none, from and to, bytes.
    place: (usize, usize),
}

impl<'a> Call<'a> {
    /// The first argument of a name.
    fn argument(&self, name: &str) -> Option<Argument<'a>> {
        self.arguments.iter().find(|(key, _)| *key == name).map(|(_, value)| *value)
    }

    /// The name of the source that it is about.
    fn source(&self) -> Option<String> {
        let named = self.argument("src").or(self.argument("src_name"));
        named.or(self.unnamed.first().copied()).and_then(Argument::string)
    }

    /// The tests that a wrong solution is to fail on.
    fn challenge_cases(&self) -> Option<Argument<'a>> {
        let value = self.argument(CHALLENGE).or(self.unnamed.get(1).copied());
        value.filter(|value| value.text != "None")
    }

    /// How a wrong solution may fail, where this says it: one of these verdicts has to be seen, and no other failure.
    fn expected_failures(&self) -> Option<(Label, (usize, usize))> {
        let list = self.unnamed.first().filter(|_| self.name == EXPECTED)?;
        let written = list.text.trim_matches(['[', ']', '(', ')']).split(',').map(str::trim);
        let words: Vec<LabelWord> =
            written.filter(|word| !word.is_empty()).map(LabelWord::parse).collect::<Option<_>>()?;
        let failures: Vec<LabelWord> = words.into_iter().filter(|word| *word != LabelWord::Accepted).collect();
        let names = failures.iter().map(|word| word.name().to_owned()).collect();
        let sets = sets_of_labels(&failures).filter(|_| !failures.is_empty())?;
        Some((Label::of_sets(sets, names), list.place))
    }
}

impl Argument<'_> {
    /// A text that is written out.
    fn string(self) -> Option<String> {
        let inner = ["'", "\""].iter().find_map(|quote| self.text.strip_prefix(quote)?.strip_suffix(quote))?;
        (!inner.contains(['\'', '"', '\\'])).then(|| inner.to_owned())
    }
}

/// The calls of a text in Python, read once from its beginning to its end.
fn calls(text: &str) -> Vec<Call<'_>> {
    let mut calls: Vec<Call<'_>> = Vec::new();
    let (mut at, mut depth, mut word) = (0, 0_usize, 0..0);
    // The name and the start of the argument that is being read, and where its value begins.
    let mut open: Option<(&str, usize, usize)> = None;
    // Where the next argument of the call begins, while none had a name.
    let mut nameless: Option<usize> = None;
    let mut is_call = false;
    while let Some(letter) = text[at..].chars().next() {
        let next = at + letter.len_utf8();
        match letter {
            '#' => {
                at += text[at..].find('\n').unwrap_or(text.len() - at);
                continue;
            }
            '\'' | '"' => {
                at = end_of_string(text, at);
                continue;
            }
            '(' | '[' | '{' => {
                is_call = if depth == 0 { letter == '(' && !word.is_empty() && word.end == at } else { is_call };
                if depth == 0 && is_call {
                    let (name, start) = (&text[word.clone()], word.start);
                    calls.push(Call { name, start, unnamed: Vec::new(), arguments: Vec::new() });
                    nameless = Some(next);
                }
                depth += 1;
            }
            ')' | ']' | '}' | ',' if depth == 1 => {
                match (open.take(), nameless.take(), calls.last_mut()) {
                    (Some((name, start, from)), _, Some(call)) => {
                        let place = (start, start + name.len());
                        call.arguments.push((name, Argument { text: text[from..at].trim(), place }));
                    }
                    (None, Some(from), Some(call)) => {
                        let value = text[from..at].trim();
                        let start = from + text[from..at].len() - text[from..at].trim_start().len();
                        if !value.is_empty() {
                            call.unnamed.push(Argument { text: value, place: (start, start + value.len()) });
                        }
                        nameless = (letter == ',').then_some(next);
                    }
                    _ => {}
                }
                depth -= usize::from(letter != ',');
            }
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            '=' if depth == 1 && is_call && open.is_none() && !word.is_empty() => {
                open = Some((&text[word.clone()], word.start, next));
            }
            _ => {}
        }
        if letter.is_alphanumeric() || letter == '_' {
            word = if word.end == at { word.start..next } else { at..next };
        } else if !letter.is_whitespace() || letter == '\n' && depth == 0 {
            word = next..next;
        }
        at = next;
    }
    calls
}

/// Where a string that begins here has ended.
fn end_of_string(text: &str, start: usize) -> usize {
    let quote = &text[start..=start];
    let triple = quote.repeat(3);
    let end = if text[start..].starts_with(&triple) { &triple } else { quote };
    let mut at = start + end.len();
    while at < text.len() {
        if text[at..].starts_with(end) {
            return at + end.len();
        }
        let mut letters = text[at..].chars();
        let letter = letters.next().unwrap_or_default();
        if letter == '\n' && end.len() == 1 {
            return at;
        }
        at += letter.len_utf8() + if letter == '\\' { letters.next().map_or(0, char::len_utf8) } else { 0 };
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use expect_test::{Expect, expect};

    use super::*;
    use crate::{finding::Code, folder::MemoryFolder, formats};

    fn check(text: &str, expected: Expect) {
        let mut out = String::new();
        for call in calls(text) {
            let unnamed = call.unnamed.iter().map(|value| value.text.to_owned());
            let named = call.arguments.iter().map(|(key, value)| format!("{key}: {}", value.text));
            writeln!(out, "{}({})", call.name, unnamed.chain(named).collect::<Vec<_>>().join(" | ")).unwrap();
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn calls_with_what_they_are_given() {
        check(
            "# problem(id='no')\npid = 'A'  # a name\nproblem(\n  time_limit=2.5, id = pid,\n  title=\"a, (b)\", wiki={'a': f(x=1)},\n  )\n'''\nno(x=1)\n'''\n",
            expect![[r#"
                problem(time_limit: 2.5 | id: pid | title: "a, (b)" | wiki: {'a': f(x=1)})
            "#]],
        );
        check(
            "cxx_solution(src='main.cc', flags=['-O2', '-Wall'], challenge_cases=[])\nif x == 1:\n  script_solution('main.py')\n",
            expect![[r#"
                cxx_solution(src: 'main.cc' | flags: ['-O2', '-Wall'] | challenge_cases: [])
                script_solution('main.py')
            "#]],
        );
        check(
            "cc_solution( 'wrong, any.cc', challenge_cases=[])\nf(a(1), 'b')\nf()\n(g, h)\n",
            expect![[r#"
                cc_solution('wrong, any.cc' | challenge_cases: [])
                f(a(1) | 'b')
                f()
            "#]],
        );
    }

    /// Whatever is broken, reading ends.
    #[test]
    fn broken_texts() {
        for text in
            ["problem(", "problem(a=", "problem(a='", "f(a='x\nb=1)", ")))(((", "'''", "é(é=é)", "\\", "f(a=[(}"]
        {
            calls(text);
        }
        check(
            "é(é='é', b=1)",
            expect![[r#"
            é(é: 'é' | b: 1)
        "#]],
        );
        assert_eq!(time_ms("problem(time_limit=1e300)\n"), None);
        assert_eq!(time_ms("problem(time_limit=0.25)\n"), Some(250));
        assert_eq!(time_ms("problem(time_limit=2.007)\n"), Some(2007));
    }

    /// That no memory limit is stated is said only where no statement does.
    #[test]
    fn the_memory_limit_of_a_statement() {
        for (statement, bytes, n_assumed) in
            [("Memory limit: 64 MB\n", 64 << 20, 0), ("Memory limit: 256 MB\n", 256 << 20, 0), ("", 256 << 20, 1)]
        {
            let mut folder = MemoryFolder::new("p");
            for (path, text) in
                [("PROBLEM", "problem(time_limit=2.0)\n"), ("tests/TESTSET", ""), ("statement.md", statement)]
            {
                folder.add(RelPath::parse(path).unwrap(), text.as_bytes(), None);
            }
            let problem = formats::open(&folder).0;
            let assumed = problem.findings.iter().filter(|finding| finding.code == Code::LimitsAssumed);
            assert_eq!((problem.limits.memory_bytes, assumed.count()), (bytes, n_assumed), "{statement}");
        }
    }
}
