//! Finds the way round.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Returns the shortest circle of a drawing that has one of the arrows that `counts` tells, each node once; `None` if there is none.
pub fn shortest<Node: Ord + Clone>(
    arrows: &BTreeMap<Node, BTreeSet<Node>>,
    counts: impl Fn(&Node, &Node) -> bool,
) -> Option<Vec<Node>> {
    let all = arrows.iter().flat_map(|(from, next)| next.iter().map(move |to| (from, to)));
    let circles = all.filter(|(from, to)| counts(from, to)).filter_map(|(from, to)| way(to, from, arrows));
    let mut shortest = circles.min_by_key(Vec::len)?;
    // It begins with the arrow that counts.
    shortest.rotate_right(1);
    Some(shortest)
}

/// Returns the shortest way from one node to another, both included.
fn way<Node: Ord + Clone>(
    start: &Node,
    end: &Node,
    arrows: &BTreeMap<Node, BTreeSet<Node>>,
) -> Option<Vec<Node>> {
    let mut from: BTreeMap<&Node, &Node> = BTreeMap::new();
    let mut open = VecDeque::from([start]);
    while let Some(node) = open.pop_front() {
        if node == end {
            let before = std::iter::successors(Some(node), |node| from.get(node).copied());
            let mut way: Vec<Node> = before.cloned().collect();
            way.reverse();
            return Some(way);
        }
        for next in arrows.get(node).into_iter().flatten() {
            if next != start && !from.contains_key(next) {
                from.insert(next, node);
                open.push_back(next);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shortest_of(arrows: &[(u8, &[u8])]) -> Option<Vec<u8>> {
        let arrows = arrows.iter().map(|(node, next)| (*node, next.iter().copied().collect())).collect();
        shortest(&arrows, |_, to| *to > 1)
    }

    #[test]
    fn arrows_that_all_lead_down_make_no_circle() {
        assert_eq!(shortest_of(&[(1, &[2, 3]), (2, &[3, 4]), (3, &[4])]), None);
    }

    #[test]
    fn the_shortest_of_several_circles_is_found() {
        assert_eq!(shortest_of(&[(1, &[2]), (2, &[3]), (3, &[1, 4]), (4, &[5]), (5, &[4])]), Some(vec![4, 5]));
        assert_eq!(shortest_of(&[(1, &[2]), (2, &[3]), (3, &[1])]), Some(vec![1, 2, 3]));
    }

    #[test]
    fn a_circle_without_an_arrow_that_counts_is_none() {
        assert_eq!(shortest_of(&[(0, &[1]), (1, &[0])]), None);
    }
}
