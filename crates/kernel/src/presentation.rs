use crate::{
    HeldCard, Intent, Kind, Language, Manner, Misfit, Peril, Reason, Relation, Rules, Side, Square, SquareSet,
    Text, Trace, Voice,
};

/// How a game is shown to users: the effects of powers on the board, and messages that explain the rules' decisions.
pub trait Presentation: Rules {
    /// Returns the codes of all reasons, notices and conditions; [`sentence`](Self::sentence) must support them all.
    fn reason_codes(&self) -> Vec<&str>;
    /// Formats a reason, notice or condition of this position as a sentence; `None` for an unknown code.
    fn sentence(&self, position: &Self::Position, reason: &Reason, voice: Voice<'_>) -> Option<String>;

    /// Returns the rules for players in Markdown; user-defined games generate them on demand.
    fn rules_page(&self, language: Language) -> String {
        self.metadata().rules_page.get(language).to_owned()
    }
    /// Returns the relations that powers create between pieces.
    fn relations(&self, _position: &Self::Position) -> Vec<Relation> {
        Vec::new()
    }
    /// Returns the codes of the marks that the piece on a square carries.
    fn marks(&self, _position: &Self::Position, _square: Square) -> Vec<&str> {
        Vec::new()
    }
    /// Returns the marks that moves have left on squares; marks that are on no square can be omitted.
    fn traces(&self, _position: &Self::Position) -> Vec<Trace> {
        Vec::new()
    }
    /// Returns an SVG path for a mark, within 12 units of the origin in every direction; `None` for a default shape.
    fn badge(&self, _mark: &str) -> Option<&str> {
        None
    }
    /// Returns the cards that the players hold, grouped by side.
    fn held_cards(&self, _position: &Self::Position) -> Vec<HeldCard> {
        Vec::new()
    }
    /// Returns whether PGN records that do not name a game belong to this game; true for at most one game.
    fn is_unnamed(&self) -> bool {
        false
    }
    /// Converts a position string written by another program to canonical form; `None` (the default) if it needs no conversion.
    fn adopt_position(&self, _text: &str) -> Option<String> {
        None
    }
    /// Writes a legal move in short notation, as one word; `None` (the default) if the game has no short notation.
    fn write_short(&self, _position: &Self::Position, _intent: Intent) -> Option<String> {
        None
    }
    /// Returns the legal moves that a text in short notation can mean; `None` if the text is not short notation.
    fn read_short(&self, _position: &Self::Position, _text: &str) -> Option<Vec<Intent>> {
        None
    }
    /// Returns how a legal move is shown and described.
    fn manner(&self, position: &Self::Position, intent: Intent) -> Manner {
        Manner::of(&self.effects(position, intent))
    }
    /// Describes a legal move in words, if its effects on the pieces do not describe it fully; `None` for other moves.
    fn wording(&self, _position: &Self::Position, _intent: Intent, _voice: Voice<'_>) -> Option<String> {
        None
    }
    /// Returns the squares of the pieces that are in check, or that are threatened according to another alert.
    fn alerted(&self, _position: &Self::Position) -> SquareSet {
        SquareSet::EMPTY
    }
    /// Returns facts to show to the player before a legal move is completed.
    fn notices(&self, _position: &Self::Position, _intent: Intent) -> Vec<Reason> {
        Vec::new()
    }
    /// Returns facts to show to the players about the whole position, such as a freeze.
    fn conditions(&self, _position: &Self::Position) -> Vec<Reason> {
        Vec::new()
    }
    /// Returns the pieces of a side that attack a square: on their turn, they could capture an enemy piece there
    /// (on an empty square, an ordinary piece placed there). This ignores danger to their own side and how many
    /// attackers a capture needs. `None` (the default) if the game does not determine attackers.
    fn attackers(&self, _position: &Self::Position, _side: Side, _square: Square) -> Option<SquareSet> {
        None
    }
    /// Returns how many pieces must attack a piece of this kind at once before it can be captured; by default 1.
    fn falls_to(&self, _kind: Kind) -> usize {
        1
    }
    /// Returns what protects the piece on a square from capture: powers over the piece, and powers over enemies that attack it.
    fn shields(&self, _position: &Self::Position, _square: Square) -> Vec<Reason> {
        Vec::new()
    }
    /// If `reason` is that the refused move would leave a piece in danger, returns that piece; otherwise `None`.
    fn peril(&self, _reason: &Reason) -> Option<Peril> {
        None
    }
    /// Describes the piece on a square, including the cards it carries; `None` if the description of its kind is enough.
    fn portrait(&self, _position: &Self::Position, _square: Square, _language: Language) -> Option<String> {
        None
    }
    /// Returns what a mark means for the piece that carries it; `None` if the mark's name is enough.
    fn meaning(&self, _mark: &str) -> Option<&Text> {
        None
    }
    /// Formats a reason as a sentence; an unknown code gets a generic sentence.
    fn say(&self, position: &Self::Position, reason: &Reason, voice: Voice<'_>) -> String {
        static REFUSED: Text = Text::new("The rules do not allow this.", "Les règles ne le permettent pas.");
        static MISFIT: Text = Text::new(
            "This move would have an impossible effect on the board.",
            "Ce coup aurait un effet impossible sur le plateau.",
        );
        let text = if reason.code == Misfit::CODE { &MISFIT } else { &REFUSED };
        self.sentence(position, reason, voice).unwrap_or_else(|| text.get(voice.language).to_owned())
    }
}
