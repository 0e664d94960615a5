/// A Rule: a card that gives a piece or the whole team a power. In notation order; at most 16 Rules fit in a `Team`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Rule {
    Torus,
    Pact,
    Armor,
    Caboose,
    Conversion,
    Reaper,
    Jolt,
    Hatter,
    Teleport,
    Catapult,
    Pacifist,
    Sacrifice,
}

pub(crate) const COUNT: usize = 12;

impl Rule {
    pub(crate) const ALL: [Self; COUNT] = [
        Self::Torus,
        Self::Pact,
        Self::Armor,
        Self::Caboose,
        Self::Conversion,
        Self::Reaper,
        Self::Jolt,
        Self::Hatter,
        Self::Teleport,
        Self::Catapult,
        Self::Pacifist,
        Self::Sacrifice,
    ];
}
