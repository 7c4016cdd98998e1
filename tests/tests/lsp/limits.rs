//! The limits that follow from lone runs, for who asks, with the edit that sets them in the format's own place.

use e2e::{server, touchstone::Touchstone};
use serde_json::json;
use testkit::{editor::uri, temporary};

/// In a new problem of a format: a file of it, the one that states limits, and how that says a time limit.
fn limits_are_proposed(format: &str, [opened, manifest]: [&str; 2], said: fn(u64) -> String) {
    let place = temporary::folder();
    let folder = place.path().join("sum");
    Touchstone::new().args(["new", "--format", format]).arg(&folder).run().expect_code(0);
    let mut client = server::trusting().folder(&folder).start();
    client.open(&folder.join(opened));
    let options = json!({ "uri": uri::of(&folder), "runs": 1, "ratio_ac": 3 });
    let measured = client.command("touchstone.calibrate", options);
    let page = measured["page"].as_str().expect("a text");
    assert!(page.starts_with("# Limits\n\n```text\n") && page.contains("Each was run alone, once."), "{page}");
    assert_eq!((&measured["applied"], &measured["ratios"]["ac"]), (&json!(false), &json!(3.0)));
    match measured["time_limit_ms"].as_u64() {
        Some(ms) => {
            let edit = measured["edit"].to_string();
            assert!(edit.contains(manifest) && edit.contains(&said(ms)), "{format}: {edit}");
            assert!(measured["plot"].as_str().is_some_and(|plot| plot.starts_with("<svg")), "{measured}");
        }
        // The machine was too busy to measure: that is said, and nothing is offered.
        None => {
            assert!(page.contains("nothing was changed, since no limit follows; "), "{page}");
            assert_eq!(measured["edit"], json!(null));
        }
    }
    assert!(client.leave().success());
}

#[test]
fn limits_are_proposed_in_three_formats() {
    limits_are_proposed("plain", ["sol.cpp", "statement.md"], |ms| {
        format!("Time limit: {} second", ms as f64 / 1000.0)
    });
    limits_are_proposed("polygon", ["problem.xml"; 2], |ms| ms.to_string());
    limits_are_proposed("icpc-2025-09", ["problem.yaml"; 2], |ms| (ms as f64 / 1000.0).to_string());
}
