//! What people call a problem.

use super::Given;
use crate::{formats::text_of, model::Format, path::RelPath};

/// The title that the manifest has beside a short name, in English where it has several; else the name.
pub(super) fn title(given: &Given<'_>) -> String {
    let problem = given.problem;
    let at = |path: &RelPath, keys: &[&str]| text_of(path, &given.folder.text(path)?, keys);
    let named =
        |keys: &[&[&str]]| problem.manifest.as_ref().and_then(|path| keys.iter().find_map(|keys| at(path, keys)));
    let title = match problem.format {
        Format::Polygon => problem.manifest.as_ref().and_then(|path| of_polygon(&given.folder.text(path)?)),
        Format::TaskMaker => named(&[&["title"], &["nome"]]),
        Format::Sinol => named(&[&["title_en"], &["title"]]),
        Format::Tps | Format::LibraryChecker => named(&[&["title"]]),
        Format::Rbx => named(&[&["titles", "en"]]),
        Format::Hydro => RelPath::parse("problem.yaml").and_then(|path| at(&path, &["title"])),
        Format::Plain | Format::Icpc => None,
    };
    title.unwrap_or_else(|| problem.name.clone())
}

fn of_polygon(manifest: &str) -> Option<String> {
    let document = roxmltree::Document::parse(manifest).ok()?;
    let is_name = |node: &roxmltree::Node<'_, '_>| {
        node.has_tag_name("name") && node.parent().is_some_and(|parent| parent.has_tag_name("names"))
    };
    let names: Vec<_> = document.descendants().filter(is_name).collect();
    let english = names.iter().find(|name| name.attribute("language") == Some("english"));
    english.or(names.first())?.attribute("value").map(str::to_owned).filter(|title| !title.trim().is_empty())
}
