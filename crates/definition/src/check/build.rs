//! The whole model of a game, one edition after another.

use std::collections::BTreeSet;

use entourage_kernel::{Kind, Side, Square, SquareSet};

use super::lines::{Lines, labels};
use super::merge::{Merged, heading, in_edition};
use super::names::{KindNames, Names};
use super::notation::Written;
use super::powers::{self, Stratum, asked, asked_by_noun};
use super::suggest;
use super::words::Where;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{
    Board, Call, Change, Clause, CountMemory, End, EndWhen, Field, KindModel, MOST_LABELS, MOST_MEMORIES,
    Model, Pass, Power, SideWords, SquareMemory,
};
use crate::source::Span;
use crate::syntax::is_reserved;
use crate::syntax::tree::{self, Item, Memory, Name, What};

/// Builds a model for each edition, the usual one first; what is wrong is told among the faults.
pub(crate) fn build(merged: &Merged, faults: &mut Vec<Diagnostic>) -> Vec<Model> {
    let items = &merged.items;
    let head = heading(items);
    let mut editions: Vec<(&Name, bool)> = items
        .iter()
        .filter_map(|item| match &item.what {
            What::Edition { name, usual } => Some((name, *usual)),
            _ => None,
        })
        .collect();
    editions.sort_by_key(|(_, usual)| !usual);
    let names: Vec<String> = editions.iter().map(|(name, _)| name.text.clone()).collect();
    check_editions(items, &names, faults);
    check_heading(items, head, faults);
    let count = names.len().max(1);
    let mut models = Vec::new();
    for edition in 0..count {
        let name = names.get(edition).map_or("", String::as_str);
        let mut found = Vec::new();
        in_edition(items, name, &mut found);
        let draft = Draft { items: found, edition: name, head, sources: &merged.sources };
        if let Some(mut model) = draft.model(faults) {
            (model.editions, model.edition) = (names.clone(), edition);
            models.push(model);
        }
    }
    models
}

fn check_heading(items: &[Item], head: Span, faults: &mut Vec<Diagnostic>) {
    let language = items.iter().find_map(|item| match item.what {
        What::Language(number) => Some(number),
        _ => None,
    });
    match language {
        Some(number) if number.value == 1 => {}
        Some(number) => faults.push(Diagnostic::error(
            Code::Meaning,
            number.span,
            "This is read as language 1.",
            "On lit ici la langue 1.",
        )),
        None => faults.push(missing(head, "language 1")),
    }
    for item in items {
        if let What::Game { id, .. } = &item.what
            && !id.text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        {
            faults.push(Diagnostic::error(
                Code::Notation,
                id.span,
                "A game is called by small letters, digits and hyphens.",
                "Un jeu s'appelle par des minuscules, des chiffres et des traits d'union.",
            ));
        }
    }
}

/// Says that a sentence is missing.
fn missing(head: Span, sentence: &str) -> Diagnostic {
    Diagnostic::error(
        Code::Missing,
        head,
        format!("The sentence \"{sentence}\" is missing."),
        format!("Il manque la phrase «\u{a0}{sentence}\u{a0}»."),
    )
}

/// Checks that every edition that is named is one.
fn check_editions(items: &[Item], editions: &[String], faults: &mut Vec<Diagnostic>) {
    let mut check = |name: &Option<Name>| {
        if let Some(name) = name.as_ref().filter(|name| !editions.contains(&name.text)) {
            let fault = Diagnostic::error(
                Code::UnknownName,
                name.span,
                format!("No edition is called {}.", name.text),
                format!("Aucune édition ne s'appelle {}.", name.text),
            );
            faults.push(suggest(fault, &name.text, editions.iter().map(String::as_str)));
        }
    };
    let mut open: Vec<&Item> = items.iter().collect();
    while let Some(item) = open.pop() {
        check(&item.edition);
        match &item.what {
            What::Piece(tree::Piece { lines, .. }) | What::Every { lines, .. } => {
                lines.iter().for_each(|line| check(&line.edition));
            }
            What::Ends(ends) => ends.iter().for_each(|end| check(&end.edition)),
            What::Feature { items, .. } => open.extend(items),
            _ => {}
        }
    }
}

/// Holds the sentences of one edition.
struct Draft<'i> {
    items: Vec<&'i Item>,
    edition: &'i str,
    head: Span,
    sources: &'i [crate::source::Source],
}

impl<'i> Draft<'i> {
    /// Finds what the last of some sentences says.
    fn last<T>(&self, pick: impl Fn(&'i Item) -> Option<T>) -> Option<T> {
        self.items.iter().rev().find_map(|item| pick(item))
    }

    /// Finds what a sentence says that must be there.
    fn must<T>(
        &self,
        sentence: &str,
        faults: &mut Vec<Diagnostic>,
        pick: impl Fn(&'i Item) -> Option<T>,
    ) -> Option<T> {
        let found = self.last(pick);
        if found.is_none() {
            faults.push(missing(self.head, sentence));
        }
        found
    }

    fn model(&self, faults: &mut Vec<Diagnostic>) -> Option<Model> {
        let before = faults.len();
        let names = self.names(faults)?;
        let mut kinds = self.kinds(&names, faults);
        let mut calls = Vec::new();
        let mut power_list: Vec<Power> =
            names.powers.iter().map(|name| Power { name: name.clone(), says: None, french: None }).collect();
        let mut clauses: Vec<Clause> = Vec::new();
        let (mut events, mut castlings, mut counts, mut needs) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (mut ends, mut royal, mut pass, mut repetition) = (Vec::new(), None, Pass::Never, false);
        for item in &self.items {
            let read = match &item.what {
                What::Call { noun, condition, .. } => {
                    self.call(&names, noun, condition.as_ref(), calls.len()).map(|call| calls.push(call))
                }
                What::Power(power) => {
                    let index = names.power(&power.name).unwrap_or_default();
                    let words = &mut power_list[index];
                    words.says = power.says.clone().or(words.says.take());
                    words.french = power.french.clone().or(words.french.take());
                    names.clause(power, index).map(|clause| clauses.push(clause))
                }
                What::After(event) => names.event(event, item.span).and_then(|read| {
                    let asks = read.condition.as_ref().map_or(Stratum::Places, asked);
                    if asks > Stratum::Attacks {
                        return Err(Diagnostic::error(
                            Code::Stratum,
                            item.span,
                            "What happens in a move asks for places, sight and attacks, not for permissions and threats.",
                            "Ce qui arrive dans un coup demande des places, des vues et des attaques, non des permissions ni des menaces.",
                        ));
                    }
                    events.push(read);
                    Ok(())
                }),
                What::Castling { royal, partner, ways } => {
                    names.castlings(royal, partner, ways).map(|found| castlings.extend(found))
                }
                What::Remember { name, memory: Memory::Count(count) } => {
                    names.counting(&name.text, count).map(|count| counts.push(count))
                }
                What::Royal { kind, warning, exception } => {
                    names.royal(kind, warning, exception.as_ref()).map(|found| royal = Some(found))
                }
                What::Pass(tree::Pass::WhenNoOtherMove) => {
                    pass = Pass::WhenNoOtherMove;
                    Ok(())
                }
                What::Pass(tree::Pass::Unless(condition)) => names
                    .condition(condition, Where::Need)
                    .map(|condition| pass = Pass::Unless(condition)),
                What::Ends(lines) => {
                    for end in lines.iter().filter(|end| self.holds(end.edition.as_ref())) {
                        match names.end(end) {
                            Ok(Some(end)) => ends.push(end),
                            Ok(None) => repetition = true,
                            Err(fault) => faults.push(fault),
                        }
                    }
                    Ok(())
                }
                What::Needs(lines) => {
                    for line in lines {
                        match names.needs(line, self.sources) {
                            Ok(found) => needs.extend(found),
                            Err(fault) => faults.push(fault),
                        }
                    }
                    Ok(())
                }
                _ => Ok(()),
            };
            faults.extend(read.err());
        }
        self.settle_strata(&power_list, &mut clauses, faults);
        let position = self.must("position \"{rows} {side}\"", faults, |item| match &item.what {
            What::Position(quoted) => Some(quoted),
            _ => None,
        })?;
        let start = self.must("start \"…\"", faults, |item| match &item.what {
            What::Start(quoted) => Some(quoted),
            _ => None,
        })?;
        self.must("ends", faults, |item| matches!(item.what, What::Ends(_)).then_some(()))?;
        let (id, title, by) = self.must("game NAME \"…\"", faults, |item| match &item.what {
            What::Game { id, title, by, .. } => Some((id.text.clone(), title.clone(), by.clone())),
            _ => None,
        })?;
        let fields = names.fields(position).map_err(|fault| faults.push(fault)).ok()?;
        self.check_fields(&fields, !castlings.is_empty(), &ends, &events, position.span, faults);
        let mutations = clauses
            .iter()
            .filter_map(|clause| match clause.change {
                Change::MayBecome(kind) => Some((clause.power, kind)),
                _ => None,
            })
            .collect();
        let written = Written {
            templates: self.templates(),
            kinds: &kinds,
            events: &events,
            mutations,
            has_pass: !matches!(pass, Pass::Never),
            heading: self.head,
        };
        let forms = names.forms(&written).map_err(|fault| faults.push(fault)).ok()?;
        if faults[before..].iter().any(|fault| fault.severity == crate::diagnostic::Severity::Error) {
            return None;
        }
        self.warn(&names, &kinds, faults);
        kinds.iter_mut().for_each(|kind| kind.lines.shrink_to_fit());
        let squares = self.items.iter().filter_map(|item| match &item.what {
            What::Remember { name, memory: Memory::Square { next_turn } } => {
                Some(SquareMemory { name: name.text.clone(), next_turn: *next_turn })
            }
            _ => None,
        });
        let squares = squares.collect();
        let counts = keep_told(counts, &fields, &ends, position.span, faults)?;
        let sides = self.sides(faults)?;
        Some(Model {
            id,
            title,
            by,
            editions: Vec::new(),
            edition: 0,
            sides,
            board: names.board,
            kinds,
            calls,
            powers: power_list,
            clauses,
            events,
            castlings,
            squares,
            counts,
            royal,
            pass,
            ends,
            repetition,
            fields,
            start: start.text.clone(),
            start_span: start.span,
            needs,
            forms: forms.forms,
            label_forms: forms.labels,
            becoming_forms: forms.becoming,
            mutation_forms: forms.mutations,
            pass_form: forms.pass,
            end_form: forms.end,
        })
    }

    fn holds(&self, edition: Option<&Name>) -> bool {
        edition.is_none_or(|name| name.text == self.edition)
    }

    fn templates(&self) -> Vec<&'i (tree::WrittenFor, tree::Quoted)> {
        let sections = self.items.iter().filter_map(|item| match &item.what {
            What::Written(lines) => Some(lines),
            _ => None,
        });
        sections.flatten().collect()
    }

    fn sides(&self, faults: &mut Vec<Diagnostic>) -> Option<[SideWords; 2]> {
        let sides = self.must("sides White w, Black b", faults, |item| match &item.what {
            What::Sides(sides) => Some(sides),
            _ => None,
        })?;
        Some(
            sides
                .each_ref()
                .map(|side| SideWords { name: side.name.text.clone(), word: side.word.text.clone() }),
        )
    }

    /// Finds every name that the definition introduces.
    fn names(&self, faults: &mut Vec<Diagnostic>) -> Option<Names> {
        let board = self.board(faults)?;
        let sides = self.sides(faults)?.map(|side| side.name);
        let mut names = Names {
            board,
            sides,
            kinds: Vec::new(),
            labels: Vec::new(),
            zones: Vec::new(),
            shared_zones: Vec::new(),
            calls: Vec::new(),
            powers: Vec::new(),
            squares: Vec::new(),
            counts: Vec::new(),
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
                    let list = match memory {
                        Memory::Square { .. } => &mut names.squares,
                        Memory::Count(_) => &mut names.counts,
                    };
                    new_name(list, name, faults);
                    if list.len() > MOST_MEMORIES {
                        faults.push(too_many(name.span, MOST_MEMORIES));
                    }
                }
                _ => {}
            }
            if let What::Piece(tree::Piece { lines, .. }) | What::Every { lines, .. } = &item.what {
                for label in labels(lines) {
                    if !names.labels.contains(&label.text) {
                        names.labels.push(label.text.clone());
                        if names.labels.len() > MOST_LABELS {
                            faults.push(too_many(label.span, MOST_LABELS));
                        }
                    }
                }
            }
        }
        if names.kinds.is_empty() {
            faults.push(missing(self.head, "piece K \"King\""));
        }
        for item in &self.items {
            if let What::Zone { name, parts } = &item.what {
                match zone(&names, parts) {
                    Ok((squares, is_shared)) => {
                        names.zones.push((name.text.clone(), squares));
                        names.shared_zones.push(is_shared);
                    }
                    Err(fault) => faults.push(fault),
                }
            }
        }
        Some(names)
    }

    fn name_kind(&self, piece: &tree::Piece, names: &mut Names, faults: &mut Vec<Diagnostic>) {
        let span = piece.name.span;
        let Some(letter) = &piece.letter else {
            faults.push(Diagnostic::error(
                Code::Missing,
                span,
                "A piece has a letter before its name: piece K \"King\".",
                "Une pièce a une lettre avant son nom\u{a0}: piece K \"King\".",
            ));
            return;
        };
        let mut letters = letter.text.chars();
        if !(letters.next().is_some_and(|c| c.is_ascii_uppercase()) && letters.next().is_none()) {
            faults.push(Diagnostic::error(
                Code::Notation,
                letter.span,
                "The letter of a piece is one capital letter.",
                "La lettre d'une pièce est une seule majuscule.",
            ));
        }
        let same_letter = |item: &&&Item| {
            matches!(&item.what, What::Piece(other) if !other.also && other.name != piece.name
                && other.letter.as_ref().is_some_and(|other| other.text == letter.text))
        };
        if self.items.iter().find(same_letter).is_some() {
            faults.push(Diagnostic::error(
                Code::Twice,
                letter.span,
                format!("Two pieces have the letter {}.", letter.text),
                format!("Deux pièces ont la lettre {}.", letter.text),
            ));
        }
        if names.kinds.iter().any(|kind| kind.name == piece.name.text) {
            faults.push(Diagnostic::error(
                Code::Twice,
                span,
                format!("Two pieces are called {}.", piece.name.text),
                format!("Deux pièces s'appellent {}.", piece.name.text),
            ));
        }
        let is_name = piece.name.text.split(' ').all(|word| word.starts_with(|c: char| c.is_uppercase()));
        if !is_name {
            faults.push(Diagnostic::error(
                Code::Notation,
                span,
                "Every word of a piece's name begins with a capital letter.",
                "Chaque mot du nom d'une pièce commence par une majuscule.",
            ));
        }
        if names.kinds.len() == Kind::LIMIT {
            faults.push(too_many(span, Kind::LIMIT));
            return;
        }
        names.kinds.push(KindNames { name: piece.name.text.clone(), short: piece.short.clone() });
    }

    fn board(&self, faults: &mut Vec<Diagnostic>) -> Option<Board> {
        let board = self.must("board 8 x 8", faults, |item| match &item.what {
            What::Board(board) => Some((board, item.span)),
            _ => None,
        });
        let (board, span) = board?;
        let beside = self.last(|item| match &item.what {
            What::Beside(names) => Some(names.iter().map(|name| name.text.clone()).collect::<Vec<String>>()),
            _ => None,
        });
        let beside = beside.unwrap_or_default();
        let size = match board {
            tree::Board::Grid { files, rows, .. } => u64::from(files.value) * u64::from(rows.value),
            tree::Board::Hexagons { rows } => rows.iter().map(|row| u64::from(row.value)).sum(),
        };
        let most = Square::LIMIT as u64;
        let wide = match board {
            tree::Board::Grid { files, .. } => files.value > 26,
            tree::Board::Hexagons { rows } => rows.iter().any(|row| row.value > 26 || row.value == 0),
        };
        if size == 0 || size + beside.len() as u64 > most || wide {
            faults.push(Diagnostic::error(
                Code::Size,
                span,
                format!("A board has from 1 to {most} squares, at most 26 in a row; here it is {size}."),
                format!("Un plateau a de 1 à {most} cases, au plus 26 par rangée\u{a0}; ici c'est {size}."),
            ));
            return None;
        }
        let board = match board {
            tree::Board::Grid { files, rows, top } => {
                let top = top.map(|top| top.value);
                if top.is_some_and(|top| top != 1 && top != rows.value) {
                    faults.push(Diagnostic::error(
                        Code::Meaning,
                        span,
                        "Either row 1 is on top, or the last row.",
                        "Ou bien la rangée 1 est en haut, ou bien la dernière.",
                    ));
                }
                Board::grid(
                    files.value as usize,
                    rows.value as usize,
                    top == Some(1) && rows.value > 1,
                    &beside,
                )
            }
            tree::Board::Hexagons { rows } => {
                let widths: Vec<usize> = rows.iter().map(|row| row.value as usize).collect();
                Board::hexagons(&widths, &beside)
            }
        };
        let mut known = BTreeSet::new();
        for square in &board.topology.squares {
            if !known.insert(square.name.as_str()) {
                faults.push(Diagnostic::error(
                    Code::Twice,
                    span,
                    format!("Two squares are called {}.", square.name),
                    format!("Deux cases s'appellent {}.", square.name),
                ));
                return None;
            }
        }
        Some(board)
    }

    /// Puts the lines of every kind together: its own, those added to it, and those of the kind that it walks like.
    fn kinds(&self, names: &Names, faults: &mut Vec<Diagnostic>) -> Vec<KindModel> {
        let before = faults.len();
        let mut lines = vec![Lines::default(); names.kinds.len()];
        let mut likes: Vec<Option<Kind>> = vec![None; names.kinds.len()];
        let mut spans = vec![self.head; names.kinds.len()];
        for item in &self.items {
            match &item.what {
                What::Piece(piece) => match names.kind(&piece.name) {
                    Ok(kind) => {
                        lines[kind.index()].extend(&names.lines(&piece.lines, self.edition, faults));
                        if !piece.also {
                            spans[kind.index()] = piece.name.span;
                        }
                        if let Some(like) = &piece.like {
                            match names.kind(like) {
                                Ok(like) => likes[kind.index()] = Some(like),
                                Err(fault) => faults.push(fault),
                            }
                        }
                    }
                    Err(fault) => faults.push(fault),
                },
                What::Every { but, lines: given } => match names.kinds(but) {
                    Ok(but) => {
                        let read = names.lines(given, self.edition, faults);
                        let meant = (0..lines.len()).filter(|index| but >> index & 1 == 0);
                        meant.for_each(|index| lines[index].extend(&read));
                    }
                    Err(fault) => faults.push(fault),
                },
                _ => {}
            }
        }
        let are_read = faults.len() == before;
        let own = lines.clone();
        for (index, like) in likes.iter().enumerate() {
            let mut next = *like;
            for _ in 0..names.kinds.len() {
                let Some(kind) = next.filter(|kind| kind.index() != index) else { break };
                let mut copied = own[kind.index()].clone();
                copied.extend(&lines[index]);
                lines[index] = copied;
                next = likes[kind.index()];
            }
        }
        for ((kind, lines), span) in names.kinds.iter().zip(&lines).zip(&spans) {
            if are_read && !lines.never_captures && !lines.lines.iter().any(|line| line.takes()) {
                faults.push(Diagnostic::error(
                    Code::Missing,
                    *span,
                    format!("The {} has no line `captures`. Add one, or `never captures`.", kind.name),
                    format!("{} n'a pas de ligne «\u{a0}captures\u{a0}». Ajoutez-en une, ou «\u{a0}never captures\u{a0}».", kind.name),
                ));
            }
            for line in &lines.lines {
                faults.extend(powers::check_line(line, *span).err());
            }
        }
        let pieces = self.items.iter().filter_map(|item| match &item.what {
            What::Piece(piece) if !piece.also => Some(piece),
            _ => None,
        });
        let pieces: Vec<&tree::Piece> = pieces.collect();
        names
            .kinds
            .iter()
            .zip(lines)
            .map(|(kind, lines)| {
                let piece = pieces.iter().find(|piece| piece.name.text == kind.name);
                let letter =
                    piece.and_then(|piece| piece.letter.as_ref()).and_then(|letter| letter.text.chars().next());
                KindModel {
                    letter: letter.unwrap_or('?'),
                    name: kind.name.clone(),
                    french: piece.and_then(|piece| piece.french.clone()),
                    lines: lines.lines,
                    acts: lines.acts,
                }
            })
            .collect()
    }

    /// Reads a call, which may ask only for what stands where, and for calls before it.
    fn call(
        &self,
        names: &Names,
        noun: &tree::Noun,
        condition: Option<&tree::Condition>,
        index: usize,
    ) -> Result<Call, Diagnostic> {
        let span = noun.span;
        let read = names.noun(noun, Where::Call)?;
        let condition = condition.map(|condition| names.condition(condition, Where::Call)).transpose()?;
        let asks = condition.as_ref().map_or(Stratum::Places, asked).max(asked_by_noun(&read));
        if asks > Stratum::Places {
            return Err(Diagnostic::error(
                Code::Stratum,
                span,
                "`call` finds pieces by what stands where; what attacks or threatens is known only later.",
                "«\u{a0}call\u{a0}» trouve des pièces par ce qui se trouve où\u{a0}; ce qui attaque ou menace n'est connu qu'après.",
            ));
        }
        let mut used = BTreeSet::new();
        calls_of_noun(&read, &mut used);
        condition.iter().for_each(|condition| calls_of_condition(condition, &mut used));
        if used.iter().any(|other| *other >= index) {
            return Err(Diagnostic::error(
                Code::Stratum,
                span,
                "A `call` asks only for calls that stand before it.",
                "Un «\u{a0}call\u{a0}» ne demande que des mots expliqués avant lui.",
            ));
        }
        Ok(Call { noun: read, condition })
    }

    /// Refuses powers that wait for one another, and lets what is asked of powers that ask who threatens count as asking so.
    fn settle_strata(&self, power_list: &[Power], clauses: &mut [Clause], faults: &mut Vec<Diagnostic>) {
        if let Some(members) = powers::circle(power_list, clauses) {
            let names: Vec<&str> = members.iter().map(|index| power_list[*index].name.as_str()).collect();
            let (first, last) = (names[0], names[names.len() - 1]);
            let ring = names.join(" → ");
            faults.push(Diagnostic::error(
                Code::Stratum,
                self.power_span(first),
                format!("Powers ask for one another in a ring: {ring} → {first}. {last} or {first} must do without."),
                format!("Des pouvoirs se demandent en rond\u{a0}: {ring} → {first}. {last} ou {first} doit s'en passer."),
            ));
            return;
        }
        for _ in 0..clauses.len() {
            let late: Vec<usize> =
                clauses.iter().filter(|clause| clause.asks_threats).map(|clause| clause.power).collect();
            for clause in clauses.iter_mut() {
                clause.asks_threats |= powers::asks_for(clause).iter().any(|power| late.contains(power));
            }
        }
        for clause in clauses.iter().filter(|clause| clause.asks_threats) {
            if matches!(clause.change, Change::MustBeNextTo(_)) || clause.changes_walks() {
                faults.push(Diagnostic::error(
                    Code::Stratum,
                    self.power_span(&power_list[clause.power].name),
                    "This power asks for one that asks who threatens, and decides that.",
                    "Ce pouvoir en demande un autre qui demande qui menace, et en décide.",
                ));
            }
        }
    }

    fn power_span(&self, name: &str) -> Span {
        let found = self.last(|item| match &item.what {
            What::Power(power) if power.name.text == name => Some(power.name.span),
            _ => None,
        });
        found.unwrap_or(self.head)
    }

    /// Checks that the text of positions tells what must be known.
    fn check_fields(
        &self,
        fields: &[Field],
        castles: bool,
        ends: &[End],
        events: &[crate::model::Event],
        span: Span,
        faults: &mut Vec<Diagnostic>,
    ) {
        let counts_passes = ends.iter().any(|end| matches!(end.when, EndWhen::Passes(_)));
        let goes_on = events.iter().any(|event| matches!(event.effect, crate::model::Effect::Again { .. }));
        let has = |field: Field| fields.contains(&field);
        let needs = [
            (castles && !has(Field::Castling), "{castling}"),
            (counts_passes && !has(Field::Passes) && !has(Field::Phase), "{passes}"),
            (goes_on && !has(Field::Phase), "{phase}"),
        ];
        for (_, word) in needs.iter().filter(|(is_missing, _)| *is_missing) {
            faults.push(Diagnostic::error(
                Code::Memory,
                span,
                format!("{word} is remembered but not in `position`: two different positions would look alike."),
                format!("{word} est retenu mais n'est pas dans «\u{a0}position\u{a0}»\u{a0}: deux positions différentes se ressembleraient."),
            ));
        }
        if has(Field::Passes) && has(Field::Phase) {
            faults.push(Diagnostic::error(
                Code::Notation,
                span,
                "{phase} tells of passes, too.",
                "{phase} parle aussi des passes.",
            ));
        }
    }

    /// Warns of what is said and changes nothing.
    fn warn(&self, names: &Names, kinds: &[KindModel], faults: &mut Vec<Diagnostic>) {
        for item in self.items.iter().filter(|item| item.span.file == 0) {
            match &item.what {
                What::Zone { name, .. } | What::Call { name, .. }
                    if !names.used.borrow().contains(&name.text) =>
                {
                    faults.push(Diagnostic::warning(
                        Code::Idle,
                        name.span,
                        format!("{} is explained and never used.", name.text),
                        format!("{} est expliqué et jamais utilisé.", name.text),
                    ));
                }
                What::Piece(piece) if !piece.also => {
                    let kind = kinds.iter().find(|kind| kind.name == piece.name.text);
                    if kind.is_some_and(|kind| kind.lines.is_empty() && kind.acts.is_empty()) {
                        faults.push(Diagnostic::warning(
                            Code::Idle,
                            piece.name.span,
                            format!("The {} never moves.", piece.name.text),
                            format!("{} ne bouge jamais.", piece.name.text),
                        ));
                    }
                }
                _ => {}
            }
        }
    }
}

fn new_name(list: &mut Vec<String>, name: &Name, faults: &mut Vec<Diagnostic>) {
    if list.contains(&name.text) {
        faults.push(Diagnostic::error(
            Code::Twice,
            name.span,
            format!("{} is explained twice.", name.text),
            format!("{} est expliqué deux fois.", name.text),
        ));
    } else if is_reserved(&name.text) || name.text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
    {
        faults.push(Diagnostic::error(
            Code::Notation,
            name.span,
            format!("Nothing may be called {}: sentences are made of this word, or pieces are called so.", name.text),
            format!("Rien ne peut s'appeler {}\u{a0}: les phrases sont faites de ce mot, ou des pièces s'appellent ainsi.", name.text),
        ));
    }
    list.push(name.text.clone());
}

fn too_many(span: Span, most: usize) -> Diagnostic {
    Diagnostic::error(
        Code::Size,
        span,
        format!("There are at most {most} of these."),
        format!("Il y en a au plus {most}."),
    )
}

/// Lets counts stand still that no position tells, unless an end asks for one of them.
fn keep_told(
    mut counts: Vec<CountMemory>,
    fields: &[Field],
    ends: &[End],
    span: Span,
    faults: &mut Vec<Diagnostic>,
) -> Option<Vec<CountMemory>> {
    for (index, count) in counts.iter_mut().enumerate() {
        if fields.contains(&Field::Count(index)) {
            continue;
        }
        let asks = |end: &End| matches!(&end.when, EndWhen::Condition(condition) if powers::asks_count(condition, index));
        if ends.iter().any(asks) {
            faults.push(Diagnostic::error(
                Code::Memory,
                span,
                format!("{} is remembered but not in `position`: two different positions would look alike.", count.name),
                format!("{} est retenu mais n'est pas dans «\u{a0}position\u{a0}»\u{a0}: deux positions différentes se ressembleraient.", count.name),
            ));
            return None;
        }
        (count.more, count.again) = (0, None);
    }
    Some(counts)
}

/// Returns the squares of a zone for each side, and whether they are the same for both.
fn zone(names: &Names, parts: &[tree::ZonePart]) -> Result<([SquareSet; 2], bool), Diagnostic> {
    let mut squares = [SquareSet::EMPTY; 2];
    let mut is_shared = true;
    for part in parts {
        let from = names.square(&part.from)?;
        let mut found = SquareSet::of(from);
        if let Some(to) = &part.to {
            let last = names.square(to)?;
            let (Some((a, b)), Some((c, d))) = (names.board.place(from), names.board.place(last)) else {
                return Err(Diagnostic::error(
                    Code::Meaning,
                    to.span,
                    "No square beside the board is a corner.",
                    "Aucune case à côté du plateau n'est un coin.",
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

fn calls_of_noun(noun: &crate::model::Noun, found: &mut BTreeSet<usize>) {
    use crate::model::{Reference, Relation};
    found.extend(noun.call);
    for relation in &noun.relations {
        match relation {
            Relation::NextTo(Reference::Noun(noun))
            | Relation::Between(noun, _)
            | Relation::FileCrossesRow(noun)
            | Relation::RowCrossesFile(noun) => calls_of_noun(noun, found),
            Relation::NotCalled(call) => {
                found.insert(*call);
            }
            _ => {}
        }
    }
}

fn calls_of_condition(condition: &crate::model::Condition, found: &mut BTreeSet<usize>) {
    use crate::model::{Condition, Reference, Relation};
    match condition {
        Condition::All(parts) | Condition::Any(parts) => {
            parts.iter().for_each(|part| calls_of_condition(part, found));
        }
        Condition::Not(part) => calls_of_condition(part, found),
        Condition::Count { noun, .. } | Condition::GuardsIt(noun) | Condition::Threatened(noun) => {
            calls_of_noun(noun, found);
        }
        Condition::Called(call) => {
            found.insert(*call);
        }
        Condition::Stands { relation: Relation::NextTo(Reference::Noun(noun)), .. } => {
            calls_of_noun(noun, found)
        }
        Condition::Stands { relation: Relation::NotCalled(call), .. } => {
            found.insert(*call);
        }
        _ => {}
    }
}
