//! Addresses of files, as editors write them.

use std::path::{Path, PathBuf};

/// The address of a path.
pub fn of(path: &Path) -> String {
    let text = path.to_str().expect("temporary folders have plain names");
    let mut uri = String::from("file://");
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// The path of an address.
pub fn path(uri: &str) -> PathBuf {
    let text = uri.strip_prefix("file://").expect("an address of a file").as_bytes();
    let (mut bytes, mut at) = (Vec::new(), 0);
    while at < text.len() {
        if text[at] == b'%' {
            let digits = std::str::from_utf8(&text[at + 1..at + 3]).expect("two digits");
            bytes.push(u8::from_str_radix(digits, 16).expect("hexadecimal digits"));
            at += 3;
        } else {
            bytes.push(text[at]);
            at += 1;
        }
    }
    String::from_utf8(bytes).expect("plain names").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let there = Path::new("/a b/ü%#.cpp");
        assert_eq!(of(there), "file:///a%20b/%C3%BC%25%23.cpp");
        assert_eq!(path(&of(there)), there);
    }
}
