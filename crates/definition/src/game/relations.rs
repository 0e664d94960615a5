//! Relations: who bears on whom by which power, drawn and told.

use entourage_kernel::{Aura, Influence, Random, Relation, RelationKind, SharedStr, Square, Text};

use super::setup::scene;
use crate::law::{Position, Scene};
use crate::model::{Change, Clause, Model, Subject, Whose};

/// Tells how a clause's bond between giver and receiver is drawn; `None` for a clause that makes none.
fn aura(clause: &Clause) -> Option<Aura> {
    if !matches!(clause.subject, Subject::Noun(_)) {
        return None;
    }
    match clause.change {
        // Frost lies over the whole board; who cannot move is told one by one.
        Change::CannotMove => Some(Aura::Silence),
        Change::CannotCapture(_) | Change::CannotMake(_) => Some(Aura::Silence),
        Change::CannotBeCaptured(_) => Some(Aura::Shelter),
        Change::CapturedOnlyWhile(_) => Some(Aura::Siege),
        Change::WalkAs(_) | Change::AlsoWalkAs(..) | Change::Exchanged => Some(Aura::Turn),
        Change::OneSquare => Some(Aura::Press),
        Change::MayBecome(_) => Some(Aura::Chance),
        Change::MustBeNextTo(_) => None,
    }
}

/// Returns the light of the first power that a kind gives to others.
pub(crate) fn lamp(model: &Model, kind: usize) -> Option<Aura> {
    // What everybody gives tells no kind from another.
    let own = |clause: &&Clause| clause.givers >> kind & 1 != 0 && clause.givers.count_ones() <= 2;
    model.clauses.iter().filter(own).find_map(aura)
}

/// Describes the relations that powers make.
pub(crate) fn kinds(model: &Model) -> Vec<RelationKind> {
    let mut found = Vec::new();
    for (index, power) in model.powers.iter().enumerate() {
        let clause = model.clauses.iter().find(|clause| clause.power == index && aura(clause).is_some());
        let Some((clause, aura)) = clause.and_then(|clause| Some((clause, aura(clause)?))) else { continue };
        let harms = matches!(&clause.subject, Subject::Noun(noun) if noun.whose == Whose::Enemy);
        let name = &power.name;
        found.push(RelationKind {
            code: name.clone().into(),
            felt: Text::made(
                format!("Power \"{name}\" of {{}}."),
                format!("Pouvoir «\u{a0}{name}\u{a0}» de {{}}."),
            ),
            exerted: Text::made(
                format!("Power \"{name}\" acts on {{}}."),
                format!("Le pouvoir «\u{a0}{name}\u{a0}» agit sur {{}}."),
            ),
            begins: Text::made(
                format!("Power \"{name}\" begins to act on {{}}"),
                format!("Le pouvoir «\u{a0}{name}\u{a0}» commence à agir sur {{}}"),
            ),
            ends: Text::made(
                format!("Power \"{name}\" acts no longer on {{}}"),
                format!("Le pouvoir «\u{a0}{name}\u{a0}» n'agit plus sur {{}}"),
            ),
            influence: if harms { Influence::Harms } else { Influence::Helps },
            aura,
            ruling: format!("power-{name}").into(),
        });
    }
    found
}

/// Lists the relations of a board, each once.
pub(crate) fn relations(scene: &Scene<'_>) -> Vec<Relation> {
    let mut found: Vec<Relation> = Vec::new();
    for clause in scene.model.clauses.iter().filter(|clause| aura(clause).is_some()) {
        let kind = SharedStr::from(scene.model.powers[clause.power].name.clone());
        for (from, context) in scene.givers(clause) {
            for to in scene.reach(clause, from, context).without(from) {
                found.push(Relation { kind: kind.clone(), from, to });
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Finds a position with a power at work by playing a while from the start; the start itself where none is found or there is no power.
pub(crate) fn cover(
    model: &Model,
    start: Position,
    write: impl Fn(&Position) -> String,
) -> (String, Vec<SharedStr>) {
    const PLIES: usize = 120;
    const GAME: usize = 40;
    let mut random = Random::new(7);
    let mut position = start;
    let name = |square: Square| model.board.topology.squares[square.index()].name.clone();
    for ply in 0..if kinds(model).is_empty() { 0 } else { PLIES } {
        let scene = scene(model, &position);
        if let Some(relation) = relations(&scene).first() {
            let squares = [relation.from, relation.to].map(name).to_vec();
            return (write(&position), squares);
        }
        let actions = if scene.terminal().is_some() { Vec::new() } else { scene.legal_actions() };
        position = match random.pick(&actions) {
            Some(action) if ply % GAME != GAME - 1 => {
                let next = scene.after(&scene.perform(&action.deed));
                Position::new(next.pieces, next.side, next.memory)
            }
            _ => start,
        };
    }
    (write(&start), vec![name(Square::new(0))])
}
