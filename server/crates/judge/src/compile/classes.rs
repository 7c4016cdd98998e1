//! Classes of Java's machine: which of those that a compiler has made can be started.
//!
//! The class files say so themselves, whatever language they come from.

use std::collections::BTreeMap;

const MAGIC: u32 = 0xCAFE_BABE;
const PUBLIC: u16 = 0x0001;
const STATIC: u16 = 0x0008;
/// What `main` takes and gives.
const SIGNATURE: &str = "([Ljava/lang/String;)V";

/// The class to start, as the machine is told it: of those with a `main`, one that is called as somebody wants, else the
/// first in the order of the names. A name without a package stands for one in any.
pub(super) fn main_class(files: &BTreeMap<String, Vec<u8>>, wanted: &[String]) -> Option<String> {
    let classes = files.iter().filter(|(path, _)| path.ends_with(".class"));
    let starting: Vec<String> = classes.filter_map(|(_, bytes)| Class::read(bytes)?.starts()).collect();
    let simple = |name: &str| name.rsplit('/').next().unwrap_or(name).to_owned();
    let is_wanted =
        |word: &String| starting.iter().find(|name| simple(name) == *word || name.replace('/', ".") == *word);
    wanted.iter().find_map(is_wanted).or_else(|| starting.first()).map(|name| name.replace('/', "."))
}

/// Reads big-endian numbers.
struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn take(&mut self, n: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(taken)
    }

    fn u8(&mut self) -> Option<u8> {
        Some(self.take(1)?[0])
    }

    fn u16(&mut self) -> Option<u16> {
        self.take(2)?.try_into().ok().map(u16::from_be_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_be_bytes)
    }

    /// Passes over fields or methods, and tells of each its flags, its name and its type.
    fn members(&mut self, mut tell: impl FnMut(u16, u16, u16)) -> Option<()> {
        for _ in 0..self.u16()? {
            let (flags, name, kind) = (self.u16()?, self.u16()?, self.u16()?);
            tell(flags, name, kind);
            for _ in 0..self.u16()? {
                self.u16()?;
                let length = self.u32()?;
                self.take(usize::try_from(length).ok()?)?;
            }
        }
        Some(())
    }
}

/// What matters of a class file.
struct Class {
    name: String,
    has_main: bool,
}

impl Class {
    fn read(bytes: &[u8]) -> Option<Class> {
        let mut bytes = Bytes(bytes);
        if bytes.u32()? != MAGIC {
            return None;
        }
        bytes.take(4)?;
        let n_constants = bytes.u16()?;
        let (mut texts, mut classes) = (BTreeMap::new(), BTreeMap::new());
        let mut idx = 1;
        while idx < n_constants {
            match bytes.u8()? {
                1 => {
                    let length = bytes.u16()?;
                    texts.insert(idx, String::from_utf8_lossy(bytes.take(length.into())?).into_owned());
                }
                7 => {
                    classes.insert(idx, bytes.u16()?);
                }
                8 | 16 | 19 | 20 => drop(bytes.take(2)?),
                15 => drop(bytes.take(3)?),
                3 | 4 | 9..=12 | 17 | 18 => drop(bytes.take(4)?),
                // These take two places.
                5 | 6 => {
                    bytes.take(8)?;
                    idx += 1;
                }
                _ => return None,
            }
            idx += 1;
        }
        bytes.u16()?;
        let name = texts.get(classes.get(&bytes.u16()?)?)?.clone();
        bytes.u16()?;
        let n_interfaces = bytes.u16()?;
        bytes.take(usize::from(n_interfaces) * 2)?;
        bytes.members(|_, _, _| ())?;
        let mut has_main = false;
        bytes.members(|flags, name, kind| {
            let is = |idx: u16, text: &str| texts.get(&idx).is_some_and(|known| known == text);
            has_main |= flags & (PUBLIC | STATIC) == PUBLIC | STATIC && is(name, "main") && is(kind, SIGNATURE);
        })?;
        Some(Class { name, has_main })
    }

    fn starts(self) -> Option<String> {
        self.has_main.then_some(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A class file without code, as the format describes it.
    fn class(name: &str, methods: &[(u16, &str, &str)]) -> Vec<u8> {
        let text = |text: &str| [&[1][..], &(text.len() as u16).to_be_bytes(), text.as_bytes()].concat();
        let mut constants = vec![text(name), vec![7, 0, 1], [vec![5], vec![0; 8]].concat()];
        let mut members = Vec::new();
        for (flags, name, kind) in methods {
            // The long number before them takes two places.
            let next = constants.len() as u16 + 2;
            constants.extend([text(name), text(kind)]);
            members.extend([*flags, next, next + 1, 1].map(u16::to_be_bytes).concat());
            members.extend([0, 1, 0, 0, 0, 2, 9, 9]);
        }
        let n_constants = (constants.len() as u16 + 2).to_be_bytes();
        let n_methods = (methods.len() as u16).to_be_bytes();
        [
            &MAGIC.to_be_bytes()[..],
            &[0, 0, 0, 61],
            &n_constants,
            &constants.concat(),
            &[0, 33, 0, 2, 0, 2, 0, 0, 0, 0],
            &n_methods,
            &members,
            &[0, 0],
        ]
        .concat()
    }

    #[test]
    fn the_class_that_is_started() {
        let with_main = |name: &str| class(name, &[(9, "main", SIGNATURE)]);
        let files = BTreeMap::from([
            ("A.class".to_owned(), class("A", &[(1, "main", SIGNATURE), (9, "main", "()V"), (9, "run", SIGNATURE)])),
            ("a/b/Sol.class".to_owned(), with_main("a/b/Sol")),
            ("Main.class".to_owned(), with_main("Main")),
            ("broken.class".to_owned(), vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0]),
            ("data.txt".to_owned(), vec![1]),
        ]);
        let of = |wanted: &[&str]| main_class(&files, &wanted.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&["Sol", "Main"]).as_deref(), Some("a.b.Sol"));
        assert_eq!(of(&["A", "a.b.Sol"]).as_deref(), Some("a.b.Sol"));
        assert_eq!(of(&["Other"]).as_deref(), Some("Main"));
        assert_eq!(main_class(&BTreeMap::from([("A.class".to_owned(), class("A", &[]))]), &[]), None);
    }
}
