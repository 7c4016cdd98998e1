//! Programs that use our testlib.h are linked with its bodies, which are compiled once, and behave as if they had
//! compiled them.

#![expect(clippy::unwrap_used, reason = "a file that cannot be written fails the test")]

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::Arc,
};

use judge::{
    compile::{BuildContext, Builder, Runnable, Toolchain, ToolchainConfig},
    disk::folder::DiskFolder,
    local::LocalExecutor,
    scratch::Scratch,
    store::Store,
    testlib::{TestlibHeader, TestlibText, Text, lay_header},
};
use problem::{
    executor::Blob,
    formats,
    language::Language,
    model::{Program, Role},
    path::{AbsPath, RelPath},
    settings::{FolderSettings, SandboxChoice},
    state::{Build, BuildMessage},
};

/// Ours.
const HEADER: &str = include_str!("../../../../../testlib/testlib.h");
const BODIES: &str = include_str!("../../../../../testlib/testlib.cpp");

const VALIDATOR: &str = "#include \"testlib.h\"\nint main(int argc, char* argv[]) {\n    \
                         registerValidation(argc, argv);\n    inf.readInt(1, 5, \"n\");\n    inf.readEoln();\n    \
                         inf.readEof();\n}\n";

/// A cache and the tools.
pub(crate) struct Bench {
    place: Scratch,
    store: Arc<Store>,
    executor: LocalExecutor,
    toolchain: Toolchain,
}

impl Bench {
    fn new(compiler: Option<&str>) -> Bench {
        Bench::with(SandboxChoice::Auto, compiler, None)
    }

    pub(crate) fn with(choice: SandboxChoice, compiler: Option<&str>, python: Option<&str>) -> Bench {
        let place = Scratch::make().unwrap();
        let store = Arc::new(Store::open(&place.path().child("cache")).unwrap());
        let executor = LocalExecutor::new(Arc::clone(&store), choice);
        let [cxx, python] = [compiler, python].map(|name| name.map(str::to_owned));
        let config = ToolchainConfig { cxx, python, ..ToolchainConfig::default() };
        let toolchain = Toolchain::find(&executor, &config).unwrap();
        Bench { executor: toolchain.equip(executor, &[]), place, store, toolchain }
    }

    fn header(&self, bodies: &str) -> TestlibHeader {
        let text = TestlibText { header: Text::Plain(HEADER.as_bytes()), bodies: Some(bodies.as_bytes()) };
        lay_header(&self.store, text, None).unwrap()
    }

    /// Our header, with its bodies.
    pub(crate) fn header_with_bodies(&self) -> TestlibHeader {
        self.header(BODIES)
    }

    pub(crate) fn executor(&self) -> &LocalExecutor {
        &self.executor
    }

    /// A place beside the folder.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.place.path().child(name).as_path().to_owned()
    }

    pub(crate) fn write(&self, files: &[(&str, &str)]) {
        for (path, text) in files {
            let path = self.place.path().child("folder").as_path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }

    /// Builds programs one after the other, as one check does.
    pub(crate) fn build(&self, testlib: &TestlibHeader, programs: &[Program]) -> Vec<Build> {
        self.with_builder(testlib, programs, |builder| {
            programs.iter().map(|program| builder.build(program).unwrap()).collect()
        })
    }

    /// A program that was built, ready to be run.
    pub(crate) fn runnable(&self, program: &Program, executable: Blob) -> Runnable {
        let programs = std::slice::from_ref(program);
        self.with_builder(&self.header_with_bodies(), programs, |builder| {
            builder.runnable(program, executable).unwrap()
        })
    }

    fn with_builder<T>(
        &self,
        testlib: &TestlibHeader,
        programs: &[Program],
        work: impl FnOnce(&Builder<'_>) -> T,
    ) -> T {
        self.with_context(testlib, programs, |context| work(&Builder::new(context)))
    }

    /// Does something with a problem that has these programs.
    pub(crate) fn with_context<T>(
        &self,
        testlib: &TestlibHeader,
        programs: &[Program],
        work: impl FnOnce(BuildContext<'_>) -> T,
    ) -> T {
        let root = self.place.path().child("folder");
        let folder = DiskFolder::open(root.as_path(), Arc::clone(&self.store)).unwrap();
        let manifest = RelPath::root().with_file_name("touchstone.toml");
        let mut problem = formats::read(&folder, &FolderSettings::default(), &manifest);
        problem.programs = programs.to_vec().into();
        work(BuildContext {
            folder: &folder,
            problem: &problem,
            toolchain: &self.toolchain,
            machine: &self.executor,
            testlib,
            flags: &[],
            caps: problem::settings::Caps::default(),
            allows_scripts: false,
        })
    }

    fn executable(&self, build: &Build) -> PathBuf {
        let Build::Ok { executable, .. } = build else { panic!("{build:?}") };
        self.store.root().child("bin").child(&executable.digest.hex()).as_path().to_owned()
    }

    /// Files in the cache with this ending.
    fn made(&self, ending: &str) -> usize {
        let include = self.store.root().child("include");
        let directories = fs::read_dir(include.as_path()).unwrap().flatten();
        let files = directories.flat_map(|directory| fs::read_dir(directory.path()).unwrap().flatten());
        files.filter(|file| file.path().extension().is_some_and(|extension| extension == ending)).count()
    }
}

pub(crate) fn program(path: &str, role: Role) -> Program {
    Program::of_file(RelPath::parse(path).unwrap(), role, Language::Cpp, "")
}

fn validators(paths: &[&str]) -> Vec<Program> {
    paths.iter().map(|path| program(path, Role::Validator)).collect()
}

fn run(executable: &Path, args: &[&str], input: &str) -> Output {
    let input_file = tempfile_of(input);
    let stdin = Stdio::from(fs::File::open(input_file.path().child("input").as_path()).unwrap());
    Command::new(executable).args(args).stdin(stdin).output().unwrap()
}

fn tempfile_of(text: &str) -> Scratch {
    let place = Scratch::make().unwrap();
    fs::write(place.path().child("input").as_path(), text).unwrap();
    place
}

/// What a validator says of a number that is too large.
fn complaint(executable: &Path) -> String {
    assert!(run(executable, &[], "5\n").status.success());
    let output = run(executable, &[], "6\n");
    assert_eq!(output.status.code(), Some(3));
    String::from_utf8(output.stderr).unwrap()
}

fn holds(executable: &Path, symbol: &str) -> bool {
    let bytes = fs::read(executable).unwrap();
    bytes.windows(symbol.len()).any(|window| window == symbol.as_bytes())
}

/// Is in the symbol table of what is linked with the bodies: others make it local, or inline it.
const OF_THE_BODIES: &str = "testlib.cpp";

pub(crate) fn a_check_with_five_programs_makes_the_bodies_and_uses_them() {
    let bench = Bench::new(None);
    let second = format!("#include <vector>\n{VALIDATOR}");
    let footer = format!("#define FOOTER\n{VALIDATOR}");
    let debug = format!("#define _GLIBCXX_DEBUG\n{VALIDATOR}");
    let fifth = format!("// e\n{VALIDATOR}");
    let files = [("a.cpp", VALIDATOR), ("b.cpp", &second), ("c.cpp", &footer), ("d.cpp", &debug), ("e.cpp", &fifth)];
    bench.write(&files);
    let builds = bench.build(&bench.header(BODIES), &validators(&files.map(|(path, _)| path)));
    assert_eq!(bench.made("a"), 1);
    let programs: Vec<PathBuf> = builds.iter().map(|build| bench.executable(build)).collect();
    for (build, program) in builds.iter().zip(&programs) {
        let Build::Ok { messages, .. } = build else { panic!("{build:?}") };
        assert_eq!(messages, &[]);
        assert!(complaint(program).contains("violates the range [1, 5]"));
    }
    let linked: Vec<bool> = programs.iter().map(|program| holds(program, OF_THE_BODIES)).collect();
    assert_eq!(linked, [true, true, false, false, true]);
    let footers: Vec<bool> = programs.iter().map(|program| complaint(program).contains("Exit code: 3")).collect();
    assert_eq!(footers, [false, false, true, false, false]);
}

pub(crate) fn a_single_program_gets_the_bodies_in_a_later_check() {
    let bench = Bench::new(None);
    let (testlib, programs) = (bench.header(BODIES), validators(&["a.cpp", "b.cpp"]));
    bench.write(&[("a.cpp", VALIDATOR), ("b.cpp", &format!("// b\n{VALIDATOR}"))]);
    bench.build(&testlib, &programs);
    assert_eq!((bench.made("a"), bench.made("gch")), (0, 0));
    bench.write(&[("a.cpp", &format!("// saved\n{VALIDATOR}"))]);
    let builds = bench.build(&testlib, &programs);
    assert_eq!(bench.made("a"), 1);
    assert_eq!(
        builds.iter().map(|build| holds(&bench.executable(build), OF_THE_BODIES)).collect::<Vec<_>>(),
        [true, false]
    );
    // A source with a mistake makes nothing for the standards that are tried.
    bench.write(&[("a.cpp", &format!("{VALIDATOR}int n = undeclared;\n"))]);
    let builds = bench.build(&testlib, &programs);
    assert!(matches!(&builds[0], Build::Failed { messages } if messages[0].text.contains("undeclared")));
    assert_eq!(bench.made("a"), 1);
}

pub(crate) fn programs_of_several_sources() {
    let bench = Bench::new(None);
    bench.write(&[
        ("a.cpp", VALIDATOR),
        ("b.cpp", &format!("// b\n{VALIDATOR}")),
        ("c.cpp", &format!("// c\n{VALIDATOR}")),
        (
            "gen/main.cpp",
            "#include \"testlib.h\"\nint draw();\nint main(int argc, char* argv[]) {\n    registerGen(argc, argv, 1);\n    \
             random_t copy = rnd;\n    ensure(draw() == copy.next(1000000));\n    println(opt<int>(\"n\"));\n}\n",
        ),
        ("gen/draw.cpp", "#include <cstdio>\n#include \"testlib.h\"\nint draw() { return rnd.next(1000000); }\n"),
        ("val/main.cpp", &format!("#define FOOTER\nvoid more();\n{VALIDATOR}")),
        ("val/more.cpp", "#define FOOTER\n#include \"testlib.h\"\nvoid more() { inf.readToken(); }\n"),
    ]);
    let of = |directory: &str, role, sources: [&str; 2]| Program {
        sources: sources.map(|source| RelPath::parse(&format!("{directory}/{source}")).unwrap()).to_vec(),
        ..program(directory, role)
    };
    let mut programs = validators(&["a.cpp", "b.cpp", "c.cpp"]);
    programs.push(of("gen", Role::Generator, ["main.cpp", "draw.cpp"]));
    programs.push(of("val", Role::Validator, ["main.cpp", "more.cpp"]));
    let builds = bench.build(&bench.header(BODIES), &programs);
    assert_eq!(bench.made("a"), 1);
    let (generator, validator) = (bench.executable(&builds[3]), bench.executable(&builds[4]));
    assert!(holds(&generator, OF_THE_BODIES) && !holds(&validator, OF_THE_BODIES));
    let printed = run(&generator, &["-n", "7"], "");
    assert_eq!((printed.status.success(), &*printed.stdout), (true, &b"7\n"[..]), "{printed:?}");
    assert!(complaint(&validator).contains("Exit code: 3"));
}

pub(crate) fn what_goes_wrong_is_told_as_without_bodies() {
    let bench = Bench::new(None);
    let own_types = format!("#define InStream OwnStream\n{VALIDATOR}");
    let unlinked = VALIDATOR.replace("int main(", "void elsewhere();\nint main(").replace("inf.readEof", "elsewhere");
    let unused = VALIDATOR.replace("inf.readEoln();", "int unused; inf.readEoln();");
    let twice = VALIDATOR.replace("int main(", "std::string upperCase(std::string text) { return text; }\nint main(");
    let files =
        [("a.cpp", VALIDATOR), ("b.cpp", &own_types), ("c.cpp", &unlinked), ("d.cpp", &unused), ("e.cpp", &twice)];
    bench.write(&files);
    let programs = validators(&files.map(|(path, _)| path));
    let builds = bench.build(&bench.header(BODIES), &programs);
    // Bodies that do not compile are done without.
    let other = Bench::new(None);
    other.write(&files);
    let alone = other.build(&other.header("#error\n"), &programs);
    assert_eq!((bench.made("a"), other.made("a"), other.made("gch")), (1, 0, 1));
    assert!(matches!(builds[1], Build::Ok { .. }), "{:?}", builds[1]);
    let Build::Failed { messages } = &builds[2] else { panic!("{:?}", builds[2]) };
    assert!(messages.iter().any(|message| message.text.contains("elsewhere()")), "{messages:?}");
    for (build, alone) in builds.iter().zip(&alone) {
        assert_eq!(said(build), said(alone));
    }
}

fn said(build: &Build) -> &[BuildMessage] {
    match build {
        Build::Ok { messages, .. } | Build::Failed { messages } => messages,
        Build::Skipped { reason } => panic!("{reason}"),
    }
}

pub(crate) fn a_configured_header_may_have_bodies() {
    let bench = Bench::new(None);
    let place = Scratch::make().unwrap();
    let path = place.path().child("testlib.h");
    let lay = |path: &AbsPath| {
        lay_header(&bench.store, TestlibText { header: Text::Plain(b""), bodies: None }, Some(path)).unwrap()
    };
    fs::write(path.as_path(), HEADER).unwrap();
    let alone = lay(&path);
    assert_eq!(alone.bodies, None);
    fs::write(place.path().child("testlib.cpp").as_path(), BODIES).unwrap();
    let split = lay(&path);
    assert!(split.bodies.is_some() && split.digest != alone.digest);
    fs::write(path.as_path(), "// of another kind\n").unwrap();
    assert_eq!(lay(&path).bodies, None);
}

pub(crate) fn clang_links_with_bodies_too() {
    if !Command::new("clang++").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return;
    }
    let bench = Bench::new(Some("clang++"));
    let footer = format!("#define FOOTER\n{VALIDATOR}");
    let others = ["b", "d", "e"].map(|name| format!("// {name}\n{VALIDATOR}"));
    let files =
        [("a.cpp", VALIDATOR), ("b.cpp", &others[0]), ("c.cpp", &footer), ("d.cpp", &others[1]), ("e.cpp", &others[2])];
    bench.write(&files);
    let builds = bench.build(&bench.header(BODIES), &validators(&files.map(|(path, _)| path)));
    assert_eq!((bench.made("a"), bench.made("gch")), (1, 0));
    assert!(!complaint(&bench.executable(&builds[0])).contains("Exit code: 3"));
    assert!(complaint(&bench.executable(&builds[2])).contains("Exit code: 3"));
}

/// Stands for an interpreter, and lies where it is.
const INTERPRETER: &str = "#include <stdio.h>\n#include <unistd.h>\nint main(void) {\n    char path[1000] = {0};\n    \
                           if (readlink(\"/proc/self/exe\", path, sizeof path - 1) < 0) return 1;\n    \
                           return printf(\"%s\\n3.11.0\\n/usr\\n\", path) < 0;\n}\n";

/// Without namespaces root's programs run as another user, to whom root's home is closed.
pub(crate) fn an_interpreter_that_programs_may_not_start() {
    if !nix::unistd::Uid::effective().is_root() {
        return;
    }
    let place = Scratch::make().unwrap();
    let [source, interpreter] = ["python3.c", "python3"].map(|name| place.path().child(name).as_path().to_owned());
    fs::write(&source, INTERPRETER).unwrap();
    assert!(Command::new("gcc").arg(&source).arg("-o").arg(&interpreter).status().unwrap().success());
    fs::set_permissions(place.path().as_path(), fs::Permissions::from_mode(0o700)).unwrap();
    let bench = Bench::with(SandboxChoice::Reduced, None, interpreter.to_str());
    bench.write(&[("a.py", "print(5)\n")]);
    let path = RelPath::parse("a.py").unwrap();
    let program = Program::of_file(path, Role::Solution, Language::Python, "");
    let builds = bench.build(&bench.header_with_bodies(), std::slice::from_ref(&program));
    let reason = format!(
        "no program can be run with {} here (could not be started (Permission denied (os error 13))); name another \
         interpreter with `python` in config.toml",
        interpreter.display()
    );
    assert_eq!(builds, [Build::Skipped { reason }]);
}
