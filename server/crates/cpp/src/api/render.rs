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
    /// its source and what the compiler said, what they mean; of the others how they are called. What is rare and what is not
    /// portable is left out.
    pub fn prompt(&self, role: Register, words: &str) -> String {
        let mut prompt = format!("# The names of testlib.h for programs such as this {}\n", role_word(role));
        let is_of_use = |entry: &&Entry| entry.roles.contains(&role) && !entry.rare && !entry.is_extension();
        let words: BTreeSet<&str> =
            words.split(|one: char| !(one.is_alphanumeric() || one == '_')).filter(|word| !word.is_empty()).collect();
        for section in &self.sections {
            let entries = self.of(section).filter(is_of_use);
            let (used, others): (Vec<&Entry>, Vec<&Entry>) = entries.partition(|entry| words.contains(&*entry.name));
            if used.is_empty() && others.is_empty() {
                continue;
            }
            prompt += &format!("\n## {}\n\n", section.title);
            prompt.extend(used.into_iter().map(|entry| entry.line(role)));
            let mut calls: BTreeMap<Option<&str>, BTreeSet<String>> = BTreeMap::new();
            for entry in others {
                calls.entry(entry.object(role)).or_default().extend(entry.calls());
            }
            for (object, calls) in calls {
                let of = object.map_or_else(String::new, |object| format!(" of `{object}`"));
                prompt += &format!("- Others{of}: {}\n", quoted(&Vec::from_iter(calls)));
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

    /// How it is called, one form each.
    fn calls(&self) -> impl Iterator<Item = String> {
        self.signatures.iter().map(|signature| terse(signature))
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

/// A signature without what every reader adds by himself.
fn terse(signature: &str) -> String {
    signature.replace("std::", "").replace("const string& ", "string ")
}

fn quoted(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}
