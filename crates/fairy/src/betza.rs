//! Parses piece movement in Betza notation, to the extent that Fairy-Stockfish supports the notation.

use std::collections::BTreeMap;

/// Number of squares forward and to the right, from White's point of view.
pub(crate) type Leap = (i8, i8);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Means {
    Leap,
    /// A lame leap: the squares on the way, first straight and then diagonal, must be empty.
    Lame,
    /// Repeats the leap over empty squares, at most this many times; 0 for no limit.
    Ride(u8),
    /// Passes over exactly one piece, to any square behind it (0), the first one (1), or at most this far in total.
    Hop(u8),
}

pub(crate) type Leaps = BTreeMap<(Leap, MeansKind), Means>;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum MeansKind {
    Step,
    Ride,
    Hop,
}

/// The moves and captures of a piece, and the extra moves that it can make only from its start squares.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Walk {
    pub(crate) moves: Leaps,
    pub(crate) captures: Leaps,
    pub(crate) first_moves: Leaps,
}

const LEAPERS: [(char, &[Leap]); 12] = [
    ('W', &[(1, 0)]),
    ('F', &[(1, 1)]),
    ('D', &[(2, 0)]),
    ('N', &[(2, 1)]),
    ('A', &[(2, 2)]),
    ('H', &[(3, 0)]),
    ('L', &[(3, 1)]),
    ('C', &[(3, 1)]),
    ('J', &[(3, 2)]),
    ('Z', &[(3, 2)]),
    ('G', &[(3, 3)]),
    ('K', &[(1, 0), (1, 1)]),
];
const RIDERS: [(char, &[Leap]); 3] = [('R', &[(1, 0)]), ('B', &[(1, 1)]), ('Q', &[(1, 0), (1, 1)])];

type Way = fn(i8, i8) -> Leap;

/// For each of a leap's eight directions, the pairs of letters that denote the direction.
const WAYS: [(Way, &[&str]); 8] = [
    (|far, aside| (far, aside), &["ff", "vv", "rf", "rv", "fh", "rh", "hr"]),
    (|far, aside| (-far, -aside), &["bb", "vv", "lb", "lv", "bh", "lh", "hr"]),
    (|far, aside| (-aside, far), &["rr", "ss", "br", "bs", "bh", "rh", "hr"]),
    (|far, aside| (aside, -far), &["ll", "ss", "fl", "fs", "fh", "lh", "hr"]),
    (|far, aside| (aside, far), &["rr", "ss", "fr", "fs", "fh", "rh", "hl"]),
    (|far, aside| (-aside, -far), &["ll", "ss", "bl", "bs", "bh", "lh", "hl"]),
    (|far, aside| (-far, aside), &["bb", "vv", "rb", "rv", "bh", "rh", "hl"]),
    (|far, aside| (far, -aside), &["ff", "vv", "lf", "lv", "fh", "lh", "hl"]),
];

const VERTICAL: &str = "fbvh";
const HORIZONTAL: &str = "rlsh";

#[derive(Default)]
struct Before {
    moves: bool,
    captures: bool,
    hops: bool,
    lame: bool,
    first: bool,
    distance: u8,
    directions: Vec<String>,
}

pub(crate) fn read(betza: &str) -> Option<Walk> {
    let mut walk = Walk::default();
    let mut before = Before::default();
    let mut letters = betza.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            'm' => before.moves = true,
            'c' => before.captures = true,
            'p' => before.hops = true,
            'g' => (before.hops, before.distance) = (true, 1),
            'n' => before.lame = true,
            'i' => before.first = true,
            // The modifier `e` is ignored: an option specifies which types capture en passant.
            'e' => {}
            _ if VERTICAL.contains(letter) || HORIZONTAL.contains(letter) => {
                let joins = |next: &char| {
                    *next == letter
                        || VERTICAL.contains(letter) && HORIZONTAL.contains(*next)
                        || HORIZONTAL.contains(letter) && VERTICAL.contains(*next)
                };
                let second = letters.next_if(joins).unwrap_or(letter);
                before.directions.push([letter, second].iter().collect());
            }
            _ => {
                let rider = RIDERS.iter().find(|known| known.0 == letter);
                let known = rider.or_else(|| LEAPERS.iter().find(|known| known.0 == letter))?;
                let mut rides = rider.is_some();
                if let Some(next) = letters.next_if(|next| next.is_ascii_digit() || *next == letter) {
                    rides = true;
                    if let Some(distance) = next.to_digit(10) {
                        before.distance = distance as u8;
                    }
                }
                add(&mut walk, known.1, rides, &before);
                before = Before::default();
            }
        }
    }
    Some(walk)
}

fn add(walk: &mut Walk, atoms: &[Leap], rides: bool, before: &Before) {
    let (kind, means) = match (before.hops, rides) {
        (true, _) => (MeansKind::Hop, Means::Hop(before.distance)),
        (_, true) => (MeansKind::Ride, Means::Ride(before.distance)),
        _ if before.lame => (MeansKind::Step, Means::Lame),
        _ => (MeansKind::Step, Means::Leap),
    };
    for &(far, aside) in atoms {
        let mut directions: Vec<String> = Vec::new();
        for pair in &before.directions {
            let [first, second] = [&pair[..1], &pair[1..]];
            if atoms.len() == 1 && aside == 0 && first != second {
                directions.extend([first.repeat(2), second.repeat(2)]);
            } else {
                directions.push(pair.clone());
            }
        }
        for (way, meant) in WAYS {
            if !directions.is_empty() && !directions.iter().any(|pair| meant.contains(&pair.as_str())) {
                continue;
            }
            let both = before.moves == before.captures;
            if both || before.moves {
                let moves = if before.first { &mut walk.first_moves } else { &mut walk.moves };
                moves.insert((way(far, aside), kind), means);
            }
            if (both || before.captures) && !before.first {
                walk.captures.insert((way(far, aside), kind), means);
            }
        }
    }
}

impl Walk {
    /// Returns the squares to which a piece could move on a large empty board, without extra moves from start squares.
    pub(crate) fn leads(&self, from: (usize, usize), is_black: bool) -> crate::area::Area {
        reach(&self.moves, from, is_black)
    }

    pub(crate) fn captured(&self, from: (usize, usize), is_black: bool) -> crate::area::Area {
        reach(&self.captures, from, is_black)
    }
}

fn reach(leaps: &Leaps, from: (usize, usize), is_black: bool) -> crate::area::Area {
    use crate::area::Area;
    let sign = if is_black { -1 } else { 1 };
    let at = |leap: Leap, times: i32| {
        let file = from.0 as i32 + i32::from(leap.1) * sign * times;
        let rank = from.1 as i32 + i32::from(leap.0) * sign * times;
        match (usize::try_from(file), usize::try_from(rank)) {
            (Ok(file), Ok(rank)) => Area::of(file, rank),
            _ => Area::EMPTY,
        }
    };
    leaps.iter().fold(Area::EMPTY, |all, ((leap, _), means)| {
        let most = match means {
            Means::Leap | Means::Lame => 1,
            Means::Ride(0) | Means::Hop(0 | 1) => 12,
            Means::Ride(most) | Means::Hop(most) => i32::from(*most),
        };
        (1..=most).fold(all, |all, times| all | at(*leap, times))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaps(betza: &str) -> Vec<Leap> {
        read(betza).unwrap().moves.keys().map(|(leap, _)| *leap).collect()
    }

    #[test]
    fn directions_follow_betza_notation() {
        assert_eq!(leaps("fW"), [(1, 0)]);
        assert_eq!(leaps("fsW"), [(0, -1), (0, 1), (1, 0)]);
        assert_eq!(leaps("fF"), [(1, -1), (1, 1)]);
        assert_eq!(leaps("flF"), [(1, -1)]);
        assert_eq!(leaps("fN"), [(2, -1), (2, 1)]);
        assert_eq!(leaps("fhN").len(), 4);
        assert_eq!(leaps("hlN").len(), 4);
        assert_eq!(leaps("lfB"), [(1, -1)]);
        assert_eq!(leaps("K").len(), 8);
    }

    #[test]
    fn betza_notation_of_sheets_is_read_back() {
        use entourage_definition::sheet::{Manner, Stride, betza};
        let mut random = entourage_kernel::Random::new(7);
        for _ in 0..500 {
            let mut strides = Vec::new();
            for _ in 0..1 + random.below(7) {
                let (files, rows) = (random.below(4) as u8, random.below(7) as i8 - 3);
                let near = files <= 1 && rows.abs() <= 1;
                let manner = match (near, random.below(2)) {
                    (true, 0) => Manner::Slide,
                    (true, _) => Manner::Step,
                    _ => Manner::Leap,
                };
                let stride = Stride { manner, files, rows };
                if (files, rows) != (0, 0) && !strides.contains(&stride) {
                    strides.push(stride);
                }
            }
            let written = betza(&strides).unwrap();
            let meant: std::collections::BTreeSet<(Leap, MeansKind)> = strides
                .iter()
                .flat_map(|one| {
                    [one.files as i8, -(one.files as i8)].map(|aside| ((one.rows, aside), one.manner))
                })
                .map(|(leap, manner)| {
                    (leap, if manner == Manner::Slide { MeansKind::Ride } else { MeansKind::Step })
                })
                .collect();
            let found = read(&written).unwrap();
            assert_eq!(
                found.moves.keys().copied().collect::<std::collections::BTreeSet<_>>(),
                meant,
                "{written}"
            );
            assert_eq!(found.moves, found.captures);
        }
    }

    #[test]
    fn unknown_letters_are_refused() {
        assert_eq!(read("xR"), None);
        assert_eq!(read("R("), None);
    }
}
