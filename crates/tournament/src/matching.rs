//! The perfect matching of greatest weight in any graph: Edmonds' blossoms, with dual variables.
//!
//! A matching can be changed and solved again: only what a change touched is matched anew. Every search takes time that grows with the square
//! of the number of vertices, and there is at most one for each vertex that is unmatched.

mod search;
mod weight;

pub use weight::{Packer, Weight};

/// Stands for no vertex and no node.
const NONE: usize = usize::MAX;

/// A graph, and a matching in it which becomes perfect and of greatest weight when it is solved.
///
/// Nodes are vertices, and blossoms, which are odd circles of nodes. What holds at any time, `d` being duals and `h` half the duals of blossoms:
/// for each edge, the two `d` and twice the `h` of all blossoms that hold both ends are at least twice its weight, and equal to that if the edge
/// is matched or holds a circle together; no `h` is negative.
pub struct Matching<const N: usize> {
    size: usize,
    weights: Vec<Option<Weight<N>>>,
    duals: Vec<Weight<N>>,
    mates: Vec<usize>,
    /// By vertex: the node that holds it and that no other node holds.
    tops: Vec<usize>,
    /// By vertex: whether it was taken out.
    is_gone: Vec<bool>,
    /// By node, vertices before blossoms.
    nodes: Vec<Node<N>>,
    /// Numbers of blossoms that are free.
    spare: Vec<usize>,
}

#[derive(Clone)]
struct Node<const N: usize> {
    parent: usize,
    /// The vertex whose mate is outside.
    base: usize,
    /// The circle, of which the first holds the base; nothing for a vertex.
    circle: Vec<usize>,
    /// The edges of the circle, each from a node of it to the one after.
    links: Vec<[usize; 2]>,
    /// Half of the dual.
    half: Weight<N>,
}

impl<const N: usize> Matching<N> {
    /// Begins with a graph of so many vertices; the edge between two, the lower one first, has a weight, or there is none.
    pub fn new(size: usize, mut weight: impl FnMut(usize, usize) -> Option<Weight<N>>) -> Self {
        let mut weights = vec![None; size * size];
        for one in 0..size {
            for two in one + 1..size {
                let weight = weight(one, two);
                weights[one * size + two] = weight;
                weights[two * size + one] = weight;
            }
        }
        // An edge weighs no more than the heaviest of each of its ends.
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

    /// Returns whom a vertex is matched with, if with anybody.
    pub fn mate(&self, vertex: usize) -> Option<usize> {
        Some(self.mates[vertex]).filter(|&mate| mate != NONE)
    }

    /// Returns the weight of an edge, if there is one.
    pub fn weight(&self, one: usize, two: usize) -> Option<Weight<N>> {
        if self.is_gone[one] || self.is_gone[two] { None } else { self.weights[one * self.size + two] }
    }

    /// Changes edges: each end's other ends are passed through, with the weight there was.
    ///
    /// Nothing is solved. Where several ends are given, the edge between two of them is passed through once for each.
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

    /// Takes edges away which are not in the matching.
    pub fn forbid(&mut self, end: usize, mut is_forbidden: impl FnMut(usize) -> bool) {
        let row = end * self.size;
        if self.tops[end] != end {
            // An edge may hold a circle together.
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

    /// Takes two out who are matched with each other; the others may have to be solved again.
    pub fn take(&mut self, pair: [usize; 2]) {
        for end in pair {
            self.loosen(end);
            self.is_gone[end] = true;
        }
    }

    /// Makes the matching perfect and of greatest weight, or tells that there is no perfect one.
    pub fn solve(&mut self) -> bool {
        for vertex in 0..self.size {
            if self.mates[vertex] == NONE && !self.is_gone[vertex] && !self.search(vertex) {
                return false;
            }
        }
        true
    }

    /// Makes a vertex a node of its own without a mate.
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

    /// Makes a blossom's nodes stand by themselves. What its dual held goes to its vertices, so that its base's mate is too far away.
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

    /// Lets a blossom go whose dual is nothing, or has been given away, and returns its circle and its links.
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

    /// Lists the vertices that a node holds.
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

    /// Returns how far an edge is from being tight; both ends are held by different nodes.
    fn slack(&self, one: usize, two: usize) -> Option<Weight<N>> {
        Some(self.duals[one] + self.duals[two] - self.weight(one, two)?.doubled())
    }

    /// Changes which vertex of a node has its mate outside, and matches the others within it.
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
            // Along the circle, every second link is matched.
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
