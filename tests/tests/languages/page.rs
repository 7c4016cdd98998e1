//! The page about languages, whose table is made of the one that is in force.

use std::fs;

use e2e::{expect, touchstone::Touchstone};
use testkit::examples::here;
use toml::{Table, Value};

const BEGIN: &str = "<!-- made of languages.toml -->\n";
const END: &str = "<!-- until here -->";

#[test]
fn the_table_of_the_page_is_made_of_the_file() {
    let place = here("../server/docs/languages.md");
    let page = fs::read_to_string(&place).expect("the page is there");
    let (before, rest) = page.split_once(BEGIN).expect("the page says where the table begins");
    let (_, after) = rest.split_once(END).expect("and where it ends");
    let printed = Touchstone::new().arg("languages").run().expect_code(0).stdout;
    let made = format!("{before}{BEGIN}{}{END}{after}", table(&printed.parse().expect("it is TOML")));
    if expect::is_updating() {
        fs::write(&place, &made).expect("the page can be written");
    }
    expect::same("server/docs/languages.md", &page, &made);
}

fn table(languages: &Table) -> String {
    let mut rows: Vec<(String, String)> =
        languages.iter().filter(|(_, entry)| entry.get("rare").is_none()).map(row).collect();
    rows.sort();
    let rows: Vec<String> = rows.into_iter().map(|(_, row)| row).collect();
    let head = "| language | files | Debian's package | tried with | Polygon | packages | CMS |\n|---|---|---|---|---|---|---|\n";
    format!("{head}{}", rows.concat())
}

fn row((name, entry): (&String, &Value)) -> (String, String) {
    let word = |key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let words = |list: Option<&Value>, dot: &str| {
        let words = list.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        words.map(|word| format!("`{dot}{word}`")).collect::<Vec<_>>().join(" ")
    };
    let keys = |format: &str| words(entry.get("keys").and_then(|keys| keys.get(format)), "");
    let tried = word("tried");
    let is_run = entry.get("run").is_some() || entry.get("compile").is_some() || !tried.is_empty();
    let tried = match (is_run, tried.is_empty()) {
        (true, true) => "never".to_owned(),
        (true, false) => tried,
        (false, _) => "not run".to_owned(),
    };
    let package = word("package");
    let package = if package.is_empty() { String::new() } else { format!("`{package}`") };
    let title = if word("title").is_empty() { name.clone() } else { word("title") };
    let cells = [
        title.clone(),
        words(entry.get("extensions"), "."),
        package,
        tried,
        keys("polygon"),
        keys("icpc"),
        keys("cms"),
    ];
    (title, format!("| {} |\n", cells.join(" | ")))
}
