//! Replays games from pyffish, and compares the legal moves of every position and whether the game is over.

use std::collections::{BTreeMap, HashSet};

use entourage_definition::{Shipped, Source, TextGame, check};
use entourage_fairy::{Configuration, Imported};
use entourage_kernel::{Adjudication, Board, Effect, History, Intent, Kind, Language, Piece, Rules, Side};

struct Twin {
    game: TextGame,
    tokens: Vec<String>,
}

type Position = <TextGame as Rules>::Position;

impl Twin {
    fn new(imported: Imported) -> Result<Self, String> {
        let report = check(Source::new(imported.id, imported.text), &Shipped);
        let faults: Vec<String> =
            report.diagnostics.iter().map(|fault| fault.render(&report.sources, Language::English)).collect();
        let game = report.game().ok_or_else(|| faults.concat())?;
        Ok(Self { game, tokens: imported.letters.into_iter().map(|(_, token)| token).collect() })
    }

    fn token(&self, kind: Kind) -> &str {
        &self.tokens[kind.index()]
    }

    fn texts(&self, position: &Position, intent: Intent) -> Vec<String> {
        let name = |square| self.game.topology().name(square).to_owned();
        let effects = self.game.effects(position, intent);
        let Some(from) = intent.first() else { return vec!["pass".to_owned()] };
        let walled = effects.iter().find_map(|effect| {
            let (square, piece) = match effect {
                Effect::Place { square, piece } => (*square, *piece),
                Effect::Move { from, to } => (*to, position.piece_at(*from)?),
                _ => return None,
            };
            (self.token(piece.kind()) == "*").then_some(square)
        });
        // If the move puts a wall, its second square is the destination; the last one can be the wall's.
        let to = intent.square(1).filter(|_| walled.is_some()).or(intent.last()).unwrap_or(from);
        let mover = position.piece_at(from).expect("a piece moves");
        let becomes = effects.iter().find_map(|effect| match effect {
            Effect::Transform { square, from, to: kind } if *square == to && from.kind() == mover.kind() => {
                Some(kind.kind())
            }
            _ => None,
        });
        if name(from).starts_with(['x', 'y']) {
            let turned = if becomes.is_some() { "+" } else { "" };
            return vec![format!("{turned}{}@{}", self.token(mover.kind()), name(to))];
        }
        let plain = format!("{}{}", name(from), name(to));
        // The notation of a wall starts with the destination of the moved piece.
        let wall = walled.map_or_else(String::new, |square| format!(",{}{}", name(to), name(square)));
        let is_own = |square| {
            let other = position.piece_at(square);
            other.is_some_and(|piece| piece.side() == mover.side() && self.token(piece.kind()) != "*")
        };
        let Some(kind) = becomes else {
            let partner = effects.iter().filter_map(|effect| match effect {
                Effect::Move { from: other, .. } if *other != from && is_own(*other) => {
                    Some(format!("{}{}", name(from), name(*other)))
                }
                Effect::Swap { .. } => None,
                _ => None,
            });
            return std::iter::once(plain).chain(partner).map(|text| text + &wall).collect();
        };
        let letter = self.token(kind).trim_start_matches('+').to_lowercase();
        ["+", "-", &letter].map(|sign| format!("{plain}{sign}{wall}")).to_vec()
    }
}

/// Replays games from pyffish; returns the number of compared positions per variant, or the first difference.
pub fn compare(configuration: &Configuration, told: &str) -> BTreeMap<String, Result<usize, String>> {
    let mut found = BTreeMap::new();
    for variant in told.split("variant ").skip(1) {
        let (name, games) = variant.split_once('\n').unwrap_or((variant, ""));
        let twin = configuration
            .import(name)
            .map_err(|refusals| refusals.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
            .and_then(Twin::new);
        let result = twin.and_then(|twin| {
            games
                .split("game\n")
                .skip(1)
                .try_fold(0, |count, game| replay(&twin, game).map(|more| count + more))
        });
        found.insert(name.to_owned(), result);
    }
    found
}

fn replay(twin: &Twin, game: &str) -> Result<usize, String> {
    let mut history = History::new(twin.game.clone(), Adjudication::NONE, twin.game.start());
    let mut played: Vec<&str> = Vec::new();
    let mut compared = 0;
    for line in game.lines() {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        if verb == "at" {
            let (status, moves) = rest.split_once(' ').unwrap_or((rest, ""));
            same(twin, &history, status, moves).map_err(|difference| {
                let text = twin.game.write_position(history.position());
                format!("{difference}\n  in {text}\n  after {}", played.join(" "))
            })?;
            compared += 1;
        } else {
            let intents = history.legal_moves();
            let is_meant = |intent: &&Intent| means(twin, history.position(), **intent, rest);
            let intent =
                intents.iter().find(is_meant).copied().ok_or_else(|| format!("{rest} is not found"))?;
            history.play(intent).map_err(|_| format!("{rest} is refused"))?;
            played.push(rest);
        }
    }
    Ok(compared)
}

/// Returns whether a move is legal only in Fairy-Stockfish, where mate by a Pawn drop loses; in the imported
/// game, the move is illegal.
fn is_pawn_mate(twin: &Twin, position: &Position, text: &str) -> bool {
    let Some((token, square)) = text.split_once('@') else { return false };
    let topology = twin.game.topology();
    let Some(to) = topology.find(square) else { return false };
    let is_meant = |piece: Piece| piece.side() == position.side_to_move() && twin.token(piece.kind()) == token;
    let from = topology.all().find(|square| {
        topology.name(*square).starts_with(['x', 'y']) && position.piece_at(*square).is_some_and(is_meant)
    });
    let refused = from.and_then(|from| twin.game.judge(position, Intent::from_to(from, to)).err());
    refused.is_some_and(|refusal| refusal.0.iter().all(|reason| reason.code == "mercy"))
}

fn passes(text: &str) -> bool {
    let half = text.len() / 2;
    text.len().is_multiple_of(2) && text[..half] == text[half..]
}

fn means(twin: &Twin, position: &Position, intent: Intent, text: &str) -> bool {
    twin.texts(position, intent).iter().any(|ours| ours == text || ours == "pass" && passes(text))
}

fn same(twin: &Twin, history: &History<TextGame>, status: &str, moves: &str) -> Result<(), String> {
    let position = history.position();
    let outcome = history.status().outcome();
    let ours = match &outcome {
        Some(outcome) => match outcome.winner {
            Some(Side::First) => "white",
            Some(Side::Second) => "black",
            None => "draw",
        },
        None => "-",
    };
    let theirs = status.split_once(':').map_or(status, |(_, winner)| winner);
    if ours != theirs {
        return Err(format!("the status is {ours} ({outcome:?}), and should be {status}"));
    }
    if ours != "-" {
        return Ok(());
    }
    let intents = history.legal_moves();
    let is_move = |text: &&str| !text.is_empty() && !is_pawn_mate(twin, position, text);
    let theirs: Vec<&str> = moves.split(' ').filter(is_move).collect();
    let known: HashSet<&str> = theirs.iter().map(|text| if passes(text) { "pass" } else { *text }).collect();
    let ours: Vec<Vec<String>> = intents.iter().map(|intent| twin.texts(position, *intent)).collect();
    let all: HashSet<&str> = ours.iter().flatten().map(String::as_str).collect();
    let is_unknown = |texts: &Vec<String>| !texts.iter().any(|text| known.contains(text.as_str()));
    let unknown = intents.iter().zip(&ours).filter(|(_, texts)| is_unknown(texts));
    let unknown: Vec<String> = unknown.map(|(intent, _)| twin.game.write_move(*intent)).collect();
    let missing: Vec<&&str> = known.iter().filter(|text| !all.contains(**text)).collect();
    if unknown.is_empty() && missing.is_empty() && intents.len() == theirs.len() {
        Ok(())
    } else {
        Err(format!("too many {unknown:?}, missing {missing:?}, {} and {} moves", intents.len(), theirs.len()))
    }
}
