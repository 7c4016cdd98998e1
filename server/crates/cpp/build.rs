//! Deflates what travels inside the binary.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    deflated::deflate_for_build("../../../testlib/api.toml")
}
