use entourage_registry::kernel::{Language, Metadata, Piece, Square, Voice};
use entourage_registry::view::Phrase;
use entourage_registry::{AnyGame, AnyMatch, Notation};

use crate::{Fault, Mention, Span, What};

pub(crate) struct Scene<'g> {
    game: &'g dyn AnyGame,
    pieces: Vec<(Square, Piece)>,
    notation: Notation,
    language: Language,
}

impl<'g> Scene<'g> {
    pub(crate) fn new(
        game: &'g dyn AnyGame,
        begun: &dyn AnyMatch,
        notation: Notation,
        language: Language,
    ) -> Self {
        Self { game, pieces: begun.pieces(), notation, language }
    }

    fn metadata(&self) -> &Metadata {
        self.game.metadata()
    }

    pub(crate) fn square(&self, name: &str) -> String {
        let voice = match self.notation {
            Notation::Ours => self.language.into(),
            Notation::Courier => Voice::of_courier(self.language, &self.metadata().courier),
        };
        let topology = self.game.topology();
        topology.find(name).map_or_else(|| name.to_owned(), |square| voice.square(topology, square))
    }

    pub(crate) fn piece_at(&self, name: &str) -> Option<Piece> {
        let square = self.game.topology().find(name)?;
        self.pieces.iter().find(|(at, _)| *at == square).map(|&(_, piece)| piece)
    }

    /// Returns the name of the piece on a square followed by the square, or only the square if it is empty.
    pub(crate) fn piece(&self, name: &str) -> String {
        match self.piece_at(name) {
            Some(piece) => format!("{} {}", self.kind(piece), self.square(name)),
            None => self.square(name),
        }
    }

    pub(crate) fn kind(&self, piece: Piece) -> &str {
        self.metadata().kinds[piece.kind().index()].name.get(self.language)
    }

    fn card(&self, code: &str) -> Option<String> {
        let info = self.game.info(self.language);
        let cards = info.catalogue.map_or_else(Vec::new, |catalogue| catalogue.cards);
        cards.into_iter().find(|card| card.code == code).map(|card| card.name)
    }

    fn words_of(&self, code: &str) -> Option<String> {
        let metadata = self.metadata();
        let lists = [&metadata.marks, &metadata.alerts, &metadata.causes];
        let named = lists.into_iter().find_map(|list| Metadata::named(list, code));
        self.card(code).or_else(|| named.map(|named| named.text.get(self.language).to_owned()))
    }

    /// Renders a text. Fails if a mention is unknown or not on the board; does not check whether powers are active.
    pub(crate) fn tell(&self, spans: &[Span]) -> Result<Vec<Phrase>, Fault> {
        spans.iter().map(|span| self.phrase(span)).collect()
    }

    fn phrase(&self, span: &Span) -> Result<Phrase, Fault> {
        let Mention { what, shown } = match span {
            Span::Plain(text) => return Ok(Phrase { text: self.set(text), square: None }),
            Span::Mention(mention) => mention,
        };
        let known =
            |letter: char| self.metadata().piece_of(letter).ok_or_else(|| Fault::Unknown(letter.to_string()));
        let (own, square) = match what {
            What::Kind(letter) => (Some(self.kind(known(*letter)?).to_owned()), None),
            What::Piece(letter, square) => {
                let piece = known(*letter)?;
                if self.piece_at(square) != Some(piece) {
                    return Err(Fault::Absent(format!("{letter} {square}")));
                }
                (Some(self.kind(piece).to_owned()), Some(square.clone()))
            }
            What::Name(name) if self.game.topology().find(name).is_some() => {
                (Some(self.square(name)), Some(name.clone()))
            }
            What::Name(code) => (self.words_of(code), None),
        };
        let text = match (shown, own, what) {
            (Some(shown), ..) => shown.clone(),
            (None, Some(own), _) => own,
            (None, None, What::Name(code)) => return Err(Fault::Wordless(code.clone())),
            (None, None, _) => String::new(),
        };
        Ok(Phrase { text: self.set(&text), square })
    }

    fn set(&self, text: &str) -> String {
        match self.language {
            Language::English => text.to_owned(),
            Language::French => set_french(text),
        }
    }
}

pub(crate) fn set_french(text: &str) -> String {
    let mut set = text.replace("« ", "«\u{a0}");
    for sign in [":", ";", "!", "?", "»"] {
        set = set.replace(&format!(" {sign}"), &format!("\u{a0}{sign}"));
    }
    set
}
