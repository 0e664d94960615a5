use crate::{SharedStr, Square};

/// The shape of a square. The unit is the distance between neighbouring squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outline {
    /// A square with sides of 1.
    Square,
    /// A hexagon with vertical sides, 1 wide.
    Hexagon,
    /// A hexagon with horizontal sides, 1 high.
    TurnedHexagon,
    /// A disc of diameter 0.9.
    Disc,
}

/// A square's name and how it is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct SquareInfo {
    /// The name used in notation, such as `f11`.
    pub name: SharedStr,
    /// The centre's distance from the left of the board.
    pub x: f32,
    /// The centre's distance from the top of the board.
    pub y: f32,
    /// The shape in which the square is drawn.
    pub outline: Outline,
    /// The shade: 0 for light, 1 for dark, higher values for special squares.
    pub shade: u8,
}

/// A coordinate label beside the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The text.
    pub text: SharedStr,
    /// The centre's distance from the left of the board.
    pub x: f32,
    /// The centre's distance from the top of the board.
    pub y: f32,
}

/// A board: its squares in index order, and the coordinate labels along its edges.
#[derive(Clone, PartialEq, Debug)]
pub struct Topology {
    /// The squares in index order.
    pub squares: Vec<SquareInfo>,
    /// The coordinate labels beside the board.
    pub labels: Vec<Label>,
    /// The width of the drawing in squares, labels included.
    pub width: f32,
    /// The height of the drawing in squares, labels included.
    pub height: f32,
}

impl Topology {
    /// Creates a chequered grid. Square `row * files + file` is named by file letter (two letters after the 26th) and rank number.
    ///
    /// `rank_of_row` returns the rank number of a row (numbered from 0 at the top); `dark` returns whether a square is dark.
    pub fn grid(
        files: usize,
        rows: usize,
        rank_of_row: impl Fn(usize) -> usize,
        dark: impl Fn(usize, usize) -> bool,
    ) -> Self {
        const MARGIN: f32 = 0.6;
        let one = |index: usize| char::from(b'a' + (index % 26) as u8);
        let letter = |file: usize| match file / 26 {
            0 => one(file).to_string(),
            more => format!("{}{}", one(more - 1), one(file)),
        };
        let x = |file: usize| MARGIN + file as f32 + 0.5;
        let y = |row: usize| row as f32 + 0.5;
        let squares = (0..rows)
            .flat_map(|row| (0..files).map(move |file| (file, row)))
            .map(|(file, row)| SquareInfo {
                name: format!("{}{}", letter(file), rank_of_row(row)).into(),
                x: x(file),
                y: y(row),
                outline: Outline::Square,
                shade: u8::from(dark(file, row)),
            })
            .collect();
        let ranks = (0..rows).map(|row| Label {
            text: rank_of_row(row).to_string().into(),
            x: MARGIN / 2.0,
            y: y(row),
        });
        let letters = (0..files).map(|file| Label {
            text: letter(file).into(),
            x: x(file),
            y: rows as f32 + MARGIN / 2.0,
        });
        Self {
            squares,
            labels: ranks.chain(letters).collect(),
            width: files as f32 + MARGIN,
            height: rows as f32 + MARGIN,
        }
    }

    /// Returns all squares in index order.
    pub fn all(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.squares.len().min(Square::LIMIT)).map(Square::new)
    }

    /// Returns the name of a square, or `?` if it is not on the board.
    pub fn name(&self, square: Square) -> &str {
        self.squares.get(square.index()).map_or("?", |info| info.name.as_str())
    }

    /// Returns the square with this name, such as `e4`; `None` if the board has no such square.
    pub fn find(&self, name: &str) -> Option<Square> {
        self.squares.iter().position(|info| info.name == name).and_then(|index| Square::try_new(index).ok())
    }

    /// Parses the longest square name at the start of a text; returns the square and the rest.
    pub fn read<'t>(&self, text: &'t str) -> Option<(Square, &'t str)> {
        self.squares
            .iter()
            .enumerate()
            .filter(|(_, info)| text.starts_with(info.name.as_str()))
            .max_by_key(|(_, info)| info.name.len())
            .and_then(|(index, info)| Some((Square::try_new(index).ok()?, &text[info.name.len()..])))
    }
}
