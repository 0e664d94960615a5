//! Tests which pieces can be captured, by trying all the opponent's turns, and the reasons why others cannot.

use std::collections::{BTreeMap, BTreeSet};

use entourage_kernel::testkit::rows;
use entourage_kernel::{Enforcement, Language, Random, Side};
use entourage_registry::view::{EffectView, ReachView, SafetyView, View};
use entourage_registry::{AnyMatch, Registry};

const EN: Language = Language::English;

/// Maps the original square of each piece to the pieces that capture it within a turn.
type Captures = BTreeMap<String, BTreeSet<String>>;

fn capture(game: &dyn AnyMatch, side: usize, from: &BTreeMap<String, String>, found: &mut Captures) {
    let view = game.view(EN);
    for one in view.moves.iter().filter(|_| view.side == side) {
        let mut origins = from.clone();
        let mover = one.effects.iter().find_map(|effect| match effect {
            EffectView::Move { from, .. } => origins.get(from).cloned(),
            _ => None,
        });
        let captor = mover.or_else(|| one.squares.first().and_then(|square| origins.get(square).cloned()));
        for effect in &one.effects {
            // A piece that has just arrived on the square is transformed, not captured.
            let comes = |square: &String| {
                one.effects.iter().any(|effect| matches!(effect, EffectView::Move { to, .. } if to == square))
            };
            let foreign = |square: &String| side_of(&view, square) != Some(side) && !comes(square);
            match effect {
                EffectView::Remove { square, side: owner, .. } => {
                    let victim = origins.remove(square);
                    if let (Some(victim), true) = (victim, *owner != side) {
                        found.entry(victim).or_default().extend(captor.clone());
                    }
                }
                EffectView::Transform { square, side: owner, .. } if *owner == side && foreign(square) => {
                    if let Some(victim) = origins.get(square) {
                        found.entry(victim.clone()).or_default().extend(captor.clone());
                    }
                }
                EffectView::Move { from, to } => {
                    if let Some(piece) = origins.remove(from) {
                        origins.insert(to.clone(), piece);
                    }
                }
                EffectView::Swap { a, b } => {
                    let (one, other) = (origins.remove(a), origins.remove(b));
                    one.and_then(|piece| origins.insert(b.clone(), piece));
                    other.and_then(|piece| origins.insert(a.clone(), piece));
                }
                EffectView::Transform { .. } | EffectView::Place { .. } | EffectView::Pass => {}
            }
        }
        let mut next = game.copy();
        next.play(&one.text).unwrap();
        let moved = one.effects.iter().any(|effect| *effect != EffectView::Pass);
        if moved && next.side_to_move().number() == side && next.status().outcome().is_none() {
            capture(next.as_ref(), side, &origins, found);
        }
    }
}

fn side_of(view: &View, square: &str) -> Option<usize> {
    view.pieces.iter().find(|piece| piece.square == square).map(|piece| piece.side)
}

fn of<'r>(reach: &'r ReachView, square: &str) -> &'r SafetyView {
    reach.pieces.iter().find(|piece| piece.square == square).unwrap()
}

fn check(game: &dyn AnyMatch, view: &View) -> usize {
    let reach = game.reach(game.side_to_move(), EN).unwrap();
    let at = format!("{} {}", game.spec(), view.position);
    let standing = view.pieces.iter().map(|piece| (piece.square.clone(), piece.square.clone()));
    let mut found = Captures::new();
    capture(game, view.side, &standing.collect(), &mut found);
    for piece in &reach.pieces {
        let owner = side_of(view, &piece.square).unwrap();
        assert!(piece.sentence.ends_with('.') && !piece.sentence.contains('{'), "{at}: {piece:?}");
        let explained = piece.captors.is_empty() && (!piece.attackers.is_empty() || !piece.reasons.is_empty());
        assert!(explained || piece.reasons.is_empty(), "{at}: {piece:?}");
        assert!(piece.captors.is_empty() || piece.reasons.is_empty(), "{at}: {piece:?}");
        if owner != view.side {
            let captors = found.remove(&piece.square).unwrap_or_default();
            let told: BTreeSet<String> = piece.captors.iter().cloned().collect();
            assert_eq!(told, captors, "{at}: {}", piece.square);
        }
    }
    assert!(found.is_empty(), "{at}: {found:?}");
    for square in &reach.attacked {
        assert!(!square.from.is_empty(), "{at}");
        assert!(square.from.iter().all(|from| side_of(view, from) == Some(3 - view.side)), "{at}: {square:?}");
    }
    reach.pieces.len()
}

#[test]
fn capturable_pieces_are_those_that_some_turn_captures() {
    let registry = Registry::built_in();
    let mut games: Vec<String> = registry.games().iter().map(|id| (*id).to_string()).collect();
    games.push("struggle:1=jolt@R+sacrifice@K/BRKG.,2=reaper@B+conversion@G+catapult@Y/BGYKR".into());
    for id in games {
        let mut random = Random::new(31);
        let mut checked = 0;
        for _ in 0..2 {
            let mut game = registry.open(&id).unwrap().begin(None).unwrap();
            for ply in 0..40 {
                let view = game.view(EN);
                if view.ended.is_some() {
                    break;
                }
                if ply % 5 == 0 {
                    checked += check(game.as_ref(), &view);
                }
                let captures: Vec<_> = view.moves.iter().filter(|one| !one.captures.is_empty()).collect();
                let any: Vec<_> = view.moves.iter().collect();
                let chosen = if random.one_in(2) { random.pick(&captures) } else { None };
                game.play(&chosen.or_else(|| random.pick(&any)).unwrap().text).unwrap();
            }
        }
        assert!(checked > 100, "{id}: {checked}");
    }
}

#[test]
fn sentences_are_as_listed_in_both_languages() {
    let registry = Registry::built_in();
    let cases: Vec<[&str; 5]> = rows(include_str!("../data/reach.tsv")).collect();
    assert!(!cases.is_empty());
    for [spec, position, square, en, fr] in cases {
        let game = registry.open(spec).unwrap().begin(Some(position)).unwrap();
        for (language, sentence) in [(EN, en), (Language::French, fr)] {
            let reach = game.reach(Side::First, language).unwrap();
            assert_eq!(of(&reach, square).sentence, sentence, "{square} in {position}");
        }
    }
}

#[test]
fn reach_is_empty_when_the_rules_are_off() {
    let registry = Registry::built_in();
    for id in registry.games() {
        for enforcement in Enforcement::ALL {
            let game = registry.begin(id, None, enforcement).unwrap();
            assert_eq!(game.reach(Side::Second, EN).is_some(), enforcement != Enforcement::Free, "{id}");
        }
    }
}
