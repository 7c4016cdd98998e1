//! What a server is told about who uses it: an account for each tenant, with its limits.

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

/// The configuration of a server: on this machine only, or with a host's name for all, by TLS. `store_gb` is what each tenant
/// may have on disk, in gigabytes.
pub fn configuration(tenants: &[Tenant], host: Option<&str>, store_gb: u64) -> String {
    let most_gb = store_gb.saturating_mul(tenants.len() as u64);
    let mut text = match host {
        None => "listen: \"127.0.0.1:4222\"\n".to_owned(),
        Some(_) => "listen: \"0.0.0.0:4222\"\ntls { cert_file: \"cert.pem\", key_file: \"key.pem\" }\n".to_owned(),
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
        assert!(configuration(&[tenant("red")], Some("judge.example"), 5).contains("tls {"), "others may listen");
        let [right, wrong] = [["setters", "a-1"], ["A", "1a"]];
        assert!(right.iter().all(|name| can_be_tenant(name)) && !wrong.iter().any(|name| can_be_tenant(name)));
        assert!(!can_be_tenant("") && !can_be_tenant("a\"b") && !can_be_tenant(&"a".repeat(41)));
    }
}
