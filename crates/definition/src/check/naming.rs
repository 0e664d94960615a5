//! Collects the names that a definition introduces, and builds the board.

use std::collections::BTreeSet;

use entourage_kernel::{Kind, Side, Square, SquareSet};

use super::build::{Draft, missing};
use super::lines::labels;
use super::names::{KindNames, Names};
use super::wrap::wrap;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Board, MAX_CARDS, MAX_COUNT, MAX_COUNTS, MAX_LABELS, MAX_MARKS, MAX_MEMORIES, Zone};
use crate::source::Span;
use crate::syntax::is_reserved;
use crate::syntax::tree::{self, Item, Memory, Name, What};

impl Draft<'_> {
    pub(super) fn names(&self, faults: &mut Vec<Diagnostic>) -> Option<Names> {
        let board = self.board(faults)?;
        let [first, second] = self.sides(faults)?;
        if first.name == second.name || first.word == second.word {
            faults.push(Code::Twice.at(self.head).error(
                "The two sides need different names and different words in positions, such as w and b.",
                "Les deux camps doivent avoir des noms différents et des mots différents dans les positions, comme w et b.",
            ));
        }
        let sides = [first, second].map(|side| side.name);
        let mut names = Names {
            felt: Default::default(),
            board,
            sides,
            kinds: Vec::new(),
            labels: Vec::new(),
            hands: Default::default(),
            zones: Vec::new(),
            calls: Vec::new(),
            powers: Vec::new(),
            squares: Vec::new(),
            marks: Vec::new(),
            heights: Default::default(),
            counts: Vec::new(),
            cards: Vec::new(),
            used: Default::default(),
        };
        for item in &self.items {
            match &item.what {
                What::Piece(piece) if !piece.also => {
                    self.name_kind(piece, &mut names, faults);
                }
                What::Call { name, .. } => new_name(&mut names.calls, name, faults),
                What::Power(power) if !names.powers.contains(&power.name.text) => {
                    new_name(&mut names.powers, &power.name, faults);
                }
                What::Remember { name, memory } => {
                    let most = match memory {
                        Memory::Square { .. } => MAX_MEMORIES,
                        Memory::Squares => MAX_MARKS,
                        Memory::Count(_) => MAX_COUNTS,
                    };
                    let list = match memory {
                        Memory::Square { .. } => &mut names.squares,
                        Memory::Squares => &mut names.marks,
                        Memory::Count(_) => &mut names.counts,
                    };
                    new_name(list, name, faults);
                    if let Memory::Count(count) = memory {
                        let height = count.back.map_or(MAX_COUNT.into(), |[_, most]| most.saturating_sub(1));
                        names.heights.push(height);
                    }
                    if list.len() > most {
                        faults.push(too_many(name.span, most));
                    }
                }
                _ => {}
            }
            if let What::Card(card) = &item.what {
                new_name(&mut names.cards, &card.name, faults);
                new_name(&mut names.powers, &card.name, faults);
                if names.cards.len() > MAX_CARDS {
                    faults.push(too_many(card.name.span, MAX_CARDS));
                    return None;
                }
            }
            for label in labels_of(&item.what) {
                if names.labels.contains(&label.text) {
                    continue;
                }
                if names.labels.len() == MAX_LABELS {
                    faults.push(too_many(label.span, MAX_LABELS));
                    return None;
                }
                names.labels.push(label.text.clone());
            }
        }
        if names.kinds.is_empty() {
            faults.push(missing(self.head, "piece K \"King\""));
        }
        if self.has_hands() {
            let (first, second) = names.board.beside.split_at(names.board.beside.len() / 2);
            names.hands = [first.to_vec(), second.to_vec()];
            let squares = names.hands.each_ref().map(|hand| hand.iter().copied().collect());
            names.zones.push(Zone { name: "hand".to_owned(), squares, is_shared: false });
        }
        for item in &self.items {
            if let What::Zone { name, parts } = &item.what {
                if names.zones.iter().any(|zone| zone.name == name.text) {
                    faults.push(twice(name));
                }
                match zone(&names, parts) {
                    Ok((squares, is_shared)) => {
                        names.zones.push(Zone { name: name.text.clone(), squares, is_shared });
                        faults.extend(unclear_side(parts));
                    }
                    Err(fault) => faults.push(fault),
                }
            }
        }
        Some(names)
    }

    fn has_hands(&self) -> bool {
        self.items.iter().any(|item| matches!(item.what, What::Hands(_)))
    }

    fn name_kind(&self, piece: &tree::Piece, names: &mut Names, faults: &mut Vec<Diagnostic>) {
        let span = piece.name.span;
        let Some(letter) = &piece.letter else {
            faults.push(Code::Missing.at(span).error(
                "A piece needs a letter before its name: piece K \"King\".",
                "Il faut une lettre avant le nom de la pièce\u{a0}: piece K \"King\".",
            ));
            return;
        };
        let mut letters = letter.text.chars();
        if !(letters.next().is_some_and(|c| c.is_ascii_uppercase()) && letters.next().is_none()) {
            faults.push(Code::Notation.at(letter.span).error(
                "The letter of a piece must be a single capital letter.",
                "La lettre d'une pièce doit être une seule majuscule.",
            ));
        }
        let same_letter = |item: &&&Item| {
            matches!(&item.what, What::Piece(other) if !other.also && other.name != piece.name
                && other.letter.as_ref().is_some_and(|other| other.text == letter.text))
        };
        if self.items.iter().find(same_letter).is_some() {
            faults.push(Code::Twice.at(letter.span).error(
                format!("Two pieces have the letter {}.", letter.text),
                format!("Deux pièces ont la lettre {}.", letter.text),
            ));
        }
        if names.kinds.iter().any(|kind| kind.name == piece.name.text) {
            faults.push(Code::Twice.at(span).error(
                format!("Two pieces have the name {}.", piece.name.text),
                format!("Deux pièces ont le nom {}.", piece.name.text),
            ));
        }
        let is_word = |word: &str| {
            word.starts_with(char::is_uppercase) && word.chars().all(|c| c.is_alphanumeric() || c == '-')
        };
        if !piece.name.text.split(' ').chain(piece.plural.iter().flat_map(|many| many.split(' '))).all(is_word)
        {
            faults.push(Code::Notation.at(span).error("Every word of a piece's name must begin with a capital letter and contain only letters, digits and hyphens.", "Chaque mot du nom d'une pièce doit commencer par une majuscule et ne contenir que des lettres, des chiffres et des traits d'union."));
        }
        if names.kinds.len() == Kind::LIMIT {
            faults.push(too_many(span, Kind::LIMIT));
            return;
        }
        names.kinds.push(KindNames {
            name: piece.name.text.clone(),
            short: piece.short.clone(),
            plural: piece.plural.clone(),
            is_block: piece.is_block,
        });
    }

    fn board(&self, faults: &mut Vec<Diagnostic>) -> Option<Board> {
        let board = self.must(
            "board 8 x 8",
            faults,
            |item| picked!(&item.what, What::Board(board) => (board, item.span)),
        );
        let (board, span) = board?;
        let beside = self.last(|item| picked!(&item.what, What::Beside(names) => names.iter().map(|name| name.text.clone()).collect::<Vec<String>>()));
        let hands = self.last(|item| picked!(item.what, What::Hands(number) => number));
        if let Some(number) = hands.filter(|number| !(1..=26).contains(&number.value) || beside.is_some()) {
            faults.push(Code::Size.at(number.span).error(
                "A hand needs 1 to 26 squares, and cannot be combined with other squares beside the board.",
                "Une main doit avoir de 1 à 26 cases, et ne peut pas être combinée avec d'autres cases à côté du plateau.",
            ));
            return None;
        }
        let beside = hands.map_or(beside, |number| Some(in_hand(number.value as usize))).unwrap_or_default();
        let size = match board {
            tree::Board::Grid { files, rows, .. } => u64::from(files.value) * u64::from(rows.value),
            tree::Board::Hexagons { lengths, .. } => lengths.iter().map(|row| u64::from(row.value)).sum(),
        };
        let most = Square::LIMIT as u64;
        let wide = match board {
            tree::Board::Grid { files, .. } => files.value > 26,
            tree::Board::Hexagons { in_files, lengths } => {
                let none = lengths.iter().any(|row| row.value == 0);
                none || if *in_files { lengths.len() > 25 } else { lengths.iter().any(|row| row.value > 26) }
            }
        };
        if size == 0 || size + beside.len() as u64 > most || wide {
            faults.push(Code::Size.at(span).error(
                format!("A board must have 1 to {most} squares, at most 26 in a row; this one has {size}."),
                format!("Un plateau doit avoir de 1 à {most} cases, au plus 26 par rangée\u{a0}; celui-ci en a {size}."),
            ));
            return None;
        }
        let board = match board {
            tree::Board::Grid { files, rows, top } => {
                let top = top.map(|top| top.value);
                if top.is_some_and(|top| top != 1 && top != rows.value) {
                    faults.push(Code::Meaning.at(span).error(
                        "The row on top must be row 1 or the last row.",
                        "La rangée du haut doit être la rangée 1 ou la dernière.",
                    ));
                }
                Board::grid(
                    files.value as usize,
                    rows.value as usize,
                    top == Some(1) && rows.value > 1,
                    &beside,
                )
            }
            tree::Board::Hexagons { in_files, lengths } => {
                let lengths: Vec<usize> = lengths.iter().map(|row| row.value as usize).collect();
                let made = if *in_files { Board::hexagons_in_files } else { Board::hexagons_in_rows };
                made(&lengths, &beside)
            }
        };
        let board = wrap(board, &self.items, faults);
        let mut known = BTreeSet::new();
        for square in &board.topology.squares {
            if !known.insert(square.name.as_str()) {
                faults.push(Code::Twice.at(span).error(
                    format!("Two squares have the name {}.", square.name),
                    format!("Deux cases ont le nom {}.", square.name),
                ));
                return None;
            }
        }
        Some(board)
    }
}

fn labels_of(what: &What) -> Vec<&Name> {
    match what {
        What::Piece(tree::Piece { lines, .. }) | What::Every { lines, .. } => labels(lines).collect(),
        What::Card(card) => {
            let walks = card
                .lines
                .iter()
                .filter_map(|line| picked!(&line.what, tree::CardLineKind::Walk(line) => line));
            walks.flat_map(|line| labels(std::slice::from_ref(line))).collect()
        }
        _ => Vec::new(),
    }
}

fn in_hand(number: usize) -> Vec<String> {
    ['x', 'y'].iter().flat_map(|letter| (1..=number).map(move |index| format!("{letter}{index}"))).collect()
}

fn new_name(list: &mut Vec<String>, name: &Name, faults: &mut Vec<Diagnostic>) {
    if list.contains(&name.text) {
        faults.push(twice(name));
    } else if is_reserved(&name.text) || name.text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
    {
        faults.push(Code::Notation.at(name.span).error(format!("{} is not a valid name here: it is a word of the language, or begins with a capital letter or a digit. Choose another name.", name.text), format!("{} n'est pas un nom valable ici\u{a0}: c'est un mot du langage, ou il commence par une majuscule ou un chiffre. Choisissez un autre nom.", name.text)));
    }
    list.push(name.text.clone());
}

pub(super) fn twice(name: &Name) -> Diagnostic {
    Code::Twice
        .at(name.span)
        .error(format!("{} is defined twice.", name.text), format!("{} est défini deux fois.", name.text))
}

pub(super) fn too_many(span: Span, most: usize) -> Diagnostic {
    Code::Size.at(span).error(
        format!("Too many definitions of this kind: the limit is {most}."),
        format!("Trop de définitions de ce type\u{a0}: la limite est de {most}."),
    )
}

/// Asks about squares without a side in a list in which other squares have one.
fn unclear_side(parts: &[tree::ZonePart]) -> Option<Diagnostic> {
    let side = parts.iter().find_map(|part| part.side.as_ref())?;
    let part = parts.iter().find(|part| part.side.is_none())?;
    let squares = match &part.to {
        Some(to) => [part.from.text.as_str(), " to ", &to.text].concat(),
        None => part.from.text.clone(),
    };
    let warning = Code::Meaning.at(part.from.span).warning(
        format!("Is {squares} in the zone of both sides? \"for {}\" applies only to the squares directly before it.", side.text),
        format!("{squares} fait-il partie de la zone des deux camps\u{a0}? «\u{a0}for {}\u{a0}» ne vaut que pour les cases qui le précèdent directement.", side.text),
    );
    Some(warning.with_help(
        format!("If not, write \"{squares} for {}\".", side.text),
        format!("Sinon, écrivez «\u{a0}{squares} for {}\u{a0}».", side.text),
    ))
}

/// Returns a zone's squares for each side, and whether both sides share the squares.
fn zone(names: &Names, parts: &[tree::ZonePart]) -> Result<([SquareSet; 2], bool), Diagnostic> {
    let mut squares = [SquareSet::EMPTY; 2];
    let mut is_shared = true;
    for part in parts {
        let from = names.square(&part.from)?;
        let mut found = SquareSet::of(from);
        if let Some(to) = &part.to {
            let last = names.square(to)?;
            let (Some((a, b)), Some((c, d))) = (names.board.place(from), names.board.place(last)) else {
                return Err(Code::Meaning.at(to.span).error(
                    "The corners of a zone must be squares on the board.",
                    "Les coins d'une zone doivent être des cases du plateau.",
                ));
            };
            for row in a.min(c)..=a.max(c) {
                found |= (b.min(d)..=b.max(d)).filter_map(|file| names.board.at(row, file)).collect();
            }
        }
        match &part.side {
            Some(side) => {
                is_shared = false;
                squares[names.side(side)?.index()] |= found;
            }
            None => Side::BOTH.into_iter().for_each(|side| squares[side.index()] |= found),
        }
    }
    Ok((squares, is_shared))
}
