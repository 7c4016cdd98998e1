//! Options of generators, as their sources read them.

use problem::{
    facts::{OptionKey, OptionRead},
    included,
    model::ProgramIdx,
};

use crate::View;

/// An option that a generator reads.
pub(crate) struct Known {
    pub(crate) key: OptionKey,
    pub(crate) type_name: String,
    pub(crate) may_be_left_out: bool,
    /// The default as it is written.
    pub(crate) default: Option<String>,
}

impl AsRef<OptionKey> for Known {
    fn as_ref(&self) -> &OptionKey {
        &self.key
    }
}

/// The options of a generator, each once, in the order of its source.
pub(crate) fn options(view: &View<'_>, generator: ProgramIdx) -> Vec<Known> {
    let mut options: Vec<Known> = Vec::new();
    for source in &view.context.problem.programs[generator].sources {
        let Some(facts) = included::facts(view.context.folder, source) else { continue };
        if facts.options.is_empty() {
            continue;
        }
        let text = view.context.folder.text(source).unwrap_or_default();
        let parsed = cpp::source::Source::parse(&text);
        for read in &facts.options {
            let default = default_of(&parsed, read);
            match options.iter_mut().find(|option| option.key == read.key) {
                Some(option) => {
                    // `has_opt` only asks whether it is given.
                    if option.type_name == "bool" {
                        option.type_name.clone_from(&read.type_name);
                    }
                    option.default = option.default.take().or(default);
                }
                None => options.push(Known {
                    key: read.key.clone(),
                    type_name: read.type_name.clone(),
                    may_be_left_out: read.has_default,
                    default,
                }),
            }
        }
    }
    options
}

/// Whether every option that a generator reads is known.
pub(crate) fn are_whole(view: &View<'_>, generator: ProgramIdx) -> bool {
    let sources = &view.context.problem.programs[generator].sources;
    sources.iter().all(|path| included::facts(view.context.folder, path).is_some_and(|facts| !facts.options_incomplete))
}

/// The second argument of `opt<int>("n", 5)`.
fn default_of(source: &cpp::source::Source, read: &OptionRead) -> Option<String> {
    let mut calls = source.calls().filter(|call| call.name == "opt" && call.arguments.len() > 1);
    let call = calls.find(|call| source.range(call.span.clone()) == read.range)?;
    Some(call.arguments[1].text.to_owned())
}
