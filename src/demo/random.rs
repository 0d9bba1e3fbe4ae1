//! A portable random generator: SplitMix64 with integers only. Each generated object has its own generator, seeded by
//! kind and number, so that the object can be recomputed at any time.

/// The increment of SplitMix64.
const GOLDEN_GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// Returns the generator of an object. Equal arguments give equal random numbers, on every machine.
    pub fn for_object(seed: u64, kind: ObjectKind, number: u64) -> Self {
        let mut random = Self(seed);
        for part in [kind as u64, number] {
            random.0 = random.next() ^ part.wrapping_mul(GOLDEN_GAMMA);
        }
        random
    }

    /// Returns the next 64 random bits. The constants and shifts are those of SplitMix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN_GAMMA);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to below `limit`, which must not be 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        // the upper half of the product: as uniform as 64 bits allow, without a division
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }

    /// Returns a number from `first` to `last`, inclusive.
    pub fn between(&mut self, first: i64, last: i64) -> i64 {
        first + self.below((last - first + 1) as u64) as i64
    }

    pub fn percent_chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// Returns a random item. All items are equally likely. Panics without items.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }

    /// Returns a random item. The probability of an item is proportional to its weight.
    pub fn pick_weighted<T: Copy>(&mut self, items: &[(u64, T)]) -> T {
        let total_weight = items.iter().map(|(weight, _)| weight).sum();
        // each item has as many numbers below the total as its weight
        let mut remaining = self.below(total_weight);
        for (weight, item) in items {
            if remaining < *weight {
                return *item;
            }
            remaining -= weight;
        }
        unreachable!("the random number is less than the sum of the weights")
    }
}

/// The kind of a generated object. The number of the kind in this list is part of the seed.
#[derive(Debug, Clone, Copy)]
pub enum ObjectKind {
    Names,
    Location,
    Person,
    Groups,
    Training,
    Path,
    Class,
    Participant,
    Online,
    Exemption,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected numbers are from an independent implementation in another language.
    #[test]
    fn the_numbers_are_the_same_everywhere() {
        let mut random = Random::for_object(7, ObjectKind::Person, 12);
        let found: Vec<u64> = (0..4).map(|_| random.below(1_000_000)).collect();
        assert_eq!(found, [199_055, 939_473, 148_826, 576_690]);
    }

    #[test]
    fn items_are_picked_in_proportion_to_their_weights() {
        let mut random = Random::for_object(1, ObjectKind::Names, 0);
        let mut counts = [0; 3];
        for _ in 0..10_000 {
            counts[random.pick_weighted(&[(1, 0), (0, 1), (9, 2)])] += 1;
        }
        assert!((900..1100).contains(&counts[0]), "{counts:?}");
        assert_eq!(counts[1], 0);
    }
}
