//! The matrix in terminals of several widths.

use expect_test::expect;
use problem::report::Report;

use super::{
    check_matrix, matrix,
    wide::{icpc, regular},
};

/// The matrix with three rows of many.
fn three_rows(report: &Report, width: usize) -> String {
    let left_out = |line: &str| ["tle_", "rte_", "wa_"].iter().any(|name| line.trim_start().starts_with(name));
    matrix(report, width, |line| !left_out(line) || line.contains(" wa_1.") || line.contains(" rte_2."))
}

#[test]
fn forty_tests() {
    check_matrix(
        &regular(5, 40, 7),
        120,
        expect![[r#"
        correct      1   5    10    15   20    25   30    35   40
          sol.cpp    .......... .......... .......... ..........  AC     31 ms  3.3 MB  ✓
        wrong
          wa_1.cpp   .W.......W .......W.. .....W.... ...W......  WA    100 ms  3.3 MB  ✓
          rte_2.cpp  ..R....... .R........ R........R ........R.  RTE   200 ms  3.3 MB  ✓
          tle_3.cpp  ...T...... T......T.. ....T..... .T......T.  TLE   300 ms  3.3 MB  ✓
          wa_4.cpp   ....W..... ..W....... W.......W. ......W...  WA    400 ms  3.3 MB  ✓
        . accepted   W wrong answer   T time limit   R run-time error
    "#]],
    );
    check_matrix(
        &regular(5, 40, 7),
        80,
        expect![[r#"
        correct      1   5    10    15   20
          sol.cpp    .......... ..........
        wrong
          wa_1.cpp   .W.......W .......W..
          rte_2.cpp  ..R....... .R........
          tle_3.cpp  ...T...... T......T..
          wa_4.cpp   ....W..... ..W.......

        correct      21  25   30    35   40
          sol.cpp    .......... ..........  AC     31 ms  3.3 MB  ✓
        wrong
          wa_1.cpp   .....W.... ...W......  WA    100 ms  3.3 MB  ✓
          rte_2.cpp  R........R ........R.  RTE   200 ms  3.3 MB  ✓
          tle_3.cpp  ....T..... .T......T.  TLE   300 ms  3.3 MB  ✓
          wa_4.cpp   W.......W. ......W...  WA    400 ms  3.3 MB  ✓
        . accepted   W wrong answer   T time limit   R run-time error
    "#]],
    );
    check_matrix(
        &regular(5, 40, 7),
        40,
        expect![[r#"
        correct      1   5    10    15   20
          sol.cpp    .......... ..........
        wrong
          wa_1.cpp   .W.......W .......W..
          rte_2.cpp  ..R....... .R........
          tle_3.cpp  ...T...... T......T..
          wa_4.cpp   ....W..... ..W.......

        correct      21  25   30    35   40
          sol.cpp    .......... ..........
        wrong
          wa_1.cpp   .....W.... ...W......
          rte_2.cpp  R........R ........R.
          tle_3.cpp  ....T..... .T......T.
          wa_4.cpp   W.......W. ......W...

        correct
          sol.cpp    AC     31 ms  3.3 MB  ✓
        wrong
          wa_1.cpp   WA    100 ms  3.3 MB  ✓
          rte_2.cpp  RTE   200 ms  3.3 MB  ✓
          tle_3.cpp  TLE   300 ms  3.3 MB  ✓
          wa_4.cpp   WA    400 ms  3.3 MB  ✓
        . accepted   W wrong answer
          T time limit   R run-time error
    "#]],
    );
}

#[test]
fn five_hundred_tests_of_few_kinds() {
    check_matrix(
        &regular(5, 500, 100),
        120,
        expect![[r#"
        tests        482x  4x  4x  4x  4x   1x   1x
        first           1   2   3   4   5  204  207
        correct
          sol.cpp       .   .   .   .   .    .    .  AC     31 ms  3.3 MB  ✓
        wrong
          wa_1.cpp      .   W   .   .   .    W    .  WA    100 ms  3.3 MB  ✓
          rte_2.cpp     .   .   R   .   .    .    R  RTE   200 ms  3.3 MB  ✓
          tle_3.cpp     .   .   .   T   .    T    .  TLE   300 ms  3.3 MB  ✓
          wa_4.cpp      .   .   .   .   W    .    W  WA    400 ms  3.3 MB  ✓
        . accepted   W wrong answer   T time limit   R run-time error
    "#]],
    );
    check_matrix(
        &regular(5, 500, 100),
        80,
        expect![[r#"
        tests        482x  4x  4x  4x  4x   1x   1x
        first           1   2   3   4   5  204  207
        correct
          sol.cpp       .   .   .   .   .    .    .  AC     31 ms  3.3 MB  ✓
        wrong
          wa_1.cpp      .   W   .   .   .    W    .  WA    100 ms  3.3 MB  ✓
          rte_2.cpp     .   .   R   .   .    .    R  RTE   200 ms  3.3 MB  ✓
          tle_3.cpp     .   .   .   T   .    T    .  TLE   300 ms  3.3 MB  ✓
          wa_4.cpp      .   .   .   .   W    .    W  WA    400 ms  3.3 MB  ✓
        . accepted   W wrong answer   T time limit   R run-time error
    "#]],
    );
    check_matrix(
        &regular(5, 500, 100),
        40,
        expect![[r#"
        tests        482x  4x  4x  4x
        first           1   2   3   4
        correct
          sol.cpp       .   .   .   .
        wrong
          wa_1.cpp      .   W   .   .
          rte_2.cpp     .   .   R   .
          tle_3.cpp     .   .   .   T
          wa_4.cpp      .   .   .   .

        tests        4x   1x   1x
        first         5  204  207
        correct
          sol.cpp     .    .    .
        wrong
          wa_1.cpp    .    W    .
          rte_2.cpp   .    .    R
          tle_3.cpp   .    T    .
          wa_4.cpp    W    .    W

        correct
          sol.cpp    AC     31 ms  3.3 MB  ✓
        wrong
          wa_1.cpp   WA    100 ms  3.3 MB  ✓
          rte_2.cpp  RTE   200 ms  3.3 MB  ✓
          tle_3.cpp  TLE   300 ms  3.3 MB  ✓
          wa_4.cpp   WA    400 ms  3.3 MB  ✓
        . accepted   W wrong answer
          T time limit   R run-time error
    "#]],
    );
}

#[test]
fn five_hundred_tests_of_many_kinds() {
    expect![[r#"
        correct       1   5    10    15   20    25   30    35   40    45   50    55   60    65   70    77   84    92   99    107
          sol.cpp     .......... .......... .......... .......... .......... .......... .......... .......... .......... .......
        wrong
          wa_1.cpp    .W.......W .......W.. .....W.... ...W...... .W.......W .......W.. .....W.... ..W....... ...W....W. .......
          rte_2.cpp   ..R....... .R........ R........R ........R. .......R.. ......R... .....R.... ...R.....R .....R.... .R.....

        correct       111     122  132   147  162   177  192   207  222   237  252   267  282   297  312   327  342   357  372
          sol.cpp     ... .......... .......... .......... .......... .......... .......... .......... .......... .......... ...
        wrong
          wa_1.cpp    ..W ....W..... .W.......W .......W.. .....W.... ...W...... .W.......W .......W.. .....W.... ...W...... .W.
          rte_2.cpp   R.. ...R....R. .R..R..R.. R..R..R..R ..R..R..R. .R..R..R.. R..R..R..R ..R..R..R. .R..R..R.. R..R..R..R ..R

        correct
          sol.cpp     AC     31 ms  3.3 MB  ✓
        wrong
          wa_1.cpp    WA    100 ms  3.3 MB  ✓
          rte_2.cpp   RTE   200 ms  3.3 MB  ✓
        . accepted   W wrong answer   T time limit   R run-time error
        tests on which all fare alike share a column, named by the first; 39 of 500 tests are not shown
    "#]].assert_eq(&three_rows(&regular(30, 500, 7), 120));
    expect![[r#"
        correct       1   5    10    15   20
          sol.cpp     .......... .......... ....
        wrong
          wa_1.cpp    .W.......W .......W.. ....
          rte_2.cpp   ..R....... .R........ R...

        correct       25   30    35   40    45
          sol.cpp     ...... .......... ........
        wrong
          wa_1.cpp    .W.... ...W...... .W......
          rte_2.cpp   .....R ........R. .......R

        correct
          sol.cpp     AC     31 ms  3.3 MB  ✓
        wrong
          wa_1.cpp    WA    100 ms  3.3 MB  ✓
          rte_2.cpp   RTE   200 ms  3.3 MB  ✓
        . accepted   W wrong answer
          T time limit   R run-time error
        tests on which all fare alike share a
          column, named by the first; 342 of 500
          tests are not shown
    "#]]
    .assert_eq(&three_rows(&regular(30, 500, 7), 40));
}

#[test]
fn tests_in_groups() {
    check_matrix(
        &icpc(&[2, 5, 10, 13]),
        120,
        expect![[r#"
                         sample  group1  group2      group3
        correct          1       01  05  01  05   10 01  05   10
          joe.cpp        ..      .....   ..........  .......... ...  AC      1 ms  3.3 MB  ✓
        wrong
          ann.py         ..      ..W..   W..W..W..W  ..W..W..W. .W.  WA     90 ms  3.3 MB  ✓
          a_slow_one.py  ..      ...T.   ..T...T...  T...T...T. ..T  TLE   2.50 s  3.3 MB  ✓
        . accepted   W wrong answer   T time limit
    "#]],
    );
    check_matrix(
        &icpc(&[2, 5, 10, 23]),
        80,
        expect![[r#"
                         sample  group1  group2      group3
        correct          1       01  05  01  05   10 01  05   10
          joe.cpp        ..      .....   ..........  ..........
        wrong
          ann.py         ..      ..W..   W..W..W..W  ..W..W..W.
          a_slow_one.py  ..      ...T.   ..T...T...  T...T...T.

                         group3
        correct          11  15   20
          joe.cpp        .......... ...  AC      1 ms  3.3 MB  ✓
        wrong
          ann.py         .W..W..W.. W..  WA     90 ms  3.3 MB  ✓
          a_slow_one.py  ..T...T... T..  TLE   2.50 s  3.3 MB  ✓
        . accepted   W wrong answer   T time limit
    "#]],
    );
    check_matrix(
        &icpc(&[2; 18]),
        80,
        expect![[r#"
                             1   2   3   4   5   6   7   8
        correct          1   01  01  01  01  01  01  01  01
          joe.cpp        ..  ..  ..  ..  ..  ..  ..  ..  ..
        wrong
          ann.py         ..  ..  W.  .W  ..  W.  .W  ..  W.
          a_slow_one.py  ..  ..  .T  ..  .T  ..  .T  ..  .T

                         9   10  11  12  13  14  15  16  17
        correct          01  01  01  01  01  01  01  01  01
          joe.cpp        ..  ..  ..  ..  ..  ..  ..  ..  ..  AC      1 ms  3.3 MB  ✓
        wrong
          ann.py         .W  ..  W.  .W  ..  W.  .W  ..  W.  WA     90 ms  3.3 MB  ✓
          a_slow_one.py  ..  .T  ..  .T  ..  .T  ..  .T  ..  TLE   2.50 s  3.3 MB  ✓
        . accepted   W wrong answer   T time limit
    "#]],
    );
    check_matrix(
        &icpc(&[3; 50]),
        80,
        expect![[r#"
        tests                 76x        37x
        first            sample/1  group1/02
        correct
          joe.cpp               .          .
        wrong
          ann.py                .          W
          a_slow_one.py         .          .

        tests                  25x        12x
        first            group1/03  group4/02
        correct
          joe.cpp                .          .  AC      1 ms  3.3 MB  ✓
        wrong
          ann.py                 .          W  WA     90 ms  3.3 MB  ✓
          a_slow_one.py          T          T  TLE   2.50 s  3.3 MB  ✓
        . accepted   W wrong answer   T time limit
    "#]],
    );
}
