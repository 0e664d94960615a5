/// Describes somebody who takes part, known by their index in the list of all.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Entrant {
    /// How strong they are when the tournament begins, in points; `None` if nobody knows.
    pub rating: Option<u32>,
    /// The first round they can play, from 1; higher for a late entry.
    pub from_round: u32,
    /// The last round they can play; `None` for whoever has not withdrawn.
    pub until_round: Option<u32>,
    /// The rounds for which they asked for a bye, in any order.
    pub byes_asked: Vec<u32>,
}

impl Entrant {
    /// Describes somebody who plays from the first round to the last.
    pub const fn new(rating: Option<u32>) -> Self {
        Self { rating, from_round: 1, until_round: None, byes_asked: Vec::new() }
    }

    /// Tells whether they have entered by a round, from 1, and not withdrawn before it.
    pub fn is_in(&self, round: u32) -> bool {
        self.from_round <= round && self.until_round.is_none_or(|until| round <= until)
    }

    /// Tells whether they are to be paired in a round, from 1: they are in, and asked for no bye.
    pub fn plays(&self, round: u32) -> bool {
        self.is_in(round) && !self.byes_asked.contains(&round)
    }
}
