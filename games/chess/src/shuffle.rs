//! The 960 ways in which the first ranks may be shuffled, by their usual numbers.

use crate::geometry::SIZE;

pub(crate) const WAYS: u16 = 960;

/// The two of five empty files on which knights stand, by what is left of the number.
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

/// Writes the first rank of a number below [`WAYS`].
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
    // What is left is for rooks, with the king between them.
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
    // The king's wing comes first.
    rooks.reverse();
    let rooks: String = rooks.into_iter().collect();
    format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w {rooks}{} - 0 1", rank.to_lowercase(), rooks.to_lowercase())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn numbers_are_the_usual_ones() {
        for (number, ranked) in [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (959, "RKRNNQBB"), (534, "RNBKQBNR")] {
            assert_eq!(rank(number), ranked);
        }
        assert_eq!(start(518), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    }

    #[test]
    fn all_ways_differ_with_bishops_of_both_colours_and_kings_between_rooks() {
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
