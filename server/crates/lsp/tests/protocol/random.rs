//! Texts edited, saved, undone and closed at random while jobs run: in the end the editor shows what a fresh one shows.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use testkit::{
    editor::{client::Client, matrix, uri},
    folder::Folder,
    random::{Random, cases},
    small,
};

use crate::in_process;

/// Files that are edited, with numbers in them that mean something.
const NUMBERS: [(&str, &str, [u32; 4]); 6] = [
    ("wa_cap.c", "CAP", [300, 500, 2000, 7]),
    ("sol.c", "CAP", [100_000, 100_001, 100, 100_002]),
    ("val.c", "MAX", [9, 3, 5, 0]),
    ("check.c", "TOLERANCE", [0, 100, 1, 5000]),
    ("gen.c", "TWIST", [0, 3, 5, 7]),
    ("rte_long.c", "FROM", [5, 3, 9, 1]),
];

/// What an editor shows of the problem.
fn shown(client: &Client) -> BTreeMap<String, Vec<Value>> {
    let mut shown = BTreeMap::new();
    for (uri, published) in &client.seen.published {
        let mut items: Vec<Value> = published.items.clone();
        for item in &mut items {
            // Numbers of generations differ, and each server has a page of its own.
            item["data"] = Value::Null;
            item["codeDescription"] = Value::Null;
        }
        items.sort_by_key(Value::to_string);
        if !items.is_empty() {
            shown.insert(uri.clone(), items);
        }
    }
    shown
}

struct Play<'a> {
    folder: &'a Folder,
    random: Random,
    client: Client,
}

impl Play<'_> {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn step(&mut self) {
        let (name, number, values) = *self.random.pick(&NUMBERS);
        let path = self.path(name);
        let value = *self.random.pick(&values);
        match self.random.below(12) {
            0..=3 => {
                let text = small::with_number(self.client.text(&path), number, value);
                self.client.set_text(&path, &text);
                self.client.save(&path);
            }
            4 => {
                let text = small::with_number(self.client.text(&path), number, value);
                self.client.set_text(&path, &text);
            }
            5 => self.client.save(&path),
            6 => {
                let end = self.client.text(&path).len();
                self.client.edit(&path, end, end, "// more\n");
            }
            7 => {
                let lines = ["gen 3 -seed 1 > $\n", "gen 5 -seed 2 > $\n", "gne 5 > $\n", "gen 9 -seed 9 > $\n"];
                let text: String = (0..1 + self.random.below(4)).map(|_| *self.random.pick(&lines)).collect();
                self.client.write_outside(&[(&self.path("script.txt"), &text)]);
            }
            8 => {
                let wrong = self.path("wa_more.c");
                if wrong.exists() {
                    self.client.remove_outside(&wrong);
                } else {
                    self.client.write_outside(&[(&wrong, &small::solution(900))]);
                }
            }
            9 => {
                let test = self.path("tests/9.in");
                let text = ["1\n901\n", "2\n1 1\n", "0\n", "1\n5000\n"][self.random.below(4)];
                self.client.write_outside(&[(&test, text)]);
            }
            10 => {
                self.client.close(&path);
                self.client.open(&path);
            }
            _ => {
                // As far as it has come.
                self.client.catch_up();
            }
        }
    }
}

fn open_all(client: &mut Client, root: &Path) {
    for (name, _, _) in NUMBERS {
        client.open(&root.join(name));
    }
}

#[test]
fn the_end_is_that_of_a_fresh_server() {
    for seed in 1..=cases(64).min(12) as u64 {
        let files = small::files();
        let folder = Folder::of("small", files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
        let root = folder.path().to_owned();
        let mut client = in_process::trusting().folder(&root).start();
        open_all(&mut client, &root);
        let mut play = Play { folder: &folder, random: Random::new(seed), client };
        let n_steps = 10 + play.random.below(30);
        for _ in 0..n_steps {
            play.step();
        }
        // What is not saved is; then both see the same texts.
        for (name, _, _) in NUMBERS {
            play.client.save(&root.join(name));
        }
        play.client.judge(&root);
        let mut fresh = in_process::trusting().folder(&root).start();
        open_all(&mut fresh, &root);
        fresh.judge(&root);
        let whole = fresh.matrix(&root);
        let expected = |fresh: &mut Client| {
            fresh.catch_up();
            shown(fresh)
        };
        let expected = expected(&mut fresh);
        play.client.wait_until(&format!("what a fresh server shows, seed {seed}:\n{expected:#?}"), |client| {
            shown(client) == expected
        });
        let found = play.client.matrix(&root);
        let rows = |whole: &Value| -> Vec<String> {
            let paths =
                whole["solutions"].as_array().expect("a list").iter().map(|one| one["path"].as_str().expect("a path"));
            paths.map(|path| format!("{path}: {}", matrix::verdicts(whole, path).join(" "))).collect()
        };
        assert_eq!(rows(&found), rows(&whole), "seed {seed}");
        assert_eq!(found["metrics"], whole["metrics"], "seed {seed}");
        let status = |client: &Client| client.seen.status[&uri::of(&root)].clone();
        play.client.wait_until_idle(&root);
        assert_eq!(status(&play.client), status(&fresh), "seed {seed}");
        assert_eq!(status(&fresh)["busy"], json!(false));
        assert!(play.client.leave().success() && fresh.leave().success());
    }
}
