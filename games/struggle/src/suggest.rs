//! The computer's setup before a game: draws Rules by value, avoids poor pairs, and finds good spaces for carriers.

use entourage_kernel::{Kind, Random};

use crate::piece::{COLOURS, LETTERS};
use crate::rule::Rule;
use crate::rules::CATALOGUE;
use crate::worth::{PIECE_WORTH, worth_of_rule};

/// Minimum weight of a Rule in the draw, so that every Rule can occur.
const LEAST: i32 = 10;

/// Pairs of Rules that work badly together: both are used before the main action, or one hinders the other.
const POOR_PAIRS: [(Rule, Rule); 4] = [
    (Rule::Pact, Rule::Hatter),
    (Rule::Pact, Rule::Caboose),
    (Rule::Caboose, Rule::Hatter),
    (Rule::Caboose, Rule::Sacrifice),
];

/// Returns the indices of the best spaces for the piece that carries `rule`: 0 and 1 in the back row, 2 to 4 in front.
fn good_slots(rule: Rule) -> &'static [usize] {
    match rule {
        // At the edge, where rows wrap and pieces have room to move.
        Rule::Torus | Rule::Teleport | Rule::Sacrifice => &[2, 4],
        // Behind other pieces, which this piece jumps or replaces.
        Rule::Jolt | Rule::Catapult | Rule::Reaper => &[0, 1],
        // In the front row, which enemies reach first.
        Rule::Armor | Rule::Conversion | Rule::Pacifist => &[2, 3, 4],
        _ => &[],
    }
}

/// Suggests a setup with `picks` Rules; `None` if the bans leave too few.
pub(crate) fn suggest(picks: usize, bans: &[(Rule, Rule)], random: &mut Random) -> Option<String> {
    let rules = draw_rules(picks, bans, random)?;
    let mut free = COLOURS.to_vec();
    let mut slots: [Option<Kind>; 5] = [None; 5];
    let mut words = Vec::new();
    for &rule in &rules {
        let Some(usual) = rule.card().bound else {
            words.push(rule.code().to_owned());
            continue;
        };
        // Players traditionally give Torus to Blue; the other Rules go to random colours, so that a colour reveals nothing.
        let kind = if rule == Rule::Torus && free.contains(&usual) { usual } else { *random.pick(&free)? };
        free.retain(|&other| other != kind);
        words.push(format!("{}@{}", rule.code(), LETTERS[kind.index()]));
        let vacant = |slot: &usize| slots[*slot].is_none();
        let mut good: Vec<usize> = good_slots(rule).iter().copied().filter(vacant).collect();
        if good.is_empty() {
            good = (0..slots.len()).filter(vacant).collect();
        }
        slots[*random.pick(&good)?] = Some(kind);
    }
    if rules.iter().any(|rule| rule.card().costs_piece) {
        let given_up = random.below(free.len());
        free.remove(given_up);
    }
    // Leaves the gap of a sacrificed piece in the back row and places the other pieces at random.
    let mut order: Vec<usize> = (0..slots.len()).filter(|&slot| slots[slot].is_none()).collect();
    order.reverse();
    for slot in order {
        if !free.is_empty() {
            slots[slot] = Some(free.remove(random.below(free.len())));
        }
    }
    let letters: String = slots.iter().map(|kind| kind.map_or('.', |kind| LETTERS[kind.index()])).collect();
    Some(format!("{}/{letters}", words.join("+")))
}

fn draw_rules(picks: usize, bans: &[(Rule, Rule)], random: &mut Random) -> Option<Vec<Rule>> {
    let mut chosen: Vec<Rule> = Vec::new();
    while chosen.len() < picks.min(CATALOGUE.picks) {
        let apart = |pairs: &[(Rule, Rule)], rule: Rule| {
            !chosen.iter().any(|&other| pairs.contains(&(rule.min(other), rule.max(other))))
        };
        let allowed: Vec<Rule> =
            Rule::ALL.into_iter().filter(|&rule| !chosen.contains(&rule) && apart(bans, rule)).collect();
        let fitting: Vec<Rule> = allowed.iter().copied().filter(|&rule| apart(&POOR_PAIRS, rule)).collect();
        let list = if fitting.is_empty() { allowed } else { fitting };
        chosen.push(draw(&list, random)?);
    }
    chosen.sort_unstable();
    Some(chosen)
}

fn draw(rules: &[Rule], random: &mut Random) -> Option<Rule> {
    let weight = |rule: Rule| {
        let cost = if rule.card().costs_piece { PIECE_WORTH } else { 0 };
        (worth_of_rule(rule) - cost).max(LEAST) as usize
    };
    let total: usize = rules.iter().map(|&rule| weight(rule)).sum();
    let mut left = random.below(total.max(1));
    rules.iter().copied().find(|&rule| {
        let here = weight(rule);
        let found = left < here;
        left = left.saturating_sub(here);
        found
    })
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};

    use entourage_kernel::Rules;

    use super::*;
    use crate::Struggle;

    #[test]
    fn suggestions_are_valid_reproducible_and_varied() {
        let mut seen = HashSet::new();
        let mut met = BTreeMap::new();
        for seed in 0..2_000 {
            let picks = seed as usize % 4;
            let text = suggest(picks, &[], &mut Random::new(seed)).unwrap();
            assert_eq!(text, suggest(picks, &[], &mut Random::new(seed)).unwrap(), "the seed determines it");
            let rules = Struggle::default().with_options(&[&format!("1={text}")]).unwrap();
            if text != "/KBGRY" {
                assert_eq!(rules.options(), [format!("1={text}")], "it is canonical");
            }
            let codes: Vec<String> = entourage_kernel::Catalogue::codes(&text).map(str::to_owned).collect();
            assert_eq!(codes.len(), picks);
            codes.into_iter().for_each(|code| *met.entry(code).or_insert(0) += 1);
            seen.insert(text);
        }
        assert_eq!(met.len(), Rule::ALL.len(), "{met:?}");
        assert!(seen.len() > 1_200, "{}", seen.len());
        assert!(met["conversion"] > 2 * met["pact"], "value affects frequency: {met:?}");
    }

    #[test]
    fn bans_and_poor_pairs_are_avoided() {
        for seed in 0..500 {
            let bans = [(Rule::Armor, Rule::Conversion), (Rule::Jolt, Rule::Teleport)];
            let rules = draw_rules(3, &bans, &mut Random::new(seed)).unwrap();
            for (a, b) in bans.iter().chain(&POOR_PAIRS) {
                assert!(!(rules.contains(a) && rules.contains(b)), "{rules:?}");
            }
        }
        let all: Vec<(Rule, Rule)> = Rule::ALL
            .into_iter()
            .flat_map(|a| Rule::ALL.into_iter().filter(move |&b| a < b).map(move |b| (a, b)))
            .collect();
        assert_eq!(suggest(2, &all, &mut Random::new(1)), None);
    }
}
