//! Pictures of positions: a self-contained SVG without scripts, style sheets or fonts.
//!
//! A card is the same as a bitmap, for link previews.
//! It draws what the page draws, from the same data.

#![allow(missing_docs, reason = "not published")]

mod card;
mod draw;
mod layout;
mod style;

pub use card::{CARD, CardError, card};
pub use draw::draw;
pub use style::{Colours, Pieces, Style, Theme};
