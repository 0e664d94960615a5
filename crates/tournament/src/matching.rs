//! Maximum-weight perfect matching in general graphs: Edmonds' blossom algorithm with dual variables.
//!
//! After a change, only the affected vertices are matched again. Each augmenting search is quadratic in the
//! number of vertices, and there is at most one per unmatched vertex.

mod search;
mod weight;

pub use weight::{Packer, Weight};

const NONE: usize = usize::MAX;

/// A graph with a matching, which [`solve`](Self::solve) makes perfect and of maximum weight.
///
/// Nodes are vertices and blossoms, which are odd cycles of nodes. Invariants, with `d` the duals and `h` half
/// the duals of blossoms: for each edge, the `d` of both ends plus twice the `h` of all blossoms that contain
/// both ends is at least twice its weight, and equal if the edge is matched or part of a cycle; no `h` is
/// negative.
pub struct Matching<const N: usize> {
    size: usize,
    weights: Vec<Option<Weight<N>>>,
    duals: Vec<Weight<N>>,
    mates: Vec<usize>,
    /// For each vertex, the outermost node that contains it.
    tops: Vec<usize>,
    /// For each vertex, whether it was removed.
    is_gone: Vec<bool>,
    /// The nodes: first the vertices, then the blossoms.
    nodes: Vec<Node<N>>,
    spare: Vec<usize>,
}

#[derive(Clone)]
struct Node<const N: usize> {
    parent: usize,
    /// The vertex whose mate is outside the node.
    base: usize,
    /// The cycle, starting with the node that contains the base; empty for a vertex.
    circle: Vec<usize>,
    /// The edges of the cycle, each from a node to the next.
    links: Vec<[usize; 2]>,
    /// Half of the dual variable.
    half: Weight<N>,
}

impl<const N: usize> Matching<N> {
    /// Creates a graph. `weight` returns the weight of the edge between two vertices (the lower index first), or `None`
    /// if there is no edge.
    pub fn new(size: usize, mut weight: impl FnMut(usize, usize) -> Option<Weight<N>>) -> Self {
        let mut weights = vec![None; size * size];
        for one in 0..size {
            for two in one + 1..size {
                let weight = weight(one, two);
                weights[one * size + two] = weight;
                weights[two * size + one] = weight;
            }
        }
        // Twice the weight of an edge is at most the sum of the duals of its ends.
        let heaviest = |vertex: usize| weights[vertex * size..][..size].iter().flatten().max();
        let duals = (0..size).map(|vertex| heaviest(vertex).copied().unwrap_or(Weight::ZERO)).collect();
        let node =
            |base| Node { parent: NONE, base, circle: Vec::new(), links: Vec::new(), half: Weight::ZERO };
        Self {
            size,
            weights,
            duals,
            mates: vec![NONE; size],
            tops: (0..size).collect(),
            is_gone: vec![false; size],
            nodes: (0..size).map(node).collect(),
            spare: Vec::new(),
        }
    }

    pub fn mate(&self, vertex: usize) -> Option<usize> {
        Some(self.mates[vertex]).filter(|&mate| mate != NONE)
    }

    pub fn weight(&self, one: usize, two: usize) -> Option<Weight<N>> {
        if self.is_gone[one] || self.is_gone[two] { None } else { self.weights[one * self.size + two] }
    }

    /// Changes the edges of the vertices `ends`: `to` receives an edge's ends and weight, and returns the new weight.
    /// Does not update the matching. An edge between two of `ends` is passed twice, once from each end.
    pub fn change(&mut self, ends: &[usize], mut to: impl FnMut(usize, usize, Weight<N>) -> Option<Weight<N>>) {
        for &end in ends {
            self.loosen(end);
            for other in 0..self.size {
                if let Some(weight) = self.weights[end * self.size + other] {
                    let weight = to(end, other, weight);
                    self.weights[end * self.size + other] = weight;
                    self.weights[other * self.size + end] = weight;
                }
            }
        }
        for &end in ends {
            let least = |other: usize| Some(self.weight(end, other)?.doubled() - self.duals[other]);
            if let Some(least) = (0..self.size).filter_map(least).max() {
                self.duals[end] = least;
            }
        }
    }

    /// Removes the forbidden edges of a vertex, none of which may be in the matching.
    pub fn forbid(&mut self, end: usize, mut is_forbidden: impl FnMut(usize) -> bool) {
        let row = end * self.size;
        if self.tops[end] != end {
            // The vertex is in a blossom, whose cycle may contain a forbidden edge.
            self.change(&[end], |_, other, weight| (!is_forbidden(other)).then_some(weight));
            return;
        }
        for other in 0..self.size {
            if is_forbidden(other) && self.mates[end] != other {
                self.weights[row + other] = None;
                self.weights[other * self.size + end] = None;
            }
        }
    }

    /// Removes two vertices that are matched with each other. Call [`solve`](Self::solve) afterwards.
    pub fn take(&mut self, pair: [usize; 2]) {
        for end in pair {
            self.loosen(end);
            self.is_gone[end] = true;
        }
    }

    /// Makes the matching perfect and of maximum weight; returns `false` if there is no perfect matching.
    pub fn solve(&mut self) -> bool {
        for vertex in 0..self.size {
            if self.mates[vertex] == NONE && !self.is_gone[vertex] && !self.search(vertex) {
                return false;
            }
        }
        true
    }

    /// Unmatches a vertex and dissolves the blossoms that contain it.
    fn loosen(&mut self, vertex: usize) {
        while self.tops[vertex] != vertex {
            self.dissolve(self.tops[vertex]);
        }
        self.part(vertex);
    }

    fn part(&mut self, vertex: usize) {
        let mate = std::mem::replace(&mut self.mates[vertex], NONE);
        if mate != NONE {
            self.mates[mate] = NONE;
        }
    }

    /// Splits a blossom and distributes its dual to its vertices; the edge between its base and the base's mate is then
    /// no longer tight.
    fn dissolve(&mut self, blossom: usize) {
        let half = self.nodes[blossom].half;
        if half != Weight::ZERO {
            for vertex in self.vertices(blossom) {
                self.duals[vertex] += half;
            }
            self.part(self.nodes[blossom].base);
        }
        self.release(blossom);
    }

    /// Releases a blossom whose dual is 0 or was distributed; returns its cycle and links.
    fn release(&mut self, blossom: usize) -> (Vec<usize>, Vec<[usize; 2]>) {
        let node = &mut self.nodes[blossom];
        node.half = Weight::ZERO;
        let circle = std::mem::take(&mut node.circle);
        let links = std::mem::take(&mut node.links);
        for &child in &circle {
            self.nodes[child].parent = NONE;
            for vertex in self.vertices(child) {
                self.tops[vertex] = child;
            }
        }
        self.spare.push(blossom);
        (circle, links)
    }

    fn vertices(&self, node: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            if node < self.size {
                found.push(node);
            } else {
                stack.extend(&self.nodes[node].circle);
            }
        }
        found
    }

    fn slack(&self, one: usize, two: usize) -> Option<Weight<N>> {
        Some(self.duals[one] + self.duals[two] - self.weight(one, two)?.doubled())
    }

    /// Changes the base of a node, and matches the vertices inside the node accordingly.
    fn rebase(&mut self, node: usize, vertex: usize) {
        let mut stack = vec![(node, vertex)];
        while let Some((node, vertex)) = stack.pop() {
            if node < self.size {
                continue;
            }
            self.nodes[node].base = vertex;
            let mut child = vertex;
            while self.nodes[child].parent != node {
                child = self.nodes[child].parent;
            }
            let own = &mut self.nodes[node];
            let at = own.circle.iter().position(|&one| one == child).unwrap_or(0);
            own.circle.rotate_left(at);
            own.links.rotate_left(at);
            stack.push((child, vertex));
            // Every second link of the cycle is matched.
            let pairs: Vec<_> = own.links.iter().skip(1).step_by(2).copied().collect();
            let children: Vec<_> = own.circle[1..].chunks_exact(2).map(|two| [two[0], two[1]]).collect();
            for (link, children) in pairs.into_iter().zip(children) {
                let [one, two] = link;
                self.mates[one] = two;
                self.mates[two] = one;
                stack.extend(children.into_iter().zip(link));
            }
        }
    }
}

#[cfg(test)]
mod tests;
