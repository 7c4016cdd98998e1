//! Who answered: each worker may have a key to sign with, and a client a list of those that it believes.
//!
//! Signed is what was asked, where, and what came of it, so that no answer counts for another question.

use std::collections::BTreeSet;

use problem::{
    digest::{Digest, KeyBuilder},
    executor::ExecutorError,
};
use ring::{
    rand::{SecureRandom as _, SystemRandom},
    signature::{ED25519, Ed25519KeyPair, KeyPair as _, UnparsedPublicKey},
};

const KEY_BYTES: usize = 32;
const SIGNATURE_BYTES: usize = 64;

/// The key that a worker signs with.
pub struct SigningKey(Ed25519KeyPair);

/// What tells who signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PublicKey([u8; KEY_BYTES]);

impl PublicKey {
    /// As it stands in a list.
    pub fn hex(self) -> String {
        Digest(self.0).hex()
    }

    /// The key that such a text names.
    pub fn parse(text: &str) -> Option<PublicKey> {
        bytes_of(text).map(PublicKey)
    }
}

/// The keys that count for a client.
pub struct Believed(BTreeSet<PublicKey>);

fn failed(sentence: &str) -> ExecutorError {
    ExecutorError::Failed(sentence.to_owned())
}

/// Bytes that are written as so many hexadecimal digits.
fn bytes_of(text: &str) -> Option<[u8; KEY_BYTES]> {
    let digit = |idx: usize| text.as_bytes().get(idx).and_then(|digit| char::from(*digit).to_digit(16));
    let mut bytes = [0; KEY_BYTES];
    for (idx, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::try_from(digit(2 * idx)? * 16 + digit(2 * idx + 1)?).ok()?;
    }
    (text.len() == 2 * KEY_BYTES).then_some(bytes)
}

impl SigningKey {
    /// A new key as the text that is to be kept.
    ///
    /// # Errors
    /// When the system has nothing random.
    pub fn make() -> Result<String, ExecutorError> {
        let mut seed = [0; KEY_BYTES];
        let filled = SystemRandom::new().fill(&mut seed);
        filled.map_err(|_| failed("this machine makes no random numbers for a key; try again"))?;
        Ok(format!("{}\n", Digest(seed).hex()))
    }

    /// The key that such a text holds.
    ///
    /// # Errors
    /// When it holds none.
    pub fn read(text: &str) -> Result<SigningKey, ExecutorError> {
        let seed = bytes_of(text.trim()).and_then(|seed| Ed25519KeyPair::from_seed_unchecked(&seed).ok());
        seed.map(SigningKey).ok_or_else(|| failed("the file holds no key of a worker; name another one, which is made"))
    }

    /// What a client has on its list.
    pub fn public(&self) -> String {
        self.bytes().map_or_else(String::new, |bytes| Digest(bytes).hex())
    }

    fn bytes(&self) -> Option<[u8; KEY_BYTES]> {
        self.0.public_key().as_ref().try_into().ok()
    }
}

impl Believed {
    /// The list in a text: a key in each line, with any words after it.
    ///
    /// # Errors
    /// When a line begins with something else, or there is none.
    pub fn read(text: &str) -> Result<Believed, ExecutorError> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let keys = lines.map(|line| bytes_of(line.split_whitespace().next().unwrap_or_default()));
        match keys.map(|key| key.map(PublicKey)).collect::<Option<BTreeSet<_>>>() {
            Some(keys) if !keys.is_empty() => Ok(Believed(keys)),
            _ => Err(failed(
                "the list of workers' keys is empty or holds something else; write what each worker prints, one a line",
            )),
        }
    }

    /// How many there are.
    pub fn n_keys(&self) -> usize {
        self.0.len()
    }

    /// The list without some of them.
    #[must_use]
    pub fn without(self, keys: &[PublicKey]) -> Believed {
        Believed(self.0.into_iter().filter(|key| !keys.contains(key)).collect())
    }

    /// Changes with the list.
    pub(crate) fn identity(&self) -> Digest {
        self.0.iter().fold(KeyBuilder::new("believed 1"), |key, one| key.field(&one.0)).finish()
    }
}

fn signed(subject: &str, order: Digest, answer: &[u8]) -> [u8; KEY_BYTES] {
    KeyBuilder::new("answer 1").text(subject).digest(order).field(answer).finish().0
}

/// An answer with who says so before it; zeros where nobody does.
pub(crate) fn seal(key: Option<&SigningKey>, subject: &str, order: Digest, answer: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; KEY_BYTES + SIGNATURE_BYTES];
    if let Some((key, public)) = key.and_then(|key| Some((key, key.bytes()?))) {
        bytes[..KEY_BYTES].copy_from_slice(&public);
        bytes[KEY_BYTES..].copy_from_slice(key.0.sign(&signed(subject, order, answer)).as_ref());
    }
    bytes.extend_from_slice(answer);
    bytes
}

/// The answer in such bytes, and who says so; `None` where it is none, or nobody on the list says so. Without a list everybody is
/// believed.
pub(crate) fn open<'b>(
    believed: Option<&Believed>,
    subject: &str,
    order: Digest,
    bytes: &'b [u8],
) -> Option<(&'b [u8], Option<PublicKey>)> {
    let (public, rest) = bytes.split_first_chunk::<KEY_BYTES>()?;
    let (signature, answer) = rest.split_first_chunk::<SIGNATURE_BYTES>()?;
    let Some(believed) = believed else { return Some((answer, None)) };
    let verified = || UnparsedPublicKey::new(&ED25519, public).verify(&signed(subject, order, answer), signature);
    let key = PublicKey(*public);
    (believed.0.contains(&key) && verified().is_ok()).then_some((answer, Some(key)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_believed() {
        // The first two of RFC 8032, 7.1.
        let [ours, other] = [
            (
                "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            ),
            (
                "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
                "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            ),
        ]
        .map(|(seed, public)| {
            let key = SigningKey::read(&format!("{seed}\n")).unwrap();
            assert_eq!(key.public(), public);
            key
        });
        let list = Believed::read(&format!("# ours\n\n{} the first machine\n", ours.public())).unwrap();
        let (order, asked) = (Digest([1; 32]), "run.1");
        let sealed = seal(Some(&ours), asked, order, b"AC");
        let (answer, key) = open(Some(&list), asked, order, &sealed).unwrap();
        assert_eq!((answer, key.map(PublicKey::hex)), (&b"AC"[..], Some(ours.public())));
        assert_eq!(open(Some(&list), "run.2", order, &sealed), None, "it answers another question");
        assert_eq!(open(Some(&list), asked, Digest([2; 32]), &sealed), None, "something else was asked");
        let mut changed = sealed.clone();
        *changed.last_mut().unwrap() ^= 1;
        assert_eq!(open(Some(&list), asked, order, &changed), None);
        for stranger in [seal(Some(&other), asked, order, b"AC"), seal(None, asked, order, b"AC"), b"AC".to_vec()] {
            assert_eq!(open(Some(&list), asked, order, &stranger), None);
        }
        assert_eq!(open(None, asked, order, &seal(None, asked, order, b"AC")), Some((&b"AC"[..], None)));
        let list = list.without(&[key.unwrap()]);
        assert_eq!((list.n_keys(), open(Some(&list), asked, order, &sealed)), (0, None), "struck off");
    }

    #[test]
    fn texts_of_keys() {
        let made = SigningKey::make().unwrap();
        assert_ne!(made, SigningKey::make().unwrap());
        assert!(SigningKey::read(&made).is_ok());
        for text in ["", "d75a", "zz", &format!("{}0", made.trim()), "é"] {
            assert!(SigningKey::read(text).is_err() && Believed::read(text).is_err(), "{text}");
        }
    }
}
