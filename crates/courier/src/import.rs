use entourage_kernel::{History, Intent, Outcome, Refusal, Rules, Side};

use crate::any_position::{AnyPosition, At};
use crate::export::export_from;
use crate::turn::{Action, Leg, Turn, Word};
use crate::{CourierError, Diagram, Vocabulary};

const MAX_PLIES: usize = 32;
const MAX_FOUND: usize = 16;

/// The meaning of a turn: moves, or a word that ends the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Read {
    /// Consecutive legal moves.
    Moves(Vec<Intent>),
    /// A word that ends the game regardless of the rules: `resign`, `drawn` or `won`.
    Word(Word),
}

/// Finds the legal moves that have the same effect as the Game Courier turn in `text`.
///
/// Moves match if the board is the same after each leg; a ply that only ends the turn can be omitted. Fails if the
/// text is not a turn, if a leg is impossible, or if the turn is illegal or ambiguous.
pub fn import<R: Rules>(history: &History<R>, text: &str, words: &Vocabulary) -> Result<Read, CourierError> {
    import_at(&At::of(history), history.status().outcome(), text, words)
}

pub(crate) fn import_at(
    position: &dyn AnyPosition<'_>,
    ended: Option<Outcome>,
    text: &str,
    words: &Vocabulary,
) -> Result<Read, CourierError> {
    let turn = Turn::read(text, words)?;
    if let Some(outcome) = ended {
        return Err(CourierError::Ended(outcome));
    }
    let legs = match &turn.action {
        Action::Word(Word::Pass) => return pass(position),
        Action::Word(word) => return Ok(Read::Word(*word)),
        Action::Legs(legs) => legs,
    };
    let mut diagrams = vec![Diagram::of(position)];
    for &leg in legs {
        if let Leg::Cut(square) = leg {
            return Err(CourierError::Space(words.coordinate(square).to_owned()));
        }
        let mut diagram = diagrams[diagrams.len() - 1].clone();
        diagram.apply(leg, words)?;
        diagrams.push(diagram);
    }
    let spoken: Vec<Intent> = turn
        .comment
        .split_whitespace()
        .map(|word| position.read_move(word).ok().filter(|intent| !intent.is_empty()))
        .collect::<Option<_>>()
        .unwrap_or_default();
    let mut search = Search::new(position.side(), &diagrams, &spoken);
    search.visit(position, 0);
    if search.found.is_empty() && !spoken.is_empty() {
        // No turn matches the plies in the comment, so treat the comment as plain text.
        search = Search::new(position.side(), &diagrams, &[]);
        search.visit(position, 0);
    }
    let shortest = search.found.iter().map(Vec::len).min();
    let Some(shortest) = shortest else {
        let unfinished = search.unfinished;
        return Err(if unfinished { CourierError::Unfinished } else { why(position, legs, words) });
    };
    search.found.retain(|plies| plies.len() == shortest);
    choose(position, search.found, &turn, words)
}

fn pass(position: &dyn AnyPosition<'_>) -> Result<Read, CourierError> {
    let pass = position.pass().ok_or(CourierError::Illegal(None))?;
    position.judge(pass).map_err(|refusal| CourierError::Illegal(Some(refusal)))?;
    Ok(Read::Moves(vec![pass]))
}

/// A search for turns during which the board changes to each of the diagrams, in order.
struct Search<'a> {
    side: Side,
    diagrams: &'a [Diagram],
    /// The plies that the comment contains, in order; they have no effects on the board.
    spoken: &'a [Intent],
    said: usize,
    plies: Vec<Intent>,
    found: Vec<Vec<Intent>>,
    /// Whether some sequence of plies matches all legs but does not end the turn.
    unfinished: bool,
}

impl<'a> Search<'a> {
    fn new(side: Side, diagrams: &'a [Diagram], spoken: &'a [Intent]) -> Self {
        Self { side, diagrams, spoken, said: 0, plies: Vec::new(), found: Vec::new(), unfinished: false }
    }

    fn visit(&mut self, position: &dyn AnyPosition<'_>, at: usize) {
        let all_done = at + 1 == self.diagrams.len() && self.said == self.spoken.len();
        let over = !self.plies.is_empty() && (position.side() != self.side || position.is_over());
        if over {
            if all_done {
                self.found.push(self.plies.clone());
            }
            return;
        }
        self.unfinished |= all_done && !self.plies.is_empty();
        if self.plies.len() == MAX_PLIES {
            return;
        }
        let pass = position.pass();
        for intent in position.legal_moves().into_iter().filter(|&intent| Some(intent) != pass) {
            if self.found.len() == MAX_FOUND {
                return;
            }
            let next = position.after(intent);
            let next = next.as_ref();
            if self.diagrams[at].shows(next) {
                let says = self.spoken.get(self.said) == Some(&intent);
                if says || intent.is_empty() {
                    self.said += usize::from(says);
                    self.step(intent, next, at);
                    self.said -= usize::from(says);
                }
            } else if let Some(further) = (at + 1..self.diagrams.len()).find(|&i| self.diagrams[i].shows(next))
            {
                self.step(intent, next, further);
            }
        }
    }

    fn step(&mut self, intent: Intent, next: &dyn AnyPosition<'_>, at: usize) {
        self.plies.push(intent);
        self.visit(next, at);
        self.plies.pop();
    }
}

/// Chooses the turn whose text is the same as the player's, or the only candidate.
fn choose(
    position: &dyn AnyPosition<'_>,
    mut found: Vec<Vec<Intent>>,
    turn: &Turn,
    words: &Vocabulary,
) -> Result<Read, CourierError> {
    if found.len() > 1 {
        let exact = |plies: &Vec<Intent>| matches!(&export_from(position.copy(), plies, words)[..], [written] if unlabelled(written) == unlabelled(turn));
        if found.iter().filter(|plies| exact(plies)).count() == 1 {
            found.retain(exact);
        }
    }
    if found.len() > 1 {
        let write = |plies: &Vec<Intent>| {
            plies.iter().map(|&intent| position.write_move(intent)).collect::<Vec<_>>().join(" ")
        };
        return Err(CourierError::Ambiguous(found.iter().map(write).collect()));
    }
    Ok(Read::Moves(found.remove(0)))
}

fn unlabelled(turn: &Turn) -> Vec<Leg> {
    let Action::Legs(legs) = &turn.action else { return Vec::new() };
    legs.iter().copied().map(plain).collect()
}

fn plain(leg: Leg) -> Leg {
    match leg {
        Leg::Move { from, to, .. } => Leg::Move { label: None, from, to },
        Leg::Clear(at) => Leg::Empty(at),
        leg => leg,
    }
}

/// Explains why no legal turn matches the legs, based on the move that was probably meant.
fn why(position: &dyn AnyPosition<'_>, legs: &[Leg], words: &Vocabulary) -> CourierError {
    let mut first: Option<Refusal> = None;
    for intent in meanings(legs) {
        for choice in 0..16 {
            match position.judge(intent.with_choice(choice)) {
                Ok(()) => {
                    let turns = export_from(position.copy(), &[intent.with_choice(choice)], words);
                    return compared(legs, &turns, words);
                }
                Err(refusal) => {
                    first.get_or_insert(refusal);
                }
            }
        }
    }
    CourierError::Illegal(first)
}

/// Returns the error that describes how a legal move differs from the legs.
fn compared(legs: &[Leg], turns: &[Turn], words: &Vocabulary) -> CourierError {
    let written: String = turns.iter().map(|turn| turn.write(words)).collect();
    let said: Vec<Leg> = legs.iter().copied().map(plain).collect();
    let done: Vec<Leg> = turns.iter().flat_map(unlabelled).collect();
    let is_within = |some: &[Leg], all: &[Leg]| some.iter().all(|leg| all.contains(leg));
    match (is_within(&said, &done), is_within(&done, &said)) {
        (true, false) => CourierError::Incomplete(written),
        (false, true) => CourierError::Excessive(written),
        _ => CourierError::Otherwise(written),
    }
}

fn meanings(legs: &[Leg]) -> Vec<Intent> {
    match *legs {
        [Leg::Move { from, to, .. }, Leg::Move { from: then, to: end, .. }, ..] if then == to => {
            vec![Intent::through(from, to, end), Intent::from_to(from, end)]
        }
        [Leg::Move { from, to, .. }, Leg::Empty(gone) | Leg::Clear(gone), ..]
        | [Leg::Empty(gone) | Leg::Clear(gone), Leg::Move { from, to, .. }, ..] => {
            vec![Intent::through(from, gone, to), Intent::through(from, to, gone), Intent::from_to(from, to)]
        }
        [Leg::Move { from, to, .. }, ..] => vec![Intent::from_to(from, to)],
        [Leg::Put { at, .. }, ..] => vec![Intent::of(&[at])],
        [Leg::Empty(a) | Leg::Clear(a), Leg::Empty(b) | Leg::Clear(b), ..] => {
            vec![Intent::from_to(a, b), Intent::from_to(b, a)]
        }
        _ => Vec::new(),
    }
}
