//! Tournament tables for clients.

use entourage_registry::view::{
    PairingView, ResultView, RoundView, StandingView, TieFigureView, TieView, TournamentTable, TournamentView,
};
use entourage_store::{Entrant, Outcome, Pairing, Tournament};
use entourage_tournament::{Score, Standing, System, Tie, TieBreak, arena, standings};

use super::drawn::{Field, end_of, rounds_of};
use crate::games::prelude::*;
use crate::server_time::ServerTime;

/// Maximum number of arena games in a table; current ones come first.
const MAX_GAMES: usize = 60;

pub(super) fn ties_of(kind: TournamentKind) -> &'static [TieBreak] {
    match kind {
        TournamentKind::RoundRobin { .. } => {
            &[TieBreak::DirectEncounter, TieBreak::SonnebornBerger, TieBreak::Wins]
        }
        TournamentKind::Swiss { .. } => {
            &[TieBreak::BuchholzCut1, TieBreak::Buchholz, TieBreak::DirectEncounter, TieBreak::Wins]
        }
        TournamentKind::Arena { .. } => &[TieBreak::Wins],
    }
}

pub(super) fn described(
    tournament: &Tournament,
    organiser: Option<String>,
    entrants: u32,
    ends: Option<i64>,
    time: &ServerTime,
) -> TournamentView {
    TournamentView {
        tournament: tournament.id.to_string(),
        name: tournament.name.clone(),
        organiser,
        kind: tournament.kind.word(),
        length: tournament.kind.length(),
        spec: tournament.spec.clone(),
        pace: tournament.pace.to_string(),
        rated: tournament.rated,
        begins_at: tournament.begins_at.map(|at| time.date_of(at)),
        begins_with: tournament.begins_with,
        most: tournament.most,
        lowest: tournament.lowest,
        highest: tournament.highest,
        phase: tournament.phase.word(),
        entrants,
        since: time.date_of(tournament.created_at),
        begun: tournament.begun_at.map(|at| time.date_of(at)),
        ends: tournament.ended_at.or(ends).map(|at| time.date_of(at)),
    }
}

pub(super) fn table(whole: &WholeTournament, all: bool, time: &ServerTime) -> TournamentTable {
    let tournament = &whole.tournament;
    let there = whole.entrants.iter().filter(|entrant| entrant.until_round.is_none()).count();
    TournamentTable {
        tournament: described(
            tournament,
            whole.organiser.clone(),
            there as u32,
            end_of(whole).filter(|_| tournament.phase == Phase::Running),
            time,
        ),
        round: whole.rounds(),
        rounds: rounds_of(whole),
        ties: ties_of(tournament.kind).iter().map(|tie| tie.word()).collect(),
        standings: places(whole),
        pairings: rounds(whole, all, time),
    }
}

fn places(whole: &WholeTournament) -> Vec<StandingView> {
    let field = Field::of(whole);
    let mut rows: HashMap<u32, StandingView> =
        whole.entrants.iter().map(|entrant| (entrant.number, without_results(entrant))).collect();
    for pairing in &whole.pairings {
        for number in [Some(pairing.first), pairing.second].into_iter().flatten() {
            if let Some(row) = rows.get_mut(&number) {
                row.results.extend(result(whole, pairing, number));
            }
        }
    }
    // Each entrant has one place.
    let mut row = |index: usize| rows.remove(&field.numbers[index]).expect("a row for each entrant");
    match whole.tournament.kind {
        TournamentKind::Arena { .. } => {
            let places = arena::standings(field.numbers.len(), &field.games(whole));
            places.into_iter().map(|place| of_arena(row(place.entrant), place)).collect()
        }
        kind => {
            let system = match kind {
                TournamentKind::RoundRobin { .. } => System::RoundRobin,
                TournamentKind::Swiss { .. } | TournamentKind::Arena { .. } => System::Swiss,
            };
            let places = standings(system, &field.entrants, &field.rounds(whole), ties_of(kind));
            places.into_iter().map(|standing| of_rounds(row(standing.entrant), &field, standing)).collect()
        }
    }
}

fn of_rounds(row: StandingView, field: &Field, standing: Standing) -> StandingView {
    let tie = |Tie { kind, value, figures }: Tie| {
        let part = |value: u32| f64::from(value) / f64::from(kind.parts());
        TieView {
            value: part(value),
            figures: figures
                .into_iter()
                .map(|figure| TieFigureView {
                    round: figure.round,
                    opponent: figure.opponent.map(|index| field.numbers[index]),
                    value: part(figure.value),
                    cut: figure.is_cut,
                })
                .collect(),
        }
    };
    StandingView {
        place: standing.place,
        points: f64::from(standing.points) / 2.0,
        games: standing.games,
        struck: standing.is_struck,
        ties: standing.ties.into_iter().map(tie).collect(),
        ..row
    }
}

fn of_arena(mut row: StandingView, place: arena::Place) -> StandingView {
    // The arena's score sheet contains the points per game, including streak bonuses.
    for (result, scored) in row.results.iter_mut().zip(&place.sheet) {
        result.points = result.points.map(|_| f64::from(scored.points));
    }
    StandingView {
        place: place.place,
        points: f64::from(place.points),
        games: place.sheet.iter().filter(|scored| scored.score.is_some_and(Score::is_played)).count() as u32,
        streak: place.is_on_streak,
        ties: vec![TieView { value: f64::from(place.wins), figures: Vec::new() }],
        ..row
    }
}

fn without_results(entrant: &Entrant) -> StandingView {
    StandingView {
        number: entrant.number,
        place: 1,
        name: entrant.name.clone(),
        bot: entrant.bot,
        rating: entrant.rating,
        points: 0.0,
        games: 0,
        absent: entrant.absent,
        gone: entrant.until_round.is_some(),
        struck: false,
        streak: false,
        ties: Vec::new(),
        results: Vec::new(),
    }
}

fn result(whole: &WholeTournament, pairing: &Pairing, number: u32) -> Option<ResultView> {
    let side = if pairing.first == number {
        Side::First
    } else if pairing.second == Some(number) {
        Side::Second
    } else {
        return None;
    };
    let robin = matches!(whole.tournament.kind, TournamentKind::RoundRobin { .. });
    let points = pairing.outcome.map(|outcome| match outcome {
        Outcome::Won(winner) | Outcome::Forfeit(winner) => f64::from(u8::from(winner == side)),
        Outcome::Drawn | Outcome::Half => 0.5,
        // In a round robin a bye is worth nothing, because every player has the same number of byes.
        Outcome::Bye => f64::from(u8::from(!robin)),
        Outcome::Neither | Outcome::Zero => 0.0,
    });
    let opponent = match side {
        Side::First => pairing.second,
        Side::Second => Some(pairing.first),
    };
    Some(ResultView {
        round: pairing.round,
        opponent,
        side: opponent.map(|_| side.number()),
        points,
        played: matches!(pairing.outcome, Some(Outcome::Won(_) | Outcome::Drawn)),
        game: pairing.game.map(|game| game.to_string()),
    })
}

fn rounds(whole: &WholeTournament, all: bool, time: &ServerTime) -> Vec<RoundView> {
    let view = |pairing: &Pairing| PairingView {
        first: pairing.first,
        second: pairing.second,
        outcome: pairing.outcome.map(Outcome::word),
        game: pairing.game.map(|game| game.to_string()),
        since: time.date_of(pairing.at),
    };
    if let TournamentKind::Arena { .. } = whole.tournament.kind {
        let mut games: Vec<&Pairing> = whole.pairings.iter().rev().collect();
        games.sort_by_key(|pairing| pairing.outcome.is_some());
        let most = if all { games.len() } else { MAX_GAMES };
        let pairings: Vec<PairingView> = games.into_iter().take(most).map(view).collect();
        return if pairings.is_empty() { Vec::new() } else { vec![RoundView { number: 0, pairings }] };
    }
    let mut rounds: Vec<RoundView> = Vec::new();
    for pairing in whole.pairings.iter().filter(|pairing| pairing.outcome != Some(Outcome::Zero)) {
        match rounds.last_mut().filter(|round| round.number == pairing.round) {
            Some(round) => round.pairings.push(view(pairing)),
            None => rounds.push(RoundView { number: pairing.round, pairings: vec![view(pairing)] }),
        }
    }
    rounds.reverse();
    rounds
}
