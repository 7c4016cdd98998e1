//! The testlib.h that programs are built with where their folder brings none.

use std::{borrow::Cow, fs, io::Read as _};

use flate2::read::DeflateDecoder;
use problem::{
    digest::{Digest, KeyBuilder},
    executor::ExecutorError,
    path::AbsPath,
};

use crate::store::Store;

/// A directory that holds a testlib.h.
#[derive(Clone, Debug)]
pub struct TestlibHeader {
    /// The directory.
    pub directory: AbsPath,
    /// The source to compile its bodies from, where the header can do without them.
    pub bodies: Option<AbsPath>,
    /// Of everything in the directory.
    pub digest: Digest,
    /// "built in", or the file that the settings name.
    pub origin: String,
}

/// A header's contents.
#[derive(Clone, Copy, Debug)]
pub struct TestlibText<'a> {
    /// Those of testlib.h.
    pub header: Text<'a>,
    /// Those of testlib.cpp.
    pub bodies: Option<&'a [u8]>,
}

/// A text that is deflated where it travels inside a binary: it is needed as it is only when it is laid for the first time.
#[derive(Clone, Copy, Debug)]
pub enum Text<'a> {
    /// As it is.
    Plain(&'a [u8]),
    /// Deflated, without a head.
    Deflated {
        /// What it became.
        bytes: &'a [u8],
        /// How long it is, bytes.
        n_bytes: u64,
        /// Of the text as it is.
        digest: Digest,
    },
}

impl<'a> Text<'a> {
    /// Of the text as it is.
    pub fn digest(&self) -> Digest {
        match self {
            Text::Plain(bytes) => Digest::of(bytes),
            Text::Deflated { digest, .. } => *digest,
        }
    }

    fn n_bytes(&self) -> u64 {
        match self {
            Text::Plain(bytes) => bytes.len() as u64,
            Text::Deflated { n_bytes, .. } => *n_bytes,
        }
    }

    /// The text as it is; one that is damaged ends where the damage is.
    pub fn contents(&self) -> Cow<'a, [u8]> {
        match *self {
            Text::Plain(bytes) => Cow::Borrowed(bytes),
            Text::Deflated { bytes, n_bytes, .. } => {
                let mut contents = Vec::with_capacity(n_bytes as usize);
                drop(DeflateDecoder::new(bytes).take(n_bytes).read_to_end(&mut contents));
                Cow::Owned(contents)
            }
        }
    }
}

impl<'a> From<&'a [u8]> for Text<'a> {
    fn from(bytes: &'a [u8]) -> Text<'a> {
        Text::Plain(bytes)
    }
}

/// The macro with which a header only declares.
const SPLIT: &[u8] = b"TESTLIB_SPLIT";

/// Lays a header where compilers find it: the configured one, else the one that is built in.
///
/// # Errors
/// When the configured header cannot be read, or the cache cannot be written.
pub fn lay_header(
    store: &Store,
    built_in: TestlibText<'_>,
    configured: Option<&AbsPath>,
) -> Result<TestlibHeader, ExecutorError> {
    let Some(configured) = configured else {
        return lay(store, built_in, "built in".to_owned());
    };
    let header = fs::read(configured.as_path()).map_err(|error| {
        ExecutorError::Failed(format!(
            "the configured testlib.h, {configured}, cannot be read ({error}); correct `testlib` in config.toml"
        ))
    })?;
    // Other headers have no bodies apart.
    let bodies = configured.as_path().parent().filter(|_| header.windows(SPLIT.len()).any(|window| window == SPLIT));
    let bodies = bodies.and_then(|directory| fs::read(directory.join("testlib.cpp")).ok());
    lay(store, TestlibText { header: Text::Plain(&header), bodies: bodies.as_deref() }, configured.to_string())
}

fn lay(store: &Store, text: TestlibText<'_>, origin: String) -> Result<TestlibHeader, ExecutorError> {
    let digest = text.header.digest();
    let digest = text
        .bodies
        .map_or(digest, |bodies| KeyBuilder::new("testlib 1").digest(digest).digest(Digest::of(bodies)).finish());
    let directory = store.root().child("include").child(&digest.hex()[..16]);
    lay_file(store, &directory.child("testlib.h"), text.header)?;
    let bodies = text.bodies.map(|bodies| {
        let source = directory.child("testlib.cpp");
        lay_file(store, &source, bodies.into()).map(|()| source)
    });
    Ok(TestlibHeader { bodies: bodies.transpose()?, directory, digest, origin })
}

fn lay_file(store: &Store, file: &AbsPath, text: Text<'_>) -> Result<(), ExecutorError> {
    let is_whole = || fs::metadata(file.as_path()).is_ok_and(|metadata| metadata.len() == text.n_bytes());
    if store.holds_header(file) && is_whole() {
        return Ok(());
    }
    Ok(store.put_header(file, &text.contents())?)
}
