//! Layer of an endgame table: the positions with one number of seeds.

/// Values of all positions with one number of seeds, by rank: one value each, or two bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layer {
    pub(super) shape: Shape,
    pub(super) bytes: Vec<u8>,
}

/// Encoding of values as bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape {
    /// Whether a value takes two bytes, little-endian: with 128 seeds or more.
    wide: bool,
    /// Whether some values are unknown, so that both bounds of all positions are stored, the lower first.
    open: bool,
}

impl Shape {
    pub(super) const fn new(seeds: u16, open: bool) -> Self {
        Self { wide: seeds > i8::MAX as u16, open }
    }

    /// Returns the number of bytes per position.
    pub(super) const fn size(self) -> usize {
        (1 + self.wide as usize) * (1 + self.open as usize)
    }

    #[inline]
    fn bounds(self, bytes: &[u8]) -> [i16; 2] {
        let value = |place: usize| {
            if self.wide {
                i16::from_le_bytes([bytes[2 * place], bytes[2 * place + 1]])
            } else {
                i16::from(bytes[place].cast_signed())
            }
        };
        [value(0), value(usize::from(self.open))]
    }
}

impl Layer {
    /// Creates the layer of this many seeds from bounds.
    pub(super) fn of(seeds: u16, bounds: impl Iterator<Item = [i16; 2]> + Clone) -> Self {
        let open = bounds.clone().any(|[low, high]| low != high);
        let shape = Shape::new(seeds, open);
        let mut bytes = Vec::with_capacity(bounds.size_hint().0 * shape.size());
        for bounds in bounds {
            for value in &bounds[..=usize::from(open)] {
                bytes.extend_from_slice(&value.to_le_bytes()[..=usize::from(shape.wide)]);
            }
        }
        Self { shape, bytes }
    }

    /// Decodes a layer; `None` if a value is out of range.
    pub(super) fn read(seeds: u16, shape: Shape, bytes: Vec<u8>) -> Option<Self> {
        let layer = Self { shape, bytes };
        let most = seeds.cast_signed();
        let holds = |[low, high]: [i16; 2]| -most <= low && low <= high && high <= most;
        let sound = layer.all().all(holds);
        sound.then_some(layer)
    }

    /// Returns the number of positions.
    pub fn positions(&self) -> u64 {
        (self.bytes.len() / self.shape.size()) as u64
    }

    /// Returns the size in bytes.
    pub fn length(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Counts the positions with unknown values.
    pub fn open(&self) -> u64 {
        if !self.shape.open {
            return 0;
        }
        self.all().filter(|[low, high]| low != high).count() as u64
    }

    /// Iterates over the bounds of all positions, in order.
    fn all(&self) -> impl Iterator<Item = [i16; 2]> {
        self.bytes.chunks_exact(self.shape.size()).map(|bytes| self.shape.bounds(bytes))
    }

    /// Returns the bounds of the position with this rank, which must be less than the number of positions.
    #[inline]
    pub(super) fn bounds(&self, rank: u64) -> [i16; 2] {
        let size = self.shape.size();
        let begin = rank as usize * size;
        self.shape.bounds(&self.bytes[begin..begin + size])
    }
}
