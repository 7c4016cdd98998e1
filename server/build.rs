//! Deflates the header that travels inside the binary, and notes what must be known of it without its text; lets the linker
//! of a release fold functions of equal code, where it can.
#![expect(clippy::disallowed_methods, reason = "it runs while the tool is built, and there is no judge yet")]

use std::{
    env,
    error::Error,
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use flate2::{Compression, write::DeflateEncoder};
use sha2::{Digest as _, Sha256};

const HEADER: &str = "../testlib/testlib.h";
/// A hundredth of the binary are functions that others repeat.
const FOLD: &str = "-Wl,--icf=all";

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
    fs::write(directory.join("header.rs"), constants)?;
    if env::var("PROFILE")? == "release" && can_fold(directory)? {
        println!("cargo::rustc-link-arg-bins={FOLD}");
    }
    Ok(())
}

/// Whether the linker that this build uses understands it: not all do.
fn can_fold(directory: &Path) -> Result<bool, Box<dyn Error>> {
    let source = directory.join("folded.rs");
    fs::write(&source, "fn main() {}\n")?;
    let mut rustc = Command::new(env::var("RUSTC")?);
    rustc.arg(&source).arg("-o").arg(directory.join("folded")).args(["--target", &env::var("TARGET")?]);
    rustc.args(["-C", &format!("link-arg={FOLD}")]);
    if let Ok(linker) = env::var("RUSTC_LINKER") {
        rustc.args(["-C", &format!("linker={linker}")]);
    }
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    rustc.args(flags.split('\x1f').filter(|flag| !flag.is_empty()));
    Ok(rustc.stdout(Stdio::null()).stderr(Stdio::null()).status()?.success())
}
