//! Who connects: what the environment says of it, and what a server is told.

use std::fmt;

use nkeys::{KeyPair, KeyPairType};
use problem::{digest::KeyBuilder, executor::ExecutorError};

use crate::address::Address;

/// What a server is told about who connects.
#[derive(Clone, Default)]
pub enum Login {
    /// Nothing: it asks nobody.
    #[default]
    Nobody,
    /// A user with a password.
    User {
        /// The name.
        name: String,
        /// The password.
        password: String,
    },
    /// A user with an nkey, whose seed this is: the server knows the other half.
    Nkey(String),
    /// What an operator of a server hands out, as `nsc` writes it: a token, and the seed that goes with it.
    Credentials(String),
}

/// What the environment says of who connects.
#[derive(Clone, Default)]
pub struct Said {
    /// The name of a user.
    pub user: Option<String>,
    /// A password.
    pub password: Option<String>,
    /// The text of a file that holds one.
    pub password_file: Option<String>,
    /// The text of a file with an nkey's seed, or with credentials.
    pub credentials_file: Option<String>,
}

/// How credentials begin.
const CREDENTIALS: &str = "-----BEGIN NATS USER JWT-----";

impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Login")
    }
}

fn failed(sentence: &str) -> ExecutorError {
    ExecutorError::Failed(sentence.to_owned())
}

impl Login {
    /// Who connects, by what the environment says.
    ///
    /// # Errors
    /// One sentence when only one half is there, when two ways are, or when a file does not hold what it should.
    pub fn of(said: Said) -> Result<Login, ExecutorError> {
        let Said { user, password, password_file, credentials_file } = said;
        match (user, password, password_file, credentials_file) {
            (None, None, None, None) => Ok(Login::Nobody),
            (None, None, None, Some(text)) => Login::held_by(&text),
            (_, _, _, Some(_)) => Err(failed(
                "it is said twice who connects to the cluster; keep TOUCHSTONE_CLUSTER_CREDENTIALS_FILE, or \
                 TOUCHSTONE_CLUSTER_USER and its password",
            )),
            (Some(name), Some(password), None, None) => Ok(Login::User { name, password }),
            (Some(name), None, Some(text), None) => {
                Ok(Login::User { name, password: text.trim_end_matches(['\r', '\n']).to_owned() })
            }
            (Some(_), Some(_), Some(_), None) => Err(failed(
                "the cluster's password is set twice; keep TOUCHSTONE_CLUSTER_PASSWORD or \
                 TOUCHSTONE_CLUSTER_PASSWORD_FILE",
            )),
            (Some(_), None, None, None) => Err(failed(
                "TOUCHSTONE_CLUSTER_USER is set without a password; set TOUCHSTONE_CLUSTER_PASSWORD or \
                 TOUCHSTONE_CLUSTER_PASSWORD_FILE too",
            )),
            (None, _, _, None) => {
                Err(failed("the cluster's password is set without a user; set TOUCHSTONE_CLUSTER_USER too"))
            }
        }
    }

    /// What a file of credentials says, which is one of two kinds.
    fn held_by(text: &str) -> Result<Login, ExecutorError> {
        if text.contains(CREDENTIALS) {
            return Ok(Login::Credentials(text.to_owned()));
        }
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let seed = lines.next().unwrap_or_default();
        // A public key, or that of a server or an account, lets nobody in.
        let is_users = KeyPair::from_seed(seed).is_ok_and(|key| matches!(key.key_pair_type(), KeyPairType::User));
        if is_users {
            return Ok(Login::Nkey(seed.to_owned()));
        }
        Err(failed(
            "the file in TOUCHSTONE_CLUSTER_CREDENTIALS_FILE holds neither the seed of a user's nkey, which begins with SU, \
             nor credentials as `nsc` writes them; name one that does",
        ))
    }

    /// A name for who connects: that of a user, or the public half of a key.
    pub(crate) fn user(&self) -> String {
        let public = |seed: &str| KeyPair::from_seed(seed).map(|key| key.public_key());
        match self {
            Login::Nobody => String::new(),
            Login::User { name, .. } => name.clone(),
            Login::Nkey(seed) => public(seed).unwrap_or_default(),
            // A token is renewed now and then, and the key stays.
            Login::Credentials(text) => text.lines().find_map(|line| public(line.trim()).ok()).unwrap_or_default(),
        }
    }

    /// A name for who is served there, of letters and digits: whoever else is served, and whoever is served elsewhere, has another.
    pub fn tenant(&self, address: &Address) -> String {
        let name = KeyBuilder::new("tenant 1").text(&address.to_string()).text(&self.user()).finish();
        name.hex()[..16].to_owned()
    }

    /// What a person looks at when the server does not let this one in.
    pub(crate) fn where_it_is_said(&self) -> &'static str {
        match self {
            Login::Nkey(_) | Login::Credentials(_) => "the file in TOUCHSTONE_CLUSTER_CREDENTIALS_FILE",
            Login::User { .. } => "TOUCHSTONE_CLUSTER_USER and its password",
            Login::Nobody => "TOUCHSTONE_CLUSTER_USER and its password, or TOUCHSTONE_CLUSTER_CREDENTIALS_FILE",
        }
    }
}

/// A new nkey of a user: its seed, which is kept secret, and its public half, which the server knows.
///
/// # Errors
/// When the system has nothing random.
pub fn new_nkey() -> Result<(String, String), ExecutorError> {
    let key = KeyPair::new_user();
    let seed = key.seed().map_err(|_| failed("this machine makes no random numbers for a key; try again"))?;
    Ok((seed, key.public_key()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn a_user_and_a_password() {
        assert!(matches!(Login::of(Said::default()), Ok(Login::Nobody)));
        let said = Said { user: word("a"), password_file: word("b c\n"), ..Said::default() };
        let Ok(Login::User { name, password }) = Login::of(said) else { panic!("a user") };
        assert_eq!((&*name, &*password), ("a", "b c"));
        for (user, password, password_file) in [
            (word("a"), None, None),
            (None, word("b"), None),
            (None, None, word("b")),
            (word("a"), word("b"), word("c")),
        ] {
            assert!(Login::of(Said { user, password, password_file, ..Said::default() }).is_err());
        }
        let said = Said { user: word("a"), password: word("secret"), ..Said::default() };
        assert_eq!(format!("{:?}", Login::of(said)), "Ok(Login)");
    }

    #[test]
    fn a_file_of_credentials() {
        let of = |text: &str| Login::of(Said { credentials_file: word(text), ..Said::default() });
        let (seed, public) = new_nkey().unwrap();
        assert!(seed.starts_with("SU") && public.starts_with('U'), "{public}");
        for text in [format!("{seed}\n"), format!("# of a worker\r\n\r\n  {seed}\r\n{public}\r\n")] {
            let Ok(Login::Nkey(kept)) = of(&text) else { panic!("a key") };
            assert_eq!(kept, seed);
        }
        let whole = format!(
            "{CREDENTIALS}\neyJ\n------END NATS USER JWT------\n\n\
             -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
        );
        let Ok(credentials @ Login::Credentials(_)) = of(&whole) else { panic!("credentials") };
        assert_eq!((credentials.user(), of(&seed).unwrap().user()), (public.clone(), public.clone()));
        let of_account = KeyPair::new_account().seed().unwrap();
        for wrong in ["", "secret", &public, &of_account, &seed[1..]] {
            let why = of(wrong).unwrap_err().to_string();
            assert!(why.contains("holds neither"), "{wrong}: {why}");
        }
        let both = Said { user: word("a"), credentials_file: word(&seed), ..Said::default() };
        assert!(Login::of(both).unwrap_err().to_string().contains("said twice who connects"));
    }
}
