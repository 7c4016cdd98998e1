//! The papers' own names in answers: models that know them use them (CCO-9, CCO-18, HTG-11, HTG-12).

use serde_json::{Map, Value, json};

use crate::edits::blocks;

/// The papers' names for keys, and ours.
const NAMES: [(&str, &str); 9] = [
    ("input_constraints_summary", "constraints_summary"),
    ("command_list", "commands"),
    ("add_command_list", "commands_add"),
    ("replace_command_list", "commands_drop"),
    ("search_replace_generator_blocks", "edits"),
    ("LLMGen_inputs", "inputs"),
    ("LLMGen_input", "inputs"),
    ("needs_custom_output_judging_function", "needs_custom"),
    ("generator", "source"),
];

/// Keys that hold edits.
const EDITS: [&str; 2] = ["edits", "checker_edits"];

/// An answer with the keys and shapes that our schemas have. What fits already stays as it is.
pub(super) fn canonical_keys(answer: Value) -> Value {
    let Value::Object(mut answer) = answer else { return answer };
    for (theirs, ours) in NAMES {
        if !answer.contains_key(ours)
            && let Some(value) = answer.remove(theirs)
        {
            answer.insert(ours.to_owned(), value);
        }
    }
    // The papers replace commands by naming those that go and adding others.
    if answer.contains_key("commands_add") && answer.contains_key("commands_drop") {
        answer.entry("commands_replace").or_insert_with(|| json!([]));
        answer.entry("edits").or_insert_with(|| json!([]));
    }
    for key in EDITS {
        each(&mut answer, key, |item| match item {
            // A block names no file; it is the generator's, or the checker's.
            Value::String(block) if !blocks("", &block).is_empty() => {
                json!({ "path": "", "search": block, "replace": "" })
            }
            other => other,
        });
    }
    each(&mut answer, "inputs", |item| match item {
        Value::String(text) => json!({ "text": text, "aim": "" }),
        other => other,
    });
    each(&mut answer, "tests", with_all_keys);
    each(&mut answer, "constraints", with_known_kind);
    if let Some(Value::String(language)) = answer.get_mut("language") {
        // Such as `C++17` and `Python 3`.
        let is_python = language.to_ascii_lowercase().starts_with("py");
        *language = if is_python { "python" } else { "cpp" }.to_owned();
    }
    for key in ["commands", "commands_add"] {
        each(&mut answer, key, with_aim);
    }
    for key in ["categories", "scenarios"] {
        each(&mut answer, key, |item| match item {
            Value::Object(mut family) => {
                each(&mut family, "commands", with_aim);
                Value::Object(family)
            }
            other => other,
        });
    }
    Value::Object(answer)
}

/// A constraint whose kind is none of those that are asked for.
fn with_known_kind(constraint: Value) -> Value {
    const KINDS: [&str; 6] = ["range", "sum", "format", "structure", "relation", "guarantee"];
    let Value::Object(mut constraint) = constraint else { return constraint };
    let is_bounded = ["lower", "upper"].iter().any(|side| constraint.get(*side).is_some_and(|limit| !limit.is_null()));
    if let Some(Value::String(kind)) = constraint.get_mut("kind")
        && !KINDS.contains(&kind.as_str())
    {
        *kind = if is_bounded { "range" } else { "guarantee" }.to_owned();
    }
    Value::Object(constraint)
}

/// A command that was given as a bare string, or without its aim.
fn with_aim(command: Value) -> Value {
    match command {
        Value::String(command) => json!({ "command": command, "aim": "" }),
        Value::Object(mut written) => {
            if written.contains_key("command") {
                written.entry("aim").or_insert_with(|| json!(""));
            }
            Value::Object(written)
        }
        other => other,
    }
}

/// A test of which only the input or the command was given.
fn with_all_keys(test: Value) -> Value {
    let Value::Object(mut test) = test else { return test };
    if test.contains_key("input") || test.contains_key("command") {
        test.entry("why").or_insert_with(|| json!(""));
        for programs in ["aims_at", "expect_pass", "expect_fail"] {
            test.entry(programs).or_insert_with(|| json!([]));
        }
    }
    Value::Object(test)
}

fn each(answer: &mut Map<String, Value>, key: &str, change: impl Fn(Value) -> Value) {
    if let Some(Value::Array(items)) = answer.get_mut(key) {
        *items = std::mem::take(items).into_iter().map(change).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cco_9_cco_18_the_names_of_the_papers_are_understood() {
        let block = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE";
        let theirs = json!({
            "input_constraints_summary": "n <= 5", "search_replace_generator_blocks": [block],
            "replace_command_list": ["gen 1"], "add_command_list": ["gen 2"]
        });
        let ours = json!({
            "constraints_summary": "n <= 5", "edits": [{ "path": "", "search": block, "replace": "" }],
            "commands_drop": ["gen 1"], "commands_add": [{ "command": "gen 2", "aim": "" }], "commands_replace": []
        });
        assert_eq!(canonical_keys(theirs), ours);
        assert_eq!(canonical_keys(ours.clone()), ours, "what fits stays");
        let quoted = json!({ "edits": ["int n;"] });
        assert_eq!(canonical_keys(quoted.clone()), quoted, "a line that is only quoted is no edit");
        let first = canonical_keys(json!({ "generator": "int main() {}", "command_list": ["gen 1"] }));
        assert_eq!(first, json!({ "source": "int main() {}", "commands": [{ "command": "gen 1", "aim": "" }] }));
    }

    #[test]
    fn htg_12_written_out_inputs_are_understood() {
        let theirs = json!({ "LLMGen_inputs": ["1\n"] });
        assert_eq!(canonical_keys(theirs), json!({ "inputs": [{ "text": "1\n", "aim": "" }] }));
        assert_eq!(canonical_keys(json!([1])), json!([1]));
    }

    #[test]
    fn evc_6_a_test_without_reasons_is_a_test() {
        let test = canonical_keys(json!({ "tests": [{ "input": "1\n", "output": "2\n" }, 5] }));
        assert_eq!(test["tests"][0]["why"], "");
        assert_eq!(test["tests"][1], 5);
    }

    #[test]
    fn our_own_name_goes_before_that_of_the_papers() {
        let both = json!({ "commands": [{ "command": "gen 1", "aim": "one" }], "command_list": ["gen 2"] });
        assert_eq!(canonical_keys(both.clone()), both, "the other one is an unknown key, as the model wrote it");
        let lists =
            json!({ "add_command_list": [], "replace_command_list": [], "edits": [{}], "commands_replace": [1] });
        let kept = canonical_keys(lists);
        assert_eq!((&kept["edits"], &kept["commands_replace"]), (&json!([{}]), &json!([1])));
        // One list alone may be an answer of ours that lacks something.
        assert_eq!(canonical_keys(json!({ "add_command_list": [] })), json!({ "commands_add": [] }));
    }

    #[test]
    fn evc_6_evc_9_what_has_neither_input_nor_command_stays_what_it_is() {
        let test = |test: Value| canonical_keys(json!({ "tests": [test] }))["tests"][0].clone();
        assert_eq!(test(json!({ "why": "x" })), json!({ "why": "x" }));
        let given = test(json!({ "command": "gen 1", "why": "it overflows", "aims_at": ["a"] }));
        assert_eq!(
            (&given["why"], &given["aims_at"], &given["expect_fail"]),
            (&json!("it overflows"), &json!(["a"]), &json!([]))
        );
        assert_eq!(canonical_keys(json!({ "tests": "none" })), json!({ "tests": "none" }));
        assert_eq!(canonical_keys(json!("x")), json!("x"));
    }

    #[test]
    fn a_command_may_be_a_bare_string() {
        let bare = canonical_keys(json!({
            "commands": ["gen 1", { "command": "gen 2", "aim": "ties" }, { "command": "gen 3" }, 4],
            "scenarios": [{ "breaks": "x", "commands": ["gen 5"] }, "none"],
            "categories": [{ "label": "no", "commands": ["gen 6"] }]
        }));
        let command = |text: &str, aim: &str| json!({ "command": text, "aim": aim });
        assert_eq!(bare["commands"], json!([command("gen 1", ""), command("gen 2", "ties"), command("gen 3", ""), 4]));
        assert_eq!(bare["scenarios"][0]["commands"], json!([command("gen 5", "")]));
        assert_eq!(bare["scenarios"][1], "none");
        assert_eq!(bare["categories"][0]["commands"], json!([command("gen 6", "")]));
    }
}
