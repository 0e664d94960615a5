#![allow(missing_docs, reason = "fields are named for what they hold")]

use std::borrow::Cow;

use crate::{Aura, Courier, Hue, Kind, Piece, PositionForm, SharedStr, Side, Text, Weight};

/// The description of a game: names, pieces, options, terms and texts. The data is owned, so that games can be created at run time.
#[derive(Clone, Debug)]
pub struct Metadata {
    /// The identifier used in specs and URLs, lower case.
    pub id: SharedStr,
    pub name: Text,
    /// One sentence that introduces the game to newcomers.
    pub tagline: Text,
    /// How a player wins, in one short sentence that addresses the player.
    pub goal: Text,
    /// The colour of the board and of the cover.
    pub hue: Hue,
    /// The position and moves that represent the game in overviews.
    pub cover: Cover,
    /// The version of the rules, which changes with every change to legal moves or results.
    pub rules_version: SharedStr,
    /// The names of the two players, in the order in which they move.
    pub sides: [Text; 2],
    /// The kinds of piece in index order.
    pub kinds: Cow<'static, [PieceKind]>,
    /// The format of position strings.
    pub form: PositionForm,
    /// The options that players can choose from, except adjudication options.
    pub options: Cow<'static, [GameOption]>,
    /// The marks that pieces can carry ([`Presentation::marks`](crate::Presentation::marks)).
    pub marks: Cow<'static, [Named]>,
    /// The kinds of relation between pieces that powers create.
    pub relations: Cow<'static, [RelationKind]>,
    /// The powers, in display order.
    pub powers: Cow<'static, [Power]>,
    /// The names of the pieces and squares on Game Courier.
    pub courier: Courier,
    /// The alerts that the game can give: `check`, or other warnings to the side to move.
    pub alerts: Cow<'static, [Named]>,
    /// The causes of game endings, except those of adjudication. Each code is also the anchor of a section on the rules page.
    pub causes: Cow<'static, [Named]>,
    pub credits: Cow<'static, [Credit]>,
    /// The rules for players in Markdown, created with [`Text::page`] from `texts/rules.LANGUAGE.md`. `{#anchor}` at the end of a
    /// heading, or of a paragraph's first line, allows links to it; a fenced block of language `position` is a playable diagram.
    pub rules_page: Text,
}

impl Metadata {
    /// Finds the entry that has this code in a list of marks, alerts or causes.
    pub fn named<'l>(list: &'l [Named], code: &str) -> Option<&'l Named> {
        list.iter().find(|named| named.code == code)
    }

    /// Returns the piece that a letter stands for in position strings, if any.
    pub fn piece_of(&self, letter: char) -> Option<Piece> {
        self.kinds.iter().zip(0..).find_map(|(kind, index)| {
            let side = Side::BOTH.into_iter().find(|side| kind.letters[side.index()] == letter)?;
            Some(Piece::new(Kind(index), side))
        })
    }

    /// Returns the letter that stands for a piece in position strings. Panics if the game has no such kind.
    pub fn letter_of(&self, piece: Piece) -> char {
        self.kinds[piece.kind().index()].letters[piece.side().index()]
    }
}

/// The cover of a game: a few moves that lead to a typical position, in which a power is active if the game has any.
#[derive(Clone, Debug)]
pub struct Cover {
    /// The position before the moves.
    pub position: SharedStr,
    /// Legal moves, played in sequence from the position; short enough to watch in a few seconds.
    pub moves: Cow<'static, [SharedStr]>,
    /// The squares at the centre of the action; the picture is cropped around them.
    pub squares: Cow<'static, [SharedStr]>,
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub struct PieceKind {
    /// The letter of each side's piece in position strings.
    pub letters: [char; 2],
    pub name: Text,
    /// How the piece moves and captures, and what powers it has, in a few sentences.
    pub description: Text,
    /// The picture: the inner elements of an SVG with view box `0 0 512 512` that inherits its colours.
    pub art: SharedStr,
    /// How prominently the piece is drawn.
    pub weight: Weight,
    /// How the piece's power over other pieces is drawn; `None` if the piece has no such power.
    pub lamp: Option<Aura>,
    /// The anchor of the rules page's section on how the piece moves.
    pub chapter: SharedStr,
}

/// A code with a name to display.
#[derive(Clone, Debug)]
pub struct Named {
    pub code: SharedStr,
    /// The name to display.
    pub text: Text,
}

/// A power: an ability or a restriction that pieces have because of other pieces.
#[derive(Clone, Debug)]
pub struct Power {
    pub code: SharedStr,
    /// What the power does, in one sentence.
    pub text: Text,
    /// The code of the relation that the power creates between pieces while in effect, if any.
    pub relation: Option<SharedStr>,
    /// The code of the reason reported for moves that the power forbids, if any.
    pub reason: Option<SharedStr>,
}

/// A kind of relation between two pieces.
#[derive(Clone, Debug)]
pub struct RelationKind {
    pub code: SharedStr,
    /// The description of the affected piece; `{}` stands for the piece that exerts the power.
    pub felt: Text,
    /// The description of the piece that exerts the power; `{}` stands for the affected piece.
    pub exerted: Text,
    /// The description of a move that starts the relation; `{}` stands for the newly affected pieces.
    pub begins: Text,
    /// The description of a move that ends the relation; `{}` stands for the pieces no longer affected.
    pub ends: Text,
    /// Whether the relation helps, harms or binds the affected piece.
    pub influence: Influence,
    /// How the relation is drawn.
    pub aura: Aura,
    /// The anchor, on the rules page, of the ruling or section that explains the relation.
    pub ruling: SharedStr,
}

crate::words! {
    /// What a relation does to the affected piece.
    pub enum Influence: code {
        /// The relation helps the affected piece; drawn only for the selected piece.
        Helps = "helps",
        /// The relation harms the affected piece; drawn only for the selected piece.
        Harms = "harms",
        /// The relation binds both pieces permanently; always drawn, since nothing else on the board shows it.
        Binds = "binds",
    }
}

/// An option of a game.
#[derive(Clone, Debug)]
pub struct GameOption {
    /// The option's code, unique in the game.
    pub code: SharedStr,
    pub name: Text,
    /// The choices, the default first.
    pub choices: Cow<'static, [OptionChoice]>,
}

/// One choice of an option.
#[derive(Clone, Debug)]
pub struct OptionChoice {
    /// The word that selects this choice in a spec; empty for a default that specs leave out.
    pub code: SharedStr,
    pub name: Text,
    /// What the choice changes in the rules.
    pub description: Text,
    /// The number of outcomes if the choice is random. Specs append `=` and an outcome's number, from 0, to the code.
    pub draws: Option<u32>,
}

/// A person or organisation that contributed to the game.
#[derive(Clone, Debug)]
pub struct Credit {
    pub role: Text,
    pub who: SharedStr,
    /// A link to the contributor or the work, if any.
    pub link: Option<SharedStr>,
    /// The licence of the work, if it requires attribution.
    pub licence: Option<SharedStr>,
}
