//! The JSON report, as the contract describes it.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::remarks;

/// A report.
#[derive(Clone, Debug, PartialEq)]
pub struct Report(pub Value);

impl Report {
    /// The verdicts of a solution, in the order of the tests.
    pub fn verdicts(&self, solution: &str) -> Vec<&str> {
        let row = self.row(solution);
        words(&self.0["matrix"]["verdicts"][row])
    }

    /// The peak memory of a solution on every test, kibibytes.
    pub fn memory_kb(&self, solution: &str) -> Vec<u64> {
        let cells = self.0["matrix"]["memory_kb"][self.row(solution)].as_array();
        cells.expect("a row is a list").iter().map(|cell| cell.as_u64().expect("the cell was run")).collect()
    }

    /// The CPU time of a solution on every test, milliseconds.
    pub fn time_ms(&self, solution: &str) -> Vec<f64> {
        let cells = self.0["matrix"]["time_ms"][self.row(solution)].as_array();
        cells.expect("a row is a list").iter().map(|cell| cell.as_f64().expect("the cell was run")).collect()
    }

    /// Whether a layer of the sandbox that ran the programs has one of these names, or a name that begins so.
    pub fn has_layer(&self, beginnings: &[&str]) -> bool {
        let layers = words(&self.0["problem"]["sandbox"]["layers"]);
        layers.iter().any(|layer| beginnings.iter().any(|beginning| layer.starts_with(beginning)))
    }

    fn row(&self, solution: &str) -> usize {
        let rows = words(&self.0["matrix"]["solutions"]);
        rows.iter().position(|row| *row == solution).unwrap_or_else(|| panic!("{solution} is none of {rows:?}"))
    }

    /// Says which solutions were accepted near the time limit.
    pub(crate) fn tell_who_is_near_the_limit(&self) {
        let Some(limit_ms) = self.0["problem"]["time_limit_ms"].as_f64() else { return };
        for solution in self.0["solutions"].as_array().into_iter().flatten() {
            if let (Some("AC"), Some(path), Some(time_ms)) =
                (solution["verdict"].as_str(), solution["path"].as_str(), solution["max_time_ms"].as_f64())
            {
                remarks::near_the_limit(path, time_ms, limit_ms);
            }
        }
    }

    /// What is said of a solution.
    pub fn solution(&self, path: &str) -> &Value {
        find(&self.0["solutions"], "path", path)
    }

    /// What is said of a program.
    pub fn program(&self, path: &str) -> &Value {
        find(&self.0["programs"], "path", path)
    }

    /// What is said of a test.
    pub fn test(&self, id: &str) -> &Value {
        find(&self.0["tests"], "id", id)
    }

    /// One line per solution: its path, its verdicts, its class and whether its label is met.
    pub fn matrix(&self) -> String {
        let mut text = String::new();
        for path in words(&self.0["matrix"]["solutions"]) {
            let solution = self.solution(path);
            let class = solution["class"].as_str().unwrap_or("-");
            let met = match solution["expectation_met"].as_bool() {
                Some(true) => "met",
                Some(false) => "unmet",
                None => "-",
            };
            let verdicts = self.verdicts(path).join(" ");
            writeln!(text, "{path}: {verdicts} | {class} {met}").expect("writing to a string does not fail");
        }
        text
    }

    /// One line per finding: `severity code path:line: message`, lines counted from 1.
    pub fn findings(&self) -> Vec<String> {
        let findings = self.0["findings"].as_array().expect("findings are a list");
        findings
            .iter()
            .map(|finding| {
                let word = |key: &str| finding[key].as_str().unwrap_or("(folder)").to_owned();
                let line = finding["range"]["start"]["line"].as_u64().expect("a range has lines") + 1;
                let (severity, code, path) = (word("severity"), word("code"), word("path"));
                format!("{severity} {code} {path}:{line}: {}", word("message").replace('\n', "\\n"))
            })
            .collect()
    }

    /// The findings of a code.
    pub fn findings_of(&self, code: &str) -> Vec<String> {
        self.findings().into_iter().filter(|finding| finding.split(' ').nth(1) == Some(code)).collect()
    }

    /// What must not depend on how much was judged: classes and metrics.
    pub fn sums(&self) -> Value {
        let solutions = self.0["solutions"].as_array().expect("there are solutions");
        let classes: Vec<Value> = solutions.iter().map(|one| json!([one["path"], one["class"]])).collect();
        json!([classes, self.0["metrics"]["tpr"], self.0["metrics"]["tnr"]])
    }

    /// The report without what may differ from run to run: times, memory, the root and the sandbox.
    pub fn without_measurements(&self) -> Value {
        let mut report = self.0.clone();
        remove(&mut report["problem"], &["root", "sandbox"]);
        remove(&mut report["matrix"], &["time_ms", "memory_kb"]);
        for solution in report["solutions"].as_array_mut().into_iter().flatten() {
            remove(solution, &["max_time_ms", "max_memory_kb"]);
        }
        report
    }

    /// The same as text, a list of plain values on one line.
    pub fn text(&self) -> String {
        let mut text = String::new();
        print(&self.without_measurements(), 0, &mut text);
        text + "\n"
    }
}

fn remove(object: &mut Value, keys: &[&str]) {
    let object = object.as_object_mut().expect("an object");
    for key in keys {
        assert!(object.remove(*key).is_some(), "there is no {key}");
    }
}

fn print(value: &Value, depth: usize, text: &mut String) {
    let (open, close, inner): (_, _, Vec<(String, &Value)>) = match value {
        Value::Object(map) => ('{', '}', map.iter().map(|(key, value)| (format!("{key:?}: "), value)).collect()),
        Value::Array(list) => ('[', ']', list.iter().map(|value| (String::new(), value)).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return text.push_str(&value.to_string()),
    };
    let is_flat = inner.iter().all(|(_, value)| !value.is_object() && !value.is_array());
    if is_flat && (value.is_array() || inner.len() <= 2) {
        return text.push_str(&value.to_string());
    }
    text.push(open);
    for (idx, (key, value)) in inner.iter().enumerate() {
        text.push_str(if idx == 0 { "\n" } else { ",\n" });
        text.push_str(&"  ".repeat(depth + 1));
        text.push_str(key);
        print(value, depth + 1, text);
    }
    text.push_str(&format!("\n{}{close}", "  ".repeat(depth)));
}

/// The words of a list.
pub fn words(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|word| word.as_str().expect("a word")).collect()
}

fn find<'a>(list: &'a Value, key: &str, wanted: &str) -> &'a Value {
    let found = list.as_array().expect("a list").iter().find(|item| item[key] == wanted);
    found.unwrap_or_else(|| panic!("nothing has the {key} {wanted} in {list:#}"))
}
