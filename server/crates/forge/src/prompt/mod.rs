//! Prompts: a template and what it is about make a question (`prompts/README.md` says how templates are written).
//!
//! Invariant: a template is cut into its sections before anything is filled in, and data stand between marks that occur in
//! none of them; so nothing in a statement, a source or an output can end its section or pass for an instruction of ours.

mod aliases;
pub mod values;

use std::{borrow::Cow, collections::BTreeMap, sync::OnceLock};

use include_dir::{Dir, include_dir};
use judge::disk::{files, folder::DiskFolder};
use llm::question::{Part, Question};
use minijinja::{Environment, UndefinedBehavior, Value, context, syntax::SyntaxConfig};
use problem::{digest::KeyBuilder, path::RelPath};
use serde::Deserialize;

use self::values::Values;
use crate::answers::{Answer, Asked};

/// The parts of templates that travel in the binary.
static PARTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../../prompts/parts");

/// Where a trusted folder's own prompts are.
const OWN_PROMPTS: &str = ".touchstone/prompts";

/// The separators of the three sections, in order.
const SECTIONS: [&str; 3] = ["=== system", "=== stable", "=== turn"];

/// A template that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the prompt `{name}` cannot be used: {why}")]
pub struct PromptError {
    name: String,
    why: String,
}

/// What stands above the sections of a template.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    schema: String,
    inputs: Vec<String>,
    /// Keys of the answer that are not asked for, each with the condition: an expression of values. A key of a list's objects
    /// stands behind that of the list, as in `tests.command`.
    #[serde(default)]
    left_out: BTreeMap<String, String>,
    /// Optional keys that are required, each with the condition.
    #[serde(default)]
    demanded: BTreeMap<String, String>,
    /// Keys that are one of some words, of which those are sent that the first section names as `word`.
    #[serde(default)]
    named: Vec<String>,
    #[serde(rename = "purpose")]
    _purpose: String,
}

/// A template, cut.
#[derive(Debug)]
struct Template {
    header: Header,
    sections: [String; 3],
}

/// The text of a folder's own template of a name.
type Own<'a> = Box<dyn Fn(&str) -> Option<String> + 'a>;

/// The templates: those that are built in, under those that a folder brings.
pub struct Prompts<'a> {
    /// Asked only where the folder is trusted.
    own: Own<'a>,
}

impl Default for Prompts<'_> {
    fn default() -> Self {
        Prompts { own: Box::new(|_| None) }
    }
}

impl<'a> Prompts<'a> {
    /// The built-in templates, each replaced by what `own` gives for `NAME.md`. Only for folders that are trusted.
    pub fn with_own(own: impl Fn(&str) -> Option<String> + 'a) -> Prompts<'a> {
        Prompts { own: Box::new(own) }
    }

    /// The built-in templates, under those of a folder that the person has said is trusted.
    pub fn of(folder: &'a DiskFolder) -> Prompts<'a> {
        Prompts::with_own(|name| {
            let path = RelPath::parse(&format!("{OWN_PROMPTS}/{name}"))?;
            let place = folder.at(&path);
            // No link leads out of the folder.
            let is_inside = files::real(place.as_path())?.as_path().starts_with(folder.root().as_path());
            if is_inside { files::read(&place) } else { None }
        })
    }

    /// The question that asks for an answer of a type; its template is filled with these values.
    ///
    /// # Errors
    /// When the template is a folder's own and wrong.
    pub fn question<A: Answer>(&self, values: &Values) -> Result<Question, PromptError> {
        self.filled(Asked::of::<A>(), values)
    }

    fn filled(
        &self,
        Asked { task: name, template, mut shape }: Asked,
        values: &Values,
    ) -> Result<Question, PromptError> {
        let error = |why: String| PromptError { name: name.to_owned(), why };
        let text = (self.own)(&format!("{name}.md")).map_or(Cow::Borrowed(template), Cow::Owned);
        let template = cut(&text).map_err(&error)?;
        if template.header.schema != name {
            return Err(error(format!("its schema has to be `{name}`")));
        }
        let given = values.of(&template.header.inputs).map_err(&error)?;
        for (key, condition) in &template.header.left_out {
            if holds(condition, &given).map_err(&error)? && !shape.leave_out(key) {
                return Err(error(format!("`{key}` in its `left_out` is no key of the answer that may be left out")));
            }
        }
        for (key, condition) in &template.header.demanded {
            if holds(condition, &given).map_err(&error)? && !shape.demand(key) {
                return Err(error(format!("`{key}` in its `demanded` is no key of the answer that may be null")));
            }
        }
        let schema = shape.schema.to_string();
        // A list of commands is what is asked for, and never empty.
        let mut keys = shape.schema["properties"].as_object().into_iter().flatten();
        let has_list = keys.any(|(key, value)| key != "commands" && value.to_string().contains("\"array\""));
        let given = context! {
            form => context! { null => schema.contains("\"null\""), list => has_list },
            ..given
        };
        let [system, stable, turn] = template.sections.map(|section| render(&section, &given));
        for key in &template.header.named {
            let system = system.as_deref().unwrap_or_default();
            if !shape.keep_words(key, |word| system.contains(&format!("`{word}`"))) {
                return Err(error(format!("`{key}` in its `named` is no key of the answer of which words are named")));
            }
        }
        let part = |text: Result<String, String>, is_stable| Ok(Part { text: text.map_err(&error)?, is_stable });
        Ok(Question {
            name: name.to_owned(),
            system: system.map_err(&error)?,
            parts: vec![part(stable, true)?, part(turn, false)?],
            shape,
            max_answer_tokens: None,
            temperature: None,
            attempt: 0,
            normalise: aliases::canonical_keys,
        })
    }
}

/// A part, by the name that templates have for it: `parts/NAME.md`.
fn part(path: &str) -> Option<&'static str> {
    PARTS.get_file(path.strip_prefix("parts/")?)?.contents_utf8()
}

/// The header and the sections of a template.
fn cut(text: &str) -> Result<Template, String> {
    let text = text.replace("\r\n", "\n");
    let rest = text.strip_prefix("---\n").ok_or("it has to begin with a line `---`")?;
    let (header, body) = rest.split_once("\n---\n").ok_or("its header has to end with a line `---`")?;
    let header: Header = toml::from_str(header).map_err(|error| format!("its header: {}", error.message()))?;
    let mut sections: Vec<String> = Vec::new();
    for line in body.split_inclusive('\n') {
        if SECTIONS.get(sections.len()) == Some(&line.trim_end()) {
            sections.push(String::new());
            continue;
        }
        match sections.last_mut() {
            Some(section) => section.push_str(line),
            None if line.trim().is_empty() => {}
            None => return Err(format!("the first section has to be `{}`", SECTIONS[0])),
        }
    }
    let sections = sections.try_into().map_err(|_| format!("it needs the sections {}", SECTIONS.join(", ")))?;
    Ok(Template { header, sections })
}

fn environment() -> &'static Environment<'static> {
    static ENVIRONMENT: OnceLock<Environment<'static>> = OnceLock::new();
    ENVIRONMENT.get_or_init(|| {
        let mut environment = Environment::new();
        environment.set_syntax(syntax());
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
        environment.add_filter("without", without);
        // Parts are ours alone: no path leads out of the binary.
        environment.set_loader(|name| Ok(part(name).map(str::to_owned)));
        environment
    })
}

/// An analysis without what stands under a key, without the mistakes of a kind, or without those that only `large` inputs show;
/// nothing where nothing is left of it.
fn without(analysis: &str, what: &str) -> String {
    let Ok(serde_json::Value::Object(mut said)) = serde_json::from_str(analysis) else { return analysis.to_owned() };
    said.remove(what);
    if let Some(mistakes) = said.get_mut("pitfalls").and_then(serde_json::Value::as_array_mut) {
        mistakes.retain(|mistake| mistake["kind"] != what && (what != "large" || mistake["only_large"] != true));
        if mistakes.is_empty() {
            said.remove("pitfalls");
        }
    }
    if said.is_empty() { String::new() } else { serde_json::Value::Object(said).to_string() }
}

/// Lines that hold nothing but a tag leave nothing behind.
fn syntax() -> SyntaxConfig {
    let builder = &mut SyntaxConfig::builder();
    builder.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build().unwrap_or_default()
}

/// Fills a section in.
fn render(section: &str, values: &Value) -> Result<String, String> {
    let text = environment().render_str(section, values.clone()).map_err(|error| error.to_string())?;
    Ok(text.trim().to_owned() + "\n")
}

/// Whether a condition of a header holds.
fn holds(condition: &str, values: &Value) -> Result<bool, String> {
    let value = environment().compile_expression(condition).and_then(|condition| condition.eval(values.clone()));
    match value.map_err(|error| error.to_string())? {
        value if value.is_undefined() => Err(format!("the condition `{condition}` is undefined")),
        value => Ok(value.is_true()),
    }
}

/// Whether a compiler speaks of names or of what they take, so that testlib's reference helps; it does not for a missing bracket.
pub(crate) fn is_about_names(error: &str) -> bool {
    const OF_NAMES: [&str; 10] = [
        "not declared",
        "undeclared",
        "no member",
        "no matching",
        "no match for",
        "no viable",
        "arguments",
        "convert",
        "conversion",
        "ambiguous",
    ];
    OF_NAMES.iter().any(|words| error.contains(words))
}

/// What a built-in checker compares, as the table of checkers says it.
pub(crate) fn checker_rule(name: &str) -> Option<String> {
    let quoted = format!("`{name}`");
    let rows = part("parts/checkers.md")?.lines().filter_map(|line| line.strip_prefix("| `"));
    let cells = rows.filter_map(|row| row.trim_end_matches([' ', '|']).split_once(" | "));
    let mut of_name = cells.filter(|(names, _)| format!("`{names}").contains(&quoted));
    of_name.next().map(|(_, rule)| rule.trim().to_owned())
}

/// Sets the mark of some values to a word that occurs nowhere in them. `mark` is that of the questions before, if any; it
/// stays as long as it can. It is made of the statement alone, so that questions about the same problem have their beginning
/// in common, whatever else they hold.
pub fn mark(mark: &mut String, values: &mut Values) {
    values.mark.clear();
    let text = serde_json::to_string(&*values).unwrap_or_default();
    let mut digest = KeyBuilder::new("mark").text(&values.problem.name).text(&values.problem.statement).finish();
    while mark.is_empty() || text.contains(&*mark) {
        *mark = digest.hex()[..16].to_owned();
        digest = KeyBuilder::new("mark").digest(digest).finish();
    }
    values.mark.clone_from(mark);
}

#[cfg(test)]
pub(crate) mod tests;
