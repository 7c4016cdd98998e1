//! Nothing panics, whatever the text and the place.

use problem::{folder::Folder as _, text::Position};
use proptest::prelude::*;

use super::{
    lists::{RBX, TPS},
    scene::{PLAIN, Scene, path},
};
use crate::{
    actions::quick_fixes,
    completion::complete,
    fold::folds,
    hover::hover,
    label::{apply_edits, set_label},
    lens::lenses,
    navigate,
    rewrites::{extracted, rewrites},
};

/// Pieces of scripts and sources, with line ends and characters of all widths between them.
fn text() -> impl Strategy<Value = String> {
    let pieces = [
        "gen",
        " -n 5",
        " ",
        "\n",
        "\r\n",
        "> $",
        "|",
        "#",
        "//",
        "<#list 1..3 as i>",
        "</#list>",
        "${i}",
        "${",
        "<#--",
        "-->",
        "\"",
        "'",
        "\\",
        "é",
        "😀",
        "#include \"testlib.h\"\n",
        "int main() {",
        "}",
        "registerGen(c, v, 1);",
        "inf.",
        "rnd.next(",
        ")",
        "quitf",
        "// @EXPECTED_RESULTS@: WA\n",
        "/*",
        "*/",
        "R\"(",
        "\u{feff}",
        "REP(n, SPACE)",
        "IF(a[1] == ",
        "ELSE",
        "END",
        "INT(1, 10, n)",
        "SET(",
        "int a = ans.readInt(1, 5, \"a\");\n",
        "int b = ouf.readInt(1, 5, \"b\");\n",
        "<#-- group 1 depends 2 -->\n",
        "@testgroup small {\n",
        "@input {\n",
        "@input \"\"\"\n",
        "}\n",
        "\n@subtask small\n",
        "manual 1.in",
    ];
    proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..14).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn features_answer_everywhere(text in text(), line in 0_u32..6, character in 0_u32..30, known in any::<bool>()) {
        let scene = if known { Scene::usual() } else { Scene::new(PLAIN) };
        let at = Position { line, character };
        for file in ["script.txt", "gen.cpp", "val.cpp", "sol.cpp", "wa_lucky.py", "unknown.cpp", "val.ctd"] {
            scene.with_text(file, &text, |view, open| {
                let shown = hover(view, open, at);
                prop_assert!(shown.is_none_or(|hover| hover.range.start <= hover.range.end));
                for completion in complete(view, open, at) {
                    prop_assert_eq!(completion.edit.range.start.line, completion.edit.range.end.line);
                    prop_assert!(completion.edit.range.start <= completion.edit.range.end);
                }
                let is_ordered = |range: problem::text::Range| range.start <= range.end;
                prop_assert!(navigate::definition(view, open, at).iter().all(|target| is_ordered(target.range)));
                prop_assert!(navigate::references(view, open, at, true).iter().all(|target| is_ordered(target.range)));
                prop_assert!(navigate::can_rename(view, open, at).is_none_or(|(_, range)| is_ordered(range)));
                let _renamed = navigate::rename(view, open, at, "x");
                prop_assert!(navigate::symbols(view, open).iter().all(|symbol| is_ordered(symbol.range)));
                prop_assert!(navigate::links(view, open).iter().all(|link| is_ordered(link.range)));
                let n_lines = text.split('\n').count();
                prop_assert!(crate::inlay::hints(view, open, false).iter().all(|hint| (hint.at.line as usize) < n_lines));
                let n_bytes = text.len();
                for rewrite in rewrites(view, open).into_iter().chain(extracted(view, open, problem::text::Range { start: at, end: at })) {
                    prop_assert!(rewrite.edits.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start), "{:?}", rewrite);
                    prop_assert!(apply_edits(&text, &rewrite.edits) != text || n_bytes == 0, "{}", rewrite.title);
                }
                if let Some(signature) = navigate::signature(open, at) {
                    prop_assert!(signature.active < signature.overloads.len());
                }
                let here = problem::text::Range { start: at, end: at };
                let lints = open.source.map(|source| cpp::lint::lints(source, problem::model::Role::Validator));
                let of_lint = |lint| problem::finding::Finding::of_lint(lint, open.path);
                let findings: Vec<_> = lints.iter().flatten().map(of_lint).collect();
                for fix in quick_fixes(&findings, open.path, here) {
                    let _edited = apply_edits(&text, &fix.edits);
                }
                let n_lines = problem::text::LineIndex::new(&text).n_lines();
                let is_fold = |fold: &crate::fold::Fold| fold.head < fold.last && (fold.last as usize) < n_lines;
                prop_assert!(folds(view, open).iter().flatten().all(is_fold));
                let places = lenses(view, open);
                prop_assert!(places.iter().all(|lens| lens.range.start <= lens.range.end));
                Ok(())
            })?;
        }
    }

    #[test]
    fn lists_of_tests_are_any_text(text in text(), line in 0_u32..6, character in 0_u32..30) {
        let at = Position { line, character };
        for (folder, file) in [(RBX, "plan.txt"), (TPS, "gen/data")] {
            Scene::new(folder).with_text(file, &text, |view, open| {
                let n_lines = problem::text::LineIndex::new(&text).n_lines();
                let is_fold = |fold: &crate::fold::Fold| fold.head < fold.last && (fold.last as usize) < n_lines;
                prop_assert!(folds(view, open).iter().flatten().all(is_fold));
                let colours = crate::script::colours(view, open);
                prop_assert!(colours.windows(2).all(|pair| pair[0].0.end <= pair[1].0.start));
                prop_assert!(navigate::symbols(view, open).iter().all(|symbol| symbol.range.start <= symbol.range.end));
                let _shown = (hover(view, open, at), complete(view, open, at), lenses(view, open));
                let _places = (navigate::definition(view, open, at), navigate::references(view, open, at, true));
                let laid = crate::script::layout(view, open).unwrap_or_default();
                let words = |text: &str| text.split_whitespace().collect::<String>();
                prop_assert_eq!(words(&apply_edits(&text, &laid)), words(&text));
                Ok(())
            })?;
        }
    }

    /// Whatever stands in the settings, an edit of them gives the label, keeps every other rule, and can be made again.
    #[test]
    fn labels_in_any_settings(pieces in settings()) {
        let scene = Scene::new(&format!("{PLAIN}-- touchstone.toml --\n{pieces}"));
        let Ok(edit) = scene.with(|view| set_label(view, "wa_lucky.py", "run_time_error")) else { return Ok(()) };
        prop_assert_eq!(edit.path.as_str(), "touchstone.toml");
        let before = scene.folder.text(&edit.path).unwrap_or_default();
        let mut folder = scene.folder.clone();
        folder.add(path("touchstone.toml"), apply_edits(&before, &edit.edits).as_bytes(), None);
        let after = Scene::of(folder);
        let words = |scene: &Scene, name: &str| {
            scene.problem.programs[scene.program(name)].label.as_ref().map(|label| label.words.clone())
        };
        prop_assert_eq!(words(&after, "wa_lucky.py"), Some(vec!["run_time_error".to_owned()]));
        for other in ["sol.cpp", "wa_greedy.cpp"] {
            prop_assert_eq!(words(&after, other), words(&scene, other));
        }
        let again = after.with(|view| set_label(view, "wa_lucky.py", "run_time_error"));
        prop_assert!(again.is_ok_and(|edit| edit.edits.is_empty()));
    }

    #[test]
    fn labels_in_any_package(pieces in package(), label in 0_usize..9) {
        let sources = "-- solutions/a.cpp --\nint main() {}\n-- solutions/b.cpp --\nint main() {}\n";
        let scene = Scene::new(&format!("{sources}-- problem.xml --\n{pieces}"));
        let label = problem::label::LabelWord::ALL[label].name();
        for (_, program) in scene.problem.solutions() {
            match scene.with(|view| set_label(view, program.path.as_str(), label)) {
                Ok(edit) => prop_assert!(edit.edits.len() <= 1),
                Err(sentence) => prop_assert!(!sentence.is_empty()),
            }
        }
    }
}

fn settings() -> impl Strategy<Value = String> {
    let pieces = [
        "[labels]\n",
        "[limits]\r\n",
        "\"wa_*\" = \"rejected\"\n",
        "\"wa_lucky.py\" = \"wa\" # é\r\n",
        "'/wa_lucky.py' = [\"wa\", # x\n 'tle']\n",
        "time_ms = 1000\n",
        "\n",
        "# [labels]\n",
        "name = \"\"\"\n[labels]\n\"\"\"\n",
        "labels.\"sol.cpp\" = \"ac\"\n",
        "[labels.\"wa_lucky.py\"]\nlabel = \"wa\"\n",
        "\"*.cpp\" = { label = \"ac\" }\n",
        "[labels]",
        "\"sol.cpp\"=\"ac\"",
    ];
    proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..7).prop_map(|pieces| pieces.concat())
}

fn package() -> impl Strategy<Value = String> {
    let pieces = [
        "<solution tag=\"wrong-answer\">",
        "<solution>",
        "<solution tag='é'>",
        "<source path=\"solutions/a.cpp\"/>",
        "<source path='solutions/b.cpp'/>",
        "</solution>",
        "<!-- <solution> -->",
        "\r\n",
        "<solution",
        " tag=",
    ];
    let inside = proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..9);
    inside
        .prop_map(|pieces| format!("<problem><assets><solutions>{}</solutions></assets></problem>\n", pieces.concat()))
}
