//! The shapes in which command, server and browser see a game: plain data, sentences in one language.
//!
//! They are what crosses the borders as JSON. The page's TypeScript types are written from them by `cargo xtask types` (feature `types`).

mod answers;
mod chat;
mod definition;
mod examination;
mod failure;
mod game;
mod import;
mod invitation;
mod keys;
mod lesson;
mod loan;
mod news;
mod proposal;
mod reach;
mod report;
mod rules_failure;
mod sheet;
mod shown_game;
mod state;
mod story;
mod submission;
mod submitted;
mod thought;
mod watched;
mod weighing;

pub use answers::{
    Export, Health, InvitationList, Kept, MailView, NotesView, Nothing, PlanView, Publication, Remarks, Said,
    Unsaid, Wishes,
};
pub use chat::RemarkView;
pub use definition::{BoardSize, DefinitionList, DefinitionView};
pub use examination::{AnswerView, ExaminationView, FaultView};
pub use failure::{FailureBody, FailureView};
pub use game::*;
pub use import::{Imported, ImportedTurn, Sketched};
pub use invitation::InvitationView;
pub use keys::{Keys, KeysApart, NewKey};
pub use lesson::{LessonView, Phrase, StepView, VerdictView};
pub use loan::{LentCredit, LoanView};
pub use news::News;
pub use proposal::{Apart, Proposal};
pub use reach::{ReachView, SafetyView};
pub use report::{KindReport, PowerReport, ReasonReport, ReportView, ShareView};
pub use rules_failure::{ProblemView, RulesFailure, TextErrorView};
pub use sheet::{
    ByHandView, GoalKindView, GoalView, MannerView, SheetEditView, SheetPieceView, SheetView, StrideView,
};
pub use shown_game::{ShownGame, ShownGames};
pub use state::{Delta, Preparation, State};
pub use story::{CapturedView, ClosingLineView, ClosingView, MomentView, ProspectView, ReviewView};
pub use submission::{LICENCES, Submission};
pub use submitted::{OriginView, SHELVED, SubmittedView, TrialView, VersionView};
pub use thought::ThoughtView;
pub use watched::{WatchedList, WatchedView};
pub use weighing::{ChangeView, ExposureView, WeighingView};
