use std::collections::{BTreeMap, BTreeSet};

use entourage_clock::Pace;
use entourage_kernel::Side;
use entourage_rating::{Class, Pool, Rating};
use entourage_store::{DatabaseAddress, Store};
use serde_json::Value;

use super::{Findings, both, clients, quoted};
use crate::day::board::End;
use crate::day::state::Day;
use crate::http::list;

#[derive(Clone, Debug)]
struct Rated {
    game: String,
    pool: Pool,
    users: [usize; 2],
    winner: Option<Side>,
    at: i64,
}

/// Rating and number of rated games of each user in each pool.
type Ratings = BTreeMap<(usize, Pool), (Rating, u32)>;

/// Recomputes all ratings, and compares them with those in the database and in the servers' responses.
pub async fn check(day: &Day, database: &str, findings: &mut Findings) {
    let Some(ended) = ended(day).await else { return };
    let mut results = Vec::new();
    for game in findings.games.iter().filter(|game| game.rated) {
        let winner = match game.end {
            Some(End::Won(side)) => Some(side),
            Some(End::Drawn) => None,
            _ => continue,
        };
        let Some(class) = game.pace.parse::<Pace>().ok().and_then(Class::of) else {
            day.fault(format!("{} is rated, but has no class of time controls", game.name));
            continue;
        };
        let Some((at, shown)) = ended.get(&game.name) else {
            day.fault(format!("{} has ended but is not listed", game.name));
            continue;
        };
        if *shown != winner.map(Side::number) {
            day.fault(format!("{} is listed with the wrong winner", game.name));
        }
        let pool = Pool { game: game.spec.clone(), class };
        results.push(Rated { game: game.name.clone(), pool, users: game.users, winner, at: *at });
    }
    if ended.len() != results.len() {
        day.fault(format!("{} rated games are listed, but {} were played", ended.len(), results.len()));
    }
    results.sort_by(|one, other| (one.at, &one.game).cmp(&(other.at, &other.game)));
    check_order(day, &results);
    let computed = compute(&results);
    let faults = match inconsistencies(database).await {
        Ok(faults) => faults,
        Err(problem) => return day.fault(format!("cannot read the stored ratings: {problem}")),
    };
    let count = faults.len();
    faults.into_iter().for_each(|fault| day.fault(fault));
    let pools: BTreeSet<&Pool> = computed.keys().map(|(_, pool)| pool).collect();
    findings.count("rated results", results.len());
    let figure = format!("{}, {}", computed.len(), pools.len());
    findings.count("ratings recomputed, rating pools", figure);
    findings.count("inconsistencies in the stored ratings", count);
    let shown = compare_shown(day, &computed).await;
    findings.count("ratings shown correctly by both servers", shown);
}

/// Returns the end time and winner of every rated game.
async fn ended(day: &Day) -> Option<BTreeMap<String, (i64, Option<usize>)>> {
    let (mut all, mut clients) = (BTreeMap::new(), clients(day));
    let mut path = "/api/finished?rated=true".to_owned();
    loop {
        let page = both(day, &mut clients, &path, None).await?;
        for game in list(&page["games"]) {
            let (Some(name), Some(at)) = (game["game"].as_str(), game["ended"].as_i64()) else { continue };
            if all.insert(name.to_owned(), (at, game["winner"].as_u64().map(|side| side as usize))).is_some() {
                day.fault(format!("{name} is listed twice"));
            }
        }
        let Some(next) = page["next"].as_str() else { return Some(all) };
        path = format!("/api/finished?rated=true&after={}", quoted(next));
    }
}

/// Checks that the end times of each user's games are in the order of play.
fn check_order(day: &Day, results: &[Rated]) {
    let dated: BTreeMap<&str, i64> = results.iter().map(|result| (result.game.as_str(), result.at)).collect();
    for (user, games) in day.book.order.borrow().iter() {
        if !games.iter().filter_map(|game| dated.get(game.as_str())).is_sorted() {
            day.fault(format!("the end times of the rated games of {} are out of order", day.name(*user)));
        }
    }
}

fn compute(results: &[Rated]) -> Ratings {
    let mut ratings = Ratings::new();
    let mut last: BTreeMap<(usize, Pool), i64> = BTreeMap::new();
    for Rated { pool, users, winner, at, .. } in results {
        let keys = users.map(|user| (user, pool.clone()));
        let before = keys.each_ref().map(|key| {
            let known = ratings.get(key).map_or(Rating::NEW, |(rating, _)| *rating);
            known.rested(at - last.get(key).unwrap_or(at))
        });
        for (key, rating) in keys.into_iter().zip(Rating::after(before, *winner)) {
            last.insert(key.clone(), *at);
            let (known, games) = ratings.entry(key).or_insert((rating, 0));
            *known = rating;
            *games += 1;
        }
    }
    ratings
}

/// Lists the stored ratings that do not follow from the stored results and games.
async fn inconsistencies(database: &str) -> Result<Vec<String>, String> {
    let DatabaseAddress::Postgres(address) = database.parse::<DatabaseAddress>()? else {
        return Err("not a PostgreSQL address".into());
    };
    let store = Store::connect(&address).await.map_err(|error| error.to_string())?;
    let faults = store.rating_inconsistencies().await;
    store.close().await;
    faults.map_err(|error| error.to_string())
}

fn shown(pool: &Pool) -> String {
    format!("{} at {}", pool.game, pool.class.word())
}

/// Compares the ratings in responses of both servers with the computed ones; returns the number of correctly shown ratings.
async fn compare_shown(day: &Day, computed: &Ratings) -> usize {
    let (mut clients, mut count) = (clients(day), 0);
    let mut users: BTreeMap<usize, Vec<(&Pool, Rating)>> = BTreeMap::new();
    let mut pools: BTreeMap<&Pool, BTreeMap<String, &(Rating, u32)>> = BTreeMap::new();
    for ((user, pool), rating) in computed {
        users.entry(*user).or_default().push((pool, rating.0));
        pools.entry(pool).or_default().insert(day.name(*user), rating);
    }
    for (user, ratings) in &users {
        let name = day.name(*user);
        let page = both(day, &mut clients, &format!("/api/people/{}", quoted(&name)), None).await;
        let Some(page) = page else { continue };
        let all = list(&page["ratings"]);
        let is_shown = |pool: &Pool, rating: Rating| {
            all.iter().any(|one| {
                one["game"] == *pool.game
                    && one["class"] == pool.class.word()
                    && is_equal(&one["rating"], rating)
            })
        };
        let right = ratings.iter().filter(|(pool, rating)| is_shown(pool, *rating)).count();
        if right != ratings.len() || all.len() != right {
            day.fault(format!(
                "{name} has {} ratings, but {} are shown, {right} of them correctly",
                ratings.len(),
                all.len()
            ));
        }
        count += right;
    }
    for (pool, ratings) in &pools {
        let (mut from, mut listed) = (Some(0), 0);
        while let Some(at) = from {
            let (game, class) = (quoted(&pool.game), pool.class.word());
            let path = format!("/api/ratings/leaders?game={game}&class={class}&from={at}");
            let Some(page) = both(day, &mut clients, &path, None).await else { break };
            for one in list(&page["leaders"]) {
                match ratings.get(one["name"].as_str().unwrap_or("")) {
                    Some((rating, games)) if is_equal(one, *rating) && one["games"] == *games => listed += 1,
                    ours => day.fault(format!("{}: {one} is shown instead of {ours:?}", shown(pool))),
                }
            }
            from = page["next"].as_u64();
        }
        let ranked = ratings.values().filter(|(rating, _)| !rating.is_provisional()).count();
        if listed != ranked {
            day.fault(format!("{}: {listed} of {ranked} players are listed", shown(pool)));
        }
    }
    count
}

fn is_equal(shown: &Value, rating: Rating) -> bool {
    shown["rating"] == rating.points()
        && shown["deviation"] == rating.spread()
        && shown["provisional"] == rating.is_provisional()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(users: [usize; 2], winner: Option<Side>, at: i64) -> Rated {
        let pool = Pool { game: "game".into(), class: Class::Blitz };
        Rated { game: at.to_string(), pool, users, winner, at }
    }

    #[test]
    fn ratings_depend_on_the_order_of_results() {
        let all = [
            result([1, 2], Some(Side::Second), 1),
            result([2, 3], None, 2),
            result([1, 2], Some(Side::First), 3),
        ];
        let ratings = compute(&all[..1]);
        let points = |ratings: &Ratings, user: usize| {
            let mut all = ratings.iter().filter(|((who, _), _)| *who == user);
            all.next().map(|(_, (rating, games))| (rating.points(), rating.spread(), *games))
        };
        // One game between new players; the values follow from the published formulas.
        assert_eq!((points(&ratings, 1), points(&ratings, 2)), (Some((1338, 290, 1)), Some((1662, 290, 1))));
        let whole = compute(&all);
        let after = Rating::after([Rating::after([Rating::NEW; 2], Some(Side::Second))[1], Rating::NEW], None);
        assert_eq!(points(&whole, 3), Some((after[1].points(), after[1].spread(), 1)));
        let turned = compute(&[all[2].clone(), all[0].clone(), all[1].clone()]);
        assert_ne!(points(&whole, 1), points(&turned, 1), "the order counts");
    }

    #[test]
    fn the_deviation_grows_without_games() {
        let month = 30 * 24 * 60 * 60 * 1000;
        let two = |at: i64| compute(&[result([1, 2], None, 0), result([1, 3], None, at)]);
        let spread = |ratings: Ratings| ratings.into_iter().next().map(|(_, (rating, _))| rating.deviation);
        assert!(spread(two(month)) > spread(two(1000)));
    }
}
