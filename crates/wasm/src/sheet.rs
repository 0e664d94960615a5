//! Converts the form data of a game definition to and from the types that are exchanged as JSON.

use entourage_registry::Library;
use entourage_registry::kernel::Side;
use entourage_registry::sheet::{
    self, ByHand, Goal, GoalKind, Manner, PlacedPiece, SheetEdit, SheetError, SheetPiece, Stride,
};

use entourage_registry::view::{
    ByHandView, GoalKindView, GoalView, MannerView, SheetEditView, SheetPieceView, SheetView, StrideView,
};

pub(crate) fn sheet(text: &str, library: &dyn Library) -> SheetView {
    let found = sheet::sheet(text, library);
    let letter = |man: Option<PlacedPiece>| match man {
        None => String::new(),
        Some(man) if man.side == Side::First => man.letter.to_string(),
        Some(man) => man.letter.to_ascii_lowercase().to_string(),
    };
    let rows = |rows: Vec<Vec<_>>| rows.into_iter().map(|row| row.into_iter().map(letter).collect()).collect();
    SheetView {
        title: found.title,
        board: found.board,
        sides: found.sides,
        pieces: found.pieces.into_iter().map(piece).collect(),
        start: found.start.map(rows),
        goals: found
            .goals
            .into_iter()
            .map(|Goal { kind, piece }| GoalView { kind: kind_view(kind), piece })
            .collect(),
        by_hand: by_hand(found.by_hand),
    }
}

pub(crate) fn fill_in(text: &str, library: &dyn Library, edit: SheetEditView) -> Result<String, SheetError> {
    sheet::edit(text, library, &entry(edit))
}

fn by_hand(list: Vec<ByHand>) -> Vec<ByHandView> {
    list.into_iter().map(|ByHand { line, text }| ByHandView { line, text }).collect()
}

fn piece(piece: SheetPiece) -> SheetPieceView {
    SheetPieceView {
        name: piece.name,
        letter: piece.letter.to_string(),
        worth: piece.worth,
        french: piece.french,
        moves: piece.moves.into_iter().map(stride_view).collect(),
        captures: piece.captures.into_iter().map(stride_view).collect(),
        becomes: piece.becomes,
        is_inherited: piece.is_inherited,
        by_hand: by_hand(piece.by_hand),
    }
}

fn stride_view(Stride { manner, files, rows }: Stride) -> StrideView {
    let manner = match manner {
        Manner::Step => MannerView::Step,
        Manner::Slide => MannerView::Slide,
        Manner::Leap => MannerView::Leap,
    };
    StrideView { manner, files, rows }
}

fn stride(StrideView { manner, files, rows }: StrideView) -> Stride {
    let manner = match manner {
        MannerView::Step => Manner::Step,
        MannerView::Slide => Manner::Slide,
        MannerView::Leap => Manner::Leap,
    };
    Stride { manner, files, rows }
}

fn kind_view(kind: GoalKind) -> GoalKindView {
    match kind {
        GoalKind::Checkmate => GoalKindView::Checkmate,
        GoalKind::Captured => GoalKindView::Captured,
        GoalKind::Reaches => GoalKindView::Reaches,
        GoalKind::NothingLeft => GoalKindView::NothingLeft,
        GoalKind::StuckLoses => GoalKindView::StuckLoses,
        GoalKind::StuckDraws => GoalKindView::StuckDraws,
        GoalKind::Repetition => GoalKindView::Repetition,
    }
}

fn kind(kind: GoalKindView) -> GoalKind {
    match kind {
        GoalKindView::Checkmate => GoalKind::Checkmate,
        GoalKindView::Captured => GoalKind::Captured,
        GoalKindView::Reaches => GoalKind::Reaches,
        GoalKindView::NothingLeft => GoalKind::NothingLeft,
        GoalKindView::StuckLoses => GoalKind::StuckLoses,
        GoalKindView::StuckDraws => GoalKind::StuckDraws,
        GoalKindView::Repetition => GoalKind::Repetition,
    }
}

fn entry(edit: SheetEditView) -> SheetEdit {
    match edit {
        SheetEditView::Title { title } => SheetEdit::Title(title),
        SheetEditView::Board { size } => SheetEdit::Board(size),
        SheetEditView::Side { side, name } => {
            SheetEdit::Side(if side == 2 { Side::Second } else { Side::First }, name)
        }
        SheetEditView::Add { letter, name } => SheetEdit::Add(letter, name),
        SheetEditView::Piece { piece, name, letter, worth, french } => {
            SheetEdit::Piece { piece, name, letter, worth, french }
        }
        SheetEditView::Remove { piece } => SheetEdit::Remove(piece),
        SheetEditView::Walk { piece, moves, captures } => SheetEdit::Walk {
            piece,
            moves: moves.into_iter().map(stride).collect(),
            captures: captures.into_iter().map(stride).collect(),
        },
        SheetEditView::Becomes { piece, into } => SheetEdit::Becomes { piece, into },
        SheetEditView::Put { square, man } => SheetEdit::Put {
            square,
            man: man.map(|letter| PlacedPiece {
                letter: letter.to_ascii_uppercase(),
                side: if letter.is_ascii_lowercase() { Side::Second } else { Side::First },
            }),
        },
        SheetEditView::Goal { goal, holds } => {
            SheetEdit::Goal(Goal { kind: kind(goal.kind), piece: goal.piece }, holds)
        }
    }
}
