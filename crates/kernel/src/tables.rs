//! Macros for the tables of texts in a game's crate: one row per entry, English before French.

/// Creates a list of [`PieceKind`](crate::PieceKind)s: letters, names, weight, aura if the kind has power over others,
/// anchor of its section in the rules page, picture in `art/`, and description.
#[macro_export]
macro_rules! piece_kinds {
    ($($first:literal $second:literal $en:literal $fr:literal $weight:ident $($lamp:ident)? $chapter:literal
        $art:literal $about_en:literal $about_fr:literal;)*) => {[$(
        $crate::PieceKind {
            letters: [$first, $second],
            name: $crate::Text::new($en, $fr),
            description: $crate::Text::new($about_en, $about_fr),
            art: $crate::SharedStr::new(include_str!(concat!("../art/", $art, ".svg"))),
            weight: $crate::Weight::$weight,
            lamp: {
                const LAMPS: &[$crate::Aura] = &[$($crate::Aura::$lamp)?];
                LAMPS.first().copied()
            },
            chapter: $crate::SharedStr::new($chapter),
        },
    )*]};
}

/// Creates a list of [`Named`](crate::Named) entries: code and name.
#[macro_export]
macro_rules! named {
    ($($code:literal $en:literal $fr:literal;)*) => {[$(
        $crate::Named { code: $crate::SharedStr::new($code), text: $crate::Text::new($en, $fr) },
    )*]};
}

/// Creates a list of [`Power`](crate::Power)s: code, relation (or `-`), reason for refused moves (or `-`), and text.
#[macro_export]
macro_rules! powers {
    ($($code:literal $relation:tt $reason:tt $en:literal $fr:literal;)*) => {[$(
        $crate::Power {
            code: $crate::SharedStr::new($code),
            text: $crate::Text::new($en, $fr),
            relation: $crate::optional!($relation),
            reason: $crate::optional!($reason),
        },
    )*]};
}

/// Creates a list of [`RelationKind`](crate::RelationKind)s: code, influence, aura, ruling, and descriptions.
#[macro_export]
macro_rules! relation_kinds {
    ($($code:literal $influence:ident $aura:ident $ruling:literal felt $felt_en:literal $felt_fr:literal
        exerted $exerted_en:literal $exerted_fr:literal begins $begins_en:literal $begins_fr:literal
        ends $ends_en:literal $ends_fr:literal;)*) => {[$(
        $crate::RelationKind {
            code: $crate::SharedStr::new($code),
            felt: $crate::Text::new($felt_en, $felt_fr),
            exerted: $crate::Text::new($exerted_en, $exerted_fr),
            begins: $crate::Text::new($begins_en, $begins_fr),
            ends: $crate::Text::new($ends_en, $ends_fr),
            influence: $crate::Influence::$influence,
            aura: $crate::Aura::$aura,
            ruling: $crate::SharedStr::new($ruling),
        },
    )*]};
}

/// Creates a list of [`Credit`](crate::Credit)s: role, name, link (or `-`) and licence (or `-`).
#[macro_export]
macro_rules! credits {
    ($($en:literal $fr:literal $who:literal $link:tt $licence:tt;)*) => {[$(
        $crate::Credit {
            role: $crate::Text::new($en, $fr),
            who: $crate::SharedStr::new($who),
            link: $crate::optional!($link),
            licence: $crate::optional!($licence),
        },
    )*]};
}

/// Converts a table entry to an optional text; `-` is `None`.
#[doc(hidden)]
#[macro_export]
macro_rules! optional {
    (-) => {
        None
    };
    ($text:literal) => {
        Some($crate::SharedStr::new($text))
    };
}

/// Creates a [`Card`](crate::Card) from its code, names, default kind, whether it can be used only once, whether it
/// costs a piece, summary, text, and examples with their positions and moves.
#[macro_export]
macro_rules! card {
    ($code:literal $en:literal $fr:literal, bound: $bound:expr, once: $once:expr, costs_piece: $costs_piece:expr,
        summary $summary_en:literal $summary_fr:literal text $text_en:literal $text_fr:literal
        $(example $caption_en:literal $caption_fr:literal $position:literal [$($move:literal),*])*) => {
        $crate::Card {
            code: $crate::SharedStr::new($code),
            name: $crate::Text::new($en, $fr),
            summary: $crate::Text::new($summary_en, $summary_fr),
            text: $crate::Text::new($text_en, $text_fr),
            bound: $bound,
            once: $once,
            costs_piece: $costs_piece,
            examples: std::borrow::Cow::Borrowed(&[$($crate::Example {
                caption: $crate::Text::new($caption_en, $caption_fr),
                position: $crate::SharedStr::new($position),
                moves: $crate::shared_strs![$($move),*],
            }),*]),
        }
    };
}

/// Declares an enum with names for data formats; generates `ALL`, a method that returns the name, and `FromStr`.
#[macro_export]
macro_rules! words {
    ($(#[$attribute:meta])* pub enum $name:ident: $code:ident {
        $($(#[$about:meta])* $variant:ident = $word:literal,)*
    }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $($(#[$about])* $variant,)*
        }

        impl $name {
            /// All variants, in the order of declaration.
            pub const ALL: [Self; [$($word),*].len()] = [$(Self::$variant),*];

            /// Returns the name used in data formats.
            pub const fn $code(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = ();
            fn from_str(word: &str) -> Result<Self, ()> {
                Self::ALL.into_iter().find(|one| one.$code() == word).ok_or(())
            }
        }
    };
}
