//! `bounds` on examples: what the folder says of each variable, and what its tests have.

use e2e::touchstone::Touchstone;
use serde_json::{Value, json};
use testkit::examples;

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
