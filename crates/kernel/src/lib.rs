//! The ground every game of Entourage stands on: squares and topologies, placements and positions,
//! intents and their effects, reasons and outcomes, histories, text errors, perft, and the testkit.
//!
//! The kernel knows no game. A game implements [`Rules`] (and [`Evaluate`] for the computer player);
//! everything above talks to games through these traits only.

mod adjudication;
mod bit_set;
mod catalogue;
mod courier;
mod degree;
mod effect;
mod estimate;
mod exchange;
mod form;
mod history;
mod intent;
mod language;
mod manner;
mod metadata;
mod move_sink;
mod outcome;
mod perft;
mod piece;
mod placement;
mod position;
mod problem;
mod random;
mod reason;
mod rules;
pub mod sentence;
mod side;
mod small_grid;
mod small_placement;
mod small_set;
mod spec;
mod square;
mod square_set;
mod symmetry;
mod text_error;
mod topology;
mod voice;
mod zobrist;

#[cfg(feature = "testkit")]
pub mod testkit;

pub use adjudication::Adjudication;
pub use catalogue::{Card, Catalogue, Example};
pub use courier::Courier;
pub use degree::Degree;
pub use effect::{Effect, Effects};
pub use estimate::{FixedWeights, Tally, WEIGHT_UNIT, WeightedSum, Weights};
pub use exchange::settle_exchange;
pub use form::{Draft, FormField, FormRow, FormWord, PositionForm, form_rows};
pub use history::{History, HistoryError};
pub use intent::Intent;
pub use language::{Language, Text};
pub use manner::Manner;
pub use metadata::{Credit, GameOption, Influence, Metadata, Named, OptionChoice, PieceKind, RelationKind};
pub use move_sink::{AnyMove, MoveCount, MoveList, MoveSink, Path};
pub use outcome::{Outcome, Status};
pub use perft::{divide, perft};
pub use piece::{Kind, Piece};
pub use placement::Placement;
pub use position::{Board, Position, State};
pub use problem::Problem;
pub use random::Random;
pub use reason::{Reason, Refusal, Relation};
pub use rules::{Evaluate, Rules};
pub use side::Side;
pub use small_grid::{SmallGrid, SmallLines, SmallTable, Step};
pub use small_placement::SmallPlacement;
pub use small_set::{SmallSet, SmallSquares};
pub use spec::{GameSpec, SpecError};
pub use square::Square;
pub use square_set::{SquareSet, Squares};
pub use symmetry::Symmetry;
pub use text_error::TextError;
pub use topology::{Label, Outline, SquareInfo, Topology};
pub use voice::Voice;
pub use zobrist::{fold, mix};
