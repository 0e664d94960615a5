//! The foundation of every Entourage game: squares and topologies, placements and positions,
//! intents and their effects, reasons and outcomes, histories, text errors, perft, and the testkit.
//!
//! The kernel contains no specific game. A game implements [`Rules`], [`Presentation`] for the user interface, [`Evaluate`] for the
//! search, and [`Specimens`] for tests; everything else accesses games only through these traits.

#![warn(missing_docs)]

mod adjudication;
mod bit_set;
mod catalogue;
mod courier;
mod defaults;
mod draft;
mod effect;
mod effects;
mod enforcement;
mod evaluate;
mod exchange;
mod fit;
mod form;
mod history;
mod intent;
mod language;
mod limits;
mod look;
mod manner;
mod metadata;
mod misfit;
mod move_sink;
mod outcome;
mod part;
mod past;
mod perft;
mod piece;
mod placement;
mod position;
mod presentation;
mod problem;
mod random;
mod reading;
mod reason;
mod repetition;
mod rules;
pub mod sentence;
mod shared_str;
mod side;
mod small_grid;
mod small_placement;
mod small_position;
mod small_set;
mod sorted_indices;
mod spec;
mod specimens;
mod square;
mod square_queue;
mod square_set;
mod symmetry;
mod tables;
mod text_error;
mod topology;
mod trace;
mod voice;
mod weights;
mod zobrist;

#[cfg(feature = "testkit")]
pub mod testkit;

pub use adjudication::Adjudication;
pub use catalogue::{Card, Catalogue, Example, HeldCard};
pub use courier::{Coordinates, Courier};
pub use draft::Draft;
pub use effect::Effect;
pub use effects::Effects;
pub use enforcement::Enforcement;
pub use evaluate::Evaluate;
pub use exchange::settle_exchange;
pub use form::{FormField, FormRow, FormWord, PositionForm, RowOrder, form_rows};
pub use history::{History, HistoryError};
pub use intent::Intent;
pub use language::{Language, Text};
pub use look::{Aura, Hue, Weight};
pub use manner::Manner;
pub use metadata::{
    Cover, Credit, GameOption, Influence, Metadata, Named, OptionChoice, PieceKind, Power, RelationKind,
};
pub use misfit::Misfit;
pub use move_sink::{AnyMove, MoveCount, MoveList, MoveSink, Path};
pub use outcome::{Outcome, Status};
pub use part::Part;
pub use past::Past;
pub use perft::{divide, perft};
pub use piece::{Kind, Piece};
pub use placement::Placement;
pub use position::{Board, Position, State};
pub use presentation::Presentation;
pub use problem::Problem;
pub use random::Random;
pub use reading::Reading;
pub use reason::{Peril, Reason, Refusal, Relation};
pub use repetition::{Party, Repetition, Warners};
pub use rules::Rules;
pub use shared_str::SharedStr;
pub use side::Side;
pub use small_grid::{SmallGrid, SmallLines, SmallTable, Step};
pub use small_placement::SmallPlacement;
pub use small_position::{SmallPieces, SmallPosition, SmallState};
pub use small_set::{SmallSet, SmallSquares};
pub use sorted_indices::sorted_indices;
pub use spec::{GameSpec, SpecError};
pub use specimens::Specimens;
pub use square::Square;
pub use square_queue::SquareQueue;
pub use square_set::{SquareSet, Squares};
pub use symmetry::Symmetry;
pub use text_error::TextError;
pub use topology::{Label, Outline, SquareInfo, Topology};
pub use trace::Trace;
pub use voice::Voice;
pub use weights::{FixedWeights, Tally, WEIGHT_UNIT, WeightedSum, Weights};
pub use zobrist::{fold, mix};
