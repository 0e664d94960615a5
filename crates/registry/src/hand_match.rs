//! Games with manual moves, in which rule enforcement is set to warnings or off.

use std::sync::Arc;

use entourage_courier::{Action, CourierError, Diagram, Leg, Turn, Vocabulary, read_compact, write_compact};
use entourage_kernel::{Enforcement, Language, Problem, Side, Square, Text, TextError};

use crate::view::{Judgement, ReasonView};
use crate::{AnyGame, AnyMatch, CourierTurn, HandError, Notation};

/// Prefix of a manual move in a list of moves; no ordinary move begins with it.
pub(crate) const SIGN: char = '~';

/// A game with manual moves: a list of segments. All but the first begin with a manual move; ordinary moves can follow.
#[derive(Clone)]
pub struct HandMatch {
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) enforcement: Enforcement,
    pub(crate) notation: Notation,
    /// The fallback if no segment has a position that the rules allow: a game from the start position.
    pub(crate) usual: Box<dyn AnyMatch>,
    pub(crate) stretches: Vec<Stretch>,
}

#[derive(Clone)]
pub(crate) struct Stretch {
    /// The manual move that started the segment; `None` for the first segment.
    pub(crate) turn: Option<HandTurn>,
    pub(crate) standing: Standing,
}

#[derive(Clone)]
pub(crate) struct HandTurn {
    /// The notation of the manual move, without the prefix [`SIGN`].
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
        self.ruled().filter(|_| self.enforcement == Enforcement::Warned)
    }

    /// Returns the game with enforced rules; `None` if a move has been played or the rules do not allow the start position.
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
                Problem::new(format!("the space {name} is missing"), format!("il manque la case {name}"))
            }
        })
    }

    pub(crate) fn side(&self) -> Side {
        match self.standing() {
            Standing::Ruled(game) => game.side_to_move(),
            Standing::Adrift(adrift) => adrift.side,
        }
    }

    /// Converts a player's entry to the canonical notation of a manual move. The entry is a turn in Game Courier's notation with the labels
    /// and coordinates of `notation`, or a move (legal or not) in the game's notation, read as the path of one piece.
    ///
    /// # Errors
    /// If the entry is neither, or the turn cannot be carried out on the current board.
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
                    "this is not a move: use the game's controls instead",
                    "ce n'est pas un coup\u{a0}: utilisez les commandes de la partie",
                ),
            ))),
        }
    }

    fn do_leg(&self, diagram: &mut Diagram, leg: Leg, words: &Vocabulary) -> Result<(), CourierError> {
        match leg {
            Leg::Cut(square) if self.enforcement != Enforcement::Free => {
                Err(CourierError::Space(words.coordinate(square).to_owned()))
            }
            leg => diagram.apply(leg, words),
        }
    }

    /// Returns the judgement that [`judge_last`](Self::judge_last) would return after this manual move.
    ///
    /// # Errors
    /// If the manual move cannot be parsed or carried out.
    pub fn judge(&self, text: &str, language: Language) -> Result<Judgement, HandError> {
        let mut tried = self.clone();
        let turn = tried.read(text)?;
        tried.put(turn, true)?;
        Ok(tried.judge_last(language).unwrap_or(Judgement::Unknown { sentence: String::new() }))
    }

    /// Returns whether the rules allow the last move; `None` if it was not a manual one.
    pub fn judge_last(&self, language: Language) -> Option<Judgement> {
        let (last, before) = self.stretches.split_last()?;
        let turn = last.turn.as_ref()?;
        match &last.standing {
            // An ordinary move has been played after the manual move.
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
                    // Parse the move again in the user's notation, for the error message.
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

    /// Returns the legal moves that are equivalent to a manual move, and the game after these moves.
    fn verdict(
        &self,
        game: &dyn AnyMatch,
        turn: &HandTurn,
    ) -> Result<(Box<dyn AnyMatch>, Vec<String>), CourierError> {
        let mut next = game.copy();
        match next.play_courier(&self.write(turn, Notation::Ours), Notation::Ours) {
            Ok(CourierTurn::Moves(moves)) => Ok((next, moves)),
            Ok(CourierTurn::Word(_)) => Err(CourierError::Illegal(None)),
            // The interpretations differ only in state that the board does not show, which a manual move cannot specify: take the first.
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

    /// Plays a manual move. With `Enforcement::Warned`, fails if ordinary moves are equivalent, unless `asked` is set.
    pub(crate) fn put(&mut self, turn: HandTurn, asked: bool) -> Result<(), HandError> {
        let words = self.words(self.notation);
        let mut diagram = self.diagram();
        for &leg in &turn.legs {
            self.do_leg(&mut diagram, leg, &words)?;
        }
        let legal = self.ruled().and_then(|game| self.verdict(game, &turn).ok());
        let standing = match legal {
            Some((_, moves)) if self.enforcement == Enforcement::Warned && !asked => {
                return Err(HandError::Allowed(moves));
            }
            // Keep the state that the board does not show.
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

    /// Converts a board to a position if the rules allow it; otherwise keeps the board and the reason.
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
