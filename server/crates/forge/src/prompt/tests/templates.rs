//! How templates are cut and filled in.

use proptest::prelude::*;

use super::*;

const HEADER: &str = "schema = \"fix\"\ninputs = [\"mark\"]\npurpose = \"mine\"";

fn template(body: &str) -> String {
    format!("---\n{HEADER}\n---\n{body}")
}

#[test]
fn a_template_is_a_header_and_three_sections() {
    let sections = |text: &str| cut(text).map(|template| template.sections);
    let body = "\n=== system\nRules.\n=== stable  \n\nthe problem\n=== turn\nthe turn\n=== turn\n=== system\n";
    let expected = ["Rules.\n", "\nthe problem\n", "the turn\n=== turn\n=== system\n"].map(str::to_owned);
    assert_eq!(sections(&template(body)), Ok(expected.clone()), "behind the last section no line begins another");
    assert_eq!(sections(&template(body).replace('\n', "\r\n")), Ok(expected));
    assert_eq!(cut(&template("=== system\n=== stable\n=== turn\n")).unwrap().header.inputs, ["mark"]);
}

#[test]
fn what_is_no_template_says_what_it_lacks() {
    let error = |text: &str| cut(text).unwrap_err();
    assert_eq!(error("=== system\n"), "it has to begin with a line `---`");
    assert_eq!(error(&format!("---\n{HEADER}\n=== system\n")), "its header has to end with a line `---`");
    assert_eq!(error(&template("Rules.\n=== system\n")), "the first section has to be `=== system`");
    let sections = "it needs the sections === system, === stable, === turn";
    assert_eq!(error(&template("=== system\n=== turn\n=== stable\n")), sections);
    assert_eq!(error(&template("")), sections);
    assert!(error("---\nschema = 5\n---\n").starts_with("its header: "));
}

#[test]
fn lines_that_are_a_tag_alone_leave_nothing_behind() {
    let values = Value::from_pairs([("names", Value::from(vec!["a", "b"])), ("none", Value::from(()))]);
    let text = |section: &str| render(section, &values).unwrap();
    assert_eq!(text("\n{% for name in names %}\n- {{ name }}\n{% endfor %}\nend\n\n"), "- a\n- b\nend\n");
    assert_eq!(text("  {% if none %}\nx\n  {% endif %}\n"), "\n", "nothing is an empty line");
    assert_eq!(text("{{ names | length }}<b>"), "2<b>\n", "nothing is escaped");
    assert!(render("{{ other }}", &values).unwrap_err().contains("undefined"));
    assert!(render("{% if %}", &values).is_err());
}

#[test]
fn a_template_gets_what_its_header_lists_and_nothing_else() {
    let given = everything().of(&["mark".to_owned(), "n_wanted".to_owned(), "generator".to_owned()]).unwrap();
    let of = |section: &str| render(section, &given);
    assert_eq!(of("{{ mark }} {{ n_wanted }} {{ generator.path }}").as_deref(), Ok("5f0c 20 gen.cpp\n"));
    assert!(of("{{ analysis }}").is_err());
    // What there is none of is given all the same, so that a template can ask for it.
    let nothing = Values::default().of(&["generator".to_owned()]).unwrap();
    assert_eq!(render("{% if generator %}x{% else %}none{% endif %}", &nothing).as_deref(), Ok("none\n"));
    let unknown = everything().of(&["key".to_owned()]).unwrap_err();
    assert_eq!(unknown, "`key` in its `inputs` is nothing that there is");
}

#[test]
fn parts_are_those_of_the_binary() {
    assert!(part("parts/edits.md").is_some_and(|text| text.contains("## Edits")));
    for other in ["edits.md", "parts/", "parts/../fix.md", "parts//edits.md/", "/parts/edits.md"] {
        assert_eq!(part(other), None, "{other}");
    }
}

#[test]
fn a_folders_own_templates_are_read_from_its_place_for_them() {
    let outside = testkit::folder::Folder::of("outside", [("fix.md", "secret")]);
    let rig = crate::rig::Rig::new("-- .touchstone/prompts/fix.md --\nmine\n");
    rig.folder.link(".touchstone/prompts/explain.md", outside.path().join("fix.md"));
    let folder = rig.loaded().folder;
    let prompts = Prompts::of(&folder);
    let own = |name: &str| (prompts.own)(name);
    assert_eq!(own("fix.md").as_deref(), Some("mine\n"));
    assert_eq!(own("explain.md"), None, "no link leads out of the folder");
    assert_eq!((own("checker.md"), own("../../../outside/fix.md")), (None, None));
}

proptest! {
    #[test]
    fn a_mark_is_no_word_of_the_values(statement in "[0-9a-f]{0,40}", again in any::<bool>()) {
        let mut values = everything();
        let mut known = String::new();
        mark(&mut known, &mut values);
        values.problem.statement = if again { format!("{statement}{known}") } else { statement };
        mark(&mut known, &mut values);
        let said = Values { mark: String::new(), ..values.clone() };
        prop_assert!(!serde_json::to_string(&said).unwrap().contains(&values.mark));
        prop_assert_eq!(known, values.mark);
    }
}
