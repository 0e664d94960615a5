//! The visual style of a game, in terms that the user interface maps to shapes and colours.

crate::words! {
    /// The colour of a game's board.
    #[derive(Default)]
    pub enum Hue: code {
        /// A dark green.
        Jade = "jade",
        /// A deep violet blue.
        Iris = "iris",
        /// A dark red.
        Rose = "rose",
        /// A brown.
        #[default]
        Walnut = "walnut",
    }
}

crate::words! {
    /// The importance of a kind of piece; more important kinds are drawn more prominently.
    #[derive(Default)]
    pub enum Weight: code {
        /// A weak, numerous piece, such as a pawn; drawn smallest.
        Foot = "foot",
        /// A weak piece that ranks above `Foot`, drawn slightly larger.
        Officer = "officer",
        /// An ordinary piece.
        #[default]
        Plain = "plain",
        /// A strong piece, or one that gives others their powers.
        Major = "major",
        /// The piece on which the game depends, such as a king.
        Heart = "heart",
    }
}

crate::words! {
    /// How a power is drawn on the board; the styles differ in shape as well as colour.
    pub enum Aura: code {
        /// A lit area around protected pieces.
        Shelter = "shelter",
        /// A hatched area around pieces that are prevented from acting.
        Silence = "silence",
        /// Two parallel lines from the watching piece to the watched one.
        Sight = "sight",
        /// A ray to a piece that can be captured because several pieces attack it.
        Siege = "siege",
        /// A ray to a piece that is attacked and must be saved.
        Threat = "threat",
        /// Frost over the whole board while certain pieces are adjacent.
        Frost = "frost",
        /// A diamond under a piece whose movement is changed.
        Turn = "turn",
        /// A frame around a piece whose range is reduced.
        Press = "press",
        /// A dotted line to a piece that can transform.
        Chance = "chance",
        /// Two linked rings between pieces that are bound to each other.
        Bond = "bond",
    }
}
