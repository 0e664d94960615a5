//! Tests that games that exceed the limits or contradict themselves are refused without panicking.

use std::borrow::Cow;
use std::sync::Arc;

use entourage_kernel::{
    Adjudication, Board, Card, Catalogue, Effect, Effects, Evaluate, FormField, Intent, Kind, Language,
    Metadata, Misfit, Outcome, Piece, PieceKind, Presentation, Reading, Reason, Refusal, RowOrder, Rules, Side,
    Square, Text, TextError, Topology, Voice, form_rows, shared_strs,
};
use entourage_registry::{
    AnyGame, Definition, DefinitionError, Gallery, OpenError, PlayError, Registry, SearchSettings, face,
};

use crate::lanterns::{Lanterns, as_lanterns};

#[derive(Clone)]
struct Spoilt {
    metadata: Metadata,
    topology: Topology,
    catalogue: Option<Catalogue>,
    banned: Vec<[usize; 2]>,
    more: Vec<Effect>,
    tried: Vec<Intent>,
}

impl Spoilt {
    fn new() -> Self {
        Self {
            metadata: Lanterns.metadata().clone(),
            topology: Lanterns.topology().clone(),
            catalogue: None,
            banned: Vec::new(),
            more: Vec::new(),
            tried: Vec::new(),
        }
    }
}

impl Rules for Spoilt {
    as_lanterns!(positions);

    fn metadata(&self) -> &Metadata {
        &self.metadata
    }
    fn topology(&self) -> &Topology {
        &self.topology
    }
    fn catalogue(&self) -> Option<&Catalogue> {
        self.catalogue.as_ref()
    }
    fn banned_cards(&self) -> Vec<[usize; 2]> {
        self.banned.clone()
    }
    fn candidates(&self, position: &Self::Position) -> Vec<Intent> {
        let mut tried = Lanterns.candidates(position);
        tried.extend(&self.tried);
        tried
    }
    fn judge(&self, position: &Self::Position, intent: Intent) -> Result<(), Refusal> {
        if self.tried.contains(&intent) { Ok(()) } else { Lanterns.judge(position, intent) }
    }
    fn effects(&self, position: &Self::Position, intent: Intent) -> Effects {
        Lanterns.effects(position, intent).into_iter().chain(self.more.iter().copied()).collect()
    }
}

impl Presentation for Spoilt {
    fn reason_codes(&self) -> Vec<&str> {
        Vec::new()
    }
    fn sentence(&self, _: &Self::Position, _: &Reason, _: Voice<'_>) -> Option<String> {
        None
    }
}

impl Evaluate for Spoilt {}

fn misfit(spoil: impl FnOnce(&mut Spoilt)) -> Option<Misfit> {
    let mut game = Spoilt::new();
    spoil(&mut game);
    let found = face(game, Adjudication::NONE).err()?;
    let problem = found.problem();
    assert!(!problem.en.is_empty() && problem.en != problem.fr, "{found:?}");
    Some(found)
}

fn card() -> Card {
    Card {
        code: "a".into(),
        name: Text::new("a", "a"),
        summary: Text::new("a", "a"),
        text: Text::new("a", "a"),
        bound: None,
        once: false,
        costs_piece: false,
        examples: Cow::Borrowed(&[]),
    }
}

fn catalogue(cards: usize, picks: usize) -> Option<Catalogue> {
    let cards = vec![card(); cards].into();
    Some(Catalogue {
        cards,
        picks,
        arranged: Cow::Borrowed(&[]),
        places: [Cow::Borrowed(&[]), Cow::Borrowed(&[])],
    })
}

#[test]
fn oversized_games_are_refused() {
    assert_eq!(misfit(|_| {}), None);
    let grid = |files, rows| Topology::grid(files, rows, |row| row, |_, _| false);
    assert_eq!(misfit(|game| game.topology = grid(16, 8)), Some(Misfit::Squares { found: 128 }));
    assert_eq!(misfit(|game| game.topology = grid(1_000, 1)), Some(Misfit::Squares { found: 1_000 }));
    assert_eq!(misfit(|game| game.topology.squares.clear()), Some(Misfit::Squares { found: 0 }));
    assert_eq!(misfit(|game| game.topology = grid(4, 5)), Some(Misfit::Form));
    let twice = misfit(|game| game.topology.squares[1].name = "a5".into());
    assert_eq!(twice, Some(Misfit::SquareName { name: "a5".to_owned() }));
    for found in [0, 33, 300] {
        let kind = Lanterns.metadata().kinds[1].clone();
        let kinds: Vec<PieceKind> = vec![kind; found];
        assert_eq!(misfit(|game| game.metadata.kinds = kinds.into()), Some(Misfit::Kinds { found }));
    }
    let labels = misfit(|game| game.metadata.courier.labels = shared_strs!["L"]);
    assert_eq!(labels, Some(Misfit::Labels { found: 1, kinds: 2 }));
}

#[test]
fn position_forms_that_do_not_fit_are_refused() {
    fn fields(game: &mut Spoilt) -> &mut Vec<FormField> {
        game.metadata.form.fields.to_mut()
    }
    let spoils: [fn(&mut Spoilt); 5] = [
        |game| fields(game).clear(),
        |game| fields(game).truncate(1),
        |game| fields(game).push(FormField::Turn(["x".into(), "y".into()])),
        |game| fields(game).push(FormField::Beside(vec![Square::new(0)].into())),
        |game| fields(game)[0] = FormField::Rows(form_rows::<6>(5, RowOrder::Rising).to_vec().into()),
    ];
    for (index, spoil) in spoils.into_iter().enumerate() {
        assert_eq!(misfit(spoil), Some(Misfit::Form), "{index}");
    }
    // The start position cannot be read with these letters.
    let letters = misfit(|game| game.metadata.kinds.to_mut()[0].letters = ['X', 'X']);
    assert_eq!(letters, Some(Misfit::Start));
}

#[test]
fn catalogues_with_invalid_indices_are_refused() {
    assert_eq!(misfit(|game| game.catalogue = catalogue(256, 3)), None);
    assert_eq!(misfit(|game| game.catalogue = catalogue(257, 3)), Some(Misfit::Cards { found: 257 }));
    assert_eq!(misfit(|game| game.catalogue = catalogue(2, 3)), Some(Misfit::Cards { found: 2 }));
    let banned = misfit(|game| {
        game.catalogue = catalogue(2, 1);
        game.banned = vec![[0, 2]];
    });
    assert_eq!(banned, Some(Misfit::Cards { found: 2 }));
    let bound = misfit(|game| {
        game.catalogue = catalogue(2, 1);
        game.catalogue.as_mut().unwrap().cards.to_mut()[0].bound = Some(Kind(2));
    });
    assert_eq!(bound, Some(Misfit::Cards { found: 2 }));
}

#[test]
fn moves_with_impossible_effects_are_refused() {
    let (a5, c5, d5, e1) = (Square::new(0), Square::new(2), Square::new(3), Square::new(24));
    let (lantern, moth) = (Piece::new(Kind(0), Side::Second), Piece::new(Kind(1), Side::Second));
    let start = Lanterns.start();
    assert_eq!([a5, c5].map(|square| start.piece_at(square)), [Some(moth), Some(lantern)]);
    let spoils: [(&str, Vec<Effect>); 10] = [
        ("one effect too many", vec![Effect::Pass; 24]),
        ("many", vec![Effect::Pass; 1_000]),
        ("from an empty square", vec![Effect::Move { from: Square::new(12), to: Square::new(13) }]),
        ("to an occupied square", vec![Effect::Move { from: a5, to: c5 }]),
        ("off the board", vec![Effect::Move { from: a5, to: Square::new(126) }]),
        (
            "no such kind",
            vec![Effect::Place { square: Square::new(12), piece: Piece::new(Kind(2), Side::First) }],
        ),
        ("another piece", vec![Effect::Remove { square: c5, piece: moth }]),
        ("twice", vec![Effect::Remove { square: c5, piece: lantern }; 2]),
        ("piece moved away", vec![Effect::Swap { a: d5, b: e1 }, Effect::Remove { square: d5, piece: moth }]),
        (
            "no such kind to become",
            vec![Effect::Transform { square: a5, from: moth, to: Piece::new(Kind(9), Side::First) }],
        ),
    ];
    for (name, more) in spoils {
        let game = face(Spoilt { more, ..Spoilt::new() }, Adjudication::NONE).unwrap();
        let mut begun = game.begin(None).unwrap();
        assert!(begun.legal_moves().is_empty() && begun.status().outcome().is_some(), "{name}");
        let mut one = face(Spoilt { more: Vec::new(), ..Spoilt::new() }, Adjudication::NONE)
            .unwrap()
            .begin(None)
            .unwrap();
        assert!(!one.legal_moves().is_empty());
        one.play("a1a2").unwrap();
        assert!(matches!(begun.play("a1a2"), Err(PlayError::Ended(_) | PlayError::Refused(_))), "{name}");
        let told = begun.explain("a1a2", Language::English).unwrap();
        assert!(!told.legal, "{name}");
        assert!(begun.search(SearchSettings::default()).advance(100).best.is_none(), "{name}");
        begun.view(Language::French);
    }
    // Within a move, a piece can leave a square that another piece then enters.
    let more = vec![Effect::Move { from: d5, to: Square::new(8) }, Effect::Move { from: c5, to: d5 }];
    let game = face(Spoilt { more, ..Spoilt::new() }, Adjudication::NONE).unwrap();
    assert!(!game.begin(None).unwrap().legal_moves().is_empty());
}

#[test]
fn intents_that_do_not_fit_are_refused() {
    let square = Square::new;
    assert_eq!(Square::try_new(126), Ok(square(126)));
    assert_eq!(Square::try_new(127), Err(Misfit::OffBoard { index: 127 }));
    assert_eq!(Kind::try_new(31), Ok(Kind(31)));
    assert_eq!(Kind::try_new(32), Err(Misfit::Kinds { found: 33 }));
    let long: Vec<Square> = (0..5).map(square).collect();
    assert_eq!(Intent::try_of(&long[..4]), Ok(Intent::of(&long[..4])));
    assert_eq!(Intent::try_of(&long), Err(Misfit::IntentSquares { found: 5 }));
    let intent = Intent::from_to(square(1), square(2));
    assert_eq!(intent.try_with_choice(15), Ok(intent.with_choice(15)));
    assert_eq!(intent.try_with_choice(16), Err(Misfit::Choice { found: 16 }));

    let tried = vec![Intent::from_to(square(25), square(2)), Intent::of(&[square(126)])];
    let game = face(Spoilt { tried, ..Spoilt::new() }, Adjudication::NONE).unwrap();
    let plain = face(Spoilt::new(), Adjudication::NONE).unwrap();
    assert_eq!(game.begin(None).unwrap().legal_moves(), plain.begin(None).unwrap().legal_moves());
}

#[test]
fn a_registry_refuses_a_game_that_does_not_fit() {
    struct Large;
    impl Definition for Large {
        fn content(&self) -> &[u8] {
            b"large"
        }
        fn open(
            &self,
            _: &str,
            _: &[&str],
            adjudication: Adjudication,
            _: &Gallery,
        ) -> Result<Box<dyn AnyGame>, OpenError> {
            let topology = Topology::grid(12, 12, |row| row, |_, _| false);
            Ok(face(Spoilt { topology, ..Spoilt::new() }, adjudication)?)
        }
    }
    let misfit = OpenError::Misfit(Misfit::Squares { found: 144 });
    assert_eq!(Registry::built_in().add(Arc::new(Large)), Err(DefinitionError::Unopened(misfit)));
}
