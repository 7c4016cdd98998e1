//! Solutions beside the tests.

use crate::{
    folder::Folder,
    formats::{
        plain::{Hints, exactly},
        wording::{
            Stem,
            labels::{self, Named},
        },
    },
    included,
    language::Language,
    model::Role,
    path::RelPath,
    settings::RoleHint,
};

/// The solutions that lie beside the tests, where the site keeps all that is not for contestants: those whose names say what
/// they are to do.
pub(super) fn solutions(folder: &dyn Folder, data: &RelPath) -> Hints {
    let mut hints = Hints::default();
    let is_named = |path: &RelPath| {
        let named = labels::of_solution(&Stem::new(path.stem()), &Stem::new(folder.name()));
        let is_run = Language::from_path(path).is_some_and(|language| language.is_run());
        let is_tool = || included::facts(folder, path).is_some_and(|facts| facts.register().is_some());
        is_run && matches!(named, Named::Main(_) | Named::Label(_)) && !is_tool()
    };
    let files = folder.children(data).into_iter().filter(|_| !data.is_root()).map(|file| &file.path);
    let globs = files.filter(|path| is_named(path)).filter_map(exactly);
    hints.roles.extend(globs.map(|glob| (glob, RoleHint::Role(Role::Solution))));
    hints
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::read;
    use crate::formats::{
        plain::tests::{dump, folder},
        shown::lines_with,
    };

    const MAIN: &str = "int main() {}";
    const CHECK: &str = "int main() { registerTestlibCmd(argc, argv); }";
    const VAL: &str = "int main() { registerValidation(); }";

    /// Where the site keeps all that contestants are not to see.
    #[test]
    fn solutions_beside_the_tests() {
        let files = [
            (
                "testdata/config.yaml",
                "time: 1s\nmemory: 64m\nchecker_type: testlib\nchecker: chk.cpp\nvalidator: val.cpp\n",
            ),
            ("testdata/1.in", "1"),
            ("testdata/1.out", "1"),
            ("testdata/std.cpp", MAIN),
            ("testdata/wa_slow.py", "print(1)\n"),
            ("testdata/chk.cpp", CHECK),
            ("testdata/val.cpp", VAL),
            ("testdata/main_check.cpp", CHECK),
            ("testdata/grader.cpp", MAIN),
            ("testdata/notes.md", "std"),
        ];
        let problem = read(&folder("sums", &files)).unwrap();
        let lines = lines_with(&dump(&problem), &["program", "main", "solution", "checker", "validator"]);
        expect![[r#"
            program testdata/chk.cpp checker cpp (the manifest's `checker`)
            program testdata/std.cpp solution cpp (named like a solution, beside the tests) = accepted {Ac}/{}
            program testdata/val.cpp validator cpp (the manifest's `validator`)
            program testdata/wa_slow.py solution python (named like a solution, beside the tests) = wrong_answer {Ac, Wa, Pe}/{Wa, Pe}
            main testdata/std.cpp
            checker testdata/chk.cpp testlib (testdata/config.yaml names it)
            validator testdata/val.cpp testlib
        "#]]
        .assert_eq(&lines);
    }
}
