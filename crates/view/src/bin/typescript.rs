//! Writes the TypeScript types of everything that crosses a border as JSON to standard output.

use std::any::TypeId;
use std::collections::BTreeMap;

use entourage_kernel::{Aura, Degree, Hue, Influence, Language, Manner, Side, Weight};
use entourage_record::{Seat, Told};
use entourage_view::*;
use ts_rs::{Config, TS, TypeVisitor};

const HEAD: &str = "\
// Written by `cargo xtask types` from the shapes in crates/view and crates/record; changes are made there.

";

/// Gathers declarations by their names, each with everything that it names.
struct Declarations {
    config: Config,
    known: Vec<TypeId>,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if self.known.contains(&TypeId::of::<T>()) {
            return;
        }
        self.known.push(TypeId::of::<T>());
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let text = tidy(&format!("{docs}export {}", T::decl(&self.config)));
            if let Some(other) = self.found.insert(T::ident(&self.config), text.clone()) {
                assert_eq!(other, text, "two shapes have one name");
            }
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

fn main() {
    let mut types = Declarations {
        config: Config::new().with_large_int("number"),
        known: Vec::new(),
        found: BTreeMap::new(),
    };
    types.visit::<(GameInfo, View, ForesightView, MoveRecord, Explanation, Judgement, RulesFailure)>();
    types.visit::<(Sketched, Imported, ReadRecord, ThoughtView, WeighingView, LessonView, VerdictView)>();
    types.visit::<(ReachView, ClosingView, Tokens, TokenWish, NewToken, ReviewView, ProspectView, Told)>();
    types.visit::<(State, Delta, News, Proposal, InvitationList, WatchedList, FinishedList, OpeningView)>();
    types.visit::<(PoolList, Wish, Wished, Met, SeekList, LobbyNews, NewTournament, Amendment, Announced)>();
    types.visit::<(TournamentList, TournamentState, TournamentNews<'static>, Leaders, DefinitionList)>();
    types.visit::<(ExaminationView, SheetView, SheetEditView, ReportView, VariationView, Submission)>();
    types.visit::<(SubmittedView, ShownGames, FailureBody, Keys, NewKey, Publication, MailView, Remarks)>();
    types.visit::<(NotesView, PlanView, Kept, Wishes, Unsaid, Export, Signed, AccountMailView, AccountView)>();
    types.visit::<(Founded, RecoveryCodes, Sessions, CeremonyView, PasskeyAnswer, HeldGames, Claims)>();
    types.visit::<(ComplaintList, ComplaintDetail, MeasureList, ProfileView, Ties, PushView, PushSides)>();
    print!("{HEAD}");
    words("LanguageCode", "The languages.", Language::ALL.map(Language::code));
    println!(
        "/** A side as people count: the player who moves first is 1. */\nexport type Side = {};\n",
        sides()
    );
    words("Manner", "How a move is shown and spoken of.", Manner::ALL.map(Manner::code));
    words("Hue", "The colour of a game's board.", Hue::ALL.map(Hue::code));
    words(
        "Weight",
        "How plain a kind of piece is to see: what counts more is plainer.",
        Weight::ALL.map(Weight::code),
    );
    words("Aura", "The light in which a power is drawn.", Aura::ALL.map(Aura::code));
    words(
        "Influence",
        "What a relation does to the piece that feels it; a bond binds both alike.",
        Influence::ALL.map(Influence::code),
    );
    words(
        "Sign",
        "What a change is to whoever makes it; some bear upon both sides alike.",
        ["gain", "cost", "both"],
    );
    words(
        "Degree",
        "How much the rules help: they enforce themselves, warn, or are silent until they are asked.",
        Degree::ALL.map(Degree::word),
    );
    words(
        "Seat",
        "What a key lets its holder do: play for both sides at one screen, for one side, or look on.",
        Seat::ALL.map(Seat::word),
    );
    words("PaceClass", "A class of paces that share a rating, the fastest first.", PACE_CLASSES);
    words("Scope", "What a program may do by a token.", SCOPES);
    words("Role", "The order that somebody keeps.", ["moderator", "administrator"]);
    words("ComplaintKind", "What a complaint is about.", ["talk", "person", "definition", "oneself"]);
    words(
        "MeasureKind",
        "What those who keep order do.",
        [
            "appoint", "mute", "unmute", "ban", "unban", "rename", "close", "amend", "start", "cancel",
            "remove", "list", "unlist",
        ],
    );
    words("TournamentKind", "How it is decided who plays whom.", TOURNAMENT_KINDS);
    words("TournamentPhase", "How far a tournament is.", TOURNAMENT_PHASES);
    words(
        "Outcome",
        "What came of a pairing: who won, or has the point because the other was not there, or had no game.",
        OUTCOMES,
    );
    words(
        "TieBreak",
        "What tells those with equal points apart.",
        ["direct-encounter", "buchholz", "buchholz-cut-1", "sonneborn-berger", "wins", "progressive"],
    );
    words("Licence", "What others may do with the text of a game that somebody wrote.", LICENCES);
    words(
        "Shelved",
        "Who is told of a game that somebody wrote: whoever knows its name, everybody, or nobody new.",
        SHELVED,
    );
    for declaration in types.found.values() {
        println!("{declaration}\n");
    }
}

/// Writes short comments in one line, and no space before a line's end.
fn tidy(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let text = lines.join("\n");
    let mut parts = text.split("/**\n * ");
    let mut tidy = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once("\n */") {
            Some((line, rest)) if !line.contains('\n') => tidy += &format!("/** {line} */{rest}"),
            _ => tidy += &format!("/**\n * {part}"),
        }
    }
    tidy
}

fn sides() -> String {
    Side::BOTH.map(|side| side.number().to_string()).join(" | ")
}

/// Writes a type of words.
fn words(name: &str, docs: &str, words: impl IntoIterator<Item = &'static str>) {
    let words: Vec<String> = words.into_iter().map(|word| format!("\"{word}\"")).collect();
    println!("/** {docs} */\nexport type {name} = {};\n", words.join(" | "));
}
