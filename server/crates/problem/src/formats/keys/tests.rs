//! The tables themselves.

use super::*;

/// Looks at a shape and all that is behind it, each once.
fn visit(shape: &'static Shape, seen: &mut Vec<*const Shape>, look: &mut dyn FnMut(&'static Shape)) {
    if seen.contains(&std::ptr::from_ref(shape)) {
        return;
    }
    seen.push(shape);
    look(shape);
    shape.keys.iter().for_each(|key| visit(key.shape, seen, look));
    shape.others.iter().for_each(|others| visit(others.shape, seen, look));
    shape.items.iter().for_each(|items| visit(items, seen, look));
}

#[test]
fn every_key_and_word_is_there_once_and_explained() {
    let of_tps = ["problem.json", "subtasks.json", "solutions.json"].map(|name| tps::keys::of(name).unwrap());
    let others = [
        &library_checker::keys::INFO,
        &rbx::keys::MANIFEST,
        &sinol::keys::MANIFEST,
        &hydro::keys::CONFIG,
        &hydro::keys::ABOUT,
        &task_maker::keys::MANIFEST,
        &task_maker::keys::GEN_TOML,
    ];
    let mut n_keys = 0;
    let mut check = |shape: &'static Shape| {
        let words = match shape.value {
            Value::Words(words) => words,
            _ => &[],
        };
        let keys = shape.keys.iter().map(|key| (key.name, key.about));
        let mut seen = Vec::new();
        for (name, about) in keys.chain(words.iter().map(|word| (word.name, word.about))) {
            assert!(!seen.contains(&name), "{name} is there twice");
            assert!(
                about.ends_with('.') && about.starts_with(|first: char| first.is_uppercase() || first == '`'),
                "{name}: {about}"
            );
            seen.push(name);
            n_keys += 1;
        }
    };
    of_tps.into_iter().chain(others).for_each(|shape| visit(shape, &mut Vec::new(), &mut check));
    assert!(n_keys > 200, "{n_keys}");
}

#[test]
fn a_map_may_stand_for_the_only_item_of_a_list() {
    let solutions = rbx::keys::MANIFEST.behind("solutions").unwrap();
    assert!(solutions.key("outcome").is_some() && solutions.behind("outcome").is_some());
    assert!(solutions.key("timeLimit").is_none() && rbx::keys::MANIFEST.behind("nothing").is_none());
}
