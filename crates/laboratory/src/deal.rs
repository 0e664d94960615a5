use entourage_kernel::{Catalogue, mix};
use entourage_registry::{AnyGame, Registry};

use crate::{Comparison, Notes, Trial, play_beside};

/// Plays a game of a trial by its number: with cards drawn for both sides where the trial has such, and beside that as
/// [`play_beside`] does where it has none.
///
/// Each side's cards are drawn by lot, those that the other may not have with them left aside. A registry that does not know the game
/// deals none, and nothing is played.
pub fn play_trial(
    registry: &Registry,
    game: &dyn AnyGame,
    comparison: &Comparison,
    trial: &Trial,
    number: u32,
) -> Option<Notes> {
    if trial.cards == 0 {
        return play_beside(game, comparison, trial, number);
    }
    let lot = |side: u64| game.suggest_setup(trial.cards, mix(trial.seed ^ mix(u64::from(number) * 2 + side)));
    let choices = [lot(0)?, lot(1)?];
    let spec = game.setup_spec(choices.each_ref().map(|choice| Some(choice.as_str()))).ok()?;
    let dealt = registry.open(&spec).ok()?;
    let cards = choices.map(|choice| Catalogue::codes(&choice).map(str::to_owned).collect());
    Some(Notes { cards, ..play_beside(dealt.as_ref(), &Comparison::default(), trial, number)? })
}

#[cfg(test)]
mod tests {
    use entourage_kernel::Language;

    use super::*;
    use crate::{markdown, report};

    #[test]
    fn every_game_of_cards_is_played_with_other_ones_and_told_by_them() {
        let registry = Registry::built_in();
        let games = registry.games().iter().filter_map(|name| registry.open(name).ok());
        let with_cards: Vec<_> =
            games.filter(|game| game.info(Language::English).catalogue.is_some()).collect();
        assert!(!with_cards.is_empty());
        for game in &with_cards {
            let trial = Trial { level: 1, gap: 0, longest: 30, cards: 2, ..Trial::default() };
            let play =
                |number| play_trial(&registry, game.as_ref(), &Comparison::default(), &trial, number).unwrap();
            let notes: Vec<Notes> = (0..6).map(play).collect();
            assert_eq!(notes[3], play(3), "trial and number determine a game");
            assert!(notes.iter().flat_map(|one| &one.cards).all(|cards| cards.len() == 2));
            assert_ne!(notes[0].cards, notes[1].cards);
            let told = report(game.as_ref(), &trial, &notes, Language::French);
            let held: u64 = told.cards.iter().map(|card| card.points.of).sum();
            let alone = |one: &Notes| {
                let [first, second] = &one.cards;
                first.iter().filter(|card| !second.contains(card)).count() * 2
            };
            assert_eq!(held as usize, notes.iter().map(alone).sum::<usize>());
            assert!(markdown(&told, Language::French).contains("\n## Cartes\n"));
            // A game without cards deals none.
            let none = Trial { cards: 0, ..trial.clone() };
            let plain = play_trial(&registry, game.as_ref(), &Comparison::default(), &none, 0).unwrap();
            assert_eq!(plain.cards, [[], []] as [[String; 0]; 2]);
        }
    }
}
