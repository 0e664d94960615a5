//! Determines a tournament's next step from its state alone.

use entourage_clock::Kind;
use entourage_store::{Outcome, Pairing};
use entourage_tournament::{Bye, Entrant, Game, Round, Score, arena, round_robin, swiss};

use crate::games::prelude::*;

/// Minimum time between pairings in an arena, in milliseconds, so that there are more players to choose from.
const PAIRING_DELAY: i64 = 3_000;
pub(super) const MINUTE: i64 = 60_000;
/// Time after which a tournament without a start time is cancelled, if no one has started it: 30 days, in milliseconds.
const MAX_OPEN: i64 = 30 * 24 * 60 * MINUTE;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// Nothing to do before this server time, unless a game ends sooner.
    Wait(Option<i64>),
    Begin,
    /// Too few players have joined.
    Cancel,
    Pair(Vec<Drawn>),
    End,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Drawn {
    pub round: u32,
    pub place: u32,
    pub first: u32,
    pub second: Option<u32>,
    pub outcome: Option<Outcome>,
}

/// The players by index, as the pairing algorithms need them; players who left before the first round are
/// omitted.
pub(super) struct Field {
    pub numbers: Vec<u32>,
    pub entrants: Vec<Entrant>,
    indices: HashMap<u32, usize>,
}

impl Field {
    pub fn of(whole: &WholeTournament) -> Self {
        let mut field = Self { numbers: Vec::new(), entrants: Vec::new(), indices: HashMap::new() };
        for entrant in whole.entrants.iter().filter(|entrant| entrant.until_round != Some(0)) {
            field.indices.insert(entrant.number, field.numbers.len());
            field.numbers.push(entrant.number);
            field.entrants.push(Entrant {
                rating: entrant.rating.map(|rating| u32::try_from(rating).unwrap_or(0)),
                from_round: entrant.from_round,
                until_round: entrant.until_round,
                byes_asked: entrant.byes.clone(),
            });
        }
        field
    }

    pub fn index(&self, number: u32) -> Option<usize> {
        self.indices.get(&number).copied()
    }

    fn game(&self, pairing: &Pairing) -> Option<Game> {
        let (first, second) = (self.index(pairing.first)?, self.index(pairing.second?)?);
        Some(Game { first, second, score: pairing.outcome.and_then(score) })
    }

    pub fn games(&self, whole: &WholeTournament) -> Vec<Game> {
        whole.pairings.iter().filter_map(|pairing| self.game(pairing)).collect()
    }

    pub fn rounds(&self, whole: &WholeTournament) -> Vec<Round> {
        let mut rounds = vec![Round::default(); whole.rounds() as usize];
        for pairing in &whole.pairings {
            let Some(round) = rounds.get_mut((pairing.round as usize).wrapping_sub(1)) else { continue };
            match (self.game(pairing), self.index(pairing.first), pairing.outcome) {
                (Some(game), ..) => round.games.push(game),
                (None, Some(who), Some(outcome)) => round.byes.push((who, bye(outcome))),
                _ => {}
            }
        }
        rounds
    }

    fn drawn(&self, number: u32, round: &Round) -> Vec<Drawn> {
        let games = round.games.iter().map(|game| {
            let outcome = game.score.map(outcome);
            (self.numbers[game.first], Some(self.numbers[game.second]), outcome)
        });
        let byes = round.byes.iter().map(|(who, bye)| {
            let outcome = match bye {
                Bye::Pairing => Outcome::Bye,
                Bye::Half => Outcome::Half,
                Bye::Zero => Outcome::Zero,
            };
            (self.numbers[*who], None, Some(outcome))
        });
        let all = (0..).zip(games.chain(byes));
        all.map(|(place, (first, second, outcome))| Drawn { round: number, place, first, second, outcome })
            .collect()
    }
}

fn score(outcome: Outcome) -> Option<Score> {
    match outcome {
        Outcome::Won(Side::First) => Some(Score::First),
        Outcome::Won(Side::Second) => Some(Score::Second),
        Outcome::Drawn => Some(Score::Draw),
        Outcome::Forfeit(side) => Some(Score::Forfeit(Some(side))),
        Outcome::Neither => Some(Score::Forfeit(None)),
        Outcome::Bye | Outcome::Half | Outcome::Zero => None,
    }
}

fn outcome(score: Score) -> Outcome {
    match score {
        Score::First => Outcome::Won(Side::First),
        Score::Second => Outcome::Won(Side::Second),
        Score::Draw => Outcome::Drawn,
        Score::Forfeit(Some(side)) => Outcome::Forfeit(side),
        Score::Forfeit(None) => Outcome::Neither,
    }
}

fn bye(outcome: Outcome) -> Bye {
    match outcome {
        Outcome::Bye => Bye::Pairing,
        Outcome::Half => Bye::Half,
        _ => Bye::Zero,
    }
}

pub(super) fn end_of(whole: &WholeTournament) -> Option<i64> {
    match whole.tournament.kind {
        TournamentKind::Arena { minutes } => Some(whole.tournament.begun_at? + i64::from(minutes) * MINUTE),
        TournamentKind::RoundRobin { .. } | TournamentKind::Swiss { .. } => None,
    }
}

pub(super) fn rounds_of(whole: &WholeTournament) -> Option<u32> {
    match whole.tournament.kind {
        TournamentKind::Swiss { rounds } => Some(rounds),
        TournamentKind::RoundRobin { double } if whole.tournament.phase != Phase::Open => {
            Some(round_robin(&Field::of(whole).entrants, double).len() as u32)
        }
        TournamentKind::RoundRobin { .. } | TournamentKind::Arena { .. } => None,
    }
}

pub(super) fn step(whole: &WholeTournament, now: i64) -> Step {
    let tournament = &whole.tournament;
    match tournament.phase {
        Phase::Open => {
            let there = whole.entrants.iter().filter(|entrant| entrant.until_round.is_none()).count();
            let late = tournament.begins_at.is_some_and(|at| at <= now);
            let complete = tournament.begins_with.is_some_and(|with| there >= with as usize);
            let ends = tournament.begins_at.unwrap_or(tournament.created_at + MAX_OPEN);
            // The first entrant succeeds an organiser whose account is deleted.
            let abandoned = tournament.organiser.is_none() && there == 0;
            match late || complete {
                true if there >= 2 => Step::Begin,
                _ if ends <= now || abandoned => Step::Cancel,
                _ => Step::Wait(Some(ends)),
            }
        }
        Phase::Over | Phase::Cancelled => Step::Wait(None),
        Phase::Running => match tournament.kind {
            TournamentKind::Arena { .. } => in_arena(whole, now),
            TournamentKind::RoundRobin { double } => in_round_robin(whole, double),
            TournamentKind::Swiss { rounds } => in_swiss(whole, rounds),
        },
    }
}

fn goes_on(whole: &WholeTournament) -> bool {
    whole.pairings.iter().any(|pairing| pairing.outcome.is_none())
}

fn in_round_robin(whole: &WholeTournament, double: bool) -> Step {
    if goes_on(whole) {
        return Step::Wait(None);
    }
    let field = Field::of(whole);
    let all = round_robin(&field.entrants, double);
    let played = whole.rounds() as usize;
    // In correspondence tournaments all games are played at the same time.
    let most = if whole.tournament.pace.kind() == Kind::Correspondence { all.len() } else { 1 };
    let next: Vec<Drawn> = (1_u32..)
        .zip(&all)
        .skip(played)
        .take(most)
        .flat_map(|(number, round)| field.drawn(number, round))
        .collect();
    if next.is_empty() { Step::End } else { Step::Pair(next) }
}

fn in_swiss(whole: &WholeTournament, rounds: u32) -> Step {
    if goes_on(whole) {
        return Step::Wait(None);
    }
    let field = Field::of(whole);
    let lot = if whole.tournament.id.bits()[0] & 1 == 0 { Side::First } else { Side::Second };
    match swiss(&field.entrants, &field.rounds(whole), rounds, lot) {
        Ok(round) => Step::Pair(field.drawn(whole.rounds() + 1, &round)),
        // All rounds are played, or no legal pairing is left.
        Err(_) => Step::End,
    }
}

fn in_arena(whole: &WholeTournament, now: i64) -> Step {
    let ends = end_of(whole).unwrap_or(now);
    if now >= ends {
        return if goes_on(whole) { Step::Wait(None) } else { Step::End };
    }
    let soonest = |at: i64| Step::Wait(Some(at.min(ends)));
    let field = Field::of(whole);
    let round = whole.rounds() + 1;
    // For each player, when their last game ended (or their current game began), and whether they are playing.
    let mut since: Vec<(i64, bool)> = vec![(i64::MIN, false); field.numbers.len()];
    for pairing in &whole.pairings {
        for number in [Some(pairing.first), pairing.second].into_iter().flatten() {
            if let Some(index) = field.index(number) {
                since[index] = (pairing.ended.unwrap_or(pairing.at), pairing.outcome.is_none());
            }
        }
    }
    let mut waiting: Vec<usize> = (0..field.numbers.len())
        .filter(|&who| field.entrants[who].until_round.is_none() && !since[who].1)
        .collect();
    waiting.sort_by_key(|&who| since[who].0);
    if waiting.len() < 2 {
        return soonest(ends);
    }
    // After a short wait, players whose games end at about the same time can be paired.
    let last = whole.pairings.iter().map(|pairing| pairing.at).max();
    if let Some(next) = last.map(|last| last + PAIRING_DELAY).filter(|next| *next > now) {
        return soonest(next);
    }
    let games = arena::pair(&field.entrants, &waiting, &field.games(whole));
    if games.is_empty() {
        return soonest(now + PAIRING_DELAY);
    }
    Step::Pair(field.drawn(round, &Round { games, byes: Vec::new() }))
}

#[cfg(test)]
mod tests {
    use entourage_record::{AccountId, TournamentId};
    use entourage_store::Tournament;

    use super::*;

    const NOW: i64 = 1_000_000;

    fn whole(kind: TournamentKind, pace: &str, count: u32) -> WholeTournament {
        let tournament = Tournament {
            id: TournamentId::from_bits([2; 16]),
            version: 1,
            name: "Cup".into(),
            organiser: None,
            kind,
            spec: "game".into(),
            pace: pace.parse().unwrap(),
            rated: false,
            begins_at: None,
            begins_with: None,
            most: 100,
            lowest: None,
            highest: None,
            phase: Phase::Running,
            created_at: NOW,
            begun_at: Some(NOW),
            ended_at: None,
        };
        let entrants = (0..count).map(|number| entourage_store::Entrant {
            number,
            account: Some(AccountId::from_bits([number as u8; 16])),
            name: None,
            bot: false,
            rating: Some(1500),
            from_round: 1,
            until_round: None,
            absent: false,
            byes: Vec::new(),
        });
        WholeTournament { tournament, organiser: None, entrants: entrants.collect(), pairings: Vec::new() }
    }

    /// Adds the pairings; if `end` is true, games without an outcome are recorded as won by the first side.
    fn keep(whole: &mut WholeTournament, drawn: Vec<Drawn>, end: bool, at: i64) {
        whole.pairings.extend(drawn.into_iter().map(|drawn| Pairing {
            round: drawn.round,
            place: drawn.place,
            first: drawn.first,
            second: drawn.second,
            game: None,
            outcome: drawn.outcome.or_else(|| end.then_some(Outcome::Won(Side::First))),
            at,
            ended: Some(at),
        }));
    }

    #[test]
    fn tournaments_begin_with_enough_players_or_on_time() {
        let open = |count, begins_at, begins_with| {
            let mut whole = whole(TournamentKind::RoundRobin { double: false }, "live spare=5m", count);
            whole.tournament.phase = Phase::Open;
            (whole.tournament.begins_at, whole.tournament.begins_with) = (begins_at, begins_with);
            whole
        };
        let expired = step(&open(3, None, None), NOW + MAX_OPEN);
        let abandoned = step(&open(0, Some(NOW + 9), None), NOW);
        assert_eq!((expired, abandoned), (Step::Cancel, Step::Cancel));
        let open = |count, begins_at, begins_with| step(&open(count, begins_at, begins_with), NOW);
        assert_eq!(open(3, None, None), Step::Wait(Some(NOW + MAX_OPEN)));
        assert_eq!(open(3, Some(NOW + 1), Some(4)), Step::Wait(Some(NOW + 1)));
        assert_eq!(open(4, Some(NOW + 1), Some(4)), Step::Begin);
        assert_eq!((open(2, Some(NOW), None), open(1, Some(NOW), Some(9))), (Step::Begin, Step::Cancel));
    }

    #[test]
    fn rounds_follow_until_the_end() {
        for (kind, count, rounds) in [
            (TournamentKind::RoundRobin { double: false }, 5, 5),
            (TournamentKind::RoundRobin { double: true }, 4, 6),
            (TournamentKind::Swiss { rounds: 3 }, 8, 3),
        ] {
            let mut whole = whole(kind, "live spare=5m", count);
            for round in 1..=rounds {
                let Step::Pair(drawn) = step(&whole, NOW) else { panic!("{kind:?}, round {round}") };
                assert!(drawn.iter().all(|drawn| drawn.round == round));
                let mut going = whole.clone();
                keep(&mut going, drawn.clone(), false, NOW);
                assert_eq!(step(&going, NOW), Step::Wait(None));
                keep(&mut whole, drawn, true, NOW);
            }
            assert_eq!(step(&whole, NOW), Step::End);
        }
    }

    #[test]
    fn correspondence_round_robins_begin_all_games_at_once() {
        let whole = whole(TournamentKind::RoundRobin { double: false }, "correspondence grace=3d", 4);
        let Step::Pair(drawn) = step(&whole, NOW) else { panic!("not paired") };
        assert_eq!((drawn.len(), drawn.last().map(|drawn| drawn.round)), (6, Some(3)));
    }

    #[test]
    fn arenas_pair_free_players_until_time_is_up() {
        let mut whole = whole(TournamentKind::Arena { minutes: 1 }, "live spare=1m", 5);
        let Step::Pair(drawn) = step(&whole, NOW) else { panic!("not paired") };
        assert_eq!(drawn.len(), 2);
        keep(&mut whole, drawn, false, NOW);
        assert_eq!(step(&whole, NOW), Step::Wait(Some(NOW + MINUTE)), "one waits");
        whole.pairings[0].outcome = Some(Outcome::Drawn);
        assert_eq!(step(&whole, NOW + 1), Step::Wait(Some(NOW + PAIRING_DELAY)));
        let Step::Pair(drawn) = step(&whole, NOW + PAIRING_DELAY) else { panic!("not paired") };
        // Players who have just met are not paired again.
        assert!(drawn.len() == 1 && [drawn[0].first, drawn[0].second.unwrap()].contains(&4));
        assert_eq!(step(&whole, NOW + MINUTE), Step::Wait(None), "one game is in progress");
        whole.pairings[1].outcome = Some(Outcome::Won(Side::Second));
        assert_eq!(step(&whole, NOW + MINUTE), Step::End);
    }
}
