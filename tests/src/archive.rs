//! Several files in one text.
//!
//! Each begins with a line `-- path --`. A line `-- path < part --` stands for the file `part` of the folder of parts, a
//! line `-- path -> target --` for a link, and a line `-- path = "text" --` for a file whose text is written as in JSON,
//! for line ends of other systems and characters that no editor shows.
//! What comes before the first is a remark.

/// One file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its path.
    pub path: String,
    /// The file of the folder of parts it is a copy of.
    pub part: Option<String>,
    /// What it is a link to.
    pub target: Option<String>,
    /// Its text otherwise.
    pub text: String,
}

/// Takes a text apart: the remark, then the files.
pub fn parse(text: &str) -> (String, Vec<Member>) {
    let (mut remark, mut members) = (String::new(), Vec::<Member>::new());
    for line in text.split_inclusive('\n') {
        match (header(line), members.last_mut()) {
            (Some(member), _) => members.push(member),
            (None, Some(member)) => member.text.push_str(line),
            (None, None) => remark.push_str(line),
        }
    }
    (remark, members)
}

fn header(line: &str) -> Option<Member> {
    let inside = line.trim_end().strip_prefix("-- ")?.strip_suffix(" --")?;
    let split = |mark| inside.split_once(mark).map(|(path, rest): (&str, &str)| (path, rest.to_owned()));
    let written = split(" = ").filter(|(_, text)| text.starts_with('"'));
    let (part, target) = match written {
        Some(_) => (None, None),
        None => (split(" < "), split(" -> ")),
    };
    let path = [&written, &part, &target].into_iter().flatten().next().map_or(inside, |(path, _)| path).to_owned();
    let text = written.map(|(_, text)| serde_json::from_str(&text).expect("a text is written as in JSON"));
    let (part, target) = (part.map(|(_, part)| part), target.map(|(_, at)| at));
    Some(Member { path, part, target, text: text.unwrap_or_default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_parts() {
        let (remark, members) = parse(
            "about\n-- a b.txt --\n1\n\n-- sub/c.c < one.c --\n-- d --\n-- e -> ../f --\n-- g = \"1 < 2\\r\\n\" --\n",
        );
        assert_eq!(remark, "about\n");
        let shown = members.iter().map(|m| (&*m.path, m.part.as_deref().or(m.target.as_deref()), &*m.text));
        let shown: Vec<_> = shown.collect();
        let expected = [
            ("a b.txt", None, "1\n\n"),
            ("sub/c.c", Some("one.c"), ""),
            ("d", None, ""),
            ("e", Some("../f"), ""),
            ("g", None, "1 < 2\r\n"),
        ];
        assert_eq!(shown, expected);
    }
}
