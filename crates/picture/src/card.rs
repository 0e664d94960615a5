use entourage_registry::view::{GameInfo, View};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::{CARD, Style, draw};

/// Minimum margin around the board, in pixels.
const MARGIN: f32 = 30.0;

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CardError {
    #[error("the image of a piece cannot be parsed")]
    Art,
    #[error("the image cannot be rendered")]
    Pixels,
}

/// Draws a position as a PNG of size [`CARD`], without text, so that no font is needed; `last` contains the last move's squares.
pub fn card(info: &GameInfo, view: &View, last: &[String]) -> Result<Vec<u8>, CardError> {
    let style = Style { bare: true, ..Style::default() };
    let picture = draw(info, view, last, style);
    let tree = Tree::from_str(&picture, &Options::default()).map_err(|_| CardError::Art)?;
    let [width, height] = CARD;
    let mut pixels = Pixmap::new(width, height).ok_or(CardError::Pixels)?;
    pixels.fill(colour(style.theme.palette(info.hue).ground));
    let (size, [width, height]) = (tree.size(), CARD.map(|length| length as f32));
    let scale = ((width - 2.0 * MARGIN) / size.width()).min((height - 2.0 * MARGIN) / size.height());
    let [left, top] =
        [(width, size.width()), (height, size.height())].map(|(room, taken)| (room - taken * scale) / 2.0);
    let place = Transform::from_scale(scale, scale).post_translate(left, top);
    resvg::render(&tree, place, &mut pixels.as_mut());
    pixels.encode_png().map_err(|_| CardError::Pixels)
}

/// Parses a colour such as `#eef0ec`; returns white for invalid colours.
fn colour(text: &str) -> Color {
    let part = |at: usize| text.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
    match (part(1), part(3), part(5)) {
        (Some(red), Some(green), Some(blue)) => Color::from_rgba8(red, green, blue, u8::MAX),
        _ => Color::WHITE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read() {
        assert_eq!(colour("#eef0ec"), Color::from_rgba8(0xee, 0xf0, 0xec, 0xff));
        assert_eq!(colour("pink"), Color::WHITE);
    }
}
