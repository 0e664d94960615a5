/// Names a figure by which those with equal points are told apart.
///
/// The definitions are those of FIDE's handbook, C.07. Of rounds that were not played it says what [`standings`](crate::standings) tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TieBreak {
    /// The points from games between those who are equal so far. It tells apart only whom it tells apart whatever games between them, which
    /// were not played, would have brought.
    DirectEncounter,
    /// The points of all opponents.
    Buchholz,
    /// The points of all opponents but the least of them; rounds that were missed by one's own will go first.
    BuchholzCut1,
    /// The points of each opponent, times what one won against them.
    SonnebornBerger,
    /// The games that were won, played ones only.
    Wins,
    /// The points that one had after each round, added up.
    Progressive,
}

impl TieBreak {
    /// Lists all.
    pub const ALL: [Self; 6] = [
        Self::DirectEncounter,
        Self::Buchholz,
        Self::BuchholzCut1,
        Self::SonnebornBerger,
        Self::Wins,
        Self::Progressive,
    ];

    /// Returns the word under which databases keep it and the interface names it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::DirectEncounter => "direct-encounter",
            Self::Buchholz => "buchholz",
            Self::BuchholzCut1 => "buchholz-cut-1",
            Self::SonnebornBerger => "sonneborn-berger",
            Self::Wins => "wins",
            Self::Progressive => "progressive",
        }
    }

    /// Reads a tie-break's word; `None` if it is none.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Returns which part of a whole its values count: halves, quarters or wholes.
    pub const fn parts(self) -> u32 {
        match self {
            Self::Wins => 1,
            Self::SonnebornBerger => 4,
            _ => 2,
        }
    }
}

/// Tells what a tie-break is for somebody, and what it was made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tie {
    /// Which one.
    pub kind: TieBreak,
    /// What it comes to, counted in the [parts](TieBreak::parts) of its kind.
    pub value: u32,
    /// What it was made of, by rounds; those that are not cut add up to the value.
    pub figures: Vec<Figure>,
}

impl Tie {
    pub(crate) fn new(kind: TieBreak, figures: Vec<Figure>) -> Self {
        let value = figures.iter().filter(|figure| !figure.is_cut).map(|figure| figure.value).sum();
        Self { kind, value, figures }
    }
}

/// Tells what a round adds to a tie-break.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Figure {
    /// The round, from 1.
    pub round: u32,
    /// Who was met; `None` if nobody was, so that one's own points stand for an opponent's.
    pub opponent: Option<usize>,
    /// What one got in the round, in half points.
    pub result: u32,
    /// What counts as the opponent's points, in half points; 0 where the tie-break does not ask for them.
    pub score: u32,
    /// What this adds, counted in the [parts](TieBreak::parts) of its kind.
    pub value: u32,
    /// Whether it is left out.
    pub is_cut: bool,
}
