//! What is shown of the place under the pointer.

mod checktestdata;
mod key;
mod label;
mod manifest;
mod option;
mod script;
mod testlib;

use problem::text::{Position, Range};

use crate::{Text, View, bounds, script::is_script};

/// Something to show, and what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The text that it is about.
    pub range: Range,
    /// What to show.
    pub markdown: String,
}

/// What there is to say about a place: a name of testlib, a command of the script or one of its options, the label of
/// a solution, the bounds of what is read, an option of a generator, a key or word of a manifest, a program or command that it names, a word or variable of checktestdata.
pub fn hover(view: &View<'_>, text: &Text<'_>, at: Position) -> Option<Hover> {
    if let Some(hover) = key::mark(view, text, at) {
        return Some(hover);
    }
    if is_script(view, text.path) {
        let of_word = || key::directive(view, text, at).or_else(|| option::hover(view, text, at));
        return of_word().or_else(|| script::hover(view, text, at));
    }
    if manifest::is_manifest(view, text.path) {
        let of_test = || script::of_test(view, text, at);
        return of_test().or_else(|| key::hover(view, text, at)).or_else(|| manifest::hover(view, text, at));
    }
    if let Some(program) = text.checktestdata() {
        return checktestdata::hover(view, text, &program, at);
    }
    let of_name = text.source.and_then(|source| testlib::hover(source, at));
    let of_variable = || text.source.and_then(|source| bounds::hover(view, text, source, at));
    let of_option = || text.source.and_then(|source| option::of_source(view, text, source, at));
    of_name.or_else(of_variable).or_else(of_option).or_else(|| label::hover(view, text, at))
}
