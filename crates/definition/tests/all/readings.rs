//! Tests that the move generator and the reference implementation (`law`) agree on every definition.

use entourage_definition::{Library, Position, Shipped, Source, TextGame, check};
use entourage_kernel::{Board, Intent, Kind, Piece, Random, Rules, Square};

use super::open;

/// Number of positions per game and edition; the environment variable `DEFINITION_POSITIONS` overrides the default.
pub fn positions() -> usize {
    std::env::var("DEFINITION_POSITIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(40)
}

const MAX_PLAYED: usize = 120;

pub fn agree(fast: &TextGame, plain: &TextGame, position: &Position, context: &str) -> Vec<Intent> {
    let shown = || format!("{} in {context}", fast.write_position(position));
    let list = |game: &TextGame| {
        let mut moves = game.list_moves(position);
        moves.sort_unstable();
        moves
    };
    let (ours, theirs) = (list(fast), list(plain));
    let texts = |moves: &[Intent]| moves.iter().map(|intent| fast.write_move(*intent)).collect::<Vec<_>>();
    assert_eq!(texts(&ours), texts(&theirs), "moves of {}", shown());
    assert_eq!(fast.count_moves(position), ours.len() as u64, "{}", shown());
    assert_eq!(fast.has_moves(position), plain.has_moves(position), "{}", shown());
    assert_eq!(fast.terminal(position), plain.terminal(position), "{}", shown());
    assert_eq!(fast.alert(position), plain.alert(position), "{}", shown());
    for &intent in theirs.iter().step_by(1 + theirs.len() / MAX_PLAYED) {
        let text = fast.write_move(intent);
        let next = fast.play_unchecked(position, intent);
        assert_eq!(next, plain.play_unchecked(position, intent), "{text} in {}", shown());
        assert!(next.is_in_step(), "{text} in {}", shown());
        assert_eq!(fast.effects(position, intent), plain.effects(position, intent), "{text} in {}", shown());
    }
    theirs
}

pub fn compare(game: &TextGame, random: &mut Random, count: usize, context: &str) {
    let plain = game.plainly();
    let mut position = game.random_start(random);
    for ply in 0..count {
        let moves = agree(game, &plain, &position, context);
        agree(game, &plain, &disturbed(game, &position, random), context);
        position = match random.pick(&moves) {
            Some(intent) if ply % 40 != 39 => game.play_unchecked(&position, *intent),
            _ => game.random_start(random),
        };
    }
}

fn disturbed(game: &TextGame, position: &Position, random: &mut Random) -> Position {
    let mut pieces = *position.placement();
    let (squares, kinds) = (game.topology().squares.len(), game.metadata().kinds.len());
    for _ in 0..1 + random.below(8) {
        let [one, other] = [(); 2].map(|()| Square::new(random.below(squares)));
        match random.below(4) {
            0 => drop(pieces.take(one)),
            1 => {
                let side = if random.one_in(2) { position.side() } else { !position.side() };
                pieces.put(one, Piece::new(Kind(random.below(kinds) as u8), side));
            }
            _ => {
                if let Some(piece) = pieces.take(one) {
                    pieces.put(other, piece);
                }
            }
        }
    }
    Position::new(pieces, position.side(), position.state())
}

#[test]
fn both_readings_agree_on_every_shipped_game() {
    let mut random = Random::new(3);
    for id in Shipped.names() {
        let game = open(&id, &[]);
        assert!(game.is_compiled(), "{id}");
        compare(&game, &mut random, positions(), &id);
        for option in game.metadata().options.iter().flat_map(|option| option.choices.iter().skip(1)) {
            compare(&open(&id, &[&option.code]), &mut random, positions() / 2, &id);
        }
    }
}

/// Sentences about pieces A and B; `\n` separates lines.
const SENTENCES: &str = include_str!("../data/sentences.txt");

fn mixed(base: &str, random: &mut Random) -> String {
    // Take the pieces from the game at the root of the inheritance chain.
    let mut text = Shipped.find(base).unwrap().text;
    while let Some(like) = text.lines().find_map(|line| line.strip_prefix("game ")?.split(" like ").nth(1)) {
        text = Shipped.find(like.trim()).unwrap().text;
    }
    let names: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("piece ")?.split('"').nth(1)).collect();
    let sentences: Vec<&str> = SENTENCES.lines().collect();
    let mut made = format!("language 1\ngame mixed \"Mixed\" like {base}\n");
    for _ in 0..1 + random.below(3) {
        let [one, other] = [(); 2].map(|()| names[random.below(names.len())]);
        let sentence = sentences[random.below(sentences.len())].replace("\\n", "\n");
        let words = sentence.split_inclusive([' ', ',', ':', '\n']);
        let named = words.map(|word| match word.trim_end_matches([' ', ',', ':', '\n']) {
            "A" => word.replace('A', one),
            "B" => word.replace('B', other),
            _ => word.to_owned(),
        });
        made.extend(named);
        made.push('\n');
    }
    made
}

#[test]
fn both_readings_agree_on_mixed_games() {
    let mut random = Random::new(5);
    let names = Shipped.names();
    let (mut made, mut taken) = (0, 0);
    while made < 4 * positions() {
        made += 1;
        let text = mixed(&names[random.below(names.len())], &mut random);
        if let Some(game) = check(Source::new("mixed.game", text.clone()), &Shipped).game() {
            taken += 1;
            compare(&game, &mut random, 6, &text);
        }
    }
    assert!(taken > made / 3, "{taken} of {made} mixed games were taken");
}

#[test]
fn models_too_large_to_compile_use_the_law() {
    let power = |number| format!("power p{number} of Queen: it cannot capture an enemy Rook\n");
    let powers: String = (0..40).map(power).collect();
    let text = format!("language 1\ngame large \"Large\" like chess\n{powers}");
    let game = check(Source::new("large.game", text), &Shipped).game().unwrap();
    assert!(!game.is_compiled());
    let moves = agree(&game, &game.plainly(), &game.start(), "large");
    assert_eq!(moves.len(), 20);
}
