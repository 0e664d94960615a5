//! Reads and writes a piece's lines as moves relative to the piece's square.

use serde::{Deserialize, Serialize};

use crate::model::DirectionWords;
use crate::syntax::tree::{LegKind, Length, Onto, PieceLine, PieceLineKind, Walk};

pub(super) const MAX_FAR: u8 = 15;

/// How a piece reaches a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "StrideManner"))]
pub enum Manner {
    /// The piece moves to an adjacent square.
    Step,
    /// The piece slides over empty squares in a straight or diagonal line.
    Slide,
    /// The piece leaps to a more distant square, over any pieces in between.
    Leap,
}

/// A square relative to a piece, and how the piece reaches it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Stride {
    /// How the piece reaches the square.
    pub manner: Manner,
    /// Number of files sideways; each stride covers both left and right.
    pub files: u8,
    /// Number of rows forward; negative for backward.
    pub rows: i8,
}

/// A sorted set of strides.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Strides(Vec<Stride>);

impl Strides {
    pub(super) fn of(list: &[Stride]) -> Self {
        let mut found = Self::default();
        found.add(list);
        found
    }

    #[inline(never)]
    pub(super) fn add(&mut self, list: &[Stride]) {
        for stride in list {
            if let Err(place) = self.0.binary_search(stride) {
                self.0.insert(place, *stride);
            }
        }
    }

    pub(super) fn contains(&self, stride: Stride) -> bool {
        self.0.contains(&stride)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn as_slice(&self) -> &[Stride] {
        &self.0
    }

    #[inline(never)]
    pub(super) fn among(&self, others: &Self, among: bool) -> Self {
        Self(self.0.iter().copied().filter(|stride| others.contains(*stride) == among).collect())
    }
}

/// The adjacent squares, as files and rows, with their direction words, in the order in which a line lists them.
const BESIDE: [(DirectionWords, u8, i8); 5] = [
    (DirectionWords::FORWARD, 0, 1),
    (DirectionWords::BACKWARD, 0, -1),
    (DirectionWords::SIDEWAYS, 1, 0),
    (DirectionWords::DIAGONALLY_FORWARD, 1, 1),
    (DirectionWords::DIAGONALLY_BACKWARD, 1, -1),
];

impl Stride {
    /// Returns whether the stride is valid: the piece must leave its square, and a leap must go beyond adjacent squares.
    pub(super) fn is_sound(self) -> bool {
        let near = self.files <= 1 && self.rows.unsigned_abs() <= 1;
        let far = self.files.max(self.rows.unsigned_abs());
        (1..=MAX_FAR).contains(&far) && near == (self.manner != Manner::Leap)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Shown {
    pub(super) moves: bool,
    pub(super) captures: bool,
    pub(super) strides: Strides,
}

/// Reads a line that only describes squares relative to the piece; `None` if the line depends on anything else.
pub(super) fn shown(line: &PieceLine) -> Option<Shown> {
    let PieceLineKind::Walk(walk) = &line.what else { return None };
    let Walk {
        moves,
        captures,
        label: None,
        ways,
        condition: None,
        from: None,
        only_to: None,
        no_attack: false,
        pulling: None,
        capturing,
    } = walk
    else {
        return None;
    };
    if !capturing.is_empty() || line.edition.is_some() {
        return None;
    }
    let mut strides = Strides::default();
    for way in ways {
        let [leg] = way.as_slice() else { return None };
        match &leg.what {
            LegKind::Step { directions, onto: Onto::Unsaid } => {
                strides.add(&beside(directions.words, Manner::Step)?);
            }
            LegKind::Slide {
                directions,
                length: Length::Any,
                leaping: None,
                over: None,
                just: false,
                onto: Onto::Unsaid,
            } => {
                strides.add(&beside(directions.words, Manner::Slide)?);
            }
            LegKind::Leap { by, towards, rides: false, onto: Onto::Unsaid } => {
                let [a, b] = by.map(|number| u8::try_from(number.value).ok().filter(|far| *far <= MAX_FAR));
                strides.add(&leaps(a?, b?, towards.map_or(DirectionWords::NONE, |towards| towards.words))?);
            }
            _ => return None,
        }
    }
    (!strides.is_empty()).then_some(Shown { moves: *moves, captures: *captures, strides })
}

fn beside(words: DirectionWords, manner: Manner) -> Option<Vec<Stride>> {
    if words.meets(DirectionWords::FOLLOWING.with(DirectionWords::OBLIQUELY_FORWARD)) {
        return None;
    }
    let meant = |word: DirectionWords, files: u8, rows: i8| {
        let all = if files == 0 || rows == 0 { DirectionWords::STRAIGHT } else { DirectionWords::DIAGONAL };
        words.meets(word.with(all))
    };
    let found = BESIDE.into_iter().filter(|&(word, files, rows)| meant(word, files, rows));
    Some(found.map(|(_, files, rows)| Stride { manner, files, rows }).collect())
}

/// Lists a leap's squares, as steps if adjacent; `None` if it is not symmetric or a sheet cannot show it.
fn leaps(a: u8, b: u8, words: DirectionWords) -> Option<Vec<Stride>> {
    type Words = DirectionWords;
    let rows = |far: u8| i8::try_from(far).unwrap_or(i8::MAX);
    // The second number is the distance along the named direction; the order does not matter if one is 0.
    let (a, b) = if b == 0 { (b, a) } else { (a, b) };
    let [ahead, behind] = if a == b && b > 0 {
        [Words::DIAGONALLY_FORWARD, Words::DIAGONALLY_BACKWARD]
    } else {
        [Words::FORWARD, Words::BACKWARD]
    };
    let ends = if words == Words::NONE {
        vec![(a, rows(b)), (a, -rows(b)), (b, rows(a)), (b, -rows(a))]
    } else if words == ahead {
        vec![(a, rows(b))]
    } else if words == behind {
        vec![(a, -rows(b))]
    } else if words == ahead.with(behind) {
        vec![(a, rows(b)), (a, -rows(b))]
    } else if words == Words::SIDEWAYS && a != b {
        vec![(b, rows(a)), (b, -rows(a))]
    } else {
        return None;
    };
    let stride = |(files, rows): (u8, i8)| {
        let near = files <= 1 && rows.unsigned_abs() <= 1;
        Stride { manner: if near { Manner::Step } else { Manner::Leap }, files, rows }
    };
    Some(ends.into_iter().map(stride).filter(|stride| stride.is_sound()).collect())
}

pub(super) fn line_words(strides: &Strides) -> String {
    let mut ways = Vec::new();
    for (manner, verb) in [(Manner::Step, "step"), (Manner::Slide, "slide")] {
        let has = |files: u8, rows: i8| strides.contains(Stride { manner, files, rows });
        let words = directions(has);
        if !words.is_empty() {
            ways.push(format!("{verb} {}", words.join(" or ")));
        }
    }
    let mut left = strides.0.clone();
    left.retain(|stride| stride.manner == Manner::Leap);
    while let Some(stride) = left.first().copied() {
        let (a, b) = (stride.files, stride.rows.unsigned_abs());
        let all = leaps(a, b, DirectionWords::NONE).unwrap_or_default();
        if all.iter().all(|one| left.contains(one)) {
            left.retain(|one| !all.contains(one));
            ways.push(format!("leap {}-{}", a.min(b), a.max(b)));
            continue;
        }
        let back = Stride { rows: -stride.rows, ..stride };
        let both = left.contains(&back);
        let words = match (a == b, stride.rows) {
            (_, 0) => "sideways",
            (false, _) if both => "forward or backward",
            (false, 1..) => "forward",
            (false, _) => "backward",
            (true, 1..) => "diagonally forward",
            (true, _) => "diagonally backward",
        };
        left.retain(|one| *one != stride && *one != back);
        // The second number of a leap is the distance in the named direction, so a straight leap is written as `0-N`.
        let (aside, along) = if b == 0 { (0, a) } else { (a, b) };
        ways.push(format!("leap {aside}-{along} {words}"));
    }
    ways.join(" or ")
}

fn directions(has: impl Fn(u8, i8) -> bool) -> Vec<&'static str> {
    let straight = has(0, 1) && has(0, -1) && has(1, 0);
    let diagonal = has(1, 1) && has(1, -1);
    if straight && diagonal {
        return vec!["any"];
    }
    let mut words = Vec::new();
    if straight {
        words.push("straight");
    }
    if diagonal {
        words.push("diagonal");
    }
    let left = BESIDE.into_iter().filter(|&(_, files, rows)| {
        has(files, rows) && !(if files == 0 || rows == 0 { straight } else { diagonal })
    });
    for (word, ..) in left {
        words.extend(DirectionWords::ALL.iter().find(|(_, known)| *known == word).map(|(phrase, _)| *phrase));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse;
    use crate::syntax::tree::What;

    fn read(line: &str) -> Option<Strides> {
        let items = parse(&format!("piece X \"X\"\n  moves: {line}\n"), 0, &mut Vec::new());
        let [item] = items.as_slice() else { panic!("{line}: {items:?}") };
        let What::Piece(piece) = &item.what else { panic!("{line}") };
        shown(&piece.lines[0]).map(|shown| shown.strides)
    }

    #[test]
    fn written_lines_are_read_back() {
        for line in [
            "step any",
            "step straight",
            "step diagonal or forward",
            "slide straight or leap 1-2",
            "step forward or slide diagonally backward",
            "leap 1-2 forward",
            "leap 0-2 sideways",
            "leap 2-1 forward or backward",
            "leap 0-2 forward or leap 3-1 backward",
            "leap 2-2",
            "step forward or sideways or diagonally forward or leap 1-3",
            "slide any",
        ] {
            assert_eq!(line_words(&read(line).unwrap_or_else(|| panic!("{line}"))), line);
        }
    }

    #[test]
    fn every_set_of_strides_is_written_and_read_back() {
        let mut random = entourage_kernel::Random::new(4);
        for _ in 0..400 {
            let mut strides = Strides::default();
            for _ in 0..1 + random.below(9) {
                let manner = [Manner::Step, Manner::Slide, Manner::Leap][random.below(3)];
                let stride = Stride { manner, files: random.below(4) as u8, rows: random.below(7) as i8 - 3 };
                if stride.is_sound() {
                    strides.add(&[stride]);
                }
            }
            if !strides.is_empty() {
                assert_eq!(read(&line_words(&strides)).as_ref(), Some(&strides), "{}", line_words(&strides));
            }
        }
    }

    #[test]
    fn lines_that_a_sheet_cannot_show_are_not_read() {
        for line in [
            "step any, when it is next to an enemy",
            "slide straight exactly 2",
            "step straight, then step diagonal",
            "to any square",
            "step any onto an empty square",
            "leap 1-200",
            "slide straight over one piece",
            "swap with own X",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
