use super::criteria::{Criteria, may_meet};
use crate::matching::{Matching, Weight};

/// Pairs a bracket so that those who are left, and all others, can be paired too: FIDE's C.04.3, articles 3 and 4.
///
/// `bye_score` is the score of whoever will have the bye, if anybody has one. The pairs are indices of players, the one who stands higher first.
/// Returns nothing if there is no way.
pub fn pair(criteria: Criteria<'_>, bye_score: Option<u32>) -> Option<Vec<[usize; 2]>> {
    // The fewer figures, the faster; the last one is for the order of candidates.
    match criteria.pack(0, None).len() + 1 {
        ..=3 => Bracket::<3>::new(criteria, bye_score).pair(),
        4 => Bracket::<4>::new(criteria, bye_score).pair(),
        5..=6 => Bracket::<6>::new(criteria, bye_score).pair(),
        7..=12 => Bracket::<12>::new(criteria, bye_score).pair(),
        _ => Bracket::<{ MOST_FIGURES }>::new(criteria, bye_score).pair(),
    }
}

/// The most figures that criteria can have: with 500 players there are at most 101 scores, each of which takes six counts.
const MOST_FIGURES: usize = 64;

/// A bracket while it is paired: vertices are players, and the bye after them.
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
            // Two who were left could not be paired with each other, or they would have been.
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

    /// Lets C9 count if whoever has the bye is all that is left.
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

    /// Chooses who of those from above is paired: as many of each score as can be, the higher ones first.
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

    /// Finds an opponent for each of those who were chosen: the highest that there can be.
    fn pair_moved(&mut self) {
        for one in 0..self.criteria.moved {
            if self.is_paired(one) {
                let others = (self.criteria.moved..self.criteria.end).collect();
                self.pair_highest(one, others);
            }
        }
    }

    /// Pairs those of the bracket's score who are left: the upper half with the lower one, or as near to that as can be.
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

    /// Chooses who of the rest counts as the upper half: with as few exchanges as can be, and of those the first.
    fn choose_upper(&mut self, rest: &[usize], half: usize) -> Vec<usize> {
        /// What an exchange costs, above any difference of places.
        const EXCHANGE: i64 = 1 << 32;
        let places: Vec<Option<usize>> = (0..=self.bye).map(|one| rest.binary_search(&one).ok()).collect();
        // The place of whoever stands higher decides; half a place is left for who is tried.
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

        // Out of the upper half goes whoever stands lowest.
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
        // Into it comes whoever stands highest; the last one is known by what is left of the difference.
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

    /// Pairs somebody with the first of others with whom they can be paired.
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

    /// Sets how good somebody's edges are beyond all criteria, and solves.
    fn order(&mut self, one: usize, order: impl Fn(usize) -> i64) {
        self.matching.change(&[one], |_, other, weight| Some(ordered(weight, order(other))));
        self.matching.solve();
    }

    /// Takes edges away that the best matching does not need, and solves.
    fn forbid(&mut self, ends: &[usize], is_forbidden: impl Fn(usize, usize) -> bool) {
        for &one in ends {
            self.matching.forbid(one, |other| is_forbidden(one, other));
        }
        self.matching.solve();
    }

    /// Returns whom somebody has; a matching that was solved has somebody for everybody.
    fn mate(&self, one: usize) -> usize {
        self.matching.mate(one).unwrap_or(self.bye)
    }

    /// Tells whether somebody from above is paired in the bracket.
    fn is_paired(&self, one: usize) -> bool {
        (self.criteria.moved..self.criteria.end).contains(&self.mate(one))
    }

    /// Tells whether somebody is paired in the bracket with somebody lower.
    fn is_higher(&self, one: usize) -> bool {
        (one + 1..self.criteria.end).contains(&self.mate(one))
    }
}

/// Returns a weight whose last figure, which no criterion uses, is another.
fn ordered<const N: usize>(mut weight: Weight<N>, order: i64) -> Weight<N> {
    if let Some(last) = weight.0.last_mut() {
        *last = order;
    }
    weight
}
