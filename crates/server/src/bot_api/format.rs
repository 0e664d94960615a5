//! Games and accounts in the format of the Lichess API.

use entourage_clock::{Figures, Kind, Pace};
use entourage_rating::Class;
use entourage_record::{ClockView, Offer};
use entourage_registry::view::RatingView;
use entourage_registry::view::program::{
    ClockFigures, Compat, ExportedGame, ExportedPlayer, ExportedPlayers, GameFullLine, GameStateLine,
    GameStatusView, PlayingView, ProgramPlayer, SpeedName, TimeControlView, VariantView,
};

use crate::bot_api::prelude::*;
use crate::loaded_game::Outline;

/// Remaining time reported for games without a clock, in milliseconds: the maximum that Lichess clients expect.
const NO_CLOCK: u64 = 2_147_483_647;
const DAY: u64 = 24 * 60 * 60 * 1000;
/// The name of the default game on Lichess.
pub(super) const STANDARD: &str = "standard";
const ANONYMOUS: &str = "Anonymous";

pub(super) fn title(bot: bool) -> Option<&'static str> {
    bot.then_some("BOT")
}

pub(super) fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "white",
        Side::Second => "black",
    }
}

pub(super) fn speed(pace: Pace) -> &'static str {
    Class::of(pace).unwrap_or(Class::Correspondence).word()
}

pub(super) fn time_control(pace: Pace) -> TimeControlView {
    let Figures { spare, grace, extra, .. } = *pace.figures();
    match pace.kind() {
        Kind::Unlimited => TimeControlView::Unlimited {},
        Kind::Live => {
            let (limit, increment) = (spare / 1000, extra / 1000);
            // Use the common notation, such as `5+3`: minutes, and increment in seconds.
            let minutes = limit as f64 / 60.0;
            TimeControlView::Clock { limit, increment, show: format!("{minutes}+{increment}") }
        }
        Kind::Correspondence => TimeControlView::Correspondence { days_per_turn: days(grace.max(spare)) },
    }
}

fn days(span: u64) -> u64 {
    (span / DAY).max(1)
}

pub(super) fn player(name: Option<&str>, bot: bool, rating: Option<RatingView>) -> ProgramPlayer {
    let called = name.unwrap_or(ANONYMOUS);
    ProgramPlayer {
        id: name.map(str::to_lowercase),
        name: called.to_owned(),
        username: called.to_owned(),
        title: title(bot),
        rating: rating.map(|rating| rating.rating),
        provisional: rating.map(|rating| rating.provisional).filter(|provisional| *provisional),
    }
}

/// Describes a game to Lichess clients; `unnamed` is the spec of the default game.
pub(super) fn variant(spec: &str, name: &str, unnamed: Option<&str>) -> VariantView {
    let key = if unnamed == Some(spec) { STANDARD } else { spec };
    VariantView { key: key.to_owned(), spec: spec.to_owned(), name: name.to_owned() }
}

pub(super) fn status(outline: &Outline) -> GameStatusView {
    let (id, name) = match outline.status.as_str() {
        _ if !outline.over => (20, "started"),
        "aborted" => (25, "aborted"),
        "draw stalemate" => (32, "stalemate"),
        words if words.starts_with("draw") => (34, "draw"),
        words if words.ends_with(" resignation") => (31, "resign"),
        words if words.ends_with(" no-show") => (37, "noStart"),
        words if words.ends_with(" time") => (35, "outoftime"),
        words if words.ends_with(" checkmate") => (30, "mate"),
        _ => (60, "variantEnd"),
    };
    GameStatusView { id, name }
}

fn winner(outline: &Outline) -> Option<&'static str> {
    let words = outline.over.then_some(outline.status.as_str())?;
    Side::BOTH.into_iter().find(|side| words.starts_with(&format!("win-{}", side.number()))).map(colour)
}

fn left(clock: Option<&ClockView>, side: Side) -> Option<u64> {
    clock.map(|clock| {
        let own = &clock.sides[side.index()];
        own.grace.saturating_add(own.bank)
    })
}

pub(super) fn state(outline: &Outline) -> GameStateLine {
    let time = |side| left(outline.clock.as_ref(), side).unwrap_or(NO_CLOCK).min(NO_CLOCK);
    let extra = outline.pace.figures().extra;
    let offers = |side: Side, draw: bool| match &outline.offer {
        Some((by, Offer::Draw)) => draw && *by == side,
        Some((by, Offer::Takeback { .. })) => !draw && *by == side,
        _ => false,
    };
    let [first, second] = Side::BOTH;
    GameStateLine {
        kind: "gameState",
        moves: outline.moves.join(" "),
        wtime: time(first),
        btime: time(second),
        winc: extra,
        binc: extra,
        wdraw: offers(first, true),
        bdraw: offers(second, true),
        wtakeback: offers(first, false),
        btakeback: offers(second, false),
        offer: outline.offer.as_ref().map(|(by, offer)| format!("{} {offer}", colour(*by))),
        status: status(outline).name,
        words: outline.status.clone(),
        winner: winner(outline),
        turn: outline.turn.map(colour),
        fen: outline.position.clone(),
        seq: outline.seq,
    }
}

pub(super) fn full(outline: &Outline, start: Option<String>, players: [ProgramPlayer; 2]) -> GameFullLine {
    let Figures { spare, grace, extra, .. } = *outline.pace.figures();
    let (kind, [white, black]) = (outline.pace.kind(), players);
    GameFullLine {
        kind: "gameFull",
        id: outline.game.to_string(),
        variant: variant(&outline.spec, &outline.name, outline.unnamed),
        speed: speed(outline.pace),
        perf: SpeedName { name: speed(outline.pace) },
        rated: outline.rated,
        created_at: outline.created_at,
        white,
        black,
        initial_fen: start.unwrap_or_else(|| "startpos".to_owned()),
        clock: (kind == Kind::Live).then_some(ClockFigures { initial: spare, increment: extra }),
        days_per_turn: (kind == Kind::Correspondence).then(|| days(grace.max(spare))),
        pace: outline.pace.to_string(),
        enforcement: outline.enforcement.to_string(),
        state: state(outline),
    }
}

pub(super) fn playing(outline: &Outline, side: Side, opponent: ProgramPlayer, bot: bool) -> PlayingView {
    let id = outline.game.to_string();
    let moved = if side == Side::First { 1 } else { 2 };
    PlayingView {
        game_id: id.clone(),
        full_id: id.clone(),
        id,
        color: colour(side),
        fen: outline.position.clone(),
        has_moved: outline.moves.len() >= moved,
        is_my_turn: outline.turn == Some(side),
        last_move: outline.moves.last().cloned().unwrap_or_default(),
        opponent,
        speed: speed(outline.pace),
        perf: speed(outline.pace),
        rated: outline.rated,
        seconds_left: left(outline.clock.as_ref(), side).map(|left| left / 1000),
        source: "friend",
        status: status(outline),
        winner: winner(outline),
        variant: variant(&outline.spec, &outline.name, outline.unnamed),
        compat: Compat { bot, board: !bot },
    }
}

pub(super) fn exported(
    outline: &Outline,
    start: Option<String>,
    players: [ProgramPlayer; 2],
    pgn: String,
) -> ExportedGame {
    let [white, black] = players.map(|user| ExportedPlayer { user });
    ExportedGame {
        id: outline.game.to_string(),
        rated: outline.rated,
        variant: outline.spec.clone(),
        speed: speed(outline.pace),
        perf: speed(outline.pace),
        created_at: outline.created_at,
        last_move_at: outline.at,
        status: status(outline).name,
        winner: winner(outline),
        players: ExportedPlayers { white, black },
        initial_fen: start.unwrap_or_else(|| "startpos".to_owned()),
        moves: outline.moves.join(" "),
        pgn,
    }
}

impl BotApi {
    pub(super) async fn players(
        &self,
        game: GameId,
        spec: &str,
        pace: Pace,
    ) -> Result<[ProgramPlayer; 2], Error> {
        let ratings = self.games.seat_ratings(game, spec, pace).await?;
        let [mut one, mut two] = [player(None, false, None), player(None, false, None)];
        let accounts = self.store.players(game).await?;
        for ((told, account), rating) in [&mut one, &mut two].into_iter().zip(accounts).zip(ratings) {
            let Some(id) = account else { continue };
            // The account may have been deleted in the meantime.
            let Some(account) = self.store.account(id).await? else { continue };
            let bot = self.store.is_bot(id).await?;
            *told = player(Some(&account.name), bot, rating);
        }
        Ok([one, two])
    }

    pub(super) async fn told(
        &self,
        owner: &TokenOwner,
        game: GameId,
        side: Side,
    ) -> Result<PlayingView, Error> {
        let outline = self.games.observe(game, |game, now| game.outline(now)).await?;
        let [one, two] = self.players(game, &outline.spec, outline.pace).await?;
        let opponent = if side == Side::First { two } else { one };
        Ok(playing(&outline, side, opponent, owner.bot))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_converted() {
        let told = |pace: &str| time_control(pace.parse().unwrap());
        assert_eq!(
            told("live spare=90s extra=2s"),
            TimeControlView::Clock { limit: 90, increment: 2, show: "1.5+2".into() }
        );
        assert_eq!(
            told("correspondence grace=3d vacation=14d"),
            TimeControlView::Correspondence { days_per_turn: 3 }
        );
        assert_eq!(told("unlimited"), TimeControlView::Unlimited {});
        assert_eq!(speed("unlimited".parse().unwrap()), "correspondence");
    }
}
