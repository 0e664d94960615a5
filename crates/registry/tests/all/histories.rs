//! Tests undo and records for every built-in game.

use entourage_kernel::{Enforcement, Language, Random};
use entourage_registry::{AnyMatch, Registry};

const EN: Language = Language::English;

fn seen(game: &dyn AnyMatch) -> String {
    format!("{:?}", game.view(EN))
}

fn told(game: &dyn AnyMatch) -> String {
    format!("{:?}", game.record(EN))
}

#[test]
fn undo_restores_every_view_of_a_long_game() {
    for id in Registry::built_in().games() {
        let mut game = Registry::built_in().begin(id, None, Enforcement::Enforced).unwrap();
        let mut random = Random::new(7);
        let (mut passed, mut texts) = (vec![seen(game.as_ref())], Vec::new());
        while passed.len() <= 150 {
            let mut moves = game.legal_moves();
            moves.retain(|text| text != "pass" || random.below(9) == 0);
            let Some(text) = random.pick(&moves) else { break };
            game.play(text).unwrap();
            passed.push(seen(game.as_ref()));
            texts.push(game.position_text());
        }
        assert!(passed.len() > 33, "{id}: {} positions", passed.len());
        assert!(game.record(EN).iter().map(|one| &one.position).eq(&texts), "{id}");
        let (record, mut copy) = (told(game.as_ref()), game.copy());
        while let Some(then) = passed.pop() {
            assert_eq!(seen(game.as_ref()), then, "{id}");
            assert_eq!(game.undo(), !passed.is_empty());
        }
        // Undoes two thirds of the moves and replays them.
        let moves = copy.moves();
        (0..moves.len() - moves.len() / 3).for_each(|_| assert!(copy.undo()));
        moves[moves.len() / 3..].iter().for_each(|text| copy.play(text).unwrap());
        assert_eq!(told(copy.as_ref()), record, "{id}");
    }
}
