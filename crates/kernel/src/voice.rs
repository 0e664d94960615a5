use crate::{Courier, Language, Metadata, Piece, Side, Square, Topology};

/// The language of a text, and the names of squares and pieces to use in it.
#[derive(Clone, Copy, Debug)]
pub struct Voice<'c> {
    /// The language.
    pub language: Language,
    /// Game Courier's piece labels and square names, if they replace those of position strings.
    courier: Option<&'c Courier>,
}

impl<'c> Voice<'c> {
    /// Creates a voice with Game Courier's piece labels and square names for a game.
    pub const fn of_courier(language: Language, courier: &'c Courier) -> Self {
        Self { language, courier: Some(courier) }
    }

    /// Returns the letter or label that stands for a piece. Panics if the game has no such kind.
    pub fn letter(self, metadata: &Metadata, piece: Piece) -> String {
        match (self.courier, piece.side()) {
            (None, _) => metadata.letter_of(piece).to_string(),
            (Some(courier), Side::First) => courier.labels[piece.kind().index()].to_string(),
            (Some(courier), Side::Second) => courier.labels[piece.kind().index()].to_lowercase(),
        }
    }

    /// Returns the name of a square. Panics if the board has no such square.
    pub fn square(self, topology: &Topology, square: Square) -> String {
        let name = topology.name(square);
        self.courier.map_or_else(|| name.to_owned(), |courier| courier.coordinate(name))
    }
}

/// Creates a voice with the piece letters and square names of position strings.
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
    fn squares_are_named_by_the_voice() {
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
