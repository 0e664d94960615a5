//! The players' choices before the game, written as options of the spec: `1=torus@B+pact+armor@R/KBGRY`, `2=…`,
//! `ban=conversion+jolt`.

use entourage_kernel::{Kind, Language, Part, Piece, Problem, Side, SmallPieces, TextError};

use crate::geometry::TOPOLOGY;
use crate::notation;
use crate::pacts::Pacts;
use crate::piece::{COLOURS, LETTERS, WHITE};
use crate::pieces::Pieces;
use crate::position::{Position, State};
use crate::problems::*;
use crate::rule::Rule;
use crate::rules::CATALOGUE;
use crate::team::Team;
use crate::turn::Turn;

/// The players' choices, and the pairs of Rules that a player cannot combine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Setups {
    players: [Setup; 2],
    bans: Vec<(Rule, Rule)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Setup {
    team: Team,
    /// The kinds in the player's second row, then the third, each from the left; `None` is the gap left by Sacrifice.
    order: [Option<Kind>; 5],
}

impl Default for Setup {
    fn default() -> Self {
        Self { team: Team::default(), order: COLOURS.map(Some) }
    }
}

impl Setups {
    pub(crate) fn read(options: &[&str]) -> Result<Self, TextError> {
        let mut setups = Self::default();
        let mut given: [Option<Part<'_>>; 2] = [None; 2];
        let mut at = 0;
        for &text in options {
            let option = Part { text, at };
            at += text.len() + 1;
            let value = |name: &str| Part { text: &text[name.len()..], at: option.at + name.len() };
            match text.split_inclusive('=').next() {
                Some("ban=") => {
                    let ban = read_ban(value("ban="))?;
                    error_if(option, setups.bans.contains(&ban), BANNED_TWICE)?;
                    setups.bans.push(ban);
                }
                Some(name @ ("1=" | "2=")) => {
                    let index = usize::from(name == "2=");
                    error_if(option, given[index].replace(option).is_some(), SETUP_TWICE)?;
                    setups.players[index] = Setup::read(value(name))?;
                }
                _ => return Err(option.error(OPTION)),
            }
        }
        setups.bans.sort_unstable();
        for (setup, option) in setups.players.iter().zip(given) {
            let banned = setups.bans.iter().find(|(a, b)| setup.team.has(*a) && setup.team.has(*b));
            if let (Some((a, b)), Some(option)) = (banned, option) {
                let [en, fr] = Language::ALL.map(|language| [a, b].map(|rule| rule.card().name.get(language)));
                let pair = format!("{}+{}", a.code(), b.code());
                let problem = Problem::new(
                    format!("{pair} is banned: a player cannot combine {} and {}", en[0], en[1]),
                    format!("{pair} est interdit\u{a0}: un joueur ne peut pas combiner {} et {}", fr[0], fr[1]),
                );
                return Err(option.error(problem));
            }
        }
        Ok(setups)
    }

    pub(crate) fn bans(&self) -> &[(Rule, Rule)] {
        &self.bans
    }

    pub(crate) fn options(&self) -> Vec<String> {
        let players = self.players.iter().zip(1..).filter(|(setup, _)| **setup != Setup::default());
        let players = players.map(|(setup, number)| format!("{number}={}", setup.write()));
        let bans = self.bans.iter().map(|(a, b)| format!("ban={}+{}", a.code(), b.code()));
        players.chain(bans).collect()
    }

    pub(crate) fn position(&self) -> Position {
        let mut pieces = Pieces::EMPTY;
        for (side, setup) in Side::BOTH.into_iter().zip(&self.players) {
            pieces.put(crate::geometry::GOAL[(!side).index()], Piece::new(WHITE, side));
            for (name, kind) in CATALOGUE.places[side.index()].iter().zip(setup.order) {
                if let (Some(square), Some(kind)) = (TOPOLOGY.find(name), kind) {
                    pieces.put(square, Piece::new(kind, side));
                }
            }
        }
        let teams = [self.players[0].team, self.players[1].team];
        let turn = Turn::Start { passes: 0 };
        let state = State { teams, pacts: Pacts::default(), turn, lost: None };
        Position::new(pieces, Side::First, state)
    }
}

fn find_rule(token: Part<'_>) -> Result<Rule, TextError> {
    Rule::find(token.text).ok_or_else(|| {
        let codes: Vec<&str> = Rule::ALL.iter().map(|rule| rule.code()).collect();
        let list = codes.join(", ");
        token.error(Problem::new(
            format!("there is no such Rule; the Rules are {list}"),
            format!("cette Règle n'existe pas\u{a0}; les Règles sont {list}"),
        ))
    })
}

fn read_ban(value: Part<'_>) -> Result<(Rule, Rule), TextError> {
    let rules: Vec<Rule> = value.split('+').map(find_rule).collect::<Result<_, _>>()?;
    match rules.as_slice() {
        &[a, b] if a != b => Ok((a.min(b), a.max(b))),
        _ => Err(value.error(BAN)),
    }
}

impl Setup {
    /// Parses `RULES/ORDER`; the default order can be omitted.
    fn read(value: Part<'_>) -> Result<Self, TextError> {
        let mut halves = value.split('/');
        let rules = halves.next().unwrap_or(value);
        let team = read_team(rules)?;
        let order = match halves.next() {
            Some(order) => read_order(order, team)?,
            None => COLOURS.map(Some),
        };
        if let Some(more) = halves.next() {
            return Err(more.error(AFTER_ORDER));
        }
        error_if(value, order.iter().all(Option::is_some) && costs_piece(team), NO_GAP)?;
        Ok(Self { team, order })
    }

    fn write(&self) -> String {
        let rules: Vec<String> = self
            .team
            .rules()
            .map(|rule| match self.team.kind_of(rule) {
                Some(kind) => format!("{}@{}", rule.code(), LETTERS[kind.index()]),
                None => rule.code().to_owned(),
            })
            .collect();
        let order = self.order.iter().map(|kind| kind.map_or('.', |kind| LETTERS[kind.index()]));
        format!("{}/{}", rules.join("+"), order.collect::<String>())
    }
}

fn read_team(rules: Part<'_>) -> Result<Team, TextError> {
    let mut team = Team::default();
    if rules.text.is_empty() {
        return Ok(team);
    }
    for (number, item) in rules.split('+').enumerate() {
        let mut parts = item.split('@');
        let rule = find_rule(parts.next().unwrap_or(item))?;
        let colour = parts.next();
        error_if(item, parts.next().is_some(), TWO_PIECES)?;
        error_if(item, number == CATALOGUE.picks, THREE_RULES)?;
        error_if(item, team.has(rule), RULE_TWICE)?;
        match colour {
            None if rule.is_bound() => {
                let problem = Problem::new(
                    format!("this Rule must be bound to a piece, such as {}@B", rule.code()),
                    format!("cette Règle doit être attachée à une pièce, comme {}@B", rule.code()),
                );
                return Err(item.error(problem));
            }
            None => team.hold(rule),
            Some(colour) if !rule.is_bound() => return Err(colour.error(NOT_BOUND)),
            Some(colour) => {
                let kind = notation::colour_of(colour.text).ok_or_else(|| colour.error(COLOUR))?;
                error_if(item, team.rule_of(kind).is_some(), TWO_RULES)?;
                team.bind(rule, kind);
            }
        }
    }
    Ok(team)
}

fn costs_piece(team: Team) -> bool {
    team.rules().any(|rule| rule.card().costs_piece)
}

fn read_order(value: Part<'_>, team: Team) -> Result<[Option<Kind>; 5], TextError> {
    let mut order = [None; 5];
    let mut gap = false;
    error_if(value, value.text.chars().count() != order.len(), ORDER)?;
    for (index, letter) in value.text.chars().enumerate() {
        if letter == '.' && !gap {
            gap = true;
            continue;
        }
        match COLOURS.into_iter().find(|kind| LETTERS[kind.index()] == letter) {
            Some(kind) if !order.contains(&Some(kind)) => order[index] = Some(kind),
            _ => return Err(value.error(ORDER)),
        }
    }
    if gap {
        error_if(value, !costs_piece(team), GAP)?;
        let missing = COLOURS.into_iter().find(|&kind| !order.contains(&Some(kind)));
        if let Some(rule) = missing.and_then(|kind| team.rule_of(kind)) {
            return Err(value.error(Problem::new(
                format!("the sacrificed piece cannot carry {}", rule.code()),
                format!("la pièce sacrifiée ne peut pas porter {}", rule.code()),
            )));
        }
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::write_position;

    fn start(options: &[&str]) -> String {
        write_position(&Setups::read(options).unwrap().position())
    }

    #[test]
    fn the_plain_game_starts_in_the_default_order() {
        assert_eq!(start(&[]), "w/bk/yrg/4/5/6/5/6/5/4/GRY/KB/W 1 - - - - -");
        assert!(Setups::default().options().is_empty());
    }

    #[test]
    fn choices_are_read_in_any_order_and_written_in_canonical_order() {
        let options = ["1=armor@R+torus@B+pact/KBGRY", "2=jolt@K+hatter+sacrifice@Y/Y.KBG"];
        assert_eq!(
            start(&options),
            "w/1y/gbk/4/5/6/5/6/5/4/GRY/KB/W 1 - torus@B,pact,armor@R jolt@K,hatter,sacrifice@Y - -"
        );
        let setups = Setups::read(&options).unwrap();
        let written = setups.options();
        assert_eq!(written, ["1=torus@B+pact+armor@R/KBGRY", "2=jolt@K+hatter+sacrifice@Y/Y.KBG"]);
        let again: Vec<&str> = written.iter().map(String::as_str).collect();
        assert_eq!(Setups::read(&again), Ok(setups));
    }

    #[test]
    fn invalid_setups_are_refused_with_token_and_offset() {
        for (options, token, at) in [
            (&["3=/KBGRY"][..], "3=/KBGRY", 0),
            (&["1=/KBGRYX"], "KBGRYX", 3),
            (&["1=/KBGRR"], "KBGRR", 3),
            (&["1=/K.GRY"], "K.GRY", 3),
            (&["1=torus@B/KBGRY", "1=/KBGRY"], "1=/KBGRY", 16),
            (&["1=torus/KBGRY"], "torus", 2),
            (&["1=torus@W/KBGRY"], "W", 8),
            (&["1=pact@B/KBGRY"], "B", 7),
            (&["1=pact+pact/KBGRY"], "pact", 7),
            (&["1=torus@B+armor@B/KBGRY"], "armor@B", 10),
            (&["1=pact+hatter+caboose+torus@B/KBGRY"], "torus@B", 22),
            (&["1=flight@B/KBGRY"], "flight", 2),
            (&["1=sacrifice@B/KBGRY"], "sacrifice@B/KBGRY", 2),
            (&["1=sacrifice@B/K.GRY"], "K.GRY", 14),
            (&["ban=jolt"], "jolt", 4),
            (&["ban=jolt+jolt"], "jolt+jolt", 4),
        ] {
            let error = Setups::read(options).unwrap_err();
            assert_eq!((error.token.as_str(), error.at), (token, at), "{options:?}: {error}");
        }
    }

    #[test]
    fn a_banned_pair_is_refused_by_name() {
        let error = Setups::read(&["2=jolt@K+conversion@B/KBGRY", "ban=jolt+conversion"]).unwrap_err();
        assert!(error.problem.en.contains("conversion+jolt") && error.token.starts_with("2="), "{error}");
        assert!(Setups::read(&["1=jolt@K/KBGRY", "2=conversion@B/KBGRY", "ban=conversion+jolt"]).is_ok());
    }
}
