use entourage_kernel::{Draft, Kind, Part, Problem, Reading, Side, SmallPieces, TextError};

use super::phase;
use crate::geometry::{GOAL, TOPOLOGY};
use crate::metadata::METADATA;
use crate::pacts::Pacts;
use crate::piece::{COLOURS, GREY, LETTERS, WHITE};
use crate::pieces::Pieces;
use crate::position::{Position, State, win};
use crate::problems::*;
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
        name => Some(TOPOLOGY.find(name).ok_or_else(|| last.error(LOST))?),
    };
    error_if(last, lost.is_some() && !matches!(turn, Turn::Moving(_)), NONE_LOST)?;
    check_end(&pieces, side, turn, reading.rows, reading.turn, phase)?;
    let position = Position::new(pieces, side, State { teams, pacts, turn, lost });
    phase::check(&position, phase)?;
    Ok(position)
}

fn read_pieces(reading: &Reading<'_>) -> Result<Pieces, TextError> {
    let mut pieces = Pieces::EMPTY;
    for &(square, piece, letter) in &reading.pieces {
        if let Some(other) = pieces.find(piece.side(), piece.kind()) {
            return Err(letter.error(COLOUR_TWICE).about([other, square]));
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
    error_if(rows, first.is_none() && second.is_none(), NO_WHITES)?;
    if first == Some(GOAL[0]) && second == Some(GOAL[1]) {
        return Err(rows.error(BOTH_HOME).about(GOAL));
    }
    if let Some(winner) = win(pieces).and_then(|outcome| outcome.winner) {
        let loser = !winner;
        if side != loser {
            let problem = Problem::new(
                format!("the game is over, so the loser, player {}, must be to move", loser.number()),
                format!("la partie est finie\u{a0}: le Joueur {}, perdant, doit être au trait", loser.number()),
            );
            return Err(player.error(problem));
        }
        error_if(phase, turn != (Turn::Start { passes: 0 }), OVER)?;
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
        let (word, spent) = item.text.strip_suffix('!').map_or((item.text, false), |word| (word, true));
        let (code, colour) = word.split_once('@').map_or((word, None), |(code, colour)| (code, Some(colour)));
        let rule = Rule::find(code).ok_or_else(|| item.error(NO_RULE))?;
        error_if(item, last >= Some(rule), RULE_ORDER)?;
        last = Some(rule);
        error_if(item, team.rules().count() == 3, THREE_RULES)?;
        match colour {
            None if rule.is_bound() => {
                return Err(item.error(Problem::new(
                    format!("expected {code}@ followed by the letter of a colour"),
                    format!("attendu\u{a0}: {code}@ suivi de la lettre d'une couleur"),
                )));
            }
            None => team.hold(rule),
            Some(_) if !rule.is_bound() => return Err(item.error(NOT_BOUND)),
            Some(colour) => {
                let kind = colour_of(colour).ok_or_else(|| item.error(COLOUR))?;
                error_if(item, pieces.find(side, kind).is_none(), CARRIER)?;
                error_if(item, team.rule_of(kind).is_some(), TWO_RULES)?;
                team.bind(rule, kind);
            }
        }
        error_if(item, spent && !rule.is_once(), NOT_ONCE)?;
        if spent {
            team.spend(rule);
        }
    }
    error_if(field, team.may_use(Rule::Conversion) && pieces.find(side, GREY).is_some(), UNSPENT)?;
    Ok(team)
}

pub(crate) fn colour_of(text: &str) -> Option<Kind> {
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
            return Err(item.error(PACT));
        };
        let (Some(first), Some(second)) = (METADATA.piece_of(own), METADATA.piece_of(enemy)) else {
            return Err(item.error(PACT_LETTER));
        };
        error_if(item, first.side() != Side::First || second.side() != Side::Second, PACT_SIDES)?;
        error_if(item, first.kind() == WHITE || second.kind() == WHITE, PACT_WHITE)?;
        let missing = |piece: entourage_kernel::Piece| pieces.find(piece.side(), piece.kind()).is_none();
        error_if(item, missing(first) || missing(second), PACT_PIECE)?;
        error_if(item, last >= Some((first.kind(), second.kind())), PACT_ORDER)?;
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
