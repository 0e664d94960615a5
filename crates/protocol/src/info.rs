use std::fmt;

use crate::Chances;

/// Tells how far an engine has come with its thinking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// The plies looked ahead.
    pub depth: u32,
    /// The place of this line among several, 1 for the best, or `None` if one alone was asked for.
    pub rank: Option<u32>,
    /// The score for the side to move, or `None` if there is none.
    pub score: Option<Evaluation>,
    /// What the score promises; `None` unless it is asked for, or if there is no score.
    pub chances: Option<Chances>,
    /// The positions looked at.
    pub nodes: u64,
    /// The milliseconds since the thinking began.
    pub time: u64,
    /// How much of the transposition table this search has filled, in thousandths, or `None` if that is not known.
    pub hashfull: Option<u32>,
    /// The expected line.
    pub line: Vec<String>,
}

/// Scores a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// An estimate in hundredths of the smallest piece's worth.
    Hundredths(i32),
    /// A proven win within so many moves, or if negative or 0, a proven loss; a move being a pair of plies, rounded up.
    Mate(i32),
}

impl Evaluation {
    /// Makes an evaluation of a proven end, given the plies to it: positive for a win.
    pub const fn mate_in_plies(plies: i32) -> Self {
        Self::Mate(if plies > 0 { (plies + 1) / 2 } else { (plies - 1) / 2 })
    }
}

/// Writes `cp N` or `mate N`.
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hundredths(number) => write!(f, "cp {number}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// Writes what follows the word `info`.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, rank, score, chances, nodes, time, hashfull, line } = self;
        write!(f, "depth {depth}")?;
        if let Some(rank) = rank {
            write!(f, " multipv {rank}")?;
        }
        if let Some(score) = score {
            write!(f, " score {score}")?;
        }
        if let Some(chances) = chances {
            write!(f, " wdl {chances}")?;
        }
        write!(f, " nodes {nodes} time {time}")?;
        if let Some(speed) = (u128::from(*nodes) * 1000).checked_div((*time).into()) {
            write!(f, " nps {speed}")?;
        }
        if let Some(thousandths) = hashfull {
            write!(f, " hashfull {thousandths}")?;
        }
        if !line.is_empty() {
            f.write_str(" pv")?;
        }
        line.iter().try_for_each(|text| write!(f, " {text}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_are_written() {
        let mut info = Info {
            depth: 3,
            rank: None,
            score: Some(Evaluation::Hundredths(-35)),
            chances: None,
            nodes: 1200,
            time: 0,
            hashfull: None,
            line: vec!["a1a2".to_owned(), "b1b2".to_owned()],
        };
        assert_eq!(info.to_string(), "depth 3 score cp -35 nodes 1200 time 0 pv a1a2 b1b2");
        info = Info { time: 4, score: None, line: Vec::new(), ..info };
        assert_eq!(info.to_string(), "depth 3 nodes 1200 time 4 nps 300000");
        info = Info { rank: Some(2), score: Some(Evaluation::Mate(-3)), hashfull: Some(7), ..info };
        assert_eq!(info.to_string(), "depth 3 multipv 2 score mate -3 nodes 1200 time 4 nps 300000 hashfull 7");
        info = Info { rank: None, chances: Some(Chances::of(Evaluation::Mate(-3))), hashfull: None, ..info };
        assert_eq!(info.to_string(), "depth 3 score mate -3 wdl 0 0 1000 nodes 1200 time 4 nps 300000");
    }

    #[test]
    fn ends_are_counted_in_moves() {
        let moves = [1, 2, 3, 9, 0, -1, -2, -7].map(|plies| match Evaluation::mate_in_plies(plies) {
            Evaluation::Mate(moves) => moves,
            Evaluation::Hundredths(_) => unreachable!(),
        });
        assert_eq!(moves, [1, 1, 2, 5, 0, -1, -1, -4]);
    }
}
