use std::borrow::Cow;

use crate::{Aura, Courier, Hue, Kind, Piece, PositionForm, SharedStr, Side, Text, Weight};

/// Describes a game to people: names, pieces, options, words and texts. Owned, so that games can be made at run time.
#[derive(Clone, Debug)]
pub struct Metadata {
    /// The identifier used in specs and addresses, lower case.
    pub id: SharedStr,
    /// The name.
    pub name: Text,
    /// One sentence that makes a newcomer curious.
    pub tagline: Text,
    /// The colour of its board, and of the box it comes in.
    pub hue: Hue,
    /// What the box shows.
    pub cover: Cover,
    /// The version of the rules; it changes whenever a legal move or a result changes.
    pub rules_version: SharedStr,
    /// The names of the two players, the first to move first.
    pub sides: [Text; 2],
    /// The kinds of piece in index order.
    pub kinds: Cow<'static, [PieceKind]>,
    /// How position strings are written.
    pub form: PositionForm,
    /// The options a player may choose from, adjudication excepted.
    pub options: Cow<'static, [GameOption]>,
    /// The marks that pieces may carry ([`Presentation::marks`](crate::Presentation::marks)).
    pub marks: Cow<'static, [Named]>,
    /// The relations that powers make between pieces.
    pub relations: Cow<'static, [RelationKind]>,
    /// The powers, in the order in which people are told of them.
    pub powers: Cow<'static, [Power]>,
    /// How Game Courier names the pieces and squares.
    pub courier: Courier,
    /// The words for alerts, such as `check`.
    pub alerts: Cow<'static, [Named]>,
    /// The words for causes of endings; adjudication's own are known. The code is also the anchor of the section of the rules page that tells of it.
    pub causes: Cow<'static, [Named]>,
    /// Whom to thank.
    pub credits: Cow<'static, [Credit]>,
    /// The rules for players in Markdown, made by [`Text::page`] of `texts/rules.LANGUAGE.md`, where the page finds them; `{#anchor}` at the end of
    /// a heading, or of a paragraph's first line, names what can be cited, and a fenced block of language `position` holds a position to play with.
    pub rules_page: Text,
}

impl Metadata {
    /// Finds the words for a mark, an alert or a cause.
    pub fn named<'l>(list: &'l [Named], code: &str) -> Option<&'l Named> {
        list.iter().find(|named| named.code == code)
    }

    /// Returns the piece of a letter in position strings, or `None` if no piece has it.
    pub fn piece_of(&self, letter: char) -> Option<Piece> {
        self.kinds.iter().zip(0..).find_map(|(kind, index)| {
            let side = Side::BOTH.into_iter().find(|side| kind.letters[side.index()] == letter)?;
            Some(Piece::new(Kind(index), side))
        })
    }

    /// Returns the letter of a piece in position strings.
    ///
    /// # Panics
    /// If the game has no such kind.
    pub fn letter_of(&self, piece: Piece) -> char {
        self.kinds[piece.kind().index()].letters[piece.side().index()]
    }
}

/// Shows a game at a glance: moves that lead to a telling position, one with powers at work where the game has such.
#[derive(Clone, Debug)]
pub struct Cover {
    /// The position before the moves.
    pub position: SharedStr,
    /// Legal moves that follow one another from it, few enough to be watched in some seconds.
    pub moves: Cow<'static, [SharedStr]>,
    /// The squares in whose middle something happens: the board is shown as far as it lies around them.
    pub squares: Cow<'static, [SharedStr]>,
}

/// Describes one kind of piece.
#[derive(Clone, Debug)]
pub struct PieceKind {
    /// The letter of each side's piece in position strings.
    pub letters: [char; 2],
    /// The name.
    pub name: Text,
    /// How it moves and captures, and what powers it has, in a few sentences.
    pub description: Text,
    /// The picture: the inner elements of an SVG of view box `0 0 512 512` that inherits its colours.
    pub art: SharedStr,
    /// How plain it is to see.
    pub weight: Weight,
    /// The power whose light it wears, if its power touches others.
    pub lamp: Option<Aura>,
    /// The anchor of the section of the rules page that tells how it moves.
    pub chapter: SharedStr,
}

/// Gives a code its words.
#[derive(Clone, Debug)]
pub struct Named {
    /// The code.
    pub code: SharedStr,
    /// The words for people.
    pub text: Text,
}

/// Describes a power: what pieces can do, or suffer, because of other pieces.
#[derive(Clone, Debug)]
pub struct Power {
    /// The code.
    pub code: SharedStr,
    /// What it does, in a sentence.
    pub text: Text,
    /// The code of the relation that it makes between pieces while it is at work, if it makes one.
    pub relation: Option<SharedStr>,
    /// The code of the reason for which it forbids moves, if it forbids any.
    pub reason: Option<SharedStr>,
}

/// Describes a relation between two pieces.
#[derive(Clone, Debug)]
pub struct RelationKind {
    /// The code.
    pub code: SharedStr,
    /// What is said of the piece that feels it; `{}` stands for the piece that exerts it.
    pub felt: Text,
    /// What is said of the piece that exerts it; `{}` stands for the piece that feels it.
    pub exerted: Text,
    /// What is said of a move by which it begins; `{}` stands for the pieces that feel it from now on.
    pub begins: Text,
    /// What is said of a move by which it ends; `{}` stands for the pieces that feel it no longer.
    pub ends: Text,
    /// What it does to the piece that feels it.
    pub influence: Influence,
    /// How it is drawn.
    pub aura: Aura,
    /// The anchor of the ruling or section of the rules page that tells of it.
    pub ruling: SharedStr,
}

crate::words! {
    /// What a relation does to the piece that feels it.
    pub enum Influence: code {
        /// It helps: drawn for the piece that is looked at.
        Helps = "helps",
        /// It harms: drawn for the piece that is looked at.
        Harms = "harms",
        /// It binds both pieces alike and lasts wherever they go: always drawn, as nothing else on the board shows it.
        Binds = "binds",
    }
}

/// Describes one option of a game.
#[derive(Clone, Debug)]
pub struct GameOption {
    /// The code, unique in the game.
    pub code: SharedStr,
    /// The name.
    pub name: Text,
    /// The choices, the default first.
    pub choices: Cow<'static, [OptionChoice]>,
}

/// Describes one choice of an option.
#[derive(Clone, Debug)]
pub struct OptionChoice {
    /// The word in the game's spec; empty for a default that is not written.
    pub code: SharedStr,
    /// The name.
    pub name: Text,
    /// What it changes.
    pub description: Text,
    /// How many numbers one is drawn from, if one is: the word in the spec is then followed by `=` and the number, from 0.
    pub draws: Option<u32>,
}

/// Thanks somebody.
#[derive(Clone, Debug)]
pub struct Credit {
    /// What for.
    pub role: Text,
    /// Who.
    pub who: SharedStr,
    /// Where to find them or the work, if anywhere.
    pub link: Option<SharedStr>,
    /// The licence of the work, if one is needed.
    pub licence: Option<SharedStr>,
}
