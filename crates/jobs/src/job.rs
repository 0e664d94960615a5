use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use data_encoding::HEXLOWER;
use entourage_kernel::Language;
use entourage_laboratory::{Comparison, Notes, play_trial};
use entourage_registry::view::MomentView;
use entourage_registry::{AnyGame, AnyMatch, Registry, TextDefinition, Trial};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The number of positions that are searched between checks whether to stop.
const SLICE: u64 = 100_000;

/// A job, with all that is needed for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "job", rename_all = "kebab-case")]
pub enum Job {
    /// Plays a game definition against itself at random, to find out whether it may be public.
    Trial {
        /// The game's own text, then those of the games that it is like.
        texts: Vec<String>,
        games: u32,
        /// The plies of a game at most.
        plies: u32,
        /// After how many milliseconds no further game is begun.
        most_ms: u64,
    },
    /// Lets the computer play one game of a laboratory against itself, which trial and number determine.
    Game {
        /// The texts of a game definition; none for a built-in game.
        texts: Vec<String>,
        /// The spec of a built-in game; the options of a game definition, often none.
        spec: String,
        /// Whether each power's effect is measured.
        powers: bool,
        /// How it is played.
        trial: entourage_laboratory::Trial,
        /// Its number, from 0.
        number: u32,
    },
    /// Reviews a game that was played, for what decided it.
    Review {
        /// The texts of a game definition; none for a built-in game.
        texts: Vec<String>,
        /// The spec of a built-in game; the options of a game definition, often none.
        spec: String,
        /// The position in which it began; its start if missing.
        position: Option<String>,
        /// Its moves, as programs write them.
        moves: Vec<String>,
        /// The language of the sentences, `en` or `fr`.
        language: String,
    },
}

/// The result of a job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "done", rename_all = "kebab-case")]
pub enum Done {
    /// Random games were played.
    Tried {
        games: u32,
        /// The plies of the longest.
        longest: u32,
        /// How many ended by the rules.
        ended: u32,
        ms: u32,
    },
    /// The rules and the move generator of a game differ in a position.
    Differ { position: String },
    /// A game of a laboratory was played.
    Noted { notes: Box<Notes> },
    /// A game was reviewed.
    Reviewed { moments: Vec<Moment> },
    /// The job means nothing to a worker: its game cannot be read or begun there.
    Senseless,
    /// Workers died of the job, one after another.
    Deadly,
}

/// A moment of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Moment {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// `turn` where the balance turned, `capture` for a great capture, `alert` for the first alert, `end` for the last move.
    pub sort: String,
    /// What happened, in a sentence.
    pub sentence: String,
    /// What would have been better, in a sentence.
    pub better: Option<String>,
}

impl From<MomentView> for Moment {
    fn from(view: MomentView) -> Self {
        let MomentView { ply, sort, sentence, better, .. } = view;
        Self { ply, sort: sort.to_owned(), sentence, better }
    }
}

impl Job {
    /// Returns a name that no other job has, of 64 letters and digits.
    pub fn name(&self) -> String {
        // A job is plain data, which can always be written.
        let text = serde_json::to_vec(self).unwrap_or_default();
        HEXLOWER.encode(&Sha256::digest(text))
    }

    /// Does the work on this thread, however long it takes; `None` where it was stopped before the end.
    pub fn carry_out(&self, stopped: &AtomicBool) -> Option<Done> {
        let done = match self {
            Self::Trial { texts, games, plies, most_ms } => {
                let most = Duration::from_millis(*most_ms);
                try_out(texts, (*games, *plies), most, stopped).unwrap_or(Done::Senseless)
            }
            Self::Game { texts, spec, powers, trial, number } => {
                play(texts, spec, *powers, trial, *number).unwrap_or(Done::Senseless)
            }
            Self::Review { texts, spec, position, moves, language } => {
                let game = Opened::of(texts, spec).map(|opened| opened.game);
                let played = game.and_then(|game| replayed(game.as_ref(), position.as_deref(), moves));
                let language = language.parse().ok();
                let review =
                    played.zip(language).and_then(|(game, language)| review(&*game, language, stopped));
                review.unwrap_or(Done::Senseless)
            }
        };
        (!stopped.load(Ordering::Relaxed)).then_some(done)
    }
}

fn definition(texts: &[String]) -> Option<TextDefinition> {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    TextDefinition::of_texts(&texts)
}

fn try_out(texts: &[String], (games, plies): (u32, u32), most: Duration, stopped: &AtomicBool) -> Option<Done> {
    let definition = definition(texts)?;
    let begin = Instant::now();
    let is_over = || stopped.load(Ordering::Relaxed) || begin.elapsed() > most;
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

/// The game of a job, in a registry of its own: what is added for a job goes with it.
struct Opened<'s> {
    registry: Registry,
    game: Box<dyn AnyGame>,
    options: &'s str,
}

impl<'s> Opened<'s> {
    /// Opens a game definition with options, or a built-in game by its spec.
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

/// Plays moves from a position; `None` where one of them is refused.
fn replayed(game: &dyn AnyGame, position: Option<&str>, moves: &[String]) -> Option<Box<dyn AnyMatch>> {
    let mut played = game.begin(position).ok()?;
    moves.iter().try_for_each(|text| played.play(text)).ok()?;
    Some(played)
}

/// Reviews a game, a slice at a time; `None` where there is nothing to review.
fn review(game: &dyn AnyMatch, language: Language, stopped: &AtomicBool) -> Option<Done> {
    let mut review = game.review(language)?;
    loop {
        let found = review.advance(SLICE);
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
    fn jobs_have_names_of_their_own() {
        let (one, other) = (trial(&[GAME]), trial(&[GAME, GAME]));
        assert_eq!(one.name(), one.clone().name());
        assert_ne!(one.name(), other.name());
        assert_eq!(one.name().len(), 64);
        let read: Job = serde_json::from_str(&serde_json::to_string(&one).unwrap()).unwrap();
        assert_eq!(read, one);
    }

    #[test]
    fn a_game_is_tried_and_what_is_no_game_is_senseless() {
        let done = trial(&[GAME]).carry_out(&AtomicBool::new(false));
        let Some(Done::Tried { games: 2, longest, .. }) = done else { panic!("{done:?}") };
        assert!(longest > 0);
        for texts in [&["no game"][..], &[]] {
            assert_eq!(trial(texts).carry_out(&AtomicBool::new(false)), Some(Done::Senseless));
        }
    }

    #[test]
    fn a_game_is_looked_through_as_its_registry_does() {
        let registry = Registry::built_in();
        let spec = registry.games()[0];
        let mut played = registry.open(spec).unwrap().begin(None).unwrap();
        for _ in 0..6 {
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
        assert_eq!(done, review(&*played, Language::French, &AtomicBool::new(false)));
        assert!(matches!(done, Some(Done::Reviewed { .. })), "{done:?}");
        let refused = job(vec!["no move".to_owned()], "en").carry_out(&AtomicBool::new(false));
        assert_eq!(refused, Some(Done::Senseless));
    }

    #[test]
    fn work_that_is_stopped_comes_to_nothing() {
        assert_eq!(trial(&[GAME]).carry_out(&AtomicBool::new(true)), None);
    }

    #[test]
    fn a_game_of_a_laboratory_is_the_same_wherever_it_is_played() {
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
        assert_eq!(job(&[], "no-such-game").carry_out(&AtomicBool::new(false)), Some(Done::Senseless));
    }
}
