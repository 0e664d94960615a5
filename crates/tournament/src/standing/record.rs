use std::cmp::Reverse;

use crate::{Bye, Entrant, Figure, Round, Score, System, Tie, TieBreak};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Record {
    /// The player had an opponent, whether or not the game was played.
    Game { opponent: usize, halves: u32, is_played: bool, is_won: bool },
    /// The player had no opponent; contains the score in half points.
    Rest(u32),
    /// The player requested a bye or was absent; contains the score in half points.
    Bye(u32),
    /// The round does not count, or has no result yet.
    Nothing,
}

impl Record {
    const fn halves(self) -> u32 {
        match self {
            Self::Game { halves, .. } | Self::Rest(halves) | Self::Bye(halves) => halves,
            Self::Nothing => 0,
        }
    }

    /// Returns whether the round was missed by choice: a requested bye, or a game lost by forfeit.
    const fn is_voluntary(self) -> bool {
        match self {
            Self::Bye(_) => true,
            Self::Game { halves, is_played, .. } => !is_played && halves == 0,
            Self::Rest(_) | Self::Nothing => false,
        }
    }

    const fn is_played(self) -> bool {
        matches!(self, Self::Game { is_played: true, .. })
    }
}

/// A player's result against the players who are tied with them.
pub struct Encounter {
    /// The score in half points.
    pub points: u32,
    /// The number of tied players whom the player has not met.
    pub missing: usize,
}

/// The results of all players in all rounds.
pub struct Records {
    system: System,
    rows: Vec<Vec<Record>>,
    is_struck: Vec<bool>,
    points: Vec<u32>,
    /// The points that each player contributes to opponents' tie-breaks.
    adjusted: Vec<u32>,
}

impl Records {
    pub fn new(system: System, entrants: &[Entrant], rounds: &[Round]) -> Self {
        let mut rows = rows(system, entrants.len(), rounds);
        let is_struck: Vec<bool> = entrants
            .iter()
            .zip(&rows)
            .map(|(entrant, row)| {
                let games = row.iter().filter(|record| matches!(record, Record::Game { .. })).count();
                let played = row.iter().filter(|record| record.is_played()).count();
                system == System::RoundRobin && entrant.until_round.is_some() && played * 2 < games
            })
            .collect();
        for (who, row) in rows.iter_mut().enumerate() {
            for record in row {
                if is_struck[who] || matches!(record, Record::Game { opponent, .. } if is_struck[*opponent]) {
                    *record = Record::Nothing;
                }
            }
        }
        let sum = |row: &Vec<Record>| row.iter().map(|record| record.halves()).sum();
        let points = rows.iter().map(sum).collect();
        let adjusted = rows.iter().map(|row| adjusted(row)).collect();
        Self { system, rows, is_struck, points, adjusted }
    }

    pub fn is_struck(&self, who: usize) -> bool {
        self.is_struck[who]
    }

    pub fn points(&self, who: usize) -> u32 {
        self.points[who]
    }

    pub fn games(&self, who: usize) -> u32 {
        self.rows[who].iter().filter(|record| record.is_played()).count() as u32
    }

    /// Returns the result of each player of a group against the others.
    pub fn encounters(&self, group: &[usize]) -> Vec<Encounter> {
        let is_among = self.among(group);
        let encounter = |&who: &usize| {
            let games = self.games_among(who, &is_among);
            let mut opponents: Vec<_> = games.iter().filter_map(|figure| figure.opponent).collect();
            opponents.sort_unstable();
            opponents.dedup();
            let met = opponents.into_iter().filter(|&opponent| opponent != who).count();
            Encounter { points: games.iter().map(|figure| figure.value).sum(), missing: group.len() - 1 - met }
        };
        group.iter().map(encounter).collect()
    }

    fn among(&self, group: &[usize]) -> Vec<bool> {
        let mut is_among = vec![false; self.rows.len()];
        for &who in group {
            is_among[who] = true;
        }
        is_among
    }

    /// Returns a player's games against opponents in a group; in a Swiss, forfeits do not count.
    fn games_among(&self, who: usize, is_among: &[bool]) -> Vec<Figure> {
        let figure = |(round, &record): (u32, &Record)| match record {
            Record::Game { opponent, halves, is_played, .. }
                if is_among[opponent] && (is_played || self.system == System::RoundRobin) =>
            {
                Some(Figure {
                    round,
                    opponent: Some(opponent),
                    result: halves,
                    score: 0,
                    value: halves,
                    is_cut: false,
                })
            }
            _ => None,
        };
        (1..).zip(&self.rows[who]).filter_map(figure).collect()
    }

    /// Computes a tie-break for each player of a tied group.
    pub fn ties(&self, kind: TieBreak, group: &[usize]) -> Vec<Tie> {
        let is_among = self.among(group);
        group.iter().map(|&who| self.tie(kind, who, &is_among)).collect()
    }

    fn tie(&self, kind: TieBreak, who: usize, is_among: &[bool]) -> Tie {
        let figures = match kind {
            TieBreak::DirectEncounter => self.games_among(who, is_among),
            TieBreak::Buchholz => self.of_opponents(who, |figure| figure.score),
            TieBreak::BuchholzCut1 => {
                let mut figures = self.of_opponents(who, |figure| figure.score);
                let row = &self.rows[who];
                let least = figures.iter_mut().min_by_key(|figure| {
                    (!row[figure.round as usize - 1].is_voluntary(), figure.value, figure.round)
                });
                if let Some(least) = least {
                    least.is_cut = true;
                }
                figures
            }
            TieBreak::SonnebornBerger => self.of_opponents(who, |figure| figure.result * figure.score),
            TieBreak::Wins => self.own(who, |record| {
                u32::from(matches!(record, Record::Game { is_played: true, is_won: true, .. }))
            }),
            TieBreak::Progressive => {
                let mut so_far = 0;
                self.own(who, |record| {
                    so_far += record.halves();
                    so_far
                })
            }
        };
        Tie::new(kind, figures)
    }

    /// Returns what each of a player's rounds contributes to a tie-break that does not depend on opponents' points.
    fn own(&self, who: usize, mut value: impl FnMut(Record) -> u32) -> Vec<Figure> {
        let figure = |(round, &record): (u32, &Record)| {
            let opponent = match record {
                Record::Game { opponent, .. } => Some(opponent),
                _ => None,
            };
            Figure { round, opponent, result: record.halves(), score: 0, value: value(record), is_cut: false }
        };
        (1..).zip(&self.rows[who]).map(figure).collect()
    }

    /// Returns what each of a player's rounds contributes to a tie-break that depends on opponents' points.
    fn of_opponents(&self, who: usize, value: impl Fn(&Figure) -> u32) -> Vec<Figure> {
        let in_swiss = self.system == System::Swiss;
        // In an unplayed round, the player's own points count, up to a limit.
        let dummy = |bound: u32| self.points[who].min(bound);
        let figure = |(round, &record): (u32, &Record)| {
            let (opponent, score) = match record {
                Record::Game { opponent, is_played, .. } => {
                    let score = self.adjusted[opponent];
                    (Some(opponent), if is_played || !in_swiss { score } else { dummy(score) })
                }
                Record::Rest(_) | Record::Bye(_) if in_swiss => (None, dummy(self.rows[who].len() as u32)),
                _ => return None,
            };
            let mut figure =
                Figure { round, opponent, result: record.halves(), score, value: 0, is_cut: false };
            figure.value = value(&figure);
            Some(figure)
        };
        (1..).zip(&self.rows[who]).filter_map(figure).collect()
    }
}

/// Collects the records of all players; if a round lists a player twice, the first entry counts.
fn rows(system: System, count: usize, rounds: &[Round]) -> Vec<Vec<Record>> {
    // In a Swiss, a player who is not listed in a round was absent.
    let absent = match system {
        System::RoundRobin => Record::Nothing,
        System::Swiss => Record::Bye(0),
    };
    let mut rows = vec![Vec::with_capacity(rounds.len()); count];
    for round in rounds {
        let mut said: Vec<Option<Record>> = vec![None; count];
        for game in round.games.iter().filter(|game| game.first.max(game.second) < count) {
            for who in game.entrants() {
                let Some((side, opponent)) = game.seat(who) else { continue };
                said[who].get_or_insert(match game.score {
                    None => Record::Nothing,
                    Some(score) => Record::Game {
                        opponent,
                        halves: score.halves(side),
                        is_played: score.is_played(),
                        is_won: score.winner() == Some(side),
                    },
                });
            }
        }
        for &(who, bye) in round.byes.iter().filter(|&&(who, _)| who < count) {
            said[who].get_or_insert(match (system, bye) {
                (System::RoundRobin, _) => Record::Nothing,
                (System::Swiss, Bye::Pairing) => {
                    Record::Rest(Score::First.halves(entourage_kernel::Side::First))
                }
                (System::Swiss, Bye::Half) => Record::Bye(1),
                (System::Swiss, Bye::Zero) => Record::Bye(0),
            });
        }
        for (row, said) in rows.iter_mut().zip(said) {
            row.push(said.unwrap_or(absent));
        }
    }
    rows
}

/// Returns the points that a player contributes to opponents' tie-breaks. A requested bye or absence contributes half a
/// point if the player played no later round.
fn adjusted(row: &[Record]) -> u32 {
    let mut has_left = true;
    row.iter()
        .rev()
        .map(|record| {
            let is_bye = matches!(record, Record::Bye(_));
            let halves = if has_left && is_bye { 1 } else { record.halves() };
            has_left &= record.is_voluntary();
            halves
        })
        .sum()
}

/// Splits a group into groups of equal value, the highest first; the order within each is kept.
pub fn by_value(mut group: Vec<usize>, value: impl Fn(usize) -> u32) -> Vec<Vec<usize>> {
    group.sort_by_key(|&who| Reverse(value(who)));
    group.chunk_by(|&one, &two| value(one) == value(two)).map(<[usize]>::to_vec).collect()
}

/// Splits a group by direct encounter, repeatedly. If all players have met, orders them by the points from these games.
/// Otherwise, splits off only the player, if any, who would be first whatever the results of the unplayed games.
pub fn by_encounter(group: Vec<usize>, records: &Records) -> Vec<Vec<usize>> {
    let mut told = Vec::new();
    let mut open = vec![group];
    while let Some(group) = open.pop() {
        let parts = split_once(&group, records);
        if parts.len() < 2 {
            told.push(group);
        } else {
            // The best group is split next.
            open.extend(parts.into_iter().rev());
        }
    }
    told
}

fn split_once(group: &[usize], records: &Records) -> Vec<Vec<usize>> {
    /// The points for winning a game, in half points.
    const POINT: u32 = 2;
    let encounters = records.encounters(group);
    let most = |one: usize| encounters[one].points + POINT * encounters[one].missing as u32;
    let all = || 0..group.len();
    let named = |part: Vec<usize>| part.into_iter().map(|one| group[one]).collect();
    if encounters.iter().all(|encounter| encounter.missing == 0) {
        return by_value(all().collect(), |one| encounters[one].points).into_iter().map(named).collect();
    }
    // Only the player with the most points can be first.
    let Some(first) = all().max_by_key(|&one| encounters[one].points) else { return Vec::new() };
    let is_first = all().all(|other| other == first || encounters[first].points > most(other));
    if is_first {
        vec![named(vec![first]), named(all().filter(|&one| one != first).collect())]
    } else {
        vec![group.to_vec()]
    }
}
