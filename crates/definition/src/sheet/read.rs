use super::goal::goal;
use super::rows::{self, Rows};
use super::stride::{Strides, shown};
use super::text::Lines;
use super::{ByHand, Goal, GoalKind, Sheet, SheetPiece};
use crate::check::{Library, merge, singulars};
use crate::source::Source;
use crate::syntax::tree::{
    Board, Deed, Effect, Event, Item, Name, NounKind, Piece, PieceLineKind, PlaceKind, What, Whose,
};

/// Reads a sheet from a definition; ignores errors, which [`check`](crate::check) reports.
pub fn sheet(text: &str, library: &dyn Library) -> Sheet {
    let read = Read::of(text, library);
    let lines = Lines::of(text);
    Sheet {
        title: read.title().unwrap_or_default(),
        board: read.board(),
        sides: read.sides(),
        pieces: read.pieces().map(|(item, piece)| read.piece(item, piece, &lines)).collect(),
        start: read.start().map(|(rows, _)| rows),
        goals: read.goals(),
        by_hand: read.by_hand(&lines),
    }
}

pub(super) struct Read {
    pub(super) items: Vec<Item>,
    pub(super) sources: Vec<Source>,
}

impl Read {
    pub(super) fn of(text: &str, library: &dyn Library) -> Self {
        let merged = merge(Source::new("game", text), library, &mut Vec::new());
        Self { items: merged.items, sources: merged.sources }
    }

    pub(super) fn every(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().flat_map(|item| match &item.what {
            What::Feature { items, .. } => items.as_slice(),
            _ => std::slice::from_ref(item),
        })
    }

    pub(super) fn all(&self) -> std::vec::IntoIter<&Item> {
        self.usual().into_iter()
    }

    #[inline(never)]
    fn usual(&self) -> Vec<&Item> {
        let editions = || {
            self.items.iter().filter_map(
                |item| picked!(&item.what, What::Edition { name, usual } => (name.text.as_str(), *usual)),
            )
        };
        let usual = editions().find(|(_, usual)| *usual).or_else(|| editions().next()).map(|(name, _)| name);
        self.every()
            .filter(move |item| item.edition.as_ref().is_none_or(|name| Some(name.text.as_str()) == usual))
            .collect()
    }

    pub(super) fn last<'r, T>(&'r self, pick: impl Fn(&'r What) -> Option<T>) -> Option<(&'r Item, T)> {
        let item = self.last_item(&|what| pick(what).is_some())?;
        pick(&item.what).map(|found| (item, found))
    }

    #[inline(never)]
    fn last_item<'r>(&'r self, pick: &dyn Fn(&'r What) -> bool) -> Option<&'r Item> {
        self.all().filter(|item| pick(&item.what)).last()
    }

    pub(super) fn title(&self) -> Option<String> {
        let found = self.last(|what| picked!(what, What::Game { title, .. } => title.clone()));
        found.map(|(_, title)| title)
    }

    pub(super) fn board(&self) -> Option<[u32; 2]> {
        let found = self.last(|what| match what {
            What::Board(Board::Grid { files, rows, .. }) => Some(Some([files.value, rows.value])),
            What::Board(_) => Some(None),
            _ => None,
        });
        found?.1.filter(|sides| sides.iter().all(|side| (1..=26).contains(side)))
    }

    pub(super) fn sides(&self) -> Option<[String; 2]> {
        let found = self.last(
            |what| picked!(what, What::Sides(sides) => sides.each_ref().map(|side| side.name.text.clone())),
        );
        found.map(|(_, sides)| sides)
    }

    pub(super) fn pieces(&self) -> impl Iterator<Item = (&Item, &Piece)> {
        self.all().filter_map(|item| picked!(&item.what, What::Piece(piece) if !piece.also && letter(piece).is_some() => (item, piece)))
    }

    pub(super) fn piece_named(&self, name: &str) -> Option<(&Item, &Piece)> {
        let words = singulars(name);
        let is_meant = |piece: &Piece| {
            words.iter().any(|word| *word == piece.name.text || piece.short.as_ref() == Some(word))
        };
        self.pieces().find(|(_, piece)| is_meant(piece))
    }

    fn called(&self, name: &str) -> Option<String> {
        self.piece_named(name).map(|(_, piece)| piece.name.text.clone())
    }

    pub(super) fn start(&self) -> Option<(Rows, String)> {
        let board = self.board()?;
        let position = self.last(|what| picked!(what, What::Position(quoted) => quoted.text.as_str()));
        let start = self.last(|what| picked!(what, What::Start(quoted) => quoted.text.as_str()))?;
        let first = position?.1.split(' ').next();
        let (rows, rest) = rows::read(start.1, board).filter(|_| first == Some("{rows}"))?;
        Some((rows, rest.to_owned()))
    }

    fn piece(&self, item: &Item, piece: &Piece, lines: &Lines<'_>) -> SheetPiece {
        let (mut moves, mut captures, mut by_hand) = (Strides::default(), Strides::default(), Vec::new());
        let source = self.sources.get(usize::from(item.span.file)).map_or("", |source| &source.text);
        let others = Lines::of(source);
        let lines = if item.span.file == 0 { lines } else { &others };
        if let Some(like) = &piece.like {
            by_hand.push(ByHand { line: item.span.line, text: format!("walks like {}", like.text) });
        }
        for line in &piece.lines {
            match shown(line) {
                Some(shown) => {
                    if shown.moves {
                        moves.add(shown.strides.as_slice());
                    }
                    if shown.captures {
                        captures.add(shown.strides.as_slice());
                    }
                }
                None if matches!(line.what, PieceLineKind::NeverCaptures) && line.edition.is_none() => {}
                None => by_hand.push(ByHand { line: line.span.line, text: lines.words_at(line.span.line) }),
            }
        }
        let name = piece.name.text.clone();
        let promotions = self.promotions().filter(|(_, who, _)| *who == name);
        SheetPiece {
            becomes: promotions.flat_map(|(_, _, into)| into).collect(),
            name,
            letter: letter(piece).unwrap_or('?'),
            worth: piece.worth.map(|worth| worth.value),
            french: piece.french.clone(),
            moves: moves.as_slice().to_vec(),
            captures: captures.as_slice().to_vec(),
            is_inherited: item.span.file > 0,
            by_hand,
        }
    }

    /// Lists the sentences that promote a kind on its last row, with the names of the new kinds.
    pub(super) fn promotions(&self) -> impl Iterator<Item = (&Item, String, Vec<String>)> {
        self.all().filter_map(|item| match &item.what {
            What::After(event) => promotion(event).and_then(|(who, into)| {
                let into: Option<Vec<String>> = into.iter().map(|name| self.called(&name.text)).collect();
                Some((item, self.called(&who.text)?, into?))
            }),
            _ => None,
        })
    }

    pub(super) fn goals(&self) -> Vec<Goal> {
        let ends = self.last(|what| picked!(what, What::Ends(ends) => ends));
        let found = ends.into_iter().flat_map(|(_, ends)| ends).filter_map(goal);
        found.filter_map(|goal| self.known(goal)).collect()
    }

    fn known(&self, goal: Goal) -> Option<Goal> {
        match &goal.piece {
            Some(piece) => Some(Goal { piece: Some(self.called(piece)?), ..goal }),
            None => Some(goal),
        }
    }

    fn by_hand(&self, lines: &Lines<'_>) -> Vec<ByHand> {
        let mut found = Vec::new();
        let mut tell = |line: u32| {
            let place = found.partition_point(|one: &ByHand| one.line <= line);
            found.insert(place, ByHand { line, text: lines.words_at(line) });
        };
        let mate = self.goals().into_iter().find(|goal| goal.kind == GoalKind::Checkmate);
        let has_start = self.start().is_some();
        let promotions: Vec<u32> = self.promotions().map(|(item, ..)| item.span.line).collect();
        let shown: Vec<u32> =
            self.all().filter(|item| item.span.file == 0).map(|item| item.span.line).collect();
        for item in self.every().filter(|item| item.span.file == 0) {
            let line = item.span.line;
            let is_shown = shown.contains(&line)
                && match &item.what {
                    What::Language(_) | What::Game { .. } | What::Sides(_) | What::Edition { .. } => true,
                    What::Board(board) => matches!(board, Board::Grid { .. }),
                    What::Piece(piece) => !piece.also && !piece.is_block && letter(piece).is_some(),
                    What::Start(_) => has_start,
                    What::After(event) => promotion(event).is_some() && promotions.contains(&line),
                    What::Royal { kinds, danger: None, exception: None, .. } => {
                        let royal = kinds.first().filter(|_| kinds.len() == 1);
                        let royal = royal.and_then(|name| self.called(&name.text));
                        royal.is_some() && mate.as_ref().map(|goal| &goal.piece) == Some(&royal)
                    }
                    What::Ends(ends) => {
                        for end in
                            ends.iter().filter(|end| goal(end).and_then(|goal| self.known(goal)).is_none())
                        {
                            tell(end.span.line);
                        }
                        true
                    }
                    _ => false,
                };
            if !is_shown {
                tell(line);
            }
        }
        found
    }
}

pub(super) fn letter(piece: &Piece) -> Option<char> {
    let mut letters = piece.letter.as_ref()?.text.chars();
    letters.next().filter(|letter| letter.is_ascii_uppercase() && letters.next().is_none())
}

/// Reads an unconditional promotion on the last row.
fn promotion(event: &Event) -> Option<(&Name, &[Name])> {
    let Event { trigger, effect, condition: None } = event else { return None };
    let Effect::Becomes { kinds: into, most, may: false } = effect else { return None };
    if !most.is_empty() {
        return None;
    }
    let noun = &trigger.noun;
    let NounKind::Kinds(kinds) = &noun.what else { return None };
    let Deed::Arrives(place) = &trigger.deed else { return None };
    let anybodys = matches!(noun.whose, None | Some(Whose::Any)) && !noun.another && noun.but.is_empty();
    let last = matches!(place.what, PlaceKind::LastRow) && matches!(place.whose, Some(Whose::Its | Whose::Own));
    let one = kinds.first().filter(|_| kinds.len() == 1 && noun.relations.is_empty());
    one.filter(|_| anybodys && last).map(|who| (who, into.as_slice()))
}
