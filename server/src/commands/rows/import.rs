//! `touchstone rows import`
//!
//! Invariant: nothing of a row is run, what is there is not overwritten, and one bad line does not stop the others.

use std::{collections::BTreeSet, path::Path};

use anyhow::Context as _;
use datasets::{
    Format, Row,
    eligible::why_not,
    lay::{Options, lay},
    names::{Given, folder_name},
    names_of,
    similar::{Same, Seen},
};
use judge::disk::{
    folder::make_whole,
    lines::{Indexed, Line, Lines},
};

use crate::{
    args::Import,
    commands::{FAILURE, SUCCESS},
    human::clean,
    output,
};

/// Longer lines are passed over, bytes.
const LONGEST: u64 = 2 << 30;

/// What became of the lines.
#[derive(Default)]
struct Counts {
    n_rows: usize,
    n_imported: usize,
    n_left_out: usize,
    n_bad: usize,
}

/// What becomes of one row.
enum Fate {
    /// It is a folder now, as the sentence says.
    Imported(String),
    /// It was not asked for.
    NotWanted,
    /// It is left out, for this reason.
    LeftOut(String),
}

struct Importer<'a> {
    import: &'a Import,
    others: Option<Indexed>,
    given: Given,
    seen: Seen,
    /// What `--only` asks for and was not met.
    unmet: BTreeSet<&'a str>,
}

pub(super) fn run(import: &Import) -> anyhow::Result<u8> {
    let cannot = |path: &Path| format!("{} cannot be read; name a file of rows", path.display());
    let mut lines = Lines::open(&import.file, LONGEST).with_context(|| cannot(&import.file))?;
    let key = |line: &[u8]| names_of(line).ok()?.into_iter().next();
    let others = import.with.as_deref().map(|path| Indexed::open(path, LONGEST, key).with_context(|| cannot(path)));
    let mut importer = Importer {
        import,
        others: others.transpose()?,
        given: Given::default(),
        seen: Seen::default(),
        unmet: import.only.iter().map(String::as_str).collect(),
    };
    let mut counts = Counts::default();
    while let Some((number, line)) = lines.read().with_context(|| cannot(&import.file))? {
        let bytes = match line {
            Line::Bytes(bytes) if bytes.trim_ascii().is_empty() => continue,
            Line::Bytes(bytes) => bytes,
            Line::TooLong => {
                (counts.n_rows, counts.n_bad) = (counts.n_rows + 1, counts.n_bad + 1);
                output::note(&format!("error: line {number}: it is longer than {} GiB", LONGEST >> 30));
                continue;
            }
        };
        counts.n_rows += 1;
        match importer.line(number, &bytes) {
            Ok(Fate::Imported(sentence)) => {
                counts.n_imported += 1;
                output::line(&clean::lines(&sentence));
            }
            Ok(Fate::NotWanted) => counts.n_rows -= 1,
            Ok(Fate::LeftOut(why)) => {
                counts.n_left_out += 1;
                output::note(&format!("line {number}: {}", clean::line(&why)));
            }
            Err(error) => {
                counts.n_bad += 1;
                output::note(&format!("error: line {number}: {}", clean::line(&error.to_string())));
            }
        }
    }
    for name in &importer.unmet {
        output::note(&format!("error: no row is named {}", clean::line(name)));
    }
    output::note(&counts.in_words(&import.into));
    Ok(if counts.n_bad == 0 && importer.unmet.is_empty() { SUCCESS } else { FAILURE })
}

fn read(line: &[u8], format: Option<Format>) -> anyhow::Result<Row> {
    let format = match format {
        Some(format) => format,
        None => Format::recognise(line)?,
    };
    Ok(format.read(line)?)
}

impl Importer<'_> {
    fn line(&mut self, number: usize, line: &[u8]) -> anyhow::Result<Fate> {
        if !self.is_wanted(line)? {
            return Ok(Fate::NotWanted);
        }
        let mut row = read(line, self.import.format.map(crate::args::RowFormat::format))?;
        if row.name.trim().is_empty() {
            row.name = format!("row-{number}");
        }
        if let Some(others) = &mut self.others
            && let Some(other) = others.get(&row.name)?
        {
            row.complete_with(read(&other, None)?);
        }
        if !self.import.all
            && let Some(why) = why_not(&row)
        {
            return Ok(Fate::LeftOut(format!("{} is not eligible because {why}; --all imports it", row.name)));
        }
        if self.import.dedup
            && let Some(same) = self.seen.see(&row.name, &row.statement)
        {
            return Ok(Fate::LeftOut(same_in_words(&row.name, &same)));
        }
        self.write(&row)
    }

    /// Whether `--only` asks for a line, by any of its names.
    fn is_wanted(&mut self, line: &[u8]) -> anyhow::Result<bool> {
        if self.import.only.is_empty() {
            return Ok(true);
        }
        let names = names_of(line)?;
        let is_meant = |only: &&str| names.iter().any(|name| name == only || folder_name(name) == *only);
        let met = self.import.only.iter().map(String::as_str).find(is_meant);
        Ok(met.is_some_and(|only| {
            self.unmet.remove(only);
            true
        }))
    }

    fn write(&mut self, row: &Row) -> anyhow::Result<Fate> {
        let options = Options { max_solutions: self.import.max_solutions, by_commands: self.import.commands };
        let laid = lay(row, options);
        let folder = self.given.give(&folder_name(&row.name));
        make_whole(&self.import.into, &folder, &laid.files)?;
        let mut sentence = format!(
            "{folder}: {} correct and {} wrong solutions, {} tests",
            laid.n_correct, laid.n_wrong, laid.n_tests
        );
        for left_out in laid.left_out {
            sentence += &format!("\n  without {left_out}");
        }
        Ok(Fate::Imported(sentence))
    }
}

fn same_in_words(name: &str, same: &Same) -> String {
    match same.similarity {
        None => format!("{name} is left out, since an earlier row has the same name"),
        Some(similarity) => format!(
            "{name} is left out as a near-duplicate of {}: their statements have {:.0} % of their 3-grams in common",
            same.name,
            similarity * 100.0
        ),
    }
}

impl Counts {
    fn in_words(&self, into: &Path) -> String {
        let mut words = format!("{} of {} rows imported into {}", self.n_imported, self.n_rows, into.display());
        if self.n_left_out > 0 {
            words += &format!("; {} left out", self.n_left_out);
        }
        if self.n_bad > 0 {
            words += &format!("; {} could not be imported", self.n_bad);
        }
        words
    }
}
