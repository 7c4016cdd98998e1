//! Names of solutions and tests in the matrix.

use expect_test::expect;
use problem::label::LabelWord;

use super::{
    check_matrix,
    samples::{over, solution},
};

#[test]
fn names_in_wide_characters() {
    let mut report = over((1..=6).map(|id| format!("テスト/大きい{id}")));
    solution(&mut report, "解法/正しい.cpp", Some(LabelWord::Accepted), "......", 1.0);
    solution(&mut report, "解法/とても長い名前の間違った解法です.cpp", Some(LabelWord::WrongAnswer), "....WW", 1.0);
    solution(&mut report, "解法/café.cpp", Some(LabelWord::WrongAnswer), "....W.", 1.0);
    check_matrix(
        &report,
        80,
        expect![[r#"
                                     テスト
        correct
          正しい.cpp                 ......  AC    1 ms  3.3 MB  ✓
        wrong
          …前の間違った解法です.cpp  ....WW  WA    1 ms  3.3 MB  ✓
          café.cpp                   ....W.  WA    1 ms  3.3 MB  ✓
        . accepted   W wrong answer
    "#]],
    );
    check_matrix(
        &report,
        40,
        expect![[r#"
                         テスト
        correct
          正しい.cpp     ......
        wrong
          …解法です.cpp  ....WW
          café.cpp       ....W.

        correct
          正しい.cpp     AC    1 ms  3.3 MB  ✓
        wrong
          …解法です.cpp  WA    1 ms  3.3 MB  ✓
          café.cpp       WA    1 ms  3.3 MB  ✓
        . accepted   W wrong answer
    "#]],
    );
}

#[test]
fn equal_file_names_keep_their_folders() {
    let mut report = over((1..=3).map(|id| id.to_string()));
    solution(&mut report, "submissions/accepted/a.cpp", Some(LabelWord::Accepted), "...", 1.0);
    solution(&mut report, "submissions/wrong_answer/a.cpp", Some(LabelWord::WrongAnswer), ".W.", 1.0);
    check_matrix(
        &report,
        80,
        expect![[r#"
        correct               1
          accepted/a.cpp      ...  AC    1 ms  3.3 MB  ✓
        wrong
          wrong_answer/a.cpp  .W.  WA    1 ms  3.3 MB  ✓
        . accepted   W wrong answer
    "#]],
    );
}
