//! `bounds` on examples: what the folder says of each variable, and what its tests have.

use e2e::touchstone::Touchstone;
use serde_json::{Value, json};
use testkit::{examples, folder::Folder};

#[test]
fn side_by_side() {
    let done = Touchstone::new().arg("bounds").arg(examples::folder("two-parcels")).run().expect_code(0);
    // The statement's bounds with their lines, the validator's, those of the script, and of the tests in the folder.
    let expected = "\
val.cpp reads
    n s
    (n times: w)

   statement                         validator       options             tests
n  2 … 50000 (statement.md:14)       2 … 50000       gen -n: 2 to 50000  2 (3) … 50000 (10)
s  2 … 4000000000 (statement.md:14)  2 … 4000000000                      2 (3) … 4000000000 (4)
w  1 … 2000000000 (statement.md:15)  1 … 2000000000                      1 (2) … 2000000000 (4)

3 variables of 11 tests
";
    assert_eq!(done.stdout, expected);
}

#[test]
fn as_json() {
    let done = Touchstone::new()
        .args(["bounds", "--format", "json"])
        .arg(examples::folder("two-parcels"))
        .run()
        .expect_code(0);
    let said: Value = serde_json::from_str(&done.stdout).expect("it is JSON");
    assert_eq!(said["inputs"], json!({ "val.cpp": ["n s", "(n times: w)"] }));
    assert_eq!(
        said["variables"][0]["seen"],
        json!({ "least": "2", "least_in": "3", "greatest": "50000", "greatest_in": "10" })
    );
    assert_eq!(
        said["variables"][1]["validators"][0]["greatest"],
        json!({ "text": "4000000000", "value": "4000000000" })
    );
}

#[test]
fn sums_over_cases_and_what_solutions_take_for_granted() {
    let folder = Folder::empty("cases");
    let files = [
        (
            "statement.md",
            "# Cases\n\nThe first line contains $t$ ($1 \\le t \\le 100$). Each case has $n$ ($1 \\le n \\le 2 \\cdot 10^5$) and $n$ \
             numbers\n($0 \\le a_i \\le 10^{10}$). The sum of $n$ over all test cases does not exceed $2 \\cdot 10^5$.\n",
        ),
        (
            "val.cpp",
            "#include \"testlib.h\"\nint main(int argc, char* argv[]) {\n    registerValidation(argc, argv);\n    \
             int t = inf.readInt(1, 100, \"t\"), total = 0;\n    inf.readEoln();\n    while (t--) {\n        \
             int n = inf.readInt(1, 200000, \"n\");\n        inf.readEoln();\n        \
             inf.readLongs(n, 0, 10000000000LL, \"a\");\n        inf.readEoln();\n        total += n;\n    }\n    \
             ensuref(total <= 300000, \"too much\");\n    inf.readEof();\n}\n",
        ),
        (
            "sol.cpp",
            "#include <cstdio>\nconst int N = 1e5 + 5;\nint a[N];\nint main() {\n    int t, n;\n    scanf(\"%d\", &t);\n    \
             while (t--) {\n        scanf(\"%d\", &n);\n        for (int i = 0; i < n; i++) scanf(\"%d\", &a[i]);\n        \
             printf(\"%d\\n\", n);\n    }\n}\n",
        ),
        ("tests/1.in", "1\n2\n3 4\n"),
    ];
    for (path, text) in files {
        folder.write(path, text);
    }
    let done = Touchstone::new().arg("bounds").arg(folder.path()).run().expect_code(0);
    for line in [
        "n         1 … 200000 (statement.md:3)       1 … 200000       sol.cpp: at most 100005 (a[100005])",
        "a         0 … 10000000000 (statement.md:4)  0 … 10000000000  sol.cpp: at most 2147483647 (int)",
        "sum of n  at most 200000 (statement.md:4)   at most 300000",
        "n: sol.cpp provides for at most 100005 (`a[100005]`), and the validator allows 200000",
        "a: sol.cpp provides for at most 2147483647 (`int`), and the validator allows 10000000000",
        "sum of n: the statement allows at most 200000, the validator 300000",
    ] {
        assert!(done.stdout.contains(line), "{line}\n{}", done.stdout);
    }
}
