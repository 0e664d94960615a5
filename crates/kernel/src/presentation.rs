use crate::{
    HeldCard, Intent, Kind, Language, Manner, Misfit, Peril, Reason, Relation, Rules, Side, Square, SquareSet,
    Text, Trace, Voice,
};

/// Shows a game to people: what powers do on the board, and sentences for what the law decides.
pub trait Presentation: Rules {
    /// Lists the codes of all reasons for which the law refuses, and of all notices and conditions: each has a sentence.
    fn reason_codes(&self) -> Vec<&str>;
    /// Makes a sentence of a reason, a notice or a condition that belongs to this position; `None` for a code that is not this game's.
    fn sentence(&self, position: &Self::Position, reason: &Reason, voice: Voice<'_>) -> Option<String>;

    /// Returns the rules for players in Markdown; a game whose page is made of its rules makes it when it is read.
    fn rules_page(&self, language: Language) -> String {
        self.metadata().rules_page.get(language).to_owned()
    }
    /// Lists the relations that powers make between pieces here.
    fn relations(&self, _position: &Self::Position) -> Vec<Relation> {
        Vec::new()
    }
    /// Lists the marks that the piece on a square carries, by code.
    fn marks(&self, _position: &Self::Position, _square: Square) -> Vec<&str> {
        Vec::new()
    }
    /// Lists the marks that moves have left on squares here; those that lie nowhere may be left out.
    fn traces(&self, _position: &Self::Position) -> Vec<Trace> {
        Vec::new()
    }
    /// Returns an SVG path that shows a mark, around the origin and 12 units wide in every direction; `None` leaves the shape to the page.
    fn badge(&self, _mark: &str) -> Option<&str> {
        None
    }
    /// Lists the cards of the catalogue that the players have here, side by side.
    fn held_cards(&self, _position: &Self::Position) -> Vec<HeldCard> {
        Vec::new()
    }
    /// Returns whether records of games that do not name theirs are of this one, as PGN has it of one game alone.
    fn is_unnamed(&self) -> bool {
        false
    }
    /// Writes canonically a position that other programs write otherwise; `None` where there is nothing to fix, as by default.
    fn adopt_position(&self, _text: &str) -> Option<String> {
        None
    }
    /// Writes a legal move in the players' short notation, in one word; `None` where the game has none, as by default.
    fn write_short(&self, _position: &Self::Position, _intent: Intent) -> Option<String> {
        None
    }
    /// Finds the legal moves that a text in short notation may mean; `None` for a text that is not of the notation.
    fn read_short(&self, _position: &Self::Position, _text: &str) -> Option<Vec<Intent>> {
        None
    }
    /// Returns how a legal move is shown and spoken of.
    fn manner(&self, position: &Self::Position, intent: Intent) -> Manner {
        Manner::of(&self.effects(position, intent))
    }
    /// Returns what a legal move does where its effects on the pieces cannot tell; `None` where they can.
    fn wording(&self, _position: &Self::Position, _intent: Intent, _voice: Voice<'_>) -> Option<String> {
        None
    }
    /// Returns the pieces that an alert warns of, such as a royal piece under attack.
    fn alerted(&self, _position: &Self::Position) -> SquareSet {
        SquareSet::EMPTY
    }
    /// Lists facts the rules want told before a legal move is completed.
    fn notices(&self, _position: &Self::Position, _intent: Intent) -> Vec<Reason> {
        Vec::new()
    }
    /// Lists facts about the whole position worth telling, such as a freeze.
    fn conditions(&self, _position: &Self::Position) -> Vec<Reason> {
        Vec::new()
    }
    /// Returns the pieces of a side that attack a square: that could capture the enemy there if it were their turn, or where none stands an
    /// ordinary one, what they would leave in danger and how many it takes left aside; `None` where the rules do not tell, as by default.
    fn attackers(&self, _position: &Self::Position, _side: Side, _square: Square) -> Option<SquareSet> {
        None
    }
    /// Returns how many must attack a piece of a kind together before any of them may capture it: by default, one is enough.
    fn falls_to(&self, _kind: Kind) -> usize {
        1
    }
    /// Lists what keeps the piece on a square from being captured: powers over it, and powers over enemies that would capture it otherwise.
    fn shields(&self, _position: &Self::Position, _square: Square) -> Vec<Reason> {
        Vec::new()
    }
    /// Reads of a reason that a move would leave in danger what must be saved; `None` for a reason that says anything else.
    fn peril(&self, _reason: &Reason) -> Option<Peril> {
        None
    }
    /// Describes the piece on a square as it is by what it carries; `None` where the description of its kind says all.
    fn portrait(&self, _position: &Self::Position, _square: Square, _language: Language) -> Option<String> {
        None
    }
    /// Returns what a mark means for the piece that carries it; `None` where its name says all.
    fn meaning(&self, _mark: &str) -> Option<&Text> {
        None
    }
    /// Makes a sentence of a reason, and of one whose code nobody knows that the rules do not allow the move.
    fn say(&self, position: &Self::Position, reason: &Reason, voice: Voice<'_>) -> String {
        static REFUSED: Text = Text::new("The rules do not allow this.", "Les règles ne le permettent pas.");
        static MISFIT: Text = Text::new(
            "What this move should do cannot be done on the board.",
            "Ce que ce coup devrait faire ne peut se faire sur le plateau.",
        );
        let text = if reason.code == Misfit::CODE { &MISFIT } else { &REFUSED };
        self.sentence(position, reason, voice).unwrap_or_else(|| text.get(voice.language).to_owned())
    }
}
