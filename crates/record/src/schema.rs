//! OpenAPI schemas of types that are serialized as numbers or strings.

use entourage_kernel::{Enforcement, Side};
use utoipa::openapi::schema::{ObjectBuilder, Type};

/// Schema of a side as a number, 1 or 2.
pub struct SideNumber;

/// Schema of a key to a game.
pub struct KeyText;

/// Schema of a salt or commitment.
pub struct Digest;

/// Schema of a rule enforcement level.
pub struct EnforcementWord;

/// Creates the schema of a string that must be one of `words`.
pub fn one_of<'w>(words: impl IntoIterator<Item = &'w str>) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words))
}

pub(crate) fn text(pattern: &str) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern))
}

/// Implements the OpenAPI schema of types that are serialized as numbers or strings.
#[macro_export]
#[doc(hidden)]
macro_rules! describe_schema {
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

#[doc(hidden)]
pub use describe_schema as describe;

describe! {
    SideNumber as "Side": ObjectBuilder::new()
        .schema_type(Type::Integer)
        .enum_values(Some(Side::BOTH.map(Side::number)))
        .description(Some("A side; the side that moves first is 1."));
    KeyText as "Key": text("^[a-z2-7]{25}[aeimquy4]$").description(Some("The secret key to a game."));
    Digest as "Digest": text("^[0-9a-f]{64}$").description(Some("256 bits in hexadecimal."));
    EnforcementWord as "Enforcement": one_of(Enforcement::ALL.map(Enforcement::word))
        .description(Some("Rule enforcement: illegal moves are rejected (`enforced`), cause a warning (`warned`), or are allowed (`free`)."));
}
