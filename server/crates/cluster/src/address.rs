//! Where a server is, and who says so to it.

use std::fmt;

use problem::executor::ExecutorError;
use url::{Host, Url};

/// The address of a server: `nats://` on this machine, `tls://` anywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    host: Host<String>,
    port: u16,
    is_encrypted: bool,
}

/// The port that servers listen on unless told otherwise.
const USUAL_PORT: u16 = 4222;

impl Address {
    /// Reads an address.
    ///
    /// # Errors
    /// One sentence on why nothing is sent there.
    pub fn parse(text: &str) -> Result<Address, ExecutorError> {
        let refuse = |why: &str| Err(ExecutorError::Failed(why.to_owned()));
        let Ok(url) = Url::parse(text) else {
            return refuse("that is no address of a cluster; one looks like `tls://HOST:4222`");
        };
        if !url.username().is_empty() || url.password().is_some() {
            return refuse(
                "an address holds no credentials, since others can read it; set TOUCHSTONE_CLUSTER_USER and \
                 TOUCHSTONE_CLUSTER_PASSWORD or TOUCHSTONE_CLUSTER_PASSWORD_FILE, or \
                 TOUCHSTONE_CLUSTER_CREDENTIALS_FILE",
            );
        }
        let is_encrypted = match url.scheme() {
            "nats" => false,
            "tls" => true,
            other => {
                return refuse(&format!(
                    "`{other}://` leads to no cluster; an address is `tls://HOST:4222`, or `nats://127.0.0.1:4222` on this machine"
                ));
            }
        };
        // For schemes that it does not know, the parser leaves numbers as they are.
        let host = url.host_str().and_then(|host| Host::parse(host).ok());
        let has_more = !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some();
        let Some(host) = host.filter(|_| !has_more) else {
            return refuse("that is no address of a cluster; one looks like `tls://HOST:4222`");
        };
        let address = Address { host, port: url.port().unwrap_or(USUAL_PORT), is_encrypted };
        if !is_encrypted && !address.is_loopback() {
            return refuse(&format!(
                "nats:// is not encrypted, so it is used on this machine only; let the server speak TLS and use tls://{}:{}",
                address.host, address.port
            ));
        }
        Ok(address)
    }

    /// Whether the server is this machine.
    pub fn is_loopback(&self) -> bool {
        match &self.host {
            Host::Domain(name) => name == "localhost",
            Host::Ipv4(address) => address.is_loopback(),
            Host::Ipv6(address) => address.is_loopback(),
        }
    }

    /// Where the server listens: its host and its port.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    pub(crate) fn is_encrypted(&self) -> bool {
        self.is_encrypted
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_encrypted { "tls" } else { "nats" };
        write!(f, "{scheme}://{}:{}", self.host, self.port)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> String {
        match Address::parse(text) {
            Ok(address) => address.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn addresses() {
        for (text, expected) in [
            ("nats://127.0.0.1:4222", "nats://127.0.0.1:4222"),
            ("nats://localhost", "nats://localhost:4222"),
            ("nats://[::1]:9", "nats://[::1]:9"),
            ("nats://127.9.9.9/", "nats://127.9.9.9:4222"),
            ("tls://judge.example:5222", "tls://judge.example:5222"),
        ] {
            assert_eq!(parsed(text), expected);
        }
        for (text, part) in [
            ("nats://10.0.0.1:4222", "use tls://10.0.0.1:4222"),
            ("nats://localhost.example", "is not encrypted"),
            ("nats://[::2]", "is not encrypted"),
            ("http://127.0.0.1:4222", "`http://` leads to no cluster"),
            ("tls://name:word@judge.example", "an address holds no credentials"),
            ("nats://name@127.0.0.1", "an address holds no credentials"),
            ("127.0.0.1:4222", "no address"),
            ("tls:4222", "no address"),
            ("tls://judge.example/path", "no address"),
        ] {
            assert!(parsed(text).contains(part), "{text}: {}", parsed(text));
        }
    }
}
