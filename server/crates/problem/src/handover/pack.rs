//! The files of a program, laid beside each other.
//!
//! What it includes from elsewhere in the folder comes along, and the lines that include it name the new place.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{Content, Given, laying::plain};
use crate::{included::include_name, language::Language, model::Program, modules, path::RelPath};

/// Most files of a program.
const MAX: usize = 200;
/// Most bytes of a file with everything that it includes.
const MAX_WRITTEN: usize = 1 << 20;
const TESTLIB: &str = "testlib.h";

/// A program by itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Packed {
    /// Its files, by their names beside each other.
    pub(super) files: BTreeMap<String, Content>,
    /// The one that is started.
    pub(super) main: String,
    /// Sources that are compiled, the one that is started first.
    pub(super) sources: Vec<String>,
    /// The files of the folder that it is made of.
    pub(super) used: Vec<RelPath>,
}

impl Packed {
    /// Whether it is one source, and headers beside it.
    pub(super) fn is_one_source(&self) -> bool {
        self.sources.len() == 1
    }

    /// What stands before the extension of the file that is started.
    pub(super) fn stem(&self) -> &str {
        self.main.rsplit_once('.').map_or(self.main.as_str(), |(stem, _)| stem)
    }

    /// The extension of the file that is started, as it is written; may be empty.
    pub(super) fn extension(&self) -> &str {
        self.main.rsplit_once('.').map_or("", |(_, extension)| extension)
    }

    /// The language of the file that is started, by its name.
    pub(super) fn language(&self) -> Option<Language> {
        RelPath::parse(&self.main).and_then(|path| Language::from_path(&path))
    }

    /// Takes away what DOMjudge would read as an expectation: the directory says it, or a line that is written.
    pub(super) fn without_tags(&mut self, given: &Given<'_>) {
        const TAG: &str = "@EXPECTED_RESULTS@";
        let text = text_of(given, &self.files[&self.main]).filter(|text| text.contains(TAG));
        if let Some(text) = text {
            self.files.insert(self.main.clone(), Content::Text(text.replace(TAG, "expected results").into()));
        }
    }

    /// Writes a comment into the first line of the file that is started, if its language is one where that is known how.
    pub(super) fn comment(&mut self, given: &Given<'_>, program: &Program, text: &str) -> bool {
        let begin = match program.language {
            Language::Python => "#",
            Language::Cpp | Language::C => "//",
            _ => return false,
        };
        let Some(source) = text_of(given, &self.files[&self.main]) else { return false };
        self.files.insert(self.main.clone(), Content::Text(format!("{begin} {text}\n{source}").into()));
        true
    }

    /// The program with its headers written where they are included; `None` where it is more than a source with headers.
    pub(super) fn in_one_file(mut self, given: &Given<'_>) -> Option<Packed> {
        if self.files.len() == 1 {
            return Some(self);
        }
        if !self.is_one_source() || !matches!(self.language(), Some(Language::Cpp | Language::C)) {
            return None;
        }
        let mut left = MAX_WRITTEN;
        let text = self.written_out(given, &self.main, &mut Vec::new(), &mut left)?;
        self.files = BTreeMap::from([(self.main.clone(), Content::Text(text.into()))]);
        Some(self)
    }

    /// A file with those that it includes in their places, each line as it is. `above` are those that it is written into,
    /// `left` how much may still be written.
    fn written_out<'s>(
        &'s self,
        given: &Given<'_>,
        place: &'s str,
        above: &mut Vec<&'s str>,
        left: &mut usize,
    ) -> Option<String> {
        let text = text_of(given, self.files.get(place)?)?;
        // Even what is empty costs something, so that there is an end.
        *left = left.checked_sub(text.len() + 100)?;
        if above.contains(&place) {
            return None;
        }
        above.push(place);
        let is_once = |line: &str| line.split_whitespace().eq(["#pragma", "once"]);
        let is_guarded = text.lines().any(is_once);
        let guard: String = place.chars().map(|one| if one.is_ascii_alphanumeric() { one } else { '_' }).collect();
        let mut whole =
            if is_guarded { format!("#ifndef ONCE_{guard}\n#define ONCE_{guard}\n") } else { String::new() };
        for line in text.split_inclusive('\n').filter(|line| !is_once(line)) {
            let included = include_name(line).filter(|name| *name != TESTLIB && !line.contains("embed"));
            match included.and_then(|name| self.files.get_key_value(name)) {
                Some((name, _)) => whole += &self.written_out(given, name, above, left)?,
                None => whole += line,
            }
            if !whole.is_empty() && !whole.ends_with('\n') {
                whole.push('\n');
            }
        }
        if is_guarded {
            whole += "#endif\n";
        }
        above.pop();
        Some(whole)
    }

    /// Everything but the file that is started.
    pub(super) fn beside(&self) -> impl Iterator<Item = (&String, &Content)> {
        self.files.iter().filter(|(place, _)| **place != self.main)
    }
}

/// The text of a file, unless it is none.
fn text_of(given: &Given<'_>, content: &Content) -> Option<String> {
    match content {
        Content::File(file) => {
            given.folder.text(file).filter(|text| !text.contains('\u{fffd}')).map(|text| text.to_string())
        }
        Content::Text(text) => Some(text.to_string()),
        Content::Input(_) | Content::Answer(_) => None,
    }
}

/// Packs a program.
///
/// # Errors
/// One sentence when it has more than can be laid beside each other.
pub(super) fn pack(given: &Given<'_>, program: &Program) -> Result<Packed, String> {
    let is_c = matches!(program.language, Language::Cpp | Language::C);
    if program.language == Language::Scripts {
        return Err(format!("{} is built by scripts of its own", program.path));
    }
    if let Some(grader) = program.python_graders().next() {
        return Err(format!("{} is started by {grader}, which imports it", program.path));
    }
    let packing = Packing { given, program, places: BTreeMap::new(), taken: BTreeSet::new() };
    if is_c { packing.with_includes() } else { packing.with_neighbours() }
}

struct Packing<'a> {
    given: &'a Given<'a>,
    program: &'a Program,
    /// The new name of each file.
    places: BTreeMap<RelPath, String>,
    taken: BTreeSet<String>,
}

impl Packing<'_> {
    fn place(&mut self, path: &RelPath) -> Result<String, String> {
        self.place_as(path, plain(path.file_name()))
    }

    /// The place of a file below a directory that comes along as it is.
    fn place_below(&mut self, directory: &RelPath, path: &RelPath) -> Result<String, String> {
        let (above, names) = (directory.parts().count(), path.parts());
        let names: Vec<String> = names.skip(above).map(plain).collect();
        self.place_as(path, names.join("/"))
    }

    fn place_as(&mut self, path: &RelPath, name: String) -> Result<String, String> {
        if let Some(place) = self.places.get(path) {
            return Ok(place.clone());
        }
        if self.places.len() == MAX || !self.taken.insert(name.to_lowercase()) {
            return Err(format!("{} has several files named {name}, or too many", self.program.path));
        }
        self.places.insert(path.clone(), name.clone());
        Ok(name)
    }

    /// The file that an `#include` means, if it is one of the folder.
    fn included(&self, from: &RelPath, name: &str, is_quoted: bool) -> Option<RelPath> {
        let folder = self.given.folder;
        let beside = from.parent().climb(name).filter(|_| is_quoted);
        let in_directories = self.given.problem.include_dirs.iter().map(|directory| directory.climb(name));
        std::iter::once(beside).chain(in_directories).flatten().find(|path| folder.has(path))
    }

    fn with_includes(mut self) -> Result<Packed, String> {
        let sources: Vec<RelPath> = self.program.sources.clone();
        let mut main = Vec::new();
        for source in &sources {
            main.push(self.place(source)?);
        }
        let mut waiting: VecDeque<RelPath> = sources.iter().cloned().collect();
        let mut files: BTreeMap<String, Content> = BTreeMap::new();
        let mut needs_testlib = false;
        while let Some(path) = waiting.pop_front() {
            let place = self.place(&path)?;
            if files.contains_key(&place) {
                continue;
            }
            if path.file_name() == TESTLIB {
                files.insert(place, Content::File(path));
                continue;
            }
            let Some(text) = self.given.folder.text(&path) else {
                return Err(format!("{path} cannot be read as a text"));
            };
            let mut moved = false;
            let mut new = String::new();
            for line in text.split_inclusive('\n') {
                let is_quoted = line.contains('"');
                let found = include_name(line).and_then(|name| Some((name, self.included(&path, name, is_quoted)?)));
                match found {
                    Some((name, file)) => {
                        let there = self.place(&file)?;
                        let stays = name == there && is_quoted;
                        moved |= !stays;
                        new += &if stays { line.to_owned() } else { renamed(line, name, &there) };
                        waiting.push_back(file);
                    }
                    None => {
                        needs_testlib |= include_name(line).is_some_and(|name| name == TESTLIB);
                        new += line;
                    }
                }
            }
            files.insert(place, self.content(&path, moved.then_some(new), &text));
        }
        if needs_testlib && !files.contains_key(TESTLIB) {
            files.insert(TESTLIB.to_owned(), Content::Text(self.given.testlib.clone()));
        }
        Ok(Packed { files, main: main[0].clone(), sources: main, used: self.places.into_keys().collect() })
    }

    /// A program of another language: its sources, and what lies beside it in its own directory or is imported by name.
    fn with_neighbours(mut self) -> Result<Packed, String> {
        let folder = self.given.folder;
        let mut paths: Vec<RelPath> = self.program.sources.clone();
        let started = &self.program.sources[0];
        let is_directory = &self.program.path != started;
        let home = if is_directory { self.program.path.clone() } else { started.parent() };
        if is_directory {
            paths.extend(folder.below(&home).iter().map(|file| file.path.clone()));
        } else if self.program.language == Language::Python {
            paths.extend(modules::needed(folder, &home, [started]));
        } else {
            let text = folder.text(started).unwrap_or_default();
            let words: BTreeSet<&str> = text
                .lines()
                .filter(|line| line.trim_start().starts_with("import "))
                .flat_map(|line| line.split(|one: char| !one.is_alphanumeric() && one != '_'))
                .collect();
            let depth = home.parts().count();
            let is_imported = |path: &&RelPath| {
                let first = path.parts().nth(depth).unwrap_or_default();
                let name = if path.parts().count() == depth + 1 { path.stem() } else { first };
                path.extension() == started.extension() && words.contains(name)
            };
            paths.extend(folder.below(&home).iter().map(|file| &file.path).filter(is_imported).cloned());
        }
        paths.dedup();
        let mut files = BTreeMap::new();
        let place = |packing: &mut Self, path: &RelPath| match path.is_below(&home) || home.is_root() {
            true => packing.place_below(&home, path),
            false => packing.place(path),
        };
        let main = place(&mut self, started)?;
        for path in paths {
            let place = place(&mut self, &path)?;
            let text = folder.text(&path).unwrap_or_default();
            files.insert(place, self.content(&path, None, &text));
        }
        // What starts a single file lies elsewhere, and is one of the sources.
        let graders = self.program.sources[1..].iter().filter(|_| !is_directory);
        let mut sources = vec![main.clone()];
        sources.extend(graders.filter_map(|path| self.places.get(path).cloned()));
        Ok(Packed { files, sources, main, used: self.places.into_keys().collect() })
    }

    /// What a file holds: its own bytes, unless lines of it or values in it were changed.
    fn content(&self, path: &RelPath, changed: Option<String>, text: &str) -> Content {
        let constants = &self.given.problem.constants;
        let is_put = !constants.is_empty() && crate::constants::Constants::are_put_into(self.program.role);
        match changed {
            None if !is_put || !text.contains("{{") => Content::File(path.clone()),
            changed => {
                let text = changed.unwrap_or_else(|| text.to_owned());
                Content::Text(if is_put { constants.put_into(&text).as_ref().into() } else { text.into() })
            }
        }
    }
}

/// The line with another name in quotes.
fn renamed(line: &str, name: &str, there: &str) -> String {
    let quoted = [format!("\"{name}\""), format!("<{name}>")];
    let found = quoted.iter().find(|quoted| line.contains(quoted.as_str()));
    found.map_or_else(|| line.to_owned(), |quoted| line.replacen(quoted.as_str(), &format!("\"{there}\""), 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{folder::MemoryFolder, formats, handover::tests::given, model::Role};

    #[test]
    fn what_a_grader_in_python_starts_stays_out() {
        let folder = MemoryFolder::new("sums");
        let problem = formats::open(&folder).0;
        let given = given(&folder, &problem);
        let path = |path: &str| RelPath::parse(path).unwrap();
        let mut program = Program::of_file(path("b.py"), Role::Solution, Language::Python, "");
        assert_eq!(pack(&given, &program).unwrap().main, "b.py");
        program.sources.push(path("grader/py/grader.py"));
        assert_eq!(pack(&given, &program).unwrap_err(), "b.py is started by grader/py/grader.py, which imports it");
    }
}
