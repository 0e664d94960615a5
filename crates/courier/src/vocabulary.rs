use std::collections::HashMap;

use entourage_kernel::{Kind, Metadata, Piece, SharedStr, Side, Square, Topology};

/// Translates between a game's pieces and squares and Game Courier's labels and coordinates.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    labels: [Vec<String>; 2],
    pieces: HashMap<String, Piece>,
    coordinates: Vec<String>,
    squares: HashMap<String, Square>,
    ours: bool,
}

impl Vocabulary {
    /// Creates the vocabulary that Game Courier uses for a game.
    pub fn new(metadata: &Metadata, topology: &Topology) -> Self {
        let upper: Vec<String> = metadata.courier.labels.iter().map(SharedStr::to_string).collect();
        let labels = [upper.clone(), upper.iter().map(|label| label.to_lowercase()).collect()];
        let coordinates = topology.all().map(|square| metadata.courier.coordinate(topology.name(square)));
        Self::of(labels, coordinates.collect(), topology, false)
    }

    /// Creates a vocabulary whose labels and coordinates are Entourage's own piece letters and square names.
    pub fn ours(metadata: &Metadata, topology: &Topology) -> Self {
        let labels = |side: Side| {
            let letters = metadata.kinds.iter().map(|kind| kind.letters[side.index()]);
            letters.map(String::from).collect()
        };
        let coordinates = topology.all().map(|square| topology.name(square).to_owned()).collect();
        Self::of(Side::BOTH.map(labels), coordinates, topology, true)
    }

    fn of(labels: [Vec<String>; 2], coordinates: Vec<String>, topology: &Topology, ours: bool) -> Self {
        let pieces = Side::BOTH.into_iter().flat_map(|side| {
            let labels = labels[side.index()].iter().cloned();
            labels.zip(0..).map(move |(label, kind)| (label, Piece::new(Kind(kind), side)))
        });
        Self {
            pieces: pieces.collect(),
            squares: coordinates.iter().cloned().zip(topology.all()).collect(),
            labels,
            coordinates,
            ours,
        }
    }

    /// Returns the label of a piece, which also identifies the piece's side.
    pub fn label(&self, piece: Piece) -> &str {
        &self.labels[piece.side().index()][piece.kind().index()]
    }

    /// Returns the piece with the specified label, which is case-sensitive.
    pub fn piece(&self, label: &str) -> Option<Piece> {
        self.pieces.get(label).copied()
    }

    pub(crate) fn is_ours(&self) -> bool {
        self.ours
    }

    /// Returns the coordinate that names a square.
    pub fn coordinate(&self, square: Square) -> &str {
        &self.coordinates[square.index()]
    }

    /// Returns the square with the specified coordinate; `None` if the board has no such square.
    pub fn square(&self, coordinate: &str) -> Option<Square> {
        self.squares.get(coordinate).copied()
    }
}
