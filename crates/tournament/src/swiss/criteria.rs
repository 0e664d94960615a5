use super::player::{Float, Player, Strength};
use crate::matching::Packer;

/// The data that the criteria of FIDE's C.04.3 compare for a bracket.
pub struct Criteria<'a> {
    /// The players, by rank within each group: moved-down players, the bracket's score, the next score, and all others.
    pub players: &'a [Player],
    pub moved: usize,
    /// The index after the bracket's last player.
    pub end: usize,
    /// The index after the last player with the next score.
    pub next_end: usize,
    /// The scores above the bracket's, each with its number of players.
    pub groups: Vec<(u32, usize)>,
    /// The numbers of rounds played and planned.
    pub rounds: [u32; 2],
    /// Whether C9 applies, because the only player left unpaired by the bracket is the one who gets the bye.
    pub weighs_bye: bool,
}

/// Returns whether two players may meet, by C1 and C3; `rounds` are the numbers of rounds played and planned.
pub fn may_meet(one: &Player, two: &Player, rounds: [u32; 2]) -> bool {
    let [played, all] = rounds;
    // In the last round, the side preferences of players with more than half of all points may be ignored.
    let is_top = |player: &Player| played + 1 >= all && player.score > played;
    let is_clash = one.absolute().is_some() && one.absolute() == two.absolute();
    !one.has_met(two) && (!is_clash || is_top(one) || is_top(two))
}

fn bits(number: usize) -> u32 {
    usize::BITS - number.leading_zeros()
}

impl<'a> Criteria<'a> {
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

    /// Packs a pair's values for the criteria from C6 on, most important first; if `lower` is `None`, the opponent is
    /// the bye. Higher values are better. All pairs have the same layout, so that their weights can be added.
    pub fn pack(&self, higher: usize, lower: Option<usize>) -> Packer {
        let mut packer = Packer::default();
        let size = bits(self.next_end);
        let is_next = lower.is_some_and(|lower| (self.end..self.next_end).contains(&lower));
        let is_moved = higher < self.moved;
        let is_of_bracket = higher < self.end && !is_moved;
        let higher = &self.players[higher];
        let here = lower.filter(|&lower| lower < self.end).map(|lower| &self.players[lower]);
        // Only the higher player's score matters, since all lower players of a bracket have the same score.
        let by_score = |packer: &mut Packer, value: bool| {
            for &(score, count) in &self.groups {
                packer.push((value && higher.score == score).into(), bits(count));
            }
        };
        // C6, C7: pairs, and their points.
        packer.push(here.is_some().into(), size);
        by_score(&mut packer, here.is_some());
        // C8: pairs and their points in the next bracket.
        packer.push(is_next.into(), size);
        by_score(&mut packer, is_next);
        packer.push((is_next && is_of_bracket).into(), size);
        // C9: the number of games that the player with the bye has played.
        packer.push(
            if lower.is_none() && self.weighs_bye { higher.games } else { 0 },
            bits(self.rounds[0] as usize).max(1),
        );
        // C10 to C13: side preferences.
        for is_good in here.map_or([false; 4], |lower| sides(higher, lower)) {
            packer.push(is_good.into(), size);
        }
        // C14 to C17: players of the bracket's score who do not float down or up again.
        let ago = 0..(self.rounds[0] as usize).min(2);
        for ago in ago.clone() {
            let is_down = |player: &Player| u32::from(player.floats[ago] == Float::Down);
            let down = |lower| is_down(lower) + if is_moved { 0 } else { is_down(higher) };
            packer.push(here.map_or(0, down), size);
            packer.push(here.is_some_and(|lower| !is_moved || lower.floats[ago] != Float::Up).into(), size);
        }
        // C18 to C21: the score differences of players who float again.
        for ago in ago {
            by_score(&mut packer, here.is_some() && higher.floats[ago] == Float::Down);
            by_score(&mut packer, here.is_some_and(|lower| lower.floats[ago] != Float::Up));
        }
        packer
    }
}

/// Returns whether a pair satisfies C10, C11, C12 and C13, in this order.
fn sides(one: &Player, two: &Player) -> [bool; 4] {
    let (Some((side, strength)), Some((other, other_strength))) = (one.preference, two.preference) else {
        return [true; 4];
    };
    if side != other {
        return [true; 4];
    }
    let are_absolute = [strength, other_strength] == [Strength::Absolute; 2];
    let weaker = strength.min(other_strength);
    // The more unbalanced player gets the preferred side, and the opponent gets the other side.
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
