use crate::{
    HeldCard, Intent, Kind, Language, Manner, Misfit, Peril, Reason, Relation, Rules, Side, Square, SquareSet,
    Text, Trace, Voice,
};

/// How a game is shown to people: the effects of powers on the board, and sentences for the decisions of the rules.
pub trait Presentation: Rules {
    /// Returns the codes of all reasons, notices and conditions; each has a sentence.
    fn reason_codes(&self) -> Vec<&str>;
    /// Formats a reason, notice or condition of this position as a sentence; `None` for an unknown code.
    fn sentence(&self, position: &Self::Position, reason: &Reason, voice: Voice<'_>) -> Option<String>;

    /// Returns the rules for players in Markdown; games defined as text generate it on demand.
    fn rules_page(&self, language: Language) -> String {
        self.metadata().rules_page.get(language).to_owned()
    }
    /// Returns the relations that powers create between pieces.
    fn relations(&self, _position: &Self::Position) -> Vec<Relation> {
        Vec::new()
    }
    /// Returns the codes of the marks of the piece on a square.
    fn marks(&self, _position: &Self::Position, _square: Square) -> Vec<&str> {
        Vec::new()
    }
    /// Returns the marks that moves have left on squares; marks on no square may be omitted.
    fn traces(&self, _position: &Self::Position) -> Vec<Trace> {
        Vec::new()
    }
    /// Returns an SVG path for a mark, centred on the origin and up to 12 units in every direction; `None` for a default shape.
    fn badge(&self, _mark: &str) -> Option<&str> {
        None
    }
    /// Returns the cards held by the players, one side after the other.
    fn held_cards(&self, _position: &Self::Position) -> Vec<HeldCard> {
        Vec::new()
    }
    /// Returns whether PGN records without a game name are records of this game, as for one game only.
    fn is_unnamed(&self) -> bool {
        false
    }
    /// Converts a position written by another program to canonical form; `None` (the default) if nothing needs fixing.
    fn adopt_position(&self, _text: &str) -> Option<String> {
        None
    }
    /// Writes a legal move in short notation, as one word; `None` (the default) if the game has no short notation.
    fn write_short(&self, _position: &Self::Position, _intent: Intent) -> Option<String> {
        None
    }
    /// Returns the legal moves that a text in short notation can mean; `None` if it is not short notation.
    fn read_short(&self, _position: &Self::Position, _text: &str) -> Option<Vec<Intent>> {
        None
    }
    /// Returns how a legal move is shown and described.
    fn manner(&self, position: &Self::Position, intent: Intent) -> Manner {
        Manner::of(&self.effects(position, intent))
    }
    /// Describes a legal move whose effects on the pieces do not say enough; `None` for other moves.
    fn wording(&self, _position: &Self::Position, _intent: Intent, _voice: Voice<'_>) -> Option<String> {
        None
    }
    /// Returns the pieces in danger in an alert, such as an attacked royal piece.
    fn alerted(&self, _position: &Self::Position) -> SquareSet {
        SquareSet::EMPTY
    }
    /// Returns facts to show before a legal move is completed.
    fn notices(&self, _position: &Self::Position, _intent: Intent) -> Vec<Reason> {
        Vec::new()
    }
    /// Returns facts to show about the whole position, such as a freeze.
    fn conditions(&self, _position: &Self::Position) -> Vec<Reason> {
        Vec::new()
    }
    /// Returns the pieces of a side that attack a square: those that could capture an enemy piece there (an ordinary one if the
    /// square is empty) if it were their turn, ignoring what they would leave in danger and how many must attack together.
    /// `None` (the default) if the rules cannot tell.
    fn attackers(&self, _position: &Self::Position, _side: Side, _square: Square) -> Option<SquareSet> {
        None
    }
    /// Returns how many pieces must attack a kind together before any of them can capture it; by default 1.
    fn falls_to(&self, _kind: Kind) -> usize {
        1
    }
    /// Returns what protects the piece on a square from capture: powers over it, and powers over enemies that could otherwise capture it.
    fn shields(&self, _position: &Self::Position, _square: Square) -> Vec<Reason> {
        Vec::new()
    }
    /// Returns the piece that a move would leave in danger according to a reason; `None` for other reasons.
    fn peril(&self, _reason: &Reason) -> Option<Peril> {
        None
    }
    /// Describes the piece on a square including what it carries; `None` if the description of its kind is enough.
    fn portrait(&self, _position: &Self::Position, _square: Square, _language: Language) -> Option<String> {
        None
    }
    /// Explains what a mark means for the piece that carries it; `None` if its name is enough.
    fn meaning(&self, _mark: &str) -> Option<&Text> {
        None
    }
    /// Formats a reason as a sentence; unknown codes get a generic one.
    fn say(&self, position: &Self::Position, reason: &Reason, voice: Voice<'_>) -> String {
        static REFUSED: Text = Text::new("The rules do not allow this.", "Les règles ne le permettent pas.");
        static MISFIT: Text = Text::new(
            "This move would do something impossible on the board.",
            "Ce coup ferait quelque chose d'impossible sur le plateau.",
        );
        let text = if reason.code == Misfit::CODE { &MISFIT } else { &REFUSED };
        self.sentence(position, reason, voice).unwrap_or_else(|| text.get(voice.language).to_owned())
    }
}
