//! Several files in one text.
//!
//! Each begins with a line `-- path --`. A line `-- path < part --` stands for the file `part` of the folder of parts.
//! What comes before the first is a remark.

/// One file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its path.
    pub path: String,
    /// The file of the folder of parts it is a copy of.
    pub part: Option<String>,
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
    let (path, part) = match inside.split_once(" < ") {
        Some((path, part)) => (path, Some(part.to_owned())),
        None => (inside, None),
    };
    Some(Member { path: path.to_owned(), part, text: String::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_parts() {
        let (remark, members) = parse("about\n-- a b.txt --\n1\n\n-- sub/c.c < one.c --\n-- d --\n");
        assert_eq!(remark, "about\n");
        let shown: Vec<_> = members.iter().map(|m| (&*m.path, m.part.as_deref(), &*m.text)).collect();
        assert_eq!(shown, [("a b.txt", None, "1\n\n"), ("sub/c.c", Some("one.c"), ""), ("d", None, "")]);
    }
}
