mod record;
mod split;

use record::Records;

use crate::{Entrant, Round, Tie, TieBreak};

/// Names what decides how byes and rounds without a game count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum System {
    /// Everybody meets everybody.
    RoundRobin,
    /// Those who stand alike meet.
    Swiss,
}

/// Tells where somebody stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Standing {
    /// Who, by their index.
    pub entrant: usize,
    /// Their place, from 1; those whom nothing tells apart share one.
    pub place: u32,
    /// Their points, in half points.
    pub points: u32,
    /// Games that they played.
    pub games: u32,
    /// The tie-breaks that were asked for, in that order, whether or not they were needed.
    pub ties: Vec<Tie>,
    /// Whether their games count for nobody, because they left a round robin before half of them was played.
    pub is_struck: bool,
}

/// Tells where everybody stands, the best first: by points, then by one tie-break after the other.
///
/// A game that is not over counts for nothing yet.
///
/// In a round robin, the games of somebody who withdrew before they played half of all their games count for nobody, as FIDE's rules say,
/// and they stand last. A forfeit counts like a game there, and a free round for nothing.
///
/// In a Swiss, tie-breaks treat rounds without a game as FIDE's C.07, article 16, in force since March 2026, does.
/// As an opponent, somebody has their own points, but a bye which they asked for, or a round in which they were not in, counts half a point if they
/// played none later.
/// To one's own Buchholz and Sonneborn-Berger, a round without a game adds one's own points, but no more than the points of whom one was to meet,
/// or than half a point for every round.
/// In a direct encounter forfeits do not count as met.
pub fn standings(system: System, entrants: &[Entrant], rounds: &[Round], ties: &[TieBreak]) -> Vec<Standing> {
    let records = Records::new(system, entrants, rounds);
    let mut groups: Vec<Vec<usize>> = split::by_value((0..entrants.len()).collect(), |who| {
        // Whoever is struck stands below all others.
        u32::from(!records.is_struck(who)) * (u32::MAX / 2) + records.points(who)
    });
    let mut told: Vec<Vec<Tie>> = vec![Vec::new(); entrants.len()];
    for &kind in ties {
        groups = groups
            .into_iter()
            .flat_map(|group| {
                for (&who, tie) in group.iter().zip(records.ties(kind, &group)) {
                    told[who].push(tie);
                }
                match kind {
                    TieBreak::DirectEncounter => split::by_encounter(group, &records),
                    _ => split::by_value(group, |who| told[who].last().map_or(0, |tie| tie.value)),
                }
            })
            .collect();
    }
    let mut standings = Vec::with_capacity(entrants.len());
    for group in groups {
        let place = standings.len() as u32 + 1;
        standings.extend(group.into_iter().map(|entrant| Standing {
            entrant,
            place,
            points: records.points(entrant),
            games: records.games(entrant),
            ties: std::mem::take(&mut told[entrant]),
            is_struck: records.is_struck(entrant),
        }));
    }
    standings
}

#[cfg(test)]
mod tests;
