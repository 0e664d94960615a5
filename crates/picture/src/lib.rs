//! Pictures of positions: one SVG that needs nothing else, no script, no style sheet, no font, no other file.
//!
//! A card is the same as pixels, for previews of links.
//! It draws what the page draws, from the same data: squares and outlines, pieces with the art of their kind, and the marks of powers.

#[cfg(feature = "cards")]
mod card;
mod draw;
mod layout;
mod style;

#[cfg(feature = "cards")]
pub use card::{CardError, card};
pub use draw::draw;
pub use style::{Colours, Pieces, Style, Theme};

/// The width and height of a card in pixels, as sites that preview links expect them.
pub const CARD: [u32; 2] = [1200, 630];
