//! Pictures of positions: one SVG that needs nothing else, no script, no style sheet, no font, no other file.
//!
//! A card is the same as pixels, for previews of links.
//! It draws what the page draws, from the same data: squares and outlines, pieces with the art of their kind, and the marks of powers.

mod card;
mod draw;
mod layout;
mod style;

pub use card::{CARD, CardError, card};
pub use draw::draw;
pub use style::{Colours, Pieces, Style, Theme};
