//! Forms of fields that several datasets have, read from whatever of them is met: nobody has verified all of them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use problem::{language::Language, languages};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{DeserializeOwned, IgnoredAny, MapAccess, Visitor},
};
use serde_json::Value;

use super::{Judge, Row, Submission, Test, Tool};

/// Fields that name a problem, in the order in which they count.
const NAMES: [&str; 6] = ["name", "id", "pid", "question_id", "title", "question_title"];

/// What is seen of an object without reading all of it.
#[derive(Default)]
pub(super) struct Glance {
    /// The names of its fields.
    pub(super) fields: BTreeSet<String>,
    names: BTreeMap<usize, String>,
}

impl Glance {
    /// Looks at an object.
    pub(super) fn at(line: &[u8]) -> serde_json::Result<Glance> {
        let mut deserializer = serde_json::Deserializer::from_slice(line);
        let glance = deserializer.deserialize_map(Looking)?;
        deserializer.end()?;
        Ok(glance)
    }

    /// What names the problem, the best first.
    pub(super) fn names(self) -> Vec<String> {
        self.names.into_values().collect()
    }
}

struct Looking;

impl<'de> Visitor<'de> for Looking {
    type Value = Glance;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Glance, A::Error> {
        let mut glance = Glance::default();
        while let Some(field) = map.next_key::<String>()? {
            match NAMES.iter().position(|name| *name == field) {
                Some(rank) => {
                    let name = word_of(map.next_value()?).filter(|name| !name.is_empty());
                    glance.names.extend(name.map(|name| (rank, name)));
                }
                None => drop(map.next_value::<IgnoredAny>()?),
            }
            glance.fields.insert(field);
        }
        Ok(glance)
    }
}

/// A field that may be `null`, or of a form that nobody knows; then it counts as absent.
pub(super) fn nullable<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<Option<T>, D::Error> {
    Ok(serde_json::from_value(Value::deserialize(from)?).ok())
}

/// A list of texts, or one text with a line for each.
pub(super) fn lines<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::Array(list) => list.into_iter().filter_map(word_of).collect(),
        Value::String(text) => text.lines().map(str::to_owned).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => Vec::new(),
    })
}

/// A text, or a number in its place.
pub(super) fn word<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(word_of(Value::deserialize(from)?).unwrap_or_default())
}

fn word_of(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        Value::Number(number) => Some(number.to_string()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A whole number of at least 1 out of one that may have a fraction.
pub(super) fn amount(number: Option<f64>) -> Option<u64> {
    number.map(f64::ceil).filter(|number| (1.0..1e15).contains(number)).map(|number| number as u64)
}

/// A text that says something.
pub(super) fn said(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}

/// A language: by its word, or by its number in CodeContests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Tongue {
    Number(i64),
    Word(String),
}

impl Tongue {
    pub(super) fn language(&self) -> Language {
        match self {
            Tongue::Number(1) => Language::Other("python2"),
            Tongue::Number(2) => Language::Cpp,
            Tongue::Number(3) => Language::Python,
            Tongue::Number(4) => Language::Other("java"),
            Tongue::Number(_) => Language::Other("unknown"),
            // The name of number 1.
            Tongue::Word(word) if word == "PYTHON" => Language::Other("python2"),
            Tongue::Word(word) => by_word(&word.to_ascii_lowercase()),
        }
    }
}

fn by_word(word: &str) -> Language {
    match word.trim() {
        "c" => Language::C,
        "cc" | "cxx" => Language::Cpp,
        "py" | "py3" | "python" | "python3" | "pypy3" => Language::Python,
        "py2" | "python2" | "pypy2" | "pypy" => Language::Other("python2"),
        "java" => Language::Other("java"),
        word if ["cpp", "c++", "g++", "gnu c++"].iter().any(|start| word.starts_with(start)) => Language::Cpp,
        word if word.starts_with("python3") || word.starts_with("python 3") => Language::Python,
        word if word.starts_with("java") && !word.starts_with("javascript") => Language::Other("java"),
        word => languages::table().of_word(word).map_or(Language::Other("unknown"), Language::named),
    }
}

/// The word that datasets have for a language.
pub(super) fn word_for(language: &Language) -> &'static str {
    match language {
        Language::Cpp => "cpp",
        Language::C => "c",
        Language::Python => "py3",
        Language::Checktestdata => "checktestdata",
        Language::Scripts => "scripts",
        Language::Other("python2") => "py2",
        Language::Other(name) => name,
    }
}

/// Solutions, in any of the forms that datasets have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Programs {
    /// Two lists of the same length.
    Columns { language: Vec<Tongue>, solution: Vec<String> },
    /// A list of objects.
    List(Vec<Program>),
    /// Lists by language.
    ByLanguage(BTreeMap<String, Codes>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Codes {
    Many(Vec<String>),
    One(String),
}

/// A solution of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Program {
    #[serde(alias = "solution", alias = "content")]
    pub(super) code: String,
    pub(super) language: Tongue,
}

impl Programs {
    /// All of them as solutions of a pool.
    pub(super) fn pool(this: Option<Programs>, is_correct: bool) -> Vec<Submission> {
        let one = |language: Language, code: String| Submission { code, language, is_correct };
        match this {
            None => Vec::new(),
            Some(Programs::Columns { language, solution }) => {
                language.iter().zip(solution).map(|(language, code)| one(language.language(), code)).collect()
            }
            Some(Programs::List(list)) => {
                list.into_iter().map(|program| one(program.language.language(), program.code)).collect()
            }
            Some(Programs::ByLanguage(all)) => {
                let codes = |codes: Codes| match codes {
                    Codes::Many(codes) => codes,
                    Codes::One(code) => vec![code],
                };
                let of = |(word, all): (String, Codes)| {
                    let language = by_word(&word.to_ascii_lowercase());
                    codes(all).into_iter().map(move |code| one(language.clone(), code)).collect::<Vec<_>>()
                };
                all.into_iter().flat_map(of).collect()
            }
        }
    }

    /// A pool as a list of objects.
    pub(super) fn list(row: &Row, is_correct: bool) -> Vec<Program> {
        let one = |solution: &Submission| Program {
            code: solution.code.clone(),
            language: Tongue::Word(word_for(&solution.language).to_owned()),
        };
        row.pool(is_correct).map(one).collect()
    }

    /// A pool as two lists, with the numbers or the words of languages.
    pub(super) fn columns(row: &Row, is_correct: bool, with_numbers: bool) -> Programs {
        let tongue = |language: &Language| match (with_numbers, language) {
            (false, language) => Tongue::Word(word_for(language).to_owned()),
            (true, Language::Other("python2")) => Tongue::Number(1),
            (true, Language::Cpp) => Tongue::Number(2),
            (true, Language::Python) => Tongue::Number(3),
            (true, Language::Other("java")) => Tongue::Number(4),
            (true, Language::C | Language::Checktestdata | Language::Scripts | Language::Other(_)) => Tongue::Number(0),
        };
        Programs::Columns {
            language: row.pool(is_correct).map(|solution| tongue(&solution.language)).collect(),
            solution: row.pool(is_correct).map(|solution| solution.code.clone()).collect(),
        }
    }

    /// A pool as lists by language.
    pub(super) fn by_language(row: &Row, is_correct: bool) -> Programs {
        let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for solution in row.pool(is_correct) {
            let word = match solution.language {
                Language::Python => "python",
                ref other => word_for(other),
            };
            all.entry(word.to_owned()).or_default().push(solution.code.clone());
        }
        Programs::ByLanguage(all.into_iter().map(|(word, codes)| (word, Codes::Many(codes))).collect())
    }
}

/// A test as an object of two texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Pair {
    pub(super) input: String,
    #[serde(default)]
    pub(super) output: Option<String>,
    /// Of LiveCodeBench: `stdin` or `functional`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) testtype: Option<String>,
}

impl Pair {
    pub(super) fn test(self) -> Test {
        Test { input: self.input, output: self.output, ..Test::default() }
    }

    pub(super) fn of(test: &Test) -> Pair {
        Pair { input: test.input.clone(), output: test.output.clone(), testtype: None }
    }
}

/// A test as CodeContests-O and CommonOJ have it; plain texts are read too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// The input.
    pub input: Stdin,
    /// The answer.
    #[serde(default)]
    pub output: Stdout,
}

/// What a solution reads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StreamForm")]
pub struct Stdin {
    /// On standard input.
    pub stdin: String,
}

/// What a solution writes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StreamForm")]
pub struct Stdout {
    /// On standard output.
    pub stdout: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum StreamForm {
    Plain(String),
    Struct {
        #[serde(default)]
        stdin: Option<String>,
        #[serde(default)]
        stdout: Option<String>,
    },
    Null,
}

impl From<StreamForm> for Stdin {
    fn from(form: StreamForm) -> Stdin {
        match form {
            StreamForm::Plain(stdin) => Stdin { stdin },
            StreamForm::Struct { stdin, .. } => Stdin { stdin: stdin.unwrap_or_default() },
            StreamForm::Null => Stdin::default(),
        }
    }
}

impl From<StreamForm> for Stdout {
    fn from(form: StreamForm) -> Stdout {
        let stdout = match form {
            StreamForm::Plain(stdout) => Some(stdout),
            StreamForm::Struct { stdout, .. } => stdout,
            StreamForm::Null => None,
        };
        Stdout { stdout }
    }
}

impl Case {
    pub(super) fn test(self) -> Test {
        Test { input: self.input.stdin, output: self.output.stdout, ..Test::default() }
    }

    /// A test in this form.
    pub fn of(test: &Test) -> Case {
        Case { input: Stdin { stdin: test.input.clone() }, output: Stdout { stdout: test.output.clone() } }
    }
}

/// What a dataset has no fields for, in a field of our own, which other readers pass over.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Extra {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) time_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) memory_mb: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) generator: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) commands: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) validator: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) checker: Option<String>,
}

impl Extra {
    /// Everything that there may be no field for.
    pub(super) fn of(row: &Row) -> Extra {
        Extra {
            time_ms: row.time_ms,
            memory_mb: row.memory_mb,
            generator: code(row.generator.as_ref()),
            commands: row.commands.clone(),
            validator: code(row.validator.as_ref()),
            checker: checker_code(row),
        }
    }

    /// Puts what it says where the row says nothing.
    pub(super) fn complete(this: Option<Extra>, row: &mut Row) {
        let Some(extra) = this else { return };
        row.time_ms = row.time_ms.or(extra.time_ms);
        row.memory_mb = row.memory_mb.or(extra.memory_mb);
        row.generator = row.generator.take().or_else(|| extra.generator.and_then(Tool::of));
        row.validator = row.validator.take().or_else(|| extra.validator.and_then(Tool::of));
        row.checker = row.checker.take().or_else(|| judge(extra.checker));
        if row.commands.is_empty() {
            row.commands = extra.commands;
        }
    }
}

pub(super) fn code(tool: Option<&Tool>) -> Option<String> {
    tool.map(|tool| tool.code.clone())
}

/// The source of the checker, that of a standard one too: other readers know no names.
pub(super) fn checker_code(row: &Row) -> Option<String> {
    match row.checker.as_ref()? {
        Judge::Standard(standard) => super::standard::source_of(*standard).map(str::to_owned),
        Judge::Program(tool) => Some(tool.code.clone()),
    }
}

/// A checker by its source, or by the name of a standard one.
pub(super) fn judge(checker: Option<String>) -> Option<Judge> {
    let checker = said(checker)?;
    let standard = super::standard::standard_of(&checker);
    standard.map(Judge::Standard).or_else(|| Tool::of(checker).map(Judge::Program))
}
