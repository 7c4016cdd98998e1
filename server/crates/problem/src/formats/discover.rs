//! Where the problems of a directory tree are.
//!
//! The nearest manifest or pool of solutions decides which problem a file belongs to. A directory without a manifest
//! that lies above whole problems is a contest; files beside its problems belong to them or to nobody. One that has a
//! pool, tools and tests of its own is a problem with others inside it. Somebody who names a contest is told its
//! problems, or gets the only one.
//!
//! Invariant: a tree that has nothing to do with setting problems, such as an ordinary C++ project, has none: every
//! mark is something that only a setter writes.
//!
//! Invariant: no file belongs to two problems. What [`nested`] names is no part of the problem around it.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

use super::{
    by_manifest, foreign,
    wording::{
        Stem,
        labels::{Named, of_solution},
        roles::{is_no_part, is_sample, is_solution_folder, is_test_folder, of_directory},
        test_names::input_name,
    },
};
use crate::{
    folder::{FileEntry, Folder},
    language::Language,
    path::RelPath,
    settings::SETTINGS_FILE,
};

/// Files that make their directory a problem.
pub const MANIFESTS: [&str; 3] = ["problem.xml", "problem.yaml", SETTINGS_FILE];

/// Manifests with names that other things have too: with what stands in them or beside them they make their directory a
/// problem.
pub const FURTHER_MANIFESTS: [&str; 9] = [
    "info.toml",
    "problem.json",
    "problem.rbx.yml",
    "config.yml",
    "config.yaml",
    "task.yaml",
    "task.toml",
    "task.yml",
    "task.yaml.orig",
];

/// Directories that people put the tools of one problem into; no problem is called so.
const DRAWERS: [&str; 8] = ["files", "src", "source", "sources", "code", "programs", "tools", "util"];

/// The roots of the problems in a tree, in path order, those inside of others among them.
pub fn discover(folder: &dyn Folder) -> Vec<RelPath> {
    let mut found = Vec::new();
    Tree::of(folder).collect(&RelPath::root(), &mut found);
    found.sort();
    found
}

/// The problems that a person who names a folder may mean: the folder itself where it is one or holds none, else those in
/// it, without what they share.
pub fn problems(folder: &dyn Folder) -> Vec<RelPath> {
    let tree = Tree::of(folder);
    let root = RelPath::root();
    let mut found = Vec::new();
    tree.collect(&root, &mut found);
    found.sort();
    let has_whole = found.iter().any(|one| !tree.is_weak(one));
    found.retain(|one| !has_whole || !tree.is_weak(one));
    if found.is_empty() || found.contains(&root) || (!has_whole && !tree.is_weak(&root)) { vec![root] } else { found }
}

/// Whether a tree is a problem itself.
pub fn is_root(folder: &dyn Folder) -> bool {
    Tree::of(folder).is_problem(&RelPath::root())
}

/// The roots of problems inside a folder that is read as one: what is in them is no part of it.
pub fn nested(folder: &dyn Folder) -> Vec<RelPath> {
    Tree::of(folder).nested(&RelPath::root())
}

/// Whether a directory of this name is a part of a problem, such as `solutions`, rather than one.
pub fn is_part(name: &str) -> bool {
    of_directory(name).is_some() || is_solution_folder(name) || is_test_folder(name)
}

struct Tree<'a> {
    folder: &'a dyn Folder,
    /// The directories directly in each directory.
    directories: BTreeMap<RelPath, BTreeSet<RelPath>>,
    /// The files directly in each directory that has some.
    files: BTreeMap<RelPath, Vec<&'a FileEntry>>,
    /// Which sources are known to include testlib, or not to.
    tools: RefCell<BTreeMap<RelPath, bool>>,
}

impl<'a> Tree<'a> {
    fn of(folder: &'a dyn Folder) -> Tree<'a> {
        let mut tree = Tree { folder, directories: BTreeMap::new(), files: BTreeMap::new(), tools: RefCell::default() };
        tree.directories.entry(RelPath::root()).or_default();
        for entry in folder.files() {
            let mut directory = entry.path.parent();
            let is_new = !tree.files.contains_key(&directory);
            tree.files.entry(directory.clone()).or_default().push(entry);
            while is_new && !directory.is_root() {
                let above = directory.parent();
                tree.directories.entry(directory.clone()).or_default();
                tree.directories.entry(above.clone()).or_default().insert(directory);
                directory = above;
            }
        }
        tree
    }

    fn collect(&self, directory: &RelPath, found: &mut Vec<RelPath>) {
        if self.is_problem(directory) {
            found.push(directory.clone());
            self.nested(directory).iter().for_each(|inside| self.collect(inside, found));
        } else {
            self.subdirectories(directory).for_each(|inside| self.collect(inside, found));
        }
    }

    fn is_problem(&self, directory: &RelPath) -> bool {
        self.is_described(directory)
            || (self.is_plain(directory) || self.keeps_tools_in_drawers(directory)) && !self.is_contest(directory)
    }

    fn is_described(&self, directory: &RelPath) -> bool {
        self.children(directory).any(|path| MANIFESTS.contains(&path.file_name()))
            || by_manifest(self.folder, directory).is_some()
            || foreign::is_root(self.folder, directory)
    }

    /// Something here is of a problem.
    fn is_plain(&self, directory: &RelPath) -> bool {
        let is_judged = || self.has_tests(directory) || self.has_statement(directory) && self.has_pool(directory);
        self.has_tools(directory) || (self.has_source(directory) || self.has_pool(directory)) && is_judged()
    }

    /// A pool of solutions, with a directory of its own or beside tests, and what judges it.
    fn is_strong(&self, directory: &RelPath) -> bool {
        let has_tests = self.has_tests(directory);
        self.has_source(directory) && has_tests
            || self.has_pool(directory) && (has_tests || self.has_statement(directory) || self.has_tools(directory))
    }

    /// Solutions and tools side by side, in a directory that a problem may be.
    fn is_flat(&self, directory: &RelPath) -> bool {
        !is_drawer(directory) && self.has_loose(directory) && self.has_tool(directory)
    }

    /// Neither a manifest nor anything to judge: what several problems share, or the beginning of one.
    fn is_weak(&self, directory: &RelPath) -> bool {
        !self.is_described(directory)
            && !self.has_loose(directory)
            && !self.has_pool(directory)
            && !self.has_tests(directory)
    }

    /// Solutions here, and the tools in a directory that is no problem without them: `sol.cpp`, `files/gen.cpp`.
    fn keeps_tools_in_drawers(&self, directory: &RelPath) -> bool {
        let holds_its_tools = |sub: &RelPath| {
            let is_mixed = self.has_loose(sub) || self.has_pool(sub);
            let is_ours = is_drawer(sub) || self.has_script(directory) || !is_mixed && self.has_solution(directory);
            self.has_tool(sub) && is_ours
        };
        (self.has_loose(directory) || self.has_pool(directory))
            && self.inside(directory, Self::is_strong).is_empty()
            && self.subdirectories(directory).any(holds_its_tools)
    }

    /// Whether what a directory has of problems is common to the problems below it, or a stray file among them.
    fn is_contest(&self, directory: &RelPath) -> bool {
        let (described, strong) = (self.described_inside(directory), self.strong_inside(directory));
        let is_strong = self.is_strong(directory);
        let has_tools = self.has_tools(directory);
        let has_parts = has_tools || self.has_pool(directory) || self.has_solution(directory);
        let has_order = || self.has_script(directory) || self.has_statement(directory);
        match (described.len(), strong.len()) {
            (0, 0) if is_strong => false,
            (0, 0) => match self.inside(directory, Self::is_flat).len() {
                0 => false,
                1 => !self.has_loose(directory) && !self.has_tests(directory) && !self.has_script(directory),
                _ => !(has_parts && (has_order() || self.has_tests(directory))),
            },
            (0, 1) => !(is_strong || self.is_flat(directory) && has_order()),
            (0, _) => !(is_strong && has_parts),
            (1, _) => !(is_strong && has_parts && (has_tools || self.has_tests(directory))),
            (_, _) => true,
        }
    }

    fn nested(&self, directory: &RelPath) -> Vec<RelPath> {
        let mut nested = self.described_inside(directory);
        if !self.is_described(directory) {
            nested.extend(self.strong_inside(directory));
        }
        nested
    }

    /// The uppermost directories inside that have a manifest.
    fn described_inside(&self, directory: &RelPath) -> Vec<RelPath> {
        let mut found = Vec::new();
        let mut unseen: Vec<&RelPath> = self.subdirectories(directory).collect();
        while let Some(sub) = unseen.pop() {
            if is_no_part(sub.file_name()) {
                continue;
            }
            if self.is_described(sub) {
                found.push(sub.clone());
            } else {
                unseen.extend(self.subdirectories(sub));
            }
        }
        found
    }

    /// The uppermost directories inside that are problems by their pools. A single one is none without the tests around it.
    fn strong_inside(&self, directory: &RelPath) -> Vec<RelPath> {
        let found = self.inside(directory, Self::is_strong);
        match &found[..] {
            [only] if self.has_tests(directory) && !self.has_tests(only) => Vec::new(),
            _ => found,
        }
    }

    /// The uppermost directories inside that are so, but for parts and for what has a manifest.
    fn inside(&self, directory: &RelPath, is_so: impl Fn(&Self, &RelPath) -> bool) -> Vec<RelPath> {
        let mut found = Vec::new();
        let mut unseen: Vec<&RelPath> = self.subdirectories(directory).collect();
        while let Some(sub) = unseen.pop() {
            if is_part(sub.file_name()) || is_no_part(sub.file_name()) || self.is_described(sub) {
                continue;
            }
            if is_so(self, sub) {
                found.push(sub.clone());
            } else {
                unseen.extend(self.subdirectories(sub));
            }
        }
        found
    }

    fn subdirectories(&self, directory: &RelPath) -> impl Iterator<Item = &RelPath> {
        self.directories.get(directory).into_iter().flatten()
    }

    fn children(&self, directory: &RelPath) -> impl Iterator<Item = &'a RelPath> {
        self.files.get(directory).into_iter().flatten().map(|entry| &entry.path)
    }

    /// The files below a directory, however deep; paths sort so that they stand together.
    fn below(&self, directory: &RelPath) -> impl Iterator<Item = &'a RelPath> {
        let files = self.folder.files();
        let beginning = format!("{directory}/");
        let start = files.partition_point(|entry| entry.path.as_str() < beginning.as_str());
        let inside = files[start..].iter().take_while(move |entry| entry.path.as_str().starts_with(&beginning));
        inside.map(|entry| &entry.path)
    }

    fn has_source(&self, directory: &RelPath) -> bool {
        self.children(directory).any(is_source)
    }

    fn has_tool(&self, directory: &RelPath) -> bool {
        self.children(directory).any(|path| self.includes_testlib(path))
    }

    /// A source that is no tool.
    fn has_loose(&self, directory: &RelPath) -> bool {
        self.children(directory).any(|path| is_source(path) && !self.includes_testlib(path))
    }

    /// A loose source that is named as solutions are.
    fn has_solution(&self, directory: &RelPath) -> bool {
        let is_named = |path: &RelPath| of_solution(&Stem::new(path.stem()), &Stem::new("")) != Named::Nothing;
        self.children(directory).any(|path| is_source(path) && is_named(path) && !self.includes_testlib(path))
    }

    fn has_script(&self, directory: &RelPath) -> bool {
        self.children(directory).any(|path| {
            matches!(path.file_name(), "script" | "script.txt" | "tests.txt") || path.extension() == "script"
        })
    }

    fn has_statement(&self, directory: &RelPath) -> bool {
        self.children(directory).any(is_statement)
    }

    /// Tools here, or in a directory that is named after them.
    fn has_tools(&self, directory: &RelPath) -> bool {
        let holds_tool = |sub: &RelPath| self.below(sub).any(|path| self.includes_testlib(path));
        let mut named = self.subdirectories(directory).filter(|sub| of_directory(sub.file_name()).is_some());
        self.has_tool(directory) || named.any(holds_tool)
    }

    fn has_pool(&self, directory: &RelPath) -> bool {
        let mut named = self.subdirectories(directory).filter(|sub| is_solution_folder(sub.file_name()));
        named.any(|sub| self.below(sub).any(is_source))
    }

    fn has_tests(&self, directory: &RelPath) -> bool {
        let mut named = self.subdirectories(directory).filter(|sub| is_test_folder(sub.file_name()));
        named.any(|sub| self.holds_input(sub))
    }

    fn includes_testlib(&self, path: &RelPath) -> bool {
        const MARK: &[u8] = b"testlib.h";
        // The header itself is no program.
        let is_cpp = matches!(Language::from_path(path), Some(Language::Cpp | Language::C));
        if !is_cpp {
            return false;
        }
        if let Some(known) = self.tools.borrow().get(path) {
            return *known;
        }
        let bytes = self.folder.bytes(path);
        let found = bytes.is_some_and(|bytes| bytes.windows(MARK.len()).any(|window| window == MARK));
        self.tools.borrow_mut().insert(path.clone(), found);
        found
    }

    /// Files as only judges have them: `1.in`, `01` with `01.a`, `input1.txt` with `output1.txt`, or anything among the
    /// samples. What lies deep may be of another problem.
    fn holds_input(&self, directory: &RelPath) -> bool {
        const DEEP: usize = 3;
        let n_parts = directory.parts().count();
        let is_input = |path: &RelPath| match path.extension().as_str() {
            "in" | "ans" | "a" => true,
            "txt" | "out" => is_sample(directory.file_name()),
            "" => path.file_name().bytes().all(|byte| byte.is_ascii_digit()),
            _ => false,
        };
        let has_output = |path: &RelPath| {
            let outputs = input_name(path.file_name()).map(|input| input.outputs).unwrap_or_default();
            outputs.iter().any(|output| self.folder.has(&path.with_file_name(output)))
        };
        let mut near = self.below(directory).filter(|path| path.parts().count() <= n_parts + DEEP);
        near.any(|path| is_input(path) || has_output(path))
    }
}

fn is_drawer(directory: &RelPath) -> bool {
    DRAWERS.contains(&directory.file_name().to_lowercase().as_str())
}

fn is_source(path: &RelPath) -> bool {
    Language::from_path(path).is_some()
}

fn is_statement(path: &RelPath) -> bool {
    let is_text = matches!(path.extension().as_str(), "md" | "tex" | "typ" | "html" | "pdf");
    is_text && (path.stem().starts_with("statement") || path.stem() == "problem")
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::folder::MemoryFolder;

    fn check(files: &[&str], expected: Expect) {
        let mut folder = MemoryFolder::new("workspace");
        for file in files {
            let is_tool = ["gen", "val", "check"].iter().any(|tool| file.ends_with(&format!("{tool}.cpp")));
            let text = if is_tool { "#include \"testlib.h\"\n" } else { "int main() {}\n" };
            folder.add(RelPath::parse(file).unwrap(), text.as_bytes(), None);
        }
        let found: Vec<String> = discover(&folder).iter().map(|root| format!("{:?}", root.as_str())).collect();
        expected.assert_eq(&found.join(" "));
    }

    #[test]
    fn roots() {
        check(&["gen.cpp", "sol.cpp", "solutions/wa.cpp"], expect![[r#""""#]]);
        check(&["a/gen.cpp", "a/b/val.cpp", "c/sol.cpp", "c/samples/1.txt"], expect![[r#""a" "c""#]]);
        check(
            &["a/problem.xml", "a/files/gen.cpp", "b/problem.yaml", "common/check.cpp"],
            expect![[r#""a" "b" "common""#]],
        );
        check(&["round/d1/generators/gen.cpp", "round/d1/solutions/x.cpp"], expect![[r#""round/d1""#]]);
        check(&["p/statement.md", "p/sols/x.cpp", "p/readme.md"], expect![[r#""p""#]]);
        check(&["p/touchstone.toml"], expect![[r#""p""#]]);
    }

    #[test]
    fn contests() {
        let problem = |name: &str| [format!("{name}/gen.cpp"), format!("{name}/sols/x.cpp")];
        let check = |files: &[&str], problems: &[&str], expected: Expect| {
            let files: Vec<String> = files
                .iter()
                .map(|file| (*file).to_owned())
                .chain(problems.iter().flat_map(|name| problem(name)))
                .collect();
            check(&files.iter().map(String::as_str).collect::<Vec<_>>(), expected);
        };
        // A stray file, with manifests and without.
        check(&["stray.cpp", "a/problem.xml", "b/problem.yaml"], &[], expect![[r#""a" "b""#]]);
        check(&["stray.cpp"], &["a", "b"], expect![[r#""a" "b""#]]);
        check(&["stray.cpp"], &["a"], expect![[r#""a""#]]);
        check(&["stray.cpp", "a/gen.cpp", "a/sol.cpp", "b/gen.cpp", "b/sol.cpp"], &[], expect![[r#""a" "b""#]]);
        check(&["stray.cpp", "a/gen.cpp", "a/sol.cpp"], &[], expect![[r#""a""#]]);
        // What is common to all.
        check(&["check.cpp"], &["a", "b"], expect![[r#""a" "b""#]]);
        check(&["check.cpp", "setup.py"], &["a"], expect![[r#""a""#]]);
        check(&["check.cpp", "a/gen.cpp", "a/sol.cpp"], &[], expect![[r#""a""#]]);
        check(&["lib/check.cpp", "testlib.h"], &["a"], expect![[r#""a" "lib""#]]);
        // A repository.
        check(&["setup.py", "README.md", "tests/run.py"], &["problems/x"], expect![[r#""problems/x""#]]);
        check(
            &["setup.py", "tests/data/1.in"],
            &["problems/x", "problems/y"],
            expect![[r#""problems/x" "problems/y""#]],
        );
        check(&["setup.py", "problems/x/problem.xml"], &[], expect![[r#""problems/x""#]]);
    }

    #[test]
    fn tasks_of_sinol_make() {
        check(&["a/config.yml", "a/prog/a.cpp", "b/config.yml", "b/src/b.cpp"], expect![[r#""a""#]]);
        check(&["config.yaml", "prog/abc.py", "prog/abcgen.cpp", "in/abc1.in"], expect![[r#""""#]]);
    }

    #[test]
    fn old_copies_and_drawers() {
        check(&["sol.cpp", "gen.cpp", "script.txt", "old/gen.cpp", "old/sol.cpp"], expect![[r#""""#]]);
        check(&["sols/x.cpp", "gen.cpp", "old/gen.cpp", "old/sols/x.cpp"], expect![[r#""" "old""#]]);
        check(&["sols/x.cpp", "gen.cpp", "tests/1.in", "polygon/problem.xml"], expect![[r#""" "polygon""#]]);
        check(&["touchstone.toml", "a/problem.xml", "a/b/problem.xml"], expect![[r#""" "a" "a/b""#]]);
        check(&["problem.xml", "files/gen.cpp", "files/naive.cpp", "solutions/x.cpp"], expect![[r#""""#]]);
        check(&["sol.cpp", "files/gen.cpp", "files/naive.cpp"], expect![[r#""""#]]);
        check(&["sol.cpp", "wa.cpp", "helpers/gen.cpp"], expect![[r#""""#]]);
        check(&["x.cpp", "script.txt", "helpers/gen.cpp", "helpers/naive.cpp"], expect![[r#""""#]]);
        check(&["tests/1.in", "statement.md", "mine/gen.cpp", "mine/sols/x.cpp"], expect![[r#""mine""#]]);
        check(&["sol.cpp", "gen.cpp", "package/problem.xml", "solutions/alice/main.cpp"], expect![[r#""""#]]);
    }

    #[test]
    fn what_a_person_may_mean() {
        let check = |files: &[&str], expected: &[&str]| {
            let mut folder = MemoryFolder::new("contest");
            for file in files {
                let text = if file.ends_with("gen.cpp") { "#include \"testlib.h\"\n" } else { "int main() {}\n" };
                folder.add(RelPath::parse(file).unwrap(), text.as_bytes(), None);
            }
            let found = problems(&folder);
            assert_eq!(found.iter().map(RelPath::as_str).collect::<Vec<_>>(), expected, "{files:?}");
        };
        check(&["a/problem.xml", "common/gen.cpp"], &["a"]);
        check(&["a/gen.cpp", "b/gen.cpp"], &["a", "b"]);
        check(&["x.cpp", "b/gen.cpp"], &[""]);
        check(&["x.cpp"], &[""]);
        check(&["touchstone.toml", "old/problem.xml"], &[""]);
    }

    #[test]
    fn ordinary_projects() {
        check(&["main.cpp", "tests/unit.cpp", "tests/data.json", "docs/statement.md"], expect![[r#""#]]);
        check(&["src/main.cpp", "generators/x.py", "README.md", "include/testlib.h"], expect![[r#""#]]);
        check(&["solutions/euler1.cpp", "solutions/euler2.cpp"], expect![[r#""#]]);
        check(&[], expect![[r#""#]]);
    }

    #[test]
    fn names_of_parts() {
        assert!(["gen", "generators", "Solutions", "tests", "wrong_answer"].iter().all(|name| is_part(name)));
        assert!(!["a", "two-parcels", "round1"].iter().any(|name| is_part(name)));
    }
}
