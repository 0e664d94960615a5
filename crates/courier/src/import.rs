use entourage_kernel::{Board, History, Intent, Refusal, Rules, Side, Status};

use crate::turn::{Action, Leg, Turn, Word};
use crate::{CourierError, Diagram, Vocabulary, export};

/// The plies beyond which no turn goes.
const MOST_PLIES: usize = 32;
/// The turns with the same outcome that are looked for.
const MOST_FOUND: usize = 16;

/// Tells what a turn is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Read {
    /// Legal moves, one after the other.
    Moves(Vec<Intent>),
    /// A word that ends the game beyond the rules: `resign`, `drawn` or `won`.
    Word(Word),
}

/// Finds the legal moves of the side to move that do what a turn says.
///
/// What counts is how the pieces stand after the turn, leg by leg where a turn has several plies; the end of such a turn need not be said.
///
/// # Errors
/// A text that is no turn's, legs that cannot be done, and turns that the rules refuse or that could mean several.
pub fn import<R: Rules>(history: &History<R>, text: &str, words: &Vocabulary) -> Result<Read, CourierError> {
    let turn = Turn::read(text, words)?;
    if let Status::Ended(outcome) = history.status() {
        return Err(CourierError::Ended(outcome));
    }
    let (rules, position) = (history.rules(), history.position());
    let legs = match &turn.action {
        Action::Word(Word::Pass) => return pass(rules, position),
        Action::Word(word) => return Ok(Read::Word(*word)),
        Action::Legs(legs) => legs,
    };
    let mut diagrams = vec![Diagram::of(position, rules.topology().squares.len())];
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
        .map(|word| rules.read_move(word).ok().filter(|intent| !intent.is_empty()))
        .collect::<Option<_>>()
        .unwrap_or_default();
    let mut search = Search::new(rules, position.side_to_move(), &diagrams, &spoken);
    search.visit(position, 0);
    if search.found.is_empty() && !spoken.is_empty() {
        // What looked like plies was a remark.
        search = Search::new(rules, position.side_to_move(), &diagrams, &[]);
        search.visit(position, 0);
    }
    let shortest = search.found.iter().map(Vec::len).min();
    let Some(shortest) = shortest else {
        let unfinished = search.unfinished;
        return Err(if unfinished { CourierError::Unfinished } else { why(rules, position, legs, words) });
    };
    search.found.retain(|line| line.len() == shortest);
    choose(rules, position, search.found, &turn, words)
}

fn pass<R: Rules>(rules: &R, position: &R::Position) -> Result<Read, CourierError> {
    let pass = rules.pass().ok_or(CourierError::Illegal(None))?;
    rules.judge(position, pass).map_err(|refusal| CourierError::Illegal(Some(refusal)))?;
    Ok(Read::Moves(vec![pass]))
}

/// Looks for the turns that lead through the diagrams.
struct Search<'a, R: Rules> {
    rules: &'a R,
    side: Side,
    diagrams: &'a [Diagram],
    /// Plies that the board does not show, in order.
    spoken: &'a [Intent],
    said: usize,
    line: Vec<Intent>,
    found: Vec<Vec<Intent>>,
    /// Whether all legs could be done without coming to the turn's end.
    unfinished: bool,
}

impl<'a, R: Rules> Search<'a, R> {
    fn new(rules: &'a R, side: Side, diagrams: &'a [Diagram], spoken: &'a [Intent]) -> Self {
        Self { rules, side, diagrams, spoken, said: 0, line: Vec::new(), found: Vec::new(), unfinished: false }
    }

    fn visit(&mut self, position: &R::Position, at: usize) {
        let all_done = at + 1 == self.diagrams.len() && self.said == self.spoken.len();
        let over = !self.line.is_empty()
            && (position.side_to_move() != self.side || self.rules.outcome(position).is_some());
        if over {
            if all_done {
                self.found.push(self.line.clone());
            }
            return;
        }
        self.unfinished |= all_done && !self.line.is_empty();
        if self.line.len() == MOST_PLIES {
            return;
        }
        let mut moves = Vec::new();
        self.rules.legal_moves(position, &mut moves);
        moves.retain(|&intent| Some(intent) != self.rules.pass());
        for intent in moves {
            if self.found.len() == MOST_FOUND {
                return;
            }
            let next = self.rules.play_unchecked(position, intent);
            if self.diagrams[at].shows(&next) {
                let says = self.spoken.get(self.said) == Some(&intent);
                if says || intent.is_empty() {
                    self.said += usize::from(says);
                    self.step(intent, &next, at);
                    self.said -= usize::from(says);
                }
            } else if let Some(further) = (at + 1..self.diagrams.len()).find(|&i| self.diagrams[i].shows(&next))
            {
                self.step(intent, &next, further);
            }
        }
    }

    fn step(&mut self, intent: Intent, next: &R::Position, at: usize) {
        self.line.push(intent);
        self.visit(next, at);
        self.line.pop();
    }
}

/// Chooses the turn that is written as the player wrote it, or the only one.
fn choose<R: Rules>(
    rules: &R,
    position: &R::Position,
    mut found: Vec<Vec<Intent>>,
    turn: &Turn,
    words: &Vocabulary,
) -> Result<Read, CourierError> {
    if found.len() > 1 {
        let exact = |line: &Vec<Intent>| matches!(&export(rules, position, line, words)[..], [written] if unlabelled(written) == unlabelled(turn));
        if found.iter().filter(|line| exact(line)).count() == 1 {
            found.retain(exact);
        }
    }
    if found.len() > 1 {
        let write = |line: &Vec<Intent>| {
            line.iter().map(|&intent| rules.write_move(intent)).collect::<Vec<_>>().join(" ")
        };
        return Err(CourierError::Ambiguous(found.iter().map(write).collect()));
    }
    Ok(Read::Moves(found.remove(0)))
}

fn unlabelled(turn: &Turn) -> Vec<Leg> {
    let Action::Legs(legs) = &turn.action else { return Vec::new() };
    let plain = |leg: &Leg| match *leg {
        Leg::Move { from, to, .. } => Leg::Move { label: None, from, to },
        Leg::Clear(at) => Leg::Empty(at),
        leg => leg,
    };
    legs.iter().map(plain).collect()
}

/// Finds out why no legal turn does this: by the move that its legs seem to mean.
fn why<R: Rules>(rules: &R, position: &R::Position, legs: &[Leg], words: &Vocabulary) -> CourierError {
    let mut first: Option<Refusal> = None;
    for intent in meanings(legs) {
        for choice in 0..16 {
            match rules.judge(position, intent.with_choice(choice)) {
                Ok(()) => {
                    let turns = export(rules, position, &[intent.with_choice(choice)], words);
                    return CourierError::Incomplete(turns.iter().map(|turn| turn.write(words)).collect());
                }
                Err(refusal) => {
                    first.get_or_insert(refusal);
                }
            }
        }
    }
    CourierError::Illegal(first)
}

/// Lists the moves that legs may stand for by their squares, the likeliest first.
fn meanings(legs: &[Leg]) -> Vec<Intent> {
    match *legs {
        [Leg::Move { from, to, .. }, Leg::Move { from: then, to: end, .. }, ..] if then == to => {
            vec![Intent::through(from, to, end), Intent::from_to(from, end)]
        }
        [Leg::Move { from, to, .. }, Leg::Empty(gone) | Leg::Clear(gone), ..] => {
            vec![Intent::through(from, gone, to), Intent::through(from, to, gone), Intent::from_to(from, to)]
        }
        [Leg::Empty(gone) | Leg::Clear(gone), Leg::Move { from, to, .. }, ..] => {
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
