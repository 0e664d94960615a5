//! The 960 start positions of Chess960, by their standard (Scharnagl) numbers.

use crate::geometry::SIZE;

pub(crate) const WAYS: u16 = 960;

/// The knights' indices among the five files still empty, for each value of the position's number divided by 96.
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

/// Returns the back rank of start position `number`, which must be below [`WAYS`].
pub(crate) fn rank(number: u16) -> String {
    let mut files = [None; SIZE];
    let number = usize::from(number);
    let (number, light) = (number / 4, number % 4);
    let (number, dark) = (number / 4, number % 4);
    let (knights, queen) = (number / 6, number % 6);
    files[2 * light + 1] = Some('B');
    files[2 * dark] = Some('B');
    place(&mut files, &[queen], 'Q');
    place(&mut files, &KNIGHTS[knights % KNIGHTS.len()], 'N');
    // The king goes to the middle of the last three empty files, the rooks to the other two.
    place(&mut files, &[1], 'K');
    files.map(|letter| letter.unwrap_or('R')).iter().collect()
}

fn place(files: &mut [Option<char>; SIZE], among: &[usize], letter: char) {
    let empty: Vec<usize> = (0..SIZE).filter(|&file| files[file].is_none()).collect();
    for &at in among {
        files[empty[at]] = Some(letter);
    }
}

pub(crate) fn start(number: u16) -> String {
    let rank = rank(number);
    let mut rooks: Vec<char> =
        rank.chars().zip('A'..).filter(|(letter, _)| *letter == 'R').map(|(_, file)| file).collect();
    // FEN lists the kingside rook first.
    rooks.reverse();
    let rooks: String = rooks.into_iter().collect();
    format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w {rooks}{} - 0 1", rank.to_lowercase(), rooks.to_lowercase())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn numbers_are_the_standard_ones() {
        for (number, ranked) in [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (959, "RKRNNQBB"), (534, "RNBKQBNR")] {
            assert_eq!(rank(number), ranked);
        }
        assert_eq!(start(518), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    }

    #[test]
    fn all_ranks_are_distinct_and_valid() {
        let ranks: HashSet<String> = (0..WAYS).map(rank).collect();
        assert_eq!(ranks.len(), usize::from(WAYS));
        for rank in ranks {
            let at = |wanted: char| -> Vec<usize> {
                rank.chars().enumerate().filter(|(_, letter)| *letter == wanted).map(|(file, _)| file).collect()
            };
            assert_eq!((at('N').len(), at('Q').len(), at('K').len()), (2, 1, 1), "{rank}");
            assert_eq!((at('B')[0] + at('B')[1]) % 2, 1, "{rank}");
            assert!(at('R')[0] < at('K')[0] && at('K')[0] < at('R')[1], "{rank}");
        }
    }
}
