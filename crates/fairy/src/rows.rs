//! Rows, squares and lines of pieces that end a game.

use std::fmt::Write;

use crate::area::Area;
use crate::draft::Draft;
use crate::piece_type::PieceType;
use crate::refusal::Reason;
use crate::rules::Value;

/// Bounds the zones by which rows are told where there are no words for them.
const MOST_ZONES: usize = 64;

impl Draft<'_> {
    /// Writes the ends by which pieces stand together.
    pub(crate) fn write_rows(&mut self, text: &mut String) {
        let rules = self.rules;
        let types: Vec<PieceType> =
            self.kinds.iter().map(|kind| kind.one).filter(|one| rules.connect_types.has(*one)).collect();
        let noun = if types.len() == self.kinds.len() { Some("pieces".to_owned()) } else { self.nouns(&types) };
        let Some(noun) = noun else { return };
        // Who moved last has the row.
        let word = match rules.connect_value {
            Value::Win => "loss",
            Value::Loss => "win",
            Value::Draw | Value::None => "draw",
        };
        let steps = self.steps();
        if rules.connect > 0 && steps.len() == 4 {
            let _ = writeln!(text, "  {word} \"row\": {} enemy {noun} stand in a row", rules.connect);
        } else if rules.connect > 0 {
            let length = rules.connect as usize;
            let rows = self.lines(&steps, |line| line.windows(length).map(whole).collect());
            self.write_zones(text, ("connectN", "row", "lane", word, rules.connect), &noun, rows);
        }
        if rules.connect_square > 0 {
            let rows = self.squares(rules.connect_square as usize);
            let count = rules.connect_square * rules.connect_square;
            self.write_zones(text, ("connectNxN", "square", "block", word, count), &noun, rows);
        }
        if rules.collinear > 0 {
            let least = rules.collinear as usize;
            let rows = self.lines(&steps, |line| Vec::from_iter((line.len() >= least).then(|| whole(line))));
            self.write_zones(text, ("collinearN", "line", "lane", word, rules.collinear), &noun, rows);
        }
    }

    /// Returns the steps, by files and ranks, along which pieces stand in a row.
    fn steps(&self) -> Vec<(isize, isize)> {
        let all: [(&str, &[(isize, isize)]); 3] = [
            ("connectHorizontal", &[(1, 0)]),
            ("connectVertical", &[(0, 1)]),
            ("connectDiagonal", &[(1, 1), (1, -1)]),
        ];
        all.into_iter()
            .filter(|(option, _)| self.rules.is(option))
            .flat_map(|(_, steps)| steps)
            .copied()
            .collect()
    }

    /// Takes what is wanted of each line of the board, from one edge to another.
    fn lines(&self, steps: &[(isize, isize)], wanted: impl Fn(&[(usize, usize)]) -> Vec<Area>) -> Vec<Area> {
        let board = self.rules.board();
        let next = |(file, rank): (usize, usize), (along, up): (isize, isize)| {
            let square = (file.checked_add_signed(along)?, rank.checked_add_signed(up)?);
            board.has(square.0, square.1).then_some(square)
        };
        let mut found = Vec::new();
        for step in steps {
            for start in board.squares().filter(|start| next(*start, (-step.0, -step.1)).is_none()) {
                let line: Vec<_> = std::iter::successors(Some(start), |square| next(*square, *step)).collect();
                found.extend(wanted(&line));
            }
        }
        found
    }

    /// Returns the squares of a size that fit on the board.
    fn squares(&self, size: usize) -> Vec<Area> {
        let board = self.rules.board();
        let all = board.squares().map(|(file, rank)| {
            let inside = (0..size).flat_map(|up| (0..size).map(move |along| (file + along, rank + up)));
            (inside.clone().all(|(file, rank)| board.has(file, rank)), whole(&Vec::from_iter(inside)))
        });
        all.filter(|(fits, _)| *fits).map(|(_, area)| area).collect()
    }

    /// Writes an end for each zone on which so many pieces may stand.
    fn write_zones(
        &mut self,
        text: &mut String,
        (option, cause, name, word, count): (&str, &str, &str, &str, u32),
        noun: &str,
        zones: Vec<Area>,
    ) {
        if zones.len() > MOST_ZONES {
            self.refuse(option, Reason::NoWords);
            return;
        }
        for area in zones {
            let zone = self.places.zone(name, [area; 2]);
            let _ = writeln!(text, "  {word} \"{cause}\": enemy {noun} on {zone} are {count} or more");
        }
    }
}

/// Joins squares.
fn whole(squares: &[(usize, usize)]) -> Area {
    squares.iter().fold(Area::EMPTY, |all, (file, rank)| all | Area::of(*file, *rank))
}
