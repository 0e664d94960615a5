use std::collections::{BTreeMap, BTreeSet};

use entourage_clock::Pace;
use entourage_kernel::Side;
use entourage_rating::{Class, Pool, Rating};
use entourage_store::{DatabaseAddress, Store};
use serde_json::Value;

use super::{Findings, both, clients, quoted};
use crate::board::End;
use crate::day::Day;

/// A rated game that came to a result, as its record tells it.
#[derive(Clone, Debug)]
struct Result {
    game: String,
    pool: Pool,
    people: [usize; 2],
    winner: Option<Side>,
    /// When it ended, in milliseconds since 1970 (UTC).
    at: i64,
}

/// Ratings with the number of games that made them.
type Ratings = BTreeMap<(usize, Pool), (Rating, u32)>;

/// Computes all ratings from the record, and holds to them what the servers keep and tell.
pub(super) async fn judge(day: &Day, database: &str, findings: &mut Findings) {
    let Some(ended) = ended(day).await else { return };
    let mut results = Vec::new();
    for game in findings.games.iter().filter(|game| game.rated) {
        let winner = match game.end {
            Some(End::Won(side)) => Some(side),
            Some(End::Drawn) => None,
            _ => continue,
        };
        let Some(class) = game.pace.parse::<Pace>().ok().and_then(Class::of) else {
            day.fault(format!("{} is rated at a pace that has no class", game.name));
            continue;
        };
        let Some((at, told)) = ended.get(&game.name) else {
            day.fault(format!("{} has ended, and nobody finds it", game.name));
            continue;
        };
        if *told != winner.map(Side::number) {
            day.fault(format!("{} is found with another winner than its record has", game.name));
        }
        let pool = Pool { game: game.spec.clone(), class };
        results.push(Result { game: game.name.clone(), pool, people: game.people, winner, at: *at });
    }
    if ended.len() != results.len() {
        day.fault(format!("{} rated games are found, and {} were played", ended.len(), results.len()));
    }
    results.sort_by(|one, other| (one.at, &one.game).cmp(&(other.at, &other.game)));
    hold_order(day, &results);
    let computed = computed(&results);
    let kept = match kept(day, database).await {
        Ok(kept) => kept,
        Err(problem) => return day.fault(format!("the ratings that are kept: {problem}")),
    };
    compare(day, &computed, &kept);
    let told = tell(day, &computed).await;
    let pools: BTreeSet<&Pool> = computed.keys().map(|(_, pool)| pool).collect();
    findings.count("rated results computed again", results.len());
    findings.count(
        "ratings that came of them, in so many games and classes of pace",
        format!("{}, {}", computed.len(), pools.len()),
    );
    findings.count(
        "ratings kept that differ from them in rating, deviation, volatility or games",
        differing(&computed, &kept),
    );
    findings.count("ratings told alike by both servers, on people's pages and in lists", told);
}

/// Reads when every rated game that is found ended, and who won.
async fn ended(day: &Day) -> Option<BTreeMap<String, (i64, Option<usize>)>> {
    let (mut all, mut clients) = (BTreeMap::new(), clients());
    let mut path = "/api/finished?rated=true".to_owned();
    loop {
        let told = both(day, &mut clients, &path, None).await?;
        for game in told["games"].as_array().map_or(&[][..], Vec::as_slice) {
            let (Some(name), Some(at)) = (game["game"].as_str(), game["ended"].as_i64()) else { continue };
            if all.insert(name.to_owned(), (at, game["winner"].as_u64().map(|side| side as usize))).is_some() {
                day.fault(format!("{name} is found twice"));
            }
        }
        let Some(next) = told["next"].as_str() else { return Some(all) };
        path = format!("/api/finished?rated=true&after={}", quoted(next));
    }
}

/// Everybody plays one game after the other, so that the dates must stand in the order in which they played.
fn hold_order(day: &Day, results: &[Result]) {
    let dated: BTreeMap<&str, i64> = results.iter().map(|result| (result.game.as_str(), result.at)).collect();
    for (person, games) in day.book.order() {
        let dates: Vec<i64> = games.iter().filter_map(|game| dated.get(game.as_str()).copied()).collect();
        if !dates.is_sorted() {
            day.fault(format!(
                "the rated games of {} are dated in another order than they played them",
                day.name(person)
            ));
        }
    }
}

/// Computes what results come to, in their order.
fn computed(results: &[Result]) -> Ratings {
    let mut ratings = Ratings::new();
    let mut last: BTreeMap<(usize, Pool), i64> = BTreeMap::new();
    for Result { pool, people, winner, at, .. } in results {
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

/// Reads the ratings that are kept, to the last digit.
async fn kept(day: &Day, database: &str) -> std::result::Result<Ratings, String> {
    let DatabaseAddress::Postgres(address) = database.parse::<DatabaseAddress>()? else {
        return Err("it is no address of PostgreSQL".into());
    };
    let store = Store::connect(&address).await.map_err(|error| error.to_string())?;
    let failed = |error: entourage_store::StoreError| error.to_string();
    let mut kept = Ratings::new();
    for (pool, count) in store.pools(10_000).await.map_err(failed)? {
        for ranked in store.leaders(&pool, 0, 0, count).await.map_err(failed)? {
            let person = day.person(&ranked.name).ok_or_else(|| format!("nobody is called {}", ranked.name))?;
            kept.insert((person, pool.clone()), (ranked.rated.rating, ranked.rated.games));
        }
    }
    store.close().await;
    Ok(kept)
}

fn differing(computed: &Ratings, kept: &Ratings) -> usize {
    let keys: BTreeSet<_> = computed.keys().chain(kept.keys()).collect();
    keys.into_iter().filter(|key| computed.get(*key) != kept.get(*key)).count()
}

fn compare(day: &Day, computed: &Ratings, kept: &Ratings) {
    let keys: BTreeSet<_> = computed.keys().chain(kept.keys()).collect();
    for key in keys {
        let (ours, theirs) = (computed.get(key), kept.get(key));
        if ours != theirs {
            let (name, pool) = (day.name(key.0), &key.1);
            day.fault(format!(
                "{name} in {} at {}: {theirs:?} is kept, and {ours:?} follows from the record",
                pool.game,
                pool.class.word()
            ));
        }
    }
}

/// Holds what both servers tell of everybody's ratings to those computed; returns how many were told.
async fn tell(day: &Day, computed: &Ratings) -> usize {
    let (mut clients, mut count) = (clients(), 0);
    let mut people: BTreeMap<usize, BTreeMap<&Pool, &(Rating, u32)>> = BTreeMap::new();
    let mut pools: BTreeMap<&Pool, BTreeMap<String, &(Rating, u32)>> = BTreeMap::new();
    for ((person, pool), rating) in computed {
        people.entry(*person).or_default().insert(pool, rating);
        pools.entry(pool).or_default().insert(day.name(*person), rating);
    }
    for (person, ratings) in &people {
        let name = day.name(*person);
        let Some(told) = both(day, &mut clients, &format!("/api/people/{}", quoted(&name)), None).await else {
            continue;
        };
        let told = told["ratings"].as_array().cloned().unwrap_or_default();
        let is_told = |pool: &Pool, rating: Rating| {
            told.iter().any(|one| {
                one["game"] == *pool.game && one["class"] == pool.class.word() && says(&one["rating"], rating)
            })
        };
        let right = ratings.iter().filter(|(pool, (rating, _))| is_told(pool, *rating)).count();
        if right != ratings.len() || told.len() != right {
            day.fault(format!(
                "{name} has {} ratings, of {} told {right} are right",
                ratings.len(),
                told.len()
            ));
        }
        count += right;
    }
    for (pool, ratings) in &pools {
        let mut from = Some(0);
        let mut listed = 0;
        while let Some(at) = from {
            let path = format!(
                "/api/ratings/leaders?game={}&class={}&from={at}",
                quoted(&pool.game),
                pool.class.word()
            );
            let Some(told) = both(day, &mut clients, &path, None).await else { break };
            for one in told["leaders"].as_array().map_or(&[][..], Vec::as_slice) {
                let name = one["name"].as_str().unwrap_or("");
                match ratings.get(name) {
                    Some((rating, games)) if says(one, *rating) && one["games"] == *games => listed += 1,
                    ours => day.fault(format!(
                        "{} at {}: {one} is told, {ours:?} follows",
                        pool.game,
                        pool.class.word()
                    )),
                }
            }
            from = told["next"].as_u64();
        }
        if listed != ratings.len() {
            day.fault(format!(
                "{} at {}: {listed} of {} are listed",
                pool.game,
                pool.class.word(),
                ratings.len()
            ));
        }
    }
    count
}

/// Tells whether what is told is a rating, in points.
fn says(told: &Value, rating: Rating) -> bool {
    told["rating"] == rating.points()
        && told["deviation"] == rating.spread()
        && told["provisional"] == rating.is_provisional()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(people: [usize; 2], winner: Option<Side>, at: i64) -> Result {
        let pool = Pool { game: "game".into(), class: Class::Blitz };
        Result { game: at.to_string(), pool, people, winner, at }
    }

    #[test]
    fn ratings_follow_from_results_in_their_order() {
        let all = [
            result([1, 2], Some(Side::Second), 1),
            result([2, 3], None, 2),
            result([1, 2], Some(Side::First), 3),
        ];
        let ratings = computed(&all[..1]);
        let points = |ratings: &Ratings, person: usize| {
            ratings
                .iter()
                .find(|((who, _), _)| *who == person)
                .map(|(_, (rating, games))| (rating.points(), rating.spread(), *games))
        };
        // Two new players, one of whom loses: what the published formulas give.
        assert_eq!((points(&ratings, 1), points(&ratings, 2)), (Some((1338, 290, 1)), Some((1662, 290, 1))));
        let whole = computed(&all);
        let after = Rating::after([Rating::after([Rating::NEW; 2], Some(Side::Second))[1], Rating::NEW], None);
        assert_eq!(points(&whole, 3), Some((after[1].points(), after[1].spread(), 1)));
        let turned = computed(&[all[2].clone(), all[0].clone(), all[1].clone()]);
        assert_ne!(points(&whole, 1), points(&turned, 1), "the order counts");
        assert!(differing(&whole, &turned) > 0 && differing(&whole, &whole) == 0);
    }

    #[test]
    fn a_rest_of_weeks_makes_less_sure() {
        let month = 30 * 24 * 60 * 60 * 1000;
        let two = |at: i64| computed(&[result([1, 2], None, 0), result([1, 3], None, at)]);
        let spread = |ratings: Ratings| ratings.into_iter().next().map(|(_, (rating, _))| rating.deviation);
        assert!(spread(two(month)) > spread(two(1000)));
    }
}
