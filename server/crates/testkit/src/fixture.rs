//! Folders written as one text: each file behind a line `-- path --`.

use problem::{folder::MemoryFolder, path::RelPath};

/// The folder that a text describes. Lines before the first `-- path --` are a comment.
///
/// # Panics
/// When a path leaves the folder: the fixture itself is wrong.
pub fn folder(name: &str, text: &str) -> MemoryFolder {
    let mut folder = MemoryFolder::new(name);
    for (path, content) in files(text) {
        let path = RelPath::parse(&path).expect("a fixture's paths stay in its folder");
        let facts = cpp::facts(&path, content.as_bytes());
        folder.add(path, content.as_bytes(), facts);
    }
    folder
}

/// The files of such a text, in order.
pub fn files(text: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        let named = line.trim_end().strip_prefix("-- ").and_then(|rest| rest.strip_suffix(" --"));
        match (named, files.last_mut()) {
            (Some(path), _) => files.push((path.to_owned(), String::new())),
            (None, Some((_, content))) => content.push_str(line),
            (None, None) => {}
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use problem::folder::Folder as _;

    #[test]
    fn files_of_a_text() {
        let folder = folder("demo", "a comment\n-- a/b.txt --\n1 2\n-- gen.cpp --\nint main(){registerGen(c,v,1);}\n");
        assert_eq!(folder.text(&RelPath::parse("a/b.txt").unwrap()).as_deref(), Some("1 2\n"));
        let facts = folder.facts(&RelPath::parse("gen.cpp").unwrap()).unwrap();
        assert_eq!(facts.register().unwrap().n_args, 3);
    }
}
