use entourage_kernel::{Square, Symmetry};

use crate::geometry::SIZE;

/// Returns the eight symmetries of the board, with and without swapping sides, excluding the identity.
pub(crate) fn symmetries() -> Vec<Symmetry> {
    let last = SIZE - 1;
    let mut symmetries = Vec::with_capacity(15);
    for swaps_sides in [false, true] {
        for turn in 0..8 {
            if turn == 0 && !swaps_sides {
                continue;
            }
            let image = (0..SIZE * SIZE)
                .map(|index| {
                    let (mut x, mut y) = (index % SIZE, index / SIZE);
                    if turn & 1 != 0 {
                        x = last - x;
                    }
                    if turn & 2 != 0 {
                        y = last - y;
                    }
                    if turn & 4 != 0 {
                        (x, y) = (y, x);
                    }
                    Square::new(y * SIZE + x)
                })
                .collect();
            let name = format!("symmetry {turn}{}", if swaps_sides { " with sides exchanged" } else { "" });
            symmetries.push(Symmetry { name, image, swaps_sides });
        }
    }
    symmetries
}
