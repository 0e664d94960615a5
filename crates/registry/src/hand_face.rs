//! Implements [`AnyMatch`] and [`Notate`] for games with manual moves.

use std::sync::Arc;

use entourage_courier::CourierError;
use entourage_kernel::{Enforcement, Piece, Problem, Side, Square, Status};

use crate::hand_match::{HandMatch, SIGN, Standing};
use crate::{
    AnyGame, AnyMatch, AnySearch, CourierTurn, HandError, Notate, Notation, PlayError, SearchSettings,
};

impl AnyMatch for HandMatch {
    fn spec(&self) -> String {
        self.game.spec()
    }

    fn start_text(&self) -> String {
        match &self.stretches[0].standing {
            Standing::Ruled(game) => game.start_text(),
            Standing::Adrift(adrift) => self.board_text(adrift),
        }
    }

    fn position_text(&self) -> String {
        match self.standing() {
            Standing::Ruled(game) => game.position_text(),
            Standing::Adrift(adrift) => self.board_text(adrift),
        }
    }

    fn side_to_move(&self) -> Side {
        self.side()
    }

    fn status(&self) -> Status {
        match self.ruled() {
            Some(game) if self.enforcement == Enforcement::Warned => game.status(),
            _ => Status::Ongoing,
        }
    }

    fn legal_moves(&self) -> Vec<String> {
        match self.ruled() {
            Some(game) if self.enforcement == Enforcement::Warned => game.legal_moves(),
            _ => Vec::new(),
        }
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for stretch in &self.stretches {
            moves.extend(stretch.turn.as_ref().map(|turn| format!("{SIGN}{}", turn.text)));
            if let Standing::Ruled(game) = &stretch.standing {
                moves.extend(game.moves());
            }
        }
        moves
    }

    fn play(&mut self, text: &str) -> Result<(), PlayError> {
        if let Some(text) = text.strip_prefix(SIGN) {
            let status = self.status();
            if let Some(outcome) = status.outcome() {
                return Err(PlayError::Ended(outcome));
            }
            let turn = self.read(text).map_err(PlayError::Hand)?;
            return self.put(turn, false).map_err(PlayError::Hand);
        }
        if self.enforcement == Enforcement::Free {
            self.game.check_move_text(text).map_err(PlayError::Text)?;
            return Err(PlayError::Hand(HandError::Enforcement(self.enforcement)));
        }
        let last = self.stretches.len() - 1;
        match &mut self.stretches[last].standing {
            Standing::Ruled(game) => game.play(text),
            Standing::Adrift(adrift) => {
                self.game.check_move_text(text).map_err(PlayError::Text)?;
                let adrift = adrift.clone();
                Err(PlayError::Hand(self.why(&adrift).into()))
            }
        }
    }

    fn arranged(&self, pieces: &[(Square, Piece)], side: Side) -> Result<Box<dyn AnyMatch>, Problem> {
        self.last_ruled().arranged(pieces, side)
    }

    fn turned(&self) -> Option<Box<dyn AnyMatch>> {
        match self.standing() {
            Standing::Ruled(game) if self.enforcement() != Enforcement::Free => game.turned(),
            // Rule enforcement is off, or the rules do not allow the position.
            _ => None,
        }
    }

    fn enforcement(&self) -> Enforcement {
        self.enforcement
    }

    fn hands(&self) -> Option<&HandMatch> {
        Some(self)
    }

    fn undo(&mut self) -> bool {
        let last = self.stretches.len() - 1;
        if let Standing::Ruled(game) = &mut self.stretches[last].standing
            && game.undo()
        {
            return true;
        }
        last > 0 && self.stretches.pop().is_some()
    }

    fn pieces(&self) -> Vec<(Square, Piece)> {
        self.diagram().pieces().collect()
    }

    fn marks(&self, square: Square) -> Vec<&str> {
        self.ruled().map(|game| game.marks(square)).unwrap_or_default()
    }

    fn search(&self, settings: SearchSettings) -> Box<dyn AnySearch> {
        self.last_ruled().search(settings)
    }

    fn game(&self) -> Arc<dyn AnyGame> {
        Arc::clone(&self.game)
    }

    fn copy(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }
}

impl Notate for HandMatch {
    fn courier_turns(&self) -> Vec<String> {
        let mut turns: Vec<String> = Vec::new();
        // Whether the last turn is incomplete.
        let mut begun = false;
        for stretch in &self.stretches {
            if let Some(turn) = &stretch.turn {
                let written = self.write(turn, Notation::Courier);
                match turns.last_mut().filter(|_| begun) {
                    Some(last) => go_on(last, turn.legs.is_empty(), &written),
                    None => turns.push(written),
                }
                begun = false;
            }
            if let Standing::Ruled(game) = &stretch.standing
                && !game.moves().is_empty()
            {
                turns.extend(game.courier_turns());
                let mut before = game.copy();
                begun = before.undo() && before.side_to_move() == game.side_to_move();
            }
        }
        turns
    }

    fn play_courier(&mut self, turn: &str, notation: Notation) -> Result<CourierTurn, CourierError> {
        let last = self.stretches.len() - 1;
        match &mut self.stretches[last].standing {
            Standing::Ruled(game) if self.enforcement == Enforcement::Warned => {
                game.play_courier(turn, notation)
            }
            Standing::Ruled(_) => Err(CourierError::Illegal(None)),
            Standing::Adrift(adrift) => {
                let adrift = adrift.clone();
                Err(self.why(&adrift))
            }
        }
    }

    fn typed_moves(&self, entry: &str, notation: Notation) -> Result<Vec<String>, CourierError> {
        match self.standing() {
            Standing::Ruled(game) => game.typed_moves(entry, notation),
            Standing::Adrift(adrift) => Err(self.why(adrift)),
        }
    }

    fn write_short(&self, text: &str) -> Option<String> {
        self.ruled()?.write_short(text)
    }

    fn read_short(&self, text: &str) -> Option<Vec<String>> {
        self.ruled()?.read_short(text)
    }

    fn set_notation(&mut self, notation: Notation) {
        self.notation = notation;
        self.usual.set_notation(notation);
        for stretch in &mut self.stretches {
            if let Standing::Ruled(game) = &mut stretch.standing {
                game.set_notation(notation);
            }
        }
    }

    fn write_variation(&self, moves: &[String]) -> Vec<String> {
        self.ruled().map(|game| game.write_variation(moves)).unwrap_or_default()
    }
}

/// Appends the manual move `written` to an unfinished turn, before the turn's comment, unless `nothing` is set.
fn go_on(turn: &mut String, nothing: bool, written: &str) {
    if nothing {
        return;
    }
    let (legs, remark) = match turn.split_once("//") {
        Some((legs, remark)) => (legs.trim_end(), format!(" //{remark}")),
        None => (turn.as_str(), String::new()),
    };
    let joint = if legs.is_empty() { "" } else { "; " };
    *turn = format!("{legs}{joint}{written}{remark}");
}
