use std::collections::BTreeSet;
use std::fmt::Write;

use entourage_registry::Notation;
use entourage_registry::view::{FigureView, GameInfo, PieceView, View};

use crate::layout::{Layout, Point, UNIT, outline_path};
use crate::style::{Palette, Pieces, Style};

/// The shapes of marks to which a game gives none, as on the page: a star, a double chevron, a lozenge, a bar.
const SHAPES: [&str; 4] = [
    "M0-12L3.5-4 12-3.6 5.4 1.8 7.6 10.2 0 5.4-7.6 10.2-5.4 1.8-12-3.6-3.5-4Z",
    "M-9-1L0-10 9-1H5L0-5.5-5-1ZM-9 9L0 0 9 9H5L0 4.5-5 9Z",
    "M0-11L9 0 0 11-9 0Z",
    "M-10-4H10V4H-10Z",
];

/// Draws a position as SVG; `last` names the squares of the move that led to it, if any.
///
/// The words in it, a title for those who do not see it, are in the language of `info` and `view`.
pub fn draw(info: &GameInfo, view: &View, last: &[String], style: Style) -> String {
    let mut picture = Picture {
        info,
        palette: style.theme.palette(),
        layout: Layout::new(&info.board, style.flipped, style.bare),
        letters: info.catalogue.is_some(),
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
    picture.text.push_str("</svg>\n");
    picture.text
}

struct Picture<'a> {
    info: &'a GameInfo,
    palette: Palette,
    layout: Layout,
    /// Whether art alone does not tell kinds apart.
    letters: bool,
    style: Style,
    text: String,
}

impl Picture<'_> {
    fn put(&mut self, arguments: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
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
        for (index, square) in board.squares.iter().enumerate() {
            let (x, y) = self.layout.squares[index];
            let (path, fill) =
                (outline_path(square.outline), self.palette.squares[usize::from(square.shade).min(2)]);
            let edge = if square.outline == "square" && square.shade < 2 {
                String::new()
            } else {
                format!(" stroke=\"{}\" stroke-width=\"2\"", self.palette.edge)
            };
            self.put(format_args!(
                "<path transform=\"translate({x} {y})\" d=\"{path}\" fill=\"{fill}\"{edge}/>\n"
            ));
            if last.contains(&square.name) {
                let fill = self.palette.last;
                self.put(format_args!(
                    "<path transform=\"translate({x} {y})\" d=\"{path}\" fill=\"{fill}\" fill-opacity=\"0.55\"/>\n"
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
        let fill = self.palette.label;
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
        let [fill, rim, ring, glyph] = self.palette.sides[piece.side - 1];
        let letter = self.label(piece);
        self.put(format_args!("<g transform=\"translate({x} {y})\" color=\"{glyph}\">"));
        if self.style.pieces == Pieces::Figures {
            let FigureView { outline, middle } = self.info.kinds[piece.kind].figure;
            self.put(format_args!(
                "<path d=\"{outline}\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"3.5\"/>\
                 <path d=\"{outline}\" transform=\"scale(0.87)\" fill=\"none\" stroke=\"{ring}\" stroke-width=\"2\"/>"
            ));
            self.letter(&letter, (0.0, middle), 38.0);
        } else {
            self.put(format_args!(
                "<circle r=\"44\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"3.5\"/>\
                 <circle r=\"38.5\" fill=\"none\" stroke=\"{ring}\" stroke-width=\"2\"/>"
            ));
        }
        match self.style.pieces {
            Pieces::Pictures => {
                self.put(format_args!(
                    "<use href=\"#k{}\" x=\"-32\" y=\"-32\" width=\"64\" height=\"64\"/>",
                    piece.kind
                ));
                if self.letters {
                    self.put(format_args!(
                        "<circle cx=\"-33\" cy=\"33\" r=\"16\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"2\"/>"
                    ));
                    self.letter(&letter, (-33.0, 33.0), 23.0);
                }
            }
            Pieces::Letters => self.letter(&letter, (0.0, 0.0), 52.0),
            Pieces::Figures => {}
        }
        for (index, mark) in piece.marks.iter().enumerate() {
            self.badge(mark, 33.0 - 30.0 * index as f32);
        }
        self.text.push_str("</g>\n");
    }

    /// Returns the label of a piece in the notation wanted.
    fn label(&self, piece: &PieceView) -> String {
        match self.style.notation {
            Notation::Ours => self.info.kinds[piece.kind].letters[piece.side - 1].to_string(),
            Notation::Courier => self.info.courier.labels[piece.side - 1][piece.kind].clone(),
        }
    }

    /// Writes a label; a longer one is smaller.
    fn letter(&mut self, letter: &str, (x, y): Point, size: f32) {
        let size = size / letter.chars().count().max(1) as f32;
        self.put(format_args!(
            "<text x=\"{x}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"{size}\" font-weight=\"700\" \
             text-anchor=\"middle\" fill=\"currentColor\">{}</text>",
            y + 0.36 * size,
            escaped(letter)
        ));
    }

    fn badge(&mut self, mark: &str, x: f32) {
        let Some(index) = self.info.marks.iter().position(|known| known.code == mark) else { return };
        let shape = self.info.marks[index].shape.as_deref().unwrap_or(SHAPES[index % SHAPES.len()]);
        let (fill, ink) = (self.palette.badge, self.palette.badge_ink);
        self.put(format_args!(
            "<g transform=\"translate({x} -33)\"><circle r=\"17\" fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"2.5\"/>\
             <path d=\"{}\" fill=\"{ink}\"/></g>",
            escaped(shape)
        ));
    }

    /// Draws what binds two pieces wherever they go, since nothing else shows it.
    fn bonds(&mut self, view: &View) {
        for relation in view.relations.iter().filter(|relation| relation.influence == "binds") {
            let (Some(from), Some(to)) = (self.at(&relation.from), self.at(&relation.to)) else { continue };
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let length = dx.hypot(dy).max(1.0);
            let rim = 0.36 * UNIT;
            let (dx, dy) = (dx / length * rim, dy / length * rim);
            let stroke = self.palette.bond;
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

/// Writes a text so that XML takes it for nothing else.
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
