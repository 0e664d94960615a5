use entourage_kernel::Side;

use super::player::{Player, Strength};

/// Decides which side the first of two players has, the one who stands higher being given first: FIDE's C.04.3, article 5.
pub fn side(higher: &Player, lower: &Player, lot: Side) -> Side {
    let [(one, one_strength), (two, two_strength)] = match [higher.preference, lower.preference] {
        [Some(one), Some(two)] => [one, two],
        [Some((side, _)), None] => return side,
        [None, Some((side, _))] => return !side,
        // Nobody has played: the lot decides for those of odd number, which are even ones from 0.
        [None, None] => return if higher.rank.is_multiple_of(2) { lot } else { !lot },
    };
    if one != two {
        return one;
    }
    // Both ought to have the same: whoever ought more.
    let ought = |player: &Player, strength: Strength| {
        let width = if strength == Strength::Absolute { player.balance.abs() } else { 0 };
        (strength, width)
    };
    match ought(higher, one_strength).cmp(&ought(lower, two_strength)) {
        std::cmp::Ordering::Greater => one,
        std::cmp::Ordering::Less => !one,
        std::cmp::Ordering::Equal => {
            // The last time that they had different sides, they changed them.
            let differed =
                higher.sides.iter().rev().zip(lower.sides.iter().rev()).find(|(one, two)| one != two);
            differed.map_or(one, |(_, &two)| two)
        }
    }
}
