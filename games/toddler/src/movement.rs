//! The paths of each kind from one square to another, for the reference implementation (law).

use entourage_kernel::{Kind, Side, Square, SquareSet};

use crate::Edition;
use crate::bare::{Pieces, is_major, toddler_of};
use crate::geometry::{DIAGONAL, KNIGHT_LEAPS, ORTHOGONAL, SIZE, Step, adjacent, other_colour, step};
use crate::piece::{ANDROID, ANGEL, CAPTAIN, EMPEROR, EMPRESS, GENIUS, NURSE, PHOENIX, SOLDIER, TODDLER};

/// A path: the start square, the square where the piece turns or pauses (if any), and the end square.
pub(crate) type Way = arrayvec::ArrayVec<Square, 3>;

fn way<const N: usize>(squares: [Square; N]) -> Way {
    squares.into_iter().collect()
}

/// Returns the paths of a kind to an empty square; the first one is displayed.
pub(crate) fn quiet_ways(pieces: &Pieces, kind: Kind, side: Side, from: Square, to: Square) -> Vec<Way> {
    let direct = match kind {
        TODDLER => adjacent(from, to),
        EMPEROR | ANGEL | GENIUS => sees(pieces, from, to, &[&ORTHOGONAL, &DIAGONAL]),
        EMPRESS => sees(pieces, from, to, &[&ORTHOGONAL, &DIAGONAL]) || leaps(pieces, side, from, to),
        PHOENIX => other_colour(from).contains(to) && !adjacent(from, to),
        NURSE => sees(pieces, from, to, &[&DIAGONAL]),
        SOLDIER | CAPTAIN => ORTHOGONAL.iter().any(|&by| step(from, by) == Some(to)),
        ANDROID => return android_ways(pieces, from, to),
        _ => false,
    };
    if direct { vec![way([from, to])] } else { Vec::new() }
}

/// Returns the paths by which a kind captures on an occupied square, ignoring powers; the first one is displayed. Empty for
/// a minor Toddler, an Angel or a Genius.
pub(crate) fn capture_ways(
    pieces: &Pieces,
    edition: Edition,
    kind: Kind,
    side: Side,
    from: Square,
    to: Square,
) -> Vec<Way> {
    let diagonally = |from: Square, to: Square| DIAGONAL.iter().any(|&by| step(from, by) == Some(to));
    let direct = match kind {
        TODDLER => is_major(pieces, side) && adjacent(from, to),
        EMPEROR => sees(pieces, from, to, &[&ORTHOGONAL, &DIAGONAL]),
        EMPRESS => {
            sees(pieces, from, to, &[&ORTHOGONAL, &DIAGONAL])
                || edition == Edition::Summary && leaps(pieces, side, from, to)
        }
        PHOENIX => KNIGHT_LEAPS[from].contains(to),
        NURSE => sees(pieces, from, to, &[&DIAGONAL]),
        SOLDIER | CAPTAIN => diagonally(from, to),
        ANDROID => return android_ways(pieces, from, to),
        _ => false,
    };
    let mut ways = if direct { vec![way([from, to])] } else { Vec::new() };
    if kind == CAPTAIN {
        let middles = ORTHOGONAL.iter().filter_map(|&by| step(from, by));
        ways.extend(
            middles
                .filter(|&middle| pieces.piece_at(middle).is_none() && diagonally(middle, to))
                .map(|middle| way([from, middle, to])),
        );
    }
    ways
}

/// Returns whether an Empress can leap to a square: any square next to her own Toddler, from anywhere (T7).
pub(crate) fn leaps(pieces: &Pieces, side: Side, from: Square, to: Square) -> bool {
    from != to && adjacent(toddler_of(pieces, side), to)
}

fn walk(from: Square, by: Step) -> impl Iterator<Item = Square> {
    std::iter::successors(step(from, by), move |&at| step(at, by))
}

/// Returns the squares strictly between two squares in one of the directions; `None` if they are not in line.
pub(crate) fn straight_between(from: Square, to: Square, directions: &[&[Step; 4]]) -> Option<SquareSet> {
    directions.iter().flat_map(|steps| steps.iter()).find_map(|&by| {
        walk(from, by).position(|at| at == to).map(|distance| walk(from, by).take(distance).collect())
    })
}

/// Returns whether two squares are in line with only empty squares between them.
pub(crate) fn sees(pieces: &Pieces, from: Square, to: Square, directions: &[&[Step; 4]]) -> bool {
    straight_between(from, to, directions).is_some_and(|way| !way.intersects(pieces.occupied()))
}

/// Returns where an Android can turn between two squares that share neither row nor file.
pub(crate) fn corners(from: Square, to: Square) -> [Square; 2] {
    let (from, to) = (from.index(), to.index());
    [from - from % SIZE + to % SIZE, to - to % SIZE + from % SIZE].map(Square::new)
}

fn android_ways(pieces: &Pieces, from: Square, to: Square) -> Vec<Way> {
    if sees(pieces, from, to, &[&ORTHOGONAL]) {
        return vec![way([from, to])];
    }
    corners(from, to)
        .into_iter()
        .filter(|&corner| {
            pieces.piece_at(corner).is_none()
                && sees(pieces, from, corner, &[&ORTHOGONAL])
                && sees(pieces, corner, to, &[&ORTHOGONAL])
        })
        .map(|corner| way([from, corner, to]))
        .collect()
}
