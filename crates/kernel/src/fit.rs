//! Checks that games created at run time stay within the kernel's limits.

use std::collections::BTreeSet;

use crate::{Board, Catalogue, FormField, Kind, Misfit, Reason, Refusal, Rules, Square};

impl Misfit {
    /// Checks a game's rules against the kernel's limits, so that other code can rely on these limits.
    pub fn check<R: Rules>(rules: &R) -> Result<(), Self> {
        let (metadata, squares) = (rules.metadata(), &rules.topology().squares);
        if !(1..=Square::LIMIT).contains(&squares.len()) {
            return Err(Self::Squares { found: squares.len() });
        }
        let mut names = BTreeSet::new();
        if let Some(square) = squares.iter().find(|info| info.name.is_empty() || !names.insert(&*info.name)) {
            return Err(Self::SquareName { name: square.name.to_string() });
        }
        let kinds = metadata.kinds.len();
        if !(1..=Kind::LIMIT).contains(&kinds) {
            return Err(Self::Kinds { found: kinds });
        }
        if metadata.courier.labels.len() != kinds {
            return Err(Self::Labels { found: metadata.courier.labels.len(), kinds });
        }
        check_form(&metadata.form.fields, squares.len())?;
        if let Some(catalogue) = rules.catalogue() {
            check_catalogue(catalogue, &rules.banned_cards(), kinds)?;
        }
        let start = rules.start();
        let on_board = start.occupied().into_iter().all(|square| {
            square.index() < squares.len()
                && start.piece_at(square).is_some_and(|piece| piece.kind().index() < kinds)
        });
        if !on_board {
            return Err(Self::Start);
        }
        let text = rules.write_position(&start);
        match rules.read_position(&text) {
            Ok(read) if rules.write_position(&read) == text => Ok(()),
            _ => Err(Self::Start),
        }
    }
}

impl From<Misfit> for Refusal {
    fn from(_: Misfit) -> Self {
        Reason::new(Misfit::CODE, "", []).into()
    }
}

fn check_form(fields: &[FormField], squares: usize) -> Result<(), Misfit> {
    let (mut rows, mut turns, mut named) = (0, 0, BTreeSet::new());
    let mut own = |index: usize| index < squares && named.insert(index);
    for field in fields {
        let fits = match field {
            FormField::Rows(list) => {
                rows += 1;
                list.iter().all(|row| (0..row.width).all(|column| own(row.first.index() + column)))
            }
            FormField::Beside(list) => list.iter().all(|square| own(square.index())),
            FormField::Turn(words) => {
                turns += 1;
                words[0] != words[1]
            }
            FormField::Word(_) => true,
        };
        if !fits {
            return Err(Misfit::Form);
        }
    }
    if (rows, turns) == (1, 1) { Ok(()) } else { Err(Misfit::Form) }
}

fn check_catalogue(catalogue: &Catalogue, banned: &[[usize; 2]], kinds: usize) -> Result<(), Misfit> {
    let found = catalogue.cards.len();
    let bound = catalogue.cards.iter().filter_map(|card| card.bound).chain(catalogue.arranged.iter().copied());
    let fits = found <= Catalogue::LIMIT
        && catalogue.picks <= found
        && banned.iter().flatten().all(|&index| index < found)
        && bound.into_iter().all(|kind| kind.index() < kinds);
    if fits { Ok(()) } else { Err(Misfit::Cards { found }) }
}
