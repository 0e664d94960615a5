use entourage_laboratory::Notes;
use entourage_registry::view::MomentView;
use serde::{Deserialize, Serialize};

/// Tells what came of a job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "done", rename_all = "kebab-case")]
pub enum Done {
    /// So many random games of a game were played.
    Tried {
        /// How many.
        games: u32,
        /// The plies of the longest.
        longest: u32,
        /// How many ended by the rules.
        ended: u32,
        /// What that took, in milliseconds.
        ms: u32,
    },
    /// Law and generator of a game do not say the same.
    Differ {
        /// The position in which they differ.
        position: String,
    },
    /// A game of a laboratory was played.
    Noted {
        /// What was noted of it.
        notes: Box<Notes>,
    },
    /// What happened in a game, in a few moments.
    Reviewed {
        /// The moments, in the order in which they came.
        moments: Vec<Moment>,
    },
    /// The job means nothing to a worker: its game cannot be read or begun there.
    Senseless,
    /// Workers died of the job, one after another.
    Deadly,
}

/// Tells of a moment of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Moment {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// `turn` where the balance turned, `capture` for a great capture, `alert` for the first alert, `end` for the last move.
    pub sort: String,
    /// What happened, in a sentence.
    pub sentence: String,
    /// What would have been better, in a sentence.
    pub better: Option<String>,
}

impl From<MomentView> for Moment {
    fn from(view: MomentView) -> Self {
        let MomentView { ply, sort, sentence, better, .. } = view;
        Self { ply, sort: sort.to_owned(), sentence, better }
    }
}
