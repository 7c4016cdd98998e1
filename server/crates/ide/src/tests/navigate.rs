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
    assert_eq!(renamed(&stuck, "gen.cpp", "\"n^\"", "size"), new.replace("n1", "size"));
    assert_eq!(renamed(&stuck, "gen.cpp", "\"n^\"", "m"), new.replace("n1=", "n1").replace("n1", "m"));
}

#[test]
fn a_variable_gets_another_name_in_all_that_read_it() {
    let folder = PLAIN
        .replace("inf.readEof();", "inf.readInts(n, 1, n, \"a\");\n    for (int i = 0; i < n; i++) inf.readInt(0, n, format(\"a[%d]\", i));\n    inf.readWord(\"~w\");\n    inf.readWord(\"[a-z]\", \"w\");\n    inf.readEof();")
        .replace("{ return stream.readInt(); }", "{ inf.readInt(1, 50, \"n\"); inf.readInt(1, 60, \"a_i\"); return stream.readInt(0, 1, \"n\"); }");
    let folder = format!("{folder}-- statement.md --\n# Sum\n\nGiven $n$ ($1 \\le n \\le 100$).\n");
    // Answers have variables of their own, and generators would draw otherwise.
    let all = "check.cpp:2 n -> size\nval.cpp:4 n -> size\n";
    assert_eq!(renamed(&folder, "val.cpp", "\"n^\"", "size"), all);
    assert_eq!(renamed(&folder, "check.cpp", "50, \"n^\"", "size"), all);
    assert_eq!(renamed(&folder, "statement.md", "\\le n^ ", "size"), "nothing");
    let indexed = "check.cpp:2 a -> b\nval.cpp:6 a -> b\nval.cpp:7 a -> b\n";
    assert_eq!(renamed(&folder, "val.cpp", "\"a^[%d]", "b"), indexed);
    assert_eq!(renamed(&folder, "val.cpp", "\"n^\"", "a"), "there is a variable `a` already");
    // A read without bounds has its name, too; what only the statement names does not.
    assert_eq!(renamed(&folder, "val.cpp", "\"n^\"", "w"), "there is a variable `w` already");
    let stated = folder.replace("Given $n$", "Given $m$ ($1 \\le m \\le 5$) and $n$");
    assert_eq!(renamed(&stated, "val.cpp", "\"n^\"", "m"), all.replace("size", "m"));
    for new in ["", "5", "a b", "a_", "_a", "é"] {
        let why = "the name of a variable is a letter and then letters, digits or `_` between them";
        assert_eq!(renamed(&folder, "val.cpp", "\"n^\"", new), why, "{new}");
    }
    let scene = Scene::new(&folder);
    let can = scene.open("val.cpp", |view, text| {
        let (name, range) = navigate::can_rename(view, text, position(text.text, "\"a^[%d]")).unwrap();
        (name, slice(text.text, range).to_owned())
    });
    assert_eq!(can, ("a".to_owned(), "a".to_owned()));
}

/// From each place of a group to where it is declared, and to all that name it.
fn places_of_group(folder: &str, places: &[(&str, &str)], declared: &str, all: &str) {
    let scene = Scene::new(folder);
    for (file, needle) in places {
        let at = |all: bool| {
            let targets = scene.open(file, |view, text| {
                let at = position(text.text, needle);
                if all { navigate::references(view, text, at, true) } else { navigate::definition(view, text, at) }
            });
            shown(&scene, targets)
        };
        assert_eq!((at(false).as_str(), at(true).as_str()), (declared, all), "{file} {needle}");
    }
}

#[test]
fn groups_of_a_script() {
    let folder = PLAIN.replace(
        "# small ones\n",
        "<#-- group 1 score 10 -->\ngen -n 3 > $\n<#-- group 22 depends 1 -->\n<#-- group of 1 -->\n",
    );
    let places = [("script.txt", "group ^1 score"), ("script.txt", "depends 1^")];
    places_of_group(&folder, &places, "script.txt:1 1", "script.txt:1 1\nscript.txt:3 1");
}

#[test]
fn groups_of_a_package() {
    let folder = "-- problem.xml --\n<problem short-name=\"p\"><names><name language=\"english\" value=\"P\"/></names>\n\
        <judging><testset name=\"tests\"><time-limit>1000</time-limit><memory-limit>268435456</memory-limit>\n\
        <test-count>2</test-count><input-path-pattern>tests/%02d</input-path-pattern>\n\
        <answer-path-pattern>tests/%02d.a</answer-path-pattern>\n<tests>\n<test method=\"manual\" group=\"a\"/>\n\
        <!-- <test group=\"a\"/> -->\n<test group='b' method=\"manual\"/>\n</tests>\n<groups>\n\
        <group name=\"a\" points=\"5\"/>\n<group points=\"5\" name=\"b\"><dependencies><dependency group=\"a\"/>\n\
        </dependencies></group>\n</groups>\n</testset></judging>\n</problem>\n-- tests/01 --\n1\n-- tests/02 --\n2\n\
        -- sol.cpp --\nint main() {}\n";
    let all = "problem.xml:6 a\nproblem.xml:11 a\nproblem.xml:12 a";
    let places = [
        ("problem.xml", "manual\" group=\"^a"),
        ("problem.xml", "<group name=\"a^"),
        ("problem.xml", "dependency group=\"^a"),
    ];
    places_of_group(folder, &places, "problem.xml:11 a", all);
}

#[test]
fn subtasks_of_a_task_of_tps() {
    let folder = "-- problem.json --\n{\"name\": \"p\", \"type\": \"Batch\", \"time_limit\": 1.0, \"memory_limit\": 256}\n\
        -- subtasks.json --\n{\"subtasks\": {\n\"samples\": {\"index\": 0, \"score\": 0},\n\"all\": {\"index\": 1, \"score\": 100}}}\n\
        -- solutions.json --\n{\"sol.cpp\": {\"verdict\": \"model_solution\"},\n\"wa.cpp\": {\"verdict\": \"incorrect\", \n\
        \"except\": {\"samples\": \"correct\"}}}\n-- gen/data --\n@subtask samples\nmanual 1.in\n\n@subtask all\n\
        @include samples\ngen 5\n-- gen/manual/1.in --\n1\n-- gen/gen.cpp --\n#include \"testlib.h\"\n\
        int main(int argc, char* argv[]) { registerGen(argc, argv, 1); println(atoi(argv[1])); }\n\
        -- solution/sol.cpp --\nint main() {}\n-- solution/wa.cpp --\nint main() {}\n";
    let all = "gen/data:1 samples\ngen/data:5 samples\nsolutions.json:3 samples\nsubtasks.json:2 samples";
    let places = [
        ("gen/data", "@subtask s^amples"),
        ("gen/data", "@include s^amples"),
        ("subtasks.json", "sam^ples"),
        ("solutions.json", "sam^ples"),
    ];
    places_of_group(folder, &places, "gen/data:1 samples", all);
}

#[test]
fn tests_that_a_package_and_a_task_list_without_ids() {
    let package = "-- problem.xml --\n<problem short-name=\"p\"><names><name language=\"english\" value=\"P\"/></names>\n\
        <judging><testset name=\"tests\"><time-limit>1000</time-limit><memory-limit>268435456</memory-limit>\n\
        <test-count>2</test-count><input-path-pattern>tests/%02d</input-path-pattern>\n\
        <answer-path-pattern>tests/%02d.a</answer-path-pattern>\n<tests>\n<test method=\"manual\"/>\n\
        <test  sample=\"true\" method=\"manual\"/>\n</tests>\n</testset></judging>\n</problem>\n\
        -- touchstone.toml --\n[groups]\n\"2\" = \"b\"\n-- tests/01 --\n1\n-- tests/02 --\n2\n-- sol.cpp --\nint main() {}\n";
    let places = [("problem.xml", "<te^st  sample"), ("touchstone.toml", "\"2^\"")];
    places_of_group(package, &places, "problem.xml:7 test", "problem.xml:7 test\ntouchstone.toml:2 2");
    let task = "-- problem.json --\n{\"name\": \"p\", \"type\": \"Batch\", \"time_limit\": 1.0, \"memory_limit\": 256}\n\
        -- subtasks.json --\n{\"subtasks\": {\n\"all\": {\"index\": 1, \"score\": 100}}}\n\
        -- solutions.json --\n{\"sol.cpp\": {\"verdict\": \"model_solution\"}}\n-- gen/data --\n@subtask all\nmanual 1.in\ngen 5\n\
        -- gen/manual/1.in --\n1\n-- gen/gen.cpp --\n#include \"testlib.h\"\n\
        int main(int argc, char* argv[]) { registerGen(argc, argv, 1); println(atoi(argv[1])); }\n\
        -- solution/sol.cpp --\nint main() {}\n";
    places_of_group(task, &[("gen/data", "man^ual")], "gen/data:2 manual", "gen/data:2 manual");
    // At a command the generator is meant.
    let scene = Scene::new(task);
    let generator =
        scene.open("gen/data", |view, text| navigate::definition(view, text, position(text.text, "ge^n 5")));
    assert_eq!(shown(&scene, generator), "gen/gen.cpp:2 main");
}

#[test]
fn tests_and_groups_of_settings() {
    let script = "gen -n 3 > 1\n# gen > 2\ngen -n 4 > 2\n";
    let (_, rest) = PLAIN.split_once("-- gen.cpp --").unwrap();
    let settings = "[groups]\n\"1\" = \"easy\"\n\"2\" = 'hard'\n\"[1-2]\" = \"hard\"\n";
    let folder = format!("-- script.txt --\n{script}-- touchstone.toml --\n{settings}-- gen.cpp --{rest}");
    let places = [("script.txt", "4 > ^2"), ("touchstone.toml", "\"2^\"")];
    places_of_group(&folder, &places, "script.txt:3 2", "script.txt:3 2\ntouchstone.toml:3 2");
    let places = [("touchstone.toml", "'har^d")];
    places_of_group(&folder, &places, "touchstone.toml:3 hard", "touchstone.toml:3 hard\ntouchstone.toml:4 hard");
    // Comments and commands name no test, and patterns name several.
    for (file, needle) in [("script.txt", "gen > ^2"), ("script.txt", "-n ^4"), ("touchstone.toml", "[1^-2]")] {
        let scene = Scene::new(&folder);
        let found = scene.open(file, |view, text| crate::navigate::test::at(view, text, position(text.text, needle)));
        assert_eq!(found, None, "{needle}");
    }
}

#[test]
fn tests_and_groups_of_rules() {
    let folder = "-- problem.yaml --\nname: x\n-- generators/generators.yaml --\ndata:\n  sample:\n    data:\n      one: gen.py 1\n  \
        secret:\n    data:\n      easy:\n        data:\n          one: gen.py 2\n      hard:\n        data:\n        - big: gen.py 9\n        \
        - big: gen.py 8\n        include: [easy]\n\
        -- generators/gen.py --\nprint(1)\n-- submissions/accepted/sol.cpp --\nint main() {}\n\
        -- data/secret/more/x.in --\n1\n-- data/secret/more/x.ans --\n1\n";
    let rules = "generators/generators.yaml";
    places_of_group(folder, &[(rules, "ha^rd:")], &format!("{rules}:10 hard"), &format!("{rules}:10 hard"));
    places_of_group(folder, &[(rules, "on^e: gen.py 2")], &format!("{rules}:9 one"), &format!("{rules}:9 one"));
    places_of_group(folder, &[(rules, "b^ig: gen.py 8")], &format!("{rules}:13 big"), &format!("{rules}:13 big"));
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
