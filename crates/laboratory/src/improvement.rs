use std::collections::BTreeMap;

use entourage_definition::{Variation, variations};
use entourage_kernel::mix;
use entourage_registry::view::{MeasuresView, ProposalView};
use entourage_registry::{AnyGame, ContentHash, Registry, TextDefinition, value};
use serde::{Deserialize, Serialize};

use crate::comparison::open;
use crate::measures::{Sample, measures, points};
use crate::share::{QUANTILE_95, is_above, is_below};
use crate::{Comparison, Notes, Trial, play_trial};

/// Maximum number of edits that are tried.
const MAX_EDITS: usize = 120;
/// Bounds of the number of games of each version in the first rounds, and its ratio to the games that confirm an edit.
const FIRST_GAMES: [u32; 2] = [4, 16];
const CONFIRMING_GAMES_PER_FIRST: u32 = 128;
/// Number of edits that are left for the confirmation.
const FINALISTS: usize = 8;
const PROPOSALS: usize = 5;
/// Number of positions searched for a forced win after an edit; edits with a forced win are not tried.
const VALUE_NODES: u64 = 3_000;
/// The bounds of a balanced score.
const BALANCED: [f64; 2] = [0.45, 0.55];
/// The quantile for four looks at growing numbers of games, which together are wrong in at most 5 % of the cases.
const QUANTILE_LOOKS: f64 = 2.5;
/// The first look is at this fraction of the games; each further look at twice as many.
const FIRST_LOOK: u32 = 8;

/// A stage of the search for improvements.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// All edits play a few games at a lower level.
    Screen,
    /// The better half of the edits plays twice as many games, again and again.
    Race,
    /// The best edits play with other seeds, so that chance in the selection does not count.
    Confirm,
}

/// A game to play: the version (0 for the definition as it is), and the number of the game, from which both versions take the
/// same opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    pub version: usize,
    pub stage: Stage,
    pub number: u32,
}

/// A search for single edits that improve a definition, by successive halving.
///
/// All decisions follow from the results of the games, so that a search can be resumed from recorded results.
pub struct Improvement {
    trial: Trial,
    versions: Vec<Version>,
    stage: Stage,
    /// Number of games of each version in the current round.
    games: u32,
    /// Number of games of each version in the rounds of this stage that are complete.
    complete: u32,
    /// Maximum number of games to confirm an edit; 0 if versions are only compared.
    most: u32,
    /// The edits that are still tried, the best first.
    kept: Vec<usize>,
    is_finished: bool,
}

struct Version {
    texts: Vec<String>,
    variation: Option<Variation>,
    game: Box<dyn AnyGame>,
    samples: BTreeMap<(Stage, u32), Sample>,
}

impl Version {
    fn open(
        registry: &Registry,
        texts: Vec<String>,
        options: &str,
        variation: Option<Variation>,
    ) -> Option<Self> {
        let game = open(registry, &texts, options)?;
        Some(Self { texts, variation, game, samples: BTreeMap::new() })
    }

    /// Returns the games of a stage with numbers below `games`. Recorded games of later rounds must not change a decision.
    fn of(&self, stage: Stage, games: u32) -> impl Iterator<Item = (&u32, &Sample)> {
        self.samples.range((stage, 0)..(stage, games)).map(|((_, number), sample)| (number, sample))
    }

    fn measures(&self, stage: Stage, games: u32, quantile: f64) -> MeasuresView {
        measures(self.game.as_ref(), self.of(stage, games).map(|(_, sample)| sample), quantile)
    }
}

impl Improvement {
    /// Opens the variations of a definition; `None` if the definition itself cannot be opened.
    ///
    /// `texts` contains the definition and those that it extends; `most` is the number of games to confirm an edit.
    pub fn new(registry: &Registry, texts: &[String], options: &str, trial: Trial, most: u32) -> Option<Self> {
        let base = Version::open(registry, texts.to_vec(), options, None)?;
        let open = |variation: Variation| {
            let own = std::iter::once(&variation.text);
            let texts = own.chain(&texts[1..]).cloned().collect();
            Version::open(registry, texts, options, Some(variation))
        };
        let is_open = |version: &Version| {
            let value = version.game.begin(None).map(|start| value(start.as_ref(), VALUE_NODES));
            value.is_ok_and(|value| value.is_none_or(|value| value.winner == 0))
        };
        let edits = variations(texts).into_iter().filter_map(open).filter(is_open).take(MAX_EDITS);
        Some(Self::of(
            std::iter::once(base).chain(edits).collect(),
            Stage::Screen,
            first_games(most),
            trial,
            most,
        ))
    }

    /// Prepares a comparison of two versions of a game in `games` common games.
    pub fn comparing(
        registry: &Registry,
        old: &[String],
        new: &[String],
        trial: Trial,
        games: u32,
    ) -> Option<Self> {
        let text = new.first()?.clone();
        let variation = Variation { line: 0, before: String::new(), after: String::new(), text };
        let versions = vec![
            Version::open(registry, old.to_vec(), "", None)?,
            Version::open(registry, new.to_vec(), "", Some(variation))?,
        ];
        Some(Self::of(versions, Stage::Race, games, trial, 0))
    }

    fn of(versions: Vec<Version>, stage: Stage, games: u32, trial: Trial, most: u32) -> Self {
        let kept = (1..versions.len()).collect();
        Self { trial, versions, stage, games, complete: 0, most, kept, is_finished: false }
    }

    /// Returns the definition of a version and those that it extends.
    pub fn texts(&self, version: usize) -> &[String] {
        &self.versions[version].texts
    }

    /// Returns a text that identifies all versions and the number of games, so that recorded results are not mixed up.
    pub fn fingerprint(&self) -> String {
        let texts: Vec<&str> =
            self.versions.iter().flat_map(|version| &version.texts).map(String::as_str).collect();
        format!("{}:{}", self.most, ContentHash::of(&TextDefinition::content_of(&texts)))
    }

    /// Returns the conditions of the games of a stage.
    pub fn trial(&self, stage: Stage) -> Trial {
        let trial = self.trial.clone();
        match stage {
            Stage::Screen => Trial { level: trial.level.div_ceil(2), ..trial },
            Stage::Race => trial,
            Stage::Confirm => Trial { seed: mix(trial.seed.wrapping_add(1)), ..trial },
        }
    }

    /// Returns the stage, the number of edits that are still tried, and the number of games of each version in this round.
    pub fn progress(&self) -> (Stage, usize, u32) {
        (self.stage, self.kept.len(), self.games)
    }

    /// Lists the games of the current round that are missing; starts the next round if there are none. Empty at the end.
    pub fn pending(&mut self) -> Vec<Job> {
        while !self.is_finished {
            let (stage, games) = (self.stage, self.games);
            let undecided = self.kept.iter().copied().filter(|version| self.is_undecided(*version));
            let jobs = |version: usize| {
                let known = &self.versions[version].samples;
                let missing = (0..games).filter(move |number| !known.contains_key(&(stage, *number)));
                missing.map(move |number| Job { version, stage, number })
            };
            let jobs: Vec<Job> = std::iter::once(0).chain(undecided).flat_map(jobs).collect();
            if !jobs.is_empty() {
                return jobs;
            }
            self.advance();
        }
        Vec::new()
    }

    /// Plays a game; `None` if the computer cannot play it.
    pub fn play(&self, registry: &Registry, job: Job) -> Option<Notes> {
        let game = self.versions.get(job.version)?.game.as_ref();
        play_trial(registry, game, &Comparison::default(), &self.trial(job.stage), job.number)
    }

    /// Returns what is recorded of a game.
    pub fn sample(&self, job: Job, notes: &Notes) -> Sample {
        Sample::of(self.versions[job.version].game.as_ref(), notes)
    }

    /// Adds the result of a game. Without a result, the version is no longer tried.
    pub fn add(&mut self, job: Job, sample: Option<Sample>) {
        let Some(version) = self.versions.get_mut(job.version) else { return };
        match sample {
            Some(sample) => {
                version.samples.insert((job.stage, job.number), sample);
            }
            None => {
                self.kept.retain(|kept| *kept != job.version);
                self.is_finished |= job.version == 0;
            }
        }
    }

    fn advance(&mut self) {
        let (stage, games) = (self.stage, self.games);
        self.complete = games;
        let quality = |version: &usize| self.versions[*version].measures(stage, games, QUANTILE_95).quality;
        let mut ranked: Vec<(f64, usize)> = self.kept.iter().map(|kept| (quality(kept), *kept)).collect();
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
        self.kept = ranked.into_iter().map(|(_, kept)| kept).collect();
        match stage {
            _ if self.kept.is_empty() => self.is_finished = true,
            Stage::Confirm => {
                let balanced = self.kept.iter().filter(|kept| self.is_balanced(**kept)).count();
                let is_decided = !self.kept.iter().any(|kept| self.is_undecided(*kept));
                self.is_finished = is_decided || balanced >= PROPOSALS || self.games >= self.most;
                self.games = (self.games * 2).min(self.most);
            }
            Stage::Race if self.most == 0 => self.is_finished = true,
            Stage::Race if self.kept.len() <= FINALISTS => {
                (self.stage, self.games) = (Stage::Confirm, self.most.div_ceil(FIRST_LOOK));
                self.complete = 0;
            }
            Stage::Screen | Stage::Race => {
                let half = self.kept.len().div_ceil(2).max(FINALISTS);
                self.kept.truncate(half);
                self.games = if stage == Stage::Screen { first_games(self.most) } else { self.games * 2 };
                self.stage = Stage::Race;
            }
        }
    }

    fn is_balanced(&self, version: usize) -> bool {
        let first = self.versions[version].measures(Stage::Confirm, self.complete, QUANTILE_LOOKS).first;
        is_above(&first, BALANCED[0]) && is_below(&first, BALANCED[1])
    }

    /// Returns whether more games can show that a version is balanced, or that it is not.
    fn is_undecided(&self, version: usize) -> bool {
        let first = self.versions[version].measures(Stage::Confirm, self.complete, QUANTILE_LOOKS).first;
        let is_lopsided = is_above(&first, BALANCED[1]) || is_below(&first, BALANCED[0]);
        self.stage != Stage::Confirm || !(is_lopsided || self.is_balanced(version))
    }

    /// Returns the best edits so far: first those that are balanced, then by quality.
    pub fn proposals(&self) -> Vec<ProposalView> {
        let mut found: Vec<ProposalView> = self.kept.iter().filter_map(|kept| self.proposal(*kept)).collect();
        found.sort_by(|one, other| {
            (other.is_balanced.cmp(&one.is_balanced)).then(other.new.quality.total_cmp(&one.new.quality))
        });
        found.truncate(PROPOSALS);
        found
    }

    fn proposal(&self, version: usize) -> Option<ProposalView> {
        let [old, new] = [0, version].map(|version| &self.versions[version]);
        // A round that has just begun has no games yet.
        let mut stages = [self.stage, Stage::Race, Stage::Screen].into_iter();
        let stage = stages.find(|stage| new.of(*stage, u32::MAX).next().is_some())?;
        let quantile = if stage == Stage::Confirm { QUANTILE_LOOKS } else { QUANTILE_95 };
        let differences: Vec<f64> = (new.of(stage, u32::MAX).filter(|(_, sample)| sample.weaker == 0))
            .filter_map(|(number, sample)| Some(points(sample) - points(old.samples.get(&(stage, *number))?)))
            .collect();
        let Variation { line, before, after, text } = new.variation.clone()?;
        Some(ProposalView {
            line,
            before,
            after,
            text,
            old: old.measures(stage, u32::MAX, quantile),
            new: new.measures(stage, u32::MAX, quantile),
            effect: mean(&differences),
            is_balanced: stage == Stage::Confirm && self.is_balanced(version),
        })
    }
}

fn first_games(most: u32) -> u32 {
    let [least, limit] = FIRST_GAMES;
    (most / CONFIRMING_GAMES_PER_FIRST).clamp(least, limit)
}

/// Returns the mean of paired differences with its 95 % interval.
fn mean(differences: &[f64]) -> [f64; 3] {
    let number = differences.len() as f64;
    if number < 2.0 {
        return [0.0, -1.0, 1.0];
    }
    let mean = differences.iter().sum::<f64>() / number;
    let spread: f64 = differences.iter().map(|one| (one - mean).powi(2)).sum();
    let half = QUANTILE_95 * (spread / (number - 1.0) / number).sqrt();
    [mean, (mean - half).max(-1.0), (mean + half).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEMPO_AHEAD: &str = include_str!("../tests/data/tempo-ahead.game");
    const GOAL_TOO_NEAR: &str = include_str!("../tests/data/goal-too-near.game");

    fn search(text: &str) -> Improvement {
        let trial = Trial { level: 1, gap: 0, opening: 1, ..Trial::default() };
        Improvement::new(&Registry::default(), &[text.to_owned()], "", trial, 16).unwrap()
    }

    fn run(improvement: &mut Improvement) {
        let registry = Registry::default();
        loop {
            let jobs = improvement.pending();
            for job in &jobs {
                let notes = improvement.play(&registry, *job);
                let sample = notes.map(|notes| improvement.sample(*job, &notes));
                improvement.add(*job, sample);
            }
            if jobs.is_empty() {
                return;
            }
        }
    }

    fn repairs(text: &str, repair: &str) {
        let mut improvement = search(text);
        run(&mut improvement);
        let found = improvement.proposals();
        assert_eq!(found.len(), PROPOSALS);
        assert!(found.iter().any(|proposal| proposal.after == repair), "{found:?}");
    }

    #[test]
    fn a_start_that_is_a_tempo_ahead_is_moved_back() {
        repairs(TEMPO_AHEAD, "start \"1rrr1/1rrr1/5/5/1RRR1/1RRR1 w\"");
    }

    #[test]
    fn a_goal_that_is_too_near_is_moved_away() {
        repairs(GOAL_TOO_NEAR, "zone goal: a6 to e6 for White, a1 to e1 for Black");
    }

    #[test]
    fn a_search_continues_from_its_samples_in_any_order() {
        let few = || {
            let mut improvement = search(TEMPO_AHEAD);
            improvement.versions.truncate(11);
            improvement.kept.truncate(10);
            improvement
        };
        let (mut whole, mut again) = (few(), few());
        run(&mut whole);
        for (version, samples) in whole.versions.iter().map(|version| version.samples.clone()).enumerate() {
            for ((stage, number), sample) in samples.into_iter().rev() {
                again.add(Job { version, stage, number }, Some(sample));
            }
        }
        assert!(again.pending().is_empty());
        assert_eq!(again.proposals(), whole.proposals());
        // A version that the computer cannot play is no longer tried.
        let first = again.kept[0];
        again.add(Job { version: first, stage: Stage::Race, number: 0 }, None);
        assert!(!again.kept.contains(&first));
    }

    #[test]
    fn effects_are_means_of_pairs() {
        assert_eq!(mean(&[]), [0.0, -1.0, 1.0]);
        assert_eq!(mean(&[0.5; 8]), [0.5; 3]);
        let [found, least, most] = mean(&[1.0, 0.0, 0.0, -1.0]);
        assert!(found.abs() < 1e-9 && (most - 0.8).abs() < 0.01 && (least + most).abs() < 1e-9, "{most}");
    }
}
