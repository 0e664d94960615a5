use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use data_encoding::HEXLOWER;
use entourage_kernel::Language;
use entourage_laboratory::{Comparison, Notes, play_trial};
use entourage_puzzle::{Puzzle, PuzzleGame, Refusal};
use entourage_registry::view::MomentView;
use entourage_registry::{AnyGame, AnyMatch, ContentHash, Registry, TextDefinition, Trial};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Number of positions that a review searches between checks of the stop flag.
const NODES_PER_CHECK: u64 = 100_000;

/// A unit of work for a worker, with all the data that it needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "job", rename_all = "kebab-case")]
pub enum Job {
    /// Plays random games with a game definition, to decide whether the definition can be published.
    Trial {
        /// The source of the definition, followed by the sources of the definitions that it extends.
        texts: Vec<String>,
        games: u32,
        /// Maximum length of a game in plies.
        plies: u32,
        /// Time in milliseconds after which no further games are started.
        most_ms: u64,
    },
    /// Plays a game between two copies of the engine for a laboratory experiment; `trial` and `number` determine the moves.
    Game {
        /// The sources of a game definition, as in `Trial`; empty for a built-in game.
        texts: Vec<String>,
        /// A built-in game's spec, or a game definition's options, which can be empty.
        spec: String,
        /// Whether to measure the effect of each power.
        powers: bool,
        trial: entourage_laboratory::Trial,
        /// The number of the game in the experiment, from 0.
        number: u32,
    },
    /// Proves that a position is a puzzle.
    Puzzle {
        /// The sources of a game definition, as in `Trial`; empty for a built-in or shipped game.
        texts: Vec<String>,
        /// The spec of the game.
        spec: String,
        position: String,
        /// Time in milliseconds after which the search for the win gives up.
        most_ms: u64,
    },
    /// Finds the decisive moments of a finished game.
    Review {
        /// The sources of a game definition, as in `Trial`; empty for a built-in game.
        texts: Vec<String>,
        /// A built-in game's spec, or a game definition's options, which can be empty.
        spec: String,
        /// The initial position; `None` for the game's standard initial position.
        position: Option<String>,
        /// The moves in machine notation.
        moves: Vec<String>,
        /// The language of the descriptions: `en` or `fr`.
        language: String,
    },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "done", rename_all = "kebab-case")]
pub enum Done {
    Tried {
        games: u32,
        /// Length of the longest game in plies.
        longest: u32,
        /// Number of games that ended according to the rules, rather than at the maximum length.
        ended: u32,
        ms: u32,
    },
    /// In this position of a test game, the law (the reference implementation of the rules) and the move generator disagreed.
    Differ {
        position: String,
    },
    Noted {
        notes: Box<Notes>,
    },
    Reviewed {
        moments: Vec<Moment>,
    },
    Proved {
        puzzle: Box<Puzzle>,
    },
    /// The position is not a puzzle.
    Unproved {
        refusal: Refusal,
    },
    /// The job is invalid: for example, its game cannot be read or started.
    #[serde(rename = "senseless")]
    Invalid,
    /// The job was abandoned after several workers crashed while running it.
    #[serde(rename = "deadly")]
    Abandoned,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Moment {
    /// Ply number, from 1.
    pub ply: usize,
    /// The kind of moment: `turn` (turning point), `capture` (major capture), `alert` (first check or similar) or `end` (last move).
    pub sort: String,
    /// A sentence that describes what happened.
    pub sentence: String,
    /// A sentence that suggests a better move.
    pub better: Option<String>,
}

impl From<MomentView> for Moment {
    fn from(view: MomentView) -> Self {
        let MomentView { ply, sort, sentence, better, .. } = view;
        Self { ply, sort: sort.to_owned(), sentence, better }
    }
}

impl Job {
    /// Returns the hash of the job's content as 64 hexadecimal digits.
    pub fn name(&self) -> String {
        // Serializing plain data cannot fail.
        let text = serde_json::to_vec(self).unwrap_or_default();
        HEXLOWER.encode(&Sha256::digest(text))
    }

    /// Runs the job on the current thread, which can take minutes; returns `None` if the job was stopped.
    pub fn carry_out(&self, stopped: &AtomicBool) -> Option<Done> {
        let done = match self {
            Self::Trial { texts, games, plies, most_ms } => {
                let limit = Duration::from_millis(*most_ms);
                try_out(texts, (*games, *plies), limit, stopped).unwrap_or(Done::Invalid)
            }
            Self::Game { texts, spec, powers, trial, number } => {
                play(texts, spec, *powers, trial, *number).unwrap_or(Done::Invalid)
            }
            Self::Puzzle { texts, spec, position, most_ms } => {
                let limit = Duration::from_millis(*most_ms);
                prove(texts, spec, position, limit, stopped).unwrap_or(Done::Invalid)
            }
            Self::Review { texts, spec, position, moves, language } => {
                let begin = |opened: Opened| opened.game.begin(position.as_deref()).ok();
                let begun = Opened::of(texts, spec).and_then(begin).zip(language.parse().ok());
                let review = begun.and_then(|(game, language)| review(&*game, moves, language, stopped));
                review.unwrap_or(Done::Invalid)
            }
        };
        (!stopped.load(Ordering::Relaxed)).then_some(done)
    }
}

fn definition(texts: &[String]) -> Option<TextDefinition> {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    TextDefinition::of_texts(&texts)
}

fn try_out(
    texts: &[String],
    (games, plies): (u32, u32),
    limit: Duration,
    stopped: &AtomicBool,
) -> Option<Done> {
    let definition = definition(texts)?;
    let begin = Instant::now();
    let is_over = || stopped.load(Ordering::Relaxed) || begin.elapsed() > limit;
    let tried = Trial::of(&definition, games, plies, is_over);
    let ms = u32::try_from(begin.elapsed().as_millis()).unwrap_or(u32::MAX);
    Some(match tried {
        Ok(Trial { games, longest, ended }) => Done::Tried { games, longest, ended, ms },
        Err(differ) => Done::Differ { position: differ.position },
    })
}

fn play(
    texts: &[String],
    spec: &str,
    powers: bool,
    trial: &entourage_laboratory::Trial,
    number: u32,
) -> Option<Done> {
    let Opened { registry, game, options } = Opened::of(texts, spec)?;
    let compare = || Comparison::of(&registry, game.as_ref(), texts, options);
    let comparison = if powers && trial.cards == 0 { compare() } else { Comparison::default() };
    let notes = Box::new(play_trial(&registry, game.as_ref(), &comparison, trial, number)?);
    Some(Done::Noted { notes })
}

fn prove(texts: &[String], spec: &str, position: &str, limit: Duration, stopped: &AtomicBool) -> Option<Done> {
    let registry = Registry::built_in();
    if !texts.is_empty() {
        let definition = Arc::new(definition(texts)?);
        let id = spec.split_once(':').map_or(spec, |(id, _)| id);
        match ContentHash::read(id) {
            Some(_) => drop(registry.add(definition).ok()?),
            None => registry.offer(id, definition).ok()?,
        }
    }
    let game = PuzzleGame::open(&registry, spec).ok()?;
    let begin = Instant::now();
    let proof = game.prove(position, &mut || stopped.load(Ordering::Relaxed) || begin.elapsed() > limit);
    Some(match proof {
        Ok(puzzle) => Done::Proved { puzzle: Box::new(puzzle) },
        Err(refusal) => Done::Unproved { refusal },
    })
}

/// The game of a job, in a registry that is used only for this job.
struct Opened<'s> {
    registry: Registry,
    game: Box<dyn AnyGame>,
    options: &'s str,
}

impl<'s> Opened<'s> {
    fn of(texts: &[String], spec: &'s str) -> Option<Self> {
        let registry = Registry::built_in();
        let (game, options) = if texts.is_empty() {
            (registry.open(spec).ok()?, spec.split_once(':').map_or("", |(_, options)| options))
        } else {
            let hash = registry.add(Arc::new(definition(texts)?)).ok()?.to_string();
            (registry.open(&if spec.is_empty() { hash } else { format!("{hash}:{spec}") }).ok()?, spec)
        };
        Some(Self { registry, game, options })
    }
}

/// Reviews a game that goes on with `moves`; returns `None` if there is nothing to review.
fn review(game: &dyn AnyMatch, moves: &[String], language: Language, stopped: &AtomicBool) -> Option<Done> {
    let mut review = game.review(moves, language)?;
    loop {
        let found = review.advance(NODES_PER_CHECK);
        if found.done == found.of || stopped.load(Ordering::Relaxed) {
            return Some(Done::Reviewed { moments: found.moments.into_iter().map(Moment::from).collect() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = include_str!("../../../variants/dobutsu.game");

    fn trial(texts: &[&str]) -> Job {
        let texts = texts.iter().map(|&text| text.to_owned()).collect();
        Job::Trial { texts, games: 2, plies: 20, most_ms: 60_000 }
    }

    #[test]
    fn names_are_hashes_of_the_content() {
        let (one, other) = (trial(&[GAME]), trial(&[GAME, GAME]));
        assert_eq!(one.name(), one.clone().name());
        assert_ne!(one.name(), other.name());
        assert_eq!(one.name().len(), 64);
        let read: Job = serde_json::from_str(&serde_json::to_string(&one).unwrap()).unwrap();
        assert_eq!(read, one);
    }

    #[test]
    fn a_game_definition_is_tried_and_invalid_text_is_rejected() {
        let done = trial(&[GAME]).carry_out(&AtomicBool::new(false));
        let Some(Done::Tried { games: 2, longest, .. }) = done else { panic!("{done:?}") };
        assert!(longest > 0);
        for texts in [&["no game"][..], &[]] {
            assert_eq!(trial(texts).carry_out(&AtomicBool::new(false)), Some(Done::Invalid));
        }
    }

    #[test]
    fn a_review_job_gives_the_same_moments_as_a_direct_review() {
        let registry = Registry::built_in();
        let spec = registry.games()[0];
        let mut played = registry.open(spec).unwrap().begin(None).unwrap();
        for _ in 0..2 {
            let text = played.legal_moves().swap_remove(0);
            played.play(&text).unwrap();
        }
        let job = |moves: Vec<String>, language: &str| Job::Review {
            texts: Vec::new(),
            spec: spec.to_owned(),
            position: None,
            moves,
            language: language.to_owned(),
        };
        let done = job(played.moves(), "fr").carry_out(&AtomicBool::new(false));
        assert_eq!(done, review(&*played, &[], Language::French, &AtomicBool::new(false)));
        assert!(matches!(done, Some(Done::Reviewed { .. })), "{done:?}");
        let refused = job(vec!["no move".to_owned()], "en").carry_out(&AtomicBool::new(false));
        assert_eq!(refused, Some(Done::Invalid));
    }

    #[test]
    fn a_puzzle_job_proves_a_position_of_a_defined_game_or_says_why_not() {
        let registry = Registry::built_in();
        let hash = registry.add(Arc::new(definition(&[GAME.to_owned()]).unwrap())).unwrap().to_string();
        let start = registry.open(&hash).unwrap().begin(None).unwrap().position_text();
        let job = |spec: &str, position: &str| Job::Puzzle {
            texts: vec![GAME.to_owned()],
            spec: spec.to_owned(),
            position: position.to_owned(),
            most_ms: 60_000,
        };
        for spec in [&hash, "name"] {
            let done = job(spec, &start).carry_out(&AtomicBool::new(false));
            let Some(Done::Unproved { refusal: Refusal::NoWin { line, .. } }) = done else {
                panic!("{done:?}")
            };
            assert_eq!(line.len(), 2);
            let done = job(spec, "nonsense").carry_out(&AtomicBool::new(false));
            assert_eq!(done, Some(Done::Unproved { refusal: Refusal::Position }));
        }
        assert_eq!(job("@other", &start).carry_out(&AtomicBool::new(false)), Some(Done::Invalid));
    }

    #[test]
    fn a_stopped_job_has_no_result() {
        assert_eq!(trial(&[GAME]).carry_out(&AtomicBool::new(true)), None);
    }

    #[test]
    fn laboratory_games_are_deterministic() {
        let conditions = entourage_laboratory::Trial { level: 1, longest: 6, ..Default::default() };
        let job = |texts: &[&str], spec: &str| Job::Game {
            texts: texts.iter().map(|&text| text.to_owned()).collect(),
            spec: spec.to_owned(),
            powers: false,
            trial: conditions.clone(),
            number: 5,
        };
        let registry = Registry::built_in();
        let spec = registry.games()[0].to_owned();
        for job in [job(&[GAME], ""), job(&[], &spec)] {
            let done = [0, 1].map(|_| job.carry_out(&AtomicBool::new(false)).unwrap());
            assert!(matches!(done[0], Done::Noted { .. }) && done[0] == done[1], "{done:?}");
        }
        assert_eq!(job(&[], "no-such-game").carry_out(&AtomicBool::new(false)), Some(Done::Invalid));
    }
}
