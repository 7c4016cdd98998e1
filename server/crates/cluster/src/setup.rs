//! What a server is told about who uses it: an account for each tenant, with its limits.

use std::{fmt, net::IpAddr};

/// What other machines find a server by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Host {
    /// A name.
    Name(String),
    /// An address of the network.
    Address(IpAddr),
}

impl Host {
    /// The host that a text names; `None` where none can be called so.
    pub fn parse(text: &str) -> Option<Host> {
        const MOST: usize = 253;
        if let Ok(address) = text.parse() {
            return Some(Host::Address(address));
        }
        let is_part = |part: &str| {
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
            !part.is_empty() && !part.starts_with('-') && !part.ends_with('-') && part.bytes().all(is_plain)
        };
        // What ends in a number is an address that is none.
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let is_name =
            text.len() <= MOST && text.split('.').all(is_part) && !text.rsplit('.').next().is_some_and(is_number);
        is_name.then(|| Host::Name(text.to_owned()))
    }

    /// What its certificate calls it.
    pub fn of_certificate(&self) -> String {
        match self {
            Host::Name(name) => format!("DNS:{name}"),
            Host::Address(address) => format!("IP:{address}"),
        }
    }

    /// Where the server listens for all.
    fn all(&self) -> &'static str {
        match self {
            Host::Address(IpAddr::V6(_)) => "[::]",
            Host::Name(_) | Host::Address(IpAddr::V4(_)) => "0.0.0.0",
        }
    }
}

/// As in a URL.
impl fmt::Display for Host {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Host::Name(name) => formatter.write_str(name),
            Host::Address(IpAddr::V4(address)) => write!(formatter, "{address}"),
            Host::Address(IpAddr::V6(address)) => write!(formatter, "[{address}]"),
        }
    }
}

/// One of those who share a server and see nothing of each other.
pub struct Tenant {
    /// Its name, of small letters, digits and hyphens: that of its account and of its user.
    pub name: String,
    /// What its user is let in by.
    pub proof: Proof,
}

/// What lets a user in, as far as a server knows it.
pub enum Proof {
    /// A password.
    Password(String),
    /// The public half of an nkey; then the server holds no secret.
    Nkey(String),
}

/// Whether a name can be that of a tenant.
pub fn can_be_tenant(name: &str) -> bool {
    const MOST: usize = 40;
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    name.len() <= MOST && name.starts_with(|first: char| first.is_ascii_lowercase()) && name.bytes().all(is_plain)
}

/// The configuration of a server: on this machine only, or with a host for all, by TLS. `store_gb` is what each tenant
/// may have on disk, in gigabytes.
pub fn configuration(tenants: &[Tenant], host: Option<&Host>, store_gb: u64) -> String {
    let most_gb = store_gb.saturating_mul(tenants.len() as u64);
    let mut text = match host {
        None => "listen: \"127.0.0.1:4222\"\n".to_owned(),
        Some(host) => {
            format!("listen: \"{}:4222\"\ntls {{ cert_file: \"cert.pem\", key_file: \"key.pem\" }}\n", host.all())
        }
    };
    text += &format!(
        "jetstream {{ store_dir: \"store\", max_memory_store: 0, max_file_store: {most_gb}GB }}\naccounts {{\n"
    );
    for Tenant { name, proof } in tenants {
        let user = match proof {
            Proof::Password(password) => format!("user: \"{name}\", password: \"{password}\""),
            Proof::Nkey(public) => format!("nkey: \"{public}\""),
        };
        // Three streams; a queue for each kind of batch and for each worker.
        text += &format!(
            "  {name} {{\n    \
             jetstream {{ max_mem: 0, max_file: {store_gb}GB, max_streams: 3, max_consumers: 100000 }}\n    \
             users: [ {{ {user} }} ]\n  }}\n"
        );
    }
    text + "}\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_server_is_found_by() {
        let told = |text: &str| {
            let host = Host::parse(text)?;
            let text = configuration(&[], Some(&host), 1);
            let listens = text.lines().next().unwrap_or_default().to_owned();
            Some(format!("{} tls://{host}:4222 {listens}", host.of_certificate()))
        };
        let found = ["judge.example", "judge-1", "10.77.0.1", "fd00::1"].map(|text| told(text).unwrap());
        assert_eq!(
            found,
            [
                "DNS:judge.example tls://judge.example:4222 listen: \"0.0.0.0:4222\"",
                "DNS:judge-1 tls://judge-1:4222 listen: \"0.0.0.0:4222\"",
                "IP:10.77.0.1 tls://10.77.0.1:4222 listen: \"0.0.0.0:4222\"",
                "IP:fd00::1 tls://[fd00::1]:4222 listen: \"[::]:4222\"",
            ]
        );
        let none = ["", "x.example\" bad", "a..b", "-a", "10.77.0.256", "judge.example:4222", "tls://judge", "ju/dge"];
        assert_eq!(none.map(told), [const { None }; 8]);
    }

    #[test]
    fn an_account_for_each_tenant() {
        let proof = |name: &str| Proof::Password(format!("secret of {name}"));
        let tenant = |name: &str| Tenant { name: name.to_owned(), proof: proof(name) };
        let text = configuration(&[tenant("red"), tenant("blue")], None, 5);
        assert_eq!(
            text,
            r#"listen: "127.0.0.1:4222"
jetstream { store_dir: "store", max_memory_store: 0, max_file_store: 10GB }
accounts {
  red {
    jetstream { max_mem: 0, max_file: 5GB, max_streams: 3, max_consumers: 100000 }
    users: [ { user: "red", password: "secret of red" } ]
  }
  blue {
    jetstream { max_mem: 0, max_file: 5GB, max_streams: 3, max_consumers: 100000 }
    users: [ { user: "blue", password: "secret of blue" } ]
  }
}
"#
        );
        let keyed = Tenant { name: "red".to_owned(), proof: Proof::Nkey("UAB".to_owned()) };
        assert!(configuration(&[keyed], None, 5).contains("    users: [ { nkey: \"UAB\" } ]\n"));
        let host = Host::parse("judge.example");
        assert!(configuration(&[tenant("red")], host.as_ref(), 5).contains("tls {"), "others may listen");
        let [right, wrong] = [["setters", "a-1"], ["A", "1a"]];
        assert!(right.iter().all(|name| can_be_tenant(name)) && !wrong.iter().any(|name| can_be_tenant(name)));
        assert!(!can_be_tenant("") && !can_be_tenant("a\"b") && !can_be_tenant(&"a".repeat(41)));
    }
}
