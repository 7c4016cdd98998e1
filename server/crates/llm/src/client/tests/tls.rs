//! Encrypted connections: whom the client trusts.

use std::{
    io::{Read as _, Write as _},
    net::{TcpListener, TcpStream},
    sync::{OnceLock, mpsc},
    thread,
};

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::{
    ServerConfig, ServerConnection, StreamOwned,
    pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer},
};
use testkit::model_server::{Act, chat_answer};

use super::*;
use crate::network;

/// A server for `localhost` with a certificate of an authority that nobody knows: its address, the authority's
/// certificate, and the keys that it is shown.
struct TlsServer {
    base_url: String,
    authority: Vec<u8>,
    keys: mpsc::Receiver<String>,
}

impl TlsServer {
    fn new() -> TlsServer {
        let authority_key = KeyPair::generate().unwrap();
        let mut authority = CertificateParams::new(vec![]).unwrap();
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority_pem = authority.self_signed(&authority_key).unwrap().pem();
        let key = KeyPair::generate().unwrap();
        let leaf = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
        let leaf = leaf.signed_by(&key, &Issuer::new(authority, authority_key)).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
        let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        let config = config.with_no_client_auth().with_single_cert(vec![leaf.der().clone()], key).unwrap();
        let config = Arc::new(config);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base_url = format!("https://localhost:{}/v1", listener.local_addr().unwrap().port());
        let (to_test, keys) = mpsc::channel();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if let Some(key) = serve(stream, Arc::clone(&config)) {
                    to_test.send(key).unwrap_or_default();
                }
            }
        });
        TlsServer { base_url, authority: authority_pem.into_bytes(), keys }
    }

    fn bench(&self, extra_certificates: Option<Vec<u8>>) -> Bench {
        let mut bench = Bench::at(&self.base_url);
        bench.network = Network { extra_certificates, ..Network::default() };
        bench.keys = Arc::new(with_variable("TOUCHSTONE_LLM_API_KEY", "sk-own"));
        bench
    }
}

/// Answers one request, and tells the key that it brought. `None` when no connection stood.
fn serve(stream: TcpStream, config: Arc<ServerConfig>) -> Option<String> {
    let mut stream = StreamOwned::new(ServerConnection::new(config).ok()?, stream);
    let (mut request, mut buffer) = (String::new(), [0; 4096]);
    while !request.ends_with('}') {
        let n_bytes = stream.read(&mut buffer).ok().filter(|&n_bytes| n_bytes > 0)?;
        request += &String::from_utf8_lossy(&buffer[..n_bytes]);
    }
    for act in chat_answer("{\"line\": 7}") {
        match act {
            Act::Bytes(bytes) => stream.write_all(&bytes).ok()?,
            Act::WaitForClose => unreachable!("a whole answer does not wait"),
        }
    }
    stream.conn.send_close_notify();
    stream.flush().ok()?;
    let line = request.lines().find_map(|line| line.strip_prefix("authorization: "));
    Some(line.unwrap_or_default().to_owned())
}

#[tokio::test]
async fn only_a_trusted_server_gets_the_key() {
    let server = TlsServer::new();
    let error = ask(&server.bench(None).client(), "q").await.unwrap_err().to_string();
    assert!(error.contains("shows a certificate that is not trusted (invalid peer certificate"), "{error}");
    assert!(error.contains("name the authority's file as `ca_file`"), "{error}");
    assert!(server.keys.try_recv().is_err());
    let reply = ask(&server.bench(Some(server.authority.clone())).client(), "q").await.unwrap();
    assert_eq!(reply.value, line(7));
    assert_eq!(server.keys.recv_timeout(Duration::from_secs(20)).as_deref(), Ok("Bearer sk-own"));
}

#[tokio::test]
async fn a_machine_without_certificates() {
    let server = TlsServer::new();
    for (authority, is_trusted) in [(None, false), (Some(server.authority.clone()), true)] {
        let bench = server.bench(authority);
        let mut client = bench.client();
        client.http = OnceLock::from(network::tests::client_without_store(&bench.network, client.config().origin()));
        match ask(&client, "q").await {
            Ok(reply) => assert!(is_trusted && reply.value == line(7)),
            Err(error) => assert!(!is_trusted && matches!(error, Error::Untrusted { .. }), "{error}"),
        }
    }
}
