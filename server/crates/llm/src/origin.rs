//! Addresses of servers: the origin that a key belongs to, and the base under which requests go.
//!
//! Invariant: everything that is sent to a [`BaseUrl`] goes to its [`Origin`].

use std::fmt;

use url::{Host, Url};

use crate::error::Error;

/// Scheme, host and port of a server.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Origin {
    scheme: String,
    host: Host<String>,
    port: u16,
}

impl Origin {
    /// The origin of an address; `None` when it is no address of a web server.
    pub fn of(address: &str) -> Option<Origin> {
        Origin::of_url(&Url::parse(address).ok()?)
    }

    fn of_url(url: &Url) -> Option<Origin> {
        let is_web = matches!(url.scheme(), "http" | "https");
        let host = url.host().filter(|_| is_web)?.to_owned();
        Some(Origin { scheme: url.scheme().to_owned(), host, port: url.port_or_known_default()? })
    }

    /// The host alone, as it stands in addresses.
    pub fn host(&self) -> String {
        self.host.to_string()
    }

    /// Whether the server is this machine, so that nothing leaves it and no proxy is asked.
    pub fn is_loopback(&self) -> bool {
        match &self.host {
            Host::Domain(name) => name == "localhost" || name.ends_with(".localhost"),
            Host::Ipv4(address) => address.is_loopback(),
            Host::Ipv6(address) => address.is_loopback(),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.host)?;
        let usual = if self.scheme == "https" { 443 } else { 80 };
        if self.port == usual { Ok(()) } else { write!(f, ":{}", self.port) }
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
