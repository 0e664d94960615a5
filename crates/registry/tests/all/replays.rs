//! Tests replays of Game Courier's turns at every level of rule enforcement, and export and import of games.

use entourage_kernel::{Enforcement, Language, Random};
use entourage_registry::view::Judgement;
use entourage_registry::{AnyMatch, CourierError, Notation, Registry, Replay, ReplayError, Word, courier_text};

const EN: Language = Language::English;

/// Replays pasted Game Courier input; returns the error of the first line that cannot be played.
fn import(spec: &str, text: &str, enforcement: Enforcement) -> (Replay, Option<ReplayError>) {
    let game = Registry::built_in().open(spec).unwrap();
    let (begins, turns): (_, Vec<String>) = if text.starts_with('$') {
        let preset = game.read_preset(text).unwrap();
        assert!(preset.ignored.is_empty());
        (
            preset.opening.map(|opening| opening.text().to_owned()),
            preset.turns.into_iter().map(|(_, turn)| turn).collect(),
        )
    } else {
        (None, text.lines().map(str::to_owned).collect())
    };
    let mut replay = Replay::new(Registry::built_in().begin(spec, begins.as_deref(), enforcement).unwrap());
    let error = turns.iter().find_map(|turn| replay.line(turn).err());
    (replay, error)
}

fn is_by_hand(game: &dyn AnyMatch) -> Vec<bool> {
    game.record(EN).iter().map(|one| one.by_hand).collect()
}

const LOG: &str = "S e3-e4\n// good luck\ns e9-e8\n-e6\nt f11-f6 // oh\n@-e6\nresign\n";

#[test]
fn each_enforcement_level_replays_as_much_of_a_log_as_it_allows() {
    let named = CourierError::Space("e6".to_owned());
    let (enforced, error) = import("toddler", LOG, Enforcement::Enforced);
    assert_eq!(error, Some(ReplayError::Refused(named.clone())));
    assert_eq!((enforced.played().moves().len(), enforced.turns()), (2, 3));
    let refused = enforced.refused().unwrap();
    assert_eq!((refused.turn, refused.text.as_str(), &refused.why), (3, "-e6", &named));

    // With warnings, spaces cannot be removed; the error names the space.
    let (warned, error) = import("toddler", LOG, Enforcement::Warned);
    assert_eq!(error, Some(ReplayError::Refused(named)));
    assert_eq!(warned.played().moves(), ["e9e8", "e3e4"]);

    let (free, error) = import("toddler", LOG, Enforcement::Free);
    assert_eq!((error, free.word(), free.turns()), (None, Some(Word::Resign), 6));
    assert_eq!(free.played().moves(), ["~Se9-e8", "~se3-e4", "~-e6", "~tf1-f6", "~@-e6"]);
    assert_eq!(free.refused(), enforced.refused());
    assert_eq!(free.lawful().unwrap().moves(), enforced.played().moves());
    let mut before = free.played().copy();
    assert!(before.undo() && before.undo());
    assert_eq!(before.view(EN).removed, ["e6"]);
    assert_eq!(free.played().view(EN).removed, [""; 0]);
}

#[test]
fn a_warned_replay_plays_refused_turns_by_hand_and_marks_them() {
    let (warned, error) =
        import("chess", "P e2-e4\np e7-e4\nP d2-d4 // fine\nn b8-d4; q-d4\nwon", Enforcement::Warned);
    assert_eq!((error, warned.word()), (None, Some(Word::Won)));
    assert_eq!(warned.played().moves(), ["e2e4", "~pe7-e4", "d2d4", "~nb8-d4;q-d4"]);
    assert_eq!(is_by_hand(warned.played()), [false, true, false, true]);
    assert_eq!(warned.refused().unwrap().turn, 2);
    assert_eq!(warned.lawful().unwrap().moves(), ["e2e4"]);
    // A game that the rules have ended is over.
    let mate = "P f2-f3\np e7-e5\nP g2-g4\nq d8-h4\nP a2-a3";
    let (warned, error) = import("chess", mate, Enforcement::Warned);
    assert!(matches!(error, Some(ReplayError::Refused(CourierError::Ended(_)))));
    assert_eq!(warned.played().moves().len(), 4);
    let (free, error) = import("chess", mate, Enforcement::Free);
    assert_eq!((error, free.played().moves().len(), free.refused().unwrap().turn), (None, 5, 5));
}

#[test]
fn impossible_turns_stop_a_replay_at_every_enforcement_level() {
    let label = CourierError::WrongLabel { written: "C".into(), standing: "S".into(), coordinate: "d3".into() };
    for enforcement in Enforcement::ALL {
        let ends = |text: &str| match import("toddler", text, enforcement) {
            (replay, Some(ReplayError::Refused(error))) => (replay.turns(), error),
            (_, other) => panic!("{text}: {other:?}"),
        };
        assert_eq!(ends("S e3-e4\ns e9-e8\nC d3-d4"), (3, label.clone()));
        assert_eq!(ends("e5-e6"), (1, CourierError::NoPiece("e5".into())));
        assert_eq!(ends("S*e5"), (1, CourierError::NoHand));
        for text in ["e9e8", "~Se9-e8", "1.S e3-e4", "S e3 e4", "S e3-z4"] {
            assert!(matches!(ends(text), (1, CourierError::Text(_))), "{text}");
        }
        // Move numbers are skipped, and are not part of the reported text.
        let (replay, error) = import("toddler", "1. S e3-e4\n1... s e9-e8\n2) S d3-d4", enforcement);
        assert_eq!((replay.turns(), error), (3, None), "{enforcement:?}");
        assert_eq!(ends("1. S e3-e4\n2. e5-e6"), (2, CourierError::NoPiece("e5".into())));
        let (replay, error) = import("toddler", "resign\nS e3-e4", enforcement);
        assert_eq!((error, replay.turns()), (Some(ReplayError::Over(Word::Resign)), 2));
    }
    assert!(matches!(
        import("toddler", "-e6\ne6-e7", Enforcement::Free).1,
        Some(ReplayError::Refused(CourierError::NoPiece(_)))
    ));
    assert!(matches!(
        import("toddler", "-e6\nS e3-e6", Enforcement::Free).1,
        Some(ReplayError::Refused(CourierError::NoSpace(_)))
    ));
}

/// Random legal games from any position round-trip through Game Courier's notation at every level of rule enforcement.
#[test]
fn legal_games_round_trip_at_every_enforcement_level() {
    let mut random = Random::new(21);
    for id in Registry::built_in().games() {
        let (mut whole, mut turns) = (0, 0);
        for round in 0..8 {
            let mut begun = Registry::built_in().open(id).unwrap().begin(None).unwrap();
            // Plays at least `plies` plies, and finishes the turn.
            let wander = |game: &mut dyn AnyMatch, plies: usize, random: &mut Random| {
                let mut mover = game.side_to_move();
                for ply in 0.. {
                    if ply >= plies && game.side_to_move() != mover {
                        break;
                    }
                    mover = game.side_to_move();
                    let Some(text) = random.pick(&game.legal_moves()).cloned() else { break };
                    game.play(&text).unwrap();
                }
            };
            if round % 2 == 1 {
                let mut before = begun.copy();
                wander(before.as_mut(), 9, &mut random);
                begun = Registry::built_in().open(id).unwrap().begin(Some(&before.position_text())).unwrap();
            }
            wander(begun.as_mut(), 24, &mut random);
            let text = courier_text(begun.as_ref());
            for enforcement in Enforcement::ALL {
                let (replay, error) = import(id, &text, enforcement);
                match error {
                    None => {}
                    // The turn is ambiguous on the board, or the last one is unfinished.
                    Some(ReplayError::Refused(CourierError::Ambiguous(_) | CourierError::Unfinished)) => {
                        continue;
                    }
                    Some(error) => panic!("{id} {enforcement}: {error:?} in\n{text}"),
                }
                let played = replay.played();
                assert_eq!(played.start_text(), begun.start_text(), "{text}");
                assert_eq!(
                    played.pieces(),
                    begun.pieces(),
                    "{id} {enforcement}\n{text}\n{:?}\n{:?}",
                    begun.moves(),
                    played.moves()
                );
                turns += replay.turns();
                if replay.refused().is_none() {
                    whole += 1;
                    assert_eq!(played.side_to_move(), begun.side_to_move(), "{id} {enforcement}\n{text}");
                    if enforcement == Enforcement::Free {
                        let plain = !text.contains("//");
                        assert!(!plain || courier_text(played) == text, "{text}");
                    } else {
                        assert_eq!(played.position_text(), begun.position_text());
                        assert!(is_by_hand(played).iter().all(|by_hand| !by_hand));
                    }
                }
            }
        }
        assert!(whole >= 8 && turns > 150, "{id}: {whole} {turns}");
    }
}

/// Random manual moves, including removed and restored spaces, round-trip through Game Courier's notation.
#[test]
fn games_with_manual_turns_round_trip() {
    let mut random = Random::new(4);
    for id in Registry::built_in().games() {
        for enforcement in [Enforcement::Warned, Enforcement::Free] {
            let info = Registry::built_in().open(id).unwrap().info(EN);
            let squares: Vec<&str> = info.board.squares.iter().map(|square| square.name.as_str()).collect();
            let letters: Vec<char> = info.kinds.iter().flat_map(|kind| kind.letters).collect();
            for round in 0..6 {
                let mut game = Registry::built_in().begin(id, None, enforcement).unwrap();
                let (mut done, mut adrift) = (0, 0);
                for turn in 0..60 {
                    if turn == 20 && round % 2 == 1 {
                        // Restart from the current position, legal or not.
                        let start = game.position_text();
                        game = Registry::built_in().begin(id, Some(&start), enforcement).unwrap();
                        assert_eq!((game.start_text(), game.position_text()), (start.clone(), start));
                    }
                    if let Some(text) = random.pick(&game.legal_moves()).filter(|_| turn % 2 == 0) {
                        game.play(text).unwrap();
                        continue;
                    }
                    let mut square = || squares[random.below(squares.len())];
                    let (from, to) = (square(), square());
                    let letter = letters[random.below(letters.len())];
                    let entry = match random.below(8) {
                        0 => format!("{letter}-{to}"),
                        1 => format!("-{to}"),
                        2 => format!("@-{to}"),
                        3 => format!("{from}-; {letter}-{to}"),
                        4 => "pass".to_owned(),
                        _ => format!("{from}-{to}"),
                    };
                    let Ok(text) = game.hands().unwrap().by_hand(&entry, Notation::Ours) else { continue };
                    if game.play(&format!("~{text}")).is_ok() {
                        done += 1;
                        adrift += usize::from(game.view(EN).adrift);
                    }
                }
                let text = courier_text(game.as_ref());
                let (replay, error) = import(id, &text, enforcement);
                if matches!(error, Some(ReplayError::Refused(CourierError::Ended(_))))
                    && enforcement == Enforcement::Warned
                {
                    continue;
                }
                assert_eq!(error, None, "{id} {enforcement}\n{text}\n{:?}", game.moves());
                let played = replay.played();
                assert_eq!(
                    (played.start_text(), played.pieces()),
                    (game.start_text(), game.pieces()),
                    "{text}"
                );
                assert_eq!(played.view(EN).removed, game.view(EN).removed);
                if enforcement == Enforcement::Free {
                    assert_eq!(played.side_to_move(), game.side_to_move());
                    assert_eq!(played.moves().len(), game.moves().len(), "{text}");
                    assert!(done > 15 && adrift > 0, "{id}: {done} {adrift}");
                }
            }
        }
    }
}

#[test]
fn a_turn_finished_by_hand_is_one_line() {
    // The first ply is a legal move, the rest a manual move.
    let spec = "struggle:1=pact/KBGRY";
    let mut warned = Registry::built_in().begin(spec, None, Enforcement::Warned).unwrap();
    warned.play("b3||c11").unwrap();
    let by_hand = warned.hands().unwrap().by_hand("g-a7", Notation::Ours).unwrap();
    warned.play(&format!("~{by_hand}")).unwrap();
    assert_eq!(warned.moves().len(), 2);
    let turns = warned.courier_turns();
    assert_eq!(turns.len(), 1, "{turns:?}");
    assert_eq!(turns[0], "g-a7 // b3||c11");
    let (replay, error) = import(spec, &courier_text(warned.as_ref()), Enforcement::Warned);
    assert_eq!((error, replay.played().pieces()), (None, warned.pieces()));
}

#[test]
fn games_with_manual_moves_begin_from_any_board() {
    let board = "ta1,Ta11,-e6 2";
    let mut free = Registry::built_in().begin("toddler", Some(board), Enforcement::Free).unwrap();
    let view = free.view(EN);
    assert_eq!(
        (free.start_text().as_str(), view.side, view.adrift, view.removed.join(" ")),
        (board, 2, true, "e6".to_owned())
    );
    free.set_notation(Notation::Courier);
    match free.hands().unwrap().judge("ta1-a2", EN).unwrap() {
        Judgement::Unknown { sentence } => assert!(sentence.contains("the space e6 is missing"), "{sentence}"),
        other => panic!("{other:?}"),
    }
    free.play("~@-e6;ta1-a2").unwrap();
    assert!(!free.view(EN).adrift, "the rules allow it now");
    assert!(free.undo() && !free.undo());
    assert_eq!(free.position_text(), board);

    // With warnings, no space can be missing; with enforced rules, a game cannot start from a board at all.
    let warned = Registry::built_in().begin("toddler", Some(board), Enforcement::Warned).err().unwrap();
    assert!(warned.problem.en.contains("the space e6 cannot be removed or added"));
    let enforced = Registry::built_in().begin("toddler", Some(board), Enforcement::Enforced).err().unwrap();
    assert!(enforced.problem.fr.contains("avertissements"), "{enforced}");
    let two = Registry::built_in().begin("toddler", Some("ta1,Ta11,Tk11 1"), Enforcement::Warned).unwrap();
    assert!(two.legal_moves().is_empty() && two.view(EN).conditions[0].sentence.contains("at most one T"));
    // A board that the rules allow becomes an ordinary position.
    let known = Registry::built_in().begin("toddler", Some("ta1,Ta11 1"), Enforcement::Warned).unwrap();
    assert_eq!(known.start_text(), "t10/11/11/11/11/11/11/11/11/11/T10 w -");
    for (text, part) in [
        ("Ta11,ta1 1", "the canonical form is ta1,Ta11"),
        ("ta1,,Ta11 1", "expected a letter"),
        ("ta1,Ta12 1", "expected a letter"),
        ("ya1 1", "no piece has this letter"),
        (" 1", "expected a letter"),
        ("ta1,Ta11 3", "no piece has this letter"),
        ("11/11 1", "rows"),
    ] {
        let error = Registry::built_in().begin("toddler", Some(text), Enforcement::Free).err().unwrap();
        assert!(error.to_string().contains(part), "{text}: {error}");
        assert!(text[error.at..].starts_with(&error.token));
    }
}

#[test]
fn a_pasted_board_that_the_rules_refuse_is_kept_for_manual_moves() {
    let toddler = Registry::built_in().open("toddler").unwrap();
    let gone = toddler.sketch("t9-/*/*/*/*/*/*/*/*/*/T10");
    assert_eq!((gone.board.as_deref(), gone.draft, gone.courier), (Some("ta1,Ta11,-k1 1"), None, true));
    assert!(gone.problem.unwrap().problem.en.contains("the space k1 is missing"));
    // A sketch can be in the notation of games with manual moves, or in the game's own notation.
    let again = toddler.sketch(" ta1,Ta11,-k1 2\n");
    assert_eq!((again.board.as_deref(), again.courier), (Some("ta1,Ta11,-k1 2"), false));
    let known = toddler.sketch("ta1,Ta11 1");
    assert_eq!((known.text.as_str(), known.problem), ("t10/11/11/11/11/11/11/11/11/11/T10 w -", None));
    let two = toddler.sketch("t10/11/11/11/11/11/11/11/11/11/TT9 w -");
    assert_eq!(two.board.as_deref(), Some("ta1,Ta11,Tb11 1"));
    assert!(two.problem.is_some() && two.draft.is_some());
    assert_eq!(toddler.sketch("11/11 w -").board, None);
    // Errors name squares and pieces in the user's notation.
    let threat = toddler.sketch("t9E/11/11/11/11/11/11/11/11/11/T10 w -").problem.unwrap();
    assert!(threat.problem.en.contains("Toddler on a1 is attacked from k1"), "{threat}");
    let threat = threat.for_courier();
    assert!(threat.problem.en.contains("Toddler on a11 is attacked from k11"), "{threat}");
    assert!(threat.problem.fr.contains("Bambin en a11 est attaqué depuis k11"), "{threat}");
    let many = toddler.sketch("t10/11/11/11/11/11/11/11/11/GG9/T10 w -").problem.unwrap();
    assert!(
        many.problem.en.contains("at most one G") && many.for_courier().problem.en.contains("at most one W")
    );
}
