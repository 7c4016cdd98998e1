//! Texts that travel deflated inside the binary: large ones that are read once by those who need them, and seldom.

use std::{
    env,
    error::Error,
    fs,
    io::{Read as _, Write as _},
    path::Path,
};

use flate2::{Compression, read::DeflateDecoder, write::DeflateEncoder};

/// For build scripts: deflates a file of the package, or beside it, into `NAME.deflate` of the folder for what they make.
///
/// # Errors
/// When the file cannot be read, or the folder not written.
#[expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "it runs while the tool is built, and talks to cargo"
)]
pub fn deflate_for_build(file: &str) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={file}");
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&fs::read(file)?)?;
    let name = Path::new(file).file_name().ok_or("a file has a name")?.to_string_lossy().into_owned();
    let place = Path::new(&env::var("OUT_DIR")?).join(format!("{name}.deflate"));
    Ok(fs::write(place, encoder.finish()?)?)
}

/// The text that became these bytes.
///
/// # Panics
/// When they are no such bytes, which a build script has made.
pub fn text(deflated: &[u8]) -> String {
    let mut text = String::new();
    let read = DeflateDecoder::new(deflated).read_to_string(&mut text);
    read.expect("the build script has deflated a text");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_comes_back() {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all("a text, é".as_bytes()).unwrap();
        assert_eq!(text(&encoder.finish().unwrap()), "a text, é");
    }
}
