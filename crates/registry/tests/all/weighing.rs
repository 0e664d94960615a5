//! Tests move previews by comparing them with the views before and after the move.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use entourage_definition::{Library, Shipped};
use entourage_kernel::testkit::rows;
use entourage_kernel::{
    Adjudication, Board, Effects, Enforcement, Evaluate, Intent, Kind, Language, Metadata, Outcome,
    Presentation, Random, Reading, Reason, Refusal, Rules, Side, Square, SquareSet, TextError, Topology, Voice,
};
use entourage_registry::view::{ChangeView, EffectView, RelationView, View, WeighingView};
use entourage_registry::{AnyGame, AnyMatch, Registry, TextDefinition, face};

use crate::lanterns::{Lanterns, as_lanterns};

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

/// Tracks pieces through effects: maps the square of each piece to its original square, unless the piece just entered.
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

/// Returns the view of the same pieces with `side` to move (after a pass within a turn); `None` if illegal.
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
    (asked.pieces() == game.pieces()).then(|| asked.view(EN))
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
fn previews_match_the_difference_between_views() {
    for game in games() {
        let id = &game.metadata().id;
        let mut checked = 0;
        let mut random = Random::new(29);
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
        assert!(checked > 50 || id.as_str() == "lanterns", "{id}: safety was checked of {checked} moves only");
    }
}

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
        // Exclude pieces that the move converted.
        let was: Set = was.into_iter().filter(|now| side_of(before, &origins[now]) == Some(mover)).collect();
        if played.game().metadata().id == "lanterns" {
            assert!(exposed.is_empty() && safe.is_empty(), "{at}: its rules do not define attacks");
        } else {
            assert_eq!(exposed, &is - &was, "{at}");
            assert_eq!(safe, of(&after, mover, &was - &is), "{at}");
            let saved = |sort| told(&weighing, sort, true);
            assert!(saved("exposed").is_subset(&exposed) && saved("safe").is_subset(&safe), "{at}");
            known = 1;
        }
    }
    if let Some(asked) = seen_by(next.as_ref(), mover).filter(|_| after.alert.is_none() && known == 1) {
        let (was, is) = (standing(&capturable(before)), capturable(&asked));
        // Pieces covered by alerts are not repeated.
        let alarms = weighing.changes.iter().filter(|one| ["threat", "siege", "alert"].contains(&one.sort));
        let alarmed: Set = alarms.flat_map(|one| one.squares.iter().cloned()).collect();
        let news = |squares: Set| &of(&after, other, squares) - &alarmed;
        assert_eq!(told(&weighing, "reach", true), news(&is - &was), "{at}");
        assert_eq!(told(&weighing, "reach", false), news(&was - &is), "{at}");
    }
    known
}

fn opened(spec: &str) -> Box<dyn AnyGame> {
    if spec == "lanterns" {
        return games().pop().unwrap();
    }
    Registry::built_in().open(spec).unwrap()
}

/// Returns the preview of a move, one line per change: its sign, sort and sentence.
fn lines(game: &dyn AnyMatch, text: &str, language: Language) -> Vec<String> {
    let weighing = game.weigh(text, language).unwrap().unwrap_or_else(|| panic!("{text} is not legal"));
    let line = |change: &ChangeView| format!("{} {}\t{}", change.sign, change.sort, change.sentence);
    weighing.changes.iter().map(line).collect()
}

#[test]
fn every_form_of_sentence_is_listed_in_both_languages() {
    let mut told = BTreeSet::new();
    for [spec, position, text, what, en, fr] in rows(include_str!("../data/weighing.tsv")) {
        let played = opened(spec).begin(Some(position)).unwrap();
        for (language, sentence) in [(EN, en), (Language::French, fr)] {
            let lines = lines(played.as_ref(), text, language);
            assert!(lines.contains(&format!("{what}\t{sentence}")), "{text} in {position}\n{lines:#?}");
        }
        told.insert((spec.split(':').next().unwrap().to_owned(), en.split(' ').next().unwrap().to_owned()));
    }
    // The table covers the beginning and the end of every relation in every game, except Pacts, which never end.
    for game in games() {
        let metadata = game.metadata();
        for kind in metadata.relations.iter() {
            for words in [&kind.begins, &kind.ends] {
                let known =
                    |text: &str, other: &str| text.contains("{}") && other.contains("{}") && text != other;
                assert!(known(words.get(EN), words.get(Language::French)), "{words:?}");
                let first = words.get(EN).split(' ').next().unwrap().to_owned();
                let row = (metadata.id.to_string(), first.clone());
                assert!(told.contains(&row) || first == "Ends", "{}: {words:?}", metadata.id);
            }
        }
    }
}

/// The Lanterns game with an alert that no power covers: an enemy Moth beside the Lantern.
#[derive(Clone)]
struct Alarming;

impl Rules for Alarming {
    as_lanterns!(positions);
    as_lanterns!(law);
    as_lanterns!(board);

    fn metadata(&self) -> &Metadata {
        Lanterns.metadata()
    }

    fn turned(&self, position: &Self::Position) -> Option<Self::Position> {
        let mut next = *position;
        next.pass_turn();
        Some(next)
    }

    fn alert(&self, position: &Self::Position) -> Option<&str> {
        let lantern = self.alerted(position);
        (!lantern.is_empty()).then_some("moths")
    }
}

impl Presentation for Alarming {
    fn reason_codes(&self) -> Vec<&str> {
        Lanterns.reason_codes()
    }

    fn sentence(&self, position: &Self::Position, reason: &Reason, voice: Voice<'_>) -> Option<String> {
        Lanterns.sentence(position, reason, voice)
    }

    fn alerted(&self, position: &Self::Position) -> SquareSet {
        let (pieces, side) = (position.placement(), position.side_to_move());
        let moths = Kind(1);
        let lanterns = pieces.of(side, Kind(0)).into_iter();
        lanterns
            .filter(|lantern| {
                let near = |moth: Square| lantern.index().abs_diff(moth.index()) == 1;
                pieces.of(!side, moths).into_iter().any(near)
            })
            .collect()
    }
}

impl Evaluate for Alarming {}

#[test]
fn alerts_without_a_power_are_given_and_answered() {
    let game = face(Alarming, Adjudication::NONE).unwrap();
    let given = game.begin(Some("2l2/1M3/5/5/2L2 w")).unwrap();
    assert_eq!(lines(given.as_ref(), "b4b5", EN)[0], "gain alert\tmoths Lantern c5");
    let answered = game.begin(Some("2l2/5/5/5/1mL2 w")).unwrap();
    assert_eq!(lines(answered.as_ref(), "c1c2", EN)[0], "gain alert\tThreats parried: moths Lantern c2");
    assert_eq!(
        lines(answered.as_ref(), "c1c2", Language::French)[0],
        "gain alert\tMenaces parées\u{a0}: moths Lanterne c2"
    );
}

#[test]
fn illegal_moves_and_games_without_rules_have_no_preview() {
    let registry = Registry::built_in();
    for id in registry.games() {
        let begin = |enforcement| registry.begin(id, None, enforcement).unwrap();
        let legal = begin(Enforcement::Enforced).legal_moves();
        for enforcement in Enforcement::ALL {
            let game = begin(enforcement);
            assert!(game.weigh("nonsense!", EN).is_err());
            assert_eq!(game.weigh(&legal[0], EN).unwrap().is_some(), enforcement != Enforcement::Free, "{id}");
        }
        let square = &registry.open(id).unwrap().topology().squares[0].name.clone();
        assert!(
            begin(Enforcement::Enforced)
                .weigh(&format!("{square}{square}"), EN)
                .is_ok_and(|none| none.is_none())
        );
    }
}

#[test]

fn a_line_names_the_changes_of_powers_that_its_captures_exploit() {
    let game = Registry::built_in().open("toddler").unwrap();
    let played = game.begin(Some("10t/11/11/4w6/4s6/11/11/11/4E6/11/10T w -")).unwrap();
    let causes = |moves: &[&str]| {
        let moves: Vec<String> = moves.iter().map(|text| (*text).to_owned()).collect();
        played.prospect(&moves, EN).causes
    };
    // The Angel leaves the Soldier, which the Emperor then captures.
    let found = causes(&["k11k10", "e4a4", "e9e5"]);
    let [cause] = &found[..] else { panic!("{found:?}") };
    assert_eq!((cause.ply, cause.capture), (2, 3));
    assert!(cause.sentence.contains("e5"), "{}", cause.sentence);
    assert!(causes(&["k11k10", "k1k2"]).is_empty());
}

#[test]
fn changes_of_side_are_not_called_captures() {
    let text = "language 1\ngame turncoats \"Turncoats\" like chess\nwithout edition fen\nwithout royal\n\
        position \"{rows} {side} {castling} {passed}\"\npower peaceful of any piece: it cannot capture\n\
        after a piece moves: enemies it attacks change sides\nends\n  loss \"turned\": no own King is on the board\n  \
        draw \"stalemate\": no move\nneeds\n  no Pawn on its own rank 1\n";
    let registry = Registry::built_in();
    let definition = TextDefinition::of_texts(&[text, &Shipped.find("chess").unwrap().text]).unwrap();
    let hash = registry.add(Arc::new(definition)).unwrap();
    let game = registry.open(&hash.to_string()).unwrap();
    let played = game.begin(Some("4k3/8/8/8/8/2N5/8/4K3 w - -")).unwrap();
    for (language, sentence) in [
        (EN, "gain reach\tMay make change sides next: King e8"),
        (Language::French, "gain reach\tPourra faire changer de camp\u{a0}: Roi e8"),
    ] {
        let lines = lines(played.as_ref(), "c3e4", language);
        assert!(lines.contains(&sentence.to_owned()), "{lines:#?}");
        assert!(!lines.iter().any(|line| line.contains("capture") || line.contains("prendre")), "{lines:#?}");
    }
    let played = game.begin(Some("4k3/8/8/8/4N3/8/8/4K3 w - -")).unwrap();
    let pieces = played.reach(Side::Second, EN).unwrap().pieces;
    let king = pieces.iter().find(|piece| piece.square == "e8").unwrap();
    assert_eq!(king.sentence, "Can be made to change sides by Knight e4.");
}
