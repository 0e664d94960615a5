//! What a position costs at most: the ways of one side, and after each those of the other.

use entourage_kernel::Side;

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Board, Change, DirectionWords, Field, How, Leg, Line, Model, Target};

/// Bounds the ways of one side times those of the other.
const MOST: u64 = 100_000_000;

/// Says that a position of a model could cost too much, if it could, at the dearest sentence.
pub(crate) fn fault(model: &Model) -> Option<Diagnostic> {
    let lines: Vec<u64> =
        model.kinds.iter().map(|kind| kind.lines.iter().map(|line| ways(line, &model.board)).sum()).collect();
    // What is lent may be the dearest walk of all.
    let lends = |change: &Change| matches!(change, Change::WalkAs(_) | Change::AlsoWalkAs(..));
    let lent = if model.clauses.iter().any(|clause| lends(&clause.change)) {
        lines.iter().copied().max()
    } else {
        None
    };
    // A piece that does not stand at the start may come to be.
    let each = lines.iter().fold(0_u64, |sum, cost| sum.saturating_add(*cost));
    let mut sides = [each; 2];
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
            let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
            let cost = lines[index].saturating_add(lent.unwrap_or(0)).saturating_add(1);
            sides[side.index()] = sides[side.index()].saturating_add(cost);
        }
    }
    let cost = sides[0].saturating_mul(sides[1]);
    let line = dearest.filter(|_| cost > MOST)?;
    let millions = cost / 1_000_000;
    let most = MOST / 1_000_000;
    Some(Diagnostic::error(
        Code::Cost,
        line.span,
        format!(
            "A position could cost {millions} million steps, the limit is {most} million; the dearest sentence is this one."
        ),
        format!(
            "Une position pourrait coûter {millions} millions de pas, la limite est de {most} millions\u{a0}; la phrase la plus chère est celle-ci."
        ),
    ))
}

/// Counts the ways of a line on an empty board at most, with what each takes by the way.
fn ways(line: &Line, board: &Board) -> u64 {
    let way = |legs: &Vec<Leg>| legs.iter().fold(1_u64, |ways, leg| ways.saturating_mul(fan(leg, board)));
    let all = line.ways.iter().fold(0_u64, |sum, legs| sum.saturating_add(way(legs)));
    all.saturating_mul(1 + line.capturing.len() as u64)
}

/// Counts the squares that a leg leads to at most.
fn fan(leg: &Leg, board: &Board) -> u64 {
    let directions = |words: DirectionWords| u64::from(board.meant(words, Side::First, Some(0)).count_ones());
    let all = board.len() as u64;
    let longest = board.rows.iter().map(|row| row.width).max().unwrap_or(1).max(board.deepest()) as u64;
    match leg {
        Leg::Step(step) => match &step.how {
            How::Step(words) => directions(*words),
            How::Slide { directions: words, exactly: Some(_), .. } => directions(*words),
            How::Slide { directions: words, .. } => directions(*words).saturating_mul(longest - 1),
            How::Leap(_) => 12,
            How::To(Target::Place(place)) => place.squares[0].len().max(place.squares[1].len()) as u64,
            How::To(Target::Any(_)) => all,
        },
        Leg::Swap(_) => all,
        Leg::Strike(words) | Leg::Jump { directions: words, .. } => directions(*words),
    }
}
