//! When a request is sent again, and after which pause.
//!
//! It is sent four times at most, after failures that may pass; a stream that was cut is one of them.

use std::time::{Duration, SystemTime};

/// How often and how soon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retries {
    /// How often a request is sent at most.
    pub max_tries: u32,
    /// The first pause is at most this long; each further one twice as long.
    pub first_pause: Duration,
    /// No pause of ours is longer.
    pub longest_pause: Duration,
    /// A server that wants to be left alone for longer than this is given up.
    pub longest_wish: Duration,
}

impl Default for Retries {
    fn default() -> Retries {
        Retries {
            max_tries: 4,
            first_pause: Duration::from_millis(500),
            longest_pause: Duration::from_secs(30),
            longest_wish: Duration::from_secs(120),
        }
    }
}

impl Retries {
    /// The pause after `n_tries` failed tries; `None` when it is not tried again. `chance` is from 0 to 1, and the pause
    /// is that part of its bound (full jitter), so that clients that failed together do not come back together. A
    /// server's wish is granted, and chance adds to it.
    pub(crate) fn pause(&self, n_tries: u32, chance: f64, wish: Option<Duration>) -> Option<Duration> {
        if n_tries >= self.max_tries || wish.is_some_and(|wish| wish > self.longest_wish) {
            return None;
        }
        let doublings = n_tries.saturating_sub(1).min(20);
        let bound = self.first_pause.saturating_mul(1 << doublings).min(self.longest_pause);
        match wish {
            Some(wish) => Some(wish + self.first_pause.min(bound).mul_f64(chance.clamp(0.0, 1.0) / 4.0)),
            None => Some(bound.mul_f64(chance.clamp(0.0, 1.0))),
        }
    }
}

/// What `Retry-After` says, in seconds or as a date; what it says of the past is no wait.
pub(crate) fn retry_after(value: &str, now: SystemTime) -> Option<Duration> {
    let value = value.trim();
    if let Ok(seconds) = value.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let date = httpdate::parse_http_date(value).ok()?;
    Some(date.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses() {
        let retries = Retries::default();
        let pause = |n_tries, chance| retries.pause(n_tries, chance, None).map(|pause| pause.as_millis());
        assert_eq!(
            [pause(1, 1.0), pause(2, 1.0), pause(3, 1.0), pause(4, 1.0)],
            [Some(500), Some(1000), Some(2000), None]
        );
        assert_eq!([pause(1, 0.0), pause(3, 0.5)], [Some(0), Some(1000)]);
        let endless = Retries { max_tries: 100, ..retries };
        assert_eq!(endless.pause(50, 1.0, None), Some(Duration::from_secs(30)));
    }

    #[test]
    fn wishes() {
        let retries = Retries::default();
        let wish = |seconds| Some(Duration::from_secs(seconds));
        assert_eq!(retries.pause(1, 0.0, wish(20)), wish(20));
        assert!(retries.pause(1, 1.0, wish(20)).unwrap() >= Duration::from_secs(20));
        assert_eq!(retries.pause(1, 0.0, wish(121)), None, "too long to wait");
        assert_eq!(retries.pause(4, 0.0, wish(1)), None);
    }

    #[test]
    fn headers() {
        let now = httpdate::parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT").unwrap();
        let of = |value: &str| retry_after(value, now);
        assert_eq!(of("7"), Some(Duration::from_secs(7)));
        assert_eq!(of(" 0.25 "), Some(Duration::from_millis(250)));
        assert_eq!(of("Sun, 06 Nov 1994 08:50:07 GMT"), Some(Duration::from_secs(30)));
        assert_eq!(of("Sunday, 06-Nov-94 08:50:07 GMT"), Some(Duration::from_secs(30)));
        assert_eq!(of("Sun, 06 Nov 1994 08:00:00 GMT"), Some(Duration::ZERO));
        assert_eq!([of("-1"), of("soon"), of(""), of("1e400")], [None; 4]);
    }
}
