//! Tests manual moves for every built-in game.

use entourage_kernel::{Enforcement, Language, Random};
use entourage_registry::view::Judgement;
use entourage_registry::{AnyMatch, CourierError, HandError, Notation, PlayError, Registry};

const EN: Language = Language::English;

fn legs(error: PlayError) -> CourierError {
    match error {
        PlayError::Hand(HandError::Legs(error)) => error,
        other => panic!("{other:?}"),
    }
}

fn turn(legs: &str) -> String {
    format!("~{legs}")
}

fn judgement(game: &dyn AnyMatch) -> Judgement {
    game.hands().unwrap().judge_last(EN).unwrap()
}

fn legal_turn(game: &dyn AnyMatch, random: &mut Random) -> Option<(String, Vec<String>)> {
    let mut tried = game.copy();
    let (side, mut moves) = (tried.side_to_move(), Vec::new());
    while tried.side_to_move() == side && tried.status().outcome().is_none() {
        let chosen = random.pick(&tried.legal_moves())?.clone();
        tried.play(&chosen).unwrap();
        moves.push(chosen);
    }
    Some((tried.courier_turns().last()?.clone(), moves))
}

#[test]
fn legal_manual_turns_match_the_rules() {
    let mut random = Random::new(11);
    for id in Registry::built_in().games() {
        let mut judged = 0;
        for _ in 0..6 {
            let mut plain = Registry::built_in().open(id).unwrap().begin(None).unwrap();
            let mut free = Registry::built_in().begin(id, None, Enforcement::Free).unwrap();
            for _ in 0..16 {
                let Some((written, moves)) = legal_turn(plain.as_ref(), &mut random) else { break };
                if plain.status().outcome().is_some() || written.is_empty() || written.starts_with("//") {
                    break;
                }
                let text = free.hands().unwrap().by_hand(&written, Notation::Courier).unwrap();
                free.play(&turn(&text)).unwrap();
                moves.iter().for_each(|text| plain.play(text).unwrap());
                match judgement(free.as_ref()) {
                    Judgement::Allowed { .. } => {}
                    other => panic!("{id}: {written}: {other:?}"),
                }
                judged += 1;
                // State that the board does not show can differ if the turn was ambiguous.
                assert_eq!(free.pieces(), plain.pieces(), "{id} {written}");
                assert_eq!(free.side_to_move(), plain.side_to_move());
                if free.position_text() != plain.position_text() {
                    break;
                }
            }
            let view = free.view(Language::French);
            assert!(view.moves.is_empty() && view.ended.is_none() && view.alert.is_none() && !view.adrift);
            let again = replayed(id, Enforcement::Free, free.as_ref());
            assert_eq!(again.position_text(), free.position_text());
            let record = free.record(EN);
            assert_eq!(record.len(), free.moves().len());
            assert!(record.iter().all(|one| one.by_hand && !one.sentence.is_empty() && one.written.is_some()));
            assert!(record.iter().zip(1..).all(|(one, ply)| one.ply == ply));
        }
        assert!(judged > 20, "{id}: {judged}");
    }
}

fn replayed(id: &str, enforcement: Enforcement, game: &dyn AnyMatch) -> Box<dyn AnyMatch> {
    let mut again = Registry::built_in().begin(id, None, enforcement).unwrap();
    for text in game.moves() {
        again.play(&text).unwrap();
    }
    assert_eq!(again.moves(), game.moves());
    again
}

#[test]
fn random_manual_turns_replay_and_undo() {
    let mut random = Random::new(5);
    for id in Registry::built_in().games() {
        let info = Registry::built_in().open(id).unwrap().info(EN);
        let squares: Vec<&str> = info.board.squares.iter().map(|square| square.name.as_str()).collect();
        let letters: Vec<char> = info.kinds.iter().flat_map(|kind| kind.letters).collect();
        let mut free = Registry::built_in().begin(id, None, Enforcement::Free).unwrap();
        let start = free.position_text();
        let (mut done, mut adrift, mut texts) = (0, 0, vec![start]);
        for _ in 0..300 {
            let mut square = || squares[random.below(squares.len())];
            let (from, to) = (square(), square());
            let letter = letters[random.below(letters.len())];
            let entry = match random.below(9) {
                0 => format!("{letter}-{to}"),
                1 => format!("-{to}"),
                2..=4 => format!("@-{to}"),
                5 => format!("{from}-; {letter}-{to}"),
                6 => "pass".to_owned(),
                _ => format!("{from}-{to}"),
            };
            let Ok(text) = free.hands().unwrap().by_hand(&entry, Notation::Ours) else { continue };
            let asked = free.hands().unwrap().judge(&text, EN).unwrap();
            free.play(&turn(&text)).unwrap();
            assert_eq!(judgement(free.as_ref()), asked, "{id} {entry}");
            let view = free.view(EN);
            adrift += usize::from(view.adrift);
            assert_eq!(view.position, free.position_text());
            assert_eq!(view.pieces.len(), free.pieces().len());
            assert!(view.conditions.is_empty(), "the rules are off");
            texts.push(view.position);
            done += 1;
        }
        assert!(done > 100 && adrift > 10, "{id}: {done} {adrift}");
        let record = free.record(Language::French);
        assert_eq!(record.len(), done);
        assert!(
            record
                .iter()
                .zip(&texts[1..])
                .all(|(one, text)| one.position == *text && !one.sentence.contains("{}"))
        );
        let again = replayed(id, Enforcement::Free, free.as_ref());
        assert_eq!(again.position_text(), *texts.last().unwrap());
        while let Some(text) = texts.pop() {
            assert_eq!(free.position_text(), text);
            assert_eq!(free.undo(), !texts.is_empty());
        }
    }
}

#[test]
fn a_wrong_label_is_refused_at_every_enforcement_level() {
    for id in Registry::built_in().games() {
        for enforcement in Enforcement::ALL {
            let mut game = Registry::built_in().begin(id, None, enforcement).unwrap();
            let info = Registry::built_in().open(id).unwrap().info(EN);
            let view = game.view(EN);
            let piece = &view.pieces[0];
            let standing = info.kinds[piece.kind].letters[piece.side - 1].to_string();
            let wrong = info.kinds[(piece.kind + 1) % info.kinds.len()].letters[piece.side - 1].to_string();
            let free = info.board.squares.iter().map(|square| &square.name);
            let to =
                free.into_iter().find(|name| view.pieces.iter().all(|piece| piece.square != **name)).unwrap();
            let typed = format!("{wrong} {}-{to}", piece.square);
            let named = CourierError::WrongLabel {
                written: wrong.clone(),
                standing,
                coordinate: piece.square.to_owned(),
            };
            if enforcement == Enforcement::Enforced {
                assert_eq!(game.typed_moves(&typed, Notation::Ours), Err(named), "{id}");
            } else {
                assert_eq!(game.hands().unwrap().by_hand(&typed, Notation::Ours), Err(named.clone()));
                let text = turn(&format!("{wrong}{}-{to}", piece.square));
                assert_eq!(legs(game.play(&text).unwrap_err()), named);
            }
            assert!(game.moves().is_empty());
        }
    }
}

#[test]
fn warned_games_accept_illegal_turns_by_hand_and_mark_them() {
    let mut game = Registry::built_in().begin("chess", None, Enforcement::Warned).unwrap();
    assert_eq!(game.view(EN).moves.len(), 20);
    match game.play("~Pe2-e4").unwrap_err() {
        PlayError::Hand(HandError::Allowed(moves)) => assert_eq!(moves, ["e2e4"]),
        other => panic!("{other:?}"),
    }
    assert!(matches!(game.play("e2e5"), Err(PlayError::Refused(_))));
    let text = game.hands().unwrap().by_hand("e2e5", Notation::Ours).unwrap();
    assert_eq!(text, "Pe2-e5");
    match game.hands().unwrap().judge(&text, EN).unwrap() {
        Judgement::Refused { reasons } => assert!(!reasons[0].sentence.is_empty()),
        other => panic!("{other:?}"),
    }
    game.play(&turn(&text)).unwrap();
    game.play("d7d5").unwrap();
    assert!(!game.legal_moves().contains(&"e5f6".to_owned()) && game.legal_moves().len() > 20);
    let record = game.record(EN);
    assert_eq!((record[0].by_hand, record[1].by_hand, record[1].ply), (true, false, 2));
    assert_eq!(record[0].sentence, "Pawn e2 → e5");
    assert_eq!(game.view(EN).ply, 2);
    // Spaces cannot be removed.
    assert_eq!(legs(game.play("~-a3").unwrap_err()), CourierError::Space("a3".into()));
    // A position that the rules do not allow has no legal moves, and the game continues with manual moves.
    game.play("~Pe5-e8").unwrap();
    let view = game.view(EN);
    assert!(view.adrift && view.moves.is_empty());
    assert!(view.conditions[0].sentence.contains("no pawn can be"), "{}", view.conditions[0].sentence);
    assert!(matches!(legs(game.play("a7a6").unwrap_err()), CourierError::Adrift(_)));
    assert_eq!(game.explain("a7a6", EN).unwrap().reasons[0].code, "adrift");
    game.play("~k-e8").unwrap();
    assert!(!game.view(EN).adrift && game.legal_moves().contains(&"e1e2".to_owned()));
    assert_eq!(game.moves(), ["~Pe2-e5", "d7d5", "~Pe5-e8", "~k-e8"]);
    for _ in 0..4 {
        assert!(game.undo());
    }
    assert!(!game.undo());
    assert_eq!(
        game.position_text(),
        Registry::built_in().open("chess").unwrap().begin(None).unwrap().position_text()
    );
}

#[test]
fn free_games_remove_and_restore_spaces() {
    for id in Registry::built_in().games() {
        let mut free = Registry::built_in().begin(id, None, Enforcement::Free).unwrap();
        let square = Registry::built_in().open(id).unwrap().topology().squares[0].name.clone();
        free.play(&turn(&format!("-{square}"))).unwrap();
        assert!(matches!(judgement(free.as_ref()), Judgement::Refused { .. }));
        let view = free.view(EN);
        assert_eq!((view.removed, view.adrift), (vec![square.to_string()], true));
        let twice = legs(free.play(&turn(&format!("-{square}"))).unwrap_err());
        assert_eq!(twice, CourierError::NoSpace(square.to_string()));
        free.play(&turn(&format!("@-{square}"))).unwrap();
        match judgement(free.as_ref()) {
            Judgement::Unknown { sentence } => assert!(sentence.contains(&*square), "{sentence}"),
            other => panic!("{other:?}"),
        }
        assert!(free.view(EN).removed.is_empty());
        assert!(free.play("pass").is_err() && free.moves().len() == 2);
    }
}

#[test]
fn enforced_games_refuse_manual_turns() {
    for id in Registry::built_in().games() {
        let mut game = Registry::built_in().begin(id, None, Enforcement::Enforced).unwrap();
        assert!(game.hands().is_none());
        assert_eq!(game.play("~pass"), Err(PlayError::Hand(HandError::Enforcement(Enforcement::Enforced))));
    }
}

/// Tests that corrupted moves cause no panic, change nothing if refused, and are recorded as entered if accepted.
#[test]
fn corrupt_turns_are_canonical_or_refused() {
    const LETTERS: [&str; 16] =
        ["-", ";", "@", " ", "a", "e", "1", "11", "P", "k", "*", "é", "~", "pass", "\0", "-e4"];
    let mut random = Random::new(3);
    for id in Registry::built_in().games() {
        let mut free = Registry::built_in().begin(id, None, Enforcement::Free).unwrap();
        let seeds = ["Pe2-e4;Q-e8", "@-a1;-b2;b2-;c1-", "Sk3-k4", "pass", "e4-e5", "K e1-g1; R h1-f1"];
        for _ in 0..3000 {
            let mut text: Vec<String> = random.pick(&seeds).unwrap().chars().map(String::from).collect();
            for _ in 0..1 + random.below(4) {
                let at = random.below(text.len() + 1);
                match random.below(3) {
                    0 if at < text.len() => drop(text.remove(at)),
                    1 if at < text.len() => text[at] = LETTERS[random.below(LETTERS.len())].to_owned(),
                    _ => text.insert(at, LETTERS[random.below(LETTERS.len())].to_owned()),
                }
            }
            let text = text.concat();
            let before = free.position_text();
            for notation in [Notation::Ours, Notation::Courier] {
                let _ = free.hands().unwrap().by_hand(&text, notation);
            }
            match free.play(&turn(&text)) {
                Ok(()) => {
                    assert_eq!(free.record(EN).last().unwrap().text, turn(&text));
                    assert_eq!(free.hands().unwrap().by_hand("pass", Notation::Ours), Ok("pass".into()));
                    assert!(free.undo());
                }
                Err(PlayError::Hand(error)) => assert!(!error.problem().is_empty(), "{text}"),
                Err(other) => panic!("{text}: {other:?}"),
            }
            assert_eq!(free.position_text(), before);
        }
        assert!(free.play(&turn(&["pass"; 2].join(";"))).is_err());
        let square = Registry::built_in().open(id).unwrap().topology().squares[0].name.clone();
        let long = vec![format!("@-{square}"); 65].join(";");
        assert!(matches!(legs(free.play(&turn(&long)).unwrap_err()), CourierError::Text(_)));
    }
}
