use std::cmp::Reverse;

use super::record::Records;

/// Splits a group into those of equal value, the highest first; whoever came before stays before.
pub fn by_value(mut group: Vec<usize>, value: impl Fn(usize) -> u32) -> Vec<Vec<usize>> {
    group.sort_by_key(|&who| Reverse(value(who)));
    group.chunk_by(|&one, &two| value(one) == value(two)).map(<[usize]>::to_vec).collect()
}

/// Splits a group by the games between its own, as often as that tells somebody apart.
///
/// If all have met, their points from these games decide. Else only whoever comes first whatever the other games would bring.
pub fn by_encounter(group: Vec<usize>, records: &Records) -> Vec<Vec<usize>> {
    let mut told = Vec::new();
    let mut open = vec![group];
    while let Some(group) = open.pop() {
        let parts = split_once(&group, records);
        if parts.len() < 2 {
            told.push(group);
        } else {
            // The best are looked at next.
            open.extend(parts.into_iter().rev());
        }
    }
    told
}

fn split_once(group: &[usize], records: &Records) -> Vec<Vec<usize>> {
    /// What a game that was not played could bring.
    const POINT: u32 = 2;
    let encounters = records.encounters(group);
    let most = |one: usize| encounters[one].points + POINT * encounters[one].missing as u32;
    let all = || 0..group.len();
    let named = |part: Vec<usize>| part.into_iter().map(|one| group[one]).collect();
    if encounters.iter().all(|encounter| encounter.missing == 0) {
        return by_value(all().collect(), |one| encounters[one].points).into_iter().map(named).collect();
    }
    // Only whoever has the most points can come first.
    let Some(first) = all().max_by_key(|&one| encounters[one].points) else { return Vec::new() };
    let is_first = all().all(|other| other == first || encounters[first].points > most(other));
    if is_first {
        vec![named(vec![first]), named(all().filter(|&one| one != first).collect())]
    } else {
        vec![group.to_vec()]
    }
}
