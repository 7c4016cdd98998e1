//! `rbx.h`, by which programs in C++ read the values of `vars`.

use std::fmt::Write as _;

use super::manifest::{MANIFEST, Manifest, items};
use super::vars::Vars;
use crate::{folder::Folder, path::RelPath};

/// Where it lies.
const HEADER: &str = "rbx.h";

const BEFORE: &str = r#"// The values of `vars` in problem.rbx.yml.
#ifndef RBX_H_
#define RBX_H_

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace rbx_vars {

struct Value {
    const char* group;
    const char* name;
    const char* text;
};

inline std::string group() {
#if defined(TESTLIB_H_INCLUDED)
    return testlib_detail::state().mode == _validator ? validator.group() : std::string();
#elif defined(_TESTLIB_H_)
    return testlibMode == _validator ? validator.group() : std::string();
#else
    return "";
#endif
}

inline const char* find(const std::string& name) {
    static const Value values[] = {
"#;

const AFTER: &str = r#"        {nullptr, nullptr, nullptr},
    };
    const char* found = nullptr;
    for (const Value* value = values; value->name; ++value)
        if (name == value->name && (!*value->group || group() == value->group)) found = value->text;
    if (!found) throw std::runtime_error("problem.rbx.yml has no variable " + name);
    return found;
}

inline std::string joined(const std::string& name) { return name; }

template <typename... Names>
std::string joined(const std::string& name, const Names&... more) {
    return name + "." + joined(more...);
}

template <typename T, typename Enable = void>
struct Reader;

template <>
struct Reader<std::string> {
    static std::string read(const char* text) { return text; }
};

template <>
struct Reader<bool> {
    static bool read(const char* text) { return std::string(text) != "0" && std::string(text) != ""; }
};

template <typename T>
struct Reader<T, typename std::enable_if<std::is_floating_point<T>::value>::type> {
    static T read(const char* text) { return static_cast<T>(std::strtold(text, nullptr)); }
};

template <typename T>
struct Reader<T, typename std::enable_if<std::is_integral<T>::value && !std::is_same<T, bool>::value>::type> {
    static T read(const char* text) {
        char* end = nullptr;
        const T value = std::is_unsigned<T>::value ? static_cast<T>(std::strtoull(text, &end, 10))
                                                   : static_cast<T>(std::strtoll(text, &end, 10));
        if (end == text || *end) return static_cast<T>(std::strtold(text, nullptr));
        return value;
    }
};

}  // namespace rbx_vars

template <typename T, typename... Names>
T getVar(const Names&... names) {
    return rbx_vars::Reader<T>::read(rbx_vars::find(rbx_vars::joined(names...)));
}

#endif
"#;

/// The header of a package, in the place of one that lies there and may be older.
pub(in crate::formats) fn made(folder: &dyn Folder) -> Option<(RelPath, String)> {
    RelPath::parse(MANIFEST).filter(|path| folder.has(path))?;
    let manifest = Manifest::read(folder, &mut Vec::new())?;
    let mut text = BEFORE.to_owned();
    write_values(&mut text, "", &manifest.vars);
    for group in manifest.root.get("testcases").map(items).unwrap_or_default() {
        let name = group.get("name").and_then(|name| name.text().ok());
        let vars = group.get("vars").map(|vars| Vars::read(vars, &manifest.path, &mut Vec::new()));
        if let (Some(name), Some(vars)) = (name, vars) {
            write_values(&mut text, name, &vars);
        }
    }
    text.push_str(AFTER);
    Some((RelPath::parse(HEADER)?, text))
}

fn write_values(text: &mut String, group: &str, vars: &Vars) {
    for (name, value) in vars.iter() {
        let line = [group, name, value].map(quoted).join(", ");
        // Writing into a text cannot fail.
        let _ = writeln!(text, "        {{{line}}},");
    }
}

/// A text as a literal of C++.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => quoted.extend(['\\', char::from(byte)]),
            b' '..=b'~' if byte != b'?' => quoted.push(char::from(byte)),
            _ => quoted.push_str(&format!("\\{byte:03o}")),
        }
    }
    quoted + "\""
}
