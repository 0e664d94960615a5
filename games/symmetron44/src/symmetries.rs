use entourage_kernel::{Square, Symmetry};

use crate::geometry::{ARENA, FILES, RANKS, SQUARES};

/// Returns the symmetries: mirroring the files, mirroring the ranks with sides swapped, and both.
pub(crate) fn symmetries() -> Vec<Symmetry> {
    [(true, false), (false, true), (true, true)]
        .map(|(mirrors_files, swaps_sides)| {
            let image = (0..SQUARES).map(Square::new).map(|square| image(square, mirrors_files, swaps_sides));
            let name = match (mirrors_files, swaps_sides) {
                (true, false) => "file mirror",
                (false, _) => "rank mirror with sides exchanged",
                (true, true) => "half turn with sides exchanged",
            };
            Symmetry { name: name.to_owned(), image: image.collect(), swaps_sides }
        })
        .into()
}

fn image(square: Square, mirrors_files: bool, swaps_sides: bool) -> Square {
    let index = square.index();
    if !ARENA.contains(square) {
        // The two Launching Squares, wls and bls, are the last two squares.
        return Square::new(if swaps_sides { 2 * FILES * RANKS + 1 - index } else { index });
    }
    let (mut file, mut row) = (index % FILES, index / FILES);
    if mirrors_files {
        file = FILES - 1 - file;
    }
    if swaps_sides {
        row = RANKS - 1 - row;
    }
    Square::new(row * FILES + file)
}
