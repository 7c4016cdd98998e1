//! Missing programs, written by a model that says what a test wants.

use checkers::Standard;
use judge::engine::LoadedProblem;
use problem::{finding::Finding, folder::Folder as _, model::CheckerKind};
use serde_json::json;

use super::*;
use crate::rig::{Rig, SUMS, Script, Stages, analysis, judged, program, sums_where, with};

fn written(files: &str, piece: MissingProgram, script: &mut Script) -> Result<WriteOutcome, String> {
    let rig = Rig::new(files);
    let bench = rig.bench();
    let before = rig.folder.contents();
    let found = write(piece, &bench, &Prompts::default(), Tries::of(4), script, &mut Stages::default());
    assert_eq!(rig.folder.contents(), before, "all of it happens in the copy");
    found.map_err(|error| error.to_string())
}

/// The folder without the file of a program.
fn without(name: &str) -> String {
    let start = SUMS.find(&format!("-- {name} --")).unwrap();
    let end = start + 3 + SUMS[start + 3..].find("\n-- ").unwrap() + 1;
    format!("{}{}", &SUMS[..start], &SUMS[end..])
}

fn tool(does: &str, register: &str) -> String {
    format!("#include \"testlib.h\"\n// does: {does}\nint main(int argc, char *argv[]) {{ {register}; }}\n")
}

fn validator(does: &str) -> (&'static str, Value) {
    let source = tool(does, "registerValidation(argc, argv)");
    ("validator", json!({ "constraints_checked": [], "constraints_skipped": null, "source": source }))
}

#[test]
fn ccp_9_ac_1_a_validator_accepts_the_samples_and_no_broken_copy_of_one() {
    let mut script = Script::of([
        analysis(),
        validator("accept 1"),
        ("validator", json!({ "constraints_checked": [], "source": tool("seeded", "registerGen(argc, argv, 1)") })),
        validator("accept 50"),
        validator("accept 50"),
    ]);
    let found = written(&without("val.cpp"), MissingProgram::Validator, &mut script).unwrap();
    script.assert_done();
    let first = &found.attempts[0][0];
    assert!(first.starts_with("it rejects sample 1, which is valid: 2 is not from 0 to 1"), "{first}");
    assert!(first.ends_with("\nIts input:\n1 2\n"), "{first}");
    let other = "val.cpp looks like a generator, not like a validator: check `main` and its `register…` call";
    assert_eq!(found.attempts[1], [other]);
    // What was wrong goes into the next question, with the source.
    assert!(script.question(2).contains("2 is not from 0 to 1") && script.question(2).contains("does: accept 1\n"));
    // A probe objects, since it takes two blanks for one; told once, the model insists, and the person is told.
    let work = found.work.unwrap();
    assert_eq!(found.attempts.len(), 3, "{:?}", found.attempts);
    assert!(
        work.notes.iter().any(|note| note.starts_with("a probe objects, and the model insists: ")),
        "{:?}",
        work.notes
    );
    assert_eq!(work.files.keys().collect::<Vec<_>>(), ["val.cpp"]);
    assert_eq!(work.proof[..3], ["it compiles", "it accepts 1 sample", "it rejects 4 broken copies of them"]);
    assert!(work.proof.contains(&"it accepts 1 of the 1 other test".to_owned()), "{:?}", work.proof);
}

#[test]
fn ac_1_a_validator_that_accepts_everything_is_refused_for_each_copy() {
    // Whatever is printed, it ends well.
    let lax = || validator("sum");
    let mut script = Script::of([analysis(), lax(), lax(), lax(), lax()]);
    let found = written(&without("val.cpp"), MissingProgram::Validator, &mut script).unwrap();
    assert!(found.work.is_none() && found.attempts.len() == 4);
    let whats: Vec<&str> = found.attempts[0].iter().map(|why| why.split(':').next().unwrap_or_default()).collect();
    let big = "1000000000000000001";
    assert_eq!(
        whats,
        [
            "it accepts sample 1 with one more line behind it",
            "it accepts sample 1 without its last line end",
            "it accepts sample 1 with a blank at its end",
            "it accepts sample 1 with a blank before it",
            &format!("it accepts sample 1 with {big} in place of 1"),
            &format!("it accepts sample 1 with {big} in place of 2"),
        ]
    );
}

fn generator(source: Option<&str>, commands: &[&str]) -> (&'static str, Value) {
    ("test_generator", json!({ "constraints_summary": "", "source": source, "commands": commands }))
}

#[test]
fn ccp_1_ccp_7_a_generator_comes_with_commands_of_which_nearly_all_are_valid() {
    let source = tool("seeded", "registerGen(argc, argv, 1)");
    let half = ["gen 8", "./gen 8 > $", "gen 99"];
    // What worked is kept, and asked for no more.
    let others = ["gen 9", "gen 10", "gen 11", "gen 99"];
    let mut script = Script::of([
        analysis(),
        generator(None, &half),
        generator(Some(&source), &half),
        generator(Some(&source), &others),
    ]);
    let files = with(&without("gen.cpp"), "gen 7 > $\n", "");
    let files = files.replace("-- script.txt --\n", "");
    let found = written(&files, MissingProgram::Generator, &mut script).unwrap();
    assert_eq!(found.attempts[0], ["`source` is missing, and there is no generator"]);
    // The same command twice is one.
    assert_eq!(found.attempts[1][0], "only 1 of 2 commands make a valid new test");
    let work = found.work.unwrap();
    assert_eq!(work.commands, ["gen 8", "gen 9", "gen 10", "gen 11"]);
    assert_eq!(work.files["script.txt"], "gen 8 > $\ngen 9 > $\ngen 10 > $\ngen 11 > $\n");
    assert!(work.notes[0].starts_with("left out: `gen 99`: val.cpp rejects it"), "{:?}", work.notes);
}

fn checker(source: Option<&str>, builtin: Option<&str>) -> (&'static str, Value) {
    ("checker", json!({ "needs_custom": source.is_some(), "builtin": builtin, "source": source, "why": "it is so" }))
}

#[test]
fn ccp_12_ac_3_a_checker_takes_the_samples_answer_and_nothing_that_is_surely_wrong() {
    let of = |does: &str| tool(does, "registerTestlibCmd(argc, argv)");
    let (strict, lax, good) = (of("differ"), of("agree"), of("compare"));
    let mut script = Script::of([checker(Some(&strict), None), checker(Some(&lax), None), checker(Some(&good), None)]);
    let found = written(SUMS, MissingProgram::Checker, &mut script).unwrap();
    let first = &found.attempts[0];
    assert!(first[0].starts_with("it says `never` of an output that is right\ninput:\n1 2\n"), "{first:?}");
    assert!(first.iter().any(|why| why.starts_with("of ac_other.cpp it says WA on test ")), "{first:?}");
    // The answer with a word too many, and nothing.
    let n_wrong = found.attempts[1].iter().filter(|why| why.starts_with("it says `ok` of an output that is wrong\n"));
    assert_eq!((n_wrong.count(), found.attempts[1].len()), (2, 2));
    let work = found.work.unwrap();
    let first = "it judges 3 outputs rightly: each sample's answer, and what is surely wrong";
    assert_eq!((work.proof[0].as_str(), work.notes[0].as_str()), (first, "it is so"));
    assert_eq!(work.proof[2], "TPR 100.0 %, TNR 0.0 %");
}

#[test]
fn ccp_10_ccp_11_a_built_in_checker_is_a_line_of_the_settings() {
    let mut script = Script::of([checker(None, None), checker(None, Some("ncmp"))]);
    let found = written(SUMS, MissingProgram::Checker, &mut script).unwrap();
    assert_eq!(found.attempts[0], ["`needs_custom` is false and `builtin` is missing"]);
    let work = found.work.unwrap();
    assert_eq!(work.builtin.as_deref(), Some("ncmp"));
    assert!(work.files["touchstone.toml"].starts_with("checker = \"ncmp\"\nmain = "), "{:?}", work.files);
}

#[test]
fn a_key_that_is_set_is_not_set_again() {
    let rig = Rig::new(SUMS);
    let bench = rig.bench();
    let why = set(&bench, "main", "x.cpp").unwrap_err().to_string();
    assert_eq!(why, "touchstone.toml has a `main` already; remove it first");
    set(&bench, "name", "a \"b\"").unwrap();
    let text = &bench.texts(&[crate::rig::path("touchstone.toml")].into()).unwrap();
    let table: toml::Table = toml::from_str(text.values().next().unwrap()).unwrap();
    assert_eq!((table["name"].as_str(), table["main"].as_str()), (Some("a \"b\""), Some("sol.cpp")));
}

#[test]
fn samples_are_those_that_are_marked_or_the_first_tests() {
    let rig = Rig::new(SUMS);
    let bench = rig.bench();
    let mut trial = judged(&bench, &["5\n"]);
    assert_eq!(samples(&trial), [TestIdx::from(0)]);
    trial.problem.tests[TestIdx::from(0)].sample = false;
    assert_eq!(samples(&trial), [TestIdx::from(0), TestIdx::from(1)], "what is tried out is none of them");
}

#[test]
fn what_a_compiler_says_has_its_places() {
    let rig = Rig::new(&with(
        &sums_where("wa_cap.cpp", "cap 9\nint mein() {}\n// does: x"),
        "// does: x\nint main",
        "int mein",
    ));
    let bench = rig.bench();
    let trial = judged(&bench, &[]);
    let said = |name: &str| build_error(&trial.problem, &trial.state, program(&trial, name));
    assert_eq!(said("wa_cap.cpp").as_deref(), Some("wa_cap.cpp does not compile:\nwa_cap.cpp:1: there is no main"));
    assert_eq!(said("sol.cpp"), None);
}

/// Folders of formats whose manifests name their programs, each with a right solution and a test.
const FORMATS: [(&str, &str); 9] = [
    (
        "icpc",
        "-- problem.yaml --\nname: A # ours\nvalidation: default\n-- submissions/accepted/sol.cpp --\nint main() {}\n\
         -- data/sample/1.in --\n1\n-- data/sample/1.ans --\n1\n",
    ),
    (
        "icpc 2025-09",
        "-- problem.yaml --\nproblem_format_version: 2025-09\nname: A # ours\nuuid: 5ca6ba5b-36d5-4eff-8aa7-d967cbc4375e\n\
         type: pass-fail\n-- submissions/accepted/sol.cpp --\nint main() {}\n-- data/sample/1.in --\n1\n-- data/sample/1.ans --\n1\n",
    ),
    (
        "polygon",
        "-- problem.xml --\n<problem short-name=\"a\"><!-- ours -->\n<judging><testset name=\"tests\"><test-count>1</test-count>\
         <input-path-pattern>tests/%02d</input-path-pattern><answer-path-pattern>tests/%02d.a</answer-path-pattern>\
         <tests><test method=\"manual\"/></tests></testset></judging>\n<assets>\n<checker name=\"std::wcmp.cpp\">\
         <source path=\"files/check.cpp\" type=\"cpp.g++17\"/></checker>\n<solutions><solution tag=\"main\">\
         <source path=\"solutions/sol.cpp\" type=\"cpp.g++17\"/></solution></solutions>\n</assets></problem>\n\
         -- solutions/sol.cpp --\nint main() {}\n-- tests/01 --\n1\n",
    ),
    (
        "rbx",
        "-- problem.rbx.yml --\nname: a # ours\ntimeLimit: 1000\nmemoryLimit: 256\nsolutions:\n  - path: sol.cpp\n    outcome: ACCEPTED\n\
         -- sol.cpp --\nint main() {}\n",
    ),
    (
        "hydro",
        "-- testdata/config.yaml --\ntype: default # ours\n-- testdata/1.in --\n1\n-- testdata/1.out --\n1\n-- sol.cpp --\nint main() {}\n",
    ),
    (
        "library-checker",
        "-- info.toml --\ntitle = \"A\" # ours\ntimelimit = 1.0\n[[tests]]\n    name = \"ex.in\"\n    number = 1\n\
         -- gen/ex_00.in --\n1\n-- sol/correct.cpp --\nint main() {}\n",
    ),
    (
        "tps",
        "-- problem.json --\n{ \"name\": \"a\", \"code\": \"a\", \"type\": \"Batch\", \"time_limit\": 1, \"memory_limit\": 64 }\n\
         -- gen/data --\nmanual 1.in\n-- gen/manual/1.in --\n1\n-- solution/sol.cpp --\nint main() {}\n\
         -- solutions.json --\n{ \"sol.cpp\": { \"verdict\": \"model_solution\" } }\n",
    ),
    (
        "sinol",
        "-- config.yml --\ntitle: A # ours\nsinol_task_id: abc\ntime_limit: 1000\nmemory_limit: 65536\n\
         -- prog/abc.cpp --\nint main() {}\n-- in/abc1a.in --\n1\n",
    ),
    (
        "task-maker",
        "-- task.yaml --\nname: a # ours\ntime_limit: 1\nmemory_limit: 64\n-- gen/GEN --\n#ST: 100\n#COPY: gen/1.in\n\
         -- gen/1.in --\n1\n-- sol/solution.cpp --\nint main() {}\n",
    ),
];

/// Where a piece goes in a folder, and that the folder takes it there for what it is.
fn placed(files: &str, piece: MissingProgram) -> String {
    let rig = Rig::new(files);
    let bench = rig.bench();
    let opened = bench.open().unwrap();
    let place = match piece.place(&*opened.folder, &opened.problem, 0) {
        Ok(place) => place,
        Err(why) => return format!("none: {why}"),
    };
    for (path, text) in &place.texts {
        assert!(text.contains("ours") || path.as_str() == "touchstone.toml", "comments stay: {text}");
    }
    let (role, register) = match piece {
        MissingProgram::Validator => (Role::Validator, "registerValidation(argc, argv)"),
        MissingProgram::Checker => (Role::Checker, "registerTestlibCmd(argc, argv)"),
        MissingProgram::Generator => (Role::Generator, "registerGen(argc, argv, 1)"),
        MissingProgram::Interactor => (Role::Interactor, "registerInteraction(argc, argv)"),
        MissingProgram::BruteForce => (Role::Solution, "(void)0"),
    };
    bench.write(&place.texts).unwrap();
    bench.put(&BTreeMap::from([(place.path.clone(), tool("x", register).into_bytes())])).unwrap();
    let problem = bench.open().unwrap().problem;
    let idx = problem.program_at(&place.path).unwrap_or_else(|| panic!("{} is no program", place.path));
    assert_eq!(problem.programs[idx].role, role, "{}", place.path);
    let is_used = match piece {
        MissingProgram::Validator => problem.validators.iter().any(|validator| validator.program == idx),
        MissingProgram::Checker => {
            matches!(problem.checker.kind, CheckerKind::Program { program, .. } if program == idx)
        }
        MissingProgram::Interactor => problem.interactor.is_some_and(|interactor| interactor.program == idx),
        MissingProgram::Generator | MissingProgram::BruteForce => true,
    };
    assert!(is_used, "{} is there, and nobody asks it", place.path);
    let is_new = |finding: &&Finding| !opened.problem.findings.contains(finding);
    assert_eq!(problem.findings.iter().find(is_new), None, "{}", place.path);
    let is_named = place.texts.keys().any(|path| path.as_str() == "touchstone.toml");
    let alone = if place.is_foreign { " alone" } else { "" };
    format!("{}{}", place.path, if is_named { format!(", which touchstone.toml{alone} names") } else { String::new() })
}

fn texts(opened: &LoadedProblem) -> BTreeMap<RelPath, String> {
    let text = |path: &RelPath| Some((path.clone(), opened.folder.text(path)?));
    opened.folder.files().iter().filter_map(|file| text(&file.path)).collect()
}

/// What the files say of a built-in checker where they name one, and what decides then.
fn named(files: &str, standard: Standard) -> String {
    let rig = Rig::new(files);
    let bench = rig.bench();
    let before = texts(&bench.open().unwrap());
    checker::name_it(&bench, standard).unwrap();
    let opened = bench.open().unwrap();
    let changed = texts(&opened).into_iter().filter_map(|(path, text)| {
        let old = before.get(&path).map_or("", String::as_str);
        let lines: Vec<&str> = text.lines().filter(|line| !old.lines().any(|one| one == *line)).collect();
        (text != old).then(|| format!("{path}: {}", lines.join("; ")))
    });
    let changed: Vec<String> = changed.collect();
    let decides = match opened.problem.checker.kind {
        CheckerKind::Standard(standard) => standard.name().to_owned(),
        CheckerKind::KattisDefault(flags) => format!("{flags:?}"),
        CheckerKind::Program { .. } | CheckerKind::Interactor => "a program".to_owned(),
    };
    format!("{} -> {decides}", changed.join(", "))
}

#[test]
fn in_each_format_a_built_in_checker_is_named_where_the_format_does() {
    let mut table = String::new();
    for (format, files) in FORMATS {
        for standard in [Standard::Wcmp, Standard::Rcmp6] {
            table += &format!("{format}: {}\n", named(files, standard));
        }
    }
    expect_test::expect![[r#"
        icpc: problem.yaml: validator_flags: case_sensitive -> KattisFlags { case_sensitive: true, space_change_sensitive: false, float_absolute_tolerance: None, float_relative_tolerance: None }
        icpc: touchstone.toml: checker = "rcmp6" -> rcmp6
        icpc 2025-09: data/test_group.yaml: output_validator_args: case_sensitive -> KattisFlags { case_sensitive: true, space_change_sensitive: false, float_absolute_tolerance: None, float_relative_tolerance: None }
        icpc 2025-09: touchstone.toml: checker = "rcmp6" -> rcmp6
        polygon: problem.xml: <checker name="std::wcmp.cpp" type="testlib"/> -> wcmp
        polygon: problem.xml: <checker name="std::rcmp6.cpp" type="testlib"/> -> rcmp6
        rbx: problem.rbx.yml: checker: { path: wcmp.cpp } -> wcmp
        rbx: problem.rbx.yml: checker: { path: rcmp6.cpp } -> rcmp6
        hydro: testdata/config.yaml: checker_type: testlib; checker: wcmp -> wcmp
        hydro: testdata/config.yaml: checker_type: testlib; checker: rcmp6 -> rcmp6
        library-checker: touchstone.toml: checker = "wcmp" -> wcmp
        library-checker: touchstone.toml: checker = "rcmp6" -> rcmp6
        tps: touchstone.toml: checker = "wcmp" -> wcmp
        tps: touchstone.toml: checker = "rcmp6" -> rcmp6
        sinol: touchstone.toml: checker = "wcmp" -> wcmp
        sinol: touchstone.toml: checker = "rcmp6" -> rcmp6
        task-maker: touchstone.toml: checker = "wcmp" -> wcmp
        task-maker: touchstone.toml: checker = "rcmp6" -> rcmp6
    "#]].assert_eq(&table);
}

#[test]
fn in_each_format_a_program_goes_where_the_format_has_it_and_the_manifest_names_it() {
    let mut table = String::new();
    for (format, files) in FORMATS {
        for piece in MissingProgram::ALL {
            table += &format!("{format}, {}: {}\n", piece.words(), placed(files, piece));
        }
    }
    expect_test::expect![[r#"
        icpc, validator: input_validators/val.cpp
        icpc, generator: generators/gen.cpp
        icpc, checker: output_validators/check.cpp
        icpc, interactor: output_validators/interactor.cpp
        icpc, brute force: submissions/mixed/brute.cpp, which touchstone.toml names
        icpc 2025-09, validator: input_validators/val.cpp
        icpc 2025-09, generator: generators/gen.cpp
        icpc 2025-09, checker: output_validator/check.cpp
        icpc 2025-09, interactor: output_validator/interactor.cpp
        icpc 2025-09, brute force: submissions/brute_force/brute.cpp
        polygon, validator: files/val.cpp
        polygon, generator: files/gen.cpp
        polygon, checker: files/check.cpp
        polygon, interactor: files/interactor.cpp
        polygon, brute force: solutions/brute.cpp
        rbx, validator: val.cpp
        rbx, generator: gen.cpp
        rbx, checker: check.cpp
        rbx, interactor: interactor.cpp
        rbx, brute force: brute.cpp
        hydro, validator: testdata/val.cpp
        hydro, generator: gen.cpp
        hydro, checker: testdata/check.cpp
        hydro, interactor: testdata/interactor.cpp
        hydro, brute force: brute.cpp
        library-checker, validator: verifier.cpp
        library-checker, generator: gen/gen.cpp
        library-checker, checker: checker.cpp
        library-checker, interactor: tools/interactor.cpp, which touchstone.toml alone names
        library-checker, brute force: sol/brute.cpp
        tps, validator: validator/val.cpp
        tps, generator: gen/gen.cpp
        tps, checker: checker/check.cpp
        tps, interactor: tools/interactor.cpp, which touchstone.toml alone names
        tps, brute force: solution/brute.cpp, which touchstone.toml names
        sinol, validator: prog/abcinwer.cpp
        sinol, generator: none: a sinol folder has no place for generators: its ingen writes all inputs, and takes no arguments
        sinol, checker: tools/check.cpp, which touchstone.toml alone names
        sinol, interactor: tools/interactor.cpp, which touchstone.toml alone names
        sinol, brute force: prog/abcs_brute.cpp, which touchstone.toml names
        task-maker, validator: tools/val.cpp, which touchstone.toml alone names
        task-maker, generator: gen/generator.cpp
        task-maker, checker: check/checker.cpp
        task-maker, interactor: tools/interactor.cpp, which touchstone.toml alone names
        task-maker, brute force: sol/brute.cpp
    "#]]
    .assert_eq(&table);
}

#[test]
fn what_somebody_else_wrote_takes_the_place_of_one_file_in_cpp_alone() {
    let source = tool("accept 50", "registerValidation(argc, argv)");
    let tried = |files: &str| {
        let rig = Rig::new(files);
        let bench = rig.bench();
        let found = try_source(MissingProgram::Validator, &bench, source.clone(), &mut Stages::default());
        assert!(bench.changes().unwrap().is_empty(), "the copy is as before");
        found.map(|written| written.trials.len()).map_err(|error| error.to_string())
    };
    assert_eq!(tried(SUMS), Ok(1));
    let why = tried(&with(SUMS, "-- val.cpp --", "-- val.py --")).unwrap_err();
    assert_eq!(
        why,
        "a new validator can take the place of one file in C++ alone, and the folder has val.py; move what is there away \
         to have another validator tried"
    );
}

#[test]
fn commands_without_a_place_are_asked_of_nobody() {
    let ensured = |files: &str| {
        let rig = Rig::new(files);
        let bench = rig.bench();
        let opened = bench.open().unwrap();
        generator::ensure_place(&*opened.folder, &opened.problem).map_err(|error| error.to_string())
    };
    for (format, files) in FORMATS {
        assert_eq!(ensured(files), Ok(()), "{format}");
    }
    let (_, polygon) = FORMATS[2];
    let why = ensured(&with(polygon, "<tests><test method=\"manual\"/></tests>", "<tests/>")).unwrap_err();
    let list = "problem.xml has no list of `tests` that is written out to add tests to";
    assert_eq!(why, format!("the commands of a generator have no place: {list}"));
}
