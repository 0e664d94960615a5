use entourage_kernel::{FormField, Side, Square, Topology, Weight};
use entourage_registry::{AnyGame, Registry};

use crate::engine::position_setup::reopen;

const MAX_SIDE: usize = 16;
/// On boards with this number of ranks, XBoard numbers the ranks from 0.
const RANKS_FROM_ZERO: usize = 10;
/// Number of XBoard's piece pictures per side, from pawn to king.
const PIECE_PICTURES: usize = 22;

/// A rectangular board in XBoard's coordinates: files are letters; ranks are numbered from the first side's back rank.
#[derive(Clone)]
pub struct Board {
    pub files: usize,
    pub ranks: usize,
    /// The squares row by row, from the top.
    squares: Vec<Square>,
    /// Whether XBoard supports the game natively; if so, positions and moves are sent in the game's own notation.
    pub is_known: bool,
}

impl Board {
    /// Returns the board of a game, or `None` if it is not rectangular or its pieces have no letters.
    pub fn of(game: &dyn AnyGame, is_known: bool) -> Option<Self> {
        let form = &game.metadata().form;
        let mut rows = None;
        for field in form.fields.iter() {
            match field {
                FormField::Rows(found) if rows.is_none() => rows = Some(found),
                FormField::Rows(_) | FormField::Beside(_) => return None,
                FormField::Turn(_) | FormField::Word(_) => {}
            }
        }
        let rows = rows?;
        let files = rows.first()?.width;
        let fits = |count: usize| (1..=MAX_SIDE).contains(&count);
        let has_letters = game.metadata().kinds.iter().all(|kind| {
            let [first, second] = kind.letters;
            first.is_ascii_uppercase() && first.to_ascii_lowercase() == second
        });
        if !fits(files) || !fits(rows.len()) || rows.iter().any(|row| row.width != files) || !has_letters {
            return None;
        }
        let squares: Vec<Square> =
            rows.iter().flat_map(|row| (0..files).map(|file| Square::new(row.first.index() + file))).collect();
        let is_all = squares.len() == game.topology().all().count();
        (is_all && (is_known || game.metadata().kinds.len() < PIECE_PICTURES)).then_some(Self {
            files,
            ranks: rows.len(),
            squares,
            is_known,
        })
    }

    pub fn name(&self, square: Square) -> String {
        let at = self.squares.iter().position(|&other| other == square).unwrap_or_default();
        let rank = self.ranks - at / self.files - usize::from(self.ranks == RANKS_FROM_ZERO);
        format!("{}{rank}", char::from(b'a' + (at % self.files) as u8))
    }

    pub fn read<'t>(&self, text: &'t str) -> Option<(Square, &'t str)> {
        let file = usize::from(text.bytes().next()?.checked_sub(b'a')?);
        let rest = &text[1..];
        let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
        let rank: usize = rest[..digits].parse().ok()?;
        let rank = rank + usize::from(self.ranks == RANKS_FROM_ZERO);
        if file >= self.files || !(1..=self.ranks).contains(&rank) {
            return None;
        }
        Some((self.squares[(self.ranks - rank) * self.files + file], &rest[digits..]))
    }

    pub fn write_position(&self, game: &dyn AnyGame, position: &str, side: Side) -> String {
        if self.is_known {
            return position.to_owned();
        }
        let mut words = game.metadata().form.fields.iter().zip(position.split(' '));
        let rows = words.find(|(field, _)| matches!(field, FormField::Rows(_))).map_or("", |(_, rows)| rows);
        format!("{rows} {} - - 0 1", if side == Side::First { "w" } else { "b" })
    }

    pub fn read_position(&self, game: &dyn AnyGame, text: &str) -> String {
        let mut words = text.split_whitespace();
        // Removes marks of promoted pieces (`~`) and pieces in hand (brackets).
        let rows = words.next().unwrap_or_default().split('[').next().unwrap_or_default().replace('~', "");
        let rest: Vec<&str> = words.collect();
        if self.is_known {
            return [&[rows.as_str()][..], &rest].concat().join(" ");
        }
        let second = rest.first() == Some(&"b");
        let fields = game.metadata().form.fields.iter().map(|field| match field {
            FormField::Rows(_) | FormField::Beside(_) => rows.as_str(),
            FormField::Turn(sides) => sides[usize::from(second)].as_str(),
            FormField::Word(word) => word.plain.as_str(),
        });
        fields.collect::<Vec<_>>().join(" ")
    }

    /// Assigns XBoard's piece pictures: the king's to the royal piece, and the others to the other kinds in order. The
    /// pawn's picture is not used, because XBoard would apply its pawn rules.
    pub fn letters(&self, game: &dyn AnyGame) -> String {
        let kinds = &game.metadata().kinds;
        let royal = kinds.iter().position(|kind| kind.weight == Weight::Heart);
        let of = |side: Side| {
            let letter = |index: usize| kinds[index].letters[side.index()];
            let others = (0..kinds.len()).filter(|&index| Some(index) != royal).map(letter);
            let shown: String = std::iter::once('.')
                .chain(others)
                .chain(std::iter::repeat('.'))
                .take(PIECE_PICTURES - 1)
                .collect();
            format!("{shown}{}", royal.map_or('.', letter))
        };
        Side::BOTH.map(of).concat()
    }

    pub fn marks(&self, mark: impl Fn(Square) -> Option<char>) -> String {
        let mut rows = Vec::new();
        for row in self.squares.chunks(self.files) {
            let (mut text, mut plain) = (String::new(), 0);
            for &square in row {
                match mark(square) {
                    None => plain += 1,
                    Some(colour) => {
                        text.push_str(&if plain > 0 { plain.to_string() } else { String::new() });
                        text.push(colour);
                        plain = 0;
                    }
                }
            }
            text.push_str(&if plain > 0 { plain.to_string() } else { String::new() });
            rows.push(text);
        }
        rows.join("/")
    }

    pub fn our_names(&self, topology: &Topology, squares: &[Square]) -> Vec<String> {
        squares.iter().map(|&square| topology.name(square).to_owned()).collect()
    }
}

const NORMAL: &str = "normal";
/// XBoard's name for the standard game with shuffled start positions.
const SHUFFLED: &str = "fischerandom";

/// Returns the available variants: the standard game, all others on rectangular boards, and the one specified at startup.
pub fn names(registry: &Registry, started: &dyn AnyGame) -> Vec<String> {
    let mut names = vec![NORMAL.to_owned(), SHUFFLED.to_owned()];
    let mut add = |game: &dyn AnyGame| {
        let spec = game.spec();
        let fits = !spec.contains(',') && !is_known(registry, game) && Board::of(game, false).is_some();
        if fits && !names.contains(&spec) {
            names.push(spec);
        }
    };
    for name in registry.games() {
        if let Ok(game) = registry.open(name) {
            add(game.as_ref());
        }
    }
    add(started);
    names
}

pub fn normal(registry: &Registry) -> Option<Box<dyn AnyGame>> {
    let games = registry.games();
    games.iter().filter_map(|name| registry.open(name).ok()).find(|game| game.is_unnamed())
}

/// Returns whether XBoard supports a game natively: the standard game, with or without shuffled start positions.
pub fn is_known(registry: &Registry, game: &dyn AnyGame) -> bool {
    normal(registry).is_some_and(|normal| normal.metadata().id == game.metadata().id)
}

/// Opens a variant; `None` if it is unknown or its board is not supported.
pub fn open(registry: &Registry, name: &str, started: &str) -> Option<(Box<dyn AnyGame>, Board)> {
    let game = match name {
        NORMAL => normal(registry)?,
        SHUFFLED => reopen(registry, normal(registry)?.as_ref(), true)?,
        // Definition files can only be specified at startup.
        _ if name == started => registry.open(started).ok()?,
        _ => registry.open(name).ok()?,
    };
    let board = Board::of(game.as_ref(), is_known(registry, game.as_ref()))?;
    Some((game, board))
}
