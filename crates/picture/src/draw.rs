use std::collections::BTreeSet;
use std::fmt::Write;

use entourage_registry::Notation;
use entourage_registry::view::{GameInfo, PieceView, View};

use crate::layout::{Layout, Point, UNIT, outline_path};
use crate::style::{Palette, Pieces, Style, Token};

/// Default shapes of marks, the same as in the web client: a star, a double chevron, a lozenge, a bar.
const SHAPES: [&str; 4] = [
    "M0-12L3.5-4 12-3.6 5.4 1.8 7.6 10.2 0 5.4-7.6 10.2-5.4 1.8-12-3.6-3.5-4Z",
    "M-9-1L0-10 9-1H5L0-5.5-5-1ZM-9 9L0 0 9 9H5L0 4.5-5 9Z",
    "M0-11L9 0 0 11-9 0Z",
    "M-10-4H10V4H-10Z",
];

/// Horizontal and vertical distance between the centre of a square and a mark that a move has left on the square.
const TRACE: f32 = 34.0;

/// Draws a position as SVG with a title in the language of `info` and `view`. `last` contains the squares of the last move.
pub fn draw(info: &GameInfo, view: &View, last: &[String], style: Style) -> String {
    let mut picture = Picture {
        info,
        palette: style.theme.palette(info.hue),
        layout: Layout::new(&info.board, style.flipped, style.bare),
        style,
        text: String::with_capacity(1 << 15),
    };
    picture.open(view);
    picture.squares(last, &view.alert_squares);
    if !style.bare {
        picture.labels();
    }
    for piece in &view.pieces {
        picture.piece(piece);
    }
    picture.bonds(view);
    picture.traces(view);
    picture.text.push_str("</svg>\n");
    picture.text
}

struct Picture<'a> {
    info: &'a GameInfo,
    palette: Palette,
    layout: Layout,
    style: Style,
    text: String,
}

impl Picture<'_> {
    fn put(&mut self, arguments: std::fmt::Arguments<'_>) {
        let _ = self.text.write_fmt(arguments);
    }

    fn at(&self, square: &str) -> Option<Point> {
        let index = self.info.board.squares.iter().position(|known| known.name == square)?;
        Some(self.layout.squares[index])
    }

    fn open(&mut self, view: &View) {
        let [left, top, width, height] = self.layout.frame;
        self.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {width} {height}\" width=\"{}\" height=\"{}\" role=\"img\">\n",
            width / 2.0,
            height / 2.0
        ));
        let title = format!("{}: {} ({})", self.info.name, view.status_text, view.position);
        self.put(format_args!("<title>{}</title>\n", escaped(&title)));
        let ground = self.palette.ground;
        if !self.style.bare {
            self.put(format_args!(
                "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>\n"
            ));
        }
        if self.style.pieces == Pieces::Pictures {
            let kinds: BTreeSet<usize> = view.pieces.iter().map(|piece| piece.kind).collect();
            self.text.push_str("<defs>\n");
            for kind in kinds {
                let art = self.info.kinds[kind].art.trim();
                self.put(format_args!("<symbol id=\"k{kind}\" viewBox=\"0 0 512 512\">{art}</symbol>\n"));
            }
            self.text.push_str("</defs>\n");
        }
    }

    fn squares(&mut self, last: &[String], alarmed: &[String]) {
        let board = &self.info.board;
        // The rim around the squares is drawn twice: first shifted down, as its side, then in place, as its top.
        for (colour, down) in [(self.palette.board.rim_side, 12.0), (self.palette.board.rim, 0.0)] {
            for (index, square) in board.squares.iter().enumerate() {
                let (x, y) = self.layout.squares[index];
                let path = outline_path(square.outline);
                self.put(format_args!(
                    "<path transform=\"translate({x} {})\" d=\"{path}\" fill=\"{colour}\" stroke=\"{colour}\" \
                     stroke-width=\"24\" stroke-linejoin=\"round\"/>\n",
                    y + down
                ));
            }
        }
        for (index, square) in board.squares.iter().enumerate() {
            let (x, y) = self.layout.squares[index];
            let (path, fill) =
                (outline_path(square.outline), self.palette.board.squares[usize::from(square.shade).min(2)]);
            let edge = if square.outline == "square" {
                String::new()
            } else {
                format!(" stroke=\"{}\" stroke-width=\"3\"", self.palette.board.edge)
            };
            self.put(format_args!(
                "<path transform=\"translate({x} {y})\" d=\"{path}\" fill=\"{fill}\"{edge}/>\n"
            ));
            if last.contains(&square.name) {
                let stroke = self.palette.board.mark;
                let corner = if last.last() == Some(&square.name) {
                    "M-44-26V-44H-26M26-44H44V-26M44 26V44H26M-26 44H-44V26\" stroke-width=\"5"
                } else {
                    "M-24 0a24 24 0 1 0 48 0a24 24 0 1 0-48 0Z\" stroke-dasharray=\"7 9\" stroke-width=\"5"
                };
                self.put(format_args!(
                    "<g transform=\"translate({x} {y})\"><path d=\"{path}\" fill=\"#ffffff\" fill-opacity=\"0.32\"/>\
                     <path d=\"{corner}\" fill=\"none\" stroke=\"{stroke}\" stroke-linecap=\"round\"/></g>\n"
                ));
            }
            if alarmed.contains(&square.name) {
                let stroke = self.palette.alarm;
                self.put(format_args!(
                    "<path transform=\"translate({x} {y}) scale(0.93)\" d=\"{path}\" fill=\"none\" stroke=\"{stroke}\" \
                     stroke-width=\"7\" stroke-dasharray=\"26 12\"/>\n"
                ));
            }
        }
    }

    fn labels(&mut self) {
        let fill = self.palette.muted;
        self.put(format_args!(
            "<g fill=\"{fill}\" font-family=\"sans-serif\" font-size=\"27\" font-weight=\"600\" text-anchor=\"middle\">\n"
        ));
        let board = &self.info.board;
        let beside = self.info.courier.beside.as_ref().filter(|_| self.style.notation == Notation::Courier);
        for (index, label) in board.labels.iter().enumerate() {
            let (x, y) = self.layout.labels[index];
            let text = beside.map_or(&label.text, |texts| &texts[index]);
            self.put(format_args!("<text x=\"{x}\" y=\"{}\">{}</text>\n", y + 9.5, escaped(text)));
        }
        self.text.push_str("</g>\n");
    }

    fn piece(&mut self, piece: &PieceView) {
        let Some((x, y)) = self.at(&piece.square) else { return };
        let (letter, kind) = (self.label(piece), &self.info.kinds[piece.kind]);
        let Token { fill, shade, rim, glyph, quiet } = self.palette.sides[piece.side - 1];
        let weight = if self.style.pieces == Pieces::Pictures { kind.weight } else { "plain" };
        // The same sizes as in the web client.
        let (radius, thick, picture) = match weight {
            "foot" => (31.0, 3.0, 41.0),
            "officer" => (35.0, 4.0, 48.0),
            "major" => (41.5, 6.0, 58.0),
            "heart" => (40.0, 8.0, 54.0),
            _ => (39.5, 5.0, 55.0),
        };
        let [fill, glyph] = match weight {
            "foot" => quiet,
            "heart" => [fill, self.palette.heart[1]],
            _ => [fill, glyph],
        };
        self.put(format_args!("<g transform=\"translate({x} {y})\" color=\"{glyph}\">"));
        let outline = match (self.style.pieces, weight) {
            (Pieces::Figures, _) => kind.figure.outline.to_owned(),
            (_, "heart") => frill(),
            _ => format!(
                "M{} 0a{radius} {radius} 0 1 0 {} 0a{radius} {radius} 0 1 0 {} 0Z",
                -radius,
                2.0 * radius,
                -2.0 * radius
            ),
        };
        let up = -thick / 2.0;
        self.put(format_args!(
            "<path d=\"{outline}\" transform=\"translate(0 {})\" fill-opacity=\"0.3\" fill=\"#0b0714\"/>\
             <path d=\"{outline}\" transform=\"translate(0 {})\" fill=\"{shade}\"/>\
             <path d=\"{outline}\" transform=\"translate(0 {up})\" fill=\"{fill}\"/>",
            thick / 2.0 + 4.0,
            thick / 2.0
        ));
        match weight {
            "heart" => {
                let core = self.palette.heart[0];
                self.put(format_args!("<circle cy=\"{up}\" r=\"32\" fill=\"{core}\"/>"));
            }
            "plain" | "major" if self.style.pieces != Pieces::Figures => self.put(format_args!(
                "<circle cy=\"{up}\" r=\"{}\" fill=\"none\" stroke=\"{rim}\" stroke-width=\"1.6\"/>",
                radius - 4.0
            )),
            "officer" => self.put(format_args!(
                "<path d=\"M-9 22L0 26 9 22\" fill=\"none\" stroke=\"{glyph}\" stroke-width=\"3.4\" stroke-linecap=\"round\"/>"
            )),
            _ => {}
        }
        match self.style.pieces {
            Pieces::Pictures => {
                let half = picture / 2.0;
                self.put(format_args!(
                    "<use href=\"#k{}\" x=\"-{half}\" y=\"{}\" width=\"{picture}\" height=\"{picture}\"/>",
                    piece.kind,
                    up - half
                ));
            }
            Pieces::Letters => self.letter(&letter, (0.0, up), 52.0),
            Pieces::Figures => self.letter(&letter, (0.0, kind.figure.middle + up), 38.0),
        }
        for (index, mark) in piece.marks.iter().enumerate() {
            if self.info.marks.iter().any(|known| known.code == *mark && known.name != kind.name) {
                self.badge(mark, (31.0 - 26.0 * index as f32, 28.0 + 6.0 * index as f32));
            }
        }
        self.text.push_str("</g>\n");
    }

    fn label(&self, piece: &PieceView) -> String {
        match self.style.notation {
            Notation::Ours => self.info.kinds[piece.kind].letters[piece.side - 1].to_string(),
            Notation::Courier => self.info.courier.labels[piece.side - 1][piece.kind].clone(),
        }
    }

    fn letter(&mut self, letter: &str, (x, y): Point, size: f32) {
        let size = size / letter.chars().count().max(1) as f32;
        self.put(format_args!(
            "<text x=\"{x}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"{size}\" font-weight=\"700\" \
             text-anchor=\"middle\" fill=\"currentColor\">{}</text>",
            y + 0.36 * size,
            escaped(letter)
        ));
    }

    /// Draws a mark at the lower right of a piece.
    fn badge(&mut self, mark: &str, (x, y): Point) {
        let Some(index) = self.info.marks.iter().position(|known| known.code == mark) else { return };
        let shape = self.info.marks[index].shape.as_deref().unwrap_or(SHAPES[index % SHAPES.len()]);
        let (fill, ink) = (self.palette.sides[0].fill, self.palette.board.rim_side);
        self.put(format_args!(
            "<g transform=\"translate({x} {y})\"><circle r=\"16\" fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"2.5\"/>\
             <path d=\"{}\" fill=\"{ink}\"/></g>",
            escaped(shape)
        ));
    }

    /// Draws the marks that moves leave on squares, in the left corners, where neither pieces nor powers hide them.
    fn traces(&mut self, view: &View) {
        for (index, trace) in view.traces.iter().enumerate() {
            let (down, shape) = (if index % 2 == 0 { 1.0 } else { -1.0 }, SHAPES[(index + 2) % SHAPES.len()]);
            let (ink, halo) = (self.palette.board.mark, self.palette.board.squares[0]);
            for (x, y) in trace.squares.iter().filter_map(|square| self.at(square)).collect::<Vec<_>>() {
                self.put(format_args!(
                    "<path class=\"trace\" transform=\"translate({} {})\" d=\"{shape}\" fill=\"{ink}\" \
                     stroke=\"{halo}\" stroke-width=\"3\" paint-order=\"stroke\"/>\n",
                    x - TRACE,
                    y + down * TRACE
                ));
            }
        }
    }

    fn bonds(&mut self, view: &View) {
        for relation in view.relations.iter().filter(|relation| relation.influence == "binds") {
            let (Some(from), Some(to)) = (self.at(&relation.from), self.at(&relation.to)) else { continue };
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let length = dx.hypot(dy).max(1.0);
            let rim = 0.36 * UNIT;
            let (dx, dy) = (dx / length * rim, dy / length * rim);
            let stroke = self.palette.board.mark;
            self.put(format_args!(
                "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{stroke}\" stroke-width=\"6\" \
                 stroke-linecap=\"round\" stroke-dasharray=\"1 10\"/>\n",
                from.0 + dx,
                from.1 + dy,
                to.0 - dx,
                to.1 - dy
            ));
        }
    }
}

fn frill() -> String {
    let point = |bump: u32| {
        let angle = std::f32::consts::TAU * bump as f32 / 11.0;
        format!("{:.1} {:.1}", 40.0 * angle.sin(), -40.0 * angle.cos())
    };
    let arcs: String = (1..=11).map(|bump| format!("A12.9 12.9 0 0 1 {}", point(bump % 11))).collect();
    format!("M{}{arcs}Z", point(0))
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            letter => safe.push(letter),
        }
    }
    safe
}
