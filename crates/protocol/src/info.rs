use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    pub depth: u32,
    /// The MultiPV rank of this line, 1 for the best; `None` if only one line was requested.
    pub rank: Option<u32>,
    /// The score from the point of view of the side to move.
    pub score: Option<Evaluation>,
    pub chances: Option<Chances>,
    pub nodes: u64,
    /// The time since the search began, in milliseconds.
    pub time: u64,
    /// How much of the transposition table this search has filled, in permille.
    pub hashfull: Option<u32>,
    pub line: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// A score in centipawns: hundredths of the value of the least valuable piece.
    Hundredths(i32),
    /// A proven win in this many moves, or a proven loss if 0 or negative. A move is two plies; the number is rounded up.
    Mate(i32),
}

impl Evaluation {
    /// Converts a distance in plies to moves; it is positive for a win, and 0 or negative for a loss.
    pub const fn mate_in_plies(plies: i32) -> Self {
        Self::Mate(if plies > 0 { (plies + 1) / 2 } else { (plies - 1) / 2 })
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hundredths(number) => write!(f, "cp {number}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

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

/// The score in centipawns at which the probability of a win is ½; also the scale of the logistic curve.
const LEAD: f64 = 150.0;
const WHOLE: u16 = 1000;

/// Win, draw and loss probabilities for the side to move, in permille; they sum to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chances {
    pub win: u16,
    pub draw: u16,
    pub loss: u16,
}

impl Chances {
    /// Estimates the probabilities from an evaluation: a logistic curve for a win, its mirror image for a loss, and draws between them.
    ///
    /// A proven win or loss has probability 1. The curve is the same for all games and has not been fitted to any of them.
    pub fn of(evaluation: Evaluation) -> Self {
        let (win, loss) = match evaluation {
            Evaluation::Mate(moves) if moves > 0 => (WHOLE, 0),
            Evaluation::Mate(_) => (0, WHOLE),
            Evaluation::Hundredths(lead) => (winning(lead.into()), winning(-f64::from(lead))),
        };
        // Both probabilities may have been rounded up.
        let loss = loss.min(WHOLE - win);
        Self { win, draw: WHOLE - win - loss, loss }
    }
}

fn winning(lead: f64) -> u16 {
    let share = 1.0 / (1.0 + ((LEAD - lead) / LEAD).exp());
    (share * f64::from(WHOLE)).round() as u16
}

impl fmt::Display for Chances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { win, draw, loss } = self;
        write!(f, "{win} {draw} {loss}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_lines_are_written() {
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
    fn mate_distances_are_in_moves() {
        let moves = [1, 2, 3, 9, 0, -1, -2, -7].map(|plies| match Evaluation::mate_in_plies(plies) {
            Evaluation::Mate(moves) => moves,
            Evaluation::Hundredths(_) => unreachable!(),
        });
        assert_eq!(moves, [1, 1, 2, 5, 0, -1, -1, -4]);
    }

    #[test]
    fn chances_follow_the_curve() {
        for (lead, expected) in [
            (0, "269 462 269"),
            (150, "500 381 119"),
            (-150, "119 381 500"),
            (400, "841 134 25"),
            (i32::MAX, "1000 0 0"),
            (i32::MIN, "0 0 1000"),
        ] {
            assert_eq!(Chances::of(Evaluation::Hundredths(lead)).to_string(), expected, "{lead}");
        }
    }

    #[test]
    fn proven_ends_are_certain() {
        for (moves, expected) in [(1, "1000 0 0"), (40, "1000 0 0"), (0, "0 0 1000"), (-3, "0 0 1000")] {
            assert_eq!(Chances::of(Evaluation::Mate(moves)).to_string(), expected, "{moves}");
        }
    }

    #[test]
    fn chances_sum_to_1000_and_are_monotonic_and_symmetric() {
        let mut before = Chances::of(Evaluation::Hundredths(-5001));
        for lead in -5000..=5000 {
            let chances @ Chances { win, draw, loss } = Chances::of(Evaluation::Hundredths(lead));
            assert_eq!(win + draw + loss, WHOLE, "{lead}");
            assert!(win >= before.win && loss <= before.loss, "{lead}");
            assert_eq!(
                Chances::of(Evaluation::Hundredths(-lead)),
                Chances { win: loss, draw, loss: win },
                "{lead}"
            );
            before = chances;
        }
    }
}
