use crate::{Courier, Language, Metadata, Piece, Side, Square, Topology};

/// Tells how to speak to a person: in which language, and by which names of squares.
#[derive(Clone, Copy, Debug)]
pub struct Voice {
    /// The language.
    pub language: Language,
    coordinate: fn(&str) -> String,
    /// The labels of the kinds, where pieces are not named by our letters.
    labels: Option<&'static [&'static str]>,
}

impl Voice {
    /// Makes the voice that names squares as Game Courier's players of a game do.
    pub const fn of_courier(language: Language, courier: &Courier) -> Self {
        Self { language, coordinate: courier.coordinate, labels: Some(courier.labels) }
    }

    /// Writes the letter or label of a piece.
    ///
    /// # Panics
    /// If the game has no such kind.
    pub fn letter(self, metadata: &Metadata, piece: Piece) -> String {
        match (self.labels, piece.side()) {
            (None, _) => metadata.letter_of(piece).to_string(),
            (Some(labels), Side::First) => labels[piece.kind().index()].to_owned(),
            (Some(labels), Side::Second) => labels[piece.kind().index()].to_lowercase(),
        }
    }

    /// Names a square to the person.
    ///
    /// # Panics
    /// If the board has no such square.
    pub fn square(self, topology: &Topology, square: Square) -> String {
        (self.coordinate)(topology.name(square))
    }
}

/// Names squares as our position strings do.
impl From<Language> for Voice {
    fn from(language: Language) -> Self {
        Self { language, coordinate: str::to_owned, labels: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_named_as_the_person_wishes() {
        let board = Topology::grid(3, 3, |row| row + 1, |_, _| false);
        let courier = Courier {
            labels: &[],
            coordinate: |name| format!("{}{}", &name[..1], 4 - name[1..].parse::<usize>().unwrap_or_default()),
        };
        let square = board.find("b1").unwrap();
        assert_eq!(Voice::from(Language::French).square(&board, square), "b1");
        assert_eq!(Voice::of_courier(Language::English, &courier).square(&board, square), "b3");
    }
}
