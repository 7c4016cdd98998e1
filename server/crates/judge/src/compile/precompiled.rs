//! Precompiled headers: what most of a compile's parsing goes into is parsed once.
//!
//! GCC takes a precompiled header only where the header's `#include` is the first thing in a source, and only if it was
//! made with the same flags; one that does not fit is passed over in silence. So a header is made per set of flags, and
//! looked for only where the source begins with it.

use std::{collections::BTreeMap, sync::Arc};

use problem::{
    digest::{Digest, KeyBuilder},
    folder::Folder,
    included::include_name,
    path::{AbsPath, RelPath},
};

use super::toolchain::Compiler;
use crate::store::Store;

/// A header that a source may begin with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Header {
    /// All of the standard library.
    Standard,
    /// The testlib.h that we bring.
    Testlib,
    /// A testlib.h of the folder.
    Own(RelPath),
}

/// What making a precompiled header takes.
pub(super) struct Recipe {
    /// Files to lay, by their paths.
    pub(super) files: BTreeMap<String, Arc<[u8]>>,
    /// The file to compile.
    pub(super) source: String,
}

/// How a compile gets at a precompiled header.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Precompiled {
    /// By searching this directory first.
    Directory(AbsPath),
    /// By a link that stands beside the header.
    Link {
        /// Where the link stands, in the working directory.
        at: String,
        /// What it says.
        target: AbsPath,
    },
}

/// What a source begins with, comments aside.
pub(super) fn first_include(text: &str) -> Option<&str> {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        if let Some(comment) = rest.strip_prefix("//") {
            rest = comment.split_once('\n')?.1.trim_start();
        } else if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/")?.1.trim_start();
        } else {
            break;
        }
    }
    include_name(rest)
}

/// The header that a source begins with, if it is one that is worth precompiling.
pub(super) fn header_of(folder: &dyn Folder, source: &RelPath, own: Option<&RelPath>) -> Option<Header> {
    let text = folder.text(source)?;
    match first_include(&text)? {
        "bits/stdc++.h" => Some(Header::Standard),
        "testlib.h" => Some(match own {
            // A header beside the source wins over every other.
            Some(directory) => Header::Own(directory.join("testlib.h")?),
            None => Header::Testlib,
        }),
        _ => None,
    }
}

impl Header {
    /// The name under which a source asks for it.
    fn name(&self) -> &'static str {
        match self {
            Header::Standard => "bits/stdc++.h",
            Header::Testlib | Header::Own(_) => "testlib.h",
        }
    }

    /// Where it is kept once it is compiled, and how compiles get at it there.
    pub(super) fn place(&self, store: &Store, key: Digest) -> Option<(AbsPath, Precompiled)> {
        let directory = directory(store, key);
        let file = self.name().split('/').fold(directory.clone(), |place, part| place.child(part));
        let file = AbsPath::new(format!("{file}.gch"))?;
        let how = match self {
            Header::Standard | Header::Testlib => Precompiled::Directory(directory),
            Header::Own(path) => Precompiled::Link { at: format!("{path}.gch"), target: file.clone() },
        };
        Some((file, how))
    }

    /// What making it takes.
    pub(super) fn recipe(&self, testlib: &AbsPath, folder: &dyn Folder) -> Option<Recipe> {
        const ALL: &str = "all.h";
        Some(match self {
            Header::Standard => {
                let bytes: Arc<[u8]> = b"#include <bits/stdc++.h>\n"[..].into();
                Recipe { files: BTreeMap::from([(ALL.to_owned(), bytes)]), source: ALL.to_owned() }
            }
            Header::Testlib => Recipe { files: BTreeMap::new(), source: testlib.child("testlib.h").to_string() },
            Header::Own(path) => {
                let files = BTreeMap::from([(path.to_string(), folder.bytes(path)?)]);
                Recipe { files, source: format!("./{path}") }
            }
        })
    }
}

/// Where something made for compiles is kept.
pub(super) fn directory(store: &Store, key: Digest) -> AbsPath {
    store.root().child("include").child(&format!("made-{}", &key.hex()[..24]))
}

/// What a precompiled header depends on.
pub(super) fn key(
    header: &Header,
    compiler: &Compiler,
    flags: &[String],
    testlib: Digest,
    folder: &dyn Folder,
) -> Digest {
    let key = KeyBuilder::new("precompiled 1").digest(compiler.identity).text(header.name());
    let key = key.texts(flags.iter().filter(|flag| !flag.starts_with("-I")).map(String::as_str));
    match header {
        Header::Standard => key.finish(),
        Header::Testlib => key.digest(testlib).finish(),
        Header::Own(path) => {
            let bytes = folder.bytes(path).unwrap_or_default();
            key.digest(Digest::of(&bytes)).finish()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::first_include;

    #[test]
    fn what_a_source_begins_with() {
        assert_eq!(first_include("#include <bits/stdc++.h>\nint x;\n"), Some("bits/stdc++.h"));
        assert_eq!(first_include("// a\n/* b\n c */\n\n # include \"testlib.h\" // d\n"), Some("testlib.h"));
        assert_eq!(first_include("#pragma GCC optimize(\"O3\")\n#include <bits/stdc++.h>\n"), None);
        assert_eq!(first_include("#define int long long\n#include <bits/stdc++.h>\n"), None);
        assert_eq!(first_include("#include HEADER\n"), None);
        assert_eq!(first_include("// nothing but a comment"), None);
        assert_eq!(first_include(""), None);
    }
}
