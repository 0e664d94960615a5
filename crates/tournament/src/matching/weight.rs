use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// A vector of values that is compared lexicographically, so that earlier values have priority. Each value is added
/// and halved separately; [`Packer`] ensures that the values do not overflow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Weight<const N: usize>(pub [i64; N]);

impl<const N: usize> Weight<N> {
    pub const ZERO: Self = Self([0; N]);

    fn zipped(mut self, other: Self, with: impl Fn(i64, i64) -> i64) -> Self {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own = with(*own, other);
        }
        self
    }

    pub fn doubled(self) -> Self {
        self + self
    }

    pub fn halved(self) -> Self {
        Self(self.0.map(|figure| figure / 2))
    }
}

impl<const N: usize> Add for Weight<N> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.zipped(other, |one, two| one + two)
    }
}

impl<const N: usize> Sub for Weight<N> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.zipped(other, |one, two| one - two)
    }
}

impl<const N: usize> Neg for Weight<N> {
    type Output = Self;
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}

impl<const N: usize> AddAssign for Weight<N> {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<const N: usize> SubAssign for Weight<N> {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// Packs small counts of decreasing priority into few values, so that sums never carry from one count into
/// another.
#[derive(Default)]
pub struct Packer {
    figures: Vec<i64>,
    left: u32,
}

impl Packer {
    /// Number of bits used in each value; the remaining bits are headroom for sums of many weights.
    const BITS: u32 = 44;

    /// Appends a count. Sums of this count over several weights must fit in `bits` bits (1 to 44).
    pub fn push(&mut self, count: u32, bits: u32) {
        if self.left < bits {
            self.figures.push(0);
            self.left = Self::BITS;
        }
        self.left -= bits;
        if let Some(figure) = self.figures.last_mut() {
            *figure += i64::from(count) << self.left;
        }
    }

    pub fn len(&self) -> usize {
        self.figures.len()
    }

    pub fn weight<const N: usize>(&self) -> Weight<N> {
        let mut weight = Weight::ZERO;
        for (figure, own) in weight.0.iter_mut().zip(&self.figures) {
            *figure = *own;
        }
        weight
    }
}
