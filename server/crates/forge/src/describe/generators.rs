//! How generators are called, as far as their sources tell for certain.

use std::sync::Arc;

use problem::facts::{OptionKey, OptionRead, SourceFacts};

use crate::prompt::values::OptionsRead;

/// How generators read their options; the facts are theirs, in order, `None` where a file is not understood.
pub(super) fn options_read(facts: &[Option<Arc<SourceFacts>>]) -> OptionsRead {
    // Of one without options, and of one that is not understood, nothing is known.
    let is_known = !facts.is_empty()
        && facts
            .iter()
            .all(|facts| facts.as_ref().is_some_and(|facts| !facts.options.is_empty() && !facts.options_incomplete));
    let keys = || facts.iter().flatten().flat_map(|facts| &facts.options).map(|option| &option.key);
    let has_names = keys().any(|key| matches!(key, OptionKey::Name(_)));
    let has_places = keys().any(|key| matches!(key, OptionKey::Index(_)));
    OptionsRead {
        only_by_name: is_known && !has_places,
        only_by_position: is_known && !has_names,
        called_by_position: false,
        chooses_by: facts.first().and_then(Option::as_deref).and_then(chooses_by),
    }
}

/// By what a generator chooses among structures, in words: an option that has the usual name and takes words, or else one whose
/// value it compares with words, else a new one.
fn chooses_by(facts: &SourceFacts) -> Option<String> {
    const USUAL: [&str; 2] = ["type", "mode"];
    let named = |name: &&str| facts.options.iter().find(|option| option.key == OptionKey::Name((*name).to_owned()));
    let takes_words = |name: &&str| named(name).is_some_and(|option| option.type_name.contains("string"));
    let is_word = |value: &String| value.starts_with(|first: char| first.is_ascii_alphabetic());
    let of_words = facts.choices.iter().filter(|choices| choices.values.iter().any(is_word));
    let of_words: Vec<&OptionKey> = of_words.map(|choices| &choices.key).collect();
    if let Some(name) = USUAL.into_iter().find(takes_words) {
        return Some(format!("its option `-{name}`"));
    }
    match of_words[..] {
        [] => {}
        [OptionKey::Name(name)] => return Some(format!("its option `-{name}`")),
        [OptionKey::Index(number)] => return Some(format!("its argument {number}")),
        // Which of several it is nobody knows.
        _ => return None,
    }
    // A word that is used otherwise may choose, too; so may what is read in a way that is not understood.
    let is_number = |option: &OptionRead| !option.type_name.is_empty() && !option.type_name.contains("string");
    if facts.registers.is_empty() || facts.options_incomplete || !facts.options.iter().all(is_number) {
        return None;
    }
    USUAL.into_iter().find(|name| named(name).is_none()).map(|name| format!("a new option `-{name}`"))
}

#[cfg(test)]
mod tests {
    use crate::rig::path;

    use super::*;

    #[test]
    fn htg_25_the_option_that_chooses_is_named_where_that_is_certain() {
        let of = |body: &str| {
            let source =
                format!("#include \"testlib.h\"\nint main(int c, char** v) {{ registerGen(c, v, 1); {body} }}\n");
            chooses_by(&cpp::facts(&path("gen.cpp"), source.as_bytes()).unwrap())
        };
        let kind = r#"auto kind = opt<string>("kind"); if (kind == "chain") f(); else if (kind == "star") g();"#;
        assert_eq!(of(kind).as_deref(), Some("its option `-kind`"));
        let third = r#"int n = opt<int>(1); string how = opt<string>(3); if (how == "chain") f(); else if (how == "star") g();"#;
        assert_eq!(of(third).as_deref(), Some("its argument 3"));
        assert_eq!(of(r#"int n = opt<int>("n"); f(n);"#).as_deref(), Some("a new option `-type`"));
        let numbered = r#"int type = opt<int>("type"); if (type == 1) f(); else if (type == 2) g();"#;
        assert_eq!(of(numbered).as_deref(), Some("a new option `-mode`"));
        let both = r#"auto type = opt<string>("type"), order = opt<string>("order");
            if (type == "a") f(); else if (type == "b") g(); if (order == "up") f(); else if (order == "down") g();"#;
        assert_eq!(of(both).as_deref(), Some("its option `-type`"));
        assert_eq!(of(&both.replace("\"type\"", "\"kind\"")), None, "either may be meant");
        let other =
            r#"string type = opt<string>("type"), side = opt<string>("side"); f(type); if (side == "left") g();"#;
        assert_eq!(of(other).as_deref(), Some("its option `-type`"), "whatever else is compared");
        // By its name it chooses, whatever is made of it.
        assert_eq!(of(r#"string how = opt<string>("type"); f(how);"#).as_deref(), Some("its option `-type`"));
        // A word that goes elsewhere, and a name that is not known.
        assert_eq!(of(r#"string how = opt<string>("how"); f(how);"#), None);
        assert_eq!(of("int n = opt<int>(name); f(n);"), None);
    }
}
