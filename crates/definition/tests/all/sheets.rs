//! Tests reading sheets, and that edits change only the affected sentences.

use entourage_definition::sheet::{
    Goal, GoalKind, Manner, Sheet, SheetEdit, SheetError, SheetPiece, Stride, edit, sheet,
};
use entourage_definition::{Library, Shipped, Source, check, template};
use entourage_kernel::Random;
use serde::Deserialize;

const SMALL: &str = include_str!("../data/small-with-remarks.txt");

fn differs(text: &str, change: &SheetEdit) -> (String, Vec<String>, Vec<String>) {
    let new = edit(text, &Shipped, change).unwrap_or_else(|error| panic!("{change:?}: {}", error.problem().en));
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let [mut gone, mut come] = [lines(text), lines(&new)];
    for line in lines(text) {
        if let Some(at) = come.iter().position(|other| *other == line) {
            come.remove(at);
            gone.remove(gone.iter().position(|other| *other == line).unwrap());
        }
    }
    (new, gone, come)
}

fn step(files: u8, rows: i8) -> Stride {
    Stride { manner: Manner::Step, files, rows }
}

fn piece<'s>(sheet: &'s Sheet, name: &str) -> &'s SheetPiece {
    sheet.pieces.iter().find(|piece| piece.name == name).unwrap_or_else(|| panic!("no {name}"))
}

fn goal(kind: GoalKind, piece: &str) -> Goal {
    Goal { kind, piece: (!piece.is_empty()).then(|| piece.to_owned()) }
}

#[test]
fn a_sheet_shows_common_sentences_and_lists_the_others() {
    let found = sheet(SMALL, &Shipped);
    assert_eq!((found.title.as_str(), found.board), ("Small", Some([5, 5])));
    assert_eq!(found.sides, Some(["White".to_owned(), "Black".to_owned()]));
    let king = piece(&found, "King");
    assert_eq!((king.moves.len(), &king.moves), (5, &king.captures));
    let rook = piece(&found, "Rook");
    assert!(rook.moves.is_empty() && rook.captures.len() == 5, "{rook:?}");
    assert_eq!(rook.by_hand[0].text, "moves (run): slide straight");
    let start = found.start.expect("it is plain");
    assert_eq!(start[0][0], Some('k'));
    assert_eq!(found.goals, [goal(GoalKind::Checkmate, "King")]);
    let by_hand: Vec<&str> = found.by_hand.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(
        by_hand,
        [
            "power guarded of Rook: own Kings next to it cannot be captured",
            "draw \"bored\": own pieces are 1 or fewer",
            "position \"{rows} {side}\"",
            "needs",
        ]
    );
}

/// A change to the small game, with the lines that it removes and adds.
#[derive(Deserialize)]
struct Change {
    edit: SheetEdit,
    gone: Vec<String>,
    come: Vec<String>,
}

#[test]
fn each_edit_changes_only_the_sentences_concerned() {
    let changes: Vec<Change> = serde_json::from_str(include_str!("../data/edits.json")).unwrap();
    for Change { edit, gone, come } in changes {
        let (_, went, came) = differs(SMALL, &edit);
        assert_eq!((went, came), (gone, come), "{edit:?}");
    }
}

#[test]
fn inherited_sentences_are_copied_before_they_are_changed() {
    let text = template("mine", Some("chess"));
    let found = sheet(&text, &Shipped);
    assert!(found.pieces.iter().all(|piece| piece.is_inherited));
    assert_eq!(found.board, Some([8, 8]));
    let knight = piece(&found, "Knight");
    let mut moves = knight.moves.clone();
    moves.push(step(0, 1));
    let change = SheetEdit::Walk { piece: "Knight".to_owned(), moves, captures: knight.captures.clone() };
    let new = edit(&text, &Shipped, &change).unwrap();
    assert!(new.starts_with(&text), "what was there stays: {new}");
    assert!(
        new.ends_with(
            "piece N \"Knight\" fr \"Cavalier\"\n  moves and captures: leap 1-2\n  moves: step forward\n"
        ),
        "{new}"
    );
    assert!(check(Source::new("mine", new.clone()), &Shipped).is_playable());
    let start = SheetEdit::Put { square: [0, 0], man: None };
    let new = edit(&new, &Shipped, &start).unwrap();
    assert!(new.contains("start \"1nbqkbnr/"), "{new}");
    let refused = edit(&text, &Shipped, &SheetEdit::Remove { piece: "Queen".to_owned() });
    assert_eq!(refused, Err(SheetError::Inherited("Queen".to_owned())));
}

#[test]
fn a_game_can_be_made_with_the_form_alone() {
    let mut text = "language 1\ngame mine \"Mine\"\nsides White w, Black b\nposition \"{rows} {side}\"\nstart \"8/8/8/8/8/8/8/8 w\"\n".to_owned();
    let any: Vec<Stride> =
        [(0, 1), (0, -1), (1, 0), (1, 1), (1, -1)].map(|(files, rows)| step(files, rows)).to_vec();
    for change in [
        SheetEdit::Board { size: [8, 8] },
        SheetEdit::Add { letter: 'P', name: "Peon".to_owned() },
        SheetEdit::Add { letter: 'K', name: "King".to_owned() },
        SheetEdit::Walk { piece: "Peon".to_owned(), moves: vec![step(0, 1)], captures: vec![step(1, 1)] },
        SheetEdit::Walk { piece: "King".to_owned(), moves: any.clone(), captures: any },
        SheetEdit::Becomes { piece: "Peon".to_owned(), into: vec!["King".to_owned()] },
        SheetEdit::Put { square: [7, 4], man: Some('K') },
        SheetEdit::Put { square: [0, 4], man: Some('k') },
        SheetEdit::Put { square: [6, 4], man: Some('P') },
        SheetEdit::Put { square: [1, 4], man: Some('p') },
        SheetEdit::Board { size: [6, 6] },
        SheetEdit::Goal { goal: goal(GoalKind::Captured, "King"), holds: true },
        SheetEdit::Goal { goal: goal(GoalKind::Repetition, ""), holds: true },
        SheetEdit::Goal { goal: goal(GoalKind::StuckLoses, ""), holds: true },
    ] {
        text =
            edit(&text, &Shipped, &change).unwrap_or_else(|error| panic!("{change:?}: {}", error.problem().en));
    }
    let report = check(Source::new("mine", text.clone()), &Shipped);
    assert!(report.diagnostics.is_empty() && report.is_playable(), "{text}\n{:?}", report.diagnostics);
}

#[test]
fn a_piece_cannot_share_a_name_with_a_side() {
    // If a piece had the same name as a side, sentences would be ambiguous.
    let shared = SMALL.replace("King", "White");
    let piece = |old: &str, new: &str| SheetEdit::Piece {
        piece: old.to_owned(),
        name: new.to_owned(),
        letter: 'K',
        worth: None,
        french: None,
    };
    let error = edit(&shared, &Shipped, &piece("White", "Lord"));
    assert_eq!(error, Err(SheetError::AlsoSide("White".to_owned())));
    // A piece cannot be renamed to the name of a side either.
    assert_eq!(edit(SMALL, &Shipped, &piece("King", "Black")), Err(SheetError::Taken("Black".to_owned())));
}

#[test]
fn invalid_edits_are_refused_with_a_message() {
    let put = |row, place| SheetEdit::Put { square: [row, place], man: None };
    let stride = |manner, files, rows| Stride { manner, files, rows };
    let walk = |way| SheetEdit::Walk { piece: "King".to_owned(), moves: vec![way], captures: vec![] };
    for (change, error) in [
        (SheetEdit::Board { size: [0, 4] }, SheetError::Size),
        (SheetEdit::Board { size: [27, 4] }, SheetError::Size),
        (SheetEdit::Board { size: [u32::MAX, u32::MAX] }, SheetError::Size),
        (put(5, 0), SheetError::Size),
        (put(usize::MAX, 0), SheetError::Size),
        (SheetEdit::Remove { piece: "Queen".to_owned() }, SheetError::NoPiece("Queen".to_owned())),
        (SheetEdit::Add { letter: 'K', name: "Queen".to_owned() }, SheetError::Taken("K".to_owned())),
        (SheetEdit::Add { letter: 'q', name: "Queen".to_owned() }, SheetError::Name("q".to_owned())),
        (SheetEdit::Add { letter: 'Q', name: "queen".to_owned() }, SheetError::Name("queen".to_owned())),
        (SheetEdit::Title { title: "a\"b".to_owned() }, SheetError::Name("a\"b".to_owned())),
        (SheetEdit::Side { side: 1, name: "Black".to_owned() }, SheetError::Taken("Black".to_owned())),
        (walk(step(0, 0)), SheetError::Way),
        (walk(stride(Manner::Leap, 1, 1)), SheetError::Way),
        (walk(stride(Manner::Slide, 2, 2)), SheetError::Way),
        (walk(stride(Manner::Leap, 200, i8::MIN)), SheetError::Way),
        (
            SheetEdit::Goal { goal: goal(GoalKind::Reaches, ""), holds: true },
            SheetError::NoPiece(String::new()),
        ),
    ] {
        assert_eq!(edit(SMALL, &Shipped, &change), Err(error.clone()), "{change:?}");
        let problem = error.problem();
        assert!(problem.en.ends_with('.') && problem.en != problem.fr);
    }
}

fn as_it_is(found: &Sheet) -> Vec<SheetEdit> {
    let mut list = vec![SheetEdit::Title { title: found.title.clone() }];
    list.extend(found.board.map(|size| SheetEdit::Board { size }));
    for (row, men) in found.start.iter().flatten().enumerate() {
        list.extend(
            men.iter().enumerate().map(|(place, man)| SheetEdit::Put { square: [row, place], man: *man }),
        );
    }
    for piece in &found.pieces {
        let name = piece.name.clone();
        list.push(SheetEdit::Piece {
            piece: name.clone(),
            name: name.clone(),
            letter: piece.letter,
            worth: piece.worth,
            french: piece.french.clone(),
        });
        list.push(SheetEdit::Becomes { piece: name.clone(), into: piece.becomes.clone() });
        if !piece.is_inherited {
            list.push(SheetEdit::Walk {
                piece: name,
                moves: piece.moves.clone(),
                captures: piece.captures.clone(),
            });
        }
    }
    list.extend(found.goals.iter().map(|goal| SheetEdit::Goal { goal: goal.clone(), holds: true }));
    list
}

#[test]
fn edits_without_difference_change_nothing() {
    for id in Shipped.names() {
        let text = Shipped.find(&id).expect("it is shipped").text;
        let found = sheet(&text, &Shipped);
        assert!(!found.pieces.is_empty(), "{id}");
        for change in as_it_is(&found) {
            assert_eq!(edit(&text, &Shipped, &change).as_deref(), Ok(text.as_str()), "{id}: {change:?}");
        }
    }
}

#[test]
fn edits_are_shown_afterwards_and_leave_other_sentences() {
    let mut random = Random::new(9);
    for id in Shipped.names() {
        let mut text = Shipped.find(&id).expect("it is shipped").text;
        for _ in 0..25 {
            let found = sheet(&text, &Shipped);
            let Some(piece) = random.pick(&found.pieces).cloned() else { break };
            let strides = |random: &mut Random| -> Vec<Stride> {
                let count = random.below(5);
                let one = |random: &mut Random| step(random.below(2) as u8, random.below(3) as i8 - 1);
                (0..count).map(|_| one(random)).filter(|stride| (stride.files, stride.rows) != (0, 0)).collect()
            };
            let change = match random.below(4) {
                0 => SheetEdit::Walk {
                    piece: piece.name.clone(),
                    moves: strides(&mut random),
                    captures: strides(&mut random),
                },
                1 => SheetEdit::Put {
                    square: [random.below(4), random.below(4)],
                    man: random.one_in(2).then_some(piece.letter),
                },
                2 => SheetEdit::Becomes { piece: piece.name.clone(), into: vec![found.pieces[0].name.clone()] },
                _ => {
                    let kinds =
                        [GoalKind::Captured, GoalKind::Reaches, GoalKind::StuckLoses, GoalKind::Repetition];
                    SheetEdit::Goal { goal: goal(kinds[random.below(4)], &piece.name), holds: random.one_in(2) }
                }
            };
            let Ok(new) = edit(&text, &Shipped, &change) else { continue };
            let after = sheet(&new, &Shipped);
            let context = format!("{id}: {change:?}\n{new}");
            let own = |sheet: &Sheet| sheet.by_hand.iter().map(|one| one.text.clone()).collect::<Vec<_>>();
            // A rewritten sentence can add a part that no sheet shows, so compare only in one direction.
            assert!(own(&found).iter().all(|text| own(&after).contains(text)), "{context}");
            match &change {
                SheetEdit::Walk { moves, captures, .. } => {
                    let of = |list: &[Stride]| list.iter().copied().collect::<std::collections::BTreeSet<_>>();
                    let now = self::piece(&after, &piece.name);
                    assert_eq!((of(&now.moves), of(&now.captures)), (of(moves), of(captures)), "{context}");
                }
                SheetEdit::Put { square: [row, place], man } => {
                    assert_eq!(after.start.expect("it was shown")[*row][*place], *man, "{context}");
                }
                SheetEdit::Becomes { into, .. } => {
                    assert_eq!(&self::piece(&after, &piece.name).becomes, into, "{context}");
                }
                SheetEdit::Goal { goal, holds } => {
                    assert_eq!(after.goals.iter().any(|other| other.kind == goal.kind), *holds, "{context}");
                }
                _ => {}
            }
            text = new;
        }
    }
}

#[test]
fn descriptions_follow_renamed_pieces() {
    let text = template("small", None);
    let call = |text: &str, piece: &str, name: &str, french: Option<&str>| {
        let letter = sheet(text, &Shipped).pieces.iter().find(|one| one.name == piece).unwrap().letter;
        let (piece, name) = (piece.to_owned(), name.to_owned());
        let change = SheetEdit::Piece { piece, name, letter, worth: None, french: french.map(str::to_owned) };
        edit(text, &Shipped, &change).map_err(|error| error.problem().en)
    };
    let line = |text: &str, begin: &str| {
        let found = text.lines().map(str::trim).find(|line| line.starts_with(begin));
        found.unwrap_or_default().to_owned()
    };
    let english = call(&text, "Runner", "Otter", Some("Coureur")).unwrap();
    assert_eq!(line(&english, "says"), "says \"An Otter next to its own Lantern cannot be captured.\"");
    assert_eq!(line(&english, "fr"), line(&text, "fr"));
    let french = call(&english, "Otter", "Otter", Some("Loutre")).unwrap();
    assert_eq!(line(&french, "fr"), "fr \"Un Loutre à côté de sa Lanterne ne peut être pris.\"");
    assert_eq!(line(&french, "says"), line(&english, "says"));
    assert_eq!(line(&french, "piece R"), "piece R \"Otter\" fr \"Loutre\"");
    // Without a French name, the piece keeps the same name in both languages.
    let alike = call(&french, "Lantern", "Lantern", None).unwrap();
    assert_eq!(line(&alike, "fr"), "fr \"Un Loutre à côté de sa Lantern ne peut être pris.\"");
    let beacon = call(&alike, "Lantern", "Beacon", None).unwrap();
    assert_eq!(line(&beacon, "fr"), "fr \"Un Loutre à côté de sa Beacon ne peut être pris.\"");
    assert!(check(Source::new("small", beacon), &Shipped).is_playable());
    for bad in ["", " ", "a\"b", "a\nb", &"x".repeat(41)] {
        assert!(call(&text, "Runner", "Runner", Some(bad)).is_err(), "{bad:?}");
    }
}

#[test]
fn lines_that_the_form_does_not_show_are_kept() {
    let text = SMALL.replace(
        "piece R \"Rook\" short \"R\" fr \"Tour\"",
        "piece R \"Rook\" short \"R\" fr \"Tour\" drawn as \"Knight\" label \"RR\"",
    );
    let change = SheetEdit::Piece {
        piece: "Rook".into(),
        name: "Rook".into(),
        letter: 'R',
        worth: Some(7),
        french: Some("Tour".into()),
    };
    let (_, gone, come) = differs(&text, &change);
    assert_eq!(come, ["piece R \"Rook\" short \"R\" fr \"Tour\" worth 7 drawn as \"Knight\" label \"RR\""]);
    assert_eq!(gone.len(), 1);
    let wall = SMALL.replace("power guarded", "piece W \"Wall\" of nobody\n\npower guarded");
    let change = SheetEdit::Piece {
        piece: "Wall".into(),
        name: "Wall".into(),
        letter: 'W',
        worth: None,
        french: Some("Mur".into()),
    };
    assert_eq!(
        differs(&wall, &change).1,
        ["piece W \"Wall\" fr \"Mur\" of nobody"].map(|_| "piece W \"Wall\" of nobody")
    );
}
