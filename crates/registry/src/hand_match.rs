//! A game in which the rules advise and hands decide: warned, where they may be insisted against, or free.

use std::sync::Arc;

use entourage_courier::{Action, CourierError, Diagram, Leg, Turn, Vocabulary, read_compact, write_compact};
use entourage_kernel::{Degree, Language, Problem, Side, Square, Text, TextError};

use crate::view::{Judgement, ReasonView};
use crate::{AnyGame, AnyMatch, CourierTurn, HandError, Notation};

/// What begins the text of a turn by hand in a list of moves; no game's move begins so.
pub(crate) const SIGN: char = '~';

/// A match played by hand: a list of stretches, each begun by a turn by hand and continued by the rules.
#[derive(Clone)]
pub struct HandMatch {
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) degree: Degree,
    pub(crate) notation: Notation,
    /// Where the game begins by its rules, which they go by until the board is a position of theirs.
    pub(crate) usual: Box<dyn AnyMatch>,
    pub(crate) stretches: Vec<Stretch>,
}

#[derive(Clone)]
pub(crate) struct Stretch {
    /// The turn by hand that began it; the game's beginning has none.
    pub(crate) turn: Option<HandTurn>,
    pub(crate) standing: Standing,
}

#[derive(Clone)]
pub(crate) struct HandTurn {
    /// Its text without the sign.
    pub(crate) text: String,
    pub(crate) legs: Vec<Leg>,
}

#[derive(Clone)]
pub(crate) enum Standing {
    Ruled(Box<dyn AnyMatch>),
    Adrift(Box<Adrift>),
}

#[derive(Clone)]
pub(crate) struct Adrift {
    pub(crate) diagram: Diagram,
    pub(crate) side: Side,
    pub(crate) why: Why,
}

#[derive(Clone)]
pub(crate) enum Why {
    Missing(Square),
    Refused(Problem),
}

impl HandMatch {
    pub(crate) fn ours(&self) -> Vocabulary {
        Vocabulary::ours(self.game.metadata(), self.game.topology())
    }

    pub(crate) fn words(&self, notation: Notation) -> Vocabulary {
        match notation {
            Notation::Ours => self.ours(),
            Notation::Courier => Vocabulary::new(self.game.metadata(), self.game.topology()),
        }
    }

    pub(crate) fn standing(&self) -> &Standing {
        &self.stretches[self.stretches.len() - 1].standing
    }

    pub(crate) fn ruled(&self) -> Option<&dyn AnyMatch> {
        match self.standing() {
            Standing::Ruled(game) => Some(game.as_ref()),
            Standing::Adrift(_) => None,
        }
    }

    pub(crate) fn advised(&self) -> Option<&dyn AnyMatch> {
        self.ruled().filter(|_| self.degree == Degree::Warned)
    }

    /// Returns the game under its rules, before any move; `None` where they do not begin so.
    pub(crate) fn under_rules(&self) -> Option<Box<dyn AnyMatch>> {
        match &self.stretches[..] {
            [Stretch { standing: Standing::Ruled(game), .. }] if game.moves().is_empty() => Some(game.copy()),
            _ => None,
        }
    }

    pub(crate) fn last_ruled(&self) -> &dyn AnyMatch {
        let mut ruled = self.stretches.iter().rev().filter_map(|stretch| match &stretch.standing {
            Standing::Ruled(game) => Some(game.as_ref()),
            Standing::Adrift(_) => None,
        });
        ruled.next().unwrap_or(self.usual.as_ref())
    }

    pub(crate) fn diagram(&self) -> Diagram {
        self.diagram_of(self.standing())
    }

    pub(crate) fn diagram_of(&self, standing: &Standing) -> Diagram {
        match standing {
            Standing::Ruled(game) => Diagram::new(self.game.topology().squares.len(), game.pieces()),
            Standing::Adrift(adrift) => adrift.diagram.clone(),
        }
    }

    pub(crate) fn why(&self, adrift: &Adrift) -> CourierError {
        CourierError::Adrift(match &adrift.why {
            Why::Refused(problem) => self.notation.of(problem.clone()),
            Why::Missing(square) => {
                let words = self.words(self.notation);
                let name = words.coordinate(*square);
                Problem::new(format!("the space {name} is missing"), format!("la case {name} manque"))
            }
        })
    }

    pub(crate) fn side(&self) -> Side {
        match self.standing() {
            Standing::Ruled(game) => game.side_to_move(),
            Standing::Adrift(adrift) => adrift.side,
        }
    }

    /// Puts what a person typed or did into the one text of a turn by hand: a turn in Game Courier's form with the labels
    /// and coordinates of a notation, or a move as the game writes it, legal or not, whose piece goes from square to square.
    ///
    /// # Errors
    /// An entry that is neither, or a turn that cannot be done on the board as it stands.
    pub fn by_hand(&self, entry: &str, notation: Notation) -> Result<String, CourierError> {
        match self.game.move_squares(entry.trim()) {
            Some(squares) if squares.len() != 1 => {
                let pairs = squares.windows(2);
                let legs = pairs.map(|pair| Leg::Move { label: None, from: pair[0], to: pair[1] });
                self.named(legs.collect(), notation)
            }
            _ => self.turn_by_hand(entry, notation),
        }
    }

    pub(crate) fn turn_by_hand(&self, turn: &str, notation: Notation) -> Result<String, CourierError> {
        self.named(self.read_turn(turn, notation)?, notation)
    }

    fn named(&self, legs: Vec<Leg>, notation: Notation) -> Result<String, CourierError> {
        let mut diagram = self.diagram();
        let words = self.words(notation);
        let mut named = Vec::with_capacity(legs.len());
        for leg in legs {
            let leg = match leg {
                Leg::Move { label: None, from, to } => Leg::Move { label: diagram.piece_at(from), from, to },
                leg => leg,
            };
            self.do_leg(&mut diagram, leg, &words)?;
            named.push(leg);
        }
        Ok(write_compact(&named, &self.ours()))
    }

    fn read_turn(&self, entry: &str, notation: Notation) -> Result<Vec<Leg>, CourierError> {
        let turn = Turn::read(entry, &self.words(notation))?;
        match turn.action {
            Action::Legs(legs) => Ok(legs),
            Action::Word(entourage_courier::Word::Pass) => Ok(Vec::new()),
            Action::Word(word) => Err(CourierError::Text(TextError::new(
                word.text(),
                0,
                Text::new(
                    "this is said beside the board, not by a turn",
                    "cela se dit à côté du plateau, pas par un tour",
                ),
            ))),
        }
    }

    fn do_leg(&self, diagram: &mut Diagram, leg: Leg, words: &Vocabulary) -> Result<(), CourierError> {
        match leg {
            Leg::Cut(square) if self.degree != Degree::Free => {
                Err(CourierError::Space(words.coordinate(square).to_owned()))
            }
            leg => diagram.apply(leg, words),
        }
    }

    /// Returns what the rules would say of a turn by hand now, in the same words as [`judge_last`](Self::judge_last).
    ///
    /// # Errors
    /// A text that is no turn's, or a turn that cannot be done.
    pub fn judge(&self, text: &str, language: Language) -> Result<Judgement, HandError> {
        let mut tried = self.clone();
        let turn = tried.read(text)?;
        tried.put(turn, true)?;
        Ok(tried.judge_last(language).unwrap_or(Judgement::Unknown { sentence: String::new() }))
    }

    /// Returns what the rules say of the last turn, if it was made by hand.
    pub fn judge_last(&self, language: Language) -> Option<Judgement> {
        let (last, before) = self.stretches.split_last()?;
        let turn = last.turn.as_ref()?;
        match &last.standing {
            // Somebody has moved since by the rules.
            Standing::Ruled(game) if !game.moves().is_empty() => return None,
            _ => {}
        }
        let adrift = |why: CourierError| {
            let sentence = crate::hand_view::sentence(why.problem().get(language));
            Judgement::Unknown { sentence }
        };
        Some(match &before.last()?.standing {
            Standing::Adrift(board) => adrift(self.why(board)),
            Standing::Ruled(game) => match self.verdict(game.as_ref(), turn) {
                Ok(after) => Judgement::Allowed { moves: after.1 },
                Err(ended @ CourierError::Ended(_)) => adrift(CourierError::Adrift(ended.problem())),
                Err(CourierError::Illegal(Some(refusal))) => {
                    Judgement::Refused { reasons: game.refusal_sentences(&refusal, language) }
                }
                Err(error) => {
                    // Said again in the names that the person reads.
                    let (mut game, notation) = (game.copy(), self.notation);
                    let error = game.play_courier(&self.write(turn, notation), notation).err().unwrap_or(error);
                    let problem = error.problem();
                    let reason = ReasonView {
                        code: error.code().to_owned(),
                        squares: Vec::new(),
                        ruling: String::new(),
                        sentence: crate::hand_view::sentence(problem.get(language)),
                    };
                    Judgement::Refused { reasons: vec![reason] }
                }
            },
        })
    }

    /// Finds the legal moves that do what a turn by hand does, and how the game stands after them.
    fn verdict(
        &self,
        game: &dyn AnyMatch,
        turn: &HandTurn,
    ) -> Result<(Box<dyn AnyMatch>, Vec<String>), CourierError> {
        let mut next = game.copy();
        match next.play_courier(&self.write(turn, Notation::Ours), Notation::Ours) {
            Ok(CourierTurn::Moves(moves)) => Ok((next, moves)),
            Ok(CourierTurn::Word(_)) => Err(CourierError::Illegal(None)),
            // What the board does not show may differ; hands cannot say it, so the first is as good as any.
            Err(CourierError::Ambiguous(meanings)) => {
                let moves: Vec<String> =
                    meanings.first().into_iter().flat_map(|line| line.split(' ')).map(str::to_owned).collect();
                let played = moves.iter().all(|text| next.play(text).is_ok());
                if played { Ok((next, moves)) } else { Err(CourierError::Illegal(None)) }
            }
            Err(error) => Err(error),
        }
    }

    pub(crate) fn read(&self, text: &str) -> Result<HandTurn, HandError> {
        let legs = read_compact(text, &self.ours()).map_err(CourierError::Text)?;
        Ok(HandTurn { text: text.to_owned(), legs })
    }

    /// Makes a turn by hand; `asked` leaves open whether the rules allow it.
    pub(crate) fn put(&mut self, turn: HandTurn, asked: bool) -> Result<(), HandError> {
        let words = self.words(self.notation);
        let mut diagram = self.diagram();
        for &leg in &turn.legs {
            self.do_leg(&mut diagram, leg, &words)?;
        }
        let legal = self.ruled().and_then(|game| self.verdict(game, &turn).ok());
        let standing = match legal {
            Some((_, moves)) if self.degree == Degree::Warned && !asked => {
                return Err(HandError::Allowed(moves));
            }
            // It stands as the rules have it, with all that the board does not show.
            Some((after, _)) => match self.game.begin(Some(&after.position_text())) {
                Ok(begun) => Standing::Ruled(begun),
                Err(error) => {
                    let why = Why::Refused(error.problem);
                    Standing::Adrift(Box::new(Adrift { diagram, side: !self.side(), why }))
                }
            },
            None => self.stand(diagram, !self.side()),
        };
        let mut stretch = Stretch { turn: Some(turn), standing };
        if let Standing::Ruled(game) = &mut stretch.standing {
            game.set_notation(self.notation);
        }
        self.stretches.push(stretch);
        Ok(())
    }

    /// Returns how a board stands: as a position of the rules, where they know it.
    pub(crate) fn stand(&self, diagram: Diagram, side: Side) -> Standing {
        let gone = diagram.removed().next();
        let ruled = match gone {
            Some(square) => Err(Why::Missing(square)),
            None => {
                let pieces: Vec<_> = diagram.pieces().collect();
                self.last_ruled().arranged(&pieces, side).map_err(Why::Refused)
            }
        };
        match ruled {
            Ok(game) => Standing::Ruled(game),
            Err(why) => Standing::Adrift(Box::new(Adrift { diagram, side, why })),
        }
    }

    pub(crate) fn plies(&self) -> usize {
        self.stretches.iter().map(Stretch::plies).sum()
    }
}

impl Stretch {
    fn plies(&self) -> usize {
        let moves = match &self.standing {
            Standing::Ruled(game) => game.moves().len(),
            Standing::Adrift(_) => 0,
        };
        usize::from(self.turn.is_some()) + moves
    }
}
