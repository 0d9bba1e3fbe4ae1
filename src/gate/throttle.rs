//! Limits failed logins. Contract §2: "Failed logins are counted per (name as sent, known or not; client address): 10
//! within 5 minutes; and per address (of IPv6: per /64, for both counts) 100 within 5 minutes; the next is 429".

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::time::{Duration, Instant};

const WINDOW: Duration = Duration::from_secs(5 * 60);
const MAX_BY_NAME: usize = 10;
const MAX_BY_ADDRESS: usize = 100;

/// The name's digest of all failures without a login name. Each address may have [`MAX_BY_NAME`] of these.
pub const NO_NAME: u64 = 0;

/// The most failures in memory, about 4 MiB. No machine can check this many passwords in the window.
const MAX_FAILURES: usize = 50_000;

/// The failures of the last five minutes. Both collections contain the same failures.
#[derive(Default)]
pub struct Throttle {
    by_address: HashMap<IpAddr, VecDeque<FailedLogin>>,
    /// The time and address of all failures, to find the expired ones without a search.
    oldest_first: VecDeque<(Instant, IpAddr)>,
}

struct FailedLogin {
    at: Instant,
    name_digest: u64,
    /// Whether a refusal after this failure was reported, see [`Throttle::mark_refusal_reported`].
    is_refusal_reported: bool,
}

impl Throttle {
    /// Fails if the name or the address has too many failures. The error is the time until the next attempt is allowed.
    /// Does not count the attempt: [`Self::add_failure`] counts failures.
    pub fn check(&mut self, name_digest: u64, client: IpAddr, now: Instant) -> Result<(), Duration> {
        self.remove_expired(now);
        let Some(failures) = self.by_address.get(&client) else { return Ok(()) };
        // the name must wait until its tenth newest failure expires; the address, until its hundredth newest expires
        let tenth_of_name =
            failures.iter().rev().filter(|failure| failure.name_digest == name_digest).nth(MAX_BY_NAME - 1);
        let hundredth_of_address = failures.iter().rev().nth(MAX_BY_ADDRESS - 1);
        let limiting = [tenth_of_name, hundredth_of_address].into_iter().flatten();
        // if both limits are reached, the later time counts
        let allowed_at = limiting.map(|failure| failure.at + WINDOW).max();
        match allowed_at {
            Some(allowed_at) => Err(allowed_at.saturating_duration_since(now)),
            None => Ok(()),
        }
    }

    /// Counts a failure of the name and the address. Without a name, `name_digest` is [`NO_NAME`].
    pub fn add_failure(&mut self, name_digest: u64, client: IpAddr, now: Instant) {
        self.oldest_first.push_back((now, client));
        let failure = FailedLogin { at: now, name_digest, is_refusal_reported: false };
        self.by_address.entry(client).or_default().push_back(failure);
        self.remove_expired(now);
    }

    /// Marks a refusal as reported. Returns true only for the first refusal after the last failure of the name and address
    /// (or of the address, if the name has none).
    pub fn mark_refusal_reported(&mut self, name_digest: u64, client: IpAddr) -> bool {
        let Some(failures) = self.by_address.get_mut(&client) else { return false };
        let last_of_name = failures.iter().rposition(|failure| failure.name_digest == name_digest);
        let last_of_address = failures.len().checked_sub(1);
        let last = last_of_name.or(last_of_address).and_then(|index| failures.get_mut(index));
        last.is_some_and(|failure| !std::mem::replace(&mut failure.is_refusal_reported, true))
    }

    /// Removes the failures that are older than the window, and the oldest failures beyond [`MAX_FAILURES`].
    fn remove_expired(&mut self, now: Instant) {
        while let Some((at, client)) = self.oldest_first.front() {
            if self.oldest_first.len() <= MAX_FAILURES && now.saturating_duration_since(*at) < WINDOW {
                return;
            }
            // the oldest failure of all is the oldest failure of its address, too
            if let Some(failures) = self.by_address.get_mut(client) {
                failures.pop_front();
                if failures.is_empty() {
                    self.by_address.remove(client);
                }
            }
            self.oldest_first.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const THERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn the_eleventh_login_of_a_name_waits_until_the_first_failure_expires() {
        let (mut throttle, start) = (Throttle::default(), Instant::now());
        for failure in 0..10 {
            let now = start + seconds(failure);
            assert_eq!(throttle.check(1, HERE, now), Ok(()), "failure {failure}");
            throttle.add_failure(1, HERE, now);
        }
        let now = start + seconds(10);
        assert_eq!(throttle.check(1, HERE, now), Err(seconds(290)));
        assert_eq!(throttle.check(2, HERE, now), Ok(()), "another name");
        assert_eq!(throttle.check(1, THERE, now), Ok(()), "another address");
        assert_eq!(throttle.check(1, HERE, start + seconds(299)), Err(seconds(1)));
        assert_eq!(throttle.check(1, HERE, start + seconds(300)), Ok(()));
        throttle.add_failure(1, HERE, start + seconds(300));
        assert_eq!(throttle.check(1, HERE, start + seconds(300)), Err(seconds(1)), "ten again, until the second ages");
    }

    #[test]
    fn an_address_has_at_most_a_hundred_failures() {
        let (mut throttle, start) = (Throttle::default(), Instant::now());
        for name in 0..100 {
            assert_eq!(throttle.check(name, HERE, start), Ok(()), "name {name}");
            throttle.add_failure(name, HERE, start);
        }
        let now = start + seconds(60);
        assert_eq!(throttle.check(1000, HERE, now), Err(seconds(240)));
        assert_eq!(throttle.check(1000, THERE, now), Ok(()));
    }

    #[test]
    fn a_flood_of_addresses_does_not_fill_the_memory() {
        let (mut throttle, start) = (Throttle::default(), Instant::now());
        for address in 0..200_000_u32 {
            throttle.add_failure(1, IpAddr::V4(address.into()), start);
        }
        assert_eq!(throttle.oldest_first.len(), MAX_FAILURES);
        assert_eq!(throttle.by_address.len(), MAX_FAILURES);
        assert_eq!(throttle.check(1, HERE, start + WINDOW), Ok(()));
        assert!(throttle.by_address.is_empty());
    }
}
