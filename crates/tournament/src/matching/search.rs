use super::{Matching, NONE, Node, Weight};

/// A node's position in the search tree of an unmatched vertex.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Free,
    Even,
    Odd,
}

/// A tree of tight edges, alternately matched and unmatched.
struct Tree<const N: usize> {
    labels: Vec<Label>,
    /// For each node but the root, the edge by which it was reached: the end outside the node, then the end inside it.
    entries: Vec<[usize; 2]>,
    /// Even vertices whose edges have not been scanned yet.
    fresh: Vec<usize>,
    /// For each vertex, the nearest even vertex in another node, with its slack.
    near: Vec<(usize, Weight<N>)>,
}

enum Event {
    Reach(usize),
    Meet(usize),
    Expand(usize),
}

impl<const N: usize> Matching<N> {
    /// Matches an unmatched vertex along an augmenting path; returns `false` if there is none.
    pub(super) fn search(&mut self, root: usize) -> bool {
        let mut tree = Tree {
            labels: vec![Label::Free; self.nodes.len()],
            entries: vec![[NONE; 2]; self.nodes.len()],
            fresh: Vec::new(),
            near: vec![(NONE, Weight::ZERO); self.size],
        };
        self.make_even(&mut tree, self.tops[root]);
        loop {
            while let Some(vertex) = tree.fresh.pop() {
                if self.look(&mut tree, vertex) {
                    return true;
                }
            }
            let Some((delta, event)) = self.next(&mut tree) else { return false };
            self.shift(&mut tree, delta);
            match event {
                Event::Reach(vertex) => {
                    let from = tree.near[vertex].0;
                    if self.reach(&mut tree, from, vertex) {
                        return true;
                    }
                }
                Event::Meet(vertex) => {
                    let other = tree.near[vertex].0;
                    self.shrink(&mut tree, [vertex, other]);
                }
                Event::Expand(blossom) => self.expand(&mut tree, blossom),
            }
        }
    }

    fn make_even(&self, tree: &mut Tree<N>, node: usize) {
        tree.labels[node] = Label::Even;
        for vertex in self.vertices(node) {
            tree.near[vertex].0 = NONE;
            tree.fresh.push(vertex);
        }
    }

    /// Adds a free node to the tree by a tight edge, together with the mate of its base. If the base has no mate, augments
    /// the matching and returns `true`.
    fn reach(&mut self, tree: &mut Tree<N>, from: usize, to: usize) -> bool {
        let node = self.tops[to];
        let base = self.nodes[node].base;
        let mate = self.mates[base];
        if mate == NONE {
            self.augment(tree, from, to);
            return true;
        }
        tree.labels[node] = Label::Odd;
        tree.entries[node] = [from, to];
        let next = self.tops[mate];
        tree.entries[next] = [base, mate];
        self.make_even(tree, next);
        false
    }

    /// Scans the edges of an even vertex and follows tight ones; returns whether the matching was augmented.
    fn look(&mut self, tree: &mut Tree<N>, vertex: usize) -> bool {
        for other in 0..self.size {
            if self.tops[other] == self.tops[vertex] {
                continue;
            }
            let Some(slack) = self.slack(vertex, other) else { continue };
            let label = tree.labels[self.tops[other]];
            if slack == Weight::ZERO && label == Label::Free {
                if self.reach(tree, vertex, other) {
                    return true;
                }
                continue;
            }
            if slack == Weight::ZERO && label == Label::Even {
                self.shrink(tree, [vertex, other]);
                continue;
            }
            let closer = |(near, distance): (usize, Weight<N>)| near == NONE || slack < distance;
            if closer(tree.near[other]) {
                tree.near[other] = (vertex, slack);
            }
            if label == Label::Even && closer(tree.near[vertex]) {
                tree.near[vertex] = (other, slack);
            }
        }
        false
    }

    /// Returns the next event of a dual adjustment, with the size of the adjustment at which it happens.
    fn next(&self, tree: &mut Tree<N>) -> Option<(Weight<N>, Event)> {
        let mut first: Option<(Weight<N>, Event)> = None;
        let mut offer = |delta: Weight<N>, event: Event| {
            if first.as_ref().is_none_or(|(least, _)| delta < *least) {
                first = Some((delta, event));
            }
        };
        for vertex in 0..self.size {
            let top = self.tops[vertex];
            let (near, slack) = tree.near[vertex];
            match tree.labels[top] {
                Label::Free if near != NONE => offer(slack, Event::Reach(vertex)),
                Label::Even if near != NONE => {
                    if self.tops[near] == top {
                        // The nearest vertex has been merged into the same node.
                        tree.near[vertex] = self.nearest_even(tree, vertex);
                    }
                    let (near, slack) = tree.near[vertex];
                    if near != NONE {
                        offer(slack.halved(), Event::Meet(vertex));
                    }
                }
                Label::Odd if top >= self.size && self.nodes[top].base == vertex => {
                    offer(self.nodes[top].half, Event::Expand(top));
                }
                _ => {}
            }
        }
        first
    }

    fn nearest_even(&self, tree: &Tree<N>, vertex: usize) -> (usize, Weight<N>) {
        let even = |other: usize| {
            let top = self.tops[other];
            let is_other = tree.labels[top] == Label::Even && top != self.tops[vertex];
            Some((self.slack(vertex, other).filter(|_| is_other)?, other))
        };
        (0..self.size).filter_map(even).min().map_or((NONE, Weight::ZERO), |(slack, other)| (other, slack))
    }

    fn shift(&mut self, tree: &mut Tree<N>, delta: Weight<N>) {
        if delta == Weight::ZERO {
            return;
        }
        for vertex in 0..self.size {
            let top = self.tops[vertex];
            // A blossom is adjusted only once, when its base is visited.
            let is_blossom = top >= self.size && self.nodes[top].base == vertex;
            match tree.labels[top] {
                Label::Free => tree.near[vertex].1 -= delta,
                Label::Even => {
                    self.duals[vertex] -= delta;
                    tree.near[vertex].1 -= delta.doubled();
                    if is_blossom {
                        self.nodes[top].half += delta;
                    }
                }
                Label::Odd => {
                    self.duals[vertex] += delta;
                    if is_blossom {
                        self.nodes[top].half -= delta;
                    }
                }
            }
        }
    }

    /// Returns a node's parent in the tree; `None` for the root.
    fn before(&self, tree: &Tree<N>, node: usize) -> Option<usize> {
        let [from, _] = tree.entries[node];
        (from != NONE).then(|| self.tops[from])
    }

    /// Contracts the cycle closed by a tight edge between two even nodes into a blossom.
    fn shrink(&mut self, tree: &mut Tree<N>, meeting: [usize; 2]) {
        let mut ways = meeting.map(|end| vec![self.tops[end]]);
        for way in &mut ways {
            while let Some(before) = way.last().and_then(|&node| self.before(tree, node)) {
                way.push(before);
            }
        }
        // The common part of both paths, except its lowest node, is not in the cycle.
        let [mut one, mut two] = ways;
        let mut common = NONE;
        while let (Some(&last), Some(&other)) = (one.last(), two.last()) {
            if last != other {
                break;
            }
            common = last;
            one.pop();
            two.pop();
        }
        // From the common node down to one end of the edge, across to the other end, and up again.
        let mut circle = vec![common];
        let mut links = Vec::new();
        for &node in one.iter().rev() {
            links.push(tree.entries[node]);
            circle.push(node);
        }
        links.push(meeting);
        for &node in &two {
            let [outer, inner] = tree.entries[node];
            links.push([inner, outer]);
            circle.push(node);
        }
        let odd: Vec<usize> = circle.iter().copied().filter(|&node| tree.labels[node] == Label::Odd).collect();
        let blossom = Node {
            parent: NONE,
            base: self.nodes[common].base,
            circle: circle.clone(),
            links,
            half: Weight::ZERO,
        };
        let number = match self.spare.pop() {
            Some(number) => {
                self.nodes[number] = blossom;
                number
            }
            None => {
                self.nodes.push(blossom);
                tree.labels.push(Label::Free);
                tree.entries.push([NONE; 2]);
                self.nodes.len() - 1
            }
        };
        tree.labels[number] = Label::Even;
        tree.entries[number] = tree.entries[common];
        for &node in &odd {
            for vertex in self.vertices(node) {
                tree.near[vertex].0 = NONE;
                tree.fresh.push(vertex);
            }
        }
        for &node in &circle {
            self.nodes[node].parent = number;
            for vertex in self.vertices(node) {
                self.tops[vertex] = number;
            }
        }
    }

    /// Expands an odd blossom whose dual is 0; the path through it stays in the tree.
    fn expand(&mut self, tree: &mut Tree<N>, blossom: usize) {
        let entry = tree.entries[blossom];
        tree.labels[blossom] = Label::Free;
        let (circle, links) = self.release(blossom);
        for &node in &circle {
            tree.labels[node] = Label::Free;
        }
        let entered = circle.iter().position(|&node| node == self.tops[entry[1]]).unwrap_or(0);
        let count = circle.len();
        // The matched edge of the base leaves the cycle, so the path from the entered node to the base has even length.
        let is_forward = entered % 2 == 1;
        tree.labels[circle[entered]] = Label::Odd;
        tree.entries[circle[entered]] = entry;
        let mut at = entered;
        let mut is_odd = true;
        while at != 0 {
            let (to, [from, into]) = if is_forward {
                ((at + 1) % count, links[at])
            } else {
                let [one, two] = links[at - 1];
                (at - 1, [two, one])
            };
            is_odd = !is_odd;
            let node = circle[to];
            tree.entries[node] = [from, into];
            if is_odd {
                tree.labels[node] = Label::Odd;
            } else {
                self.make_even(tree, node);
            }
            at = to;
        }
    }

    /// Matches an even vertex with an unmatched node outside the tree, and flips the path to the root.
    fn augment(&mut self, tree: &Tree<N>, from: usize, to: usize) {
        let (mut from, mut to) = (from, to);
        let outer = self.tops[to];
        self.rebase(outer, to);
        loop {
            let node = self.tops[from];
            self.rebase(node, from);
            self.mates[from] = to;
            self.mates[to] = from;
            let Some(odd) = self.before(tree, node) else { return };
            // The even node was reached by a matched edge, the odd one before it by an unmatched one.
            let [next, inner] = tree.entries[odd];
            self.rebase(odd, inner);
            (from, to) = (next, inner);
        }
    }
}
