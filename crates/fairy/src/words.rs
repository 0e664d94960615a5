//! Translates piece movement, directions and places to phrases of the definition language.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::area::Area;
use crate::betza::{Leap, Leaps, Means, Walk};
use crate::rules::Sides;

/// Direction words with their steps, the most general words first.
const DIRECTIONS: [(&str, &[Leap]); 15] = [
    ("any", &[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]),
    ("straight", &[(1, 0), (0, 1), (-1, 0), (0, -1)]),
    ("diagonal", &[(1, 1), (-1, 1), (-1, -1), (1, -1)]),
    ("forward", &[(1, 0)]),
    ("backward", &[(-1, 0)]),
    ("sideways", &[(0, 1), (0, -1)]),
    ("diagonally forward", &[(1, 1), (1, -1)]),
    ("diagonally backward", &[(-1, 1), (-1, -1)]),
    ("left", &[(0, -1)]),
    ("right", &[(0, 1)]),
    ("forward left", &[(1, -1)]),
    ("forward right", &[(1, 1)]),
    ("backward left", &[(-1, -1)]),
    ("backward right", &[(-1, 1)]),
    ("", &[]),
];

fn directions(steps: &BTreeSet<Leap>) -> String {
    let mut left = steps.clone();
    let mut words = Vec::new();
    for (word, meant) in DIRECTIONS {
        if !meant.is_empty() && meant.iter().all(|step| left.contains(step)) {
            meant.iter().for_each(|step| {
                left.remove(step);
            });
            words.push(word);
        }
    }
    words.join(" or ")
}

fn direction(step: Leap) -> String {
    directions(&BTreeSet::from([step]))
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    pub(crate) moves: bool,
    pub(crate) captures: bool,
    pub(crate) ways: String,
}

pub(crate) fn lines(walk: &Walk) -> Option<Vec<Line>> {
    let common: Leaps = walk
        .moves
        .iter()
        .filter(|(key, means)| walk.captures.get(key) == Some(means))
        .map(|(key, means)| (*key, *means))
        .collect();
    let rest = |all: &Leaps| -> Leaps {
        all.iter().filter(|(key, _)| !common.contains_key(key)).map(|(key, means)| (*key, *means)).collect()
    };
    let mut found = Vec::new();
    for (moves, captures, leaps) in
        [(true, true, common.clone()), (true, false, rest(&walk.moves)), (false, true, rest(&walk.captures))]
    {
        if leaps.is_empty() {
            continue;
        }
        found.push(Line { moves, captures, ways: ways(&leaps)? });
    }
    Some(found)
}

/// Describes leaps as alternatives; returns `None` if the definition language cannot express one of them.
pub(crate) fn ways(leaps: &Leaps) -> Option<String> {
    let mut found: Vec<String> = Vec::new();
    let of = |wanted: &dyn Fn(Leap, Means) -> bool| -> BTreeSet<Leap> {
        leaps.iter().filter(|((leap, _), means)| wanted(*leap, **means)).map(|((leap, _), _)| *leap).collect()
    };
    let is_near = |leap: Leap| matches!(size(leap), (1, 0) | (1, 1));
    let rides = of(&|leap, means| is_near(leap) && means == Means::Ride(0));
    if !rides.is_empty() {
        found.push(format!("slide {}", directions(&rides)));
    }
    for most in 1..=9 {
        let short = of(&|leap, means| is_near(leap) && means == Means::Ride(most));
        if !short.is_empty() {
            let words = directions(&short);
            found.push(if most == 1 { format!("step {words}") } else { format!("slide {words} up to {most}") });
        }
    }
    let steps = of(&|leap, means| is_near(leap) && matches!(means, Means::Leap | Means::Lame));
    if !steps.is_empty() {
        found.push(format!("step {}", directions(&steps)));
    }
    let sizes: BTreeSet<(i8, i8)> =
        leaps.keys().map(|(leap, _)| size(*leap)).filter(|size| !matches!(size, (1, 0) | (1, 1))).collect();
    for far in sizes {
        let all = of(&|leap, means| size(leap) == far && means == Means::Leap);
        if !all.is_empty() {
            found.extend(leap_words(far, &all)?);
        }
        let lame = of(&|leap, means| size(leap) == far && means == Means::Lame);
        if !lame.is_empty() {
            found.extend(lame_words(far, &lame)?);
        }
        let again = of(&|leap, means| size(leap) == far && means == Means::Ride(0));
        if !again.is_empty() {
            let is_all = again.len() == turns(far);
            found.push(is_all.then(|| format!("ride {}-{}", far.1, far.0))?);
        }
        let other = of(&|leap, means| size(leap) == far && matches!(means, Means::Ride(1..) | Means::Hop(_)));
        if !other.is_empty() {
            return None;
        }
    }
    for most in 0..=9 {
        let hops = of(&|leap, means| is_near(leap) && means == Means::Hop(most));
        if hops.is_empty() {
            continue;
        }
        let words = directions(&hops);
        match most {
            0 => found.push(format!("slide {words} over one piece")),
            1 => found.push(format!("slide {words} just over one piece")),
            _ => {
                found.extend((2..=most).map(|length| format!("slide {words} exactly {length} over one piece")))
            }
        }
    }
    Some(found.join(", or "))
}

/// Returns the longer and the shorter of a leap's two distances.
fn size((forward, right): Leap) -> (i8, i8) {
    let (forward, right) = (forward.abs(), right.abs());
    (forward.max(right), forward.min(right))
}

/// Returns the number of directions of a leap.
fn turns((far, aside): (i8, i8)) -> usize {
    if aside == 0 || far == aside { 4 } else { 8 }
}

fn leap_words(far: (i8, i8), leaps: &BTreeSet<Leap>) -> Option<Vec<String>> {
    let base = format!("leap {}-{}", far.1, far.0);
    if leaps.len() == turns(far) {
        return Some(vec![base]);
    }
    let unit = |leap: &Leap| (leap.0.signum(), leap.1.signum());
    if far.1 == 0 || far.0 == far.1 {
        let steps = leaps.iter().map(unit).collect();
        return Some(vec![format!("{base} {}", directions(&steps))]);
    }
    // A straight direction word denotes the leaps whose longer part has that direction; a diagonal word denotes
    // the two leaps on either side of the diagonal.
    let longer = |leap: &Leap| if leap.0.abs() == far.0 { (leap.0.signum(), 0) } else { (0, leap.1.signum()) };
    let all: Vec<Leap> = [(far.0, far.1), (far.1, far.0)]
        .into_iter()
        .flat_map(|(a, b)| [(a, b), (a, -b), (-a, b), (-a, -b)])
        .collect();
    let mut left = leaps.clone();
    let mut words = Vec::new();
    for (word, meant) in DIRECTIONS {
        let led = |leap: &&Leap| meant.contains(&longer(leap)) || meant.contains(&unit(leap));
        let these: Vec<Leap> = all.iter().filter(led).copied().collect();
        let fits = !these.is_empty() && these.iter().all(|leap| leaps.contains(leap));
        if fits && these.iter().any(|leap| left.contains(leap)) {
            these.iter().for_each(|leap| {
                left.remove(leap);
            });
            words.push(word);
        }
    }
    left.is_empty().then(|| vec![format!("{base} {}", words.join(" or "))])
}

fn lame_words(far: (i8, i8), leaps: &BTreeSet<Leap>) -> Option<Vec<String>> {
    let is_all = leaps.len() == turns(far);
    let unit = |leap: &Leap| (leap.0.signum(), leap.1.signum());
    Some(match far {
        (2, 0) | (2, 2) => {
            let steps = leaps.iter().map(unit).collect();
            vec![format!("slide {} exactly 2", directions(&steps))]
        }
        (2, 1) if is_all => vec!["step straight onto an empty square, then step bending".to_owned()],
        (2, 1) => leaps
            .iter()
            .map(|leap| {
                let first = if leap.0.abs() == 2 { (leap.0.signum(), 0) } else { (0, leap.1.signum()) };
                format!("step {} onto an empty square, then step {}", direction(first), direction(unit(leap)))
            })
            .collect(),
        (3, 2) if is_all => {
            vec![
                "step straight onto an empty square, then step bending onto an empty square, then step onward"
                    .to_owned(),
            ]
        }
        _ => return None,
    })
}

/// Translates sets of squares to phrases of the definition language, and collects the zones that the phrases require.
#[derive(Default, Debug)]
pub(crate) struct Places {
    zones: Vec<(String, Sides<Area>)>,
    files: usize,
    ranks: usize,
}

impl Places {
    pub(crate) fn new(files: usize, ranks: usize) -> Self {
        Self { zones: Vec::new(), files, ranks }
    }

    fn board(&self) -> Area {
        Area::board(self.files, self.ranks)
    }

    pub(crate) fn is_everywhere(&self, squares: &Sides<Area>) -> bool {
        squares.iter().all(|area| (self.board() - *area).is_empty())
    }

    /// Returns a phrase for squares from a side's point of view (`whose`: `own`, `enemy` or `its own`).
    pub(crate) fn name(&mut self, whose: &str, squares: &Sides<Area>, word: &str) -> String {
        let squares = squares.map(|area| area & self.board());
        if squares[1] == squares[0].mirrored(self.ranks)
            && let Some((first, last)) = self.rows(squares[0])
        {
            return match (first == last, last == self.ranks) {
                (true, true) => format!("{whose} last rank"),
                (true, false) => format!("{whose} rank {first}"),
                _ => format!("{whose} ranks {first} to {last}"),
            };
        }
        let name = self.zone(word, squares);
        if squares[0] == squares[1] { name } else { format!("{whose} {name}") }
    }

    /// Returns a phrase for squares that refers to a zone, even if the definition language has other words for the squares.
    pub(crate) fn zone(&mut self, word: &str, squares: Sides<Area>) -> String {
        let known = self.zones.iter().find(|(_, zone)| *zone == squares).map(|(name, _)| name.clone());
        known.unwrap_or_else(|| {
            let taken = |name: &str| self.zones.iter().any(|(other, _)| other == name);
            let numbered = (2..).map(|number| format!("{word}-{number}"));
            let name =
                std::iter::once(word.to_owned()).chain(numbered).find(|name| !taken(name)).unwrap_or_default();
            self.zones.push((name.clone(), squares));
            name
        })
    }

    /// Returns the first and last rank, from 1, if the squares are whole adjacent ranks.
    fn rows(&self, squares: Area) -> Option<(usize, usize)> {
        let whole = |rank: usize| ((Area::rank(rank) & self.board()) - squares).is_empty();
        let rows: Vec<usize> = (0..self.ranks).filter(|rank| whole(*rank)).collect();
        let (first, last) = (*rows.first()?, *rows.last()?);
        (squares.len() == rows.len() * self.files && last - first + 1 == rows.len())
            .then_some((first + 1, last + 1))
    }

    pub(crate) fn write(&self, text: &mut String) {
        for (name, squares) in &self.zones {
            let parts: Vec<String> = if squares[0] == squares[1] {
                self.boxes(squares[0])
            } else {
                let of = |index: usize, side: &str| {
                    self.boxes(squares[index])
                        .into_iter()
                        .map(move |part| format!("{part} for {side}"))
                        .collect::<Vec<_>>()
                };
                of(0, "White").into_iter().chain(of(1, "Black")).collect()
            };
            let _ = writeln!(text, "zone {name}: {}", parts.join(", "));
        }
    }

    fn boxes(&self, squares: Area) -> Vec<String> {
        let mut left = squares;
        let mut found = Vec::new();
        while let Some((file, rank)) = left.squares().next() {
            let mut wide = 1;
            while left.has(file + wide, rank) {
                wide += 1;
            }
            let row = |rank: usize| Area::of_all((file..file + wide).map(|file| (file, rank)));
            let mut high = 1;
            while rank + high < self.ranks && (row(rank + high) - left).is_empty() {
                high += 1;
            }
            left = (rank..rank + high).fold(left, |left, rank| left - row(rank));
            let (one, other) = (square(file, rank), square(file + wide - 1, rank + high - 1));
            found.push(if one == other { one } else { format!("{one} to {other}") });
        }
        found
    }
}

pub(crate) fn square(file: usize, rank: usize) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

pub(crate) fn either(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
