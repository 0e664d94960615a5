use crate::{Kind, Piece, Side, Square};

/// Mixes a number into 64 well-spread bits (the finalizer of SplitMix64).
pub const fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Mixes two numbers into 64 well-spread bits, faster than two calls of [`mix`].
#[inline]
pub const fn fold(a: u64, b: u64) -> u64 {
    let product = (a ^ 0x9E37_79B9_7F4A_7C15) as u128 * (b ^ 0xD1B5_4A32_D192_ED03) as u128;
    product as u64 ^ (product >> 64) as u64
}

const PIECES: usize = 2 * Kind::LIMIT;

static KEYS: [[u64; 128]; PIECES] = {
    let mut keys = [[0; 128]; PIECES];
    let mut piece = 0;
    while piece < PIECES {
        let mut square = 0;
        while square < 128 {
            keys[piece][square] = key(piece, square);
            square += 1;
        }
        piece += 1;
    }
    keys
};

#[inline]
pub(crate) fn piece_key(piece: Piece, square: Square) -> u64 {
    // WebAssembly computes the keys: a table of 64 KB of random numbers would not compress in the download.
    if cfg!(target_arch = "wasm32") {
        key(piece.index(), square.index())
    } else {
        KEYS[piece.index()][square.index()]
    }
}

const fn key(piece: usize, square: usize) -> u64 {
    mix((piece * 128 + square) as u64)
}

const SECOND_TO_MOVE: u64 = mix(0xE7_0BAC);

#[inline]
pub(crate) fn side_key(side: Side) -> u64 {
    match side {
        Side::First => 0,
        Side::Second => SECOND_TO_MOVE,
    }
}
