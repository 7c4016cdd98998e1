//! Labels are set where they live.

use expect_test::{Expect, expect};
use problem::folder::Folder as _;

use super::scene::{PLAIN, Scene, path};
use crate::label::{apply_edits, set_label};

/// The edited file, the changed lines marked with `>`; or the sentence.
fn check(scene: &Scene, solution: &str, label: &str, expected: Expect) {
    let shown = scene.with(|view| match set_label(view, solution, label) {
        Err(sentence) => format!("error: {sentence}\n"),
        Ok(edit) => {
            let before = scene.folder.text(&edit.path).unwrap_or_default();
            let after = apply_edits(&before, &edit.edits);
            let old: Vec<&str> = before.split_inclusive('\n').collect();
            let lines = after.split_inclusive('\n').map(|line| {
                let sign = if old.contains(&line) { ' ' } else { '>' };
                format!("{sign}{}\n", line.replace('\r', "<CR>").trim_end_matches('\n'))
            });
            format!("{}\n{}", edit.path, lines.collect::<String>())
        }
    });
    expected.assert_eq(&shown);
}

fn with(files: &str) -> Scene {
    Scene::new(&format!("{PLAIN}{files}"))
}

#[test]
fn plain_comment() {
    let scene = with("-- mystery.cpp --\r\nint main() {}\r\n-- odd.py --\n#!/usr/bin/env python3\nprint(1)\n");
    check(
        &scene,
        "wa_greedy.cpp",
        "tle",
        expect![[r#"
            wa_greedy.cpp
            >// @EXPECTED_RESULTS@: TIME_LIMIT_EXCEEDED
             int main() {}
        "#]],
    );
    check(
        &scene,
        "mystery.cpp",
        "wrong_answer",
        expect![[r#"
            mystery.cpp
            >// @EXPECTED_RESULTS@: WRONG_ANSWER<CR>
             int main() {}<CR>
        "#]],
    );
    check(
        &scene,
        "odd.py",
        "accepted",
        expect![[r#"
            odd.py
             #!/usr/bin/env python3
            ># @EXPECTED_RESULTS@: ACCEPTED
             print(1)
        "#]],
    );
}

#[test]
fn plain_settings() {
    check(
        &Scene::new(PLAIN),
        "wa_lucky.py",
        "time_limit_exceeded",
        expect![[r#"
            touchstone.toml
            >[labels]
            >"wa_lucky.py" = "time_limit_exceeded"
        "#]],
    );
    check(
        &Scene::new(PLAIN),
        "wa_greedy.cpp",
        "do_not_run",
        expect![[r#"
            touchstone.toml
            >[labels]
            >"wa_greedy.cpp" = "do_not_run"
        "#]],
    );
    let toml = "-- touchstone.toml --\nname = \"x\" # here\r\n\r\n[labels] # all\r\n\"wa_*\" = \"rejected\"\r\n\r\n\
                # the end\r\n[limits]\r\ntime_ms = 1000\r\n";
    check(
        &with(toml),
        "wa_lucky.py",
        "accepted",
        expect![[r#"
            touchstone.toml
             name = "x" # here<CR>
             <CR>
             [labels] # all<CR>
             "wa_*" = "rejected"<CR>
            >"wa_lucky.py" = "accepted"<CR>
             <CR>
             # the end<CR>
             [limits]<CR>
             time_ms = 1000<CR>
        "#]],
    );
    let own = "-- touchstone.toml --\n[labels]\n'wa_lucky.py' = ['rejected', # x\n \"wa\"] # why\n\"sol.cpp\" = \"ac\"";
    check(
        &with(own),
        "wa_lucky.py",
        "accepted_or_tle",
        expect![[r#"
            touchstone.toml
             [labels]
            >'wa_lucky.py' = "accepted_or_tle" # why
             "sol.cpp" = "ac"
        "#]],
    );
    check(
        &with(own),
        "sol.cpp",
        "do_not_run",
        expect![[r#"
            touchstone.toml
             [labels]
             'wa_lucky.py' = ['rejected', # x
              "wa"] # why
            >"sol.cpp" = "do_not_run"
        "#]],
    );
}

#[test]
fn plain_settings_that_a_word_cannot_replace() {
    let table = "-- touchstone.toml --\n[labels]\n\"wa_lucky.py\" = { label = \"wa\", tests = { \"1\" = [\"AC\"] } }\n";
    check(
        &with(table),
        "wa_lucky.py",
        "rejected",
        expect![[r#"
        error: touchstone.toml says more of wa_lucky.py than a word; change its label there
    "#]],
    );
    let inline = "-- touchstone.toml --\nlabels = { \"wa_*\" = \"rejected\" }\n";
    check(
        &with(inline),
        "wa_lucky.py",
        "accepted",
        expect![[r#"
        error: touchstone.toml cannot be changed here without a mistake; write accepted for wa_lucky.py there by hand
    "#]],
    );
    let broken = "-- touchstone.toml --\nname = \n[labels]\n";
    check(
        &with(broken),
        "wa_lucky.py",
        "accepted",
        expect![[r#"
        error: touchstone.toml cannot be changed here without a mistake; write accepted for wa_lucky.py there by hand
    "#]],
    );
}

#[test]
fn nothing_to_do_and_nothing_that_can_be_done() {
    check(
        &Scene::new(PLAIN),
        "sol.cpp",
        "ac",
        expect![[r#"
            sol.cpp
             int main() {}
        "#]],
    );
    check(
        &Scene::new(PLAIN),
        "gen.cpp",
        "ac",
        expect![[r#"
        error: the problem has no solution gen.cpp; look at the paths in the matrix
    "#]],
    );
    check(
        &Scene::new(PLAIN),
        "sol.cpp",
        "fine",
        expect![[r#"
        error: `fine` is no label; take one of accepted, wrong_answer, time_limit_exceeded, run_time_error, memory_limit_exceeded, output_limit_exceeded, rejected, accepted_or_tle, do_not_run
    "#]],
    );
    let same = Scene::new(PLAIN).with(|view| set_label(view, "sol.cpp", "ac")).unwrap();
    assert_eq!((same.path, same.edits.len()), (path("sol.cpp"), 0));
}

const PACKAGE: &str = r#"
-- problem.xml --
<?xml version="1.0"?>
<problem short-name="demo"><assets>
  <checker name="std::wcmp.cpp" type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>
  <solutions>
    <solution tag="main"><source path="solutions/a.cpp" type="cpp.g++17"/></solution>
    <solution  tag = 'accepted' note="é"><source path="solutions/b.cpp" type="cpp.g++17"/></solution>
    <solution>
      <source path="solutions/c.cpp" type="cpp.g++17"/></solution>
    <solution tag="strange"><source path="solutions/d.cpp" type="cpp.g++17"/></solution>
  </solutions>
</assets></problem>
-- solutions/a.cpp --
int main() {}
-- solutions/b.cpp --
int main() {}
-- solutions/c.cpp --
int main() {}
-- solutions/d.cpp --
int main() {}
-- solutions/e.cpp --
int main() {}
-- solutions/f.cpp --
int main() {}
-- solutions/f.cpp.desc --
File name: f.cpp
Tag: WA
Author: x
"#;

#[test]
fn polygon() {
    let scene = Scene::new(PACKAGE);
    check(
        &scene,
        "solutions/b.cpp",
        "wa",
        expect![[r#"
            problem.xml
             <?xml version="1.0"?>
             <problem short-name="demo"><assets>
               <checker name="std::wcmp.cpp" type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>
               <solutions>
                 <solution tag="main"><source path="solutions/a.cpp" type="cpp.g++17"/></solution>
            >    <solution  tag = 'wrong-answer' note="é"><source path="solutions/b.cpp" type="cpp.g++17"/></solution>
                 <solution>
                   <source path="solutions/c.cpp" type="cpp.g++17"/></solution>
                 <solution tag="strange"><source path="solutions/d.cpp" type="cpp.g++17"/></solution>
               </solutions>
             </assets></problem>
        "#]],
    );
    check(
        &scene,
        "solutions/c.cpp",
        "rte",
        expect![[r#"
            problem.xml
             <?xml version="1.0"?>
             <problem short-name="demo"><assets>
               <checker name="std::wcmp.cpp" type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>
               <solutions>
                 <solution tag="main"><source path="solutions/a.cpp" type="cpp.g++17"/></solution>
                 <solution  tag = 'accepted' note="é"><source path="solutions/b.cpp" type="cpp.g++17"/></solution>
            >    <solution tag="failed">
                   <source path="solutions/c.cpp" type="cpp.g++17"/></solution>
                 <solution tag="strange"><source path="solutions/d.cpp" type="cpp.g++17"/></solution>
               </solutions>
             </assets></problem>
        "#]],
    );
    check(
        &scene,
        "solutions/d.cpp",
        "do_not_run",
        expect![[r#"
            problem.xml
             <?xml version="1.0"?>
             <problem short-name="demo"><assets>
               <checker name="std::wcmp.cpp" type="testlib"><source path="files/check.cpp" type="cpp.g++17"/></checker>
               <solutions>
                 <solution tag="main"><source path="solutions/a.cpp" type="cpp.g++17"/></solution>
                 <solution  tag = 'accepted' note="é"><source path="solutions/b.cpp" type="cpp.g++17"/></solution>
                 <solution>
                   <source path="solutions/c.cpp" type="cpp.g++17"/></solution>
            >    <solution tag="do-not-run"><source path="solutions/d.cpp" type="cpp.g++17"/></solution>
               </solutions>
             </assets></problem>
        "#]],
    );
    check(
        &scene,
        "solutions/f.cpp",
        "tle",
        expect![[r#"
            solutions/f.cpp.desc
             File name: f.cpp
            >Tag: TL
             Author: x
        "#]],
    );
    check(
        &scene,
        "solutions/a.cpp",
        "wa",
        expect![[r#"
        error: solutions/a.cpp is the main solution; give another one the tag `main` first
    "#]],
    );
    check(
        &scene,
        "solutions/e.cpp",
        "wa",
        expect![[r#"
        error: problem.xml does not list solutions/e.cpp; add a <solution> for it there
    "#]],
    );
    check(
        &scene,
        "solutions/b.cpp",
        "output_limit_exceeded",
        expect![[r#"
        error: Polygon has no tag for output_limit_exceeded; take rejected
    "#]],
    );
}

#[test]
fn icpc() {
    let scene = Scene::new(
        "-- problem.yaml --\nname: demo\n-- submissions/accepted/a.cpp --\nint main() {}\n-- data/secret/1.in --\n1\n\
         -- data/secret/1.ans --\n1\n",
    );
    check(
        &scene,
        "submissions/accepted/a.cpp",
        "wrong_answer",
        expect![[r#"
        error: in this format the folder of a solution is its label; move submissions/accepted/a.cpp to submissions/wrong_answer/a.cpp
    "#]],
    );
    check(
        &scene,
        "submissions/accepted/a.cpp",
        "accepted_or_tle",
        expect![[r#"
        error: this format has no folder for accepted_or_tle; write `"submissions/accepted/a.cpp" = "accepted_or_tle"` under [labels] in touchstone.toml
    "#]],
    );
    let same = scene.with(|view| set_label(view, "submissions/accepted/a.cpp", "accepted")).unwrap();
    assert!(same.edits.is_empty());
}
