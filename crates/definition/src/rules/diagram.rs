//! Diagrams that illustrate the rules, found by a deterministic search over random boards.

use entourage_kernel::{Draft, Kind, Metadata, Piece, Random, Side, Square};

use super::GameHooks;
use super::grammar::{of, the};
use super::lexicon::quoted;
use super::page::Diagram;
use super::phrase::{Phrase, both, phrase};
use super::words::Words;
use crate::execution::{Memory, Pieces, Position, Reading};
use crate::law::{Action, Deed, Objection, Scene, Way, standing};
use crate::model::{Change, Clause, Model, NeedKind, Subject, Whose};

/// Number of boards to try for one diagram.
pub(super) const TRIES: usize = 240;
/// Maximum number of pieces to add to each side to avoid positions in which the game is over.
const MAX_FILLERS: usize = 8;

pub(super) struct DiagramFinder<'m> {
    pub(super) model: &'m Model,
    metadata: &'m Metadata,
    pub(super) hooks: &'m GameHooks,
    pub(super) near: Vec<Square>,
    must: Vec<Piece>,
    /// The kinds that can be on the board.
    kinds: Vec<Kind>,
    /// Number and kind of the pieces added to each side.
    fillers: usize,
    filler: Kind,
}

/// Returns an ordinary move from the starting position, as an example of notation.
pub(super) fn usual_move(model: &Model, hooks: &GameHooks) -> Option<String> {
    let mut actions = (hooks.start)(model)?.legal_actions();
    actions.retain(|action| {
        let is_on_board = |square: Square| model.board.place(square).is_some();
        action.intent.choice() == 0 && action.intent.squares().all(is_on_board)
    });
    let middle = actions.get(actions.len() / 2)?;
    Some((hooks.write_move)(model, middle.intent))
}

impl<'m> DiagramFinder<'m> {
    pub(super) fn new(model: &'m Model, metadata: &'m Metadata, hooks: &'m GameHooks) -> Self {
        let topology = &model.board.topology;
        let on_board = |square: &Square| model.board.place(*square).is_some();
        let mut near: Vec<Square> = model.board.squares().filter(on_board).collect();
        let count = near.len().max(1) as f32;
        let middle = |pick: fn(&entourage_kernel::SquareInfo) -> f32| {
            near.iter().map(|square| pick(&topology.squares[square.index()])).sum::<f32>() / count
        };
        let (x, y) = (middle(|square| square.x), middle(|square| square.y));
        let far = |square: &Square| {
            let square = &topology.squares[square.index()];
            (square.x - x).hypot(square.y - y)
        };
        near.sort_by(|one, other| far(one).total_cmp(&far(other)).then(one.cmp(other)));
        let must = must(model);
        let stands =
            (hooks.start)(model).map_or(model.all_kinds(), |start| standing(model, &start)) | model.blocks;
        let kinds = (0..model.kinds.len() as u8).filter(|kind| stands >> kind & 1 != 0).map(Kind).collect();
        let filler = model.ordinary_kind(0);
        let mut finder = Self { model, metadata, hooks, near, must, kinds, fillers: 0, filler };
        // Add pieces if the game would be over with too few.
        let mut random = Random::new(1);
        for fillers in 0..=MAX_FILLERS {
            finder.fillers = fillers;
            if finder.scene(&finder.base(&mut random)).terminal().is_none() {
                return finder;
            }
        }
        finder.fillers = 0;
        finder
    }

    fn scene(&self, pieces: &Pieces) -> Scene<'m> {
        Scene::new(self.model, *pieces, Side::First, Memory::new(self.model))
    }

    /// Places the required pieces on an empty board, each near its own side's edge and far from the centre.
    pub(super) fn base(&self, random: &mut Random) -> Pieces {
        let mut pieces = Pieces::EMPTY;
        let fillers = Side::BOTH.map(|side| Piece::new(self.filler, side));
        let more = fillers.into_iter().flat_map(|piece| std::iter::repeat_n(piece, self.fillers));
        for piece in self.must.iter().copied().chain(more) {
            let home = |square: &Square| {
                let row = self.model.board.row_for(*square, piece.side()).unwrap_or(1);
                row * 2 <= self.model.board.rows.len()
            };
            let free: Vec<Square> = self
                .near
                .iter()
                .skip(self.near.len() / 3)
                .copied()
                .filter(|square| home(square) && pieces.piece_at(*square).is_none())
                .collect();
            if let Some(square) = random.pick(&free) {
                pieces.put(*square, piece);
            }
        }
        pieces
    }

    /// Places a piece on a random square near the centre; if it is a required piece, moves the existing one there.
    pub(super) fn add(
        &self,
        pieces: &mut Pieces,
        piece: Piece,
        random: &mut Random,
        among: usize,
    ) -> Option<Square> {
        let squares = &self.near[..among.min(self.near.len())];
        let square = *random.pick(squares)?;
        if pieces.piece_at(square).is_some() {
            return None;
        }
        if self.must.contains(&piece) {
            let old = pieces.of(piece.side(), piece.kind()).first();
            old.map(|old| pieces.take(old));
        }
        pieces.put(square, piece);
        Some(square)
    }

    fn written(&self, pieces: &Pieces) -> Option<String> {
        self.written_with(pieces, Memory::new(self.model))
    }

    pub(super) fn written_with(&self, pieces: &Pieces, memory: Memory) -> Option<String> {
        let words = (self.hooks.words)(self.model, &Position::new(*pieces, Side::First, memory));
        let draft = Draft { pieces: pieces.pieces().collect(), side: Side::First, words };
        let text = self.metadata.form.write(&draft, self.metadata);
        (self.hooks.is_position)(self.model, self.metadata, &text).then_some(text)
    }

    pub(super) fn name(&self, square: Square) -> String {
        self.model.board.topology.name(square).to_owned()
    }

    pub(super) fn piece(&self, scene: &Scene<'_>, square: Square) -> Phrase {
        let kind = scene.kind_at(square).unwrap_or(Kind(0));
        let words = Words::of_player(self.model);
        let name = self.name(square);
        phrase(
            format!("the {} on {name}", words.english(kind)),
            format!("{} en {name}", the(words.french(kind))),
        )
    }

    fn moves(&self, scene: &Scene<'_>, at: Square) -> Vec<Action> {
        let before = scene.threatened_royals();
        let mut actions = scene.actions_from(at);
        actions.retain(|action| scene.is_legal(&action.deed, before));
        actions
    }

    pub(super) fn of_kind(&self, kind: usize) -> Option<Diagram> {
        let mut random = Random::new(kind as u64 + 11);
        let subject = Piece::new(Kind(kind as u8), Side::First);
        if !self.kinds.contains(&subject.kind()) {
            return None;
        }
        let mut best: Option<(i32, String, Pieces, Square)> = None;
        for round in 0..TRIES {
            let mut pieces = self.base(&mut random);
            let among = if round % 4 == 3 { self.near.len() } else { 9 };
            let Some(at) = self.add(&mut pieces, subject, &mut random, among) else { continue };
            let extras = (round / 12).min(3);
            for _ in 0..extras {
                let side = if random.one_in(4) { Side::First } else { Side::Second };
                let other = Piece::new(*random.pick(&self.kinds)?, side);
                self.add(&mut pieces, other, &mut random, self.near.len() / 2);
            }
            if pieces.piece_at(at) != Some(subject) {
                continue;
            }
            let scene = self.scene(&pieces);
            let score = self.score(&scene, at) - 9 * extras as i32;
            if best.as_ref().is_none_or(|best| score > best.0)
                && scene.terminal().is_none()
                && let Some(text) = self.written(&pieces)
            {
                best = Some((score, text, pieces, at));
            }
        }
        let (_, position, pieces, at) = best?;
        let scene = self.scene(&pieces);
        let actions = self.moves(&scene, at);
        if actions.is_empty() {
            return None;
        }
        let piece = self.piece(&scene, at);
        let marks = both!("The marks show where {} can move", "Les marques montrent où peut aller {}", piece);
        let shown = actions.iter().find(|action| !taken(&action.deed).is_empty());
        let caption = match shown {
            None => marks.with(".", "."),
            Some(action) => {
                let text = (self.hooks.write_move)(self.model, action.intent);
                let losses = Phrase::all(taken(&action.deed).iter().map(|square| self.piece(&scene, *square)));
                marks.and(&both!("; {text} captures {}.", "\u{a0}; {text} prend {}.", losses))
            }
        };
        let moves = shown.or(actions.first()).map(|action| (self.hooks.write_move)(self.model, action.intent));
        Some(Diagram {
            position,
            caption,
            squares: self.marked(&actions, at),
            moves: moves.into_iter().collect(),
        })
    }

    fn marked(&self, actions: &[Action], at: Square) -> Vec<String> {
        let mut squares: Vec<Square> = Vec::new();
        for action in actions {
            match &action.deed {
                Deed::Walk { way, .. } => {
                    squares.push(way.to);
                    squares.extend(&way.taken);
                }
                Deed::Castle { castling, .. } => squares.push(self.model.castlings[*castling].royal_way[1]),
                Deed::Act { target, .. } => squares.extend(target),
                Deed::Mutate { .. } | Deed::Pass | Deed::End => {}
            }
        }
        squares.retain(|square| *square != at);
        squares.sort_unstable();
        squares.dedup();
        squares.into_iter().map(|square| self.name(square)).collect()
    }

    fn score(&self, scene: &Scene<'_>, at: Square) -> i32 {
        let actions = self.moves(scene, at);
        let mut shown: Vec<(Option<usize>, bool, bool)> = Vec::new();
        let mut captures = 0;
        for action in &actions {
            let what = match &action.deed {
                Deed::Walk { way, .. } => (way.label, way.captures, !way.taken.is_empty()),
                Deed::Act { act, .. } => (Some(100 + act), false, false),
                Deed::Castle { .. } | Deed::Mutate { .. } | Deed::Pass | Deed::End => (Some(99), false, false),
            };
            captures += i32::from(what.2);
            if !shown.contains(&what) {
                shown.push(what);
            }
        }
        // Prefer positions in which no move is forbidden and no royal piece is in danger.
        let refused = scene.actions_from(at).len().saturating_sub(actions.len()) as i32;
        let alarm = if scene.is_in_danger() { 200 } else { 15 * refused };
        // Avoid active powers, which have separate diagrams.
        let bonds = (self.hooks.relations)(scene).len() as i32;
        30 * shown.len() as i32 + 10 * captures.min(3) + (actions.len() as i32).min(24)
            - 6 * bonds.min(5)
            - alarm
    }

    pub(super) fn of_power(&self, power: usize) -> Option<Diagram> {
        let clauses: Vec<&Clause> = self.model.clauses.iter().filter(|clause| clause.power == power).collect();
        let mut random = Random::new(power as u64 + 101);
        for round in 0..2 * TRIES {
            let clause = random.pick(&clauses)?;
            let mut pieces = self.base(&mut random);
            let among = (self.near.len() / 3).max(9);
            for piece in self.cast(clause, 2 + round / 160, &mut random) {
                self.add(&mut pieces, piece, &mut random, among);
            }
            let scene = self.scene(&pieces);
            if scene.terminal().is_some() {
                continue;
            }
            let shown = match clause.change {
                Change::CannotMove
                | Change::CannotCapture(_)
                | Change::CannotBeCaptured(_)
                | Change::CannotMake(_)
                | Change::CapturedOnlyWhile(_)
                | Change::Must { .. } => self.refused(&scene, power),
                Change::WalkAs(_)
                | Change::AlsoWalkAs(..)
                | Change::Exchanged
                | Change::Wrapped
                | Change::OneSquare
                | Change::Through(_)
                | Change::StopOn(_) => self.walking(&scene, power),
                Change::MayBecome(_) => self.becoming(&scene, power),
            };
            if let Some((caption, squares, moves)) = shown
                && let Some(position) = self.written(&pieces)
            {
                return Some(Diagram { position, caption, squares, moves });
            }
        }
        None
    }

    fn cast(&self, clause: &Clause, number: usize, random: &mut Random) -> Vec<Piece> {
        let words = Words::of_player(self.model);
        let givers: Vec<Kind> = words.kinds(clause.givers).collect();
        let side = |random: &mut Random| if random.one_in(2) { Side::First } else { Side::Second };
        let giver = random.pick(&givers).copied().unwrap_or(Kind(0));
        let giver = Piece::new(giver, side(random));
        let mut cast = vec![giver];
        if let Subject::Noun(noun) = &clause.subject {
            let receivers: Vec<Kind> = words.kinds(noun.kinds).collect();
            let is_same =
                noun.relations.iter().any(|relation| matches!(relation, crate::model::Relation::SameKind));
            let kind = if is_same { Some(giver.kind()) } else { random.pick(&receivers).copied() };
            let side = match noun.whose {
                Whose::Own => giver.side(),
                Whose::Enemy => !giver.side(),
                Whose::Their | Whose::Its | Whose::Any => side(random),
            };
            cast.extend(kind.map(|kind| Piece::new(kind, side)));
        }
        while cast.len() < number {
            let other = if random.one_in(3) { None } else { random.pick(&self.kinds) };
            let kind = other.copied().unwrap_or(giver.kind());
            cast.push(Piece::new(kind, side(random)));
        }
        cast
    }

    fn refused(&self, scene: &Scene<'_>, power: usize) -> Option<(Phrase, Vec<String>, Vec<String>)> {
        for from in scene.of_side(scene.side) {
            let mut actions = Vec::new();
            scene.add_ways(from, false, &mut actions);
            for action in &actions {
                let Deed::Walk { way, .. } = &action.deed else { continue };
                let objections = scene.objections(way);
                let [objection] = objections.as_slice() else { continue };
                let is_refused = scene.find(action.intent).is_none();
                if objection.power == power && is_refused {
                    return Some(self.refusal(scene, objection, action, way));
                }
            }
        }
        None
    }

    fn refusal(
        &self,
        scene: &Scene<'_>,
        objection: &Objection,
        action: &Action,
        way: &Way,
    ) -> (Phrase, Vec<String>, Vec<String>) {
        let text = (self.hooks.write_move)(self.model, action.intent);
        let name = quoted(self.model, &self.model.powers[objection.power].name);
        let givers: Vec<Square> =
            objection.givers.iter().copied().filter(|giver| *giver != objection.piece).collect();
        let from = if givers.is_empty() || givers.len() > 3 {
            Phrase::default()
        } else {
            let who = Phrase::all(givers.iter().map(|giver| self.piece(scene, *giver)));
            phrase(format!(" of {}", who.en), format!(" {}", of_each(&who.fr)))
        };
        let on = if scene.kind_at(objection.piece).is_some() {
            let piece = self.piece(scene, objection.piece);
            both!(" acts on {}", " agit sur {}", piece)
        } else {
            phrase(" forbids it", " l'interdit")
        };
        let caption =
            both!("Here {text} is refused: the power {}", "Ici, {text} est refusé\u{a0}: le pouvoir {}", name)
                .and(&from)
                .and(&on)
                .with(".", ".");
        let mut squares = vec![way.from, way.to, objection.piece];
        squares.extend(givers);
        squares.sort_unstable();
        squares.dedup();
        (caption, squares.into_iter().map(|square| self.name(square)).collect(), Vec::new())
    }

    fn bond(&self, scene: &Scene<'_>, power: usize) -> Option<(Square, Square)> {
        let name = self.model.powers[power].name.as_str();
        let bonds = (self.hooks.relations)(scene);
        let only = bonds.iter().all(|bond| bond.kind == name);
        let found = bonds.iter().find(|bond| bond.kind == name && scene.side_at(bond.to) == Some(scene.side));
        found.filter(|_| only).map(|bond| (bond.from, bond.to))
    }

    fn acts(&self, scene: &Scene<'_>, power: usize, giver: Square, receiver: Square) -> Phrase {
        let name = quoted(self.model, &self.model.powers[power].name);
        let (giver, receiver) = (self.piece(scene, giver), self.piece(scene, receiver));
        phrase(
            format!("The power {} of {} acts on {}", name.en, giver.en, receiver.en),
            format!("Le pouvoir {} {} agit sur {}", name.fr, of(&giver.fr), receiver.fr),
        )
    }

    /// Illustrates how a piece moves when a power affects it, if possible with a move that the power adds.
    fn walking(&self, scene: &Scene<'_>, power: usize) -> Option<(Phrase, Vec<String>, Vec<String>)> {
        let (giver, receiver) = self.bond(scene, power)?;
        let actions = self.moves(scene, receiver);
        let own = scene.own_actions(receiver);
        let is_own = |action: &Action| own.iter().any(|known| known.intent == action.intent);
        let new = actions.iter().find(|action| !is_own(action));
        let fewer = own.len() > actions.len();
        if actions.is_empty() || new.is_none() && !fewer {
            return None;
        }
        let caption = self
            .acts(scene, power, giver, receiver)
            .with("; the marks show where it can move.", "\u{a0}; les marques montrent où aller.");
        let text = new.or(actions.first()).map(|action| (self.hooks.write_move)(self.model, action.intent));
        Some((caption, self.marked(&actions, receiver), text.into_iter().collect()))
    }

    fn becoming(&self, scene: &Scene<'_>, power: usize) -> Option<(Phrase, Vec<String>, Vec<String>)> {
        let (giver, receiver) = self.bond(scene, power)?;
        let actions = self.moves(scene, receiver);
        let action = actions.iter().find(|action| matches!(action.deed, Deed::Mutate { .. }))?;
        let text = (self.hooks.write_move)(self.model, action.intent);
        let caption = self.acts(scene, power, giver, receiver).with(
            &format!("; {text} changes it into another piece."),
            &format!("\u{a0}; {text} en fait une autre pièce."),
        );
        let squares = [giver, receiver].map(|square| self.name(square)).to_vec();
        Some((caption, squares, vec![text]))
    }
}

fn of_each(list: &str) -> String {
    let parts: Vec<String> =
        list.split(", ").map(|part| part.split(" et ").map(of).collect::<Vec<_>>().join(" et ")).collect();
    parts.join(", ")
}

fn taken(deed: &Deed) -> &[Square] {
    match deed {
        Deed::Walk { way, .. } => &way.taken,
        Deed::Castle { .. } | Deed::Act { .. } | Deed::Mutate { .. } | Deed::Pass | Deed::End => &[],
    }
}

fn must(model: &Model) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut add = |kind: Kind, side: Side| {
        let piece = Piece::new(kind, side);
        if !found.contains(&piece) {
            found.push(piece);
        }
    };
    for need in &model.needs {
        let NeedKind::Number { noun, least, each_side, .. } = &need.what else { continue };
        if *least == 0 || noun.kinds.count_ones() != 1 || !noun.relations.is_empty() {
            continue;
        }
        let kind = Kind(noun.kinds.trailing_zeros() as u8);
        match noun.whose {
            _ if *each_side => Side::BOTH.into_iter().for_each(|side| add(kind, side)),
            Whose::Own => add(kind, Side::First),
            Whose::Enemy => add(kind, Side::Second),
            Whose::Their | Whose::Its | Whose::Any => Side::BOTH.into_iter().for_each(|side| add(kind, side)),
        }
    }
    for kind in Words::of_player(model).kinds(model.royals()) {
        Side::BOTH.into_iter().for_each(|side| add(kind, side));
    }
    found
}
