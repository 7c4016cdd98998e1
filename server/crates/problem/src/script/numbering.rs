//! Which tests each command of a script makes.

use std::collections::{BTreeMap, BTreeSet};

use super::{ScriptCommand, ScriptError, Target, TestIndex};
use crate::text::Range;

/// The tests of each command, and the commands that claim a test that is not theirs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbering {
    /// For each command, in order, the tests it makes; none for a command that writes a named file.
    pub tests: Vec<Vec<TestIndex>>,
    /// Collisions. The command that came first, or the file, keeps the test.
    pub errors: Vec<ScriptError>,
}

/// Gives each command its tests; `taken` are the tests that exist as files.
///
/// Indices that are written out are reserved first, also those of later lines. Then each `$`, in order, takes the
/// lowest index that no file, no line with an index and no earlier `$` has. This is how Polygon numbers tests.
pub fn number(commands: &[ScriptCommand], taken: &BTreeSet<TestIndex>) -> Numbering {
    let mut numbering = Numbering::default();
    let mut owners: BTreeMap<TestIndex, Range> = BTreeMap::new();
    for command in commands {
        let wanted = match &command.target {
            Target::Next | Target::Name(_) => &[],
            Target::Index(index) => std::slice::from_ref(index),
            Target::Files(indices) => indices.as_slice(),
        };
        let mut own = Vec::new();
        for &index in wanted {
            match claim(index, command, taken, &owners) {
                Ok(()) => {
                    owners.insert(index, command.range);
                    own.push(index);
                }
                Err(error) => numbering.errors.push(error),
            }
        }
        numbering.tests.push(own);
    }
    let mut free = (1..).filter(|index| !taken.contains(index) && !owners.contains_key(index));
    for (command, tests) in commands.iter().zip(&mut numbering.tests) {
        if command.target == Target::Next {
            tests.extend(free.next());
        }
    }
    numbering
}

fn claim(
    index: TestIndex,
    command: &ScriptCommand,
    taken: &BTreeSet<TestIndex>,
    owners: &BTreeMap<TestIndex, Range>,
) -> Result<(), ScriptError> {
    let error = |message| Err(ScriptError { range: command.range, message });
    if let Some(owner) = owners.get(&index) {
        let line = owner.start.line + 1;
        return error(format!("test {index} is already made by the command on line {line}; choose another index"));
    }
    if taken.contains(&index) {
        return error(format!("test {index} is already there as a file; choose another index or remove the file"));
    }
    Ok(())
}
