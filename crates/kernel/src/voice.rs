use crate::{Courier, Language, Metadata, Piece, Side, Square, Topology};

/// How to speak to a person: in which language, and by which names of squares.
#[derive(Clone, Copy, Debug)]
pub struct Voice<'c> {
    /// The language.
    pub language: Language,
    /// Whose labels and coordinates are used, where those of our position strings are not.
    courier: Option<&'c Courier>,
}

impl<'c> Voice<'c> {
    /// Makes the voice that names squares as Game Courier's players of a game do.
    pub const fn of_courier(language: Language, courier: &'c Courier) -> Self {
        Self { language, courier: Some(courier) }
    }

    /// Writes the letter or label of a piece.
    ///
    /// # Panics
    /// If the game has no such kind.
    pub fn letter(self, metadata: &Metadata, piece: Piece) -> String {
        match (self.courier, piece.side()) {
            (None, _) => metadata.letter_of(piece).to_string(),
            (Some(courier), Side::First) => courier.labels[piece.kind().index()].to_string(),
            (Some(courier), Side::Second) => courier.labels[piece.kind().index()].to_lowercase(),
        }
    }

    /// Names a square to the person.
    ///
    /// # Panics
    /// If the board has no such square.
    pub fn square(self, topology: &Topology, square: Square) -> String {
        let name = topology.name(square);
        self.courier.map_or_else(|| name.to_owned(), |courier| courier.coordinate(name))
    }
}

/// Names squares as our position strings do.
impl From<Language> for Voice<'_> {
    fn from(language: Language) -> Self {
        Self { language, courier: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Coordinates;

    #[test]
    fn squares_are_named_as_the_person_wishes() {
        let board = Topology::grid(3, 3, |row| row + 1, |_, _| false);
        let turned =
            |name: &str| format!("{}{}", &name[..1], 4 - name[1..].parse::<usize>().unwrap_or_default());
        let listed = vec![("b1".into(), "b3".into())];
        let [b1, a1] = ["b1", "a1"].map(|name| board.find(name).unwrap());
        assert_eq!(Voice::from(Language::French).square(&board, b1), "b1");
        for (coordinates, names) in [
            (Coordinates::Ours, ["b1", "a1"]),
            (Coordinates::Made(turned), ["b3", "a3"]),
            (Coordinates::Listed(listed.into()), ["b3", "a1"]),
        ] {
            let courier = Courier { labels: Vec::new().into(), coordinates };
            let voice = Voice::of_courier(Language::English, &courier);
            assert_eq!([b1, a1].map(|square| voice.square(&board, square)), names);
        }
    }
}
