//! Pictures of positions: a self-contained SVG without scripts, style sheets or fonts.
//!
//! A card is the same as a bitmap, for link previews.
//! It draws what the page draws, from the same data.

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
