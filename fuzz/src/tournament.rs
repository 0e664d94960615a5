use entourage_kernel::Side;
use entourage_tournament::{
    Bye, Entrant, Game, NoPairing, Round, Score, System, TieBreak, arena, round_robin, standings, swiss,
};

/// Exclusive upper limit for the number of entrants and the number of rounds.
const MAX: usize = 40;

/// Checks the pairings and standings of a tournament whose state is decoded from bytes and may be invalid.
///
/// Nothing panics. A Swiss round contains every entrant once and repeats no pairing. Standings contain every entrant
/// once, and tie-breaks are the sums of their parts.
pub fn tournament(bytes: &[u8]) {
    let mut bytes = bytes.iter().copied();
    let mut next = || usize::from(bytes.next().unwrap_or(0));
    let entrants: Vec<Entrant> = (0..next() % MAX)
        .map(|_| {
            let kind = next();
            Entrant {
                rating: (kind % 4 > 0).then(|| next() as u32 * 10),
                from_round: if kind % 8 == 7 { next() as u32 % 9 } else { 1 },
                until_round: (kind % 16 == 5).then(|| next() as u32 % 9),
                byes_asked: if kind % 16 == 9 { vec![next() as u32 % 9] } else { Vec::new() },
            }
        })
        .collect();
    let rounds_in_all = next() as u32 % 60;
    let lot = if next() % 2 == 0 { Side::First } else { Side::Second };
    // Rounds are paired by the Swiss system, unless a byte selects arbitrary pairings.
    let mut played: Vec<Round> = Vec::new();
    for _ in 0..next() % MAX {
        let mut round = match next() {
            0..=239 => match paired(&entrants, &played, rounds_in_all, lot) {
                Some(round) => round,
                None => break,
            },
            count => {
                let who = |next: &mut dyn FnMut() -> usize| next() % (entrants.len() + 2);
                let games = (0..count % 16).map(|_| Game::new(who(&mut next), who(&mut next))).collect();
                let byes = [Bye::Pairing, Bye::Half, Bye::Zero];
                Round { games, byes: (0..count % 3).map(|kind| (who(&mut next), byes[kind])).collect() }
            }
        };
        for game in &mut round.games {
            game.score = match next() % 16 {
                0..=4 => Some(Score::First),
                5..=8 => Some(Score::Second),
                9..=12 => Some(Score::Draw),
                13 => Some(Score::Forfeit(Some(Side::First))),
                14 => Some(Score::Forfeit(None)),
                _ if next() % 8 == 0 => None,
                _ => Some(Score::Forfeit(Some(Side::Second))),
            };
        }
        played.push(round);
    }
    for system in [System::RoundRobin, System::Swiss] {
        let standings = standings(system, &entrants, &played, &TieBreak::ALL);
        let mut named: Vec<usize> = standings.iter().map(|standing| standing.entrant).collect();
        named.sort_unstable();
        assert!(named.into_iter().eq(0..entrants.len()));
        for tie in standings.iter().flat_map(|standing| &standing.ties) {
            let counted = tie.figures.iter().filter(|figure| !figure.is_cut);
            assert_eq!(counted.map(|figure| figure.value).sum::<u32>(), tie.value);
        }
    }
    round_robin(&entrants, next() % 2 == 0);
    let games: Vec<Game> = played.into_iter().flat_map(|round| round.games).collect();
    let waiting: Vec<usize> = (0..next()).map(|_| next() % (entrants.len() + 1)).collect();
    let mut seated: Vec<usize> =
        arena::pair(&entrants, &waiting, &games).iter().flat_map(Game::entrants).collect();
    let count = seated.len();
    seated.sort_unstable();
    seated.dedup();
    assert_eq!(seated.len(), count, "an entrant is paired twice");
}

fn paired(entrants: &[Entrant], played: &[Round], rounds_in_all: u32, lot: Side) -> Option<Round> {
    let round = match swiss(entrants, played, rounds_in_all, lot) {
        Ok(round) => round,
        Err(NoPairing::GoesOn) => {
            assert!(!played.iter().all(Round::is_over));
            return None;
        }
        Err(_) => return None,
    };
    let games = round.games.iter().flat_map(Game::entrants);
    let mut named: Vec<usize> = games.chain(round.byes.iter().map(|&(who, _)| who)).collect();
    named.sort_unstable();
    assert!(named.into_iter().eq(0..entrants.len()), "not every entrant is named once");
    for game in &round.games {
        let met = |before: &Round| {
            before.games.iter().any(|other| {
                other.score.is_some_and(Score::is_played)
                    && other.seat(game.first).is_some_and(|(_, opponent)| opponent == game.second)
            })
        };
        assert!(!played.iter().any(met), "two entrants meet again");
    }
    Some(round)
}
