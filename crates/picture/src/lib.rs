//! Images of positions: self-contained SVG without scripts, style sheets or fonts, and cards, which are bitmaps for link
//! previews.
//!
//! They show what the web client shows, from the same data.

#[cfg(feature = "cards")]
mod card;
mod draw;
mod layout;
mod style;

#[cfg(feature = "cards")]
pub use card::{CardError, card};
pub use draw::draw;
pub use style::{Colours, Pieces, Style, Theme};

/// Width and height of a card in pixels, as expected by sites that show link previews.
pub const CARD: [u32; 2] = [1200, 630];
