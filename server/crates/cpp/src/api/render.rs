//! The reference as text: the page, what editors show of a name, and what prompts contain.

use std::collections::{BTreeMap, BTreeSet};

use problem::facts::Register;

use super::{Api, Entry, Owner, Section, role_word};

const PREFACE: &str = "\
<!-- Made from api.toml by the tests of server/crates/cpp; `UPDATE_EXPECT=1 cargo test -p cpp api` writes it again. -->

# testlib.h: the reference

Everything that the header offers. The words behind a name say what it is and which programs it is of use in; an
example stands in the main function of the first of them. Signatures under *with this header only* do not compile with
the usual header.
";

impl Api {
    /// The whole page, in Markdown.
    pub fn page(&self) -> String {
        let mut page = PREFACE.to_owned();
        for section in &self.sections {
            page += &format!("\n## {}\n", section.title);
            if !section.text.trim().is_empty() {
                page += &format!("\n{}\n", section.text.trim());
            }
            for entry in self.of(section) {
                let roles: Vec<&str> = entry.roles.iter().map(|&role| role_word(role)).collect();
                page += &format!("\n### {}\n\n*{}: {}*\n\n", entry.path(), entry.kind, roles.join(", "));
                page += &entry.markdown();
            }
        }
        page
    }

    /// What a model has to know to write a program of this role that was wrong about names: of the names in `words`, which are
    /// its source and what the compiler said, what they mean; of the others how they are called. What is rare, what is not
    /// portable, what the rules for such programs forbid and what is for other problems than this one is left out.
    pub fn prompt(&self, role: Register, topics: &Topics, words: &str) -> String {
        let mut prompt = format!("# The names of testlib.h for programs such as this {}\n", role_word(role));
        let is_of_use = |entry: &&Entry| entry.roles.contains(&role) && !entry.rare && !entry.is_extension();
        let words: BTreeSet<&str> =
            words.split(|one: char| !(one.is_alphanumeric() || one == '_')).filter(|word| !word.is_empty()).collect();
        for section in &self.sections {
            let entries = self.of(section).filter(is_of_use);
            let (used, others): (Vec<&Entry>, Vec<&Entry>) = entries.partition(|entry| words.contains(&*entry.name));
            let mut calls: BTreeMap<Option<&str>, BTreeSet<String>> = BTreeMap::new();
            for entry in others.into_iter().filter(|entry| !is_forbidden(role, &entry.name) && topics.have(role, entry))
            {
                calls.entry(entry.object(role)).or_default().extend(entry.calls(role, topics));
            }
            calls.retain(|_, calls| !calls.is_empty());
            if used.is_empty() && calls.is_empty() {
                continue;
            }
            prompt += &format!("\n## {}\n\n", section.title);
            let is_all = used.is_empty();
            prompt.extend(used.into_iter().map(|entry| entry.line(role)));
            for (object, calls) in calls {
                let label = match (is_all, object) {
                    (true, None) => String::new(),
                    (false, None) => "Others: ".to_owned(),
                    (true, Some(object)) => format!("Of `{object}`: "),
                    (false, Some(object)) => format!("Others of `{object}`: "),
                };
                prompt += &format!("- {label}{}\n", quoted(&Vec::from_iter(calls)));
            }
        }
        prompt
    }

    fn of(&self, section: &Section) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.section == section.id)
    }
}

impl Entry {
    /// What an editor shows of the name, in Markdown: signatures, meaning, draws, example and frequent mistake.
    pub fn markdown(&self) -> String {
        let mut text = format!("```cpp\n{}```\n\n{}", self.declarations(), self.meaning);
        if !self.aliases.is_empty() {
            text += &format!(" Also called {}.", quoted(&self.aliases));
        }
        text += "\n";
        let paragraph = |title: &str, words: &str| match words {
            "" => String::new(),
            words => format!("\n**{title}.** {words}\n"),
        };
        text += &paragraph("Draws", &self.draws);
        text += &format!("\n**Example.**\n\n```cpp\n{}\n```\n", self.example);
        if !self.result.is_empty() {
            text += &format!("\nIt prints, when started as `gen 1`:\n\n```text\n{}\n```\n", self.result);
        }
        text += &paragraph("Mistake", &self.mistake);
        text += &paragraph("Portability", &self.upstream);
        text
    }

    fn declarations(&self) -> String {
        let mut lines = self.owner.map_or_else(String::new, |owner| format!("// {}\n", owner.class()));
        for signature in &self.signatures {
            lines += &format!("{signature}\n");
        }
        if !self.extensions.is_empty() {
            lines += "// with this header only\n";
        }
        for signature in &self.extensions {
            lines += &format!("{signature}\n");
        }
        lines
    }

    /// One line of a list for prompts.
    fn line(&self, role: Register) -> String {
        let mut line = format!("- `{}`", self.spoken(role));
        if self.signatures != [self.name.as_str()] {
            let signatures: Vec<String> = self.signatures.iter().map(|signature| terse(signature)).collect();
            line += &format!(": {}", quoted(&signatures));
        }
        line += &format!(". {}", self.meaning);
        if !self.mistake.is_empty() {
            line += &format!(" Mistake: {}", self.mistake);
        }
        line + "\n"
    }

    /// How it is called, one form each, without those for other problems.
    fn calls(&self, role: Register, topics: &Topics) -> impl Iterator<Item = String> {
        // Others read without bounds what a validator has seen.
        let is_number = self.section == "numbers" && role == Register::Validator;
        let is_of_reals = |signature: &str| signature.contains("double ");
        // What is between two of the usual types, and what takes a pattern that was made before.
        let is_seldom =
            |signature: &str| signature.contains("unsigned long long") || signature.contains("const pattern&");
        let kept = self
            .signatures
            .iter()
            .filter(move |signature| !is_seldom(signature) && (topics.reals || !is_of_reals(signature)))
            .filter(move |signature| !is_number || signature.contains(" min,"));
        kept.map(|signature| terse(signature))
    }

    /// The name as programs of a role write it: with the object that they have rather than the class.
    fn spoken(&self, role: Register) -> String {
        match self.object(role) {
            None => self.name.clone(),
            Some(object) => format!("{object}.{}", self.name),
        }
    }

    /// The object that programs of a role have of the class.
    fn object(&self, role: Register) -> Option<&'static str> {
        Some(match self.owner? {
            Owner::InStream if role == Register::Validator => "inf",
            Owner::InStream => "ouf",
            Owner::Random => "rnd",
            Owner::Pattern => "pattern(…)",
            Owner::Validator => "validator",
            Owner::Checker => "checker",
        })
    }
}

/// What the inputs and outputs of a problem have; what is for others is not told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topics {
    /// Letters, words and lines.
    pub words: bool,
    /// Numbers that are not whole.
    pub reals: bool,
    /// Several cases in one input.
    pub cases: bool,
    /// Groups of tests, or points.
    pub groups: bool,
}

impl Topics {
    /// Whether an entry is of use in a program of a role.
    fn have(&self, role: Register, entry: &Entry) -> bool {
        const OF_REALS: [&str; 4] = ["doubleCompare", "doubleDelta", "stringToDouble", "stringToStrictDouble"];
        const OF_WORDS: [&str; 5] = ["compress", "lowerCase", "upperCase", "trim", "englishEnding"];
        const OF_STREAMS: [&str; 3] = ["InStream", "stringToLongLong", "stringToUnsignedLongLong"];
        const OF_GROUPS: [&str; 13] = [
            "getGroup",
            "getTestset",
            "setGroup",
            "setTestset",
            "group",
            "testset",
            "validator",
            "checker",
            "feature",
            "addFeature",
            "quitp",
            "_points",
            "_pc",
        ];
        let is = |names: &[&str]| names.contains(&entry.name.as_str());
        // Whoever writes a generator takes options apart.
        let takes_apart = role != Register::Generator && is(&["split", "tokenize"]);
        let is_of_words = ["tokens", "patterns"].contains(&entry.section.as_str()) || is(&OF_WORDS) || takes_apart;
        let is_of_reals = entry.name.ends_with("Double") || entry.name.ends_with("Doubles") || is(&OF_REALS);
        // What an interactor says and hears is a few words and numbers; what prints without a flush would have both sides wait.
        let is_aside =
            role == Register::Interactor && ["random", "patterns", "output", "text"].contains(&entry.section.as_str());
        let is_of_cases = is(&["setTestCase", "unsetTestCase", "startTest"]);
        !is_aside
            && !is(&OF_STREAMS)
            && (self.words || !is_of_words)
            && (self.reals || !is_of_reals)
            && (self.cases || !is_of_cases)
            && (self.groups || !is(&OF_GROUPS))
    }
}

/// Whether the rules for programs of a role forbid a name.
fn is_forbidden(role: Register, name: &str) -> bool {
    let names: &[&str] = match role {
        Register::Validator => &["quit", "quitf", "quitif", "quits", "TResult", "_fail"],
        Register::Checker | Register::Interactor => {
            &["ensure", "ensuref", "readSpace", "readEoln", "readEof", "setSeed", "readChar", "curChar"]
        }
        Register::Generator => &["setSeed"],
        Register::Scorer => &[],
    };
    names.contains(&name)
}

/// A signature without what every reader adds by himself.
fn terse(signature: &str) -> String {
    signature.replace("std::", "").replace("const string& ", "string ")
}

fn quoted(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}
