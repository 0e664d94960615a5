use entourage_registry::kernel::{Language, Metadata, Text, TextError};
use entourage_registry::view::{EffectView, MoveView, View, WeighingView};
use entourage_registry::{AnyMatch, PlayError};

/// A move with the positions before and after it.
pub(crate) struct Deed {
    /// The side that moves: 1 or 2.
    pub mover: usize,
    pub before: View,
    pub played: MoveView,
    pub after: View,
    /// The position after the move with the same side to move again, if the rules allow that.
    pub next: Option<View>,
    pub weighing: Option<WeighingView>,
    pub captured: Vec<(String, usize, usize)>,
    pub game: Box<dyn AnyMatch>,
    letters: Vec<[char; 2]>,
}

impl Deed {
    pub(crate) fn new(begun: &dyn AnyMatch, text: &str, language: Language) -> Result<Self, PlayError> {
        let mut game = begun.copy();
        game.play(text)?;
        let before = begun.view(language);
        let text = game.moves().pop().unwrap_or_default();
        let played = before.moves.iter().find(|one| one.text == text).cloned();
        let played = played.ok_or_else(|| {
            let problem = Text::new("there is no such move here", "ce coup n'existe pas ici");
            PlayError::Text(TextError::new(&text, 0, problem))
        })?;
        let mover = before.side;
        let after = game.view(language);
        let next = if after.ended.is_some() {
            None
        } else if after.side == mover {
            Some(after.clone())
        } else {
            game.turned().map(|turned| turned.view(language))
        };
        let weighing = begun.weigh(&text, language).ok().flatten();
        let captured = captured(&before, &played);
        let letters = letters(begun.game().metadata());
        Ok(Self { mover, before, played, after, next, weighing, captured, game, letters })
    }

    pub(crate) fn letter(&self, kind: usize, side: usize) -> char {
        self.letters.get(kind).map_or('?', |letters| letters[side - 1])
    }

    pub(crate) fn walker(&self) -> Option<(String, char)> {
        let from = self.played.legs.first()?;
        let piece = self.before.pieces.iter().find(|piece| piece.square == *from)?;
        Some((from.clone(), self.letter(piece.kind, piece.side)))
    }

    /// Returns the square that the piece now on `square` moved from; `None` if the piece entered the board with this move.
    pub(crate) fn origin(&self, square: &str) -> Option<String> {
        let mut at = square.to_owned();
        for effect in self.played.effects.iter().rev() {
            match effect {
                EffectView::Move { from, to } if *to == at => at.clone_from(from),
                EffectView::Swap { a, b } if *a == at => at.clone_from(b),
                EffectView::Swap { a, b } if *b == at => at.clone_from(a),
                EffectView::Place { square, .. } if *square == at => return None,
                _ => {}
            }
        }
        Some(at)
    }

    pub(crate) fn becomes(&self) -> impl Iterator<Item = (usize, usize)> {
        self.played.effects.iter().filter_map(|effect| match *effect {
            EffectView::Transform { kind, side, .. } => Some((kind, side)),
            _ => None,
        })
    }

    pub(crate) fn is_enemy(&self, view: &View, square: &str) -> bool {
        view.pieces.iter().any(|piece| piece.square == square && piece.side != self.mover)
    }

    /// Returns whether captures are legal before or after this move, but none ends on the captured piece's square.
    pub(crate) fn captures_in_passing(&self) -> bool {
        let views = [Some(&self.before), Some(&self.after), self.next.as_ref()];
        let moves = views.into_iter().flatten().flat_map(|view| view.moves.iter().map(move |one| (view, one)));
        let mut ends = moves.filter_map(|(view, one)| {
            let taken = captured(view, one);
            (!taken.is_empty()).then(|| taken.iter().any(|(square, ..)| one.legs.last() == Some(square)))
        });
        ends.next().is_some_and(|lands| !lands) && ends.all(|lands| !lands)
    }

    pub(crate) fn is_won_by_alert(&self) -> bool {
        let won = self.after.ended.as_ref().is_some_and(|end| end.winner == Some(self.mover));
        won && !self.after.alert_squares.is_empty()
    }

    pub(crate) fn takers(&self, view: &View, square: &str) -> Vec<String> {
        let takes =
            view.moves.iter().filter(|one| captured(view, one).iter().any(|(taken, ..)| taken == square));
        let mut takers: Vec<String> = takes.filter_map(|one| one.legs.first().cloned()).collect();
        takers.dedup();
        takers
    }
}

pub(crate) fn letters(metadata: &Metadata) -> Vec<[char; 2]> {
    metadata.kinds.iter().map(|kind| kind.letters).collect()
}

/// Returns the pieces that a move captures or converts, with their squares before the move.
fn captured(view: &View, played: &MoveView) -> Vec<(String, usize, usize)> {
    let mut taken: Vec<(String, usize, usize)> = Vec::new();
    for effect in &played.effects {
        match effect {
            EffectView::Remove { square, kind, side } if *side != view.side => {
                taken.push((square.clone(), *kind, *side));
            }
            EffectView::Transform { square, kind, side } if *side == view.side => {
                let enemy = view.pieces.iter().any(|piece| piece.square == *square && piece.side != view.side);
                // A captured piece and the piece now on its square are different pieces.
                let gone = played.captures.contains(square);
                taken.extend((enemy && !gone).then(|| (square.clone(), *kind, 3 - view.side)));
            }
            _ => {}
        }
    }
    taken
}
