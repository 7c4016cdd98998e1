//! Nothing panics, whatever the text and the place.

use problem::text::Position;
use proptest::prelude::*;

use super::scene::{PLAIN, Scene};
use crate::{completion::complete, hover::hover, lens::lenses};

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
    ];
    proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..14).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn features_answer_everywhere(text in text(), line in 0_u32..6, character in 0_u32..30, known in any::<bool>()) {
        let scene = if known { Scene::usual() } else { Scene::new(PLAIN) };
        let at = Position { line, character };
        for file in ["script.txt", "gen.cpp", "val.cpp", "sol.cpp", "wa_lucky.py", "unknown.cpp"] {
            scene.with_text(file, &text, |view, open| {
                let shown = hover(view, open, at);
                prop_assert!(shown.is_none_or(|hover| hover.range.start <= hover.range.end));
                for completion in complete(view, open, at) {
                    prop_assert_eq!(completion.edit.range.start.line, completion.edit.range.end.line);
                    prop_assert!(completion.edit.range.start <= completion.edit.range.end);
                }
                let places = lenses(view, open);
                prop_assert!(places.iter().all(|lens| lens.range.start <= lens.range.end));
                Ok(())
            })?;
        }
    }
}
