//! The way to the server: proxies, certificates, time-outs.
//!
//! Invariant: no redirect is followed, and what goes to this machine goes through no proxy.

use std::{io, sync::Once, time::Duration};

use reqwest::{Certificate, ClientBuilder, NoProxy, Proxy, redirect::Policy};

use crate::{error::Error, origin::Origin};

/// What surrounds this machine.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Network {
    /// The proxies.
    pub proxies: Proxies,
    /// Certificates to trust beside the system's, in PEM form.
    pub extra_certificates: Option<Vec<u8>>,
}

/// Which proxy is asked for what; addresses may hold a name and a password.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Proxies {
    /// For `http:` addresses.
    pub http: Option<String>,
    /// For `https:` addresses.
    pub https: Option<String>,
    /// Hosts that are spoken to directly: names, `.domains`, addresses, `*`; parted by commas.
    pub except: Option<String>,
}

impl Proxies {
    /// The usual variables: `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, `NO_PROXY`, and the same in lower case, which count
    /// first.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Proxies {
        let either = |name: &str| {
            let set = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
            set(name).or_else(|| set(&name.to_ascii_uppercase()))
        };
        let all = || either("all_proxy");
        Proxies {
            http: either("http_proxy").or_else(all),
            https: either("https_proxy").or_else(all),
            except: either("no_proxy"),
        }
    }
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Network").field("proxies", &self.proxies).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Proxies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The addresses may hold passwords.
        let (http, https) = (self.http.is_some(), self.https.is_some());
        f.debug_struct("Proxies").field("http", &http).field("https", &https).field("except", &self.except).finish()
    }
}

fn config_error(sentence: impl Into<String>) -> Error {
    Error::Config { sentence: sentence.into() }
}

/// The client for one origin.
///
/// # Errors
/// When a proxy's address or the certificates cannot be read.
pub(crate) fn client(network: &Network, origin: &Origin, connect: Duration) -> Result<reqwest::Client, Error> {
    static PROVIDER: Once = Once::new();
    // Another part of the process may have installed one, which serves as well.
    PROVIDER.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));

    let extra = certificates(network)?;
    let usual = builder(network, origin, connect)?.tls_certs_merge(extra.clone()).build();
    // A machine may have no certificates of its own; the well-known ones travel with the program.
    let client = usual.or_else(|_| with_known_certificates(builder(network, origin, connect)?, extra))?;
    Ok(client)
}

fn with_known_certificates(builder: ClientBuilder, extra: Vec<Certificate>) -> Result<reqwest::Client, Error> {
    let known = webpki_root_certs::TLS_SERVER_ROOT_CERTS.iter().filter_map(|der| Certificate::from_der(der).ok());
    let built = builder.tls_certs_only(known.chain(extra)).build();
    built.map_err(|error| config_error(format!("no connection can be prepared ({}); check `ca_file`", cause(&error))))
}

fn builder(network: &Network, origin: &Origin, connect: Duration) -> Result<ClientBuilder, Error> {
    let plain = reqwest::Client::builder()
        .user_agent(concat!("touchstone/", env!("CARGO_PKG_VERSION")))
        .redirect(Policy::none())
        .referer(false)
        .retry(reqwest::retry::never())
        .connect_timeout(connect)
        .no_proxy();
    if origin.is_loopback() {
        return Ok(plain);
    }
    let except = network.proxies.except.as_deref().and_then(NoProxy::from_string);
    let bad = |name: &str| {
        config_error(format!(
            "the environment's {name} is no address of a proxy; write something like http://proxy.example:3128"
        ))
    };
    let mut builder = plain;
    if let Some(address) = &network.proxies.http {
        builder = builder.proxy(Proxy::http(address).map_err(|_| bad("HTTP_PROXY"))?.no_proxy(except.clone()));
    }
    if let Some(address) = &network.proxies.https {
        builder = builder.proxy(Proxy::https(address).map_err(|_| bad("HTTPS_PROXY"))?.no_proxy(except));
    }
    Ok(builder)
}

fn certificates(network: &Network) -> Result<Vec<Certificate>, Error> {
    let Some(pem) = &network.extra_certificates else { return Ok(Vec::new()) };
    let found = Certificate::from_pem_bundle(pem).unwrap_or_default();
    if found.is_empty() {
        return Err(config_error(
            "`ca_file` holds no certificate in PEM form; name a file that begins with -----BEGIN CERTIFICATE-----",
        ));
    }
    Ok(found)
}

/// Whether a connection failed because the server's certificate is not trusted.
pub(crate) fn is_distrust(error: &(dyn std::error::Error + 'static)) -> bool {
    // Errors of input and output hold others, which are not their sources.
    let held = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
    matches!(error.downcast_ref(), Some(rustls::Error::InvalidCertificate(_)))
        || held.is_some_and(|held| is_distrust(held))
        || error.source().is_some_and(is_distrust)
}

/// The innermost cause of an error of the network, without addresses.
pub(crate) fn cause(error: &reqwest::Error) -> String {
    let mut inner: &dyn std::error::Error = error;
    let is_timeout = error.is_timeout() && error.is_connect();
    while let Some(source) = inner.source() {
        inner = source;
    }
    if is_timeout { "no connection in time".to_owned() } else { inner.to_string() }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The client of a machine that has no certificates.
    pub(crate) fn client_without_store(network: &Network, origin: &Origin) -> reqwest::Client {
        drop(client(network, origin, Duration::from_secs(10)));
        let builder = builder(network, origin, Duration::from_secs(10)).unwrap();
        with_known_certificates(builder, certificates(network).unwrap()).unwrap()
    }

    #[test]
    fn proxies_of_the_environment() {
        let set =
            [("HTTPS_PROXY", "http://b"), ("https_proxy", "http://a"), ("ALL_PROXY", "http://all"), ("NO_PROXY", " ")];
        let proxies = Proxies::from_environment(|name| {
            set.iter().find(|(set, _)| *set == name).map(|(_, value)| value.to_string())
        });
        let wanted = Proxies { http: Some("http://all".into()), https: Some("http://a".into()), except: None };
        assert_eq!(proxies, wanted);
    }

    #[test]
    fn passwords_are_not_shown() {
        let proxies = Proxies { http: Some("http://me:secret@proxy".into()), ..Proxies::default() };
        let network = Network { proxies, extra_certificates: Some(b"pem".to_vec()) };
        assert!(!format!("{network:?}").contains("secret"));
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        let origin = Origin::of("https://example.com").unwrap();
        let client = |network: Network| client(&network, &origin, Duration::from_secs(1));
        let no_pem = Network { extra_certificates: Some(b"junk".to_vec()), ..Network::default() };
        assert!(client(no_pem).unwrap_err().to_string().contains("`ca_file` holds no certificate"));
        let proxies = Proxies { https: Some("gopher:\\secret".into()), ..Proxies::default() };
        let said = client(Network { proxies, ..Network::default() }).map(drop);
        if let Err(error) = said {
            assert!(!error.to_string().contains("secret"), "{error}");
        }
        assert!(client(Network::default()).is_ok());
    }
}
