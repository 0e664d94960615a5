mod record;

use record::Records;

use crate::{Entrant, Round, Tie, TieBreak};

/// The tournament system, which determines how byes and unplayed rounds count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum System {
    RoundRobin,
    Swiss,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Standing {
    pub entrant: usize,
    /// The place in the standings, from 1; tied players share a place.
    pub place: u32,
    /// The score in half points.
    pub points: u32,
    pub games: u32,
    pub ties: Vec<Tie>,
    /// Whether the games are annulled because the player left a round robin before playing half of them.
    pub is_struck: bool,
}

/// Returns the standings: by points, then by each tie-break. Unfinished games do not count.
///
/// In a round robin, the games of players who withdrew before playing half of their games are annulled, by FIDE's
/// rules, and these players rank last. Forfeits count like games, and byes score nothing.
///
/// In a Swiss, tie-breaks treat unplayed rounds by FIDE's C.07, article 16, in force since March 2026. A player
/// contributes their own points to opponents' tie-breaks, except that a requested bye or absence contributes half a
/// point if the player played no later round. In a player's own Buchholz and Sonneborn-Berger, an unplayed round counts
/// as a game against an opponent with the player's own points, limited to the points of the scheduled opponent or,
/// without one, to half a point per round. In direct encounters, forfeits do not count as games.
pub fn standings(system: System, entrants: &[Entrant], rounds: &[Round], ties: &[TieBreak]) -> Vec<Standing> {
    let records = Records::new(system, entrants, rounds);
    let mut groups: Vec<Vec<usize>> = record::by_value((0..entrants.len()).collect(), |who| {
        // Players whose games are annulled rank last.
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
                    TieBreak::DirectEncounter => record::by_encounter(group, &records),
                    _ => record::by_value(group, |who| told[who].last().map_or(0, |tie| tie.value)),
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
