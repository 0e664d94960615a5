use entourage_kernel::Side;
use entourage_registry::solver::{Distance, Proof, Settings};
use entourage_registry::{AnyMatch, AnySolver};

/// Positions searched between calls of `goes_on`.
const SLICE: u64 = 4096;

pub struct Mate {
    /// At least 1.
    pub plies: u16,
    /// The winner's moves and the longest defence.
    pub line: Vec<String>,
}

/// Proves the shortest forced win of the side to move, by the rules alone.
///
/// The first move is one of `roots`, unless they are empty. The search ends early if `goes_on`, given the positions
/// searched so far, returns `false`. Also returns the positions searched.
pub fn find(
    at: &dyn AnyMatch,
    roots: &[String],
    plies: u16,
    table_mb: usize,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> (Option<Mate>, u64) {
    let attacker = at.side_to_move();
    if roots.is_empty() {
        return solve(at, attacker, plies, table_mb, 0, goes_on);
    }
    let (mut best, mut nodes) = (None::<Mate>, 0);
    for text in roots {
        let mut next = at.copy();
        if next.play(text).is_err() {
            continue;
        }
        let within = best.as_ref().map_or(plies, |mate| mate.plies - 1);
        if next.status().outcome().is_some_and(|outcome| outcome.winner == Some(attacker)) {
            return (Some(Mate { plies: 1, line: vec![text.clone()] }), nodes);
        }
        if within < 2 || next.status().outcome().is_some() {
            continue;
        }
        let (found, looked) = solve(next.as_ref(), attacker, within - 1, table_mb, nodes, goes_on);
        nodes = looked;
        if let Some(Mate { plies, line }) = found {
            best = Some(Mate { plies: plies + 1, line: [vec![text.clone()], line].concat() });
        }
    }
    (best, nodes)
}

fn solve(
    at: &dyn AnyMatch,
    attacker: Side,
    plies: u16,
    table_mb: usize,
    before: u64,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> (Option<Mate>, u64) {
    let mut solver: Box<dyn AnySolver> = at.solver(Settings { attacker, table_mb });
    let looked = |solver: &dyn AnySolver| before + solver.nodes();
    while !solver.advance(SLICE, plies) {
        if !goes_on(looked(solver.as_ref())) {
            return (None, looked(solver.as_ref()));
        }
    }
    let nodes = looked(solver.as_ref());
    let Distance { most, .. } = solver.distance();
    // A proof may fail because two positions share a hash.
    let found = (most <= plies).then(|| solver.proof().ok()).flatten();
    (found.map(|proof| Mate { plies: most, line: longest(&proof) }), nodes)
}

/// Follows a proof along the longest defence.
fn longest(proof: &Proof) -> Vec<String> {
    let mut line = Vec::new();
    let mut claim = proof.claims.first();
    while let Some(here) = claim {
        let plies = |to: Option<usize>| to.and_then(|to| proof.claims.get(to)).map_or(0, |claim| claim.plies);
        let Some(reply) = here.replies.iter().max_by_key(|reply| plies(reply.to)) else { break };
        line.push(reply.text.clone());
        claim = reply.to.and_then(|to| proof.claims.get(to));
    }
    line
}
