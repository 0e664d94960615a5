use super::criteria::{Criteria, may_meet};
use crate::matching::{Matching, Weight};

/// Pairs a bracket so that the remaining players can be paired too, by FIDE's C.04.3, articles 3 and 4.
///
/// `bye_score` is the score of the player who gets the bye, if any. The pairs are indices of players, the
/// higher-ranked one first. Returns `None` if there is no valid pairing.
pub fn pair(criteria: Criteria<'_>, bye_score: Option<u32>) -> Option<Vec<[usize; 2]>> {
    // Uses the shortest weight that fits, for speed. Its extra last value ranks pairings that are otherwise equal.
    match criteria.pack(0, None).len() + 1 {
        ..=3 => Bracket::<3>::new(criteria, bye_score).pair(),
        4 => Bracket::<4>::new(criteria, bye_score).pair(),
        5..=6 => Bracket::<6>::new(criteria, bye_score).pair(),
        7..=12 => Bracket::<12>::new(criteria, bye_score).pair(),
        _ => Bracket::<{ MAX_FIGURES }>::new(criteria, bye_score).pair(),
    }
}

/// Maximum number of values in a weight, for 500 players with 101 different scores and six criteria counts per score.
const MAX_FIGURES: usize = 64;

/// A bracket being paired. The vertices of the matching are the players, then the bye.
struct Bracket<'a, const N: usize> {
    criteria: Criteria<'a>,
    matching: Matching<N>,
    bye: usize,
    pairs: Vec<[usize; 2]>,
}

impl<'a, const N: usize> Bracket<'a, N> {
    fn new(criteria: Criteria<'a>, bye_score: Option<u32>) -> Self {
        let bye = criteria.players.len();
        let size = bye + usize::from(bye_score.is_some());
        let matching = Matching::new(size, |one, two| {
            let higher = &criteria.players[one];
            let Some(lower) = criteria.players.get(two) else {
                let may_rest = higher.may_rest && Some(higher.score) == bye_score;
                return may_rest.then(|| criteria.pack(one, None).weight());
            };
            // Two moved-down players are not paired with each other: this was impossible in the higher brackets.
            (two >= criteria.moved && may_meet(higher, lower, criteria.rounds))
                .then(|| criteria.pack(one, Some(two)).weight())
        });
        Self { criteria, matching, bye, pairs: Vec::new() }
    }

    fn pair(mut self) -> Option<Vec<[usize; 2]>> {
        if !self.matching.solve() {
            return None;
        }
        self.weigh_bye();
        self.choose_moved();
        self.pair_moved();
        self.pair_rest();
        Some(self.pairs)
    }

    /// Activates criterion C9 if the only player left unpaired by the bracket is the one who gets the bye.
    fn weigh_bye(&mut self) {
        let end = self.criteria.end;
        let mut left = (0..end).filter(|&one| self.mate(one) >= end);
        if let (Some(one), None) = (left.next(), left.next())
            && self.mate(one) == self.bye
        {
            self.criteria.weighs_bye = true;
            let criteria = &self.criteria;
            self.matching.change(&[self.bye], |_, one, _| Some(criteria.pack(one, None).weight()));
            self.matching.solve();
        }
    }

    /// Chooses which moved-down players are paired: as many of each score as possible, higher scores first.
    fn choose_moved(&mut self) {
        let here = self.criteria.moved..self.criteria.end;
        let mut start = 0;
        for (_, count) in self.criteria.groups.clone() {
            let group = start..start + count;
            start = group.end;
            let mut places = group.clone().filter(|&one| self.is_paired(one)).count();
            for one in group.clone() {
                if places == 0 {
                    break;
                }
                let must = group.end - one <= places;
                if !must && !self.is_paired(one) {
                    self.order(one, |other| i64::from(here.contains(&other)));
                    if !self.is_paired(one) {
                        self.order(one, |_| 0);
                        continue;
                    }
                }
                places -= 1;
                self.forbid(&[one], |_, other| !here.contains(&other));
            }
        }
    }

    /// Pairs each chosen moved-down player with the highest-ranked possible opponent.
    fn pair_moved(&mut self) {
        for one in 0..self.criteria.moved {
            if self.is_paired(one) {
                let others = (self.criteria.moved..self.criteria.end).collect();
                self.pair_highest(one, others);
            }
        }
    }

    /// Pairs the other players of the bracket: the upper half with the lower half, or as close to that as possible.
    fn pair_rest(&mut self) {
        let rest: Vec<usize> = (self.criteria.moved..self.criteria.end)
            .filter(|&one| self.pairs.iter().all(|pair| !pair.contains(&one)))
            .collect();
        let half = rest.iter().filter(|&&one| self.is_higher(one)).count();
        if half == 0 {
            return;
        }
        let upper = self.choose_upper(&rest, half);
        let lower: Vec<usize> = rest.iter().copied().filter(|one| !upper.contains(one)).collect();
        let is_upper = |one: usize| upper.binary_search(&one).is_ok();
        let is_lower = |one: usize| lower.binary_search(&one).is_ok();
        self.forbid(
            &rest,
            |one, other| {
                if is_upper(one) { !is_lower(other) || other < one } else { is_lower(other) }
            },
        );
        for &one in &upper {
            self.pair_highest(one, lower.clone());
        }
    }

    /// Chooses the upper half of `rest`, exchanging as few players as possible, those nearest the middle first.
    fn choose_upper(&mut self, rest: &[usize], half: usize) -> Vec<usize> {
        /// The cost of an exchange, greater than any difference between positions in `rest`.
        const EXCHANGE: i64 = 1 << 32;
        let places: Vec<Option<usize>> = (0..=self.bye).map(|one| rest.binary_search(&one).ok()).collect();
        // Edges are ordered by the position of the higher-ranked player, doubled so that ±1 can break ties.
        let order = |one: usize, other: usize| match [places[one], places[other]] {
            [Some(one), Some(other)] => {
                let place = one.min(other);
                EXCHANGE * i64::from(place < half) - 2 * place as i64
            }
            _ => 0,
        };
        self.matching.change(rest, |one, other, weight| Some(ordered(weight, order(one, other))));
        self.matching.solve();
        let exchanges = rest[..half].iter().filter(|&&one| !self.is_higher(one)).count();
        let is_below = |one: usize, other: usize| places[other].is_some() && other > one;

        // The lowest-ranked players leave the upper half.
        let mut left = exchanges;
        for &one in rest[..half].iter().rev() {
            if left == 0 {
                break;
            }
            if self.is_higher(one) {
                self.order(one, |other| order(one, other) - i64::from(is_below(one, other)));
                if self.is_higher(one) {
                    self.order(one, |other| order(one, other));
                    continue;
                }
            }
            left -= 1;
            self.forbid(&[one], is_below);
        }
        // The highest-ranked players join the upper half. The last one needs no test: the weights already select it.
        let mut left = exchanges;
        for &one in &rest[half..] {
            if left <= 1 {
                break;
            }
            if !self.is_higher(one) {
                self.order(one, |other| order(one, other) + i64::from(is_below(one, other)));
                let can_be = self.is_higher(one);
                self.order(one, |other| order(one, other));
                if !can_be {
                    continue;
                }
            }
            left -= 1;
            self.forbid(&[one], |_, other| !is_below(one, other));
        }
        rest.iter().copied().filter(|&one| self.is_higher(one)).collect()
    }

    /// Pairs a player with the first possible opponent in a list.
    fn pair_highest(&mut self, one: usize, others: Vec<usize>) {
        let others: Vec<usize> =
            others.into_iter().filter(|&other| self.matching.weight(one, other).is_some()).collect();
        if others.first() != Some(&self.mate(one)) {
            let count = others.len() as i64;
            self.order(one, |other| others.binary_search(&other).map_or(0, |at| count - at as i64));
        }
        let pair = [one, self.mate(one)];
        self.matching.take(pair);
        self.matching.solve();
        self.pairs.push(pair);
    }

    /// Ranks a player's possible opponents by `order`, below all criteria, and solves the matching again.
    fn order(&mut self, one: usize, order: impl Fn(usize) -> i64) {
        self.matching.change(&[one], |_, other, weight| Some(ordered(weight, order(other))));
        self.matching.solve();
    }

    /// Removes the forbidden edges of `ends`, none of which may be in the matching, and solves the matching again.
    fn forbid(&mut self, ends: &[usize], is_forbidden: impl Fn(usize, usize) -> bool) {
        for &one in ends {
            self.matching.forbid(one, |other| is_forbidden(one, other));
        }
        self.matching.solve();
    }

    fn mate(&self, one: usize) -> usize {
        self.matching.mate(one).unwrap_or(self.bye)
    }

    fn is_paired(&self, one: usize) -> bool {
        (self.criteria.moved..self.criteria.end).contains(&self.mate(one))
    }

    fn is_higher(&self, one: usize) -> bool {
        (one + 1..self.criteria.end).contains(&self.mate(one))
    }
}

/// Replaces the last value of a weight, which no criterion uses.
fn ordered<const N: usize>(mut weight: Weight<N>, order: i64) -> Weight<N> {
    if let Some(last) = weight.0.last_mut() {
        *last = order;
    }
    weight
}
