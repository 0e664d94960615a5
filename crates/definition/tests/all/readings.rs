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
        let mut moves = Vec::new();
        game.legal_moves(position, &mut moves);
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

const SENTENCES: [&str; 145] = [
    "power p1 of A: enemies next to it cannot move",
    "power p2 of A: enemies next to it cannot capture",
    "power p3 of A: own pieces next to it cannot be captured",
    "power p4 of any piece but A: enemies of its kind that it attacks cannot move",
    "power p5 of any piece: it cannot capture, unless an own piece guards it",
    "power p6 of any piece: own pieces it guards cannot be captured",
    "power p7 of A: own B it guards also walks as A",
    "power p7 of A: own B it guards also walks as it, only to own ranks 2 to 5",
    "power p8 of A: own pieces next to it walk with straight and diagonal exchanged",
    "power p9 of A: enemy pieces next to it slide one square only",
    "power p10 of A: own B next to it may become A",
    "power p11 of any piece: after its move it must be next to a piece",
    "power p11 of A: after its move it must be next to an own piece",
    "power p12 of A: it can be captured only while 2 or more enemies threaten it",
    "power p13 of A: while next to an enemy of its kind, nobody can capture",
    "power p14 of A: it cannot capture an enemy B",
    "power p15 of A: own B in its sight cannot be captured",
    "power p16 of any piece: own piece directly before it walks as it",
    "power p17 of A: enemies in its sight cannot capture, unless next to their own B",
    "power p18 of A: it cannot move, when on own rank 1",
    "power p19 of A: it cannot move, while it is p1",
    "power p20 of A: enemies in its sight walk as B",
    "power p21 of A: it cannot be captured, while own B is threatened",
    "power p22 of A: own pieces next to it walk as B, unless next to an enemy A",
    "power d1 of any piece: after its move the enemy B must not be threatened",
    "power d2 of A: after its move it must not attack an enemy",
    "power d3 of A: after its move it must not be threatened",
    "power d4 of any piece: after its move no A may attack an enemy of its kind",
    "power d5 of any piece: after its move no own A may be threatened",
    "power d6 of A: after its move it must be on own rows 1 to 4, unless own B is threatened",
    "power d7 of any piece but B: after its move no B may attack an enemy A",
    "power d8 of A: after its move the enemy must have a move",
    "power d9 of any piece: after its move an own A must be next to own B, when own A are more than enemy A",
    "power d10 of A: it cannot capture, while 3 own pieces stand in a row",
    "power d11 of A: it cannot move, while every own B is threatened",
    "power d12 of A: enemies next to it cannot move, while an own B attacks an enemy piece",
    "royal A or B, warned as \"check\"",
    "royal A, warned as \"check\"\n  in danger: when the last of its kind",
    "royal A or B, warned as \"check\"\n  in danger: when the last of its kind",
    "royal A, warned as \"check\"\n  in danger: when all are threatened",
    "after A arrives on its last rank: it becomes A or B, if own B are 1 or fewer",
    "after A captures: it becomes B",
    "after A captures B: it becomes A or B",
    "after a piece captures: it and all pieces but A next to it are removed",
    "after a piece captures: enemies next to it are captured",
    "after A arrives on its last rank: it becomes B or A",
    "after a piece arrives on its last rank: it becomes A",
    "after A captures: it is removed, when own B is on the board",
    "also piece A\n  moves and captures: slide straight, then slide turning",
    "also piece A\n  captures: step straight onto an empty square, then step diagonal onto an enemy",
    "also piece A\n  captures: step diagonal onto an enemy, then step straight onto an empty square",
    "also piece A\n  captures: slide any leaping enemies",
    "also piece A\n  captures: slide straight leaping enemy B",
    "also piece A\n  moves: slide any, capturing the enemy it withdraws from",
    "also piece A\n  moves: slide straight, capturing enemies directly between it and an own piece, straight",
    "also piece A\n  moves: swap with own B",
    "also piece A\n  moves: swap with own B, when an enemy A is on the board",
    "also piece A\n  captures: slide straight, then strike onward",
    "also piece A\n  moves: jump any over any piece, capturing the enemy it jumps",
    "also piece A\n  captures: leap 0-2",
    "also piece A\n  moves and captures: leap 1-3, or step diagonal",
    "also piece A\n  moves: to any square next to own B",
    "also piece A\n  captures: to any square next to own B",
    "also piece A\n  captures: slide diagonal onto an enemy B",
    "also piece A\n  moves and captures: slide forward exactly 2",
    "also piece A\n  moves: to any square of the other colour not next to it",
    "also piece A\n  moves and captures: slide any, when an own B is next to it",
    "also piece A\n  moves and captures: step any, then step any, then step any, from own rank 1",
    "also piece A\n  captures: step any onto an enemy, then step onward onto an enemy",
    "also piece A\n  captures: slide straight over one piece",
    "also piece A\n  moves and captures: slide any over one enemy B",
    "also piece A\n  moves and captures: step straight onto an empty square, then step bending",
    "also piece A\n  moves and captures: step any, only to own rows 1 to 3",
    "also piece A\n  captures: slide any, only to enemy row 1",
    "also piece A\n  captures: slide straight, then strike onward, only to own rows 1 to 4",
    "also piece A\n  captures: slide straight exactly 3 over one piece, only to own rows 1 to 4",
    "also piece A\n  captures: slide straight",
    "also piece A\n  moves: slide diagonal\n  captures: slide straight",
    "also piece A\n  captures: leap 1-2, or leap 1-1",
    "also piece A\n  moves: step forward, or step sideways\n  captures: step diagonally forward onto an enemy B",
    "also piece A\n  moves and captures: leap 1-2 forward",
    "also piece A\n  captures: leap 1-3 sideways or diagonally backward onto an enemy B",
    "also piece A\n  moves and captures: ride 1-2",
    "also piece A\n  captures: ride 1-3 forward, then step any",
    "also piece A\n  moves and captures: step backward, or slide diagonally backward",
    "also piece A\n  moves and captures: slide any up to 2",
    "also piece A\n  moves and captures: slide straight up to 3, then step turning",
    "also piece A\n  captures: slide straight up to 4 over one piece",
    "also piece A\n  moves: to any square on a file with no own B",
    "also piece A\n  captures: to any square on a file with at most 1 enemy A, only to own rows 1 to 4",
    "after A moves: it becomes B",
    "after A moves: an own B is put where it stood",
    "piece Z \"Wall\" of nobody\nafter A moves: a Wall is put where it stood",
    "after A moves: it becomes B\nafter B moves: it becomes A",
    "after A leaves own row 1: it becomes A or B",
    "after a piece leaves its last rank: it becomes A",
    "after A arrives on own rows 3 to 8: it becomes A or B, with at most 2 B a side",
    "after A moves: it becomes A or B, with at most 3 A and 1 B a side, if own A is on the board",
    "after a piece captures: enemies it encloses change sides",
    "after A moves: enemies next to it change sides, if own B is on the board",
    "after A captures: own pieces next to it change sides",
    "after A moves: pieces next to it change sides, if it attacks an enemy B",
    "after A moves: own pieces it guards change sides, if it guards own B",
    "also piece A\n  moves: slide straight, capturing enemies it encloses straight",
    "also piece A\n  moves: to any square where it encloses an enemy",
    "also piece A\n  moves: to any square of own rows 1 to 5 where it encloses an enemy B",
    "power e1 of A: enemies it encloses cannot move",
    "also piece A\n  moves: swap with an enemy B next to it",
    "also piece A\n  moves: push any a piece",
    "also piece A\n  moves: slide straight, then push onward an enemy",
    "also piece A\n  moves: push straight an enemy B, capturing enemies next to it",
    "also piece A\n  moves: step any, pulling a piece",
    "also piece A\n  moves: slide diagonal, pulling an own B",
    "also piece A\n  moves: step straight, capturing enemies next to it, pulling an enemy",
    "also piece A\n  acts (charm): an enemy B next to it changes sides\nmoves written\n  charm \"{from}~{target}\"",
    "also piece A\n  acts (kick): a piece next to it is pushed away\nmoves written\n  kick \"{from}*{target}\"",
    "also piece A\n  acts (kick): an enemy next to it is pushed one square away\nmoves written\n  kick \"{from}*{target}\"",
    "power w1 of A: own pieces walk through own pieces next to it",
    "power w2 of A: it walks through pieces",
    "power w3 of B: enemies walk through enemies it attacks",
    "power w4 of any piece but A: it stops on own rows 3 to 4",
    "power w5 of A: enemies stop on their own row 2\npower w6 of B: it walks through any A",
    "power w7 of A: own pieces next to it also walk as B, only to their own rows 1 to 4",
    "power w8 of A: it cannot capture, while 2 or more own B are on the board",
    "power x1 of A: enemies a leap 1-2 away cannot move",
    "power x2 of A: own pieces a slide diagonal up to 2 away cannot be captured",
    "power x3 of A: enemy B 2 or 3 steps any away cannot capture",
    "power x4 of B: it cannot move, unless own pieces a step forward or sideways away are on the board",
    "power x5 of A: own pieces a ride 1-2 away also walk as B",
    "also piece A\n  captures: step any, when 2 or more enemies a slide straight away are on the board",
    "also piece A\n  moves: slide any, capturing the enemy it approaches",
    "also piece A\n  captures: step straight onto an empty square, capturing enemy B it approaches",
    "must capture",
    "must capture\npower p23 of A: own pieces next to it cannot be captured",
    "piece Z \"Wall\" of nobody\nafter A moves: a Wall is put on any empty square next to it",
    "piece Z \"Wall\" of nobody\nafter A moves: a Wall is put on any empty square a slide straight away",
    "piece Z \"Wall\" of nobody\nafter a piece captures: the Wall goes to any empty square not next to it",
    "after A captures: an own B is put on any empty square of own ranks 1 to 3, if own B are 3 or fewer",
    "after A moves: the own B goes to any empty square a ride 1-2 forward away",
    "also piece A\n  moves and captures: to any square a slide diagonal up to 2 away",
    "also piece A\n  moves: to any square a leap 1-2 away next to own B",
    "piece A\n  moves: step sideways\n  captures: slide any",
    "piece A\n  moves: leap 2-2\n  captures: step any onto an enemy, then step any onto an empty square",
    "piece A\n  moves and captures: slide forward exactly 3, or step diagonal",
    "piece A\n  moves: step any, capturing enemies next to it\n  never captures",
];

fn mixed(base: &str, random: &mut Random) -> String {
    // Take the pieces from the game at the root of the inheritance chain.
    let mut text = Shipped.find(base).unwrap().text;
    while let Some(like) = text.lines().find_map(|line| line.strip_prefix("game ")?.split(" like ").nth(1)) {
        text = Shipped.find(like.trim()).unwrap().text;
    }
    let names: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("piece ")?.split('"').nth(1)).collect();
    let mut made = format!("language 1\ngame mixed \"Mixed\" like {base}\n");
    for _ in 0..1 + random.below(3) {
        let [one, other] = [(); 2].map(|()| names[random.below(names.len())]);
        let words = SENTENCES[random.below(SENTENCES.len())].split_inclusive([' ', ',', ':', '\n']);
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
