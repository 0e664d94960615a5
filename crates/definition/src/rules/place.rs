use super::phrase::{Phrase, phrase};
use super::words::{It, Words};
use crate::model::{Place, PlaceWords, Whose};

impl Words<'_> {
    pub(super) fn place(&self, place: &Place) -> Phrase {
        self.place_of(place, false)
    }

    pub(super) fn place_of(&self, place: &Place, of_many: bool) -> Phrase {
        let whose = match (place.whose, of_many) {
            // For `its own`, describe the place from the point of view of the piece itself.
            (Whose::Its, false) => {
                return Words { it: It::Piece(self.its()), ..*self }
                    .place_of(&Place { whose: Whose::Own, ..place.clone() }, false);
            }
            (whose, _) => whose,
        };
        match place.words {
            PlaceWords::Zone(zone) if self.model.is_hand(zone) => {
                self.owned(whose, "hand", "main", &Phrase::default(), false)
            }
            PlaceWords::Zone(zone) => {
                let name = self.quoted(&self.model.zones, zone, |zone| &zone.name);
                self.owned(whose, "zone", "zone", &phrase(" ", " ").and(&name), false)
            }
            PlaceWords::Rows(first, last) if first == last => {
                self.owned(whose, "row", "rangée", &Phrase::same(format!(" {first}")), false)
            }
            PlaceWords::Rows(first, last) => {
                let which = phrase(format!(" {first} to {last}"), format!(" {first} à {last}"));
                self.owned(whose, "rows", "rangées", &which, true)
            }
            PlaceWords::LastRow => self.owned(whose, "last row", "dernière rangée", &Phrase::default(), false),
        }
    }

    fn owned(&self, whose: Whose, en: &str, fr: &str, which: &Phrase, is_many: bool) -> Phrase {
        let (its, own_fr) = match (self.it, is_many) {
            (It::Piece(_), false) => ("its own", "sa propre"),
            (It::Piece(_), true) => ("its own", "ses propres"),
            (It::Player, false) => ("their own", "sa propre"),
            (It::Player, true) => ("their own", "ses propres"),
        };
        let (the, their, enemy) =
            if is_many { ("les", "leurs propres", "adverses") } else { ("la", "leur propre", "adverse") };
        // The last row is unambiguous, so that no side has to be stated.
        let plain = fr.starts_with("dernière");
        match whose {
            Whose::Own if plain => phrase(its.replace(" own", ""), own_fr.replace(" propre", "")),
            Whose::Own => phrase(its, own_fr),
            Whose::Their | Whose::Its if plain => phrase("their", "leur"),
            Whose::Their | Whose::Its => phrase("their own", their),
            Whose::Enemy => phrase("the enemy's", the),
            Whose::Any => phrase("the", the),
        }
        .with(&format!(" {en}"), &format!(" {fr}"))
        .and(which)
        .with("", &if whose == Whose::Enemy { format!(" {enemy}") } else { String::new() })
    }
}
