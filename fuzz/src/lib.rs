//! Checks properties that must hold for any input; used by the fuzzers here and by the mutation tests of the `entourage` binary.
//! Each check panics if a property does not hold.
//!
//! For every parser: it never panics, accepted input is in canonical form, and an error contains the invalid token and its offset.

use std::sync::OnceLock;

use entourage_definition::{Shipped, Source, check, format};
use entourage_fairy::Configuration;
use entourage_kernel::{Random, Rules, testkit};
use entourage_lesson::{Lesson, OpenLesson};
use entourage_pgn::Reader;
use entourage_protocol::{Command, Reply, xboard};
use entourage_puzzle::{Puzzle, PuzzleGame};
use entourage_registry::kernel::{Enforcement, Language, TextError};
use entourage_registry::sheet::{self, SheetEdit};
use entourage_registry::{
    AnyGame, AnyMatch, CourierError, CourierTurn, HandError, Notation, Opening, PlayError, Registry, Replay,
    courier_text, view_sketch, write_draft,
};
use entourage_scoresheet::{Sheet, Style};
use entourage_study::{EditError, Editor, Study, edits_of, record_of};

/// Checks the parser of game specs (a game's id and its options).
pub fn spec(text: &str) {
    match Registry::built_in().open(text) {
        Ok(game) => {
            let canonical = game.spec();
            let again = Registry::built_in().open(&canonical).map(|game| game.spec());
            assert_eq!(again.as_ref(), Ok(&canonical), "the spec of {text:?}");
        }
        Err(error) => check_error(text, &error.into()),
    }
}

/// Checks every game's parser of positions, and that accepted positions can be shown.
pub fn position(text: &str) {
    for game in games() {
        match game.begin(Some(text)) {
            Ok(begun) => {
                assert_eq!(begun.position_text(), text);
                let view = begun.view(Language::French);
                assert_eq!(view.moves.len(), begun.legal_moves().len(), "moves of {text}");
                let is_over = begun.status().outcome().is_some();
                assert!(!is_over || view.moves.is_empty(), "a finished game has moves: {text}");
            }
            Err(error) => check_error(text, &error),
        }
    }
}

/// Checks every game's parser of pasted positions, in Entourage's or Game Courier's notation, and that the result can be written.
pub fn sketch(text: &str) {
    for game in games() {
        let found = game.sketch(text);
        let seen = view_sketch(game.as_ref(), &found, Language::French);
        assert_eq!(found.problem.is_none(), game.begin(Some(&found.text)).is_ok(), "{text:?}");
        if let Some(error) = &found.problem {
            check_error(&found.text, error);
        }
        assert!(found.board.is_none() || found.problem.is_some());
        if let Some(board) = &found.board {
            let free = Registry::built_in()
                .begin(&game.spec(), Some(board), Enforcement::Free)
                .expect("manual games start anywhere");
            assert_eq!(game.sketch(&free.start_text()).board.is_some(), free.view(Language::English).adrift);
        }
        let Some(draft) = &seen.draft else {
            assert!(found.problem.is_some(), "{text:?} cannot be shown, without an error");
            continue;
        };
        let written = write_draft(game.as_ref(), draft);
        let again = game.sketch(&written);
        assert_eq!(again.draft, found.draft, "{written} is written for {text:?}");
        if found.problem.is_none() {
            assert_eq!(written, found.text);
        }
    }
}

/// Checks every game's parser of Game Courier settings files and logs, and plays their turns until one is refused.
pub fn preset(text: &str) {
    for game in games() {
        let preset = match game.read_preset(text) {
            Ok(preset) => preset,
            Err(error) => {
                assert!(text.is_char_boundary(error.at), "{error:?} is not within {text:?}");
                assert!(!error.problem.is_empty());
                continue;
            }
        };
        let opening = preset.opening.as_ref();
        let lawful = opening.is_none_or(|opening| opening.problem.is_none());
        for enforcement in Enforcement::ALL {
            let begun = Registry::built_in().begin(&game.spec(), opening.map(Opening::text), enforcement);
            let Ok(begun) = begun else {
                assert!(
                    !lawful && enforcement != Enforcement::Free,
                    "{enforcement}: {text:?} cannot be started"
                );
                continue;
            };
            replay(begun, preset.turns.iter().map(|(_, turn)| turn.as_str()));
        }
    }
}

/// Plays turns until one is refused. If rule enforcement is off, also exports the game and reads the export back.
fn replay<'a>(begun: Box<dyn AnyMatch>, turns: impl Iterator<Item = &'a str>) {
    let (spec, enforcement) = (begun.spec(), begun.enforcement());
    let mut replay = Replay::new(begun);
    for turn in turns.take(40) {
        let before = (replay.played().position_text(), replay.played().moves().len());
        let stopped = replay.line(turn).is_err();
        let after = (replay.played().position_text(), replay.played().moves().len());
        assert!(!stopped || before == after, "{turn} is refused but changes the position");
        assert!(
            enforcement != Enforcement::Enforced
                || stopped == replay.refused().is_some()
                || replay.word().is_some()
        );
        if stopped {
            break;
        }
    }
    let played = replay.played();
    if enforcement != Enforcement::Free || played.courier_turns().iter().any(|turn| turn.is_empty()) {
        return;
    }
    let written = courier_text(played);
    let game = Registry::built_in().open(&spec).expect("a game in progress has a valid spec");
    let (start, turns) = match written.starts_with('$') {
        true => {
            let preset = game.read_preset(&written).expect("a written preset is valid");
            (preset.opening, preset.turns.into_iter().map(|(_, turn)| turn).collect())
        }
        false => (None, written.lines().map(str::to_owned).collect::<Vec<_>>()),
    };
    let begun = Registry::built_in()
        .begin(&spec, start.as_ref().map(Opening::text), enforcement)
        .expect("a written start is valid");
    let mut again = Replay::new(begun);
    turns.iter().for_each(|turn| again.line(turn).expect("a written turn can be played"));
    assert_eq!(again.played().pieces(), played.pieces(), "{written}");
    assert_eq!(again.played().moves().len(), played.moves().len(), "{written}");
}

/// Checks the parser of moves: plays the words of the text as moves from the start position of every game.
pub fn moves(text: &str) {
    for game in games() {
        let mut begun = start(game.as_ref());
        for word in text.split(' ').take(100) {
            let explained = begun.explain(word, Language::English);
            let before = begun.position_text();
            match begun.play(word) {
                Ok(()) => {
                    assert!(explained.is_ok_and(|found| found.legal), "{word} is played but not explained");
                    assert_eq!(begun.moves().last().map(String::as_str), Some(word));
                }
                Err(error) => {
                    assert_eq!(begun.position_text(), before, "{word} is refused but changes the position");
                    match error {
                        PlayError::Text(error) => check_error(word, &error),
                        PlayError::Refused(refusal) => {
                            assert!(!begun.refusal_sentences(&refusal, Language::French).is_empty());
                            assert!(explained.is_ok_and(|found| !found.legal && !found.reasons.is_empty()));
                        }
                        PlayError::Ended(_) => return,
                        PlayError::Hand(error) => assert!(word.starts_with('~') && !error.problem().is_empty()),
                    }
                }
            }
        }
    }
}

/// Checks the parser of Game Courier turns: plays the lines of the text as turns from the start position of every game.
pub fn turns(text: &str) {
    for game in games() {
        let mut begun = start(game.as_ref());
        for line in text.split('\n').take(40) {
            let before = begun.position_text();
            match begun.play_courier(line, Notation::Courier) {
                Ok(CourierTurn::Moves(moves)) => {
                    assert!(!moves.is_empty() && begun.moves().ends_with(&moves), "{line}")
                }
                Ok(CourierTurn::Word(_)) => assert_eq!(begun.position_text(), before),
                Err(error) => {
                    assert_eq!(begun.position_text(), before, "{line} is refused but changes the position");
                    assert!(!error.problem().is_empty());
                    if let CourierError::Text(error) = error {
                        check_error(line, &error);
                    }
                }
            }
        }
        let mut again = start(game.as_ref());
        for turn in begun.courier_turns() {
            match again.play_courier(&turn, Notation::Courier) {
                Ok(_) => {}
                // Different moves can be written as the same turn, so reading a turn back can fail; that is not a bug.
                Err(CourierError::Ambiguous(_) | CourierError::Unfinished) => return,
                Err(error) => panic!("{turn} was written but is refused: {error}"),
            }
        }
        assert_eq!(again.position_text(), begun.position_text(), "written turns are read differently: {text}");
    }
}

/// Checks the parser of manual moves: plays the lines of the text from the start position of every game with rule enforcement off.
pub fn hands(text: &str) {
    for game in games() {
        let mut free =
            Registry::built_in().begin(&game.spec(), None, Enforcement::Free).expect("the start is a position");
        for line in text.split('\n').take(40) {
            for notation in [Notation::Ours, Notation::Courier] {
                if let Some(Ok(turn)) = free.hands().map(|hands| hands.by_hand(line, notation)) {
                    let done = free.copy().play(&format!("~{turn}"));
                    assert_eq!(done, Ok(()), "{line} is made as {turn}");
                }
            }
            let before = free.position_text();
            match free.play(&format!("~{line}")) {
                Ok(()) => assert_eq!(free.moves().last().map(|text| &text[1..]), Some(line)),
                Err(PlayError::Hand(HandError::Legs(error))) => {
                    assert_eq!(free.position_text(), before, "{line} is refused but changes the board");
                    assert!(!error.problem().is_empty());
                    if let CourierError::Text(error) = error {
                        check_error(line, &error);
                    }
                }
                Err(error) => panic!("{line}: {error:?}"),
            }
        }
        assert_eq!(free.record(Language::French).len(), free.moves().len());
        while free.undo() {}
        assert_eq!(free.position_text(), start(game.as_ref()).position_text());
    }
}

/// Checks the parsers for the UCI and XBoard protocols, line by line.
pub fn hosts(text: &str) {
    for line in text.lines() {
        let heard = Command::read(line);
        heard.warnings.iter().for_each(|error| check_error(line, error));
        match heard.command {
            Ok(Some(command)) => {
                let written = command.to_string();
                assert_eq!(Command::read(&written).command, Ok(Some(command)), "{written}");
            }
            Ok(None) => {}
            Err(error) => check_error(line, &error),
        }
        if let Err(error) = xboard::Command::read(line) {
            check_error(line, &error);
        }
        if let Some(reply) = Reply::read(line) {
            let written = reply.to_string();
            assert_eq!(Reply::read(&written), Some(reply), "{written}");
        }
    }
}

/// Treats the words of the text as squares clicked in the start position of every game, and checks the explanations.
pub fn squares(text: &str) {
    let squares: Vec<String> = text.split(' ').map(ToOwned::to_owned).collect();
    for game in games() {
        if let Ok(found) = start(game.as_ref()).explain_squares(&squares, Language::English) {
            assert!(found.legal != found.reasons.iter().any(|reason| !reason.sentence.is_empty()), "{text}");
        }
    }
}

/// Checks the parser of lessons with every game. Accepted lessons can be shown, and can judge moves, in both languages.
pub fn lesson(text: &str) {
    let lines = text.lines().count().max(1);
    for game in games() {
        let opened_lesson = Lesson::read(text).and_then(|lesson| {
            let opened = Registry::built_in().open(&game.spec()).expect("a game of the registry opens");
            OpenLesson::new(lesson, opened)
        });
        let found = opened_lesson.and_then(|open| {
            for language in [Language::English, Language::French] {
                let view = open.view(Notation::Courier, language)?;
                for (index, step) in view.steps.iter().enumerate() {
                    let start = open.start(index).expect("a shown step has a start");
                    assert_eq!(start.position_text(), step.position);
                    let tried = start.legal_moves().pop().expect("a shown step has a move");
                    let verdict = open.judge(index, &tried, Notation::Ours, language);
                    let is_explained =
                        verdict.is_ok_and(|verdict| verdict.right || !verdict.reasons.is_empty());
                    assert!(is_explained, "{tried}");
                }
            }
            Ok(())
        });
        if let Err(error) = found {
            assert!((1..=lines).contains(&error.line), "{error} is on no line of {text:?}");
            assert_ne!(error.message(Language::English), error.message(Language::French));
        }
    }
}

/// Checks the parser of puzzles. Accepted lines are in canonical form, and can be checked.
pub fn puzzle(text: &str) {
    let checked = Puzzle::read(text).and_then(|puzzle| {
        assert_eq!(puzzle.write(), text);
        PuzzleGame::open(&Registry::built_in(), &puzzle.game)
            .map(|game| game.check(&puzzle))
            .unwrap_or(Ok(None))
    });
    if let Err(error) = checked {
        let problem = error.problem();
        assert!(!problem.is_empty(), "{error:?}");
    }
}

/// Returns every built-in game without options, and once with each of its options.
pub fn games() -> &'static [Box<dyn AnyGame>] {
    static GAMES: OnceLock<Vec<Box<dyn AnyGame>>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let registry = Registry::built_in();
        let open = |spec: String| registry.open(&spec).expect("a game of the registry opens");
        let ids = registry.games().iter().map(|id| (*id).to_owned());
        let specs = ids.flat_map(|id| {
            let game = open(id.clone());
            let choices = game.metadata().options.iter().flat_map(|option| option.choices.iter());
            let chosen: Vec<String> = choices
                .filter(|choice| !choice.code.is_empty())
                .map(|choice| match choice.draws {
                    // The option for random start positions takes any number.
                    Some(_) => format!("{id}:{}=0", choice.code),
                    None => format!("{id}:{}", choice.code),
                })
                .collect();
            std::iter::once(id).chain(chosen)
        });
        specs.map(open).collect()
    })
}

fn start(game: &dyn AnyGame) -> Box<dyn AnyMatch> {
    game.begin(None).expect("every game has a start")
}

fn check_error(text: &str, error: &TextError) {
    let rest = text.get(error.at..);
    assert!(rest.is_some_and(|rest| rest.starts_with(&error.token)), "{error:?} is not within {text:?}");
    let messages = [Language::English, Language::French].map(|language| error.message(language));
    assert_ne!(error.problem.en, error.problem.fr, "an error in one language: {error:?} for {text:?}");
    let whole = !error.problem.is_empty() && !messages.iter().any(|message| message.contains('\n'));
    assert!(whole, "{error:?} for {text:?}");
}

/// Checks the parser of definitions: every diagnostic can be shown, formatting is idempotent, and accepted games can be played.
pub fn definition(text: &str) {
    const PLIES: usize = 40;
    /// Number of positions in which the moves are compared with those of the law, the slow reference implementation.
    const READ_TWICE: usize = 8;
    let report = check(Source::new("text.game", text), &Shipped);
    for fault in &report.diagnostics {
        assert!(!fault.render(&report.sources, Language::French).is_empty());
    }
    if let Ok(set) = format(text) {
        assert_eq!(format(&set).as_deref(), Ok(set.as_str()), "{text:?}");
    }
    if let Some(game) = report.game() {
        let mut random = Random::new(text.len() as u64);
        testkit::check_play(&game, &mut random, PLIES);
        let plain = game.plainly();
        let mut position = game.start();
        for _ in 0..READ_TWICE {
            let [ours, theirs] = [&game, &plain].map(|game| {
                let mut moves = game.list_moves(&position);
                moves.sort_unstable();
                moves
            });
            assert_eq!(ours, theirs, "{} in {text:?}", game.write_position(&position));
            assert_eq!(game.outcome(&position), plain.outcome(&position), "{text:?}");
            let Some(&intent) = random.pick(&ours) else { break };
            let next = game.play_unchecked(&position, intent);
            assert_eq!(next, plain.play_unchecked(&position, intent), "{text:?}");
            position = next;
        }
    }
}

/// Checks the importer of variants: every error can be shown, and imported definitions are in canonical form.
pub fn variants(text: &str) {
    let Ok(configuration) = Configuration::read(text) else { return };
    for name in configuration.names().take(4) {
        match configuration.import(name) {
            Ok(imported) => assert_eq!(format(&imported.text).as_ref(), Ok(&imported.text)),
            Err(refusals) => {
                assert!(!refusals.is_empty(), "{text:?}");
                for refusal in refusals {
                    assert!(!refusal.problem().get(Language::French).is_empty());
                    assert!(!refusal.to_string().contains('\n'));
                }
            }
        }
    }
}

/// Checks the parser of PGN, and that games are unchanged after writing and reading.
pub fn games_text(text: &str) {
    let written = |text: &str| -> String {
        Reader::new(text.as_bytes()).filter_map(Result::ok).map(|game| game.to_string()).collect()
    };
    let registry = Registry::built_in();
    for game in Reader::new(text.as_bytes()).filter_map(Result::ok) {
        let Ok(sheet) = Sheet::read(&registry, &game, Style::Short) else { continue };
        let short = sheet.game.to_string();
        for style in [Style::Short, Style::Plain] {
            let again = Sheet::read(&registry, &sheet.game, style).expect("a written record is valid");
            assert_eq!(again.played.moves(), sheet.played.moves(), "{short}");
            let back = Sheet::read(&registry, &again.game, Style::Short).expect("a written record is valid");
            assert_eq!(back.game.to_string(), short, "moves mean the same in both notations");
        }
    }
    let once = written(text);
    assert!(Reader::new(once.as_bytes()).all(|read| read.is_ok()), "a written record is invalid: {once:?}");
    assert_eq!(written(&once), once, "records change when they are written again");
}

/// Checks records of studies: the edits that are read from a record are valid, and a written record is unchanged when it is read and
/// written again.
pub fn study(text: &str) {
    if let Some(written) = study_record(text) {
        assert_eq!(study_record(&written).as_ref(), Some(&written), "the record of {text:?}");
    }
}

/// Returns the record of a study into which a record was imported; `None` if it cannot be imported.
fn study_record(text: &str) -> Option<String> {
    let registry = Registry::built_in();
    let mut number = 0;
    let mut id = || {
        number += 1;
        format!("id{number:08}")
    };
    let edits = match edits_of(text, &registry, &mut id) {
        Ok(edits) => edits,
        Err(EditError::Full(_)) => return None,
        Err(EditError::Record(problem)) => {
            assert!(!problem.is_empty() && problem.en != problem.fr, "{problem:?} for {text:?}");
            return None;
        }
        Err(error) => panic!("{error:?} for {text:?}"),
    };
    let mut editor = Editor::new(&registry, &Study::default(), "author", true, 0);
    for edit in edits {
        match editor.edit(edit) {
            Ok(()) => {}
            Err(EditError::Full(_)) => return None,
            Err(error) => panic!("{error:?} for {text:?}"),
        }
    }
    let (study, _) = editor.finish();
    Some(record_of(&study, &registry, "A study", None, &str::to_owned).expect("a study can be written"))
}

/// Checks that the definition drafted from a Game Courier settings file is in canonical form and can be played with manual moves. The
/// first line of the text is the title of the game; the other lines are the settings file.
pub fn skeleton(text: &str) {
    let (title, preset) = text.split_once('\n').unwrap_or(("Skeleton", text));
    let Ok(written) = entourage_registry::skeleton(preset, "skeleton", title) else { return };
    let report = check(Source::new("text.game", written.as_str()), &Shipped);
    let faults: Vec<String> =
        report.diagnostics.iter().map(|fault| fault.render(&report.sources, Language::English)).collect();
    let game = report.game().unwrap_or_else(|| panic!("{faults:#?} in {written}"));
    assert!(!game.write_position(&game.start()).is_empty());
    assert_eq!(format(&written).as_ref(), Ok(&written), "{text:?}");
}

/// Checks edits made with the definition form. The edits are the first lines, which begin with `+` and are JSON, as the form sends
/// them; the definition follows.
///
/// The edited definition can be shown, and repeating the edit changes nothing.
pub fn form(text: &str) {
    let lines: Vec<&str> =
        text.split_inclusive('\n').take_while(|line| line.starts_with('+')).take(8).collect();
    let mut text = text[lines.iter().map(|line| line.len()).sum()..].to_owned();
    for edit in lines.iter().filter_map(|line| serde_json::from_str(&line[1..]).ok()) {
        let _ = sheet::sheet(&text, &Shipped);
        let Ok(filled) = sheet::edit(&text, &Shipped, &edit) else { continue };
        // There are no guarantees for definitions with errors.
        let is_sound = check(Source::new("text.game", text.as_str()), &Shipped).game().is_some();
        let settles =
            !matches!(edit, SheetEdit::Add { .. } | SheetEdit::Remove { .. } | SheetEdit::Piece { .. });
        if is_sound && settles {
            let again = sheet::edit(&filled, &Shipped, &edit);
            assert_eq!(again.as_ref(), Ok(&filled), "{edit:?} twice in {text}");
        }
        text = filled;
    }
}
