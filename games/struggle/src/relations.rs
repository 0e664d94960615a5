use entourage_kernel::{Board, HeldCard, Named, Reason, Relation, SharedStr, Side, Square, Text};

use crate::position::{Position, outcome};
use crate::rule::Rule;
use crate::rules::{armor, catapult, conversion, jolt, pacifist, reaper, sacrifice, teleport, torus};
use crate::turn::{Stage, Turn};

/// Returns the names of all marks: for Rules that pieces carry, for spent Rules, and for the phase of the turn.
pub(crate) fn mark_names() -> Vec<Named> {
    let rule = |rule: Rule| Named { code: rule.card().code.clone(), text: rule.card().name.clone() };
    let named = |code, en, fr| Named { code: SharedStr::new(code), text: Text::new(en, fr) };
    vec![
        rule(Rule::Torus),
        rule(Rule::Armor),
        named("armor-spent", "Armor, spent", "Armure, épuisée"),
        rule(Rule::Conversion),
        named("conversion-spent", "Conversion, spent", "Conversion, épuisée"),
        rule(Rule::Reaper),
        rule(Rule::Jolt),
        rule(Rule::Teleport),
        rule(Rule::Catapult),
        rule(Rule::Pacifist),
        rule(Rule::Sacrifice),
        named("may-go-on", "Can continue", "Peut continuer"),
        named("jolted", "Jolted: will get an extra move", "Secouée : aura un coup supplémentaire"),
    ]
}

pub(crate) fn badge(mark: &str) -> Option<&'static str> {
    Some(match mark {
        "armor-spent" => armor::SPENT_BADGE,
        "conversion-spent" => conversion::SPENT_BADGE,
        "may-go-on" => "M-7 -10L10 0 -7 10Z",
        "jolted" => "M-8 -11H8L1 0 8 11H-8L-1 0Z",
        code => match Rule::find(code)? {
            Rule::Torus => torus::BADGE,
            Rule::Armor => armor::BADGE,
            Rule::Conversion => conversion::BADGE,
            Rule::Reaper => reaper::BADGE,
            Rule::Jolt => jolt::BADGE,
            Rule::Teleport => teleport::BADGE,
            Rule::Catapult => catapult::BADGE,
            Rule::Pacifist => pacifist::BADGE,
            Rule::Sacrifice => sacrifice::BADGE,
            Rule::Pact | Rule::Caboose | Rule::Hatter => return None,
        },
    })
}

pub(crate) fn relations(position: &Position) -> Vec<Relation> {
    let pieces = &position.pieces;
    let pairs = position.state.pacts.pairs().filter_map(|(first, second)| {
        let from = pieces.find(Side::First, first)?;
        let to = pieces.find(Side::Second, second)?;
        Some(Relation { kind: SharedStr::new("pact"), from, to })
    });
    pairs.collect()
}

pub(crate) fn marks(position: &Position, square: Square) -> Vec<&'static str> {
    let Some(piece) = position.piece_at(square) else { return Vec::new() };
    let state = &position.state;
    let team = state.team(piece.side());
    let rule = team.rule_of(piece.kind()).map(|rule| match rule {
        Rule::Armor if team.is_spent(rule) => "armor-spent",
        Rule::Conversion if team.is_spent(rule) => "conversion-spent",
        _ => rule.code(),
    });
    let mut marks: Vec<&'static str> = rule.into_iter().collect();
    if let Turn::Moving(moving) = state.turn {
        marks.extend((moving.at == square).then_some("may-go-on"));
        marks.extend(moving.jolted.squares().any(|jolted| jolted == square).then_some("jolted"));
    }
    marks
}

/// Returns the Rules that the players still have; a player loses a Rule together with its piece.
pub(crate) fn held_cards(position: &Position) -> Vec<HeldCard> {
    let held = |side: Side| {
        let team = position.state.team(side);
        team.rules().map(move |rule| HeldCard {
            card: rule as usize,
            side,
            square: team.kind_of(rule).and_then(|kind| position.pieces.find(side, kind)),
            spent: team.is_spent(rule),
        })
    };
    Side::BOTH.into_iter().flat_map(held).collect()
}

/// Returns the conditions shown beside the board: Rules that no piece carries, and the phase of the turn.
pub(crate) fn conditions(position: &Position) -> Vec<Reason> {
    let state = &position.state;
    let mut conditions = Vec::new();
    for (side, code) in Side::BOTH.into_iter().zip(["team-1", "team-2"]) {
        if state.team(side).rules().any(|rule| !rule.is_bound()) {
            conditions.push(Reason::new(code, "rules", []));
        }
    }
    if outcome(position).is_some() {
        return conditions;
    }
    match state.turn {
        Turn::Start { .. } => {}
        Turn::Acting => conditions.push(Reason::new("acting", "turn", [])),
        Turn::Moving(moving) => {
            let code = match moving.stage {
                _ if moving.in_chain() => "in-chain",
                Stage::Main => "in-chain",
                Stage::Second => "second-move",
                Stage::Extra => "extra-move",
            };
            conditions.push(Reason::new(code, "G8", [moving.at]));
        }
    }
    conditions
}
