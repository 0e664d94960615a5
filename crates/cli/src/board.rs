use std::fmt::Write;

use entourage_kernel::Topology;
use entourage_registry::view::{GameInfo, PieceView, View};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    Plain,
    Colours,
}

#[derive(Clone, Copy)]
struct Cell {
    letter: char,
    /// Background and foreground as indices of the terminal's 256-colour palette; `None` for the default colours.
    colours: Option<(u8, u8)>,
}

const BLANK: Cell = Cell { letter: ' ', colours: None };
/// Background colours, indexed by the shade of the square; higher shades use the last colour.
const SHADES: [u8; 3] = [180, 137, 109];
const ALERT: u8 = 160;
const WHITE: u8 = 231;
const BLACK: u8 = 16;

/// Draws a board of any topology as rows of text, placed by the coordinates of squares and labels.
/// An empty square is `.`; a piece is a letter, followed by `*` if the piece is marked.
/// A `+`, `=` or `#` before a square shows a mark that moves have left there (a trace).
pub fn draw(topology: &Topology, info: &GameInfo, view: &View, paint: Paint) -> Vec<String> {
    draw_marked(topology, info, view, &[], paint)
}

pub fn draw_marked(
    topology: &Topology,
    info: &GameInfo,
    view: &View,
    marked: &[&str],
    paint: Paint,
) -> Vec<String> {
    let grid = Grid::of(topology);
    let mut cells = vec![vec![BLANK; grid.width]; grid.rows.len()];
    for label in &topology.labels {
        let start = grid.column(label.x).saturating_sub(label.text.chars().count() / 2);
        for (cell, letter) in cells[grid.row(label.y)][start..].iter_mut().zip(label.text.chars()) {
            cell.letter = letter;
        }
    }
    for square in &topology.squares {
        let piece = view.pieces.iter().find(|piece| piece.square == square.name);
        let alert = view.alert_squares.iter().any(|name| *name == square.name);
        let column = grid.column(square.x);
        let behind = if alert { ALERT } else { SHADES[usize::from(square.shade).min(SHADES.len() - 1)] };
        let before = if piece.is_some_and(|piece| piece.side == 1) { WHITE } else { BLACK };
        let sign = piece.map_or('.', |piece| letter(info, piece));
        let is_marked = marked.contains(&square.name.as_str());
        let left = trace(view, &square.name);
        let letters = if is_marked { ['[', sign, ']'] } else { [left, sign, mark(piece)] };
        for (cell, letter) in cells[grid.row(square.y)][column - 1..].iter_mut().zip(letters) {
            *cell = match paint {
                Paint::Plain => Cell { letter, colours: None },
                Paint::Colours => {
                    let letter = if letter == '.' { ' ' } else { letter };
                    Cell { letter, colours: Some((behind, before)) }
                }
            };
        }
    }
    cells.iter().map(|row| written(row)).collect()
}

fn letter(info: &GameInfo, piece: &PieceView) -> char {
    info.kinds[piece.kind].letters[piece.side - 1]
}

fn mark(piece: Option<&PieceView>) -> char {
    if piece.is_some_and(|piece| !piece.marks.is_empty()) { '*' } else { ' ' }
}

pub fn trace_sign(index: usize) -> char {
    const SIGNS: [char; 2] = ['+', '='];
    SIGNS[index % SIGNS.len()]
}

pub const SEVERAL: char = '#';

fn trace(view: &View, square: &str) -> char {
    let mut found =
        view.traces.iter().enumerate().filter(|(_, trace)| trace.squares.iter().any(|name| name == square));
    match (found.next(), found.next()) {
        (None, _) => ' ',
        (Some((index, _)), None) => trace_sign(index),
        _ => SEVERAL,
    }
}

fn written(row: &[Cell]) -> String {
    let end =
        row.iter().rposition(|cell| cell.letter != ' ' || cell.colours.is_some()).map_or(0, |last| last + 1);
    let mut text = String::new();
    let mut colours = None;
    for cell in &row[..end] {
        if cell.colours != colours {
            colours = cell.colours;
            // Writing to a string cannot fail.
            let _ = match colours {
                Some((behind, before)) => write!(text, "\x1b[1;48;5;{behind};38;5;{before}m"),
                None => write!(text, "\x1b[0m"),
            };
        }
        text.push(cell.letter);
    }
    if colours.is_some() {
        text.push_str("\x1b[0m");
    }
    text
}

struct Grid {
    /// The y coordinates of squares and labels, from the top.
    rows: Vec<f32>,
    left: f32,
    scale: f32,
    width: usize,
}

impl Grid {
    fn of(topology: &Topology) -> Self {
        let places = || {
            let squares = topology.squares.iter().map(|square| (square.x, square.y));
            squares.chain(topology.labels.iter().map(|label| (label.x, label.y)))
        };
        let mut rows: Vec<f32> = places().map(|(_, y)| y).collect();
        rows.sort_by(f32::total_cmp);
        rows.dedup_by(|a, b| (*a - *b).abs() < 0.1);
        let left = places().map(|(x, _)| x).fold(f32::INFINITY, f32::min);
        let right = places().map(|(x, _)| x).fold(left, f32::max);
        // Rows shifted by half a square, as on hexagonal boards, need an even number of columns per square.
        let first = topology.squares.first().map_or(0.0, |square| square.x);
        let shifted =
            topology.squares.iter().any(|square| ((square.x - first).fract().abs() - 0.5).abs() < 0.2);
        let scale = if shifted { 4.0 } else { 3.0 };
        let mut grid = Self { rows, left, scale, width: 0 };
        grid.width = grid.column(right) + 4;
        grid
    }

    fn column(&self, x: f32) -> usize {
        // Leaves one column for a sign before the first square.
        ((x - self.left) * self.scale).round() as usize + 1
    }

    fn row(&self, y: f32) -> usize {
        self.rows.iter().position(|row| (row - y).abs() < 0.1).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use entourage_kernel::{Label, Language, Outline, SquareInfo};
    use entourage_registry::{AnyGame, Registry};

    use super::*;

    fn first_game() -> Box<dyn AnyGame> {
        let registry = Registry::built_in();
        registry.open(registry.games()[0]).unwrap()
    }

    fn drawn(game: &dyn AnyGame, topology: &Topology, paint: Paint) -> Vec<String> {
        let view = game.begin(None).unwrap().view(Language::English);
        draw(topology, &game.info(Language::English), &view, paint)
    }

    fn without_colours(row: &str) -> String {
        row.split('\x1b').map(|part| part.split_once('m').map_or(part, |(_, rest)| rest)).collect()
    }

    #[test]
    fn colours_change_no_letters_and_are_reset() {
        let registry = Registry::built_in();
        for id in registry.games() {
            let game = registry.open(id).unwrap();
            let [plain, coloured] =
                [Paint::Plain, Paint::Colours].map(|paint| drawn(game.as_ref(), game.topology(), paint));
            for (plain, coloured) in plain.iter().zip(&coloured) {
                assert_eq!(without_colours(coloured).trim_end(), plain.replace('.', " ").trim_end());
                assert!(!coloured.contains('\x1b') || coloured.ends_with("\x1b[0m"));
            }
            assert!(coloured.concat().contains("\x1b[1;48;5;"));
        }
    }

    #[test]
    fn hexagons_and_squares_beside_the_board_are_placed() {
        let square = |name: &str, x, y| SquareInfo {
            name: name.to_owned().into(),
            x,
            y,
            outline: Outline::Hexagon,
            shade: 0,
        };
        let squares = vec![
            square("A", 1.5, 0.5),
            square("B", 1.0, 1.4),
            square("C", 2.0, 1.4),
            square("D", 1.5, 2.3),
            square("E", 4.25, 1.4),
        ];
        let labels = vec![Label { text: "10".into(), x: 0.2, y: 1.4 }];
        let hexagons = Topology { squares, labels, width: 5.0, height: 3.0 };
        let rows = drawn(first_game().as_ref(), &hexagons, Paint::Plain);
        assert_eq!(rows, ["      .", "10  .   .        .", "      ."]);
    }
}
