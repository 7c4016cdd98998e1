//! Places in texts that are being typed.

use super::*;

/// What stands at `^`: the path, the kind, the word, and the other keys of the map.
fn check(syntax: Syntax, marked: &str) -> String {
    let offset = marked.find('^').unwrap();
    let text = marked.replace('^', "");
    let Some(spot) = spot_at(&text, syntax, offset) else { return "-".to_owned() };
    let step = |step: &Step| match step {
        Step::Key(key) => key.clone(),
        Step::Item(item) => item.to_string(),
    };
    let path: Vec<String> = spot.path.iter().map(step).collect();
    let kind = match spot.kind {
        Kind::Key => "key",
        Kind::Value => "value",
        Kind::Either => "either",
        Kind::Header { is_item: true } => "[[header]]",
        Kind::Header { is_item: false } => "[header]",
    };
    let marks = [(spot.is_quoted, " quoted"), (spot.is_followed, " followed")];
    let marks: String = marks.into_iter().filter(|(is_so, _)| *is_so).map(|(_, mark)| mark).collect();
    format!("{kind} {}[{}]{marks} ({})", path.join("."), &text[spot.span], spot.taken.join(" "))
}

#[test]
fn yaml() {
    for (marked, found) in [
        ("^", "key [] ()"),
        ("na^", "key [na] ()"),
        ("a: 1\n^\nb: 2\n", "key [] (a b)"),
        ("a: 1\nna^me: x\n", "key [name] followed (a)"),
        ("a: ^", "value a[] ()"),
        ("a: wo^rd # c", "value a[word] ()"),
        ("a: 'wo^rd'", "value a[word] quoted ()"),
        ("a: x # ^", "-"),
        ("# ^", "-"),
        ("a: |\n  ^text\nb: 1", "-"),
        ("a:\n  ^", "either a[] ()"),
        ("a:\n  b: 1\n  ^\n  c: 2\nd: 3", "key a[] (b c)"),
        ("a:\n  b: 1\n^\nd: 3", "key [] (a d)"),
        ("a:\n  - ^", "either a.0[] ()"),
        ("a:\n- x\n- ^y\n", "either a.1[y] ()"),
        ("a:\n  - b: 1\n    ^\n    c: 2\n  - d: 3\n", "key a.0[] (b c)"),
        ("a:\n  - b: 1\n  - c^\n    d: 3\n", "either a.1[c] (d)"),
        ("a:\n  - b: 1\n  - d: ^\n", "value a.1.d[] ()"),
        ("a:\n- b: 1\n  ^\nc: 1", "key a.0[] (b)"),
        ("a:\n- b: 1\n^\nc: 1", "key [] (a c)"),
        ("a: {b: 1, ^}\nc: 1", "key a[] (b)"),
        ("a: {b: ^, d: 2}\nc: 1", "value a.b[] ()"),
        ("a: [x, ^y]\n", "value a.1[y] ()"),
        ("a: [x, \nb: ^\n", "value b[] ()"),
        ("a:\n  - {b: x, c: y^}\n  - d: 1", "value a.0.c[y] ()"),
        ("\"a b\": ^1\r\nc: 2\r\n", "value a b[1] ()"),
        ("a: 1\n  ^", "-"),
        ("é: {ü: ^}", "value é.ü[] ()"),
        ("a: {b: 1, # co^m\n c: 2}", "-"),
        ("a: [x # y, ^\n]", "-"),
        ("a:\n- |\n  x: 1\n  ^\n", "-"),
        ("a:\n- >-\n  x: 1\n- ^b\n", "either a.1[b] ()"),
    ] {
        assert_eq!(check(Syntax::Yaml, marked), found, "{marked}");
    }
}

#[test]
fn json() {
    for (marked, found) in [
        ("{^}", "key [] ()"),
        ("{\n  \"a\": 1,\n  \"^\"\n}", "key [] quoted (a)"),
        ("{\"a^\": 1}", "key [a] quoted followed ()"),
        ("{\"a\": \"x^\", \"b\": 2}", "value a[x] quoted ()"),
        ("{\"a\": ^}", "value a[] ()"),
        ("{\"a\": {\"b\": 1, ^}, \"c\": 1}", "key a[] (b)"),
        ("{\"a\": [1, {\"b\": \"^", "value a.1.b[] quoted ()"),
        ("{\"a\": tr^ue}", "value a[true] ()"),
        ("{\"a\": 1 ^}", "-"),
        ("^", "-"),
        ("{\"ti^\n  \"b\": 1}", "key [ti] quoted ()"),
    ] {
        assert_eq!(check(Syntax::Json, marked), found, "{marked}");
    }
}

#[test]
fn toml() {
    for (marked, found) in [
        ("^", "key [] ()"),
        ("ti^", "key [ti] ()"),
        ("a = 1\n^\n[b]\n", "key [] (a b)"),
        ("a = \"x^\"\n", "value a[x] quoted ()"),
        ("a = ^\n", "value a[] ()"),
        ("[[t]]\na = 1\n[[t]]\n^\nb = 2\n[c]\n", "key t.1[] (b)"),
        ("[[t]]\n    name = \"^\n", "value t.0.name[] quoted ()"),
        ("[p]\nx = ^3", "value p.x[3] ()"),
        ("[p.q]\nx = 1\n[p.\"r\"]\ny = 1\n^", "key p.r[] (y)"),
        ("[[te^]]", "[[header]] [te] followed ()"),
        ("a = 1\n[te^", "[header] [te] followed (a)"),
        ("a = [1, {b = ^}]\n", "value a.1.b[] ()"),
        ("a = [1,\nb = ^\n", "value b[] ()"),
        ("# ^", "-"),
        ("a = [ # ^\n", "-"),
        ("a = \"\"\"\n[[t]]\nb = ^\n\"\"\"\nc = 1\n", "-"),
        ("a = '''\nx\n'''\n^\nc = 1\n", "key [] (a c)"),
    ] {
        assert_eq!(check(Syntax::Toml, marked), found, "{marked}");
    }
}

#[test]
fn any_place_of_any_piece_of_a_text_is_read() {
    let texts = [
        (Syntax::Yaml, "\"a\\\nb\": 1\na:\n  - {b: [x, 'é'], c: \"\\\"\"}\n  - |\n    x\n \"k\": - - v # c\n"),
        (Syntax::Json, "{\"a\": [{\"b\\\"\": 1, 'c': []}], é: \"\n\"}"),
        (Syntax::Toml, "a = ['é', {b = \"\\\"\"}\n[[t]]\n\"k\" = 1 # c\n[x\n"),
    ];
    for (syntax, text) in texts {
        let cuts = || (0..=text.len()).filter(|at| text.is_char_boundary(*at));
        for end in cuts() {
            for offset in cuts().filter(|at| *at <= end) {
                if let Some(spot) = spot_at(&text[..end], syntax, offset) {
                    assert!(text[..end].get(spot.span).is_some(), "{text:?} up to {end} at {offset}");
                }
            }
        }
    }
}

#[test]
fn texts_made_to_take_long_are_read_soon() {
    const N: usize = 300_000;
    let key = "k".repeat(1000);
    for (syntax, text) in [
        (Syntax::Json, format!("{{{}", "\"\\".repeat(N))),
        (Syntax::Json, "[".repeat(N)),
        (Syntax::Json, format!("{{\"{key}\": {}", "[]".repeat(N))),
        (Syntax::Yaml, "- ".repeat(N)),
        (Syntax::Yaml, format!("a: [{}", "'x ".repeat(N))),
        (Syntax::Toml, format!("a = [{}", "{\"".repeat(N))),
    ] {
        // None of them leads deeper than a person could follow.
        let spot = spot_at(&text, syntax, text.len());
        assert!(spot.is_none_or(|spot| spot.path.len() <= 2 * super::flow::MAX_DEPTH), "{syntax:?}");
    }
}
