//! The reference as text: the page, what editors show of a name, and what prompts contain.

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

    /// What a model has to know to write a program of this role: what is rare and what is not portable is left out.
    pub fn prompt(&self, role: Register) -> String {
        let mut prompt = format!("# testlib.h for a {}\n", role_word(role));
        if let Some(entry) = self.find(None, role.function()) {
            prompt += &format!("\n```cpp\n{}\n```\n", entry.example);
        }
        let is_of_use = |entry: &&Entry| entry.roles.contains(&role) && !entry.rare && !entry.is_extension();
        for section in &self.sections {
            let lines: String = self.of(section).filter(is_of_use).map(|entry| entry.line(role)).collect();
            if lines.is_empty() {
                continue;
            }
            prompt += &format!("\n## {}\n\n", section.title);
            if !section.text.trim().is_empty() {
                prompt += &format!("{}\n\n", section.text.trim());
            }
            prompt += &lines;
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

    /// The name as programs of a role write it: with the object that they have rather than the class.
    fn spoken(&self, role: Register) -> String {
        let object = match self.owner {
            None => return self.name.clone(),
            Some(Owner::InStream) if role == Register::Validator => "inf",
            Some(Owner::InStream) => "ouf",
            Some(Owner::Random) => "rnd",
            Some(Owner::Pattern) => "pattern(…)",
            Some(Owner::Validator) => "validator",
            Some(Owner::Checker) => "checker",
        };
        format!("{object}.{}", self.name)
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
