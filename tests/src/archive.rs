//! Several files in one text.
//!
//! Each begins with a line `-- path --`. A line `-- path < part --` stands for the file `part` of the folder of parts, and a
//! line `-- path -> target --` for a link.
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
    let (part, target) = (split(" < "), split(" -> "));
    let path = part.as_ref().or(target.as_ref()).map_or(inside, |(path, _)| path);
    let path = path.to_owned();
    Some(Member { path, part: part.map(|(_, part)| part), target: target.map(|(_, at)| at), text: String::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_parts() {
        let (remark, members) = parse("about\n-- a b.txt --\n1\n\n-- sub/c.c < one.c --\n-- d --\n-- e -> ../f --\n");
        assert_eq!(remark, "about\n");
        let shown = members.iter().map(|m| (&*m.path, m.part.as_deref().or(m.target.as_deref()), &*m.text));
        let shown: Vec<_> = shown.collect();
        let expected =
            [("a b.txt", None, "1\n\n"), ("sub/c.c", Some("one.c"), ""), ("d", None, ""), ("e", Some("../f"), "")];
        assert_eq!(shown, expected);
    }
}
