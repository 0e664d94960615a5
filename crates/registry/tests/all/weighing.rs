//! What a move would change, held to what is plainly seen of the positions before and after it.

use std::collections::{BTreeMap, BTreeSet};

use entourage_kernel::{Adjudication, Language, Random, Side, Square};
use entourage_registry::view::{EffectView, RelationView, View, WeighingView};
use entourage_registry::{AnyGame, AnyMatch, Registry, face};

use crate::lanterns::Lanterns;

const EN: Language = Language::English;

type Set = BTreeSet<String>;
type Triple = (String, String, String);

fn games() -> Vec<Box<dyn AnyGame>> {
    let registry = Registry::built_in();
    let mut games: Vec<Box<dyn AnyGame>> =
        registry.games().iter().map(|id| registry.open(id).unwrap()).collect();
    games.push(face(Lanterns, Adjudication { repetition: Some(3), quiet_limit: Some(50) }).unwrap());
    games
}

/// Follows pieces through effects: where each that stands on a square now came from, none if it has just entered.
fn follow(
    view: &View,
    effects: &[EffectView],
    mut seen: impl FnMut(&EffectView, &BTreeMap<String, String>),
) -> BTreeMap<String, String> {
    let mut from: BTreeMap<String, String> =
        view.pieces.iter().map(|piece| (piece.square.clone(), piece.square.clone())).collect();
    for effect in effects {
        seen(effect, &from);
        match effect {
            EffectView::Move { from: start, to } => {
                if let Some(piece) = from.remove(start) {
                    from.insert(to.clone(), piece);
                }
            }
            EffectView::Swap { a, b } => {
                let (one, other) = (from.remove(a), from.remove(b));
                one.and_then(|piece| from.insert(b.clone(), piece));
                other.and_then(|piece| from.insert(a.clone(), piece));
            }
            EffectView::Remove { square, .. } | EffectView::Place { square, .. } => {
                from.remove(square);
            }
            EffectView::Transform { .. } | EffectView::Pass => {}
        }
    }
    from
}

fn side_of(view: &View, square: &str) -> Option<usize> {
    view.pieces.iter().find(|piece| piece.square == square).map(|piece| piece.side)
}

/// Names every piece that the side to move can capture.
fn capturable(view: &View) -> Set {
    let mut found = Set::new();
    for one in &view.moves {
        follow(view, &one.effects, |effect, from| {
            let victim = match effect {
                EffectView::Remove { square, side, .. } if *side != view.side => from.get(square),
                EffectView::Transform { square, side, .. } if *side == view.side => from.get(square),
                _ => None,
            };
            found.extend(victim.filter(|&origin| side_of(view, origin) != Some(view.side)).cloned());
        });
    }
    found
}

/// Sees the same pieces with a side to move, within a turn after its end, where the rules know such a position.
fn seen_by(game: &dyn AnyMatch, side: usize) -> Option<View> {
    let side = Side::BOTH[side - 1];
    let mut asked = game.copy();
    let within = |game: &dyn AnyMatch| {
        game.record(EN).last().is_some_and(|last| last.side == game.side_to_move().number())
    };
    while asked.side_to_move() != side && within(asked.as_ref()) {
        let view = asked.view(EN);
        let Some(end) = view.moves.iter().find(|one| one.manner == "pass") else { break };
        asked.play(&end.text).unwrap();
    }
    if asked.side_to_move() != side {
        asked = asked.arranged(&asked.pieces(), side).ok()?;
    }
    Some(asked.view(EN))
}

fn triples(relations: &[RelationView]) -> BTreeSet<Triple> {
    let triple = |one: &RelationView| (one.kind.clone(), one.from.clone(), one.to.clone());
    relations.iter().map(triple).collect()
}

fn told(weighing: &WeighingView, sort: &str, begins: bool) -> Set {
    let changes = weighing.changes.iter().filter(|change| change.sort == sort && change.begins == begins);
    changes.flat_map(|change| change.squares.iter().cloned()).collect()
}

#[test]
fn what_changes_is_what_differs_but_for_the_pieces_that_moved() {
    let mut checked = 0;
    for game in games() {
        let id = &game.metadata().id;
        let mut random = Random::new(29);
        for _ in 0..4 {
            let mut played = game.begin(None).unwrap();
            for _ in 0..40 {
                let before = played.view(EN);
                for one in before.moves.iter().filter(|one| !one.captures.is_empty() || random.one_in(8)) {
                    checked += check(played.as_ref(), &before, &one.text);
                }
                let captures: Vec<_> = before.moves.iter().filter(|one| !one.captures.is_empty()).collect();
                let any: Vec<_> = before.moves.iter().collect();
                let chosen = if random.one_in(3) { random.pick(&captures) } else { None };
                let Some(chosen) = chosen.or_else(|| random.pick(&any)) else { break };
                played.play(&chosen.text).unwrap();
            }
        }
        assert!(checked > 0, "{id}: no safety was checked");
    }
    assert!(checked > 1_000, "{checked}");
}

/// Checks one move, and returns whether the rules told who is safe.
fn check(played: &dyn AnyMatch, before: &View, text: &str) -> usize {
    let one = before.moves.iter().find(|one| one.text == text).unwrap();
    let at = format!("{} {text} in {}", played.spec(), before.position);
    let weighing = played.weigh(text, EN).unwrap().expect("it is legal");
    let mut next = played.copy();
    next.play(text).unwrap();
    let after = next.view(EN);
    let origins = follow(before, &one.effects, |_, _| {});
    let ends: BTreeMap<&String, &String> = origins.iter().map(|(now, origin)| (origin, now)).collect();
    let end = |square: &String| ends.get(square).map(|&now| now.clone());

    let (held, holds) = (triples(&before.relations), triples(&after.relations));
    let carried = |(kind, from, to): &Triple| Some((kind.clone(), end(from)?, end(to)?));
    let kept: BTreeSet<Triple> = held.iter().filter_map(carried).collect();
    assert_eq!(triples(&weighing.comes), &holds - &kept, "{at}");
    assert_eq!(triples(&weighing.stays), &holds & &kept, "{at}");
    let gone = held.iter().filter(|one| carried(one).is_none_or(|now| !holds.contains(&now)));
    assert_eq!(triples(&weighing.goes), gone.cloned().collect(), "{at}");

    for change in &weighing.changes {
        assert!(!change.sentence.contains("{}") && !change.sentence.is_empty(), "{at}: {change:?}");
    }
    let (mover, other) = (before.side, 3 - before.side);
    let exposed: Set = weighing.exposed.iter().map(|one| one.square.clone()).collect();
    let safe: Set = weighing.safe.iter().cloned().collect();
    if after.ended.is_some() {
        assert!(exposed.is_empty() && safe.is_empty() && weighing.changes[0].sort == "end", "{at}");
        return 0;
    }
    let Some(is) = seen_by(next.as_ref(), other).map(|asked| capturable(&asked)) else { return 0 };
    assert!(exposed.is_subset(&is) && safe.is_disjoint(&is), "{at}: {exposed:?} {safe:?} {is:?}");
    let of = |view: &View, side: usize, squares: Set| -> Set {
        squares.into_iter().filter(|square| side_of(view, square) == Some(side)).collect()
    };
    let standing = |squares: &Set| -> Set { squares.iter().filter_map(end).collect() };
    let mut known = 0;
    if let Some(asked) = seen_by(played, other).filter(|_| before.alert.is_none()) {
        let was = standing(&capturable(&asked));
        // A piece that the move won over was not the mover's before.
        let was: Set = was.into_iter().filter(|now| side_of(before, &origins[now]) == Some(mover)).collect();
        if played.game().metadata().id == "lanterns" {
            assert!(exposed.is_empty() && safe.is_empty(), "{at}: its rules do not tell");
        } else {
            assert_eq!(exposed, &is - &was, "{at}");
            assert_eq!(safe, of(&after, mover, &was - &is), "{at}");
            known = 1;
        }
    }
    if let Some(asked) = seen_by(next.as_ref(), mover).filter(|_| after.alert.is_none() && known == 1) {
        let (was, is) = (standing(&capturable(before)), capturable(&asked));
        assert_eq!(told(&weighing, "reach", true), of(&after, other, &is - &was), "{at}");
        assert_eq!(told(&weighing, "reach", false), of(&after, other, &was - &is), "{at}");
    }
    known
}
