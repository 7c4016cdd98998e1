//! Contents on the server: pieces under the digest of the whole.

use async_nats::Client;
use futures::future::try_join_all;
use problem::{digest::Digest, executor::Blob};

use crate::jetstream::{self, Stream, Trouble};

/// The size of a piece, bytes.
const PIECE_BYTES: usize = 256 << 10;
/// So many pieces are on the way at once.
const AT_ONCE: usize = 8;
/// Larger contents are not fetched, bytes: the most that a program may write here.
const MAX_BYTES: u64 = 1 << 30;

fn subject(digest: Digest, piece: usize) -> String {
    format!("{}.{}.{piece}", Stream::Contents.prefix(), digest.hex())
}

/// Lays contents on the server.
pub(crate) async fn put(client: &Client, blob: Blob, bytes: &[u8]) -> Result<(), Trouble> {
    let pieces: Vec<(usize, &[u8])> = bytes.chunks(PIECE_BYTES).enumerate().collect();
    for some in pieces.chunks(AT_ONCE) {
        let puts = some.iter().map(|&(number, piece)| {
            // What has expired may be sent again at once.
            let id = format!("{}.{number}.{:x}", blob.digest.hex(), fastrand::u64(..));
            async move { jetstream::keep(client, subject(blob.digest, number), &id, piece.to_vec()).await }
        });
        try_join_all(puts).await?;
    }
    Ok(())
}

/// Contents from the server; `None` where they are not there as a whole, or are not what they are called.
pub(crate) async fn get(client: &Client, blob: Blob) -> Result<Option<Vec<u8>>, Trouble> {
    if blob.size > MAX_BYTES {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    let numbers: Vec<usize> = (0..(blob.size as usize).div_ceil(PIECE_BYTES)).collect();
    for some in numbers.chunks(AT_ONCE) {
        let subjects = some.iter().map(|&number| subject(blob.digest, number));
        let gets = subjects.map(|subject| async move { jetstream::kept(client, Stream::Contents, &subject).await });
        for piece in try_join_all(gets).await? {
            let Some(piece) = piece else { return Ok(None) };
            bytes.extend_from_slice(&piece.payload);
        }
    }
    Ok((Blob::of(&bytes) == blob).then_some(bytes))
}
