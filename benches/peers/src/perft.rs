use std::hint::black_box;

use entourage_kernel::{MoveList, Rules};

use crate::games::MOST_MOVES;

struct Ply<R: Rules> {
    position: R::Position,
    moves: MoveList<MOST_MOVES>,
}

pub struct Walk<R: Rules> {
    rules: R,
    plies: Vec<Ply<R>>,
}

impl<R: Rules> Walk<R> {
    pub fn new(rules: R, position: &R::Position, depth: u32) -> Self {
        assert!(depth > 0);
        let ply = || Ply { position: position.clone(), moves: MoveList::new() };
        Self { rules, plies: (0..depth).map(|_| ply()).collect() }
    }

    pub fn listed(&mut self) -> u64 {
        let mut leaves = MoveList::<MOST_MOVES>::new();
        walk(&self.rules, &mut self.plies, &mut |rules, position| {
            leaves.clear();
            rules.generate(position, &mut leaves);
            black_box(&leaves).as_slice().len() as u64
        })
    }

    pub fn counted(&mut self) -> u64 {
        walk(&self.rules, &mut self.plies, &mut |rules, position| rules.count_moves(position))
    }
}

fn walk<R: Rules>(rules: &R, plies: &mut [Ply<R>], leaf: &mut impl FnMut(&R, &R::Position) -> u64) -> u64 {
    let Some((ply, deeper)) = plies.split_first_mut() else { return 1 };
    if deeper.is_empty() {
        return leaf(rules, &ply.position);
    }
    ply.moves.clear();
    rules.generate(&ply.position, &mut ply.moves);
    let mut leaves = 0;
    for &intent in ply.moves.as_slice() {
        rules.play_into(&ply.position, intent, &mut deeper[0].position);
        leaves += walk(rules, deeper, leaf);
    }
    leaves
}
