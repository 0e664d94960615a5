entourage_kernel::words! {
    /// A tie-break from FIDE's handbook, C.07, with its name in the database and the API. [`standings`](crate::standings) describes how
    /// unplayed rounds count.
    pub enum TieBreak: word {
        /// Points from games between tied players, if no unplayed game between them could change the order.
        DirectEncounter = "direct-encounter",
        /// The points of all opponents.
        Buchholz = "buchholz",
        /// The points of all opponents except the lowest-scoring one; rounds missed by choice are cut first.
        BuchholzCut1 = "buchholz-cut-1",
        /// Each opponent's points times the result against them.
        SonnebornBerger = "sonneborn-berger",
        Wins = "wins",
        /// The sum of the points after each round.
        Progressive = "progressive",
    }
}

impl TieBreak {
    /// Returns the denominator of the tie-break's values: 2 for half points, 4 for their products, 1 for numbers of wins.
    pub const fn parts(self) -> u32 {
        match self {
            Self::Wins => 1,
            Self::SonnebornBerger => 4,
            _ => 2,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tie {
    pub kind: TieBreak,
    /// The value in units of 1/[`parts`](TieBreak::parts).
    pub value: u32,
    /// The contribution of each round; the value is the sum of the contributions that are not cut.
    pub figures: Vec<Figure>,
}

impl Tie {
    pub(crate) fn new(kind: TieBreak, figures: Vec<Figure>) -> Self {
        let value = figures.iter().filter(|figure| !figure.is_cut).map(|figure| figure.value).sum();
        Self { kind, value, figures }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Figure {
    pub round: u32,
    /// The opponent; `None` if there was none, in which case the player's own points count instead.
    pub opponent: Option<usize>,
    /// The player's result in half points.
    pub result: u32,
    /// The opponent's adjusted points, in half points; 0 if the tie-break does not need them.
    pub score: u32,
    /// The value in units of 1/[`parts`](TieBreak::parts).
    pub value: u32,
    pub is_cut: bool,
}
