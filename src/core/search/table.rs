//! Transposition table, which several threads may share, or which grows as it fills.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::variant::score::{PROVEN, WON};

/// Kind of a stored value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Bound {
    /// No value.
    None,
    /// Lower bound.
    Lower,
    /// Upper bound.
    Upper,
    /// Exact value.
    Exact,
}

/// Marks that no best move is known.
pub(super) const NO_MOVE: u8 = u8::MAX;
/// Limit on the size of proved bounds.
pub(super) const WIDEST: i32 = 1000;

/// Content of a table entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stored {
    /// Proved lower and upper bound, valid at any depth.
    pub(super) proved: [i32; 2],
    /// Value from a search of this depth.
    pub(super) value: i32,
    pub(super) bound: Bound,
    pub(super) depth: u8,
    /// Index of the best move in the order of generation, or [`NO_MOVE`].
    pub(super) best: u8,
    /// Age of the search that stored the entry, from 0 to [`AGES`] − 1.
    pub(super) age: u8,
}

/// Modulus of the ages of searches.
pub(super) const AGES: u8 = 32;

/// Entry of sixteen bytes: the key XOR the content, and the content. Racing writes of two threads leave a pair that
/// matches no key.
type Entry = [AtomicU64; 2];

/// Words per bucket of four entries, which fills a cache line.
const WORDS: usize = 8;
/// Average number of entries per bucket at which a table grows. Few buckets are full then.
const CROWDED: usize = 2;
/// Number of buckets of a growing table at first: 256 kB, which the caches of a processor hold.
const FIRST: usize = 1 << 12;

/// Hash table of buckets of entries; each bucket is a cache line.
#[derive(Debug)]
pub(crate) struct Table {
    words: Vec<AtomicU64>,
    /// Index of the first bucket.
    first: usize,
    /// Number of buckets without those added by splitting, a power of two.
    buckets: usize,
    /// Number of buckets that have been split; each has added one, so that no growth takes long (linear hashing).
    split: usize,
    /// Limit on the number of buckets.
    most: usize,
    /// Number of entries, counted while the table may grow.
    filled: AtomicUsize,
}

/// Flag of used entries, so that an empty entry matches no key.
pub(super) const WRITTEN: u64 = 1 << 63;

/// Limit of stored values, which have 17 bits; others are not stored.
const FARTHEST: i32 = 65_535;
const ESTIMATES: i32 = 50_000;

/// Packs a value into 17 bits, with wins by their distance at both ends.
const fn squeezed(value: i32) -> Option<u64> {
    let size = value.abs();
    let short = if size <= ESTIMATES {
        size
    } else if size > PROVEN && WON - size < FARTHEST - ESTIMATES {
        FARTHEST - (WON - size)
    } else {
        return None;
    };
    let short = if value < 0 { -short } else { short };
    Some((short + FARTHEST).cast_unsigned() as u64)
}

/// Unpacks a value.
// 17 bits.
const fn released(bits: u64) -> i32 {
    let short = (bits as u32).cast_signed() - FARTHEST;
    let size = short.abs();
    let size = if size <= ESTIMATES { size } else { WON - (FARTHEST - size) };
    if short < 0 { -size } else { size }
}

impl Stored {
    pub(super) const NOTHING: Self = Self {
        proved: [-WIDEST, WIDEST],
        value: 0,
        bound: Bound::None,
        depth: 0,
        best: NO_MOVE,
        age: 0,
    };

    /// Packs the entry into a word: bounds in 11 bits each, value in 17, depth and move in 8, age in 5, bound in 2.
    fn packed(self) -> u64 {
        let [low, high] = self.proved.map(|bound| {
            let bound = bound.clamp(-WIDEST, WIDEST) + WIDEST;
            u64::from(bound.cast_unsigned())
        });
        let (value, bound) =
            squeezed(self.value).map_or((0, Bound::None), |value| (value, self.bound));
        WRITTEN
            | low
            | high << 11
            | value << 22
            | u64::from(self.depth) << 39
            | u64::from(self.best) << 47
            | u64::from(self.age % AGES) << 55
            | (bound as u64) << 60
    }

    // Fields of a few bits.
    fn read(word: u64) -> Self {
        let bound = |bits: u64| (bits as u32 & 0x7ff).cast_signed() - WIDEST;
        Self {
            proved: [bound(word), bound(word >> 11)],
            value: released(word >> 22 & 0x1_ffff),
            bound: match word >> 60 & 3 {
                0 => Bound::None,
                1 => Bound::Lower,
                2 => Bound::Upper,
                _ => Bound::Exact,
            },
            depth: (word >> 39) as u8,
            best: (word >> 47) as u8,
            age: (word >> 55) as u8 % AGES,
        }
    }

    /// Returns the retention priority during a search of this age: settled, deep and young entries stay.
    fn weight(self, age: u8) -> i32 {
        let settled = self.proved[0] == self.proved[1];
        let old = (age + AGES - self.age) % AGES;
        i32::from(self.depth) + 8 * i32::from(settled) - i32::from(old)
    }
}

impl Table {
    /// Creates a table of at most `bytes` bytes, rounded down to a power of two, with a small minimum. Memory is used
    /// only when written.
    pub(crate) fn new(bytes: usize) -> Self {
        let mut buckets = 1_usize << (bytes / (WORDS * size_of::<u64>())).max(1).ilog2();
        let words = |buckets: usize| WORDS * (buckets + 1);
        // If the system lacks memory, use a smaller table.
        while buckets > 1 && Vec::<u64>::new().try_reserve_exact(words(buckets)).is_err() {
            buckets /= 2;
        }
        let words: Vec<AtomicU64> = bytemuck::zeroed_vec(words(buckets));
        Self {
            first: words.as_ptr().align_offset(WORDS * size_of::<u64>()) % WORDS,
            words,
            buckets,
            split: 0,
            most: buckets,
            filled: AtomicUsize::new(0),
        }
    }

    /// Creates a small table that may [grow](Self::grow) to this many bytes: few positions then lie close together.
    pub(crate) fn growing(bytes: usize) -> Self {
        let whole = Self::new(bytes);
        Self { buckets: whole.most.min(FIRST), ..whole }
    }

    /// Returns `true` if the table should grow, and may.
    #[inline]
    pub(super) fn is_crowded(&self) -> bool {
        let enough = CROWDED * (self.buckets + self.split);
        self.buckets < self.most && self.filled.load(Ordering::Relaxed) > enough
    }

    /// Splits a bucket: entries whose keys have one more bit move to a new one.
    pub(super) fn grow(&mut self) {
        let place = self.split;
        self.split += 1;
        let [mut kept, mut moved] =
            [place, place + self.buckets].map(|place| self.first + WORDS * place);
        let mut bucket = [0; WORDS];
        for (word, there) in bucket.iter_mut().zip(&mut self.words[kept..]) {
            *word = std::mem::take(there.get_mut());
        }
        // Entries stay in their order, without gaps.
        for &[holder, word] in bucket.as_chunks::<2>().0 {
            if word & WRITTEN != 0 {
                let next = if self.place(holder ^ word) == place { &mut kept } else { &mut moved };
                (*self.words[*next].get_mut(), *self.words[*next + 1].get_mut()) = (holder, word);
                *next += 2;
            }
        }
        if self.split == self.buckets {
            (self.buckets, self.split) = (2 * self.buckets, 0);
        }
    }

    /// Returns the size of the table in bytes.
    pub(super) fn memory(&self) -> usize {
        WORDS * size_of::<u64>() * (self.buckets + self.split)
    }

    pub(super) fn clear(&mut self) {
        *self.filled.get_mut() = 0;
        for word in &mut self.words {
            *word.get_mut() = 0;
        }
    }

    /// Returns the number of the bucket of a key.
    #[inline]
    // Only low bits are wanted.
    const fn place(&self, key: u64) -> usize {
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32) as usize;
        let place = mixed & (self.buckets - 1);
        if place < self.split { mixed & (2 * self.buckets - 1) } else { place }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Entry] {
        let begin = self.first + WORDS * self.place(key);
        self.words[begin..begin + WORDS].as_chunks().0
    }

    /// Prefetches the bucket of a key; the returned number has no meaning.
    #[inline]
    pub(super) fn approach(&self, key: u64) -> u64 {
        self.bucket(key)[0][0].load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Stored> {
        self.find(key).map(Stored::read)
    }

    pub(super) fn store(&self, key: u64, found: Stored) {
        self.replace(key, found.packed(), |there| Stored::read(there).weight(found.age));
    }

    /// Returns the content of the entry of a key.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<u64> {
        self.bucket(key).iter().find_map(|entry| {
            let word = entry[1].load(Ordering::Relaxed);
            let fits = entry[0].load(Ordering::Relaxed) ^ word == key && word & WRITTEN != 0;
            fits.then_some(word)
        })
    }

    /// Stores content, which has the flag [`WRITTEN`], in place of an earlier one of the same key, in a free entry, or
    /// in place of the entry of least weight.
    #[inline]
    pub(super) fn replace(&self, key: u64, word: u64, weigh: impl Fn(u64) -> i32) {
        // Entries are filled in their order, so a free one comes after that of the same key.
        let weight = |entry: &&Entry| {
            let there = entry[1].load(Ordering::Relaxed);
            let holder = entry[0].load(Ordering::Relaxed) ^ there;
            if there & WRITTEN == 0 || holder == key { i32::MIN } else { weigh(there) }
        };
        if let Some(entry) = self.bucket(key).iter().min_by_key(weight) {
            // One thread only: several would not always count right, which does no harm.
            if self.buckets < self.most && entry[1].load(Ordering::Relaxed) & WRITTEN == 0 {
                self.filled.store(self.filled.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
            }
            entry[0].store(key ^ word, Ordering::Relaxed);
            entry[1].store(word, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_result_is_found_again() {
        let table = Table::new(1 << 12);
        let values = [0, 1, -1, 50_000, -50_000, WON - 1, 1 - WON, WON - 9_000];
        for (key, value) in (1..).zip(values) {
            for (bound, proved) in [
                (Bound::Lower, [-WIDEST, WIDEST]),
                (Bound::Upper, [-255, 7]),
                (Bound::Exact, [3, 3]),
            ] {
                let found = Stored { proved, value, bound, depth: 254, best: NO_MOVE, age: 31 };
                table.store(key, found);
                assert_eq!(table.probe(key), Some(found));
            }
        }
        assert_eq!(table.probe(99), None);
    }

    #[test]
    fn a_value_that_does_not_fit_is_no_value() {
        let table = Table::new(64);
        let wild = Stored { value: 1_000_000, bound: Bound::Exact, depth: 3, ..Stored::NOTHING };
        table.store(5, wild);
        assert_eq!(table.probe(5).map(|found| found.bound), Some(Bound::None));
    }

    #[test]
    fn a_growing_table_keeps_its_entries() {
        let mut table = Table::growing(1 << 20);
        let (small, with) = (table.memory(), |depth| Stored { depth, ..Stored::NOTHING });
        let mut keys = 0;
        while !table.is_crowded() {
            keys += 1;
            table.store(keys, with(5));
        }
        let probed =
            |table: &Table| (1..=keys).map(|key| table.probe(key)).collect::<Vec<Option<Stored>>>();
        let before = probed(&table);
        for splits in 1..=FIRST {
            table.grow();
            assert!(splits % 1000 > 0 || before == probed(&table), "{splits}");
        }
        assert_eq!((table.memory(), table.is_crowded()), (2 * small, false));
        assert_eq!(before, probed(&table));
        // No key has two entries.
        for key in 1..=keys {
            table.store(key, with(7));
            assert_eq!(table.probe(key), Some(with(7)));
        }
        let entries = table.words[table.first..].as_chunks::<2>().0.iter();
        let written = entries.filter(|entry| entry[1].load(Ordering::Relaxed) & WRITTEN != 0);
        assert_eq!(written.count(), probed(&table).iter().flatten().count());
    }

    #[test]
    fn deep_results_stay_and_the_latest_is_there_too() {
        let table = Table::new(1);
        let with = |depth| Stored { depth, bound: Bound::Exact, ..Stored::NOTHING };
        for key in 1..100 {
            table.store(key, with(if key == 1 { 9 } else { 2 }));
        }
        let kept: Vec<u64> = (1..100).filter(|&key| table.probe(key).is_some()).collect();
        assert!(kept.len() <= 4 && kept.contains(&1) && kept.contains(&99), "{kept:?}");
    }
}
