//! Search-and-replace edits, as models give them.
//!
//! An edit names a file and a text that occurs in it exactly once. Where it does not occur, lines that are equal but for
//! their indentation and trailing white space are taken for it; where that finds none or several, the edit is left
//! out and told (CCO-10, CCO-19).
//!
//! Invariant: only texts that were handed in are changed, so an edit reaches no file that the model was not shown.

mod blocks;
mod find;

use std::collections::BTreeMap;

use problem::{folder::Folder, path::RelPath};

pub use self::blocks::blocks;
use self::find::Found;

/// The texts that edits may change, by path.
pub type Texts = BTreeMap<RelPath, String>;

/// A file's text, byte for byte. One that is not UTF-8 has none: written back, it would not be what it was.
pub fn exact_text(folder: &dyn Folder, path: &RelPath) -> Option<String> {
    String::from_utf8(folder.bytes(path)?.to_vec()).ok()
}

/// One edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The file.
    pub path: String,
    /// What is looked for.
    pub search: String,
    /// What takes its place.
    pub replace: String,
}

/// What became of some edits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Applied {
    /// The files of those that were carried out, one for each.
    pub carried_out: Vec<String>,
    /// The edits that were not carried out.
    pub left_out: Vec<LeftOut>,
}

/// An edit that was not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The edit.
    pub edit: Edit,
    /// Why: a sentence.
    pub why: String,
    /// The lines of the file that are most like what was looked for; empty where there are none.
    pub nearest: String,
}

/// Carries edits out, one after the other; each sees what the earlier ones left.
pub fn apply(texts: &mut Texts, edits: &[Edit]) -> Applied {
    let mut applied = Applied::default();
    for edit in edits {
        match apply_one(texts, edit) {
            Ok(()) => applied.carried_out.push(edit.path.clone()),
            Err((why, nearest)) => applied.left_out.push(LeftOut { edit: edit.clone(), why, nearest }),
        }
    }
    applied
}

fn apply_one(texts: &mut Texts, edit: &Edit) -> Result<(), (String, String)> {
    let only_why = |why: String| (why, String::new());
    let names = || texts.keys().map(|path| format!("`{path}`")).collect::<Vec<_>>().join(", ");
    let path = RelPath::parse(edit.path.trim().trim_start_matches("./")).filter(|path| texts.contains_key(path));
    let Some(path) = path else {
        let may = if texts.is_empty() { "no file may be edited".to_owned() } else { format!("only {}", names()) };
        return Err(only_why(format!("`{}` is none of the files that edits may name: {may}", edit.path)));
    };
    let text = texts.entry(path).or_default();
    match find::find(text, &edit.search) {
        Found::Once { range, indent } => {
            let replacement = find::indented(&edit.replace, &indent);
            text.replace_range(range, &replacement);
            Ok(())
        }
        Found::Nowhere { nearest } => Err(("the text to search for does not occur".to_owned(), nearest)),
        Found::Often { n_times } => Err(only_why(format!(
            "the text to search for occurs {n_times} times; it has to occur once, so take more lines around it"
        ))),
        Found::NothingToFind => Err(only_why("the text to search for is empty".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    const SOURCE: &str = "int main() {\n    int n = opt<int>(\"n\");\n    for (int i = 0; i < n; i++)\n        \
                          println(rnd.next(1, 9));\n}\n";

    fn applied(edits: &[(&str, &str, &str)]) -> (String, Applied) {
        let path = RelPath::parse("gens/gen.cpp").unwrap();
        let mut texts = Texts::from([(path.clone(), SOURCE.to_owned())]);
        let edits: Vec<Edit> = edits
            .iter()
            .map(|(path, search, replace)| Edit {
                path: (*path).to_owned(),
                search: (*search).to_owned(),
                replace: (*replace).to_owned(),
            })
            .collect();
        let applied = apply(&mut texts, &edits);
        (texts[&path].clone(), applied)
    }

    #[test]
    fn cco_10_an_edit_changes_the_one_place_it_names() {
        let (text, applied) = applied(&[("gens/gen.cpp", "rnd.next(1, 9)", "rnd.next(1, n)")]);
        assert_eq!(text, SOURCE.replace("(1, 9)", "(1, n)"));
        assert_eq!(applied, Applied { carried_out: vec!["gens/gen.cpp".to_owned()], left_out: Vec::new() });
    }

    #[test]
    fn later_edits_see_what_earlier_ones_left() {
        let edits = [("./gens/gen.cpp", "1, 9", "1, high"), ("gens/gen.cpp", "1, high", "0, high")];
        assert_eq!(applied(&edits).0, SOURCE.replace("1, 9", "0, high"));
    }

    #[test]
    fn white_space_at_the_edges_may_differ() {
        // Less indented by four, with a trailing blank: the replacement moves along.
        let search = "for (int i = 0; i < n; i++) \n    println(rnd.next(1, 9));";
        let replace = "for (int i = 0; i < n; i++) {\n    println(i);\n}";
        let (text, _) = applied(&[("gens/gen.cpp", search, replace)]);
        assert_eq!(
            text,
            "int main() {\n    int n = opt<int>(\"n\");\n    for (int i = 0; i < n; i++) {\n        println(i);\n    }\n}\n"
        );
        // Indented otherwise from line to line: that is another text.
        let (_, applied) =
            applied(&[("gens/gen.cpp", "  for (int i = 0; i < n; i++)\n  println(rnd.next(1, 9));", "")]);
        assert_eq!(applied.carried_out, [""; 0]);
    }

    #[test]
    fn cco_19_what_is_left_out_is_told() {
        let (text, applied) = applied(&[
            ("gens/gen.cpp", "println(rnd.next(1, 8));", "x"),
            ("gens/gen.cpp", "int", "long"),
            ("gens/gen.cpp", "", "x"),
            ("../gens/gen.cpp", "int main", "x"),
            ("/etc/passwd", "root", "x"),
            ("val.cpp", "int", "x"),
        ]);
        assert_eq!(text, SOURCE);
        let said: Vec<String> =
            applied.left_out.iter().map(|out| format!("{}: {} [{}]\n", out.edit.path, out.why, out.nearest)).collect();
        expect![[r#"
            gens/gen.cpp: the text to search for does not occur [    int n = opt<int>("n");
                for (int i = 0; i < n; i++)
                    println(rnd.next(1, 9));
            }]
            gens/gen.cpp: the text to search for occurs 5 times; it has to occur once, so take more lines around it []
            gens/gen.cpp: the text to search for is empty []
            ../gens/gen.cpp: `../gens/gen.cpp` is none of the files that edits may name: only `gens/gen.cpp` []
            /etc/passwd: `/etc/passwd` is none of the files that edits may name: only `gens/gen.cpp` []
            val.cpp: `val.cpp` is none of the files that edits may name: only `gens/gen.cpp` []
        "#]]
        .assert_eq(&said.concat());
    }
}
