//! Contents on the server: pieces under the run that needs them and the digest of the whole.
//!
//! They belong to one run of a client, so that it can have them dropped when it ends.

use futures::future::try_join_all;
use problem::{digest::Digest, executor::Blob};
use tokio::time::Instant;

use crate::{
    jetstream::{self, Stream, Trouble},
    way::Way,
};

/// The size of a piece, bytes.
const PIECE_BYTES: usize = 256 << 10;
/// So many pieces are on the way at once.
const AT_ONCE: usize = 8;
/// Larger contents are not fetched, bytes: the most that a program may write here.
pub(crate) const MAX_BYTES: u64 = 1 << 30;

fn subject(run: &str, digest: Digest, piece: usize) -> String {
    format!("{}.{run}.{}.{piece}", Stream::Contents.prefix(), digest.hex())
}

/// All that a run has on the server.
pub(crate) fn of_run(run: &str) -> String {
    format!("{}.{run}.>", Stream::Contents.prefix())
}

/// Lays contents on the server, which may be away until `end`.
pub(crate) async fn put(way: &Way, run: &str, blob: Blob, bytes: &[u8], end: Instant) -> Result<(), Trouble> {
    let pieces: Vec<(usize, &[u8])> = bytes.chunks(PIECE_BYTES).enumerate().collect();
    for some in pieces.chunks(AT_ONCE) {
        let puts = some.iter().map(|&(number, piece)| async move {
            // What has expired may be sent again at once.
            let id = format!("{}.{number}.{:x}", blob.digest.hex(), fastrand::u64(..));
            let id = id.as_str();
            way.until(end, || jetstream::keep(&way.client, subject(run, blob.digest, number), id, piece.to_vec())).await
        });
        try_join_all(puts).await?;
    }
    Ok(())
}

/// Contents from the server, which may be away until `end`; `None` where they are not there as a whole, or are not what
/// they are called.
pub(crate) async fn get(way: &Way, run: &str, blob: Blob, end: Instant) -> Result<Option<Vec<u8>>, Trouble> {
    if blob.size > MAX_BYTES {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    let numbers: Vec<usize> = (0..(blob.size as usize).div_ceil(PIECE_BYTES)).collect();
    for some in numbers.chunks(AT_ONCE) {
        let gets = some.iter().map(|&number| async move {
            let subject = subject(run, blob.digest, number);
            let subject = subject.as_str();
            way.until(end, || jetstream::kept(&way.client, Stream::Contents, subject)).await
        });
        for piece in try_join_all(gets).await? {
            let Some(piece) = piece else { return Ok(None) };
            // Nobody's pieces are larger.
            if piece.payload.len() > PIECE_BYTES {
                return Ok(None);
            }
            bytes.extend_from_slice(&piece.payload);
        }
    }
    if bytes.len() as u64 != blob.size {
        return Ok(None);
    }
    // Hashing much takes a while, in which others are to be heard.
    let checked = tokio::task::spawn_blocking(move || (Blob::of(&bytes) == blob).then_some(bytes));
    Ok(checked.await.unwrap_or_default())
}
