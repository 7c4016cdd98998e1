//! Files that a Python program needs beside its script: a directory program's own files, else the modules of the folder
//! that it imports, and theirs. What is included with every program lies beside it under its own name. A grader goes before the
//! script, and imports it by the name of the task.

use std::collections::BTreeMap;

use problem::{folder::Folder, model::Program, modules, path::RelPath};

/// The files to lay into the working directory: the name there, and the file. The script is among them. `task` is the name
/// by which a grader imports it.
pub(super) fn files(folder: &dyn Folder, program: &Program, task: Option<&str>) -> BTreeMap<String, RelPath> {
    let script = &program.sources[0];
    let home = script.parent();
    let mut files = BTreeMap::from([(script.file_name().to_owned(), script.clone())]);
    let mut lay = |path: &RelPath| {
        let inside = path.as_str().strip_prefix(home.as_str()).unwrap_or(path.as_str()).trim_start_matches('/');
        files.insert(inside.to_owned(), path.clone());
    };
    if &program.path != script {
        for entry in folder.below(&home) {
            lay(&entry.path);
        }
    } else {
        let graders = program.python_graders().filter(|path| path.parent() == home);
        let started: Vec<&RelPath> = std::iter::once(script).chain(graders).collect();
        for module in modules::needed(folder, &home, started) {
            lay(&module);
        }
    }
    files.extend(program.sources[1..].iter().map(|path| (inside_of_include(path), path.clone())));
    let module = task.and_then(|task| RelPath::parse(&format!("{task}.py"))).filter(|path| path.parent().is_root());
    // What goes with every solution stays, also where it has the task's name.
    let is_free = |module: &RelPath| program.sources[1..].iter().all(|path| inside_of_include(path) != module.as_str());
    if let Some(module) = module.filter(|module| program.python_graders().next().is_some() && is_free(module)) {
        files.insert(module.to_string(), script.clone());
    }
    files
}

/// The name under which a program is started: a driver that is included with every one, or a grader, goes before its own script.
pub(super) fn started(program: &Program) -> String {
    let is_driver = |path: &&RelPath| path.parts().next() == Some("include") && inside_of_include(path) == DRIVER;
    let driver = program.sources[1..].iter().find(is_driver).or_else(|| program.python_graders().next());
    driver.map_or_else(|| program.sources[0].file_name().to_owned(), inside_of_include)
}

/// The name of a file of `include/LANGUAGE` that is started in place of a submission.
const DRIVER: &str = "main.py";

/// Where a file of `include/LANGUAGE` lies in the working directory.
pub(super) fn inside_of_include(path: &RelPath) -> String {
    let inside: Vec<&str> = path.parts().skip(2).collect();
    if inside.is_empty() { path.file_name().to_owned() } else { inside.join("/") }
}

#[cfg(test)]
mod tests {
    use problem::{
        language::Language,
        model::{Program, Role},
    };
    use testkit::fixture;

    use super::*;

    fn names(text: &str, script: &str) -> Vec<String> {
        let folder = fixture::folder("demo", text);
        let program = Program::of_file(RelPath::parse(script).unwrap(), Role::Solution, Language::Python, "");
        files(&folder, &program, Some("demo")).into_keys().collect()
    }

    #[test]
    fn imported_modules_come_along() {
        let text = "-- sols/a.py --\nimport sys, lib\nfrom pkg.deep import x\n-- sols/lib.py --\nimport more\n\
                    -- sols/more.py --\n\n-- sols/other.py --\n\n-- sols/pkg/__init__.py --\n\n-- sols/pkg/deep.py --\n\n";
        assert_eq!(names(text, "sols/a.py"), ["a.py", "lib.py", "more.py", "pkg/__init__.py", "pkg/deep.py"]);
    }

    #[test]
    fn what_is_included_with_every_program_lies_beside_it() {
        let folder = fixture::folder("demo", "-- sols/a.py --\n\n-- include/python3/tools.py --\n\n");
        let path = |path| RelPath::parse(path).unwrap();
        let mut program = Program::of_file(path("sols/a.py"), Role::Solution, Language::Python, "");
        program.sources.extend([path("include/python3/tools.py"), path("include/python3/pkg/deep.py")]);
        assert_eq!(
            files(&folder, &program, Some("demo")).into_keys().collect::<Vec<_>>(),
            ["a.py", "pkg/deep.py", "tools.py"]
        );
    }

    #[test]
    fn a_directory_program_has_all_its_files() {
        let folder = fixture::folder("demo", "-- p/main.py --\n\n-- p/data/table.txt --\n1\n-- q.py --\n\n");
        let main = RelPath::parse("p/main.py").unwrap();
        let mut program = Program::of_file(main, Role::Solution, Language::Python, "");
        program.path = RelPath::parse("p").unwrap();
        assert_eq!(
            files(&folder, &program, Some("demo")).into_keys().collect::<Vec<_>>(),
            ["data/table.txt", "main.py"]
        );
    }

    /// The grader is started, and finds the solution by the task's name, also where another one has it.
    #[test]
    fn a_grader_imports_the_solution() {
        let folder = fixture::folder(
            "demo",
            "-- sol/a.py --\nimport lib\n-- sol/lib.py --\n\n-- sol/demo.py --\n\n-- sol/help.py --\n\n\
             -- sol/grader.py --\nimport help, demo\n",
        );
        let path = |path| RelPath::parse(path).unwrap();
        let mut program = Program::of_file(path("sol/a.py"), Role::Solution, Language::Python, "");
        program.sources.push(path("sol/grader.py"));
        let files = files(&folder, &program, Some("demo"));
        assert_eq!(files.keys().collect::<Vec<_>>(), ["a.py", "demo.py", "grader.py", "help.py", "lib.py"]);
        assert_eq!((files["demo.py"].as_str(), started(&program).as_str()), ("sol/a.py", "grader.py"));
        assert!(!super::files(&folder, &program, Some("../demo")).contains_key("../demo.py"));
        assert_eq!(super::files(&folder, &program, Some("grader"))["grader.py"].as_str(), "sol/grader.py");
        program.sources.insert(1, path("grader/py/main.py"));
        assert_eq!(started(&program), "grader.py", "only below `include` a file of this name is a driver");
    }
}
