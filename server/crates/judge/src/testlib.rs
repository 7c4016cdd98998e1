//! The testlib.h that programs are built with where their folder brings none.

use std::fs;

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
    pub header: &'a [u8],
    /// Those of testlib.cpp.
    pub bodies: Option<&'a [u8]>,
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
    lay(store, TestlibText { header: &header, bodies: bodies.as_deref() }, configured.to_string())
}

fn lay(store: &Store, text: TestlibText<'_>, origin: String) -> Result<TestlibHeader, ExecutorError> {
    let digest = Digest::of(text.header);
    let digest = text
        .bodies
        .map_or(digest, |bodies| KeyBuilder::new("testlib 1").digest(digest).digest(Digest::of(bodies)).finish());
    let directory = store.root().child("include").child(&digest.hex()[..16]);
    lay_file(store, &directory.child("testlib.h"), text.header)?;
    let bodies = text.bodies.map(|bodies| {
        let source = directory.child("testlib.cpp");
        lay_file(store, &source, bodies).map(|()| source)
    });
    Ok(TestlibHeader { bodies: bodies.transpose()?, directory, digest, origin })
}

fn lay_file(store: &Store, file: &AbsPath, bytes: &[u8]) -> Result<(), ExecutorError> {
    let is_whole = || fs::metadata(file.as_path()).is_ok_and(|metadata| metadata.len() == bytes.len() as u64);
    if store.holds_header(file) && is_whole() {
        return Ok(());
    }
    Ok(store.put_header(file, bytes)?)
}
