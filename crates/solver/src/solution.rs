use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

/// A unique way to force a win: the attacker's moves with all defences, as a tree.
///
/// Each key is a move, or several moves separated by spaces that have the same continuation. If the attacker is to move, there is
/// one entry with the only move that keeps the win within the plies that are left, or with all moves that win at once.
/// If the defender is to move, the entries contain every legal move once. The tree is empty where the attacker has won.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Solution(pub BTreeMap<String, Self>);

impl Solution {
    /// Creates a solution from moves with their continuations; moves with the same continuation share an entry.
    pub(crate) fn of(branches: impl IntoIterator<Item = (String, Self)>) -> Self {
        let mut grouped: HashMap<Self, Vec<String>> = HashMap::new();
        for (text, then) in branches {
            grouped.entry(then).or_default().push(text);
        }
        let entries = grouped.into_iter().map(|(then, mut texts)| {
            texts.sort_unstable();
            (texts.join(" "), then)
        });
        Self(entries.collect())
    }

    /// Lists the moves with their continuations.
    pub fn branches(&self) -> impl Iterator<Item = (&str, &Self)> {
        self.0.iter().flat_map(|(texts, then)| texts.split(' ').map(move |text| (text, then)))
    }

    /// Returns the continuation after a move.
    pub fn after(&self, text: &str) -> Option<&Self> {
        self.branches().find(|branch| branch.0 == text).map(|branch| branch.1)
    }

    /// Counts the moves in the text of the tree.
    pub fn size(&self) -> usize {
        self.0.iter().map(|(texts, then)| texts.split(' ').count() + then.size()).sum()
    }

    /// Returns the number of plies of the longest line.
    pub fn plies(&self) -> u16 {
        self.0.values().map(|then| then.plies() + 1).max().unwrap_or(0)
    }

    /// Counts the lines of the tree.
    pub fn lines(&self) -> usize {
        if self.0.is_empty() {
            return 1;
        }
        self.0.iter().map(|(texts, then)| texts.split(' ').count() * then.lines()).sum()
    }

    /// Returns the first of the longest lines: in each position the first move, in alphabetical order, that lasts longest.
    pub fn main_line(&self) -> Vec<&str> {
        let (mut line, mut at) = (Vec::new(), self);
        while let Some((text, then)) = at.branches().min_by_key(|(text, then)| (u16::MAX - then.plies(), *text))
        {
            line.push(text);
            at = then;
        }
        line
    }
}
