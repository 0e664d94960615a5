//! Tests the object-safe interface for every built-in game.

use entourage_kernel::{Language, Problem, Random, TextError};
use entourage_registry::{AnyMatch, CourierError, Notation, PlayError, Registry, SearchSettings, SetupError};

#[test]
fn views_agree_with_the_legal_moves_along_random_games() {
    for id in Registry::built_in().games() {
        let game = Registry::built_in().open(&format!("{id}:repetition=3,quiet-limit=100")).unwrap();
        let mut random = Random::new(7);
        let mut played = game.begin(None).unwrap();
        for ply in 0..60 {
            let legal = played.legal_moves();
            let language = Language::ALL[ply % 2];
            let view = played.view(language);
            assert_eq!(view.moves.iter().map(|view| view.text.clone()).collect::<Vec<_>>(), legal);
            assert_eq!(view.status, played.status().to_string());
            assert!(!view.status_text.is_empty());
            for offered in &view.moves {
                assert!(!offered.sentence.is_empty() && !offered.sentence.contains("{}"), "{}", offered.text);
                let explained = played.explain(&offered.text, language).unwrap();
                assert!(explained.legal && explained.sentence == offered.sentence);
                if !offered.squares.is_empty() {
                    let squares: Vec<String> = offered.squares.iter().map(ToString::to_string).collect();
                    assert!(played.explain_squares(&squares, language).unwrap().legal);
                }
            }
            let Some(chosen) = random.pick(&legal) else { break };
            played.play(chosen).unwrap();
        }
        assert_eq!(played.record(Language::English).len(), played.moves().len());
        let again = game.begin(Some(&played.start_text())).unwrap();
        let mut again = again;
        played.moves().iter().for_each(|text| again.play(text).unwrap());
        assert_eq!(again.position_text(), played.position_text());
    }
}

#[test]
fn a_refused_move_changes_nothing_and_is_explained() {
    for id in Registry::built_in().games() {
        let mut played = Registry::built_in().open(id).unwrap().begin(None).unwrap();
        let before = played.position_text();
        let squares = Registry::built_in().open(id).unwrap().topology().squares.clone();
        let same = format!("{0}{0}", squares[0].name);
        match played.play(&same) {
            Err(PlayError::Refused(refusal)) => {
                for language in Language::ALL {
                    let sentences = played.refusal_sentences(&refusal, language);
                    assert!(
                        !sentences.is_empty() && sentences.iter().all(|reason| !reason.sentence.is_empty())
                    );
                }
            }
            other => panic!("{other:?}"),
        }
        assert!(matches!(played.play("nonsense!"), Err(PlayError::Text(_))));
        assert_eq!(played.position_text(), before);
        assert!(!played.undo());
    }
}

#[test]
fn searches_find_a_legal_move_in_slices_and_in_one_run() {
    use entourage_registry::{Limits, NoClock};
    for id in Registry::built_in().games() {
        let played = Registry::built_in().open(id).unwrap().begin(None).unwrap();
        let settings = SearchSettings { table_mb: 1, seed: 1, ..SearchSettings::default() };
        let limits = Limits { depth: Some(2), ..Limits::NONE };
        let mut reports = 0;
        let stop = std::sync::atomic::AtomicBool::new(false);
        let thought = played.search(settings).run(limits, &NoClock, &stop, &mut |_| reports += 1);
        assert_eq!((thought.depth, reports), (2, 2));
        assert!(played.legal_moves().contains(&thought.best.unwrap()));
        for level in entourage_registry::Level::ALL {
            let mut search = played.search(SearchSettings { level: Some(level), ..settings });
            let best = loop {
                let thought = search.advance(5_000);
                if thought.done {
                    break thought.best.unwrap();
                }
            };
            assert!(played.legal_moves().contains(&best));
        }
    }
}

#[test]
fn setups_are_checked_written_to_specs_and_suggested() {
    let games: Vec<_> =
        Registry::built_in().games().iter().map(|id| Registry::built_in().open(id).unwrap()).collect();
    assert!(games.iter().any(|game| game.info(Language::English).catalogue.is_some()));
    for game in games {
        let info = game.info(Language::French);
        let Some(catalogue) = info.catalogue else {
            assert!(matches!(game.check_setup(0, ""), Err(SetupError::NoChoice)));
            assert_eq!(game.suggest_setup(0, 1), None);
            continue;
        };
        assert!(matches!(game.check_setup(catalogue.picks + 1, ""), Err(SetupError::NoChoice)));
        for seed in 0..200 {
            let picks = seed as usize % (catalogue.picks + 1);
            let [one, two] = [seed, seed + 1000].map(|seed| game.suggest_setup(picks, seed).unwrap());
            assert_eq!(game.check_setup(picks, &one).unwrap(), one);
            let wrong = game.check_setup((picks + 1) % (catalogue.picks + 1), &one);
            assert!(matches!(wrong, Err(SetupError::Count { .. })), "{wrong:?}");
            let spec = game.setup_spec([Some(&one), Some(&two)]).unwrap();
            let joined = Registry::built_in().open(&spec).unwrap();
            assert_eq!(joined.spec(), spec);
            joined.begin(None).unwrap();
            assert_eq!(joined.setup_spec([None, None]).unwrap(), game.spec());
            assert_eq!(joined.check_setup(picks, &two).unwrap(), two, "new choices replace old ones");
        }
        let [a, b] = [0, 1].map(|index| catalogue.cards[index].code.as_str());
        let strict = Registry::built_in().open(&format!("{}:ban={a}+{b}", game.spec())).unwrap();
        let names = [0, 1].map(|index| catalogue.cards[index].name.as_str());
        let refused = strict.check_setup(2, &format!("{b}@Z+{a}")).unwrap_err();
        assert_eq!((refused.code(), refused.cards()), ("banned", vec![a, b]));
        for language in Language::ALL {
            assert!(refused.sentence(language).contains(&format!("ban={a}+{b}")));
        }
        assert!(names.iter().all(|name| refused.sentence(Language::French).contains(name)));
        assert_eq!(strict.info(Language::English).catalogue.unwrap().bans, [[0, 1]]);
        for bad in ["", "?", "a,2=b", "nonesuch/KBGRY", "/", "é/é"] {
            assert!(game.check_setup(catalogue.picks, bad).is_err(), "{bad}");
        }
        let Err(SetupError::Text(error)) = game.check_setup(1, "nonesuch/KBGRY") else { panic!() };
        assert_eq!((error.token.as_str(), error.at), ("nonesuch", 0));
        let error = game.setup_spec([Some(""), Some("nonesuch")]).unwrap_err();
        assert_eq!((error.token.as_str(), error.at), ("nonesuch", 0));
    }
}

#[test]
fn text_errors_are_in_both_languages() {
    let spoken = |error: TextError| {
        let [en, fr] = Language::ALL.map(|language| error.message(language));
        assert!(!error.problem.is_empty() && en != fr, "{en} {fr}");
        error
    };
    let translated = |error: TextError| {
        let Problem { en, fr, .. } = spoken(error).problem;
        assert_ne!(en, fr);
    };
    for spec in ["", "nonesuch", "nonesuch:", "nonesuch:repetition=1", "nonesuch:repetition=3,repetition=3"] {
        translated(Registry::built_in().open(spec).err().unwrap().into());
    }
    for id in Registry::built_in().games() {
        spoken(Registry::built_in().open(&format!("{id}:nonesuch")).err().unwrap().into());
        let game = Registry::built_in().open(id).unwrap();
        spoken(game.begin(Some("nonesuch")).err().unwrap());
        spoken(game.check_move_text("nonesuch").unwrap_err());
        let begun = game.begin(None).unwrap();
        translated(begun.explain_squares(&["nonesuch".to_owned()], Language::French).err().unwrap());
        translated(begun.explain_squares(&[], Language::French).err().unwrap());
    }
}

#[test]
fn moves_round_trip_in_the_chosen_notation() {
    for id in Registry::built_in().games() {
        let game = Registry::built_in().open(id).unwrap();
        let info = game.info(Language::English);
        let [first, second] = &info.courier.labels;
        assert!(first.len() == info.kinds.len() && second.len() == info.kinds.len());
        let squares = info.board.squares.len();
        assert!(info.courier.coordinates.as_ref().is_none_or(|names| names.len() == squares));
        assert!(info.courier.beside.as_ref().is_none_or(|texts| texts.len() == info.board.labels.len()));
        let mut random = Random::new(11);
        let mut played = game.begin(None).unwrap();
        for _ in 0..30 {
            let legal = played.legal_moves();
            for offered in played.view(Language::English).moves {
                // Entourage's notation is the game's short notation if it has one, otherwise the canonical notation.
                assert_eq!(offered.written, played.write_short(&offered.text));
                let Some(short) = offered.written else { continue };
                assert_eq!(played.read_short(&short), Some(vec![offered.text.clone()]));
                assert_eq!(
                    played.typed_moves(&short, Notation::Ours),
                    Ok(vec![offered.text.clone()]),
                    "{short}"
                );
            }
            played.set_notation(Notation::Courier);
            for offered in played.view(Language::English).moves {
                let written = offered.written.expect("every move is written");
                assert_eq!(played.write_variation(std::slice::from_ref(&offered.text)), [written]);
            }
            played.set_notation(Notation::Ours);
            let Some(chosen) = random.pick(&legal) else { break };
            let expected = played.write_short(chosen).unwrap_or_else(|| chosen.clone());
            assert_eq!(played.write_variation(&[chosen.clone(), "no move".into()]), [expected]);
            played.play(chosen).unwrap();
        }
    }
}

#[test]
fn sentences_name_squares_in_the_chosen_notation() {
    let mut played = Registry::built_in().open("toddler").unwrap().begin(None).unwrap();
    let sentence =
        |played: &dyn AnyMatch| played.explain("e9e7", Language::English).unwrap().reasons[0].sentence.clone();
    let ours = sentence(played.as_ref());
    played.set_notation(Notation::Courier);
    let theirs = sentence(played.as_ref());
    assert!(ours.contains("e9") && theirs.contains("e3") && !theirs.contains("e9"), "{ours} / {theirs}");
    let view = played.view(Language::French);
    let moved = view.moves.iter().find(|offered| offered.text == "e9e8").unwrap();
    assert_eq!((moved.written.as_deref(), moved.squares.join(" ")), (Some("S e3-e4"), "e9 e8".to_owned()));
    assert!(moved.sentence.contains("e3 → e4"), "{}", moved.sentence);
    played.play("e9e8").unwrap();
    assert_eq!(played.record(Language::English)[0].written.as_deref(), Some("S e3-e4"));
    // The alternatives listed for an ambiguous entry use the entry's notation.
    let mut many = Registry::built_in()
        .open("toddler")
        .unwrap()
        .begin(Some("4t6/11/3n1s5/2s1s1s4/5C5/2N8/7I3/11/4P6/2A5T2/6w1E1G w -"))
        .unwrap();
    many.set_notation(Notation::Courier);
    match many.typed_moves("Cx", Notation::Courier) {
        Err(CourierError::Ambiguous(texts)) => {
            assert!(texts.iter().all(|text| text.starts_with("C f7-")), "{texts:?}")
        }
        other => panic!("{other:?}"),
    }
}
