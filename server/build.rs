//! Deflates the header that travels inside the binary, and notes what must be known of it without its text.
#![expect(clippy::disallowed_methods, reason = "it runs while the tool is built, and there is no judge yet")]

use std::{env, error::Error, fs, io::Write as _, path::Path};

use flate2::{Compression, write::DeflateEncoder};
use sha2::{Digest as _, Sha256};

const HEADER: &str = "../testlib/testlib.h";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={HEADER}");
    let header = fs::read(HEADER)?;
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&header)?;
    let directory = env::var("OUT_DIR")?;
    let directory = Path::new(&directory);
    fs::write(directory.join("header.deflate"), encoder.finish()?)?;
    let digest: [u8; 32] = Sha256::digest(&header).into();
    let constants = format!(
        "const N_BYTES: u64 = {};\nconst DIGEST: [u8; 32] = {digest:?};\nconst DEFLATED: &[u8] = include_bytes!({:?});\n",
        header.len(),
        directory.join("header.deflate"),
    );
    Ok(fs::write(directory.join("header.rs"), constants)?)
}
