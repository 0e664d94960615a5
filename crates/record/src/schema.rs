//! The OpenAPI schemas of what is written as a number or a word; they exist to be named where the interface is described.

use entourage_kernel::{Degree, Side};
use utoipa::openapi::schema::{ObjectBuilder, Type};

/// A side as a number.
pub struct SideNumber;

/// A key to a game as text.
pub struct KeyText;

/// Bits of a salt or a commitment as text.
pub struct Digest;

/// The word of a degree.
pub struct DegreeWord;

/// Describes a text that is one of a few words.
pub fn one_of<'w>(words: impl IntoIterator<Item = &'w str>) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words))
}

pub(crate) fn text(pattern: &str) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern))
}

macro_rules! describe {
    ($($type:ty as $name:literal: $schema:expr;)*) => {
        $(
            impl utoipa::PartialSchema for $type {
                fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                    $schema.build().into()
                }
            }

            impl utoipa::ToSchema for $type {
                fn name() -> std::borrow::Cow<'static, str> {
                    std::borrow::Cow::Borrowed($name)
                }
            }
        )*
    };
}

pub(crate) use describe;

describe! {
    SideNumber as "Side": ObjectBuilder::new()
        .schema_type(Type::Integer)
        .enum_values(Some(Side::BOTH.map(Side::number)))
        .description(Some("A side; the first to move is 1."));
    KeyText as "Key": text("^[a-z2-7]{25}[aeimquy4]$").description(Some("Opens a game."));
    Digest as "Digest": text("^[0-9a-f]{64}$").description(Some("256 bits."));
    DegreeWord as "Degree": one_of(Degree::ALL.map(Degree::word))
        .description(Some("How much the rules help."));
}
