use entourage_kernel::Random;

use super::*;

/// Returns the maximum weight of a perfect matching by exhaustive search.
fn best(size: usize, weights: &[Option<i64>], taken: u32) -> Option<i64> {
    let Some(one) = (0..size).find(|one| taken & (1 << one) == 0) else { return Some(0) };
    (one + 1..size)
        .filter(|two| taken & (1 << two) == 0)
        .filter_map(|two| Some(weights[one * size + two]? + best(size, weights, taken | 1 << one | 1 << two)?))
        .max()
}

fn weight_of(matching: &Matching<1>) -> i64 {
    let weight = |one| {
        let mate = matching.mate(one)?;
        assert_eq!(matching.mate(mate), Some(one));
        Some(matching.weight(one, mate)?.0[0])
    };
    (0..matching.size).filter_map(weight).sum::<i64>() / 2
}

fn check(matching: &Matching<1>) {
    for one in 0..matching.size {
        for two in 0..one {
            let Some(weight) = matching.weight(one, two) else { continue };
            let mut slack = matching.duals[one] + matching.duals[two] - weight.doubled();
            let holders = |mut node: usize| {
                let mut holders = Vec::new();
                while matching.nodes[node].parent != NONE {
                    node = matching.nodes[node].parent;
                    holders.push(node);
                }
                holders
            };
            let others = holders(two);
            for node in holders(one).into_iter().filter(|node| others.contains(node)) {
                assert!(matching.nodes[node].half >= Weight::ZERO);
                slack += matching.nodes[node].half.doubled();
            }
            assert!(slack >= Weight::ZERO, "an edge is too heavy");
            assert!(matching.mates[one] != two || slack == Weight::ZERO, "a matched edge is not tight");
        }
    }
}

#[test]
fn matchings_are_optimal_even_after_changes() {
    let mut random = Random::new(7);
    for round in 0..4000 {
        let size = 2 * (1 + random.below(5));
        let most = [2, 4, 30][round % 3];
        let density = 1 + random.below(4);
        let mut weights = vec![None; size * size];
        let mut draw = |weights: &mut Vec<Option<i64>>, one: usize, two: usize| {
            let weight = (random.below(4) < density).then(|| random.below(most) as i64);
            weights[one * size + two] = weight;
            weights[two * size + one] = weight;
        };
        for one in 0..size {
            for two in 0..one {
                draw(&mut weights, one, two);
            }
        }
        let edge = |weights: &[Option<i64>], one: usize, two: usize| Some(Weight([weights[one * size + two]?]));
        let mut matching = Matching::<1>::new(size, |one, two| edge(&weights, one, two));
        for change in 0..8 {
            let expected = best(size, &weights, 0);
            assert_eq!(matching.solve().then(|| weight_of(&matching)), expected);
            if expected.is_none() {
                break;
            }
            check(&matching);
            // Only existing edges can change.
            let ends: Vec<usize> =
                if change % 2 == 0 { vec![change % size] } else { vec![change % size, (change + 1) % size] };
            for &end in &ends {
                for other in 0..size {
                    if weights[end * size + other].is_some() {
                        draw(&mut weights, end, other);
                    }
                }
            }
            matching.change(&ends, |end, other, _| edge(&weights, end, other));
            check(&matching);
        }
    }
}

#[test]
fn remaining_matching_is_optimal_after_removing_pairs() {
    let mut random = Random::new(11);
    for _ in 0..500 {
        let size = 10;
        let weights: Vec<Vec<i64>> =
            (0..size).map(|_| (0..size).map(|_| random.below(6) as i64).collect()).collect();
        let mut matching = Matching::<1>::new(size, |one, two| Some(Weight([weights[one][two]])));
        assert!(matching.solve());
        let mut weight = weight_of(&matching);
        for one in 0..size {
            let Some(mate) = matching.mate(one) else { continue };
            weight -= weights[one.min(mate)][one.max(mate)];
            matching.take([one, mate]);
            assert!(matching.solve());
            check(&matching);
            assert_eq!(weight_of(&matching), weight);
        }
    }
}

#[test]
fn forbidden_edges_are_not_matched() {
    let mut matching = Matching::<1>::new(4, |one, two| Some(Weight([i64::from(one + two == 3)])));
    assert!(matching.solve());
    assert_eq!(matching.mate(0), Some(3));
    matching.forbid(1, |other| other == 0);
    matching.change(&[0], |_, other, weight| (other != 3).then_some(weight));
    assert!(matching.solve());
    assert_eq!([matching.mate(0), matching.mate(1)], [Some(2), Some(3)]);
    matching.change(&[0], |_, _, _| None);
    assert!(!matching.solve());
}
