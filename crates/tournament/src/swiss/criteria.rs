use super::player::{Float, Player, Strength};
use crate::matching::Packer;

/// What the criteria of FIDE's C.04.3 compare, for the players that a bracket is paired from, in the order of their standing.
pub struct Criteria<'a> {
    /// Those of higher score who are left, then those of the bracket's score, then those of the next score, then all others.
    pub players: &'a [Player],
    /// How many were left.
    pub moved: usize,
    /// Where those of the bracket end.
    pub end: usize,
    /// Where those of the next score end.
    pub next_end: usize,
    /// Which scores above the bracket's there are, with the number of those who have them.
    pub groups: Vec<(u32, usize)>,
    /// How many rounds have been played, and how many will be.
    pub rounds: [u32; 2],
    /// Whether C9 counts, because whoever has the bye is all that the bracket leaves.
    pub weighs_bye: bool,
}

/// Tells whether two may meet at all, by C1 and C3; `rounds` are those that were played and those that there will be.
pub fn may_meet(one: &Player, two: &Player, rounds: [u32; 2]) -> bool {
    let [played, all] = rounds;
    // In the last round, whoever has more than half of all points need not have the side that they ought to have.
    let is_top = |player: &Player| played + 1 >= all && player.score > played;
    let is_clash = one.absolute().is_some() && one.absolute() == two.absolute();
    !one.has_met(two) && (!is_clash || is_top(one) || is_top(two))
}

/// Tells how many bits hold a number.
fn bits(number: usize) -> u32 {
    usize::BITS - number.leading_zeros()
}

impl<'a> Criteria<'a> {
    /// Prepares to pair a bracket: `moved` players were left from those before.
    pub fn new(players: &'a [Player], moved: usize, rounds: [u32; 2]) -> Self {
        let after = |start: usize| {
            let score = players.get(start).map(|player| player.score);
            start + players[start..].iter().take_while(|player| Some(player.score) == score).count()
        };
        let end = after(moved);
        let groups = players[..moved]
            .chunk_by(|one, two| one.score == two.score)
            .map(|group| (group[0].score, group.len()))
            .collect();
        Self { players, moved, end, next_end: after(end), groups, rounds, weighs_bye: false }
    }

    /// Packs what a pair of a bracket, or of the next one, brings to each criterion from C6 on; `None` as the lower one stands for the bye.
    ///
    /// All criteria are turned so that more is better, and all pairs have the same counts in the same order.
    pub fn pack(&self, higher: usize, lower: Option<usize>) -> Packer {
        let mut packer = Packer::default();
        let size = bits(self.next_end);
        let is_next = lower.is_some_and(|lower| (self.end..self.next_end).contains(&lower));
        let is_moved = higher < self.moved;
        let is_of_bracket = higher < self.end && !is_moved;
        let higher = &self.players[higher];
        let here = lower.filter(|&lower| lower < self.end).map(|lower| &self.players[lower]);
        // What counts is the score of the higher one alone: the lower ones of a bracket all have the same.
        let by_score = |packer: &mut Packer, value: bool| {
            for &(score, count) in &self.groups {
                packer.push((value && higher.score == score).into(), bits(count));
            }
        };
        // C6, C7: pairs, and points of those who are paired.
        packer.push(here.is_some().into(), size);
        by_score(&mut packer, here.is_some());
        // C8: the same in the next bracket.
        packer.push(is_next.into(), size);
        by_score(&mut packer, is_next);
        packer.push((is_next && is_of_bracket).into(), size);
        // C9: games of whoever has the bye.
        packer.push(
            if lower.is_none() && self.weighs_bye { higher.games } else { 0 },
            bits(self.rounds[0] as usize).max(1),
        );
        // C10 to C13: sides.
        for is_good in here.map_or([false; 4], |lower| sides(higher, lower)) {
            packer.push(is_good.into(), size);
        }
        // C14 to C17: those of the bracket's score who do not float down again, and those who do not float up again.
        let ago = 0..(self.rounds[0] as usize).min(2);
        for ago in ago.clone() {
            let is_down = |player: &Player| u32::from(player.floats[ago] == Float::Down);
            let down = |lower| is_down(lower) + if is_moved { 0 } else { is_down(higher) };
            packer.push(here.map_or(0, down), size);
            packer.push(here.is_some_and(|lower| !is_moved || lower.floats[ago] != Float::Up).into(), size);
        }
        // C18 to C21: how many points lie between those who float again.
        for ago in ago {
            by_score(&mut packer, here.is_some() && higher.floats[ago] == Float::Down);
            by_score(&mut packer, here.is_some_and(|lower| lower.floats[ago] != Float::Up));
        }
        packer
    }
}

/// Tells of C10 to C13 whether a pair is good.
fn sides(one: &Player, two: &Player) -> [bool; 4] {
    let (Some((side, strength)), Some((other, other_strength))) = (one.preference, two.preference) else {
        return [true; 4];
    };
    if side != other {
        return [true; 4];
    }
    let are_absolute = [strength, other_strength] == [Strength::Absolute; 2];
    let weaker = strength.min(other_strength);
    // Whoever is less out of balance will have the side that they ought not to have.
    let repeats = match one.balance.abs().cmp(&two.balance.abs()) {
        std::cmp::Ordering::Equal => one.repeated().is_some() && one.repeated() == two.repeated(),
        std::cmp::Ordering::Greater => two.repeated() == Some(!side),
        std::cmp::Ordering::Less => one.repeated() == Some(!side),
    };
    [
        !(one.is_unbalanced() && two.is_unbalanced()),
        !(are_absolute && repeats),
        false,
        weaker < Strength::Strong || are_absolute,
    ]
}
