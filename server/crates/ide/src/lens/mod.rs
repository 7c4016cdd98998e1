//! Lines of their own above a program's entry or a command of the script: run it, and what came of it last.
//!
//! Invariant: how many lenses a text has, and on which lines, depends on the text and on what the folder is made of,
//! never on results: only titles change from run to run. Above each command, and above a main solution in C++, there is one
//! more once the folder is trusted.

mod program;
mod script;

use problem::text::Range;
use serde_json::json;

use crate::{
    Text, View,
    command::{Command, CommandName},
    script::is_script,
};

/// A title above a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Lens {
    /// What it stands above.
    pub range: Range,
    /// Its words.
    pub title: String,
    /// What a click does.
    pub command: Option<Command>,
}

/// The lenses of a text, from its top to its end.
pub fn lenses(view: &View<'_>, text: &Text<'_>) -> Vec<Lens> {
    if is_script(view, text.path) { script::lenses(view, text) } else { program::lenses(view, text) }
}

/// The button that runs something; without a use while nothing may be run.
fn run(view: &View<'_>, range: Range, arguments: serde_json::Value) -> Lens {
    if view.is_trusted {
        Lens { range, title: "▶ run".to_owned(), command: Some(Command { name: CommandName::Run, arguments }) }
    } else {
        Lens { range, title: "▶ run (not while the folder is not trusted)".to_owned(), command: None }
    }
}

/// A result that opens the matrix.
fn with_matrix(range: Range, title: String) -> Lens {
    Lens { range, title, command: Some(Command { name: CommandName::ShowMatrix, arguments: json!({}) }) }
}

/// A result that opens a test, with what a solution made of it.
fn with_test(range: Range, title: String, solution: Option<&str>, test: &str) -> Lens {
    let arguments = match solution {
        Some(solution) => json!({ "solution": solution, "test": test }),
        None => json!({ "test": test }),
    };
    Lens { range, title, command: Some(Command { name: CommandName::ShowTest, arguments }) }
}
