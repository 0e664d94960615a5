use entourage_kernel::{Language, Problem, Side};
use entourage_registry::{AnyMatch, Notation, PlayError};

/// A game in which a line of moves is played and undone.
///
/// Some draws, such as by repetition or by a move limit, need not have been claimed: if moves follow such a draw, the
/// line continues with a new game from that position. So it does after a null move.
pub struct Line {
    /// Each game after the first continues after a null move, or else from a draw that was not claimed.
    games: Vec<(Box<dyn AnyMatch>, AfterNullMove)>,
}

type AfterNullMove = bool;

/// A move by which the side to move passes although the rules do not allow it; authors of variations use it to show threats.
pub(crate) const NULL_MOVE: &str = "--";
/// The spellings of null moves in programs.
const NULL_MOVES: [&str; 5] = [NULL_MOVE, "Z0", "@@@@", "0000", "null"];

impl Line {
    /// Starts a line at the current position of a game.
    pub fn new(begun: Box<dyn AnyMatch>) -> Self {
        Self { games: vec![(begun, false)] }
    }

    /// Returns the game at the end of the line.
    pub fn now(&self) -> &dyn AnyMatch {
        self.games.last().expect("there is always a game").0.as_ref()
    }

    /// Returns the side to move.
    pub fn side(&self) -> Side {
        self.now().side_to_move()
    }

    /// Parses a move in short or plain notation, or a turn in Game Courier's notation, and returns the moves in plain notation.
    pub(crate) fn meant(&mut self, text: &str) -> Result<Vec<String>, Problem> {
        self.go_on();
        let game = self.now();
        if NULL_MOVES.contains(&text) && game.game().check_move_text(text).is_err() {
            return Ok(vec![NULL_MOVE.to_owned()]);
        }
        let is_move = text.starts_with('~') || game.game().check_move_text(text).is_ok();
        if !is_move && (text.contains([' ', '-']) && game.read_short(text).is_none()) {
            let turn = game.typed_moves(text, Notation::Courier);
            return turn.map_err(|error| error.problem());
        }
        self.meant_alone(text).map(|text| vec![text])
    }

    fn meant_alone(&self, text: &str) -> Result<String, Problem> {
        let game = self.now();
        // Manual moves are always in plain notation.
        let short = if text.starts_with('~') { None } else { game.read_short(text) };
        let is_plain = text.starts_with('~') || game.game().check_move_text(text).is_ok();
        let found = || Some(algebraic(game, text)).filter(|found| !found.is_empty());
        let short = if is_plain { short } else { short.or_else(found) };
        match short.as_deref() {
            None => Ok(text.to_owned()),
            Some([meant]) => Ok(meant.clone()),
            // A move in plain notation can look like one in short notation.
            Some(_) if game.game().check_move_text(text).is_ok() => Ok(text.to_owned()),
            Some([]) => {
                Err(Problem::new("no legal move is written like this", "aucun coup légal ne s'écrit ainsi"))
            }
            Some(several) => {
                let mut written: Vec<String> =
                    several.iter().filter_map(|text| game.write_short(text)).collect();
                written.sort_unstable();
                let list = written.join(", ");
                Err(Problem::new(format!("this could be any of {list}"), format!("coup ambigu\u{a0}: {list}")))
            }
        }
    }

    /// Plays a move in plain notation.
    ///
    /// # Errors
    /// If the rules refuse the move; the line is then unchanged.
    pub fn play(&mut self, text: &str) -> Result<(), Problem> {
        self.go_on();
        let played = self.play_here(text);
        if played.is_err() {
            self.drop_unplayed();
        }
        played
    }

    fn play_here(&mut self, text: &str) -> Result<(), Problem> {
        let (game, _) = self.games.last_mut().expect("there is always a game");
        if text != NULL_MOVE || game.game().check_move_text(text).is_ok() {
            return game.play(text).map_err(|error| why(game.as_ref(), error));
        }
        let fr = "le joueur ne peut pas passer son tour dans cette position";
        let turned = game.turned().ok_or(Problem::new("the player cannot pass in this position", fr))?;
        self.games.push((turned, true));
        Ok(())
    }

    /// Starts a new game from the current position if the current game ended in a draw that need not have been claimed.
    fn go_on(&mut self) {
        self.games.extend(self.now().uncounted().map(|game| (game, false)));
    }

    /// Undoes the last move of the line.
    pub fn undo(&mut self) {
        let (game, is_after_null_move) = self.games.last_mut().expect("there is always a game");
        if !game.undo() && *is_after_null_move {
            self.games.pop();
        }
        self.drop_unplayed();
    }

    /// Drops the game after a draw that was not claimed if it has no moves.
    fn drop_unplayed(&mut self) {
        if self.games.len() > 1 {
            self.games.pop_if(|(game, is_after_null_move)| !*is_after_null_move && game.moves().is_empty());
        }
    }

    /// Returns whether the rules have ended the game. Draws that the players could have left unclaimed do not count.
    pub(crate) fn is_settled(&self) -> bool {
        self.now().status().outcome().is_some() && self.now().uncounted().is_none()
    }
}

/// Returns the legal moves that match a move in standard algebraic notation, which other programs use for all games with the
/// same pieces.
fn algebraic(game: &dyn AnyMatch, text: &str) -> Vec<String> {
    let (rules, pieces) = (game.game(), game.pieces());
    let wanted =
        text.trim_end_matches(['+', '#']).replace(['x', ':', '-', '=', '(', ')'], "").replace('0', "O");
    let matches = |written: &String| {
        let (start, rest) = rules.topology().read(written)?;
        let (end, rest) = rules.topology().read(rest)?;
        let (from, to) = (rules.topology().name(start), rules.topology().name(end));
        let (_, piece) = pieces.iter().find(|(square, _)| *square == start)?;
        let letter = rules.metadata().kinds[piece.kind().index()].letters[0];
        let end = format!("{to}{}", rest.trim_start_matches('=').to_uppercase());
        if let Some((dropped, target)) = wanted.split_once('@') {
            // Pieces in hand are on squares named x1, y1 and so on.
            let is_kind = dropped == letter.to_string() || dropped.is_empty() && letter == 'P';
            return (from.starts_with(['x', 'y']) && is_kind && target == end).then_some(());
        }
        let (file, rank) = from.split_at(1);
        let mut starts = ["", file, rank, from].map(|part| format!("{letter}{part}")).to_vec();
        match letter {
            'K' if file == "e" && to == format!("g{rank}") && wanted == "OO" => return Some(()),
            'K' if file == "e" && to == format!("c{rank}") && wanted == "OOO" => return Some(()),
            'P' if end.starts_with(file) => starts.extend(["", file, from].map(str::to_owned)),
            'P' => starts.extend([file, from].map(str::to_owned)),
            _ => {}
        }
        starts.iter().any(|start| wanted == format!("{start}{end}")).then_some(())
    };
    game.legal_moves().into_iter().filter(|written| matches(written).is_some()).collect()
}

fn why(game: &dyn AnyMatch, error: PlayError) -> Problem {
    match error {
        PlayError::Text(error) => {
            Problem::new(error.message(Language::English), error.message(Language::French))
        }
        PlayError::Ended(outcome) => {
            Problem::new(format!("the game is over ({outcome})"), format!("la partie est finie ({outcome})"))
        }
        PlayError::Refused(refusal) => {
            let said = |language| {
                let reasons = game.refusal_sentences(&refusal, language);
                reasons.into_iter().map(|reason| reason.sentence).collect::<Vec<_>>().join(" ")
            };
            Problem::new(said(Language::English), said(Language::French))
        }
        PlayError::Hand(error) => error.problem(),
    }
}
