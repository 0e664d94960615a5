//! How a game looks, in words that a page has shapes and colours for.

/// Names the colour of a game's board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Hue {
    /// A dark green.
    Jade,
    /// A deep violet blue.
    Iris,
    /// A dark red.
    Rose,
    /// A brown.
    #[default]
    Walnut,
}

impl Hue {
    /// Lists all.
    pub const ALL: [Self; 4] = [Self::Jade, Self::Iris, Self::Rose, Self::Walnut];

    /// Returns the word used in data: `jade`, `iris`, `rose` or `walnut`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Jade => "jade",
            Self::Iris => "iris",
            Self::Rose => "rose",
            Self::Walnut => "walnut",
        }
    }
}

/// Tells how much a kind of piece counts in its game: what counts more is plainer to see.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Weight {
    /// One of many: small and quiet.
    Foot,
    /// A foot soldier of rank.
    Officer,
    /// A piece like most.
    #[default]
    Plain,
    /// One of the strongest, or one that others draw their powers from.
    Major,
    /// The piece that the game is about.
    Heart,
}

impl Weight {
    /// Lists all, the quietest first.
    pub const ALL: [Self; 5] = [Self::Foot, Self::Officer, Self::Plain, Self::Major, Self::Heart];

    /// Returns the word used in data: `foot`, `officer`, `plain`, `major` or `heart`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Foot => "foot",
            Self::Officer => "officer",
            Self::Plain => "plain",
            Self::Major => "major",
            Self::Heart => "heart",
        }
    }
}

/// Names the light in which a power is drawn; the shapes tell them apart without colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aura {
    /// A lit pool around what is safe.
    Shelter,
    /// A hatched pool around what is kept from something.
    Silence,
    /// Two rails from who sees to who is seen.
    Sight,
    /// A ray to what may be captured, because several attack it.
    Siege,
    /// A ray to what is attacked and must be saved.
    Threat,
    /// Frost over all while two touch.
    Frost,
    /// A diamond under what moves otherwise than usual.
    Turn,
    /// A frame that presses what moves less far than usual.
    Press,
    /// A dotted thread to what may become something else.
    Chance,
    /// Two rings linked between pieces that are bound to each other.
    Bond,
}

impl Aura {
    /// Lists all.
    pub const ALL: [Self; 10] = [
        Self::Shelter,
        Self::Silence,
        Self::Sight,
        Self::Siege,
        Self::Threat,
        Self::Frost,
        Self::Turn,
        Self::Press,
        Self::Chance,
        Self::Bond,
    ];

    /// Returns the word used in data: the variant's name in small letters.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Shelter => "shelter",
            Self::Silence => "silence",
            Self::Sight => "sight",
            Self::Siege => "siege",
            Self::Threat => "threat",
            Self::Frost => "frost",
            Self::Turn => "turn",
            Self::Press => "press",
            Self::Chance => "chance",
            Self::Bond => "bond",
        }
    }
}
