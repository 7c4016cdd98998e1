//! Classes of characters that have names.

type Ranges = &'static [(u8, u8)];

const NAMED: [(&[u8], Ranges); 12] = [
    (b"alnum", &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')]),
    (b"alpha", &[(b'A', b'Z'), (b'a', b'z')]),
    (b"blank", &[(b'\t', b'\t'), (b' ', b' ')]),
    (b"cntrl", &[(0, 31), (127, 127)]),
    (b"digit", &[(b'0', b'9')]),
    (b"graph", &[(b'!', b'~')]),
    (b"lower", &[(b'a', b'z')]),
    (b"print", &[(b' ', b'~')]),
    (b"punct", &[(b'!', b'/'), (b':', b'@'), (b'[', b'`'), (b'{', b'~')]),
    (b"space", &[(b'\t', b'\r'), (b' ', b' ')]),
    (b"upper", &[(b'A', b'Z')]),
    (b"xdigit", &[(b'0', b'9'), (b'A', b'F'), (b'a', b'f')]),
];

/// What `[:name:]` stands for.
pub(super) fn of_name(name: &[u8]) -> Option<Ranges> {
    NAMED.iter().find(|(known, _)| *known == name).map(|(_, ranges)| *ranges)
}

/// The set that other dialects mean by a backslash and this letter.
pub(super) fn of_letter(letter: u8) -> Option<&'static str> {
    match letter {
        b'd' => Some("[0-9]"),
        b'D' => Some("[^0-9]"),
        b'w' => Some("[a-zA-Z0-9_]"),
        b'W' => Some("[^a-zA-Z0-9_]"),
        b's' => Some("[ \\n\\t\\r]"),
        b'S' => Some("[^ \\n\\t\\r]"),
        _ => None,
    }
}
