use std::collections::BTreeSet;

use entourage_kernel::{Catalogue, Language, Random, Status, mix};
use entourage_registry::view::{MoveView, RelationView, View};
use entourage_registry::{AnyGame, AnyMatch, Level, Registry, SearchSettings, Thought};

use crate::{Bare, Comparison, Deeds, Lack, Notes, Trial};

/// Interval between samples in plies. A sample counts refused moves, material and the computer's preferred move.
const SAMPLE_INTERVAL: u32 = 4;
const TRIES: usize = 24;
/// Number of random openings of which the most balanced one is chosen.
const OPENINGS: usize = 8;
/// Nodes searched per slice when computing a preferred move; the total is limited by [`MAX_NODES`].
const NODES_PER_SLICE: u64 = 200;
const MAX_NODES: u64 = 4_000;
/// Number of powers compared per sample, in rotation, so that games with many powers cost no more than others.
const POWERS_PER_SAMPLE: usize = 2;

/// Plays a self-play game and records notes; `trial` and `number` determine the game.
///
/// If the trial has a level gap, one game in four is between players of different levels, and the sides take turns at
/// being the weaker one.
pub fn play(game: &dyn AnyGame, trial: &Trial, number: u32) -> Option<Notes> {
    play_compared(game, &Comparison::default(), trial, number)
}

/// Plays a game like [`play`], and records how the moves and the ending would differ without each of the powers.
pub fn play_compared(game: &dyn AnyGame, comparison: &Comparison, trial: &Trial, number: u32) -> Option<Notes> {
    let (whole, bare) = (comparison.whole(game), comparison.bare());
    let weaker = match (trial.gap, number % 8) {
        (0, _) => 0,
        (_, 3) => 1,
        (_, 7) => 2,
        _ => 0,
    };
    // The two games of a pair, in which the sides take turns at being weaker, have the same opening.
    let pair = if weaker == 0 { number } else { number | 4 };
    let mut random = Random::new(mix(trial.seed ^ mix(u64::from(pair))));
    let mut under_way = game.begin(None).ok()?;
    let book = if trial.balanced && weaker > 0 { balanced_opening(game, trial, &mut random) } else { None };
    let kinds = game.metadata().kinds.len();
    let mut notes = Notes { number, weaker, kinds: vec![Deeds::default(); kinds], ..Notes::default() };
    let mut view = under_way.view(Language::English);
    for piece in &view.pieces {
        notes.kinds[piece.kind].begun += 1;
    }
    let mut before = at_work(&view.relations);
    let mut is_calm = true;
    while view.ended.is_none() && notes.plies < trial.longest {
        notes.choices += view.moves.len() as u64;
        for code in &before {
            *notes.at_work.entry(code.clone()).or_default() += 1;
        }
        if notes.plies.is_multiple_of(SAMPLE_INTERVAL) {
            if notes.plies >= trial.opening && is_calm {
                notes.material.push(lead(&view, kinds));
            }
            sample_refusals(under_way.as_ref(), &view, &mut random, &mut notes);
        }
        let known = book.as_ref().and_then(|book| book.get(notes.plies as usize));
        let text = if let Some(text) = known {
            text.clone()
        } else if notes.plies < trial.opening {
            random.pick(&view.moves)?.text.clone()
        } else {
            choose(under_way.as_ref(), skill(trial, weaker, view.side), random.bits())?
        };
        let made = view.moves.iter().find(|one| one.text == text)?.clone();
        if !bare.is_empty() {
            let asked = notes.plies.is_multiple_of(SAMPLE_INTERVAL) && notes.plies >= trial.opening;
            compare_moves((whole, bare), &under_way.position_text(), &text, asked, &mut notes);
        }
        under_way.play(&text).ok()?;
        notes.plies += 1;
        let after = under_way.view(Language::English);
        note_deeds(&view, &made, &after, &mut notes);
        is_calm = after.pieces.len() == view.pieces.len();
        let now = at_work(&after.relations);
        for code in before.symmetric_difference(&now) {
            *notes.moved_by.entry(code.clone()).or_default() += 1;
        }
        (view, before) = (after, now);
    }
    if let Status::Ended(outcome) = under_way.status() {
        notes.winner = outcome.winner.map_or(0, |side| side.number() as u8);
        notes.cause = Some(outcome.cause.to_string());
        let closing = under_way.closing(Language::English);
        notes.at_end =
            at_work(&closing.map(|closing| closing.relations).unwrap_or_default()).into_iter().collect();
        compare_ends(whole, bare, &under_way.position_text(), &mut notes);
    }
    for piece in &view.pieces {
        notes.kinds[piece.kind].left += 1;
    }
    Some(notes)
}

/// Returns the opening that a shallow search scores closest to equal, of several random ones.
fn balanced_opening(game: &dyn AnyGame, trial: &Trial, random: &mut Random) -> Option<Vec<String>> {
    let mut try_one = || {
        let mut under_way = game.begin(None).ok()?;
        for _ in 0..trial.opening {
            let text = random.pick(&under_way.legal_moves())?.clone();
            under_way.play(&text).ok()?;
        }
        let score = search_shallowly(under_way.as_ref()).value?.number();
        Some((score.unsigned_abs(), under_way.moves()))
    };
    let tried: Vec<_> = (0..OPENINGS).filter_map(|_| try_one()).collect();
    tried.into_iter().min_by_key(|(score, _)| *score).map(|(_, moves)| moves)
}

fn lead(view: &View, kinds: usize) -> Vec<i16> {
    let mut lead = vec![0; kinds];
    for piece in &view.pieces {
        lead[piece.kind] += if piece.side == 1 { 1 } else { -1 };
    }
    lead
}

fn skill(trial: &Trial, weaker: u8, side: usize) -> Level {
    let less = if usize::from(weaker) == side { trial.gap } else { 0 };
    Level::new(trial.level.saturating_sub(less).clamp(1, 8)).unwrap_or(Level::ALL[0])
}

fn choose(under_way: &dyn AnyMatch, level: Level, seed: u64) -> Option<String> {
    let settings = SearchSettings { level: Some(level), table_mb: 1, seed, ..SearchSettings::default() };
    let mut search = under_way.search(settings);
    loop {
        let thought = search.advance(1_000_000);
        if thought.done {
            return thought.best;
        }
    }
}

/// Returns the move that a shallow search prefers. The search is deterministic, so differences are due to a power.
fn prefer(under_way: &dyn AnyMatch) -> Option<String> {
    search_shallowly(under_way).best
}

fn search_shallowly(under_way: &dyn AnyMatch) -> Thought {
    let mut search = under_way.search(SearchSettings { table_mb: 1, ..SearchSettings::default() });
    loop {
        let thought = search.advance(NODES_PER_SLICE);
        if thought.done || thought.depth >= 2 || thought.nodes >= MAX_NODES {
            return thought;
        }
    }
}

/// Records, for each power, whether a move would be legal without the power and, for a few powers, whether the computer
/// would choose a different move.
fn compare_moves(
    (game, bare): (&dyn AnyGame, &[Bare]),
    position: &str,
    made: &str,
    asked: bool,
    notes: &mut Notes,
) {
    // Both games start from the position without its history, so that they differ only in the power.
    let chosen = asked.then(|| prefer(game.begin(Some(position)).ok()?.as_ref())).flatten();
    // Starts the rotation of the compared powers at a different power in each game.
    let first = (notes.number as usize + (notes.plies / SAMPLE_INTERVAL) as usize) * POWERS_PER_SAMPLE;
    for (index, Bare { power, game }) in bare.iter().enumerate() {
        // Some positions are invalid without the power.
        let Ok(other) = game.begin(Some(position)) else { continue };
        let lack: &mut Lack = notes.lacks.entry(power.clone()).or_default();
        lack.moves += 1;
        lack.allowed += u32::from(!other.legal_moves().iter().any(|text| text == made));
        let is_in_turn = (index + bare.len() - first % bare.len()) % bare.len() < POWERS_PER_SAMPLE;
        if let Some(chosen) = chosen.as_ref().filter(|_| is_in_turn) {
            lack.choices += 1;
            lack.decided += u32::from(prefer(other.as_ref()).as_ref() != Some(chosen));
        }
    }
}

/// Records, for each power, whether the game would have ended in the same way without the power. Ends by repetition are
/// not compared, since a single position does not show a repetition.
fn compare_ends(game: &dyn AnyGame, bare: &[Bare], position: &str, notes: &mut Notes) {
    let outcome = |game: &dyn AnyGame| match game.begin(Some(position)).ok()?.status() {
        Status::Ended(outcome) => Some(Some((outcome.winner, outcome.cause))),
        _ => Some(None),
    };
    let Some(Some(ended)) = outcome(game) else { return };
    for Bare { power, game } in bare {
        let Some(other) = outcome(game.as_ref()) else { continue };
        let lack = notes.lacks.entry(power.clone()).or_default();
        lack.ends += 1;
        lack.decided_ends += u32::from(other.as_ref() != Some(&ended));
    }
}

fn at_work(relations: &[RelationView]) -> BTreeSet<String> {
    relations.iter().map(|relation| relation.kind.clone()).collect()
}

fn note_deeds(before: &View, made: &MoveView, after: &View, notes: &mut Notes) {
    let mover =
        made.squares.first().and_then(|square| before.pieces.iter().find(|piece| piece.square == *square));
    let count = |view: &View, side: usize, kind: usize| {
        view.pieces.iter().filter(|piece| piece.side == side && piece.kind == kind).count() as u32
    };
    let other = 3 - before.side;
    let mut taken = 0;
    for (kind, deeds) in notes.kinds.iter_mut().enumerate() {
        let lost = count(before, other, kind).saturating_sub(count(after, other, kind));
        deeds.lost += lost;
        taken += lost;
    }
    if let Some(mover) = mover {
        let deeds = &mut notes.kinds[mover.kind];
        deeds.moves += 1;
        deeds.captures += u32::from(taken > 0);
    }
}

/// Attempts moves onto random squares, mostly occupied by enemies, and records the refusals.
fn sample_refusals(under_way: &dyn AnyMatch, view: &View, random: &mut Random, notes: &mut Notes) {
    let own: Vec<_> = view.pieces.iter().filter(|piece| piece.side == view.side).collect();
    let enemies: Vec<_> = view.pieces.iter().filter(|piece| piece.side != view.side).collect();
    let targets: Vec<&str> =
        view.moves.iter().filter_map(|one| one.squares.last()).map(String::as_str).collect();
    for turn in 0..TRIES {
        let Some(from) = random.pick(&own) else { return };
        let enemy = random.pick(&enemies).map(|piece| piece.square.as_str());
        let empty = random.pick(&targets).copied();
        let Some(to) = (if turn % 3 == 0 { empty.or(enemy) } else { enemy.or(empty) }) else { return };
        if from.square == to {
            continue;
        }
        notes.tries += 1;
        let squares = [from.square.clone(), to.to_owned()];
        let Ok(told) = under_way.explain_squares(&squares, Language::English) else { continue };
        for reason in &told.reasons {
            if !notes.sentences.contains_key(&reason.code) {
                let french = under_way.explain_squares(&squares, Language::French).ok();
                let french =
                    french.and_then(|told| told.reasons.into_iter().find(|one| one.code == reason.code));
                let french = french.map(|reason| reason.sentence).unwrap_or_default();
                notes.sentences.insert(reason.code.clone(), [reason.sentence.clone(), french]);
            }
        }
        for code in told.reasons.iter().map(|reason| reason.code.clone()).collect::<BTreeSet<_>>() {
            *notes.refused.entry(code).or_default() += 1;
        }
    }
}

/// Plays game `number` of the trial: with random cards if the trial has cards, otherwise like [`play_compared`].
///
/// With cards, returns `None` if the game has no cards, rejects the chosen cards, or is not in the registry.
pub fn play_trial(
    registry: &Registry,
    game: &dyn AnyGame,
    comparison: &Comparison,
    trial: &Trial,
    number: u32,
) -> Option<Notes> {
    if trial.cards == 0 {
        return play_compared(game, comparison, trial, number);
    }
    let lot = |side: u64| game.suggest_setup(trial.cards, mix(trial.seed ^ mix(u64::from(number) * 2 + side)));
    let choices = [lot(0)?, lot(1)?];
    let spec = game.setup_spec(choices.each_ref().map(|choice| Some(choice.as_str()))).ok()?;
    let dealt = registry.open(&spec).ok()?;
    let cards = choices.map(|choice| Catalogue::codes(&choice).map(str::to_owned).collect());
    Some(Notes { cards, ..play_compared(dealt.as_ref(), &Comparison::default(), trial, number)? })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use entourage_kernel::Language;
    use entourage_registry::{Registry, TextDefinition};

    use super::*;
    use crate::{markdown, report};

    const SMALL: &str = "language 1\ngame small \"Small\"\nboard 5 x 5\nsides White w, Black b\npiece K \"King\"\n  moves and captures: step any\npiece R \"Rook\"\n  moves and captures: slide straight\npower strong of Rook: own King next to it also walks as Rook\nroyal King, warned as \"check\"\nends\n  loss \"checkmate\": own King is threatened, and no move\n  draw \"stalemate\": no move\n  draw \"repetition\": the same position a third time\nposition \"{rows} {side}\"\nstart \"r1k1r/5/5/5/R1K1R w\"\nneeds\n  exactly 1 King a side\n  the enemy King is not threatened\n";

    fn open(registry: &Registry, text: &str) -> Box<dyn AnyGame> {
        let definition = TextDefinition::of_texts(&[text]).unwrap();
        registry.open(&registry.add(Arc::new(definition)).unwrap().to_string()).unwrap()
    }

    #[test]
    fn effects_of_a_power_are_found_by_leaving_it_out() {
        let registry = Registry::built_in();
        let game = open(&registry, SMALL);
        let comparison = Comparison::of_texts(&registry, &[SMALL.to_owned()], "");
        assert_eq!(comparison.bare().iter().map(|one| one.power.as_str()).collect::<Vec<_>>(), ["strong"]);
        let trial = Trial { level: 1, gap: 0, longest: 40, ..Trial::default() };
        let notes: Vec<Notes> =
            (0..6).map(|number| play_compared(game.as_ref(), &comparison, &trial, number).unwrap()).collect();
        for language in [Language::English, Language::French] {
            let report = report(game.as_ref(), &trial, &notes, language);
            let power = report.powers.iter().find(|power| power.code == "strong").unwrap();
            assert!(power.allowed.found > 0.0 && power.allowed.of > power.decided.of, "{power:?}");
            assert!(power.decided.of > 0, "{power:?}");
            // Each reason has a message in addition to its code.
            assert!(report.reasons.iter().all(|reason| reason.says.ends_with('.')), "{:?}", report.reasons);
            // The kernel ends games by repetition; if no game ended that way, the report lists repetition as unused.
            let seen = report.endings.iter().any(|(code, ..)| code == "repetition");
            assert_ne!(seen, report.never_ended.iter().any(|(code, _)| code == "repetition"));
        }
        // Without powers to remove, nothing is compared.
        assert!(play(game.as_ref(), &trial, 0).unwrap().lacks.is_empty());
    }

    #[test]
    fn an_inactive_power_decides_nothing() {
        let registry = Registry::built_in();
        let text = SMALL.replace("royal King", "power apart of Rook: own Rooks next to it cannot move, when no own King is on the board\nroyal King");
        let game = open(&registry, &text);
        let comparison = Comparison::of_texts(&registry, &[text], "");
        let trial = Trial { level: 1, gap: 0, longest: 60, ..Trial::default() };
        let notes: Vec<Notes> =
            (0..4).map(|number| play_compared(game.as_ref(), &comparison, &trial, number).unwrap()).collect();
        let apart = notes.iter().filter_map(|one| one.lacks.get("apart"));
        let [choices, decided] =
            apart.fold([0, 0], |[choices, decided], lack| [choices + lack.choices, decided + lack.decided]);
        assert!(choices > 20 && decided == 0, "{decided} of {choices}");
        // The comparison does not change the game.
        let plain = play(game.as_ref(), &trial, 0).unwrap();
        assert_eq!(Notes { lacks: plain.lacks.clone(), ..notes[0].clone() }, plain);
    }

    #[test]
    fn many_powers_are_sampled_in_rotation() {
        let registry = Registry::built_in();
        let more: String = ["two", "three", "four", "five"]
            .map(|name| format!("power {name} of Rook: own King next to it also walks as Rook\n"))
            .concat();
        let text = SMALL.replace("royal King", &format!("{more}royal King"));
        let game = open(&registry, &text);
        let comparison = Comparison::of_texts(&registry, &[text], "");
        assert_eq!(comparison.bare().len(), 5);
        let trial = Trial { level: 1, gap: 0, longest: 60, ..Trial::default() };
        let notes = play_compared(game.as_ref(), &comparison, &trial, 1).unwrap();
        let choices: Vec<u32> = notes.lacks.values().map(|lack| lack.choices).collect();
        let (least, most) = (choices.iter().min().unwrap(), choices.iter().max().unwrap());
        assert!(choices.len() == 5 && *least > 0 && most - least <= 1, "{choices:?}");
        assert!(notes.lacks.values().all(|lack| lack.moves == notes.plies), "{:?}", notes.lacks);
    }

    #[test]
    fn each_game_draws_new_cards_and_reports_them() {
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
            let none = Trial { cards: 0, ..trial.clone() };
            let plain = play_trial(&registry, game.as_ref(), &Comparison::default(), &none, 0).unwrap();
            assert_eq!(plain.cards, [[], []] as [[String; 0]; 2]);
        }
    }
}
