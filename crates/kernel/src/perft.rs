use crate::{Intent, Rules};

/// Counts the leaf nodes of the tree of legal moves to a depth in plies; repetitions are ignored.
pub fn perft<R: Rules>(rules: &R, position: &R::Position, depth: u32) -> u64 {
    let mut buffers = vec![Vec::new(); depth as usize];
    count(rules, position, &mut buffers)
}

/// Returns each legal move with the number of leaf nodes below it; empty for depth 0.
pub fn divide<R: Rules>(rules: &R, position: &R::Position, depth: u32) -> Vec<(Intent, u64)> {
    let moves = if depth > 0 { rules.list_moves(position) } else { Vec::new() };
    moves
        .into_iter()
        .map(|intent| (intent, perft(rules, &rules.play_unchecked(position, intent), depth - 1)))
        .collect()
}

fn count<R: Rules>(rules: &R, position: &R::Position, buffers: &mut [Vec<Intent>]) -> u64 {
    let Some((moves, deeper)) = buffers.split_first_mut() else { return 1 };
    if deeper.is_empty() {
        return rules.count_moves(position);
    }
    moves.clear();
    rules.legal_moves(position, moves);
    moves.iter().map(|&intent| count(rules, &rules.play_unchecked(position, intent), deeper)).sum()
}
