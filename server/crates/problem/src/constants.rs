//! Named values of a manifest, which stand as `{{name}}` in statements and sources, or as `@{param.name}` in statements alone.

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use crate::model::Role;

/// The values by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constants {
    values: BTreeMap<String, String>,
    /// Those that stand in statements alone; what sources have of them is a header.
    params: BTreeMap<String, String>,
}

impl Constants {
    /// From names and values as they are written; names that the format does not allow stand for nothing.
    pub fn new(values: BTreeMap<String, String>) -> Constants {
        let is_name = |name: &String| {
            !name.starts_with(|first: char| first.is_ascii_digit())
                && !name.is_empty()
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        let values = values.into_iter().filter(|(name, _)| is_name(name)).collect();
        Constants { values, ..Constants::default() }
    }

    /// Values that stand as `@{param.name}`, in statements alone.
    pub fn of_statement(params: BTreeMap<String, String>) -> Constants {
        Constants { params, ..Constants::default() }
    }

    /// Whether sources have none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Names and values of sources, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether the format puts them into sources of programs in this role.
    pub fn are_put_into(role: Role) -> bool {
        match role {
            Role::Validator | Role::Checker | Role::Interactor | Role::Solution => true,
            Role::Generator | Role::Grader => false,
        }
    }

    /// The text with the values in place of `{{name}}`; names that are not known stay as they are.
    pub fn put_into<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.replaced(text, |value, _| Some(value.to_owned()))
    }

    /// A statement as it is read: with the values in place of `{{name}}`, `\constant{name}` and `@{param.name}`.
    pub fn put_into_statement<'t>(&self, statement: &'t str) -> Cow<'t, str> {
        let mut put = self.put_into(statement);
        for (command, values) in [("\\constant{", &self.values), ("@{param.", &self.params)] {
            for (name, value) in values.iter().filter(|_| statement.contains(command)) {
                put = Cow::Owned(put.replace(&format!("{command}{name}}}"), value));
            }
        }
        put
    }

    /// The same for the bytes of a source, which need not be UTF-8.
    pub fn put_into_bytes(&self, bytes: Arc<[u8]>) -> Arc<[u8]> {
        if self.is_empty() || !bytes.windows(2).any(|pair| pair == b"{{") {
            return bytes;
        }
        let mut rest: &[u8] = &bytes;
        let mut put = Vec::with_capacity(bytes.len());
        while let Some((first, after)) = rest.split_first() {
            match self.mark_at(rest) {
                Some((n_bytes, value)) => {
                    put.extend_from_slice(value.as_bytes());
                    rest = &rest[n_bytes..];
                }
                None => {
                    put.push(*first);
                    rest = after;
                }
            }
        }
        put.into()
    }

    /// A statement with the values in place of `{{name}}`, `\constant{name}` and `@{param.name}`, at the same places: blanks
    /// fill up what a value is shorter than its mark, and one that is longer is not put in.
    pub fn shown_in<'t>(&self, statement: &'t str) -> Cow<'t, str> {
        let filled = |value: &str, n_bytes: usize| (value.len() <= n_bytes).then(|| format!("{value:<n_bytes$}"));
        match self.replaced(statement, filled) {
            Cow::Borrowed(text) => self.braces_filled(text),
            Cow::Owned(text) => Cow::Owned(self.braces_filled(&text).into_owned()),
        }
    }

    fn replaced<'t>(&self, text: &'t str, shown: impl Fn(&str, usize) -> Option<String>) -> Cow<'t, str> {
        if self.is_empty() || !text.contains("{{") {
            return Cow::Borrowed(text);
        }
        let mut put = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find("{{") {
            put.push_str(&rest[..at]);
            rest = &rest[at..];
            let found = self.mark_at(rest.as_bytes());
            let found = found.and_then(|(n_bytes, value)| Some((n_bytes, shown(value, n_bytes)?)));
            let (n_bytes, words) = found.unwrap_or_else(|| (1, "{".to_owned()));
            put.push_str(&words);
            rest = &rest[n_bytes..];
        }
        put.push_str(rest);
        Cow::Owned(put)
    }

    /// `\constant{name}` of LaTeX, and `@{param.name}`.
    fn braces_filled<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut put = Cow::Borrowed(text);
        for (command, values) in [("\\constant{", &self.values), ("@{param.", &self.params)] {
            if !text.contains(command) {
                continue;
            }
            for (name, value) in values {
                let mark = format!("{command}{name}}}");
                let n_bytes = mark.len();
                if value.len() <= n_bytes {
                    put = Cow::Owned(put.replace(&mark, &format!("{value:<n_bytes$}")));
                }
            }
        }
        put
    }

    /// How many bytes the mark has that begins here, and what it stands for.
    fn mark_at(&self, bytes: &[u8]) -> Option<(usize, &str)> {
        let inside = bytes.strip_prefix(b"{{")?;
        let n_bytes = inside.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')?;
        let name = std::str::from_utf8(&inside[..n_bytes]).ok()?;
        let value = self.values.get(name).filter(|_| inside[n_bytes..].starts_with(b"}}"))?;
        Some((n_bytes + 4, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constants() -> Constants {
        let values = [("max_n", "200000"), ("name", "a long value that has no room"), ("2x", "7")];
        Constants::new(values.map(|(name, value)| (name.to_owned(), value.to_owned())).into())
    }

    #[test]
    fn values_in_the_place_of_marks() {
        let put = |text| constants().put_into(text).into_owned();
        assert_eq!(put("INT(1, {{max_n}}, n)"), "INT(1, 200000, n)");
        assert_eq!(
            put("{{{max_n}}} {{max_n} {{ max_n }} {{other}} {{2x}} {{"),
            "{200000} {{max_n} {{ max_n }} {{other}} {{2x}} {{"
        );
        let bytes = |text: &[u8]| constants().put_into_bytes(Arc::from(text)).to_vec();
        assert_eq!(bytes(b"\xff{{max_n}}\xfe{{"), b"\xff200000\xfe{{");
        assert_eq!(bytes(b"vector<vector<int>> a{{x}};"), b"vector<vector<int>> a{{x}};");
    }

    #[test]
    fn places_in_a_statement_stay() {
        let shown = |text| constants().shown_in(text).into_owned();
        assert_eq!(shown("$n \\le {{max_n}}$ and {{name}}."), "$n \\le 200000   $ and {{name}}.");
        assert_eq!(shown("\\constant{max_n}."), "200000          .");
    }

    #[test]
    fn without_constants_nothing_is_made_anew() {
        assert!(matches!(Constants::default().put_into("{{a}}"), Cow::Borrowed("{{a}}")));
        let bytes: Arc<[u8]> = Arc::from(b"{{a}}".as_slice());
        assert!(Arc::ptr_eq(&Constants::default().put_into_bytes(Arc::clone(&bytes)), &bytes));
    }

    /// What a library-checker's statement says of its parameters, at the places where they stand.
    #[test]
    fn parameters_of_a_statement() {
        let params = Constants::of_statement([("N_MAX".to_owned(), "500000".to_owned())].into());
        let statement = "$1 \\leq N \\leq @{param.N_MAX}$, @{param.M_MAX}";
        assert_eq!(params.put_into_statement(statement), "$1 \\leq N \\leq 500000$, @{param.M_MAX}");
        assert_eq!(params.shown_in(statement), "$1 \\leq N \\leq 500000        $, @{param.M_MAX}");
        assert!(params.is_empty(), "sources have a header");
        assert_eq!(params.put_into("{{N_MAX}}"), "{{N_MAX}}");
    }
}
