use entourage_kernel::{Problem, Side};
use entourage_pgn::{self as pgn, Game, Item, MAX_WARNINGS, Move, Turn, Warning};
use entourage_registry::{AnyMatch, Notation, Registry};

use crate::heading::Heading;
use crate::line::{Line, NULL_MOVE};
use crate::{Fault, FaultKind, Style};

struct Branch {
    plies: usize,
    last: Option<Turn>,
    /// The move that the variation replaces, and that move's turn; `None` for the main line.
    instead: Option<(String, Turn)>,
}

/// Plays all moves and variations of a game; returns the items rewritten in `style`, renumbered by turn.
pub(crate) fn walk(
    line: &mut Line,
    game: &Game,
    first_number: u32,
    style: Style,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<Item>, Fault> {
    let mut items = Vec::with_capacity(game.items.len());
    let mut branches = vec![Branch { plies: 0, last: None, instead: None }];
    // The last move of each branch in plain notation.
    let mut lasts: Vec<Option<String>> = vec![None];
    let mut courier = CourierTurn::default();
    // Figurines are reported once, because all moves can have them.
    let mut has_figurines = false;
    for item in &game.items {
        if !matches!(item, Item::Move(_)) {
            courier.interrupt();
        }
        match item {
            Item::Move(written) => {
                let refused = |problem: Problem| refused(written, problem);
                let branch = branches.last_mut().expect("the main line stays on the stack");
                for meant in line.meant(&written.text).map_err(refused)? {
                    let turn = turn(branch.last, line.side(), first_number);
                    let short = match style {
                        Style::Short => line.now().write_short(&meant),
                        Style::Plain | Style::Courier => None,
                    };
                    let is_symbolic = !has_figurines && !written.text.is_ascii();
                    let letters = is_symbolic.then(|| line.now().write_short(&meant)).flatten();
                    let odd = match letters.filter(|letters| *letters != written.text) {
                        Some(letters) => Some(pgn::Fault::ReadAs(written.text.clone(), letters)),
                        None => (meant == NULL_MOVE).then_some(pgn::Fault::NullMove),
                    };
                    if let Some(fault) = odd.filter(|_| warnings.len() < MAX_WARNINGS) {
                        has_figurines |= fault != pgn::Fault::NullMove;
                        warnings.push(Warning { place: written.place, problem: fault.problem() });
                    }
                    if style == Style::Courier && branch.last.is_none_or(|last| last.side != turn.side) {
                        courier.begin(line.now());
                    }
                    line.play(&meant).map_err(refused)?;
                    let text = short.unwrap_or_else(|| meant.clone());
                    items.push(Item::Move(Move { text, turn, place: written.place }));
                    if style == Style::Courier {
                        courier.play(&meant);
                        let is_whole = line.side() != turn.side || line.now().status().outcome().is_some();
                        if let Some(text) = courier.written().filter(|_| is_whole) {
                            items.truncate(items.len() - courier.count());
                            items.push(Item::Move(Move { text, turn, place: written.place }));
                        }
                    }
                    branch.plies += 1;
                    branch.last = Some(turn);
                    *lasts.last_mut().expect("the main line stays on the stack") = Some(meant);
                }
            }
            Item::Begin => {
                let (Some(instead), Some(branch)) = (lasts.last().cloned().flatten(), branches.last()) else {
                    continue;
                };
                let Some(turn) = branch.last else { continue };
                line.undo();
                branches.push(Branch { plies: 0, last: before(turn), instead: Some((instead, turn)) });
                lasts.push(None);
                items.push(Item::Begin);
            }
            Item::End => {
                if branches.len() == 1 {
                    continue;
                }
                let branch = branches.pop().expect("it was counted");
                lasts.pop();
                (0..branch.plies).for_each(|_| line.undo());
                if let Some((instead, _)) = branch.instead {
                    let again = line.play(&instead);
                    debug_assert!(again.is_ok(), "{instead} was played before");
                }
                items.push(Item::End);
            }
            Item::Nag(_) | Item::Comment(_) => items.push(item.clone()),
        }
    }
    Ok(items)
}

/// Plays the main line of a game; returns the start position and the position after each move.
///
/// # Errors
/// With the first fault found. Variations are not played.
pub fn positions(registry: &Registry, game: &Game) -> Result<Vec<String>, Fault> {
    let mut line = Line::new(Heading::read(registry, game)?.begun);
    let mut positions = vec![line.now().position_text()];
    for written in game.main_line() {
        for meant in line.meant(&written.text).map_err(|problem| refused(written, problem))? {
            line.play(&meant).map_err(|problem| refused(written, problem))?;
            positions.push(line.now().position_text());
        }
    }
    Ok(positions)
}

fn refused(written: &Move, problem: Problem) -> Fault {
    let Turn { number, side } = written.turn;
    let (dots, text) = (if side == Side::First { "." } else { "..." }, &written.text);
    let problem = problem.within(
        |why| format!("{number}{dots} {text}: {why}"),
        |why| format!("{number}{dots} {text}\u{a0}: {why}"),
    );
    Fault::new(FaultKind::Move, written.place, problem)
}

/// Returns the turn after `last`; the number increases when the first side moves after the second.
fn turn(last: Option<Turn>, side: Side, first_number: u32) -> Turn {
    let number = match last {
        None => first_number,
        Some(last) if last.side == Side::Second && side == Side::First => last.number.saturating_add(1),
        Some(last) => last.number,
    };
    Turn { number, side }
}

fn before(turn: Turn) -> Option<Turn> {
    match turn.side {
        Side::Second => Some(Turn { side: Side::First, ..turn }),
        Side::First => turn.number.checked_sub(1).map(|number| Turn { number, side: Side::Second }),
    }
}

/// Collects the moves of a turn, so that it can be written in Game Courier's notation.
#[derive(Default)]
pub(crate) struct CourierTurn {
    /// The game from the start of the turn; `None` if another item, such as a comment, separates the moves.
    played: Option<Box<dyn AnyMatch>>,
    moves: Vec<String>,
}

impl CourierTurn {
    pub(crate) fn begin(&mut self, game: &dyn AnyMatch) {
        self.moves.clear();
        self.played = game.game().begin(Some(&game.position_text())).ok();
    }

    /// Records that a comment or other item interrupts the turn, so that the turn is not written as a unit.
    pub(crate) fn interrupt(&mut self) {
        self.played = None;
    }

    pub(crate) fn play(&mut self, text: &str) {
        self.played = self.played.take().and_then(|mut game| game.play(text).ok().map(|()| game));
        self.moves.push(text.to_owned());
    }

    pub(crate) fn count(&self) -> usize {
        self.moves.len()
    }

    /// Formats the turn; returns `None` if parsing it would not yield the same moves, for example manual moves.
    pub(crate) fn written(&self) -> Option<String> {
        let played = self.played.as_ref()?;
        let turn = played.courier_turns().pop()?;
        let begun = played.game().begin(Some(&played.start_text())).ok()?;
        let read = begun.typed_moves(&turn, Notation::Courier).ok()?;
        (read == self.moves && turn.contains([' ', '-'])).then_some(turn)
    }
}
