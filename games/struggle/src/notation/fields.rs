use entourage_kernel::{Board, Kind, Problem, Side, Text, TextError};

use super::{Field, phase, rows};
use crate::geometry::{GOAL, TOPOLOGY};
use crate::pacts::Pacts;
use crate::piece::{COLOURS, GREY, LETTERS, WHITE};
use crate::pieces::Pieces;
use crate::position::{Position, State, win};
use crate::rules::Rule;
use crate::team::Team;
use crate::turn::Turn;

const NAMES: [Text; 7] = [
    Text::new("the rows", "les rangées"),
    Text::new("the player to move, 1 or 2", "le joueur au trait, 1 ou 2"),
    Text::new("what is under way", "ce qui est en cours"),
    Text::new("Player 1's Rules", "les Règles du Joueur 1"),
    Text::new("Player 2's Rules", "les Règles du Joueur 2"),
    Text::new("the Pacts", "les Pactes"),
    Text::new("the space of the last capture", "l'espace de la dernière capture"),
];

/// Reads `ROWS PLAYER PHASE RULES1 RULES2 PACTS LOST`.
///
/// # Errors
/// A text of another form, or a position that the rules refuse.
pub(crate) fn read_position(text: &str) -> Result<Position, TextError> {
    let mut fields = Field { text, at: 0 }.split(' ');
    let mut next = |index: usize| {
        let missing = || {
            let name = NAMES[index];
            let problem = Problem::new(
                format!("expected {} after one space", name.en),
                format!("il faut {} après une espace", name.fr),
            );
            TextError::new("", text.len(), problem)
        };
        fields.next().ok_or_else(missing)
    };
    let row_field = next(0)?;
    let pieces = rows::read(row_field)?;
    let player = next(1)?;
    let side = match player.text {
        "1" => Side::First,
        "2" => Side::Second,
        _ => {
            return Err(player.error(Text::new(
                "expected the player to move, 1 or 2",
                "il faut le joueur au trait, 1 ou 2",
            )));
        }
    };
    let phase_field = next(2)?;
    let turn = phase::read(phase_field)?;
    let teams = [read_rules(next(3)?, &pieces, Side::First)?, read_rules(next(4)?, &pieces, Side::Second)?];
    let pacts = read_pacts(next(5)?, &pieces)?;
    let lost_field = next(6)?;
    let lost = match lost_field.text {
        "-" => None,
        name => Some(TOPOLOGY.find(name).ok_or_else(|| {
            lost_field.error(Text::new("expected a space, or -", "il faut un espace du plateau, ou -"))
        })?),
    };
    if let Some(more) = fields.next() {
        return Err(TextError::new(
            &text[more.at..],
            more.at,
            Text::new(
                "nothing may follow the space of the last capture",
                "rien ne doit suivre l'espace de la dernière capture",
            ),
        ));
    }
    if lost.is_some() && !matches!(turn, Turn::Moving(_)) {
        return Err(lost_field.error(Text::new(
            "nothing has been captured yet in this turn",
            "rien n'a encore été capturé dans ce tour",
        )));
    }
    check_end(&pieces, side, turn, row_field, player, phase_field)?;
    let position = Position { pieces, side, state: State { teams, pacts, turn, lost } };
    phase::check(&position, phase_field)?;
    Ok(position)
}

/// Checks that a won game is written in the one way there is.
fn check_end(
    pieces: &Pieces,
    side: Side,
    turn: Turn,
    rows: Field<'_>,
    player: Field<'_>,
    phase: Field<'_>,
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
                format!("the game is won, so the loser is to move: {}", loser.number()),
                format!("la partie est gagnée, le perdant est donc au trait\u{a0}: {}", loser.number()),
            );
            return Err(player.error(problem));
        }
        if turn != (Turn::Start { passes: 0 }) {
            return Err(phase.error(Text::new(
                "the game is won, so nothing is under way: expected -",
                "la partie est gagnée, rien n'est donc en cours\u{a0}: il faut -",
            )));
        }
    }
    Ok(())
}

fn read_rules(field: Field<'_>, pieces: &Pieces, side: Side) -> Result<Team, TextError> {
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
                "il faut chaque Règle une fois, dans l'ordre du tableau",
            )));
        }
        last = Some(rule);
        if team.rules().count() == 3 {
            return Err(
                item.error(Text::new("a player has three Rules at most", "un joueur a trois Règles au plus"))
            );
        }
        match colour {
            None if rule.is_bound() => {
                return Err(item.error(Problem::new(
                    format!("expected {code}@ and a colour's letter"),
                    format!("il faut {code}@ et la lettre d'une couleur"),
                )));
            }
            None => team.hold(rule),
            Some(_) if !rule.is_bound() => {
                return Err(item.error(Problem::new(
                    format!("{code} is bound to no piece"),
                    format!("{code} n'est attaché à aucune pièce"),
                )));
            }
            Some(colour) => {
                let Some(kind) = colour_of(colour) else {
                    return Err(item.error(Text::new(
                        "expected a colour's letter, K, B, G, R or Y, after the @",
                        "il faut la lettre d'une couleur, K, B, G, R ou Y, après le @",
                    )));
                };
                if pieces.find(side, kind).is_none() {
                    return Err(item.error(Text::new(
                        "the piece this Rule is bound to is missing",
                        "la pièce à laquelle cette Règle est attachée manque",
                    )));
                }
                if team.rule_of(kind).is_some() {
                    return Err(item.error(Text::new(
                        "a piece carries one Rule at most",
                        "une pièce porte une Règle au plus",
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
            "where there is a grey piece, Conversion is spent",
            "là où il y a une pièce grise, la Conversion est épuisée",
        )));
    }
    Ok(team)
}

/// Returns the kind of a colour's letter to which a Rule may be bound.
fn colour_of(text: &str) -> Option<Kind> {
    COLOURS.into_iter().find(|kind| text.chars().eq([LETTERS[kind.index()]]))
}

fn read_pacts(field: Field<'_>, pieces: &Pieces) -> Result<Pacts, TextError> {
    let mut pacts = Pacts::default();
    if field.text == "-" {
        return Ok(pacts);
    }
    let mut last = None;
    for item in field.split(',') {
        let mut letters = item.text.chars();
        let pair = (letters.next(), letters.next(), letters.next(), letters.next());
        let (Some(own), Some(':'), Some(enemy), None) = pair else {
            return Err(item.error(Text::new("expected a Pact such as B:r", "il faut un Pacte comme B:r")));
        };
        let (Some(first), Some(second)) = (rows::piece_of(own), rows::piece_of(enemy)) else {
            return Err(item.error(Text::new("no piece has this letter", "aucune pièce n'a cette lettre")));
        };
        if first.side() != Side::First || second.side() != Side::Second {
            return Err(item.error(Text::new(
                "expected Player 1's piece, then Player 2's",
                "il faut la pièce du Joueur 1, puis celle du Joueur 2",
            )));
        }
        if first.kind() == WHITE || second.kind() == WHITE {
            return Err(item.error(Text::new("a White makes no Pact", "un Blanc ne conclut pas de Pacte")));
        }
        let missing = |piece: entourage_kernel::Piece| pieces.find(piece.side(), piece.kind()).is_none();
        if missing(first) || missing(second) {
            return Err(
                item.error(Text::new("a piece of this Pact is missing", "une pièce de ce Pacte manque"))
            );
        }
        if last >= Some((first.kind(), second.kind())) {
            return Err(item.error(Text::new(
                "expected each Pact once, in order",
                "il faut chaque Pacte une fois, dans l'ordre",
            )));
        }
        last = Some((first.kind(), second.kind()));
        pacts.add(first, second);
    }
    Ok(pacts)
}

/// Writes `ROWS PLAYER PHASE RULES1 RULES2 PACTS LOST`.
pub(crate) fn write_position(position: &Position) -> String {
    let state = &position.state;
    let mut text = String::with_capacity(96);
    rows::write(&position.pieces, &mut text);
    text.push_str(if position.side_to_move() == Side::First { " 1 " } else { " 2 " });
    phase::write(state.turn, &mut text);
    for team in state.teams {
        text.push(' ');
        push_list(team.rules().map(|rule| rule_text(team, rule)), &mut text);
    }
    text.push(' ');
    let pacts = state.pacts.pairs().map(|(first, second)| {
        format!("{}:{}", LETTERS[first.index()], LETTERS[second.index()].to_ascii_lowercase())
    });
    push_list(pacts, &mut text);
    text.push(' ');
    text.push_str(state.lost.map_or("-", |square| TOPOLOGY.name(square)));
    text
}

fn rule_text(team: Team, rule: Rule) -> String {
    let binding = team.kind_of(rule).map_or(String::new(), |kind| format!("@{}", LETTERS[kind.index()]));
    format!("{}{binding}{}", rule.code(), if team.is_spent(rule) { "!" } else { "" })
}

fn push_list(items: impl Iterator<Item = String>, text: &mut String) {
    let items: Vec<String> = items.collect();
    text.push_str(if items.is_empty() { "-" } else { "" });
    text.push_str(&items.join(","));
}
