use entourage_kernel::Random;

use super::*;

fn entrants(ratings: &[u32]) -> Vec<Entrant> {
    ratings.iter().map(|&rating| Entrant::new(Some(rating))).collect()
}

fn over(first: usize, second: usize, score: Score) -> Game {
    Game { score: Some(score), ..Game::new(first, second) }
}

fn pairs(games: &[Game]) -> Vec<[usize; 2]> {
    let mut pairs: Vec<[usize; 2]> = games.iter().map(Game::entrants).collect();
    pairs.iter_mut().for_each(|pair| pair.sort_unstable());
    pairs.sort_unstable();
    pairs
}

#[test]
fn points_double_after_two_consecutive_wins() {
    let scores = [
        Score::First,
        Score::First,
        Score::First,
        Score::Draw,
        Score::First,
        Score::Second,
        Score::Forfeit(Some(Side::First)),
        Score::First,
        Score::Forfeit(None),
        Score::First,
    ];
    let mut games: Vec<Game> = scores.into_iter().map(|score| over(0, 1, score)).collect();
    games.push(Game::new(0, 1));
    let [own, other] = &standings(2, &games)[..] else { panic!("expected two places") };
    let points: Vec<u32> = own.sheet.iter().map(|scored| scored.points).collect();
    assert_eq!(points, [2, 2, 4, 2, 2, 0, 2, 2, 0, 2, 0]);
    assert_eq!((own.points, own.wins, own.is_on_streak), (18, 6, false));
    assert_eq!((other.points, other.wins), (3, 1));
    assert!(own.sheet[2].is_doubled && own.sheet[3].is_doubled && !own.sheet[4].is_doubled);
    assert!(standings(2, &games[..8])[0].is_on_streak);
}

#[test]
fn equal_players_share_a_place() {
    let games = [over(0, 1, Score::First), over(2, 3, Score::First), over(4, 1, Score::Draw)];
    let places: Vec<_> = standings(5, &games).iter().map(|place| (place.place, place.entrant)).collect();
    assert_eq!(places, [(1, 0), (1, 2), (3, 1), (3, 4), (5, 3)]);
}

#[test]
fn similar_players_are_paired() {
    let entrants = entrants(&[1200, 1900, 1210, 1890]);
    assert_eq!(pairs(&pair(&entrants, &[0, 1, 2, 3], &[])), [[0, 2], [1, 3]]);
    let games: Vec<Game> = (0..7).flat_map(|_| [over(0, 1, Score::First), over(2, 3, Score::Second)]).collect();
    assert_eq!(pairs(&pair(&entrants, &[0, 1, 2, 3], &games)), [[0, 3], [1, 2]]);
}

#[test]
fn last_player_to_arrive_waits() {
    let entrants = entrants(&[1500, 1500, 2500]);
    for (waiting, paired) in [([2, 0, 1], [0, 2]), ([1, 2, 0], [1, 2]), ([0, 1, 2], [0, 1])] {
        assert_eq!(pairs(&pair(&entrants, &waiting, &[])), [paired]);
    }
}

#[test]
fn immediate_rematches_are_avoided() {
    let entrants = entrants(&[1500; 6]);
    let met = [over(0, 1, Score::Draw)];
    let playing = [met[0], Game::new(2, 3), Game::new(4, 5)];
    assert_eq!(pair(&entrants, &[0, 1], &playing), []);
    assert_eq!(pairs(&pair(&entrants, &[0, 1, 4], &playing)), [[0, 4]]);
    // In a small arena, players do not wait for the only other game to end.
    assert_eq!(pairs(&pair(&entrants, &[0, 1], &playing[..2])), [[0, 1]]);
    assert_eq!(pairs(&pair(&entrants, &[0, 1], &met)), [[0, 1]]);
    assert_eq!(pairs(&pair(&entrants, &[0, 1, 2], &met)), [[0, 2]]);
}

#[test]
fn sides_alternate() {
    let entrants = entrants(&[1600, 1500, 1500, 1500, 1500]);
    let play = |seconds: [usize; 4]| {
        let mut games = Vec::new();
        for second in seconds {
            let [game] = pair(&entrants, &[0, second], &games)[..] else { panic!("not paired") };
            games.push(Game { score: Some(Score::Draw), ..game });
        }
        games.iter().filter_map(|game| Some(game.seat(0)?.0)).collect::<Vec<_>>()
    };
    let by_turns = [Side::First, Side::Second, Side::First, Side::Second];
    assert_eq!(play([1, 2, 3, 4]), by_turns);
    assert_eq!(play([1, 1, 1, 1]), by_turns);
}

#[test]
fn large_fields_are_paired_and_unknown_players_ignored() {
    let mut random = Random::new(3);
    let entrants: Vec<Entrant> =
        (0..301).map(|_| Entrant::new((!random.one_in(9)).then(|| random.bits() as u32))).collect();
    let waiting: Vec<usize> = (0..301).chain([7, 500]).collect();
    let games = pair(&entrants, &waiting, &[over(900, 3, Score::First), over(3, 3, Score::Draw)]);
    let mut named: Vec<usize> = games.iter().flat_map(Game::entrants).collect();
    named.sort_unstable();
    named.dedup();
    assert_eq!((games.len(), named.len()), (150, 300));
    assert_eq!(pair(&[], &[0], &[]), []);
}
