//! The commands that run a cell by hand. That shells and programs take them is tried end to end.

use expect_test::{Expect, expect};

use super::scene::{PLAIN, Scene};
use crate::rerun::{RerunTools, rerun};

fn tools() -> RerunTools {
    let word = str::to_owned;
    RerunTools {
        root: word("/p"),
        touchstone: word("touchstone"),
        cxx: word("g++"),
        cc: word("gcc"),
        python: word("python3"),
        testlib: word("/cache/include"),
        flags: vec![word("-O3")],
        written: None,
    }
}

fn check(text: &str, solution: &str, test: &str, tools: &RerunTools, expected: Expect) {
    let said = Scene::new(text).with(|view| match rerun(view, tools, solution, test) {
        Some(rerun) => {
            let debugger = rerun.debugger.map(|line| format!("or: {line}\n")).unwrap_or_default();
            format!("{}\n{debugger}", rerun.commands.join("\n"))
        }
        None => "nothing\n".to_owned(),
    });
    expected.assert_eq(&said);
}

#[test]
fn a_program_in_cpp_and_one_in_python() {
    check(
        PLAIN,
        "sol.cpp",
        "2",
        &tools(),
        expect![[r#"
            place=$(mktemp -d) && cd "$place" || exit
            touchstone show /p --test=2 --solution=sol.cpp --out . > /dev/null
            ulimit -s "$(ulimit -H -s)"
            g++ -std=gnu++20 -DONLINE_JUDGE -O3 -g -O0 -o solution /p/sol.cpp -lm
            ./solution < input.txt
            or: gdb -q -ex 'start < input.txt' ./solution
        "#]],
    );
    let written = RerunTools { written: Some("/tmp/a b".to_owned()), ..tools() };
    check(
        PLAIN,
        "wa_lucky.py",
        "2",
        &written,
        expect![[r#"
            cd '/tmp/a b'
            ulimit -s "$(ulimit -H -s)"
            env PYTHONHASHSEED=0 python3 -B /p/wa_lucky.py < input.txt
            or: PYTHONHASHSEED=0 python3 -B -c 'import pdb, sys; del sys.argv[0]; path = sys.argv[0]; sys.path[0] = path.rpartition("/")[0]; pdb.Pdb(stdin=open("/dev/tty"), stdout=open("/dev/tty", "w")).run(compile(open(path).read(), path, "exec"), {"__name__": "__main__", "__file__": path})' /p/wa_lucky.py < input.txt
        "#]],
    );
}

#[test]
fn both_sides_of_a_talk() {
    let text = "-- interactor.cpp --\n#include \"testlib.h\"\nint main(int argc, char** argv) { registerInteraction(argc, argv); }\n\
                -- sol.cpp --\nint main() {}\n-- tests/1.in --\n5\n-- tests/1.ans --\n7\n";
    check(
        text,
        "sol.cpp",
        "1",
        &tools(),
        expect![[r#"
            place=$(mktemp -d) && cd "$place" || exit
            touchstone show /p --test=1 --solution=sol.cpp --out . > /dev/null
            ulimit -s "$(ulimit -H -s)"
            g++ -std=gnu++20 -DONLINE_JUDGE -O3 -g -O0 -o solution /p/sol.cpp -lm
            g++ -std=gnu++20 -O3 -g -O0 -I/cache/include -o interactor /p/interactor.cpp -lm
            rm -f to_solution from_solution
            mkfifo to_solution from_solution
            touch expected.txt
            ./interactor input.txt output.txt expected.txt < from_solution > to_solution &
            ./solution > from_solution < to_solution
            or: gdb -q -ex 'start > from_solution < to_solution' ./solution
        "#]],
    );
}

/// As in a check, a testlib.h of the folder's own counts wherever it lies.
#[test]
fn the_folders_own_testlib() {
    let text = "-- interactor.cpp --\n#include \"testlib.h\"\nint main(int argc, char** argv) { registerInteraction(argc, argv); }\n\
                -- sol.cpp --\nint main() {}\n-- lib/testlib.h --\n// own\n-- tests/1.in --\n5\n-- tests/1.ans --\n7\n";
    let said = Scene::new(text).with(|view| rerun(view, &tools(), "sol.cpp", "1")).unwrap();
    let interactor = said.commands.iter().find(|line| line.contains("-o interactor")).unwrap();
    assert!(interactor.contains("-I/p/lib -I/cache/include "), "{interactor}");
}

#[test]
fn names_are_words_whatever_they_hold() {
    let text = "-- it's $(me).cpp --\nint main() {}\n-- tests/1.in --\n5\n-- tests/1.ans --\n7\n";
    check(
        text,
        "it's $(me).cpp",
        "1",
        &RerunTools { written: Some("/d".to_owned()), ..tools() },
        expect![[r#"
            cd /d
            ulimit -s "$(ulimit -H -s)"
            g++ -std=gnu++20 -DONLINE_JUDGE -O3 -g -O0 -o solution '/p/it'\''s $(me).cpp' -lm
            ./solution < input.txt
            or: gdb -q -ex 'start < input.txt' ./solution
        "#]],
    );
    // A terminal takes such a character as a key.
    let keys = RerunTools { root: "/p\u{3}".to_owned(), ..tools() };
    check(PLAIN, "sol.cpp", "2", &keys, expect!["nothing\n"]);
    check(PLAIN, "sol.cpp", "99", &tools(), expect!["nothing\n"]);
}

/// A check puts constants of the package into sources.
#[test]
fn sources_with_constants() {
    let text = "-- problem.yaml --\nproblem_format_version: 2025-09\nname: Add\nconstants:\n  share: 1/2&\n  most: 40\n  other: 7\n\
                -- submissions/accepted/sol.cpp --\n#include \"a.h\"\nint n = {{most}}; auto s = \"{{share}} {{none}}\"; int main() {}\n\
                -- data/secret/1.in --\n5\n-- data/secret/1.ans --\n7\n";
    check(
        text,
        "submissions/accepted/sol.cpp",
        "secret/1",
        &tools(),
        expect![[r#"
        place=$(mktemp -d) && cd "$place" || exit
        touchstone show /p --test=secret/1 --solution=submissions/accepted/sol.cpp --out . > /dev/null
        ulimit -s "$(ulimit -H -s)"
        LC_ALL=C sed -e 's/{{most}}/40/g' -e 's/{{share}}/1\/2\&/g' /p/submissions/accepted/sol.cpp > sol.cpp
        g++ -std=gnu++20 -DONLINE_JUDGE -O3 -g -O0 -o solution sol.cpp -I/p/submissions/accepted -lm
        ./solution < input.txt
        or: gdb -q -ex 'start < input.txt' ./solution
    "#]],
    );
}
