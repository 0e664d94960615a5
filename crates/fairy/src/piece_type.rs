pub(crate) const TYPES: usize = 64;
const CUSTOM: u8 = 25;
const FIRST_CUSTOM: u8 = 37;

/// A piece type, identified by a number; 0 means all types.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct PieceType(pub(crate) u8);

/// The built-in types: option, movement in Betza notation, English and French name.
const KNOWN: [(&str, &str, &str, &str); 37] = [
    ("pawn", "fmWfceF", "Pawn", "Pion"),
    ("knight", "N", "Knight", "Cavalier"),
    ("bishop", "B", "Bishop", "Fou"),
    ("rook", "R", "Rook", "Tour"),
    ("queen", "Q", "Queen", "Dame"),
    ("fers", "F", "Ferz", "Ferz"),
    ("alfil", "A", "Alfil", "Alfil"),
    ("fersAlfil", "FA", "Ferz Alfil", "Ferz-Alfil"),
    ("silver", "FfW", "Silver General", "Général d'argent"),
    ("aiwok", "RNF", "Ai-Wok", "Ai-Wok"),
    ("bers", "RF", "Bers", "Bers"),
    ("archbishop", "BN", "Archbishop", "Archevêque"),
    ("chancellor", "RN", "Chancellor", "Chancelier"),
    ("amazon", "QN", "Amazon", "Amazone"),
    ("knibis", "mNcB", "Knight Bishop", "Cavalier-Fou"),
    ("biskni", "mBcN", "Bishop Knight", "Fou-Cavalier"),
    ("kniroo", "mNcR", "Knight Rook", "Cavalier-Tour"),
    ("rookni", "mRcN", "Rook Knight", "Tour-Cavalier"),
    ("shogiPawn", "fW", "Shogi Pawn", "Pion de shogi"),
    ("lance", "fR", "Lance", "Lance"),
    ("shogiKnight", "fN", "Shogi Knight", "Cavalier de shogi"),
    ("gold", "WfF", "Gold General", "Général d'or"),
    ("dragonHorse", "BW", "Dragon Horse", "Cheval-dragon"),
    ("clobber", "cW", "Clobberer", "Cogneur"),
    ("breakthrough", "fmWfF", "Breaker", "Perceur"),
    ("immobile", "", "Stone", "Pierre"),
    ("cannon", "mRcpR", "Cannon", "Canon"),
    ("janggiCannon", "pR", "Korean Cannon", "Canon coréen"),
    ("soldier", "fsW", "Soldier", "Soldat"),
    ("horse", "nN", "Horse", "Cheval"),
    ("elephant", "nA", "Elephant", "Éléphant"),
    ("janggiElephant", "nZ", "Korean Elephant", "Éléphant coréen"),
    ("banner", "RcpRnN", "Banner", "Bannière"),
    ("wazir", "W", "Wazir", "Vizir"),
    ("commoner", "K", "Commoner", "Roturier"),
    ("centaur", "KN", "Centaur", "Centaure"),
    ("king", "K", "King", "Roi"),
];

/// English and French names of pieces by movement in Betza notation.
const NAMED: [(&str, &str, &str); 27] = [
    ("NN", "Nightrider", "Noctambule"),
    ("gQ", "Grasshopper", "Sauterelle"),
    ("C", "Camel", "Chameau"),
    ("Z", "Zebra", "Zèbre"),
    ("D", "Dabbaba", "Dabbaba"),
    ("NC", "Wildebeest", "Gnou"),
    ("CF", "Wizard", "Magicien"),
    ("DAW", "Champion", "Champion"),
    ("WD", "Captain", "Capitaine"),
    ("K", "Commoner", "Roturier"),
    ("mK", "Pacifist", "Pacifiste"),
    ("mN", "Peaceful Knight", "Cavalier paisible"),
    ("mQ", "Peaceful Queen", "Dame paisible"),
    ("mW", "Peaceful Wazir", "Vizir paisible"),
    ("mF", "Peaceful Ferz", "Ferz paisible"),
    ("W", "Wazir", "Vizir"),
    ("F", "Ferz", "Ferz"),
    ("N", "Knight", "Cavalier"),
    ("pR", "Rook Hopper", "Tour sauteuse"),
    ("pB", "Bishop Hopper", "Fou sauteur"),
    ("pQ", "Queen Hopper", "Dame sauteuse"),
    ("mBcpB", "Archer", "Archer"),
    ("mRcpR", "Cannon", "Canon"),
    ("vR", "Vertical Slider", "Coulisseur vertical"),
    ("mQcN", "Eagle", "Aigle"),
    ("mQcB", "Cardinal", "Cardinal"),
    ("mQcR", "Tower", "Donjon"),
];

impl PieceType {
    pub(crate) const ALL: Self = Self(0);
    pub(crate) const PAWN: Self = Self(1);
    pub(crate) const KNIGHT: Self = Self(2);
    pub(crate) const ROOK: Self = Self(4);
    pub(crate) const SHOGI_PAWN: Self = Self(19);
    pub(crate) const JANGGI_CANNON: Self = Self(28);
    pub(crate) const SOLDIER: Self = Self(29);
    pub(crate) const KING: Self = Self(63);

    pub(crate) fn each() -> impl Iterator<Item = Self> {
        (1..FIRST_CUSTOM + CUSTOM).map(Self).chain([Self::KING])
    }

    fn known(self) -> Option<&'static (&'static str, &'static str, &'static str, &'static str)> {
        if self == Self::KING {
            return KNOWN.last();
        }
        KNOWN[..KNOWN.len() - 1].get(usize::from(self.0).wrapping_sub(1))
    }

    pub(crate) fn is_custom(self) -> bool {
        self.known().is_none()
    }

    pub(crate) fn option(self) -> String {
        self.known()
            .map_or_else(|| format!("customPiece{}", self.0 + 1 - FIRST_CUSTOM), |known| known.0.to_owned())
    }

    pub(crate) fn capital(self) -> String {
        let name = self.option();
        name[..1].to_ascii_uppercase() + &name[1..]
    }

    pub(crate) fn betza(self) -> &'static str {
        self.known().map_or("", |known| known.1)
    }

    pub(crate) fn names(self, betza: &str) -> Option<(&'static str, &'static str)> {
        match self.known() {
            Some(known) => Some((known.2, known.3)),
            None => NAMED.iter().find(|named| named.0 == betza).map(|named| (named.1, named.2)),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct PieceSet(u64);

impl PieceSet {
    pub(crate) const EMPTY: Self = Self(0);

    pub(crate) fn of(types: &[PieceType]) -> Self {
        types.iter().fold(Self::EMPTY, |set, one| set.with(*one))
    }

    pub(crate) fn has(self, one: PieceType) -> bool {
        self.0 >> one.0 & 1 != 0
    }

    pub(crate) fn with(self, one: PieceType) -> Self {
        Self(self.0 | 1 << one.0)
    }

    pub(crate) fn without(self, one: PieceType) -> Self {
        Self(self.0 & !(1 << one.0))
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn types(self) -> impl Iterator<Item = PieceType> {
        (0..TYPES as u8).map(PieceType).filter(move |one| self.has(*one))
    }
}
