//! Each way in which people name the files of tests, with the pairs that a person sees in it.

use expect_test::{Expect, expect};

use super::{check, folder};
use crate::formats::packed_tests;

/// Reads a folder of these files and compares its tests and what is said of files.
fn pairs(files: &[&str], expected: Expect) {
    let files: Vec<(&str, &str)> = files.iter().map(|path| (*path, "1")).collect();
    check(&files, &["test", "validator-test", "finding file", "finding manifest"], expected);
}

#[test]
fn a_directory_for_each_test() {
    pairs(
        &["tests/10/in", "tests/10/out", "tests/2/in", "tests/2/out", "tests/3/in", "tests/3/notes.md"],
        expect![[r#"
            test 2: tests/2/in answer tests/2/out
            test 3: tests/3/in
            test 10: tests/10/in answer tests/10/out
        "#]],
    );
    pairs(
        &[
            "cases/01/input.txt",
            "cases/01/output.txt",
            "cases/02/input",
            "cases/02/ans",
            "cases/03/input.txt",
            "cases/03/answer.txt",
            "cases/04/in",
            "cases/04/expected.txt",
            "cases/05/in",
            "cases/05/out.txt",
        ],
        expect![[r#"
            test 01: cases/01/input.txt answer cases/01/output.txt
            test 02: cases/02/input answer cases/02/ans
            test 03: cases/03/input.txt answer cases/03/answer.txt
            test 04: cases/04/in
            test 05: cases/05/in answer cases/05/out.txt
        "#]],
    );
    pairs(
        &["samples/1/in", "samples/1/out", "tests/1/in", "tests/group2/1/in", "tests/group2/1/out"],
        expect![[r#"
            test samples/1 sample: samples/1/in answer samples/1/out
            test 1: tests/1/in
            test tests/group2/1 group group2: tests/group2/1/in answer tests/group2/1/out
        "#]],
    );
    pairs(
        &[
            "1/input.txt",
            "1/output.txt",
            "2/input.txt",
            "2/output.txt",
            "3/input.txt",
            "case4/in",
            "case4/out",
            "misc/in",
            "misc/out",
        ],
        expect![[r#"
            test 1: 1/input.txt answer 1/output.txt
            test 2: 2/input.txt answer 2/output.txt
            test case4: case4/in answer case4/out
        "#]],
    );
}

#[test]
fn one_test_in_the_test_folder() {
    pairs(
        &["sample/input.txt", "sample/output.txt", "tests/in", "tests/out"],
        expect![[r#"
            test sample sample: sample/input.txt answer sample/output.txt
            test tests: tests/in answer tests/out
        "#]],
    );
}

#[test]
fn a_word_with_a_number() {
    pairs(
        &[
            "tests/input1.txt",
            "tests/input10.txt",
            "tests/input2.txt",
            "tests/input3.txt",
            "tests/output1.txt",
            "tests/output10.txt",
            "tests/output2.txt",
        ],
        expect![[r#"
            test 1: tests/input1.txt answer tests/output1.txt
            test 2: tests/input2.txt answer tests/output2.txt
            test 3: tests/input3.txt
            test 10: tests/input10.txt answer tests/output10.txt
        "#]],
    );
    pairs(
        &["tests/in1", "tests/in2", "tests/out1", "tests/out2", "tests/in_3.txt", "tests/out_3.txt"],
        expect![[r#"
            test 1: tests/in1 answer tests/out1
            test 2: tests/in2 answer tests/out2
            test 3: tests/in_3.txt answer tests/out_3.txt
        "#]],
    );
    pairs(
        &[
            "tests/Input (1).TXT",
            "tests/Output (1).txt",
            "tests/input-2.dat",
            "tests/answer-2.dat",
            "tests/3_in.txt",
            "tests/3_out.txt",
            "tests/4.input",
            "tests/4.output",
            "tests/5.in.txt",
            "tests/5.out.txt",
            "tests/test6_input.txt",
            "tests/test6_output.txt",
        ],
        expect![[r#"
            test 1: tests/Input (1).TXT answer tests/Output (1).txt
            test 2: tests/input-2.dat answer tests/answer-2.dat
            test 3: tests/3_in.txt answer tests/3_out.txt
            test 4: tests/4.input answer tests/4.output
            test 5: tests/5.in.txt answer tests/5.out.txt
            test test6: tests/test6_input.txt answer tests/test6_output.txt
        "#]],
    );
    pairs(
        &["tests/sample_input_1.txt", "tests/sample_output_1.txt", "tests/big_in.txt", "tests/big_out.txt"],
        expect![[r#"
            test sample_1 sample: tests/sample_input_1.txt answer tests/sample_output_1.txt
            test big: tests/big_in.txt answer tests/big_out.txt
        "#]],
    );
}

#[test]
fn the_number_behind_a_dot() {
    pairs(
        &[
            "data/input.1",
            "data/input.2",
            "data/output.1",
            "data/output.2",
            "data/in.3",
            "data/out.3",
            "data/I.4",
            "data/O.4",
        ],
        expect![[r#"
            test 1: data/input.1 answer data/output.1
            test 2: data/input.2 answer data/output.2
            test 3: data/in.3 answer data/out.3
            test 4: data/I.4 answer data/O.4
        "#]],
    );
    pairs(
        &["testdata/x.in1", "testdata/x.in2", "testdata/x.ou1", "testdata/x.ou2"],
        expect![[r#"
            test x.1: testdata/x.in1 answer testdata/x.ou1
            test x.2: testdata/x.in2 answer testdata/x.ou2
        "#]],
    );
}

#[test]
fn extensions_of_answers() {
    pairs(
        &[
            "test_data/01.in",
            "test_data/01.a",
            "test_data/02.IN",
            "test_data/02.OUT",
            "test_data/03.in",
            "test_data/03.in.out",
            "test_data/1-foo.in",
            "test_data/1-foo.ok",
            "test_data/x1-2.in",
            "test_data/x1-2.ans",
            "test_data/x4.in",
            "test_data/x4.sol",
            "test_data/input5.in",
            "test_data/output5.out",
        ],
        expect![[r#"
            test 01: test_data/01.in answer test_data/01.a
            test 1-foo: test_data/1-foo.in answer test_data/1-foo.ok
            test 02: test_data/02.IN answer test_data/02.OUT
            test 03: test_data/03.in answer test_data/03.in.out
            test input5: test_data/input5.in answer test_data/output5.out
            test x1-2: test_data/x1-2.in answer test_data/x1-2.ans
            test x4: test_data/x4.in answer test_data/x4.sol
        "#]],
    );
}

#[test]
fn names_as_in_packages() {
    pairs(
        &[
            "tests/01",
            "tests/01.a",
            "tests/02",
            "tests/02.a",
            "tests/10",
            "tests/10.a",
            "tests/max.txt",
            "tests/max.ans",
        ],
        expect![[r#"
            test 01: tests/01 answer tests/01.a
            test 02: tests/02 answer tests/02.a
            test 10: tests/10 answer tests/10.a
            test max: tests/max.txt answer tests/max.ans
        "#]],
    );
}

#[test]
fn one_directory_for_inputs_and_one_for_outputs() {
    pairs(
        &[
            "input/input00.txt",
            "input/input01.txt",
            "input/input10.txt",
            "output/output00.txt",
            "output/output01.txt",
            "output/output10.txt",
        ],
        expect![[r#"
            test 00: input/input00.txt answer output/output00.txt
            test 01: input/input01.txt answer output/output01.txt
            test 10: input/input10.txt answer output/output10.txt
        "#]],
    );
    pairs(
        &["in/01.txt", "in/big.txt", "in/easy/1.txt", "out/01.txt", "out/big.txt", "out/easy/1.txt"],
        expect![[r#"
            test 01: in/01.txt answer out/01.txt
            test 1: in/easy/1.txt answer out/easy/1.txt
            test big: in/big.txt answer out/big.txt
        "#]],
    );
    pairs(
        &[
            "tests/Inputs/a",
            "tests/Inputs/b.in",
            "tests/Outputs/a",
            "tests/outputs/b.out",
            "input/7.in",
            "answers/7.ans",
        ],
        expect![[r#"
            test 7: input/7.in answer answers/7.ans
            test a: tests/Inputs/a answer tests/Outputs/a
            test b: tests/Inputs/b.in answer tests/outputs/b.out
        "#]],
    );
}

#[test]
fn in_the_root_only_pairs_with_a_number() {
    pairs(
        &[
            "01",
            "01.a",
            "2.inp",
            "2.out",
            "in3",
            "out3",
            "input.txt",
            "input4.txt",
            "input5.txt",
            "output.txt",
            "output4.txt",
            "notes.txt",
            "notes.out",
            "sol6",
            "sol6.ans",
            "sample_input.txt",
            "sample_output.txt",
        ],
        expect![[r#"
            test sample sample: sample_input.txt answer sample_output.txt
            test 01: 01 answer 01.a
            test 2: 2.inp answer 2.out
            test 3: in3 answer out3
            test 4: input4.txt answer output4.txt
        "#]],
    );
}

#[test]
fn groups_of_directories() {
    pairs(
        &[
            "tests/subtask1/1.in",
            "tests/subtask10/1.in",
            "tests/subtask2/1.in",
            "tests/misc/4.in",
            "tests/Group-3/in/5.in",
        ],
        expect![[r#"
            test 1 group subtask1: tests/subtask1/1.in
            test 4: tests/misc/4.in
            test 5 group Group-3: tests/Group-3/in/5.in
            test tests/subtask2/1 group subtask2: tests/subtask2/1.in
            test tests/subtask10/1 group subtask10: tests/subtask10/1.in
        "#]],
    );
}

#[test]
fn outputs_are_no_inputs() {
    pairs(
        &[
            "tests/answer",
            "tests/answer.a",
            "tests/1.in",
            "tests/1.out",
            "tests/1.out.txt",
            "tests/output_in.txt",
            "in/output7.txt",
            "in/8",
            "out/8",
        ],
        expect![[r#"
            test 1: tests/1.in answer tests/1.out
            test 8: in/8 answer out/8
            finding file-left-out warning in/output7.txt: in/output7.txt is named like an answer and has no input, so it is left out; add what is missing, or remove the rest
        "#]],
    );
}

#[test]
fn a_pair_is_not_guessed() {
    // Neither the order nor the number alone makes a pair, and of two names that differ in case none is taken.
    pairs(
        &["tests/a1.in", "tests/b1.out", "tests/2.in", "tests/02.out", "tests/3.in", "tests/3.OUT", "tests/3.Out"],
        expect![[r#"
            test 2: tests/2.in
            test 3: tests/3.in
            test a1: tests/a1.in
            finding file-left-out warning tests/02.out: tests/02.out and one more file like it are named like answers and have no inputs, so they are left out; add what is missing, or remove the rest
        "#]],
    );
}

#[test]
fn tests_in_archives() {
    pairs(
        &[
            "tests.zip",
            "tests.zip/cases/1.in",
            "tests.zip/cases/1.out",
            "tests.zip/cases/sample2.in",
            "tests.zip/invalid/3.in",
            "data/more.zip",
            "data/more.zip/input4.txt",
            "data/more.zip/output4.txt",
        ],
        expect![[r#"
            test sample2 sample: tests.zip/cases/sample2.in
            test 1: tests.zip/cases/1.in answer tests.zip/cases/1.out
            test 4: data/more.zip/input4.txt answer data/more.zip/output4.txt
            validator-test tests.zip/invalid/3.in invalid
        "#]],
    );
}

/// Which archives are to be listed with what is in them.
#[test]
fn archives_of_tests() {
    let archives = |files: &[&str]| {
        let files: Vec<(&str, &str)> = files.iter().map(|path| (*path, "1")).collect();
        let paths = packed_tests(&folder("abc", &files));
        paths.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(archives(&["Test_Data.zip", "cases/all.ZIP", "logo.zip", "sols/x.zip"]), "Test_Data.zip cases/all.ZIP");
    assert_eq!(archives(&["tests.zip", "build/tests/1.in", "input.txt", "tests/notes.txt"]), "tests.zip");
    // What is packed is most likely a copy, or the package has its own rules.
    assert_eq!(archives(&["tests.zip", "tests/1.in"]), "");
    assert_eq!(archives(&["tests.zip", "1.in", "1.out"]), "");
    assert_eq!(archives(&["tests.zip", "problem.xml"]), "");
}

/// Rake makes `001` of `001.hand`.
#[test]
fn tests_by_hand_that_are_copied() {
    pairs(
        &[
            "tests/001.hand",
            "tests/002.hand",
            "tests/002.a",
            "tests/003.hand",
            "tests/003",
            "tests/003.a",
            "notes.hand",
        ],
        expect![[r#"
            test 001: tests/001.hand
            test 002: tests/002.hand answer tests/002.a
            test 003: tests/003 answer tests/003.a
        "#]],
    );
}

#[test]
fn invalid_inputs_by_other_names() {
    pairs(
        &["tests/invalid/input1.txt", "tests/invalid/2/in", "tests/invalid/readme.txt"],
        expect![[r#"
            validator-test tests/invalid/2/in invalid
            validator-test tests/invalid/input1.txt invalid
        "#]],
    );
}
