//! Who is asked: the origin that a key belongs to and the base under which requests go, or a program.
//!
//! Invariant: everything that is sent to a [`BaseUrl`] goes to its [`Origin`].

use std::fmt;

use url::{Host, Url};

use crate::error::Error;

/// Who gets what is sent.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Origin(Asked);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Asked {
    /// Scheme, host and port of a server.
    Server { scheme: String, host: Host<String>, port: u16 },
    /// A program with its arguments.
    Program(Vec<String>),
    /// The editor's model.
    Editor,
}

impl Origin {
    /// The origin of an address; `None` when it is no address of a web server.
    pub fn of(address: &str) -> Option<Origin> {
        Origin::of_url(&Url::parse(address).ok()?)
    }

    fn of_url(url: &Url) -> Option<Origin> {
        let is_web = matches!(url.scheme(), "http" | "https");
        let host = url.host().filter(|_| is_web)?.to_owned();
        let (scheme, port) = (url.scheme().to_owned(), url.port_or_known_default()?);
        Some(Origin(Asked::Server { scheme, host, port }))
    }

    /// The host alone, as it stands in addresses; a program has none.
    pub fn host(&self) -> String {
        match &self.0 {
            Asked::Server { host, .. } => host.to_string(),
            Asked::Program(_) | Asked::Editor => String::new(),
        }
    }

    /// The program that answers in place of a server; for an editor's model an empty list.
    pub fn program(&self) -> Option<&[String]> {
        match &self.0 {
            Asked::Program(arguments) => Some(arguments),
            Asked::Editor => Some(&[]),
            Asked::Server { .. } => None,
        }
    }

    /// What to do where no answer came, though no server was asked.
    pub(crate) fn advice(&self) -> &'static str {
        match &self.0 {
            Asked::Editor => "look into the editor's own log, or choose another model there",
            Asked::Program(_) | Asked::Server { .. } => {
                "try it by hand, and check `command` in your settings of the language model"
            }
        }
    }

    /// Whether the server is this machine, so that nothing leaves it and no proxy is asked.
    pub fn is_loopback(&self) -> bool {
        let Asked::Server { host, .. } = &self.0 else { return false };
        match host {
            Host::Domain(name) => name == "localhost" || name.ends_with(".localhost"),
            Host::Ipv4(address) => address.is_loopback(),
            Host::Ipv6(address) => address.is_loopback(),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Asked::Program(arguments) => write!(f, "the command {}", serde_json::json!(arguments)),
            Asked::Editor => f.write_str("your editor"),
            Asked::Server { scheme, host, port } => {
                write!(f, "{scheme}://{host}")?;
                let usual = if scheme == "https" { 443 } else { 80 };
                if *port == usual { Ok(()) } else { write!(f, ":{port}") }
            }
        }
    }
}

/// The address that paths are added to, up to and including `/v1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseUrl {
    text: String,
    origin: Origin,
}

impl BaseUrl {
    /// Reads an address.
    ///
    /// # Errors
    /// When it is none of a web server, or holds more than scheme, host, port and path: a password in it would stand in
    /// messages.
    pub fn parse(text: &str) -> Result<BaseUrl, Error> {
        let error = |why: &str| Error::Config {
            sentence: format!("`base_url` {why}; write something like http://127.0.0.1:8080/v1"),
        };
        let url = Url::parse(text).map_err(|_| error("is no address"))?;
        let origin = Origin::of_url(&url).ok_or_else(|| error("is no http:// or https:// address"))?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(error("holds a name or a password, which belongs in api_key_env or api_key_command"));
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(error("has a `?` or `#` part"));
        }
        Ok(BaseUrl { text: url.as_str().trim_end_matches('/').to_owned(), origin })
    }

    /// What stands in place of an address where a program answers.
    pub(crate) fn of_program(arguments: Vec<String>) -> BaseUrl {
        let origin = Origin(Asked::Program(arguments));
        BaseUrl { text: origin.to_string(), origin }
    }

    /// What stands in place of an address where the editor's model answers.
    pub(crate) fn of_editor() -> BaseUrl {
        let origin = Origin(Asked::Editor);
        BaseUrl { text: origin.to_string(), origin }
    }

    /// Who gets what is sent here.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The address of a path below.
    pub(crate) fn at(&self, path: &str) -> String {
        format!("{}{path}", self.text)
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins() {
        let origin = |text: &str| Origin::of(text).map(|origin| origin.to_string());
        assert_eq!(origin("HTTPS://Api.Example.com:443/v1").as_deref(), Some("https://api.example.com"));
        assert_eq!(origin("http://[::1]:8080/v1").as_deref(), Some("http://[::1]:8080"));
        assert_eq!(origin("file:///etc"), None);
        assert_ne!(Origin::of("http://a.example"), Origin::of("https://a.example"));
        assert_ne!(Origin::of("http://a.example"), Origin::of("http://a.example:81"));
        let is_loopback = |text: &str| Origin::of(text).unwrap().is_loopback();
        assert!(["http://localhost", "http://127.8.0.1", "http://[::1]"].into_iter().all(is_loopback));
        assert!(!["http://10.0.0.1", "http://localhost.example.com"].into_iter().any(is_loopback));
    }

    #[test]
    fn addresses_that_are_refused() {
        for (text, why) in [
            ("example.com/v1", "is no address"),
            ("ftp://example.com", "is no http:// or https:// address"),
            ("https://me:secret@example.com/v1", "holds a name or a password"),
            ("https://example.com/v1?key=1", "has a `?` or `#` part"),
        ] {
            let said = BaseUrl::parse(text).unwrap_err().to_string();
            assert!(said.contains(why) && !said.contains("secret"), "{said}");
        }
        assert_eq!(
            BaseUrl::parse("https://example.com/v1/").unwrap().at("/messages"),
            "https://example.com/v1/messages"
        );
    }
}
