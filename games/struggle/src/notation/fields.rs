use entourage_kernel::{Draft, Kind, Part, Problem, Reading, Side, Text, TextError};

use super::phase;
use crate::geometry::{GOAL, TOPOLOGY};
use crate::metadata::METADATA;
use crate::pacts::Pacts;
use crate::piece::{COLOURS, GREY, LETTERS, WHITE};
use crate::pieces::Pieces;
use crate::position::{Position, State, win};
use crate::rule::Rule;
use crate::team::Team;
use crate::turn::Turn;

pub(crate) fn read_position(text: &str) -> Result<Position, TextError> {
    set_up(&METADATA.form.parse(text, &METADATA)?)
}

pub(crate) fn set_up(reading: &Reading<'_>) -> Result<Position, TextError> {
    let (pieces, side) = (read_pieces(reading)?, reading.side);
    let &[phase, first, second, pacts, last] = reading.words.as_slice() else {
        return Err(reading.text.missing("a position has seven fields"));
    };
    let turn = phase::read(phase)?;
    let teams = [read_rules(first, &pieces, Side::First)?, read_rules(second, &pieces, Side::Second)?];
    let pacts = read_pacts(pacts, &pieces)?;
    let lost = match last.text {
        "-" => None,
        name => Some(TOPOLOGY.find(name).ok_or_else(|| {
            last.error(Text::new("expected a space, or -", "un espace du plateau, ou -, est attendu"))
        })?),
    };
    if lost.is_some() && !matches!(turn, Turn::Moving(_)) {
        return Err(last.error(Text::new(
            "nothing has been captured yet in this turn",
            "rien n'a encore été capturé dans ce tour",
        )));
    }
    check_end(&pieces, side, turn, reading.rows, reading.turn, phase)?;
    let position = Position::new(pieces, side, State { teams, pacts, turn, lost });
    phase::check(&position, phase)?;
    Ok(position)
}

fn read_pieces(reading: &Reading<'_>) -> Result<Pieces, TextError> {
    let mut pieces = Pieces::EMPTY;
    for &(square, piece, letter) in &reading.pieces {
        if let Some(other) = pieces.find(piece.side(), piece.kind()) {
            let problem = Text::new(
                "a side has at most one piece of a colour",
                "un camp a au plus une pièce de chaque couleur",
            );
            return Err(letter.error(problem).about([other, square]));
        }
        pieces.put(square, piece);
    }
    Ok(pieces)
}

fn check_end(
    pieces: &Pieces,
    side: Side,
    turn: Turn,
    rows: Part<'_>,
    player: Part<'_>,
    phase: Part<'_>,
) -> Result<(), TextError> {
    let [first, second] = Side::BOTH.map(|side| pieces.white(side));
    if first.is_none() && second.is_none() {
        return Err(rows.error(Text::new("both Whites are missing", "les deux Blancs manquent")));
    }
    if first == Some(GOAL[0]) && second == Some(GOAL[1]) {
        let problem = Text::new("both Whites are on their goals", "les deux Blancs sont sur leur but");
        return Err(rows.error(problem).about(GOAL));
    }
    if let Some(winner) = win(pieces).and_then(|outcome| outcome.winner) {
        let loser = !winner;
        if side != loser {
            let problem = Problem::new(
                format!("the game is over, so the loser must be to move: {}", loser.number()),
                format!("la partie est finie, le perdant doit donc être au trait\u{a0}: {}", loser.number()),
            );
            return Err(player.error(problem));
        }
        if turn != (Turn::Start { passes: 0 }) {
            return Err(phase.error(Text::new(
                "the game is over: expected - for the phase of the turn",
                "la partie est finie\u{a0}: - est attendu pour la phase du tour",
            )));
        }
    }
    Ok(())
}

fn read_rules(field: Part<'_>, pieces: &Pieces, side: Side) -> Result<Team, TextError> {
    let mut team = Team::default();
    if field.text == "-" {
        return Ok(team);
    }
    let mut last = None;
    for item in field.split(',') {
        let (word, spent) = match item.text.strip_suffix('!') {
            Some(word) => (word, true),
            None => (item.text, false),
        };
        let (code, colour) = match word.split_once('@') {
            Some((code, colour)) => (code, Some(colour)),
            None => (word, None),
        };
        let Some(rule) = Rule::find(code) else {
            return Err(item.error(Text::new("there is no such Rule", "cette Règle n'existe pas")));
        };
        if last >= Some(rule) {
            return Err(item.error(Text::new(
                "expected each Rule once, in the order of the table",
                "chaque Règle est attendue une fois, dans l'ordre du tableau",
            )));
        }
        last = Some(rule);
        if team.rules().count() == 3 {
            return Err(
                item.error(Text::new("a player has at most three Rules", "un joueur a au plus trois Règles"))
            );
        }
        match colour {
            None if rule.is_bound() => {
                return Err(item.error(Problem::new(
                    format!("expected {code}@ and a colour's letter"),
                    format!("{code}@ et la lettre d'une couleur sont attendus"),
                )));
            }
            None => team.hold(rule),
            Some(_) if !rule.is_bound() => {
                return Err(item.error(Problem::new(
                    format!("{code} is not bound to a piece"),
                    format!("{code} n'est pas attaché à une pièce"),
                )));
            }
            Some(colour) => {
                let Some(kind) = colour_of(colour) else {
                    return Err(item.error(Text::new(
                        "expected the letter of a colour, K, B, G, R or Y, after the @",
                        "la lettre d'une couleur, K, B, G, R ou Y, est attendue après le @",
                    )));
                };
                if pieces.find(side, kind).is_none() {
                    return Err(item.error(Text::new(
                        "the piece with this Rule is missing",
                        "il manque la pièce qui porte cette Règle",
                    )));
                }
                if team.rule_of(kind).is_some() {
                    return Err(item.error(Text::new(
                        "a piece carries at most one Rule",
                        "une pièce porte au plus une Règle",
                    )));
                }
                team.bind(rule, kind);
            }
        }
        if spent && !rule.is_once() {
            return Err(item.error(Text::new(
                "only once-only Rules can be spent",
                "seules les Règles à usage unique peuvent être épuisées",
            )));
        }
        if spent {
            team.spend(rule);
        }
    }
    if team.may_use(Rule::Conversion) && pieces.find(side, GREY).is_some() {
        return Err(field.error(Text::new(
            "Conversion must be spent if there is a grey piece",
            "la Conversion doit être épuisée s'il y a une pièce grise",
        )));
    }
    Ok(team)
}

fn colour_of(text: &str) -> Option<Kind> {
    COLOURS.into_iter().find(|kind| text.chars().eq([LETTERS[kind.index()]]))
}

fn read_pacts(field: Part<'_>, pieces: &Pieces) -> Result<Pacts, TextError> {
    let mut pacts = Pacts::default();
    if field.text == "-" {
        return Ok(pacts);
    }
    let mut last = None;
    for item in field.split(',') {
        let mut letters = item.text.chars();
        let pair = (letters.next(), letters.next(), letters.next(), letters.next());
        let (Some(own), Some(':'), Some(enemy), None) = pair else {
            return Err(
                item.error(Text::new("expected a Pact such as B:r", "un Pacte tel que B:r est attendu"))
            );
        };
        let (Some(first), Some(second)) = (METADATA.piece_of(own), METADATA.piece_of(enemy)) else {
            return Err(item.error(Text::new("no piece has this letter", "aucune pièce n'a cette lettre")));
        };
        if first.side() != Side::First || second.side() != Side::Second {
            return Err(item.error(Text::new(
                "expected Player 1's piece, then Player 2's",
                "la pièce du Joueur 1 est attendue, puis celle du Joueur 2",
            )));
        }
        if first.kind() == WHITE || second.kind() == WHITE {
            return Err(
                item.error(Text::new("a White cannot have a Pact", "un Blanc ne peut pas avoir de Pacte"))
            );
        }
        let missing = |piece: entourage_kernel::Piece| pieces.find(piece.side(), piece.kind()).is_none();
        if missing(first) || missing(second) {
            return Err(
                item.error(Text::new("a piece of this Pact is missing", "il manque une pièce de ce Pacte"))
            );
        }
        if last >= Some((first.kind(), second.kind())) {
            return Err(item.error(Text::new(
                "expected each Pact once, in order",
                "chaque Pacte est attendu une fois, dans l'ordre",
            )));
        }
        last = Some((first.kind(), second.kind()));
        pacts.add(first, second);
    }
    Ok(pacts)
}

pub(crate) fn write_position(position: &Position) -> String {
    METADATA.form.write(&Draft::of(position, words(position)), &METADATA)
}

/// Returns the fields `PHASE`, `RULES1`, `RULES2`, `PACTS` and `LOST`.
pub(crate) fn words(position: &Position) -> Vec<String> {
    let State { teams, pacts, turn, lost } = position.state;
    let [first, second] = teams.map(|team| list(team.rules().map(|rule| rule_text(team, rule))));
    let pacts = pacts.pairs().map(|(first, second)| {
        format!("{}:{}", LETTERS[first.index()], LETTERS[second.index()].to_ascii_lowercase())
    });
    let lost = lost.map_or("-", |square| TOPOLOGY.name(square)).to_owned();
    vec![phase::write(turn), first, second, list(pacts), lost]
}

fn rule_text(team: Team, rule: Rule) -> String {
    let binding = team.kind_of(rule).map_or(String::new(), |kind| format!("@{}", LETTERS[kind.index()]));
    format!("{}{binding}{}", rule.code(), if team.is_spent(rule) { "!" } else { "" })
}

/// Joins items with commas; `-` if there are none.
fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() { "-".to_owned() } else { items.join(",") }
}
