//! Definitions, references, other names, outlines, links and signatures.

use super::scene::{PLAIN, Scene, position, slice};
use crate::navigate::{self, Renamed, Target};

fn shown(scene: &Scene, targets: Vec<Target>) -> String {
    use problem::folder::Folder as _;
    let one = |target: Target| {
        let text = scene.folder.text(&target.path).unwrap_or_default();
        format!("{}:{} {}", target.path, target.range.start.line + 1, slice(&text, target.range))
    };
    targets.into_iter().map(one).collect::<Vec<_>>().join("\n")
}

fn defined(file: &str, needle: &str) -> String {
    let scene = Scene::new(PLAIN);
    let targets = scene.open(file, |view, text| navigate::definition(view, text, position(text.text, needle)));
    shown(&scene, targets)
}

fn used(file: &str, needle: &str, with_definition: bool) -> String {
    let scene = Scene::new(PLAIN);
    let targets =
        scene.open(file, |view, text| navigate::references(view, text, position(text.text, needle), with_definition));
    shown(&scene, targets)
}

#[test]
fn an_option_is_defined_where_the_generator_reads_it() {
    assert_eq!(defined("script.txt", "gen -n^ 5"), "gen.cpp:4 n");
    // Its value leads there, too.
    assert_eq!(defined("script.txt", "-n 10^0"), "gen.cpp:4 n");
    assert_eq!(defined("script.txt", "-kind st^ar"), "gen.cpp:5 kind");
    assert_eq!(defined("gen.cpp", "has_opt(\"weig^hted"), "gen.cpp:6 weighted");
    assert!(defined("script.txt", "g^en -n 5").starts_with("gen.cpp:2 "), "{}", defined("script.txt", "g^en -n 5"));
    for (file, needle) in
        [("script.txt", "# sm^all"), ("script.txt", "> ^$"), ("val.cpp", "read^Int"), ("sol.cpp", "ma^in")]
    {
        assert_eq!(defined(file, needle), "", "{needle}");
    }
}

#[test]
fn uses_of_options_and_generators() {
    let of_kind = "gen.cpp:5 kind\nscript.txt:2 -kind\nscript.txt:5 -kind";
    assert_eq!(used("gen.cpp", "\"ki^nd", true), of_kind);
    assert_eq!(used("script.txt", "-ki^nd star", true), of_kind);
    assert_eq!(used("gen.cpp", "\"n^\"", false), "script.txt:2 -n\nscript.txt:3 -n\nscript.txt:5 -n");
    assert_eq!(used("script.txt", "ge^n -n 100", false), "script.txt:2 gen\nscript.txt:3 gen\nscript.txt:5 gen");
    assert_eq!(used("gen.cpp", "weight^ed", false), "");
}

/// What leads from one place of a variable to the others.
#[test]
fn variables_of_the_input() {
    let folder = PLAIN.replace(
        "{ return stream.readInt(); }",
        "{ return stream.readInt(); }\nint size() { return inf.readInt(1, 50, \"n\"); }",
    );
    let folder = format!("{folder}-- statement.md --\n# Sum\n\nGiven $n$ ($1 \\le n \\le 100$).\n");
    let scene = Scene::new(&folder);
    let of = |file: &str, needle: &str, all: bool| {
        let targets = scene.open(file, |view, text| {
            let at = position(text.text, needle);
            if all { navigate::references(view, text, at, true) } else { navigate::definition(view, text, at) }
        });
        shown(&scene, targets)
    };
    let all = "check.cpp:3 n\ngen.cpp:4 n\nstatement.md:3 1 \\le n \\le 100\nval.cpp:4 n";
    for (file, needle) in [("val.cpp", "\"n^\""), ("check.cpp", "\"^n\""), ("statement.md", "\\le n^ ")] {
        assert_eq!(of(file, needle, true), all, "{file}");
        assert_eq!(of(file, needle, false), "val.cpp:4 n", "{file}");
    }
    // Code is left to clangd, and words of the statement are nothing.
    for (file, needle) in [("val.cpp", "inf.read^Int"), ("val.cpp", "int n^ ="), ("statement.md", "Giv^en")] {
        assert_eq!(of(file, needle, true), "", "{file} {needle}");
    }
}

/// Solutions and the manifest that lists them.
#[test]
fn places_of_a_solution_in_the_manifest() {
    let scene = Scene::new(
        "-- problem.rbx.yml --\nname: demo\ntimeLimit: 1000\nmemoryLimit: 256\nsolutions:\n- path: sol.cpp\n  outcome: \
         accepted\n- path: wa.cpp\n  outcome: wrong-answer\n-- sol.cpp --\nint main() {}\n-- wa.cpp --\nint main() { return 1; }\n",
    );
    let of = |file: &str, needle: &str| {
        let at = |text: &str| position(text, needle);
        shown(&scene, scene.open(file, |view, text| navigate::references(view, text, at(text.text), false)))
    };
    let of_wrong = "problem.rbx.yml:7 wa.cpp\nproblem.rbx.yml:8 wrong-answer";
    assert_eq!(of("wa.cpp", "in^t main"), of_wrong);
    assert_eq!(of("problem.rbx.yml", "wa.^cpp"), of_wrong);
    assert_eq!(of("problem.rbx.yml", "timeL^imit"), "");
}

fn renamed(folder: &str, file: &str, needle: &str, new: &str) -> String {
    use problem::folder::Folder as _;
    let scene = Scene::new(folder);
    let renamed = scene.open(file, |view, text| navigate::rename(view, text, position(text.text, needle), new));
    match renamed {
        Renamed::Nothing => "nothing".to_owned(),
        Renamed::Refused(why) => why,
        Renamed::Edits(files) => {
            let mut shown = String::new();
            for file in files {
                let text = scene.folder.text(&file.path).unwrap_or_default();
                for edit in file.edits {
                    let (was, line) = (slice(&text, edit.range), edit.range.start.line + 1);
                    shown += &format!("{}:{line} {was} -> {}\n", file.path, edit.text);
                }
            }
            shown
        }
    }
}

#[test]
fn an_option_gets_another_name_in_source_and_scripts() {
    let all = "gen.cpp:5 kind -> shape\nscript.txt:2 kind -> shape\nscript.txt:5 kind -> shape\n";
    assert_eq!(renamed(PLAIN, "script.txt", "-ki^nd star", "shape"), all);
    assert_eq!(renamed(PLAIN, "gen.cpp", "\"ki^nd", "--shape"), all);
    assert_eq!(renamed(PLAIN, "script.txt", "-ki^nd star", "n"), "gen.cpp reads an option `n` already");
    let why = "the name of an option is a letter and then letters, digits, `_` or `-`";
    for new in ["", "5", "a b", "é"] {
        assert_eq!(renamed(PLAIN, "script.txt", "-ki^nd star", new), why, "{new}");
    }
    assert_eq!(renamed(PLAIN, "script.txt", "ge^n -n 5", "x"), "nothing");
    // What is stuck to the name stays a value.
    let stuck = PLAIN.replace("gen -n 100", "gen --n=100\ngen -n7");
    let new =
        "gen.cpp:4 n -> n1\nscript.txt:2 n -> n1\nscript.txt:3 n -> n1\nscript.txt:4 n -> n1=\nscript.txt:6 n -> n1\n";
    assert_eq!(renamed(&stuck, "gen.cpp", "\"n^\"", "n1"), new);
}

fn outline(file: &str) -> String {
    let scene = Scene::new(PLAIN);
    let symbols = scene.open(file, navigate::symbols);
    symbols.into_iter().map(|one| format!("{} | {}\n", one.name, one.detail)).collect()
}

#[test]
fn outlines() {
    assert_eq!(outline("val.cpp"), "n | readInt(1, 100)\n");
    assert_eq!(outline("check.cpp"), "readInt | readInt()\n");
    assert_eq!(outline("gen.cpp"), "-n | int\n-kind | string = \"random\"\n-weighted | bool\n");
    assert_eq!(
        outline("script.txt"),
        "gen -n 5 -kind path | test 1\ngen -n 100 | test 2\ngen -n 10 -kind star | tests 3 to 5\n"
    );
    assert_eq!(outline("sol.cpp"), "");
}

#[test]
fn paths_in_settings_lead_to_their_files() {
    let folder = format!("{PLAIN}-- touchstone.toml --\nmain = \"sol.cpp\" # not wa_none.cpp, see ./gen.cpp.\n");
    let scene = Scene::new(&folder);
    let shown = scene.open("touchstone.toml", |view, text| {
        let links = navigate::links(view, text).into_iter();
        links.map(|link| format!("{} -> {}", slice(text.text, link.range), link.path)).collect::<Vec<_>>()
    });
    assert_eq!(shown, ["sol.cpp -> sol.cpp", "./gen.cpp -> gen.cpp"]);
    assert_eq!(scene.open("sol.cpp", navigate::links), []);
}

/// The overload that fits, with the argument that is being written in brackets.
fn call(source: &str) -> String {
    let offset = source.find('^').unwrap();
    let text = format!("#include \"testlib.h\"\n{}", source.replace('^', ""));
    let scene = Scene::new(&format!("{PLAIN}-- x.cpp --\n{text}\n"));
    let found = scene.open("x.cpp", |_, open| {
        let at = problem::text::LineIndex::new(open.text).position("#include \"testlib.h\"\n".len() + offset);
        navigate::signature(open, at)
    });
    let Some(signature) = found else { return "nothing".to_owned() };
    let (text, parameters) = &signature.overloads[signature.active];
    match parameters.get(signature.argument) {
        Some(span) => format!("{}[{}]{}", &text[..span.start], &text[span.clone()], &text[span.end..]),
        None => text.clone(),
    }
}

#[test]
fn signatures_while_a_call_is_written() {
    let read = call("int f() { inf.readInt(1, ^");
    assert!(read.starts_with("int readInt(") && read.contains(", [") && read.contains("max"), "{read}");
    assert!(
        call("int f() { quitf(_ok, \"a, b\", ^); }").contains("[...]"),
        "{}",
        call("int f() { quitf(_ok, \"a, b\", ^); }")
    );
    assert!(
        call("int f() { int n = opt<int>(^\"n\"); }").contains("opt<T>([const"),
        "{}",
        call("int f() { int n = opt<int>(^\"n\"); }")
    );
    assert!(call("int f() { g(rnd.next(1, ^)); }").contains("next("), "nested");
    for nothing in [
        "int f() { g(1, ^); }",
        "int f() { inf.readInt(1)^; }",
        "int f() { // inf.readInt(^\n}",
        "^",
        "int f() { if (^",
    ] {
        assert_eq!(call(nothing), "nothing", "{nothing}");
    }
}
