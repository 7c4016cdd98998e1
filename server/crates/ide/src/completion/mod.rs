//! What may be typed at a place.

mod checktestdata;
mod label;
mod manifest;
mod script;
mod snippets;
mod test_list;
mod testlib;

use problem::text::Position;

use crate::{
    Edit, Text, View,
    script::{is_script, marked},
};

/// Something that may be typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What it is called.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// A few words beside the label: a signature, a type.
    pub detail: String,
    /// More, in Markdown.
    pub documentation: Option<String>,
    /// The word at the place, and what comes there.
    pub edit: Edit,
    /// The order among the others.
    pub sort: String,
    /// What comes there in place of the edit's text where an editor can fill in places: `${1:n}`.
    pub snippet: Option<String>,
}

/// What a completion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompletionKind {
    /// A generator of the folder.
    Generator,
    /// An option of a generator.
    Option,
    /// A function.
    Function,
    /// A function of a class.
    Method,
    /// A member of a class that is no function.
    Field,
    /// A global object, or a variable.
    Object,
    /// A class or enumeration.
    Type,
    /// A constant, or a label of a solution.
    Constant,
    /// A macro, or a command of checktestdata.
    Macro,
    /// A whole piece of a program.
    Snippet,
    /// A file of the folder.
    File,
}

/// Whether there may be more than was found: with more typed, an editor has to ask again.
pub fn is_cut(found: &[Completion]) -> bool {
    found.len() >= manifest::MAX_NAMES
}

/// Whether one of the characters for which editors ask unbidden begins something in a text. In checktestdata blanks stand
/// between any two commands, and a list that opens there would take the line end that is typed next.
pub fn begins_at_signs(text: &Text<'_>) -> bool {
    !text.is_checktestdata()
}

/// Generators and their options in the script, keys, words and names in manifests, names of testlib in programs that use it, labels in the comment of a
/// solution, words and variables of checktestdata.
pub fn complete(view: &View<'_>, text: &Text<'_>, at: Position) -> Vec<Completion> {
    if let Some(marked) = marked(view, text, at) {
        return test_list::complete_marked(view, text, &marked);
    }
    if is_script(view, text.path) {
        return script::complete(view, text, at);
    }
    if let Some(place) = crate::manifest::place(view, text, at) {
        return manifest::complete(view, text, &place);
    }
    if let Some(program) = text.checktestdata() {
        return checktestdata::complete(text, &program, at);
    }
    match (text.source, label::complete(view, text, at)) {
        (_, Some(labels)) => labels,
        (Some(source), None) => testlib::complete(view, text.path, source, at),
        (None, None) => Vec::new(),
    }
}
