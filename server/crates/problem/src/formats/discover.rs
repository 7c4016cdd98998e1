//! Where the problems of a directory tree are.
//!
//! Invariant: a tree that has nothing to do with setting problems, such as an ordinary C++ project, has none: every mark
//! is something that only a setter writes.

use std::collections::BTreeSet;

use super::wording::roles::{is_sample, is_solution_folder, is_test_folder, of_directory};
use crate::{folder::Folder, language::Language, path::RelPath, settings::SETTINGS_FILE};

/// Files that make their directory a problem.
pub const MANIFESTS: [&str; 3] = ["problem.xml", "problem.yaml", SETTINGS_FILE];

/// The roots of the problems in a tree, in path order. A problem holds no other problem.
pub fn discover(folder: &dyn Folder) -> Vec<RelPath> {
    let tree = Tree::of(folder);
    let mut found: Vec<RelPath> = Vec::new();
    for directory in &tree.directories {
        let is_inside = found.iter().any(|root| directory.is_below(root));
        if !is_inside && tree.is_problem(directory) {
            found.push(directory.clone());
        }
    }
    found
}

/// Whether a tree is a problem itself.
pub fn is_root(folder: &dyn Folder) -> bool {
    Tree::of(folder).is_problem(&RelPath::root())
}

/// Whether a directory of this name is a part of a problem, such as `solutions`, rather than one.
pub fn is_part(name: &str) -> bool {
    of_directory(name).is_some() || is_solution_folder(name) || is_test_folder(name)
}

struct Tree<'a> {
    folder: &'a dyn Folder,
    /// Parents before children, since a path sorts before what is below it.
    directories: BTreeSet<RelPath>,
    /// Those with a manifest.
    described: BTreeSet<RelPath>,
}

impl<'a> Tree<'a> {
    fn of(folder: &'a dyn Folder) -> Tree<'a> {
        let mut tree = Tree { folder, directories: BTreeSet::from([RelPath::root()]), described: BTreeSet::new() };
        for entry in folder.files() {
            let mut directory = entry.path.parent();
            if MANIFESTS.contains(&entry.path.file_name()) {
                tree.described.insert(directory.clone());
            }
            while !directory.is_root() && tree.directories.insert(directory.clone()) {
                directory = directory.parent();
            }
        }
        tree
    }

    fn is_problem(&self, directory: &RelPath) -> bool {
        if self.described.contains(directory) {
            return true;
        }
        // A directory above manifests is a contest, or a home.
        let is_above_manifests = self.described.iter().any(|described| described.is_below(directory));
        !is_above_manifests && self.is_plain_problem(directory)
    }

    fn is_plain_problem(&self, directory: &RelPath) -> bool {
        let own = self.folder.children(directory);
        let has_source = || own.iter().any(|entry| is_source(&entry.path));
        let has_tool = || own.iter().any(|entry| is_source(&entry.path) && self.includes_testlib(&entry.path));
        let has_statement = || own.iter().any(|entry| is_statement(&entry.path));
        let sub: Vec<&RelPath> = self.subdirectories(directory).collect();
        let has_tools_below = || sub.iter().any(|sub| of_directory(sub.file_name()).is_some() && self.holds_tool(sub));
        let has_tests = || sub.iter().any(|sub| is_test_folder(sub.file_name()) && self.holds_input(sub));
        let has_solutions = || sub.iter().any(|sub| is_solution_folder(sub.file_name()) && self.holds_source(sub));
        let has_sources = || has_source() || has_solutions();
        has_tool() || has_tools_below() || (has_sources() && (has_tests() || (has_statement() && has_solutions())))
    }

    fn subdirectories(&self, directory: &RelPath) -> impl Iterator<Item = &RelPath> {
        self.directories.iter().filter(move |sub| !sub.is_root() && &sub.parent() == directory)
    }

    fn includes_testlib(&self, path: &RelPath) -> bool {
        const MARK: &[u8] = b"testlib.h";
        let is_cpp = matches!(Language::from_path(path), Some(Language::Cpp | Language::C));
        // The header itself is no program.
        let bytes = (is_cpp && path.file_name() != "testlib.h").then(|| self.folder.bytes(path)).flatten();
        bytes.is_some_and(|bytes| bytes.windows(MARK.len()).any(|window| window == MARK))
    }

    fn holds_tool(&self, directory: &RelPath) -> bool {
        self.folder.below(directory).iter().any(|entry| is_source(&entry.path) && self.includes_testlib(&entry.path))
    }

    fn holds_source(&self, directory: &RelPath) -> bool {
        self.folder.below(directory).iter().any(|entry| is_source(&entry.path))
    }

    /// Files as only judges have them: `1.in`, `01` with `01.a`, or anything among the samples.
    fn holds_input(&self, directory: &RelPath) -> bool {
        let is_input = |path: &RelPath| match path.extension().as_str() {
            "in" | "ans" | "a" => true,
            "txt" | "out" => is_sample(directory.file_name()),
            "" => path.file_name().bytes().all(|byte| byte.is_ascii_digit()),
            _ => false,
        };
        self.folder.below(directory).iter().any(|entry| is_input(&entry.path))
    }
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
