use entourage_registry::view::BoardView;

/// The width of a square in drawing units.
pub(crate) const UNIT: f32 = 100.0;

pub(crate) type Point = (f32, f32);

pub(crate) struct Layout {
    pub squares: Vec<Point>,
    pub labels: Vec<Point>,
    /// The drawing area: left, top, width and height.
    pub frame: [f32; 4],
}

impl Layout {
    /// Lays out a board. Coordinate labels stay on their side of the board when the board is flipped.
    pub(crate) fn new(board: &BoardView, flipped: bool, bare: bool) -> Self {
        let bounds = |of: fn(&entourage_registry::view::SquareView) -> f32| {
            let values = || board.squares.iter().map(of);
            (values().fold(f32::INFINITY, f32::min), values().fold(f32::NEG_INFINITY, f32::max))
        };
        let ((left, right), (top, bottom)) = (bounds(|square| square.x), bounds(|square| square.y));
        let turn = |(x, y): Point| if flipped { (left + right - x, top + bottom - y) } else { (x, y) };
        let within = |value: f32, (low, high): (f32, f32)| value > low - 0.5 && value < high + 0.5;
        let squares = board.squares.iter().map(|square| turn((square.x, square.y)));
        let labels = board.labels.iter().map(|label| {
            let (x, y) = turn((label.x, label.y));
            let x = if within(label.x, (left, right)) { x } else { label.x };
            let y = if within(label.y, (top, bottom)) { y } else { label.y };
            (x, y)
        });
        let scale = |(x, y): Point| (x * UNIT, y * UNIT);
        let frame = if bare {
            // The left and right corners of turned hexagons are more than half a unit from the centre.
            let aside = if board.squares.iter().any(|square| square.outline == "turned") { 0.6 } else { 0.5 };
            [left - aside, top - 0.6, right - left + 2.0 * aside, bottom - top + 1.2]
        } else {
            [0.0, 0.0, board.width, board.height]
        };
        Self {
            squares: squares.map(scale).collect(),
            labels: labels.map(scale).collect(),
            frame: frame.map(|length| length * UNIT),
        }
    }
}

/// Returns a square's outline as the `d` attribute of an SVG path around the square's centre.
pub(crate) fn outline_path(outline: &str) -> &'static str {
    match outline {
        // Vertical sides one unit apart: the corners lie 1/√3 from the centre.
        "hexagon" => "M0-57.74L50-28.87V28.87L0 57.74-50 28.87V-28.87Z",
        "turned" => "M57.74 0L28.87 50H-28.87L-57.74 0L-28.87-50H28.87Z",
        "disc" => "M-45 0a45 45 0 1 0 90 0a45 45 0 1 0-90 0Z",
        _ => "M-50-50H50V50H-50Z",
    }
}

#[cfg(test)]
mod tests {
    use entourage_registry::view::{BoardView, SquareView};

    use super::Layout;

    #[test]
    fn hexagons_fit_into_a_bare_frame_whichever_way_they_stand() {
        // Distance of the corners from the centre: 1/√3 of a square in one direction, half a square in the other.
        for (outline, [aside, above]) in [("hexagon", [50.0, 57.8]), ("turned", [57.8, 50.0])] {
            let square = SquareView { name: "a1".into(), x: 1.0, y: 1.0, outline, shade: 0 };
            let board = BoardView { squares: vec![square], labels: Vec::new(), width: 2.0, height: 2.0 };
            let layout = Layout::new(&board, false, true);
            let [left, top, width, height] = layout.frame;
            let (x, y) = layout.squares[0];
            assert!(left <= x - aside && left + width >= x + aside, "{outline}");
            assert!(top <= y - above && top + height >= y + above, "{outline}");
        }
    }
}
