use std::collections::{BTreeMap, BTreeSet};

use entourage_clock::Pace;
use entourage_kernel::Side;
use entourage_rating::{Class, Pool, Rating};
use entourage_store::{DatabaseAddress, Store, StoreError};
use serde_json::Value;

use super::{Findings, both, clients, quoted};
use crate::day::board::End;
use crate::day::state::Day;
use crate::http::list;

#[derive(Clone, Debug)]
struct Rated {
    game: String,
    pool: Pool,
    people: [usize; 2],
    winner: Option<Side>,
    /// When it ended, in milliseconds since 1970 (UTC).
    at: i64,
}

/// Ratings with their numbers of games, by person and pool.
type Ratings = BTreeMap<(usize, Pool), (Rating, u32)>;

/// Recomputes all ratings from the records, and compares them with those that the servers store and show.
pub async fn judge(day: &Day, database: &str, findings: &mut Findings) {
    let Some(ended) = ended(day).await else { return };
    let mut results = Vec::new();
    for game in findings.games.iter().filter(|game| game.rated) {
        let winner = match game.end {
            Some(End::Won(side)) => Some(side),
            Some(End::Drawn) => None,
            _ => continue,
        };
        let Some(class) = game.pace.parse::<Pace>().ok().and_then(Class::of) else {
            day.fault(format!("{} is rated at a time control that has no class", game.name));
            continue;
        };
        let Some((at, shown)) = ended.get(&game.name) else {
            day.fault(format!("{} has ended, and is not found", game.name));
            continue;
        };
        if *shown != winner.map(Side::number) {
            day.fault(format!("{} is found with another winner than its record has", game.name));
        }
        let pool = Pool { game: game.spec.clone(), class };
        results.push(Rated { game: game.name.clone(), pool, people: game.people, winner, at: *at });
    }
    if ended.len() != results.len() {
        day.fault(format!("{} rated games are found, and {} were played", ended.len(), results.len()));
    }
    results.sort_by(|one, other| (one.at, &one.game).cmp(&(other.at, &other.game)));
    check_order(day, &results);
    let computed = compute(&results);
    let stored = match stored(day, database).await {
        Ok(stored) => stored,
        Err(problem) => return day.fault(format!("the stored ratings: {problem}")),
    };
    let differing = differing(&computed, &stored);
    for key in &differing {
        let (ours, theirs, name, pool) = (computed.get(key), stored.get(key), day.name(key.0), shown(&key.1));
        day.fault(format!("{name} in {pool}: {theirs:?} is stored, and {ours:?} follows from the records"));
    }
    let pools: BTreeSet<&Pool> = computed.keys().map(|(_, pool)| pool).collect();
    findings.count("rated results computed again", results.len());
    let figure = format!("{}, {}", computed.len(), pools.len());
    findings.count("ratings that came of them, in so many games and classes of pace", figure);
    let what = "ratings kept that differ from them in rating, deviation, volatility or games";
    findings.count(what, differing.len());
    let shown = compare_shown(day, &computed).await;
    findings.count("ratings told alike by both servers, on people's pages and in lists", shown);
}

/// Reads when every rated game ended, and who won.
async fn ended(day: &Day) -> Option<BTreeMap<String, (i64, Option<usize>)>> {
    let (mut all, mut clients) = (BTreeMap::new(), clients());
    let mut path = "/api/finished?rated=true".to_owned();
    loop {
        let page = both(day, &mut clients, &path, None).await?;
        for game in list(&page["games"]) {
            let (Some(name), Some(at)) = (game["game"].as_str(), game["ended"].as_i64()) else { continue };
            if all.insert(name.to_owned(), (at, game["winner"].as_u64().map(|side| side as usize))).is_some() {
                day.fault(format!("{name} is found twice"));
            }
        }
        let Some(next) = page["next"].as_str() else { return Some(all) };
        path = format!("/api/finished?rated=true&after={}", quoted(next));
    }
}

/// Checks the dates: each person plays one game after the other.
fn check_order(day: &Day, results: &[Rated]) {
    let dated: BTreeMap<&str, i64> = results.iter().map(|result| (result.game.as_str(), result.at)).collect();
    for (person, games) in day.book.order.borrow().iter() {
        if !games.iter().filter_map(|game| dated.get(game.as_str())).is_sorted() {
            day.fault(format!("the dates of the rated games of {} are out of order", day.name(*person)));
        }
    }
}

/// Computes the ratings that follow from results, in their order.
fn compute(results: &[Rated]) -> Ratings {
    let mut ratings = Ratings::new();
    let mut last: BTreeMap<(usize, Pool), i64> = BTreeMap::new();
    for Rated { pool, people, winner, at, .. } in results {
        let keys = people.map(|person| (person, pool.clone()));
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

async fn stored(day: &Day, database: &str) -> Result<Ratings, String> {
    let DatabaseAddress::Postgres(address) = database.parse::<DatabaseAddress>()? else {
        return Err("it is no address of PostgreSQL".into());
    };
    let store = Store::connect(&address).await.map_err(|error| error.to_string())?;
    let failed = |error: StoreError| error.to_string();
    let mut stored = Ratings::new();
    for (pool, count) in store.pools(10_000).await.map_err(failed)? {
        for ranked in store.leaders(&pool, 0, 0, count).await.map_err(failed)? {
            let person =
                day.person(&ranked.name).ok_or_else(|| format!("no person is called {}", ranked.name))?;
            stored.insert((person, pool.clone()), (ranked.rated.rating, ranked.rated.games));
        }
    }
    store.close().await;
    Ok(stored)
}

fn differing<'a>(computed: &'a Ratings, stored: &'a Ratings) -> Vec<&'a (usize, Pool)> {
    let keys: BTreeSet<_> = computed.keys().chain(stored.keys()).collect();
    keys.into_iter().filter(|key| computed.get(*key) != stored.get(*key)).collect()
}

fn shown(pool: &Pool) -> String {
    format!("{} at {}", pool.game, pool.class.word())
}

/// Compares the ratings that both servers show with those computed; returns how many are shown.
async fn compare_shown(day: &Day, computed: &Ratings) -> usize {
    let (mut clients, mut count) = (clients(), 0);
    let mut people: BTreeMap<usize, Vec<(&Pool, Rating)>> = BTreeMap::new();
    let mut pools: BTreeMap<&Pool, BTreeMap<String, &(Rating, u32)>> = BTreeMap::new();
    for ((person, pool), rating) in computed {
        people.entry(*person).or_default().push((pool, rating.0));
        pools.entry(pool).or_default().insert(day.name(*person), rating);
    }
    for (person, ratings) in &people {
        let name = day.name(*person);
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
                "{name} has {} ratings, of {} shown {right} are right",
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
                    ours => day.fault(format!("{}: {one} is shown, {ours:?} follows", shown(pool))),
                }
            }
            from = page["next"].as_u64();
        }
        if listed != ratings.len() {
            day.fault(format!("{}: {listed} of {} are listed", shown(pool), ratings.len()));
        }
    }
    count
}

/// Returns whether what is shown is a rating, in points.
fn is_equal(shown: &Value, rating: Rating) -> bool {
    shown["rating"] == rating.points()
        && shown["deviation"] == rating.spread()
        && shown["provisional"] == rating.is_provisional()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(people: [usize; 2], winner: Option<Side>, at: i64) -> Rated {
        let pool = Pool { game: "game".into(), class: Class::Blitz };
        Rated { game: at.to_string(), pool, people, winner, at }
    }

    #[test]
    fn ratings_follow_from_results_in_their_order() {
        let all = [
            result([1, 2], Some(Side::Second), 1),
            result([2, 3], None, 2),
            result([1, 2], Some(Side::First), 3),
        ];
        let ratings = compute(&all[..1]);
        let points = |ratings: &Ratings, person: usize| {
            let mut all = ratings.iter().filter(|((who, _), _)| *who == person);
            all.next().map(|(_, (rating, games))| (rating.points(), rating.spread(), *games))
        };
        // Two new players, one of whom loses: what the published formulas give.
        assert_eq!((points(&ratings, 1), points(&ratings, 2)), (Some((1338, 290, 1)), Some((1662, 290, 1))));
        let whole = compute(&all);
        let after = Rating::after([Rating::after([Rating::NEW; 2], Some(Side::Second))[1], Rating::NEW], None);
        assert_eq!(points(&whole, 3), Some((after[1].points(), after[1].spread(), 1)));
        let turned = compute(&[all[2].clone(), all[0].clone(), all[1].clone()]);
        assert_ne!(points(&whole, 1), points(&turned, 1), "the order counts");
        assert!(!differing(&whole, &turned).is_empty() && differing(&whole, &whole).is_empty());
    }

    #[test]
    fn weeks_without_games_make_less_sure() {
        let month = 30 * 24 * 60 * 60 * 1000;
        let two = |at: i64| compute(&[result([1, 2], None, 0), result([1, 3], None, at)]);
        let spread = |ratings: Ratings| ratings.into_iter().next().map(|(_, (rating, _))| rating.deviation);
        assert!(spread(two(month)) > spread(two(1000)));
    }
}
