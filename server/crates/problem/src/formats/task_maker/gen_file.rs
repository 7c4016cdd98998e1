//! `gen/GEN`: a line for each test, with the arguments of the one generator.

use super::{
    at, broken, did_you_mean,
    plan::{Case, Maker, Plan, TOTAL, lines},
    programs::Tools,
    stale,
};
use crate::{
    finding::{Code, Finding, Severity},
    folder::Folder,
    path::RelPath,
    text::{Place, Range},
};

/// The file.
pub(in crate::formats) const FILE: &str = "gen/GEN";

/// What stands behind a `#`, and what it means.
const WORDS: [&str; 4] = ["ST", "STNAME", "STDEP", "COPY"];

/// Reads the file; what is wrong in it is a finding at its line.
pub(super) fn read(folder: &dyn Folder, tools: &Tools, findings: &mut Vec<Finding>) -> Plan {
    let path = at(FILE);
    let text = folder.text(&path).unwrap_or_default();
    let declares = lines(&text).any(|(line, _)| matches!(directive(line), Some(("ST", ..))));
    let mut reader =
        Reader { folder, path, tools, plan: Plan::default(), includes: Vec::new(), is_full: false, findings };
    for (line, range) in lines(&text) {
        if !reader.is_full && !reader.plan.is_cut {
            reader.line(line, range, declares);
        }
    }
    reader.finish()
}

/// The word of `#WORD: rest` or `# WORD: rest`, the rest without a comment, and whether blanks stand before the word.
fn directive(line: &str) -> Option<(&str, &str, bool)> {
    let behind = line.strip_prefix('#')?;
    let (word, rest) = behind.trim_start().split_once(':')?;
    let rest = rest.split('#').next().unwrap_or_default().trim();
    WORDS.contains(&word).then_some((word, rest, behind.starts_with(char::is_whitespace)))
}

struct Reader<'a> {
    folder: &'a dyn Folder,
    path: RelPath,
    tools: &'a Tools,
    plan: Plan,
    /// What each subtask includes, as written.
    includes: Vec<(usize, String, Range)>,
    /// There are too many subtasks.
    is_full: bool,
    findings: &'a mut Vec<Finding>,
}

impl Reader<'_> {
    fn line(&mut self, line: &str, range: Range, declares: bool) {
        let Some((word, rest, is_apart)) = directive(line) else {
            self.tell_misspelt(line, range);
            let args: Vec<String> =
                line.split('#').next().unwrap_or_default().split_whitespace().map(str::to_owned).collect();
            if !args.is_empty() {
                let (name, generator) = (self.tools.generator_name(), self.tools.generator.clone());
                self.case(Maker::Call { name, generator, args }, range, declares);
            }
            return;
        };
        if is_apart && matches!(word, "STNAME" | "STDEP") {
            // CMS knows neither, so that this is a comment to everybody.
            return;
        }
        if is_apart {
            let message =
                format!("this is `#{word}:` to CMS and a comment to task-maker; write it without the blank behind `#`");
            self.findings.push(stale(&self.path, range, message));
        }
        match word {
            "ST" => self.subtask(rest, range),
            "STNAME" => self.name(rest, range),
            "STDEP" => match self.plan.subtasks.len().checked_sub(1) {
                Some(subtask) => {
                    let names = rest.split_whitespace().map(|name| (subtask, name.to_owned(), range));
                    self.includes.extend(names);
                }
                None => self.outside("#STDEP:", range),
            },
            _ => self.copy(rest, range, declares),
        }
    }

    /// A comment that was perhaps meant to be more.
    fn tell_misspelt(&mut self, line: &str, range: Range) {
        let Some(behind) = line.strip_prefix('#').filter(|behind| !behind.starts_with(char::is_whitespace)) else {
            return;
        };
        let word = behind.split(|one: char| one == ':' || one.is_whitespace()).next().unwrap_or_default();
        let is_shouted = word.len() > 1 && word.bytes().all(|one| one.is_ascii_uppercase());
        let meant = if is_shouted { did_you_mean(word, WORDS, self.findings) } else { String::new() };
        if !meant.is_empty() {
            self.findings.push(stale(&self.path, range, format!("this is a comment, so it changes nothing{meant}")));
        }
    }

    fn subtask(&mut self, written: &str, range: Range) {
        let points = written.parse::<f64>().ok().filter(|points| points.is_finite() && *points >= 0.0);
        match points {
            Some(points) if points.fract() != 0.0 => {
                let message = format!("{points} is no whole number, and CMS wants one here");
                self.findings.push(stale(&self.path, range, message));
            }
            Some(_) => {}
            None => {
                let message =
                    format!("`{written}` is no number of points, so this subtask gives none; write `#ST: 20`");
                self.findings.push(broken(&self.path, range, message).with_severity(Severity::Warning));
            }
        }
        let place = self.place(range);
        self.is_full = self.plan.begin(None, points.unwrap_or(0.0), place, self.findings).is_none();
    }

    fn name(&mut self, name: &str, range: Range) {
        let place = self.place(range);
        match self.plan.subtasks.len().checked_sub(1) {
            None => self.outside("#STNAME:", range),
            Some(_) if name.is_empty() || name.contains(char::is_whitespace) => {
                self.findings.push(stale(
                    &self.path,
                    range,
                    "the name of a subtask is one word; write it behind `#STNAME:`",
                ));
            }
            Some(subtask) => self.plan.rename(subtask, name, &place, self.findings),
        }
    }

    fn outside(&mut self, word: &str, range: Range) {
        let message = format!("`{word}` stands before the first `#ST:`, so it changes nothing; put it below one");
        self.findings.push(stale(&self.path, range, message));
    }

    fn copy(&mut self, written: &str, range: Range, declares: bool) {
        match super::file_of(self.folder, written) {
            Ok(file) => self.case(Maker::File(file), range, declares),
            Err(message) => self.findings.push(stale(&self.path, range, message)),
        }
    }

    fn case(&mut self, maker: Maker, range: Range, declares: bool) {
        let place = self.place(range);
        if self.plan.subtasks.is_empty() {
            // To task-maker tests before the first subtask are one of their own.
            if declares {
                let message = format!(
                    "tests that stand before the first `#ST:` are a subtask of {TOTAL} points to task-maker and a mistake \
                     to CMS; put them below one"
                );
                self.findings.push(stale(&self.path, range, message));
            }
            let _ = self.plan.begin(None, TOTAL, place.clone(), self.findings);
            self.plan.has_subtasks = declares;
        }
        let subtask = self.plan.subtasks.len() - 1;
        self.plan.add(Case::new(subtask, maker, Some(place)), self.findings);
    }

    fn place(&self, range: Range) -> Place {
        Place { path: self.path.clone(), range }
    }

    fn finish(mut self) -> Plan {
        let mut direct = vec![Vec::new(); self.plan.subtasks.len()];
        for (subtask, name, range) in &self.includes {
            match self.plan.subtask(name) {
                Some(included) => direct[*subtask].push(included),
                None => {
                    let names = self.plan.subtasks.iter().map(|subtask| subtask.name.as_str());
                    let meant = did_you_mean(name, names, self.findings);
                    let message = format!("there is no subtask `{name}` to include{meant}");
                    let place = Place { path: self.path.clone(), range: *range };
                    self.findings.push(Finding::at(Code::ManifestStale, place, message));
                }
            }
        }
        self.plan.include(&direct, self.findings);
        self.plan.ask_usual(self.tools.validator.as_ref(), self.findings);
        self.plan.tell_total(self.findings);
        if self.plan.cases.is_empty() {
            self.findings.push(Finding::of_file(
                Code::NoTests,
                &self.path,
                "it declares no test; write a line for each",
            ));
        }
        self.plan
    }
}

#[cfg(test)]
mod tests {
    use super::directive;

    #[test]
    fn what_is_more_than_a_comment() {
        assert_eq!(directive("#ST: 20 # twenty"), Some(("ST", "20", false)));
        assert_eq!(directive("#ST:20"), Some(("ST", "20", false)));
        assert_eq!(directive("#  COPY: gen/a.txt"), Some(("COPY", "gen/a.txt", true)));
        assert_eq!(["# ST 20", "10 20 #ST: 5", "#St: 5", "# see ST: 5"].map(directive), [None; 4]);
    }
}
