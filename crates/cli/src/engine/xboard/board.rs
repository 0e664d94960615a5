use entourage_kernel::{FormField, Side, Square, Topology, Weight};
use entourage_registry::{AnyGame, Registry};

use crate::engine::setting_up::reopen;

const MOST: usize = 16;
/// XBoard counts the ranks of a board of this height from 0.
const FROM_ZERO: usize = 10;
/// Number of piece pictures of XBoard per side, from the pawn to the king.
const PICTURES: usize = 22;

/// A rectangle of squares in XBoard's names: files are letters, ranks are numbers from the first side's own.
#[derive(Clone)]
pub struct Board {
    pub files: usize,
    pub ranks: usize,
    /// Row by row from the top.
    squares: Vec<Square>,
    /// Whether XBoard knows the game, and uses its positions and moves.
    pub is_known: bool,
}

impl Board {
    /// Returns the rectangle of a game; `None` if its board is none, or letters cannot name its pieces.
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
        let fits = |count: usize| (1..=MOST).contains(&count);
        let is_told = game.metadata().kinds.iter().all(|kind| {
            let [first, second] = kind.letters;
            first.is_ascii_uppercase() && first.to_ascii_lowercase() == second
        });
        if !fits(files) || !fits(rows.len()) || rows.iter().any(|row| row.width != files) || !is_told {
            return None;
        }
        let squares: Vec<Square> =
            rows.iter().flat_map(|row| (0..files).map(|file| Square::new(row.first.index() + file))).collect();
        let is_all = squares.len() == game.topology().all().count();
        (is_all && (is_known || game.metadata().kinds.len() < PICTURES)).then_some(Self {
            files,
            ranks: rows.len(),
            squares,
            is_known,
        })
    }

    pub fn name(&self, square: Square) -> String {
        let at = self.squares.iter().position(|&other| other == square).unwrap_or_default();
        let rank = self.ranks - at / self.files - usize::from(self.ranks == FROM_ZERO);
        format!("{}{rank}", char::from(b'a' + (at % self.files) as u8))
    }

    pub fn read<'t>(&self, text: &'t str) -> Option<(Square, &'t str)> {
        let file = usize::from(text.bytes().next()?.checked_sub(b'a')?);
        let rest = &text[1..];
        let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
        let rank: usize = rest[..digits].parse().ok()?;
        let rank = rank + usize::from(self.ranks == FROM_ZERO);
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
        // A tilde marks promoted pieces, brackets hold the hands.
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

    /// Assigns XBoard's pictures to the kinds: the king's to the royal piece, any but the pawn's, whose rules XBoard
    /// knows, to the others.
    pub fn letters(&self, game: &dyn AnyGame) -> String {
        let kinds = &game.metadata().kinds;
        let heart = kinds.iter().position(|kind| kind.weight == Weight::Heart);
        let of = |side: Side| {
            let letter = |index: usize| kinds[index].letters[side.index()];
            let others = (0..kinds.len()).filter(|&index| Some(index) != heart).map(letter);
            let shown: String =
                std::iter::once('.').chain(others).chain(std::iter::repeat('.')).take(PICTURES - 1).collect();
            format!("{shown}{}", heart.map_or('.', letter))
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

    pub fn ours(&self, topology: &Topology, squares: &[Square]) -> Vec<String> {
        squares.iter().map(|&square| topology.name(square).to_owned()).collect()
    }
}

/// XBoard's name for the game that it knows best.
const NORMAL: &str = "normal";
/// The same on shuffled ranks.
const SHUFFLED: &str = "fischerandom";

/// Returns the variants a board may choose: XBoard's usual game, every other on a rectangle, and the one the engine
/// was started with.
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

/// Returns whether XBoard knows a game: its usual one, on shuffled ranks or not.
pub fn is_known(registry: &Registry, game: &dyn AnyGame) -> bool {
    normal(registry).is_some_and(|normal| normal.metadata().id == game.metadata().id)
}

/// Opens a variant; returns `None` if there is none or its board does not fit.
pub fn open(registry: &Registry, name: &str, started: &str) -> Option<(Box<dyn AnyGame>, Board)> {
    let game = match name {
        NORMAL => normal(registry)?,
        SHUFFLED => reopen(registry, normal(registry)?.as_ref(), true)?,
        // Definitions are only available as the engine's argument.
        _ if name == started => registry.open(started).ok()?,
        _ => registry.open(name).ok()?,
    };
    let board = Board::of(game.as_ref(), is_known(registry, game.as_ref()))?;
    Some((game, board))
}
