//! How a game looks, in words that a page has shapes and colours for.

crate::words! {
    /// Names the colour of a game's board.
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
    /// How much a kind of piece counts in its game: what counts more is plainer to see.
    #[derive(Default)]
    pub enum Weight: code {
        /// One of many: small and quiet.
        Foot = "foot",
        /// A foot soldier of rank.
        Officer = "officer",
        /// A piece like most.
        #[default]
        Plain = "plain",
        /// One of the strongest, or one that others draw their powers from.
        Major = "major",
        /// The piece that the game is about.
        Heart = "heart",
    }
}

crate::words! {
    /// Names the light in which a power is drawn; the shapes tell them apart without colour.
    pub enum Aura: code {
        /// A lit pool around what is safe.
        Shelter = "shelter",
        /// A hatched pool around what is kept from something.
        Silence = "silence",
        /// Two rails from who sees to who is seen.
        Sight = "sight",
        /// A ray to what may be captured, because several attack it.
        Siege = "siege",
        /// A ray to what is attacked and must be saved.
        Threat = "threat",
        /// Frost over all while two touch.
        Frost = "frost",
        /// A diamond under what moves otherwise than usual.
        Turn = "turn",
        /// A frame that presses what moves less far than usual.
        Press = "press",
        /// A dotted thread to what may become something else.
        Chance = "chance",
        /// Two rings linked between pieces that are bound to each other.
        Bond = "bond",
    }
}
