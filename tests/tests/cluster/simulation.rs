//! What the page says of clusters that nobody here has.

use std::process::Command;

use testkit::examples;

/// Simulation and arithmetic agree where nothing is saturated, and the page shows what the simulation prints.
#[test]
fn the_page_says_what_is_simulated() {
    let script = examples::here("cluster/simulate.py");
    let output =
        Command::new("python3").arg("-B").arg(&script).arg("--check").output().expect("python3 can be started");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.is_empty(), "{said}{}", String::from_utf8_lossy(&output.stderr));
}
