//! Messages that all games share: effects of moves, results, and the side to move.

use entourage_courier::Diagram;
use entourage_kernel::{Effect, Language, Metadata, Outcome, Piece, Side, Square, Text, Topology, Voice};

use crate::view::EndView;

#[derive(Clone, Copy)]
pub(crate) struct Narrator<'g> {
    pub(crate) metadata: &'g Metadata,
    pub(crate) topology: &'g Topology,
    pub(crate) voice: Voice<'g>,
}

static TAKES: Text = Text::new("takes", "prend");
static BECOMES: Text = Text::new("becomes", "devient");
static TURNS: Text = Text::new("changes sides", "change de camp");
static TRADES: Text = Text::new("trades places with", "échange sa place avec");
static ENTERS: Text = Text::new("enters on", "entre en");
static PASSES: Text = Text::new("passes", "passe");
static LEAVES: Text = Text::new("leaves the board", "quitte le plateau");
static WINS: Text = Text::new("wins", "gagne");
static WIN: Text = Text::new("wins", "gagnent");
static DRAW: Text = Text::new("Draw", "Partie nulle");
static TO_MOVE: Text = Text::new("to move", "au trait");
static REPETITION: Text = Text::new("repetition of the position", "répétition de la position");
static QUIET_LIMIT: Text = Text::new("too many moves without a capture", "trop de coups sans capture");

impl<'g> Narrator<'g> {
    fn say(self, text: &'g Text) -> &'g str {
        text.get(self.voice.language)
    }

    pub(crate) fn kind(self, piece: Piece) -> &'g str {
        self.say(&self.metadata.kinds[piece.kind().index()].name)
    }

    pub(crate) fn square(self, square: Square) -> String {
        self.voice.square(self.topology, square)
    }

    /// Names a piece with its square, as in `Nurse a11`; for an empty square, only the square.
    pub(crate) fn piece(self, standing: Option<Piece>, square: Square) -> String {
        match standing {
            Some(piece) => format!("{} {}", self.kind(piece), self.square(square)),
            None => self.square(square),
        }
    }

    pub(crate) fn takes(self) -> &'g str {
        self.say(&TAKES)
    }

    pub(crate) fn passes(self) -> &'g str {
        self.say(&PASSES)
    }

    pub(crate) fn leaves(self, piece: Piece, square: Square) -> String {
        format!("{} {} {}", self.kind(piece), self.square(square), self.say(&LEAVES))
    }

    pub(crate) fn enters(self, piece: Piece, square: Square) -> String {
        format!("{} {} {}", self.kind(piece), self.say(&ENTERS), self.square(square))
    }

    pub(crate) fn becomes(self, from: Piece, square: Square, to: Piece) -> String {
        let (kind, square) = (self.kind(from), self.square(square));
        if from.kind() == to.kind() {
            return format!("{kind} {square} {}", self.say(&TURNS));
        }
        let mut clause = format!("{kind} {square} {} {}", self.say(&BECOMES), self.kind(to));
        if from.side() != to.side() {
            clause += &format!(" ({})", self.say(&self.metadata.sides[to.side().index()]));
        }
        clause
    }

    /// Describes effects leg by leg, as in `Captain f9 → f8 → e7, takes Genius e7`, starting with the first piece that moves.
    pub(crate) fn effects(self, mut board: Diagram, effects: &[Effect]) -> String {
        let mut clauses: Vec<String> = Vec::new();
        // Every piece that moves: the index of its clause, its name and its path.
        let mut ways: Vec<(usize, String, Vec<Square>)> = Vec::new();
        let mover = effects.iter().find_map(|effect| match *effect {
            Effect::Move { from, .. } => board.piece_at(from).map(Piece::side),
            _ => None,
        });
        for &effect in effects {
            match effect {
                Effect::Move { from, to } => match ways.iter_mut().find(|way| way.2.last() == Some(&from)) {
                    Some((.., squares)) => squares.push(to),
                    None => {
                        let place = if ways.is_empty() { 0 } else { clauses.len() };
                        clauses.insert(place, String::new());
                        ways.push((place, self.piece(board.piece_at(from), from), vec![to]));
                    }
                },
                Effect::Remove { square, piece } => {
                    // A removed piece of the mover's own side "leaves the board" instead of being captured.
                    let verb = if mover.is_some_and(|mover| mover != piece.side()) {
                        format!("{} {}", self.takes(), self.piece(board.piece_at(square), square))
                    } else {
                        self.leaves(piece, square)
                    };
                    clauses.push(verb);
                }
                Effect::Place { square, piece } => clauses.push(self.enters(piece, square)),
                Effect::Transform { square, from, to } => {
                    let moved = ways.first().is_some_and(|(.., squares)| squares.last() == Some(&square));
                    let clause = self.becomes(from, square, to);
                    // Do not repeat the name of the piece that has just moved.
                    let told = format!("{} {} ", self.kind(from), self.square(square));
                    clauses.push(if moved { clause.replacen(&told, "", 1) } else { clause });
                }
                Effect::Swap { a, b } => clauses.push(format!(
                    "{} {} {}",
                    self.piece(board.piece_at(a), a),
                    self.say(&TRADES),
                    self.piece(board.piece_at(b), b)
                )),
                Effect::Pass => clauses.push(self.passes().to_owned()),
            }
            board.follow(effect);
        }
        for (place, piece, squares) in ways {
            let squares: Vec<String> = squares.into_iter().map(|square| self.square(square)).collect();
            clauses[place] = format!("{piece} → {}", squares.join(" → "));
        }
        clauses.join(", ")
    }

    /// Returns why the game ended, such as `Threat and Capture`.
    fn cause(self, outcome: &Outcome) -> String {
        let cause = match outcome.cause.as_str() {
            "repetition" => self.say(&REPETITION),
            "quiet-limit" => self.say(&QUIET_LIMIT),
            cause => Metadata::named(&self.metadata.causes, cause).map_or(cause, |named| self.say(&named.text)),
        };
        cause.to_owned()
    }

    /// Returns how the game ended, such as `White wins: Threat and Capture`.
    pub(crate) fn outcome(self, outcome: &Outcome) -> String {
        let cause = self.cause(outcome);
        let colon = if self.voice.language == Language::French { " : " } else { ": " };
        match outcome.winner {
            Some(side) => {
                let name = self.say(&self.metadata.sides[side.index()]);
                // Plural side names, as in French, take a plural verb.
                let verb = self.say(if name.ends_with('s') { &WIN } else { &WINS });
                format!("{name} {verb}{colon}{cause}")
            }
            None => format!("{}{colon}{cause}", self.say(&DRAW)),
        }
    }

    pub(crate) fn ending(self, outcome: &Outcome) -> EndView {
        EndView {
            winner: outcome.winner.map(Side::number),
            cause: outcome.cause.to_string(),
            cause_text: self.cause(outcome),
            text: self.outcome(outcome),
        }
    }

    /// Returns whose turn it is, preceded by an alert (such as check) if there is one: `Threat! White to move`.
    pub(crate) fn turn_of(self, side: Side, alert: Option<&str>) -> String {
        let side = self.say(&self.metadata.sides[side.index()]);
        let turn = format!("{side} {}", self.say(&TO_MOVE));
        match alert.and_then(|alert| Metadata::named(&self.metadata.alerts, alert)) {
            Some(alert) => format!("{} {turn}", self.say(&alert.text)),
            None => turn,
        }
    }
}
