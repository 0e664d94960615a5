use entourage_kernel::Topology;

use crate::Vocabulary;

/// Holds how many files and ranks the part of a board has whose spaces are named by both.
#[derive(Clone, Copy)]
pub(crate) struct Grid {
    /// The number of files.
    pub files: usize,
    /// The number of ranks.
    pub ranks: usize,
}

impl Grid {
    /// Finds the grid of a board.
    pub(crate) fn of(topology: &Topology, words: &Vocabulary) -> Self {
        let cells = topology.all().filter_map(|square| file_and_rank(words.coordinate(square)));
        let (files, ranks) =
            cells.fold((0, 0), |(files, ranks), (file, rank)| (files.max(file + 1), ranks.max(rank)));
        Self { files, ranks }
    }
}

/// Returns the file, counted from 0, and the rank of a coordinate; `None` for a name of another form.
pub(crate) fn file_and_rank(coordinate: &str) -> Option<(usize, usize)> {
    let file = coordinate.bytes().next().filter(u8::is_ascii_lowercase)?;
    Some((usize::from(file - b'a'), coordinate.get(1..)?.parse().ok()?))
}

/// Names the space of a file, counted from 0, and a rank; beyond 26 files there is none that any board here has.
pub(crate) fn coordinate(file: usize, rank: usize) -> String {
    let file = u8::try_from(file).ok().filter(|&file| file < 26).map_or('?', |file| char::from(b'a' + file));
    format!("{file}{rank}")
}
