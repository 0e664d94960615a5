use std::collections::{HashMap, VecDeque};

use entourage_kernel::{Board, Evaluate, Intent};

use crate::{Claim, Distance, Proof, Reply, Solver};

/// Why no proof can be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoProof {
    /// No win has been found yet, or the game is already over.
    NothingFound,
    /// The search result is wrong, because two positions have the same hash.
    Collision,
}

/// A claim under construction, whose replies still refer to positions instead of claim numbers.
struct Draft {
    plies: u16,
    replies: Vec<(Intent, Option<String>)>,
}

type Drafts = HashMap<String, Draft>;

impl<R: Evaluate> Solver<R> {
    /// Returns a proof of the win that was found; repeats the search where the table has lost entries.
    pub fn proof(&mut self, spec: &str) -> Result<Proof, NoProof> {
        let Distance { most, .. } = self.distance();
        let root = self.root.clone();
        if most == Distance::NEVER || self.end(&root).is_some() {
            return Err(NoProof::NothingFound);
        }
        let mut drafts = Drafts::new();
        self.draft(&root, most, &mut drafts)?;
        Ok(Proof {
            game: spec.to_owned(),
            attacker: self.attacker(),
            claims: self.numbered(&drafts),
            texts: Vec::new(),
        })
    }

    /// Drafts the claim for a nonterminal position, and all claims on which it depends; returns the number of plies claimed.
    fn draft(&mut self, position: &R::Position, plies: u16, drafts: &mut Drafts) -> Result<u16, NoProof> {
        let text = self.rules.write_position(position);
        if let Some(draft) = drafts.get(&text).filter(|draft| draft.plies <= plies) {
            return Ok(draft.plies);
        }
        if plies == 0 {
            return Err(NoProof::Collision);
        }
        let mut moves = Vec::new();
        self.rules.legal_moves(position, &mut moves);
        if position.side_to_move() == self.attacker() {
            moves = vec![self.winning(position, &moves, plies)?];
        }
        let mut farthest = 0;
        let mut replies = Vec::with_capacity(moves.len());
        for intent in moves {
            let child = self.rules.play_unchecked(position, intent);
            match self.end(&child) {
                Some(Distance::WON) => replies.push((intent, None)),
                Some(_) => return Err(NoProof::Collision),
                None => {
                    if self.known(&child) >= plies && self.settle(&child, plies - 1) != Some(true) {
                        return Err(NoProof::Collision);
                    }
                    let bound = self.known(&child).min(plies - 1);
                    farthest = farthest.max(self.draft(&child, bound, drafts)?);
                    replies.push((intent, Some(self.rules.write_position(&child))));
                }
            }
        }
        let plies = farthest + 1;
        // The position can occur again further down the line, closer to the end.
        if drafts.get(&text).is_none_or(|draft| plies < draft.plies) {
            drafts.insert(text, Draft { plies, replies });
        }
        Ok(plies)
    }

    fn known(&self, position: &R::Position) -> u16 {
        self.table.find(self.key(position)).map_or(Distance::NEVER, |entry| entry.distance.most)
    }

    /// Chooses the attacker's move with the shortest known win within `plies`.
    fn winning(&mut self, position: &R::Position, moves: &[Intent], plies: u16) -> Result<Intent, NoProof> {
        for forgotten in [false, true] {
            if forgotten && self.settle(position, plies) != Some(true) {
                break;
            }
            let children = moves.iter().map(|&intent| {
                let child = self.rules.play_unchecked(position, intent);
                (self.end(&child).map_or_else(|| self.known(&child), |end| end.most), intent)
            });
            if let Some((_, intent)) = children.min_by_key(|child| child.0).filter(|child| child.0 < plies) {
                return Ok(intent);
            }
        }
        for &intent in moves {
            let child = self.rules.play_unchecked(position, intent);
            if self.end(&child).is_none() && plies > 1 && self.settle(&child, plies - 1) == Some(true) {
                return Ok(intent);
            }
        }
        Err(NoProof::Collision)
    }

    fn numbered(&self, drafts: &Drafts) -> Vec<Claim> {
        let root = self.rules.write_position(&self.root);
        let mut numbers = HashMap::from([(root.clone(), 0)]);
        let mut queue = VecDeque::from([root]);
        let mut claims = Vec::new();
        while let Some(position) = queue.pop_front() {
            let Some(draft) = drafts.get(&position) else { continue };
            let replies = draft.replies.iter().map(|(intent, to)| {
                let to = to.as_ref().map(|child| {
                    let next = numbers.len();
                    *numbers.entry(child.clone()).or_insert_with(|| {
                        queue.push_back(child.clone());
                        next
                    })
                });
                Reply { text: self.rules.write_move(*intent), to }
            });
            let replies = replies.collect();
            claims.push(Claim { plies: draft.plies, position, replies });
        }
        claims
    }
}
