//! A minimal game for tests, which implements ten methods and uses the defaults of all others.
//!
//! Five by five squares, a Lantern and four Moths per side. All pieces step one square orthogonally, and Moths capture that way. A Moth
//! next to a friendly Lantern can also step diagonally; one next to the enemy Lantern is dazzled and can capture only that Lantern. A
//! player who loses the Lantern, or cannot move, loses.

use std::borrow::Cow;
use std::sync::LazyLock;

use entourage_kernel::{
    Board, Coordinates, Courier, Cover, Effect, Effects, Evaluate, FormField, FormRow, Hue, Intent, Kind,
    Metadata, Named, Outcome, Piece, PieceKind, Placement, Position, PositionForm, Presentation, Reading,
    Reason, Refusal, Relation, RelationKind, RowOrder, Rules, SharedStr, Side, Specimens, Square, Text,
    TextError, Topology, Voice, Weight, form_rows, named, relation_kinds, sentences, shared_strs,
};

const LANTERN: Kind = Kind(0);
const MOTH: Kind = Kind(1);
const SIZE: usize = 5;

#[derive(Clone, Debug, Default)]
pub struct Lanterns;

static TOPOLOGY: LazyLock<Topology> =
    LazyLock::new(|| Topology::grid(SIZE, SIZE, |row| SIZE - row, |file, row| (file + row) % 2 == 1));

const ROWS: [FormRow; SIZE] = form_rows(SIZE, RowOrder::Rising);

static METADATA: Metadata = Metadata {
    id: SharedStr::new("lanterns"),
    name: Text::new("Lanterns", "Lanternes"),
    tagline: Text::new(
        "Moths fly by the light of a Lantern.",
        "Les phalènes volent à la lueur d'une lanterne.",
    ),
    goal: Text::new("Capture the Lantern.", "Capturez la lanterne."),
    hue: Hue::Walnut,
    cover: Cover {
        position: SharedStr::new("mmlmm/5/5/5/MMLMM w"),
        moves: shared_strs!["b1b2"],
        squares: shared_strs!["b1", "d3"],
    },
    rules_version: SharedStr::new("1"),
    sides: [Text::new("White", "Blancs"), Text::new("Black", "Noirs")],
    kinds: Cow::Borrowed(&[
        PieceKind {
            letters: ['L', 'l'],
            name: Text::new("Lantern", "Lanterne"),
            description: Text::new(
                "Steps straight, never captures.",
                "Fait un pas tout droit, ne prend jamais.",
            ),
            art: SharedStr::new("<circle cx=\"256\" cy=\"256\" r=\"160\"/>"),
            weight: Weight::Plain,
            lamp: None,
            chapter: SharedStr::new("rules"),
        },
        PieceKind {
            letters: ['M', 'm'],
            name: Text::new("Moth", "Phalène"),
            description: Text::new(
                "Steps and captures straight, diagonally too next to its Lantern.",
                "Fait un pas tout droit, en diagonale aussi près de sa lanterne.",
            ),
            art: SharedStr::new("<circle cx=\"256\" cy=\"256\" r=\"80\"/>"),
            weight: Weight::Plain,
            lamp: None,
            chapter: SharedStr::new("rules"),
        },
    ]),
    form: PositionForm {
        fields: Cow::Borrowed(&[
            FormField::Rows(Cow::Borrowed(&ROWS)),
            FormField::Turn([SharedStr::new("w"), SharedStr::new("b")]),
        ]),
    },
    options: Cow::Borrowed(&[]),
    marks: Cow::Borrowed(&[]),
    powers: Cow::Borrowed(&[]),
    relations: Cow::Borrowed(&RELATIONS),
    courier: Courier { labels: shared_strs!["L", "M"], coordinates: Coordinates::Ours },
    alerts: Cow::Borrowed(&[]),
    causes: Cow::Borrowed(&CAUSES),
    credits: Cow::Borrowed(&[]),
    rules_page: Text::page("Moths fly. {#rules}", "Les phalènes volent. {#rules}"),
};

static RELATIONS: [RelationKind; 2] = relation_kinds! {
    "lights" Helps Shelter "rules"
        felt "May step diagonally by the light of {}." "Peut aller en diagonale grâce à : {}."
        exerted "Lights {}." "Éclaire : {}."
        begins "Lights {}" "Éclaire : {}"
        ends "Leaves {} in the dark" "Laisse dans l'ombre : {}";
    "dazzles" Harms Silence "rules"
        felt "Can capture nothing but {}." "Ne peut prendre que : {}."
        exerted "Dazzles {}." "Éblouit : {}."
        begins "Dazzles {}" "Éblouit : {}"
        ends "No longer dazzles {}" "N'éblouit plus : {}";
};

static CAUSES: [Named; 2] = named! {
    "dark" "the Lantern is lost" "la lanterne est perdue";
    "no-move" "no move is left" "aucun coup n'est possible";
};

/// Every reason code with its message; the placeholders `{}` stand for pieces and squares, in order.
pub static SENTENCES: &[(&str, Text)] = sentences! {
    "no-such-move" "No move has this form." "Aucun coup n'a cette forme.";
    "dark-side" "Your Lantern is gone: the game is over." "Votre lanterne n'est plus : la partie est finie.";
    "nothing-there" "Nothing stands on {}." "Il n'y a rien en {}.";
    "not-yours" "{} is not yours." "{} n'est pas à vous.";
    "not-so-far" "{} does not step to {}." "{} ne va pas en {}.";
    "unlit" "{} steps to {} only next to its Lantern." "{} ne va en {} que près de sa lanterne.";
    "no-capture" "{} cannot capture {}." "{} ne peut pas prendre {}.";
    "dazzled-by" "{} cannot capture {}, dazzled by {}." "{} ne peut pas prendre {}, ébloui par {}.";
};

fn touch(a: Square, b: Square) -> (usize, usize) {
    let [(ax, ay), (bx, by)] = [a, b].map(|square| (square.index() % SIZE, square.index() / SIZE));
    (ax.abs_diff(bx), ay.abs_diff(by))
}

fn light(position: &Position<(), 2>, side: Side, square: Square) -> Option<Square> {
    let lanterns = position.placement().of(side, LANTERN).into_iter();
    lanterns.into_iter().find(|&lantern| matches!(touch(lantern, square), (0, 1) | (1, 0 | 1)))
}

impl Rules for Lanterns {
    type Position = Position<(), 2>;

    fn metadata(&self) -> &Metadata {
        &METADATA
    }

    fn topology(&self) -> &Topology {
        &TOPOLOGY
    }

    fn start(&self) -> Self::Position {
        self.read_position("mmlmm/5/5/5/MMLMM w").expect("the start position is valid")
    }

    fn set_up(&self, reading: &Reading<'_>) -> Result<Self::Position, TextError> {
        let placement: Placement<2> = reading.placed().collect();
        for side in Side::BOTH {
            let least = usize::from(side != reading.side);
            if !(least..=1).contains(&placement.of(side, LANTERN).len()) {
                let problem = Text::new(
                    "a side has one Lantern, or has just lost it",
                    "un camp a une lanterne, ou vient de la perdre",
                );
                return Err(reading.rows.error(problem).about(placement.of(side, LANTERN)));
            }
        }
        Ok(Position::new(placement, reading.side, ()))
    }

    fn judge(&self, position: &Self::Position, intent: Intent) -> Result<(), Refusal> {
        let refuse = |code, squares: &[Square]| Err(Reason::new(code, "rules", squares.iter().copied()).into());
        let side = position.side();
        let Some([from, to]) = intent.as_from_to() else { return refuse("no-such-move", &[]) };
        if position.placement().of(side, LANTERN).is_empty() {
            return refuse("dark-side", &[]);
        }
        let Some(piece) = position.piece_at(from) else { return refuse("nothing-there", &[from]) };
        if piece.side() != side {
            return refuse("not-yours", &[from]);
        }
        match touch(from, to) {
            (0, 1) | (1, 0) => {}
            (1, 1) if piece.kind() == MOTH && light(position, side, from).is_some() => {}
            (1, 1) if piece.kind() == MOTH => return refuse("unlit", &[from, to]),
            _ => return refuse("not-so-far", &[from, to]),
        }
        match (position.piece_at(to), light(position, !side, from)) {
            (None, _) => Ok(()),
            (Some(victim), _) if victim.side() == side || piece.kind() == LANTERN => {
                refuse("no-capture", &[from, to])
            }
            (Some(victim), Some(lantern)) if victim.kind() == MOTH => {
                refuse("dazzled-by", &[from, to, lantern])
            }
            (Some(_), _) => Ok(()),
        }
    }

    fn effects(&self, position: &Self::Position, intent: Intent) -> Effects {
        let Some([from, to]) = intent.as_from_to() else { return Effects::new() };
        let victim = position.piece_at(to).map(|piece| Effect::Remove { square: to, piece });
        victim.into_iter().chain([Effect::Move { from, to }]).collect()
    }

    fn stranded(&self, position: &Self::Position) -> Outcome {
        let side = position.side();
        let is_dark = position.placement().of(side, LANTERN).is_empty();
        Outcome::win(!side, if is_dark { "dark" } else { "no-move" })
    }
}

impl Presentation for Lanterns {
    fn reason_codes(&self) -> Vec<&str> {
        SENTENCES.iter().map(|(code, _)| *code).collect()
    }

    fn sentence(&self, position: &Self::Position, reason: &Reason, voice: Voice<'_>) -> Option<String> {
        let (_, text) = SENTENCES.iter().find(|(code, _)| reason.code == **code)?;
        let name = |&square: &Square| match position.piece_at(square) {
            Some(piece) => {
                let kind = METADATA.kinds[piece.kind().index()].name.get(voice.language);
                format!("{kind} {}", voice.square(&TOPOLOGY, square))
            }
            None => voice.square(&TOPOLOGY, square),
        };
        let words = reason.squares.iter().map(name);
        Some(words.fold(text.get(voice.language).to_owned(), |text, word| text.replacen("{}", &word, 1)))
    }

    fn relations(&self, position: &Self::Position) -> Vec<Relation> {
        let moths = position.placement().kind(MOTH).into_iter();
        let both = moths.flat_map(|moth| Side::BOTH.map(|side| (moth, light(position, side, moth), side)));
        both.filter_map(|(to, lantern, side)| {
            let own = position.piece_at(to).map(Piece::side) == Some(side);
            let kind = SharedStr::new(if own { "lights" } else { "dazzles" });
            lantern.map(|from| Relation { kind, from, to })
        })
        .collect()
    }
}

impl Evaluate for Lanterns {}
impl Specimens for Lanterns {}

/// Delegates parts of a game to the Lanterns; a test implements only the rest.
macro_rules! as_lanterns {
    (law) => {
        fn judge(&self, position: &Self::Position, intent: Intent) -> Result<(), Refusal> {
            Lanterns.judge(position, intent)
        }
        fn effects(&self, position: &Self::Position, intent: Intent) -> Effects {
            Lanterns.effects(position, intent)
        }
    };
    (board) => {
        fn topology(&self) -> &Topology {
            Lanterns.topology()
        }
    };
    (positions) => {
        type Position = <Lanterns as Rules>::Position;

        fn start(&self) -> Self::Position {
            Lanterns.start()
        }
        fn set_up(&self, reading: &Reading<'_>) -> Result<Self::Position, TextError> {
            Lanterns.set_up(reading)
        }
        fn stranded(&self, position: &Self::Position) -> Outcome {
            Lanterns.stranded(position)
        }
    };
}

pub(crate) use as_lanterns;
