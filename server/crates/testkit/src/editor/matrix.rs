//! The pass matrix as a client that follows the changes has it.

use serde_json::{Value, json};

/// Makes the change in a whole matrix; `false` when it does not follow on it, so that the whole must be asked for.
pub fn apply(whole: &mut Value, change: &Value) -> bool {
    if whole["generation"] != change["base"] || change["base"] == change["generation"] {
        return false;
    }
    for cell in change["cells"].as_array().expect("cells are a list") {
        let row = position(&whole["solutions"], "path", &cell["solution"]);
        let column = position(&whole["tests"], "id", &cell["test"]);
        whole["cells"]["verdicts"][row][column] = cell["verdict"].clone();
        whole["cells"]["time_ms"][row][column] = cell["time_ms"].clone();
        whole["cells"]["stale"][row][column] = cell["stale"].clone();
    }
    whole["metrics"] = change["metrics"].clone();
    whole["generation"] = change["generation"].clone();
    true
}

fn position(list: &Value, key: &str, wanted: &Value) -> usize {
    let list = list.as_array().expect("a list");
    list.iter().position(|one| &one[key] == wanted).unwrap_or_else(|| panic!("nothing has the {key} {wanted}"))
}

/// The parts of a matrix that changes tell of.
pub fn followed(whole: &Value) -> Value {
    let cells = &whole["cells"];
    json!({
        "generation": whole["generation"],
        "verdicts": cells["verdicts"],
        "time_ms": cells["time_ms"],
        "stale": cells["stale"],
        "metrics": whole["metrics"],
    })
}

/// The verdicts of a solution, in the order of the tests.
pub fn verdicts<'a>(whole: &'a Value, solution: &str) -> Vec<&'a str> {
    let row = position(&whole["solutions"], "path", &json!(solution));
    let verdicts = whole["cells"]["verdicts"][row].as_array().expect("a row is a list");
    verdicts.iter().map(|verdict| verdict.as_str().expect("a word")).collect()
}
