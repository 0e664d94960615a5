use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Returns the nodes of the shortest cycle that has at least one edge accepted by `counts`, if any.
pub fn shortest_cycle<Node: Ord + Clone>(
    edges: &BTreeMap<Node, BTreeSet<Node>>,
    counts: impl Fn(&Node, &Node) -> bool,
) -> Option<Vec<Node>> {
    let all = edges.iter().flat_map(|(from, next)| next.iter().map(move |to| (from, to)));
    let cycles =
        all.filter(|(from, to)| counts(from, to)).filter_map(|(from, to)| shortest_path(to, from, edges));
    let mut shortest = cycles.min_by_key(Vec::len)?;
    // Makes the cycle start with the accepted edge.
    shortest.rotate_right(1);
    Some(shortest)
}

/// Returns the shortest path from one node to another, both included.
fn shortest_path<Node: Ord + Clone>(
    start: &Node,
    end: &Node,
    edges: &BTreeMap<Node, BTreeSet<Node>>,
) -> Option<Vec<Node>> {
    let mut from: BTreeMap<&Node, &Node> = BTreeMap::new();
    let mut open = VecDeque::from([start]);
    while let Some(node) = open.pop_front() {
        if node == end {
            let before = std::iter::successors(Some(node), |node| from.get(node).copied());
            let mut path: Vec<Node> = before.cloned().collect();
            path.reverse();
            return Some(path);
        }
        for next in edges.get(node).into_iter().flatten() {
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

    fn shortest_of(edges: &[(u8, &[u8])]) -> Option<Vec<u8>> {
        let edges = edges.iter().map(|(node, next)| (*node, next.iter().copied().collect())).collect();
        shortest_cycle(&edges, |_, to| *to > 1)
    }

    #[test]
    fn acyclic_graphs_have_no_cycle() {
        assert_eq!(shortest_of(&[(1, &[2, 3]), (2, &[3, 4]), (3, &[4])]), None);
    }

    #[test]
    fn the_shortest_of_several_cycles_is_found() {
        assert_eq!(shortest_of(&[(1, &[2]), (2, &[3]), (3, &[1, 4]), (4, &[5]), (5, &[4])]), Some(vec![4, 5]));
        assert_eq!(shortest_of(&[(1, &[2]), (2, &[3]), (3, &[1])]), Some(vec![1, 2, 3]));
    }

    #[test]
    fn cycles_without_an_accepted_edge_are_ignored() {
        assert_eq!(shortest_of(&[(0, &[1]), (1, &[0])]), None);
    }
}
