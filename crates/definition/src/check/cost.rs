//! Limits the cost of evaluating a position: its moves times the replies, plus the boards evaluated to check duties.

use entourage_kernel::Side;

use super::powers::{Stratum, clause_asks};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{
    Board, Change, Clause, Condition, DirectionWords, Effect, Field, How, Leg, Length, Line, Model, Onto,
    PlaceWords, Spot, Step, Target, TargetLimit, Whose,
};

/// Maximum estimated number of steps to evaluate a position.
const MAX_COST: u64 = 100_000_000;

pub(crate) fn fault(model: &Model) -> Option<Diagnostic> {
    let lines: Vec<u64> =
        model.kinds.iter().map(|kind| kind.lines.iter().map(|line| ways(line, &model.board)).sum()).collect();
    // A power can let a piece move like any kind, so assume the most expensive kind.
    let lends = |change: &Change| matches!(change, Change::WalkAs(_) | Change::AlsoWalkAs(..));
    let lent = if model.clauses.iter().any(|clause| lends(&clause.change)) {
        lines.iter().copied().max()
    } else {
        None
    };
    // A kind that is not in the starting position can appear by promotion.
    let each = lines.iter().fold(0_u64, |sum, cost| sum.saturating_add(*cost));
    let given = model.cards.iter().flat_map(|cards| &cards.list).flat_map(|card| &card.lines);
    let given = given.fold(0_u64, |sum, line| sum.saturating_add(ways(line, &model.board)));
    let puts: Vec<u64> = (0..model.kinds.len()).map(|kind| puts(model, kind)).collect();
    let most_puts = puts.iter().copied().max().unwrap_or(1);
    let mut sides = [each.saturating_add(given); 2];
    // If the player chooses the square of a new piece, there are more moves and legality checks, but no more threats.
    let mut moves = sides.map(|ways| ways.saturating_mul(most_puts));
    // For each kind, the maximum number of its moves that can capture on a given square.
    let takers: Vec<u64> =
        model.kinds.iter().map(|kind| kind.lines.iter().map(|line| taking(line, &model.board)).sum()).collect();
    let mut taking = [takers.iter().fold(0_u64, |sum, ways| sum.saturating_add(*ways)); 2];
    let all = model.kinds.iter().flat_map(|kind| &kind.lines);
    let dearest = all.max_by_key(|line| ways(line, &model.board));
    for (word, _) in model
        .start
        .split(' ')
        .zip(&model.fields)
        .filter(|(_, field)| matches!(field, Field::Rows | Field::Beside))
    {
        for letter in word.chars() {
            let found = model.kinds.iter().position(|kind| kind.letter == letter.to_ascii_uppercase());
            let Some(index) = found else { continue };
            let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second }.index();
            let cost = lines[index].saturating_add(lent.unwrap_or(0)).saturating_add(1);
            sides[side] = sides[side].saturating_add(cost);
            moves[side] = moves[side].saturating_add(cost.saturating_mul(puts[index]));
            taking[side] = taking[side].saturating_add(takers[index]);
        }
    }
    if model.clauses.iter().any(|clause| clause.duty().is_some()) {
        sides = moves;
    }
    let duties = model.clauses.iter().map(|clause| duty(model, clause, sides, taking));
    let each = moves[0].saturating_mul(sides[1]).max(moves[1].saturating_mul(sides[0]));
    let cost = duties.fold(each, u64::saturating_add);
    let line = dearest.filter(|_| cost > MAX_COST)?;
    let millions = cost / 1_000_000;
    let most = MAX_COST / 1_000_000;
    Some(Code::Cost.at(line.span).error(format!(
            "A position could take {millions} million steps to compute; the limit is {most} million. This sentence is the most costly."
        ), format!(
            "Le calcul d'une position pourrait nécessiter {millions} millions d'étapes\u{a0}; la limite est de {most} millions. Cette phrase est la plus coûteuse."
        )))
}

/// Returns how many boards must be evaluated for a duty (a condition after a move); 0 if only squares matter.
fn duty(model: &Model, clause: &Clause, sides: [u64; 2], taking: [u64; 2]) -> u64 {
    let Some((label, condition)) = clause.duty() else { return 0 };
    let [one, other] = sides;
    let both = one.saturating_add(other);
    let most = one.max(other);
    if condition.asks_moves() {
        let bound = (0..model.kinds.len()).filter(|kind| clause.givers >> kind & 1 != 0);
        let lines = bound.clone().flat_map(|kind| &model.kinds[kind].lines);
        let labelled = lines.clone().filter(|line| line.label == label);
        let moves = match drops_check(model, clause, labelled.clone()) {
            // Upper bound on drops that give check: the capturing moves of the dropped kinds, times the royal kinds.
            true => {
                let takers =
                    lines.fold(0_u64, |sum, line| sum.saturating_add(self::taking(line, &model.board)));
                takers.saturating_mul(u64::from(model.royals().count_ones()))
            }
            false => labelled.fold(0_u64, |sum, line| sum.saturating_add(ways(line, &model.board))),
        };
        return if label.is_some() { moves } else { most }.saturating_mul(one).saturating_mul(other);
    }
    match clause_asks(clause) {
        Stratum::Places => 0,
        Stratum::Attacks | Stratum::Permissions => {
            most.saturating_mul(taking[0].max(taking[1])).saturating_mul(both)
        }
        Stratum::Threats => most.saturating_mul(both),
    }
}

/// Returns whether a clause's duty applies only to drops after which an enemy royal piece is threatened.
fn drops_check<'m>(model: &Model, clause: &Clause, mut lines: impl Iterator<Item = &'m Line>) -> bool {
    let is_drop = |line: &Line| {
        let place = line.from.as_ref().filter(|(_, inside)| *inside).map(|(place, _)| place.words);
        matches!(place, Some(PlaceWords::Zone(zone)) if model.is_hand(zone))
    };
    let threatens = [&clause.while_giver, &clause.condition].into_iter().flatten().any(|condition| {
        matches!(condition, Condition::Threatened(noun) if noun.whose == Whose::Enemy && noun.kinds & !model.royals() == 0)
    });
    threatens && model.royal.as_ref().is_some_and(|royal| royal.exception.is_none()) && lines.all(is_drop)
}

fn taking(line: &Line, board: &Board) -> u64 {
    let is_short = line.capturing.is_empty() && line.ways.iter().all(|legs| legs.len() == 1);
    match line.takes() {
        true if is_short => line.ways.len() as u64,
        true => ways(line, board),
        false => 0,
    }
}

fn ways(line: &Line, board: &Board) -> u64 {
    let way = |legs: &Vec<Leg>| legs.iter().fold(1_u64, |ways, leg| ways.saturating_mul(fan(leg, board)));
    let all = line.ways.iter().fold(0_u64, |sum, legs| sum.saturating_add(way(legs)));
    all.saturating_mul(1 + line.capturing.len() as u64)
}

fn puts(model: &Model, kind: usize) -> u64 {
    let asking = model.events.iter().filter(|event| event.noun.kinds >> kind & 1 != 0);
    let squares = asking.filter_map(|event| match &event.effect {
        Effect::Put { spot: Spot::Chosen { limits, .. }, .. } => {
            let how = How::To(Target::Any(limits.clone()));
            Some(fan(&Leg::Step(Step { how, onto: Onto::Empty }), &model.board))
        }
        _ => None,
    });
    squares.max().unwrap_or(1)
}

fn fan(leg: &Leg, board: &Board) -> u64 {
    let directions = |words: DirectionWords| u64::from(board.meant(words, Side::First, Some(0)).count_ones());
    let all = board.len() as u64;
    let longest = board.rows.iter().map(|row| row.width).max().unwrap_or(1).max(board.deepest()) as u64;
    let leads = |how: &How| match how {
        How::Step(words) => directions(*words),
        How::Slide { directions: words, length: Length::Exactly(_), .. } => directions(*words),
        How::Ride(_) => longest.saturating_mul(12),
        How::Slide { directions: words, .. } => directions(*words).saturating_mul(longest - 1),
        How::Leap(_) => 12,
        How::To(Target::Place(place)) => place.squares[0].len().max(place.squares[1].len()) as u64,
        How::To(Target::Any(_)) => all,
    };
    match leg {
        Leg::Step(Step { how: How::To(Target::Any(limits)), .. }) => {
            limits.iter().filter_map(TargetLimit::reached).map(leads).min().unwrap_or(all)
        }
        Leg::Step(step) => leads(&step.how),
        Leg::Swap(_) => all,
        Leg::Strike(words) | Leg::Push(words, _) | Leg::Jump { directions: words, .. } => directions(*words),
    }
}
