//! Simple shapes for kinds of piece, in the style of Game Courier's abstract sets but drawn for this project.

use crate::view::FigureView;

/// An SVG path in a box of 88 × 88 units centred on the origin, and the downward offset of the piece's letter from the centre.
type Figure = (&'static str, f32);

const FIGURES: [Figure; 12] = [
    // A disc, a square, a triangle, a lozenge.
    ("M0-42A42 42 0 1 1 0 42A42 42 0 1 1 0-42Z", 0.0),
    ("M-37-37H37V37H-37Z", 0.0),
    ("M0-43L43 36H-43Z", 13.0),
    ("M0-44L44 0 0 44-44 0Z", 0.0),
    // A hexagon, a pentagon, an octagon, a shield.
    ("M-22-39H22L44 0 22 39H-22L-44 0Z", 0.0),
    ("M0-43L43-11 27 40H-27L-43-11Z", 2.0),
    ("M-17-41H17L41-17V17L17 41H-17L-41 17V-17Z", 0.0),
    ("M-38-38H38V4C38 24 20 36 0 43C-20 36-38 24-38 4Z", -3.0),
    // A cross, a hexagram, a trapezium, an inverted triangle.
    ("M-21-42H21V-21H42V21H21V42H-21V21H-42V-21H-21Z", 0.0),
    ("M0-44L14-25H38L28 0 38 25H14L0 44-14 25H-38L-28 0-38-25H-14Z", 0.0),
    ("M-24-38H24L43 38H-43Z", 4.0),
    ("M0 43L-43-36H43Z", -12.0),
];

/// Returns the shape for the kind with this index; in games with more kinds than shapes, shapes repeat.
pub(crate) fn figure(kind: usize) -> FigureView {
    let (outline, middle) = FIGURES[kind % FIGURES.len()];
    FigureView { outline, middle }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_a_game_has_a_distinct_figure() {
        let outlines = FIGURES.map(|(outline, _)| outline);
        let distinct: std::collections::HashSet<&str> = outlines.into_iter().collect();
        assert_eq!(distinct.len(), FIGURES.len());
        let registry = crate::Registry::built_in();
        for id in registry.games() {
            let kinds = registry.open(id).unwrap().metadata().kinds.len();
            assert!(kinds <= FIGURES.len(), "{id} has {kinds} kinds");
        }
    }
}
