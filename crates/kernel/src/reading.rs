use crate::sentence::counted;
use crate::{
    Draft, FormField, FormRow, Language, Metadata, Part, Piece, PositionForm, Problem, Side, Square, Text,
    TextError,
};

/// A parsed position string with the location of each part, not yet checked against the rules.
#[derive(Clone, Debug)]
pub struct Reading<'t> {
    /// The whole text.
    pub text: Part<'t>,
    /// The field with the rows of the board.
    pub rows: Part<'t>,
    /// The word for the side to move.
    pub turn: Part<'t>,
    /// The pieces with their squares and the locations of their letters, in text order; at most one piece per square.
    pub pieces: Vec<(Square, Piece, Part<'t>)>,
    /// The side to move.
    pub side: Side,
    /// The game-specific words, in the order in which the position string contains them.
    pub words: Vec<Part<'t>>,
}

impl Reading<'_> {
    /// Returns the squares and pieces, in text order.
    pub fn placed(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.pieces.iter().map(|&(square, piece, _)| (square, piece))
    }

    /// Returns the location of each letter that stands for the piece `wanted`, in text order.
    pub fn letters_of(&self, wanted: Piece) -> impl Iterator<Item = Part<'_>> {
        self.pieces.iter().filter(move |(_, piece, _)| *piece == wanted).map(|(.., letter)| *letter)
    }
}

/// The fields of a position string; the piece letters are not necessarily those of the game.
struct Scan<'t> {
    letters: Vec<(Square, char, Part<'t>)>,
    rows: Part<'t>,
    turn: Part<'t>,
    side: Side,
    words: Vec<Part<'t>>,
}

impl PositionForm {
    /// Parses a canonical position string.
    pub fn parse<'t>(&self, text: &'t str, metadata: &Metadata) -> Result<Reading<'t>, TextError> {
        let Scan { letters, rows, turn, side, words } = self.scan(text, Some(metadata))?;
        let known = |(square, letter, part)| Some((square, metadata.piece_of(letter)?, part));
        let pieces = letters.into_iter().filter_map(known).collect();
        Ok(Reading { text: Part::whole(text), rows, turn, pieces, side, words })
    }

    /// Parses a position string in which runs of empty squares may be split in any way; `None` if it is malformed.
    pub fn read(&self, text: &str, metadata: &Metadata) -> Option<Draft> {
        let Scan { letters, side, words, .. } = self.scan(text, None).ok()?;
        let known = |(square, letter, _)| Some((square, metadata.piece_of(letter)?));
        let pieces = letters.into_iter().map(known).collect::<Option<_>>()?;
        Some(Draft { pieces, side, words: words.into_iter().map(|word| word.text.to_owned()).collect() })
    }

    /// Writes a position string; a missing or invalid word is replaced by the default one.
    pub fn write(&self, draft: &Draft, metadata: &Metadata) -> String {
        let mut letters = [None; Square::LIMIT];
        for &(square, piece) in draft.pieces.iter().rev() {
            letters[square.index()] = Some(metadata.letter_of(piece));
        }
        let mut words = draft.words.iter();
        let mut text = String::with_capacity(96);
        for (index, field) in self.fields.iter().enumerate() {
            if index > 0 {
                text.push(' ');
            }
            match field {
                FormField::Rows(rows) => write_rows(rows, &letters, &mut text),
                FormField::Beside(squares) => {
                    for (index, &square) in squares.iter().enumerate() {
                        text.push(if index == 0 { '[' } else { '|' });
                        text.push(letters[square.index()].unwrap_or('-'));
                    }
                    text.push(']');
                }
                FormField::Turn(sides) => text.push_str(&sides[draft.side.index()]),
                FormField::Word(word) => {
                    let given = words.next().map_or("", String::as_str);
                    text.push_str(if fits(given) { given } else { &word.plain });
                }
            }
        }
        text
    }

    /// Returns the square of the letter at a byte offset of a position string.
    pub fn square_at(&self, text: &str, at: usize) -> Option<Square> {
        let letters = self.scan(text, None).ok()?.letters;
        letters.into_iter().find(|(.., part)| part.at == at).map(|(square, ..)| square)
    }

    /// Parses the fields of a text. If `known` is given, the letters must be those of that game and the text canonical.
    fn scan<'t>(&self, text: &'t str, known: Option<&Metadata>) -> Result<Scan<'t>, TextError> {
        let nothing = Part { text: "", at: text.len() };
        let mut scan =
            Scan { letters: Vec::new(), rows: nothing, turn: nothing, side: Side::First, words: Vec::new() };
        let mut parts = Part::whole(text).split(' ');
        let mut last = Part::whole("");
        for field in self.fields.iter() {
            let Some(part) = parts.next() else {
                return Err(nothing.error(field.expected()));
            };
            last = part;
            match field {
                FormField::Rows(rows) => {
                    scan_rows(rows, part, known, &mut scan.letters)?;
                    scan.rows = part;
                }
                FormField::Beside(squares) => scan_beside(squares, part, known, &mut scan.letters)
                    .map_err(|error| error.unwrap_or_else(|| part.error(field.expected())))?,
                FormField::Turn(sides) => {
                    let side = Side::BOTH.into_iter().find(|side| sides[side.index()] == part.text);
                    scan.side = side.ok_or_else(|| part.error(field.expected()))?;
                    scan.turn = part;
                }
                FormField::Word(_) if !fits(part.text) => return Err(part.error(field.expected())),
                FormField::Word(_) => scan.words.push(part),
            }
        }
        match (parts.next(), self.fields.last()) {
            (None, _) | (_, None) => Ok(scan),
            (Some(_), Some(field)) => {
                let Text { en, fr } = field.noun();
                let problem =
                    Problem::new(format!("nothing may follow {en}"), format!("rien ne doit suivre {fr}"));
                Err(Part::whole(text).split_at(last.end()).1.error(problem))
            }
        }
    }
}

impl FormField {
    fn noun(&self) -> Text {
        match self {
            Self::Rows(_) => Text::new("the rows", "les rangées"),
            Self::Beside(_) => Text::new("the pieces beside the board", "les pièces à côté du plateau"),
            Self::Turn(_) => Text::new("the side to move", "le camp au trait"),
            Self::Word(word) => word.noun.clone(),
        }
    }

    fn expected(&self) -> Problem {
        let Text { en, fr } = self.noun();
        let (en_how, fr_how) = match self {
            Self::Rows(_) | Self::Word(_) => (String::new(), String::new()),
            Self::Beside(squares) => {
                let empty = format!("[{}]", vec!["-"; squares.len()].join("|"));
                (format!(", such as {empty}"), format!(", comme {empty}"))
            }
            Self::Turn([first, second]) => (format!(", {first} or {second}"), format!(", {first} ou {second}")),
        };
        Problem::new(
            format!("expected {en}{en_how}, after one space"),
            format!("attendu\u{a0}: {fr}{fr_how}, après une espace"),
        )
    }
}

fn fits(word: &str) -> bool {
    !word.is_empty() && !word.contains(char::is_whitespace)
}

fn write_rows(rows: &[FormRow], letters: &[Option<char>; Square::LIMIT], text: &mut String) {
    for (index, row) in rows.iter().enumerate() {
        if index > 0 {
            text.push('/');
        }
        let mut empties = 0;
        for place in 0..=row.width {
            // One more iteration, past the last square, writes the last count of empty squares.
            let here = (place < row.width).then(|| letters[row.first.index() + place]);
            if here == Some(None) {
                empties += 1;
                continue;
            }
            if empties > 0 {
                text.push_str(&empties.to_string());
                empties = 0;
            }
            text.extend(here.flatten());
        }
    }
}

fn unknown(letter: char, part: Part<'_>, known: Option<&Metadata>) -> Option<TextError> {
    let problem = || Text::new("no piece has this letter", "aucune pièce n'a cette lettre");
    known.filter(|metadata| metadata.piece_of(letter).is_none()).map(|_| part.error(problem()))
}

fn scan_rows<'t>(
    rows: &[FormRow],
    field: Part<'t>,
    known: Option<&Metadata>,
    letters: &mut Vec<(Square, char, Part<'t>)>,
) -> Result<(), TextError> {
    let all = rows.len();
    let mut given = 0;
    for part in field.split('/') {
        let Some(row) = rows.get(given) else {
            return Err(part.error(Problem::new(
                format!("expected {}, but found more", counted(Language::English, all as u64, "row", "rows")),
                format!(
                    "attendu\u{a0}: {} seulement",
                    counted(Language::French, all as u64, "rangée", "rangées")
                ),
            )));
        };
        scan_row(row, part, known, letters)?;
        given += 1;
    }
    if given < all {
        let (are, sont) = if given == 1 { ("is", "est indiquée") } else { ("are", "sont indiquées") };
        return Err(field.missing(Problem::new(
            format!("only {given} of {all} rows {are} given"),
            format!("il manque des rangées\u{a0}: {given} sur {all} {sont}"),
        )));
    }
    Ok(())
}

fn scan_row<'t>(
    row: &FormRow,
    part: Part<'t>,
    known: Option<&Metadata>,
    letters: &mut Vec<(Square, char, Part<'t>)>,
) -> Result<(), TextError> {
    let FormRow { first, number, width } = *row;
    let mut place = 0;
    let mut rest = part;
    while let Some(letter) = rest.text.chars().next() {
        let digits = rest.text.bytes().take_while(u8::is_ascii_digit).count();
        let (token, after) = rest.split_at(if digits > 0 { digits } else { letter.len_utf8() });
        if digits > 0 {
            let canonical = known.is_none() || letter != '0';
            let count = token.text.parse::<usize>().ok().filter(|count| canonical && *count <= width);
            place += count.ok_or_else(|| {
                token.error(Problem::new(
                    format!("expected a number of empty squares from 1 to {width}"),
                    format!("attendu\u{a0}: un nombre de cases vides de 1 à {width}"),
                ))
            })?;
        } else {
            if let Some(error) = unknown(letter, token, known) {
                return Err(error);
            }
            if place < width {
                letters.push((Square::new(first.index() + place), letter, token));
            }
            place += 1;
        }
        if place > width {
            return Err(token.error(Problem::new(
                format!("row {number} is more than {width} squares wide"),
                format!("la rangée {number} a plus de {width} cases"),
            )));
        }
        rest = after;
    }
    if place < width {
        let count = |language, one, several| counted(language, place as u64, one, several);
        let (en, fr) =
            (count(Language::English, "square", "squares"), count(Language::French, "case", "cases"));
        return Err(part.error(Problem::new(
            format!("row {number} has {en} instead of {width}"),
            format!("la rangée {number} a {fr} au lieu de {width}"),
        )));
    }
    Ok(())
}

fn scan_beside<'t>(
    squares: &[Square],
    field: Part<'t>,
    known: Option<&Metadata>,
    letters: &mut Vec<(Square, char, Part<'t>)>,
) -> Result<(), Option<TextError>> {
    let inner = field.after("[").filter(|inner| inner.text.ends_with(']')).ok_or(None)?;
    let mut places = squares.iter();
    let mut found = Vec::with_capacity(squares.len());
    for held in inner.split_at(inner.text.len() - 1).0.split('|') {
        let mut held = held.letters();
        let (Some(&square), Some((letter, part)), None) = (places.next(), held.next(), held.next()) else {
            return Err(None);
        };
        if letter != '-' {
            found.push((square, letter, part));
        }
    }
    if places.next().is_some() {
        return Err(None);
    }
    for &(_, letter, part) in &found {
        if let Some(error) = unknown(letter, part, known) {
            return Err(Some(error));
        }
    }
    letters.extend(found);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;
    use crate::{
        Coordinates, Courier, Cover, FormWord, Hue, Kind, PieceKind, RowOrder, Weight, form_rows, shared_strs,
    };

    const NAME: Text = Text::new("Test", "Essai");
    const ROWS: [FormRow; 2] = form_rows(3, RowOrder::Rising);
    const BESIDE: [Square; 2] = [Square::new(6), Square::new(7)];
    static METADATA: LazyLock<Metadata> = LazyLock::new(|| Metadata {
        id: "test".into(),
        name: NAME,
        tagline: NAME,
        goal: NAME,
        hue: Hue::Walnut,
        cover: Cover { position: "".into(), moves: shared_strs![], squares: shared_strs![] },
        rules_version: "1".into(),
        sides: [NAME, NAME],
        kinds: vec![PieceKind {
            letters: ['K', 'k'],
            name: NAME,
            description: NAME,
            art: "".into(),
            weight: Weight::Plain,
            lamp: None,
            chapter: "".into(),
        }]
        .into(),
        options: Vec::new().into(),
        marks: Vec::new().into(),
        relations: Vec::new().into(),
        powers: Vec::new().into(),
        form: PositionForm {
            fields: vec![
                FormField::Rows(ROWS.to_vec().into()),
                FormField::Beside(BESIDE.to_vec().into()),
                FormField::Turn(["w".into(), "b".into()]),
                FormField::Word(FormWord {
                    name: NAME,
                    noun: Text::new("the clock", "la pendule"),
                    hint: NAME,
                    plain: "0".into(),
                }),
            ]
            .into(),
        },
        courier: Courier { labels: shared_strs!["K"], coordinates: Coordinates::Ours },
        alerts: Vec::new().into(),
        causes: Vec::new().into(),
        credits: Vec::new().into(),
        rules_page: NAME,
    });

    #[test]
    fn positions_round_trip_with_offsets() {
        let text = "1K1/k2 [-|K] b 7";
        let reading = METADATA.form.parse(text, &METADATA).unwrap();
        let [white, black] = Side::BOTH.map(|side| Piece::new(Kind(0), side));
        let placed: Vec<(Square, Piece)> = reading.placed().collect();
        assert_eq!(placed, [(Square::new(1), white), (Square::new(3), black), (Square::new(7), white)]);
        assert_eq!(reading.letters_of(white).map(|letter| letter.at).collect::<Vec<_>>(), [1, 10]);
        assert_eq!((reading.side, reading.turn.at), (Side::Second, 13));
        assert_eq!((reading.rows.text, reading.words[0]), ("1K1/k2", Part { text: "7", at: 15 }));
        let draft = Draft { pieces: placed, side: reading.side, words: vec!["7".to_owned()] };
        assert_eq!(METADATA.form.write(&draft, &METADATA), text);
        assert_eq!(METADATA.form.read(text, &METADATA), Some(draft));
        assert_eq!(METADATA.form.square_at(text, 10), Some(Square::new(7)));
    }

    const BESIDE_EXPECTED: &str = "expected the pieces beside the board, such as [-|-], after one space";

    #[test]
    fn errors_are_located() {
        for (text, token, at, problem) in [
            ("", "", 0, "row 2 has 0 squares instead of 3"),
            ("3", "", 1, "only 1 of 2 rows is given"),
            ("3/3/3 [-|-] w 0", "3", 4, "expected 2 rows, but found more"),
            ("3/2 [-|-] w 0", "2", 2, "row 1 has 2 squares instead of 3"),
            ("3/2kk [-|-] w 0", "k", 4, "row 1 is more than 3 squares wide"),
            ("3/21 [-|-] w 0", "21", 2, "expected a number of empty squares from 1 to 3"),
            ("3/03 [-|-] w 0", "03", 2, "expected a number of empty squares from 1 to 3"),
            (
                "3/99999999999999999999 w",
                "99999999999999999999",
                2,
                "expected a number of empty squares from 1 to 3",
            ),
            ("3/é2 [-|-] w 0", "é", 2, "no piece has this letter"),
            ("3/3", "", 3, BESIDE_EXPECTED),
            ("3/3 [-] w 0", "[-]", 4, BESIDE_EXPECTED),
            ("3/3 [-|-|-] w 0", "[-|-|-]", 4, BESIDE_EXPECTED),
            ("3/3 [-|kk] w 0", "[-|kk]", 4, BESIDE_EXPECTED),
            ("3/3 [-|x] w 0", "x", 7, "no piece has this letter"),
            ("3/3 [-|-]", "", 9, "expected the side to move, w or b, after one space"),
            ("3/3 [-|-]  w 0", "", 10, "expected the side to move, w or b, after one space"),
            ("3/3 [-|-] W 0", "W", 10, "expected the side to move, w or b, after one space"),
            ("3/3 [-|-] w", "", 11, "expected the clock, after one space"),
            ("3/3 [-|-] w \t", "\t", 12, "expected the clock, after one space"),
            ("3/3 [-|-] w 0 ", " ", 13, "nothing may follow the clock"),
            ("3/3 [-|-] w 0 x", " x", 13, "nothing may follow the clock"),
        ] {
            let error = METADATA.form.parse(text, &METADATA).expect_err(text);
            let found = (error.token.as_str(), error.at, error.problem.en.as_str());
            assert_eq!(found, (token, at, problem), "{text}");
            assert!(!error.problem.fr.is_empty());
        }
    }

    #[test]
    fn drafts_may_count_squares_in_any_way() {
        assert!(METADATA.form.read("03/12 [-|-] w 0", &METADATA).is_none());
        assert!(METADATA.form.read("03/0k02 [-|-] w 0", &METADATA).is_some());
        assert!(METADATA.form.read("3/x2 [-|-] w 0", &METADATA).is_none());
        assert_eq!(METADATA.form.square_at("3/x2 [-|-] w 0", 2), Some(Square::new(3)));
    }
}
