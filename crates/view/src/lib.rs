//! JSON types shared by the CLI, the server and the web client; each value has its messages in a single language.
//!
//! `cargo xtask types` generates the web client's TypeScript types from this crate (feature `types`).
mod account;
mod answers;
mod chat;
mod definition;
mod examination;
mod failure;
mod finished;
mod game;
mod import;
mod invitation;
mod keys;
mod lesson;
mod loan;
mod lobby;
mod news;
mod order;
mod people;
pub mod program;
mod proposal;
mod push;
mod rating;
mod reach;
mod report;
mod rules_failure;
mod shown_game;
mod state;
mod story;
mod submission;
mod submitted;
mod thought;
mod token;
mod tournament;
mod watched;
mod weighing;

pub use account::{
    AccessList, AccountExport, AccountMailView, AccountView, CeremonyView, Claims, Founded, GameExport,
    HeldGameView, HeldGames, PasskeyAnswer, PasskeyView, RecoveryCodes, SessionView, Sessions, Signed,
};
pub use answers::{
    Export, Health, InvitationList, Kept, MailView, NotesView, Nothing, PlanView, Publication, Remarks, Said,
    Unsaid, Wishes,
};
pub use chat::RemarkView;
pub use definition::{BoardSize, DefinitionList, DefinitionView};
pub use examination::{AnswerView, ExaminationView, FaultView};
pub use failure::{FailureBody, FailureView};
pub use finished::{FinishedList, FinishedRecord, FinishedView, LastView, OpeningMove, OpeningView};
pub use game::*;
pub use import::{Imported, ImportedTurn, ReadRecord, Sketched};
pub use invitation::InvitationView;
pub use keys::{Keys, KeysApart, NewKey};
pub use lesson::{LessonView, Phrase, StepView, VerdictView};
pub use loan::{LentCredit, LoanView};
pub use lobby::{LobbyNews, Met, SeekList, SeekView, Wish, Wished};
pub use news::News;
pub use order::{
    ComplaintDetail, ComplaintList, ComplaintMade, ComplaintView, GameBeside, MeasureList, MeasureView,
    RestraintView, SubjectView,
};
pub use people::{FavouriteView, OpponentView, PoolRating, ProfileView, Ties};
pub use proposal::{Apart, Proposal};
pub use push::{PushDeviceView, PushSides, PushView};
#[cfg(feature = "openapi")]
pub use rating::PaceClass;
pub use rating::{LeaderView, Leaders, PACE_CLASSES, PoolList, PoolView, RatingView};
pub use reach::{ReachView, SafetyView};
pub use report::{CardReport, KindReport, PowerReport, ReasonReport, ReportView, ShareView, VariationView};
pub use rules_failure::{ProblemView, RulesFailure, TextErrorView};
pub use shown_game::{ShownGame, ShownGames};
pub use state::{Delta, Preparation, State};
pub use story::{CapturedView, ClosingLineView, ClosingView, MomentView, ProspectView, ReviewView};
pub use submission::{LICENCES, Submission};
pub use submitted::{OriginView, SHELVED, SubmittedView, TrialView, VersionView};
pub use thought::ThoughtView;
#[cfg(feature = "openapi")]
pub use token::ScopeWord;
pub use token::{NewToken, SCOPES, TokenView, TokenWish, Tokens};
#[cfg(feature = "openapi")]
pub use tournament::KindWord;
pub use tournament::{
    Amendment, Announced, EntrantView, ListPart, NewTournament, OUTCOMES, OwnTournament, PairingRow,
    PairingView, ResultView, RoundView, StandingRow, StandingView, TOURNAMENT_KINDS, TOURNAMENT_PHASES, Terms,
    TieFigureView, TieView, TournamentGameView, TournamentHead, TournamentList, TournamentNews,
    TournamentState, TournamentTable, TournamentView,
};
pub use watched::{WatchedList, WatchedView};
pub use weighing::{ChangeView, ExposureView, WeighingView};
