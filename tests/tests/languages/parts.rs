//! Validators, checkers, generators and interactors in other languages, and programs of several files.

use std::{fs, path::Path};

use e2e::touchstone::Touchstone;
use testkit::{examples::here, folder::Folder};

use super::{languages, needs};

const SUM_OF_BEST: &str = "submissions/accepted/stretch.cpp";

/// The package of `best-stretch` with its C++ solutions only.
fn package() -> Folder {
    let folder = Folder::copy_of(&here("languages/best-stretch"));
    for directory in ["accepted", "wrong_answer"] {
        let place = folder.path().join("submissions").join(directory);
        for entry in fs::read_dir(&place).expect("it can be listed") {
            let path = entry.expect("it can be listed").path();
            if path.extension().is_none_or(|extension| extension != "cpp") {
                fs::remove_file(&path).expect("it can be removed");
            }
        }
    }
    folder
}

fn copy(folder: &Folder, from: &str, to: &str) {
    let from = here("languages/crew").join(from);
    folder.write(to, fs::read(&from).expect("a fixture can be read"));
}

#[test]
fn validators() {
    let folder = package();
    folder.write("data/invalid_input/two-lines.in", "2\n1\n2\n");
    folder.write("data/invalid_input/none.in", "0\n1\n");
    let mut n_validators = 0;
    for extension in ["go", "js", "pas", "pl", "rb"] {
        if needs(&languages()[extension].name) {
            // Pascal reads numbers wherever they stand.
            let is_strict = extension != "pas";
            copy(&folder, &format!("validators/valid.{extension}"), &format!("input_validators/valid.{extension}"));
            n_validators += usize::from(is_strict);
        }
    }
    let (report, _) = Touchstone::new().check(folder.path());
    assert_eq!(report.verdicts(SUM_OF_BEST), ["AC", "AC", "AC"], "{:#?}", report.findings());
    let wrong: Vec<String> = report
        .findings()
        .into_iter()
        .filter(|finding| finding.starts_with("error ") || finding.starts_with("warning "))
        .collect();
    if n_validators > 0 {
        assert_eq!(wrong, [""; 0], "each refuses what it has to");
    }
    // One that refuses everything is told of, whatever it is written in.
    folder.write("data/secret/3.in", "101\n1\n");
    folder.write("data/secret/3.ans", "1\n");
    let (report, code) = Touchstone::new().check(folder.path());
    let refusing = report.findings_of("test-invalid");
    assert_eq!((code, !refusing.is_empty()), (Some(1), n_validators > 0), "{:#?}", report.findings());
}

#[test]
fn checkers() {
    for (language, directory) in [("java", "java"), ("go", "go"), ("ruby", "ruby"), ("pypy3", "pypy3")] {
        if !needs(language) {
            continue;
        }
        let folder = package();
        folder.write("problem.yaml", "name: Best Stretch\nvalidation: custom\nlimits:\n  memory: 512\n");
        let from = here("languages/crew/checkers").join(directory);
        for entry in fs::read_dir(&from).expect("it can be listed") {
            let path = entry.expect("it can be listed").path();
            let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
            copy(&folder, &format!("checkers/{directory}/{name}"), &format!("output_validators/compare/{name}"));
        }
        let (report, code) = Touchstone::new().check(folder.path());
        assert_eq!(report.verdicts(SUM_OF_BEST), ["AC", "AC", "AC"], "{language}: {:#?}", report.findings());
        assert_eq!(report.verdicts("submissions/wrong_answer/empty.cpp"), ["AC", "WA", "AC"], "{language}");
        assert_eq!(code, Some(0), "{language}: {:#?}", report.findings());
        // Labelled right, it is told why it is not.
        let wrong = fs::read(folder.path().join("submissions/wrong_answer/empty.cpp")).expect("it can be read");
        folder.write("submissions/accepted/empty.cpp", wrong);
        let (report, _) = Touchstone::new().check(folder.path());
        let told = report.findings_of("correct-solution-fails");
        assert!(
            told.iter().any(|finding| finding.contains("not -3")),
            "{language}: its own words are shown: {told:#?}"
        );
    }
}

#[test]
fn generators() {
    let folder = package();
    let mut rules = String::from("solution: /submissions/accepted/stretch.cpp\ndata:\n  secret:\n    data:\n");
    let mut n_generators = 0;
    for extension in ["pl", "js", "java"] {
        if needs(&languages()[extension].name) {
            copy(&folder, &format!("generators/line.{extension}"), &format!("generators/line.{extension}"));
            rules += &format!("      {extension}: line.{extension} 3 -4\n");
            n_generators += 1;
        }
    }
    if n_generators == 0 {
        return;
    }
    folder.write("generators/generators.yaml", &rules);
    let (report, _) = Touchstone::new().check(folder.path());
    let generated: Vec<&str> = report.verdicts("submissions/wrong_answer/empty.cpp");
    // The one sample, two by hand, and -4 -6 -8, whose best is -4, from each.
    assert_eq!(
        generated.iter().filter(|verdict| **verdict == "WA").count(),
        1 + n_generators,
        "{:#?}",
        report.findings()
    );
    assert!(report.findings_of("generator-failed").is_empty());
}

#[test]
fn interactors() {
    for (language, name) in [("go", "talk.go"), ("java", "Talk.java")] {
        if !needs(language) {
            continue;
        }
        let folder = Folder::copy_of(&here("languages/hidden-card"));
        keep_only(folder.path(), &["cpp", "py"]);
        folder.remove("output_validators/talk/talk.cpp");
        copy(&folder, &format!("interactors/{language}/{name}"), &format!("output_validators/talk/{name}"));
        let (report, code) = Touchstone::new().check(folder.path());
        for extension in ["cpp", "py"] {
            let (right, wrong) = (
                format!("submissions/accepted/halves.{extension}"),
                format!("submissions/wrong_answer/short.{extension}"),
            );
            assert_eq!(report.verdicts(&right), ["AC", "AC", "AC"], "{language}: {:#?}", report.findings());
            assert_eq!(report.verdicts(&wrong), ["AC", "AC", "WA"], "{language}");
        }
        assert_eq!(code, Some(0), "{language}: {:#?}", report.findings());
    }
}

fn keep_only(folder: &Path, extensions: &[&str]) {
    for directory in ["accepted", "wrong_answer"] {
        for entry in fs::read_dir(folder.join("submissions").join(directory)).expect("it can be listed") {
            let path = entry.expect("it can be listed").path();
            if path.extension().is_none_or(|extension| !extensions.iter().any(|kept| extension == *kept)) {
                fs::remove_file(&path).expect("it can be removed");
            }
        }
    }
}

/// Directories, files that others name, what is included with every submission, data beside the program.
#[test]
fn programs_of_several_files() {
    let folder = package();
    let mut expected = Vec::new();
    let mut add = |language: &str, path: &str, files: &[(&str, &str)]| {
        if needs(language) {
            for (name, text) in files {
                folder.write(name, text);
            }
            expected.push(path.to_owned());
        }
    };
    add(
        "java",
        "submissions/accepted/two-classes",
        &[
            (
                "submissions/accepted/two-classes/Main.java",
                "public class Main { public static void main(String[] a) { System.out.println(Other.best(new java.util.Scanner(System.in))); } }\n",
            ),
            (
                "submissions/accepted/two-classes/Other.java",
                "class Other { static long best(java.util.Scanner in) { int n = in.nextInt(); long best = Long.MIN_VALUE, here = 0; while (n-- > 0) { here = Math.max(here, 0) + in.nextLong(); best = Math.max(best, here); } return best; } }\n",
            ),
        ],
    );
    add(
        "go",
        "submissions/accepted/two-parts",
        &[
            (
                "submissions/accepted/two-parts/main.go",
                "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(best()) }\n",
            ),
            (
                "submissions/accepted/two-parts/other.go",
                "package main\n\nimport \"fmt\"\n\nfunc best() int {\n\tvar n, x int\n\tfmt.Scan(&n)\n\tb, h := -1<<60, 0\n\tfor ; n > 0; n-- {\n\t\tfmt.Scan(&x)\n\t\tif h < 0 {\n\t\t\th = 0\n\t\t}\n\t\th += x\n\t\tif h > b {\n\t\t\tb = h\n\t\t}\n\t}\n\treturn b\n}\n",
            ),
        ],
    );
    add(
        "javascript",
        "submissions/accepted/asking.js",
        &[
            (
                "submissions/accepted/asking.js",
                "const { best } = require('./lib/best');\nconsole.log(best(require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/).map(Number).slice(1)));\n",
            ),
            (
                "submissions/accepted/lib/best.js",
                "exports.best = (all) => { let b = -Infinity, h = 0; for (const x of all) { h = Math.max(h, 0) + x; b = Math.max(b, h); } return b; };\n",
            ),
        ],
    );
    let (report, _) = Touchstone::new().check(folder.path());
    for path in &expected {
        assert_eq!(report.verdicts(path), ["AC", "AC", "AC"], "{path}: {:#?}", report.findings());
    }
}

/// Mistakes stand at their lines.
#[test]
fn what_does_not_compile() {
    let folder = package();
    let broken = [
        ("java", "java", "class A {\n  public static void main(String[] a) {\n    int x = \"one\";\n  }\n}\n", 3),
        ("go", "go", "package main\n\nfunc main() {\n\treturn 1\n}\n", 4),
        ("javascript", "js", "const a = 1;\nconst b = ;\n", 2),
        ("pascal", "pas", "begin\n  writeln(x);\nend.\n", 2),
        ("kotlin", "kt", "fun main() {\n    val x: Int = \"one\"\n}\n", 2),
        ("perl", "pl", "use strict;\nmy $x = 1;\n$y = 2;\n", 3),
        ("ruby", "rb", "puts 1\nif true\nputs )\n", 3),
        ("php", "php", "<?php\n$x = ;\n", 2),
        ("rust", "rs", "fn main() {\n    let x: i32 = \"one\";\n}\n", 2),
        ("haskell", "hs", "main :: IO ()\nmain = putStrLn 1\n", 2),
        ("ocaml", "ml", "let () =\n  print_int \"one\"\n", 2),
    ];
    for (language, extension, text, _) in broken {
        if needs(language) {
            folder.write(&format!("submissions/accepted/broken.{extension}"), text);
        }
    }
    let (report, _) = Touchstone::new().check(folder.path());
    let said = report.findings_of("build-failed");
    for (language, extension, _, line) in broken.into_iter().filter(|(language, ..)| needs(language)) {
        let place = format!("submissions/accepted/broken.{extension}:{line}: ");
        let told = said.iter().filter(|finding| finding.contains(&place)).count();
        assert!(told > 0, "{language}: {said:#?}");
    }
}

/// A grader reads, and calls what a solution is: a class, a unit or a file of functions.
#[test]
fn a_grader_in_the_language_of_the_solution_calls_it() {
    let folder = Folder::of(
        "sums",
        [
            ("task.yaml", "name: sums\ntitle: Sums\ntime_limit: 5.0\nmemory_limit: 512\ninfile: ''\noutfile: ''\n"),
            ("input/input0.txt", "2 3\n"),
            ("output/output0.txt", "5\n"),
            (
                "sol/grader.cpp",
                "#include <cstdio>\nint add(int, int);\nint main() { int a, b; scanf(\"%d %d\", &a, &b); printf(\"%d\\n\", add(a, b)); }\n",
            ),
            ("sol/solution.cpp", "int add(int a, int b) { return a + b; }\n"),
            (
                "sol/grader.java",
                "import java.util.*;\npublic class grader { public static void main(String[] x) { Scanner s = new Scanner(System.in); System.out.println(sums.add(s.nextInt(), s.nextInt())); } }\n",
            ),
            ("sol/in_java.java", "class sums { static int add(int a, int b) { return a + b; } }\n"),
            (
                "sol/grader.go",
                "package main\nimport \"fmt\"\nfunc main() { var a, b int; fmt.Scan(&a, &b); fmt.Println(add(a, b)) }\n",
            ),
            ("sol/in_go.go", "package main\nfunc add(a, b int) int { return a + b }\n"),
            (
                "sol/grader.pas",
                "program grader;\nuses sums;\nvar a, b: longint;\nbegin read(a, b); writeln(add(a, b)); end.\n",
            ),
            (
                "sol/in_pascal.pas",
                "{ adds }\nunit Sums;\ninterface\nfunction add(a, b: longint): longint;\nimplementation\nfunction add(a, b: longint): longint;\nbegin add := a + b; end;\nend.\n",
            ),
        ],
    );
    let (report, _) = Touchstone::new().check(folder.path());
    assert_eq!(report.verdicts("sol/solution.cpp"), ["AC"], "{:#?}", report.findings());
    for (extension, name) in [("java", "in_java.java"), ("go", "in_go.go"), ("pas", "in_pascal.pas")] {
        if needs(&languages()[extension].name) {
            assert_eq!(report.verdicts(&format!("sol/{name}")), ["AC"], "{name}: {:#?}", report.findings());
        }
    }
}
