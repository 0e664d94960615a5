//! Finds examples of active cards, by comparing boards with and without the card.

use entourage_kernel::{Kind, Piece, Random, Side, Square};

use super::diagram::{DiagramFinder, TRIES};
use super::grammar::of;
use super::lexicon::{guillemets, quoted};
use super::page::Diagram;
use super::phrase::{Phrase, both, phrase};
use crate::execution::{Memory, Reading};
use crate::law::{Action, Scene};

struct Difference {
    rank: usize,
    caption: Phrase,
    action: Action,
    is_legal: bool,
}

impl DiagramFinder<'_> {
    pub(super) fn of_card(&self, card: usize) -> Option<Diagram> {
        let known = self.model.cards.as_ref()?.list.get(card)?;
        let mut random = Random::new(card as u64 + 211);
        // Use kinds that are in the starting position; others are rare.
        let begins = |kind: &usize| self.model.start.contains(self.model.kinds[*kind].letter);
        let kinds: Vec<Kind> =
            (0..self.model.kinds.len()).filter(begins).map(|kind| Kind(kind as u8)).collect();
        let mut best: Option<(usize, Diagram)> = None;
        for round in 0..3 * TRIES {
            let mut pieces = self.base(&mut random);
            let either = |random: &mut Random| if random.one_in(2) { Side::First } else { Side::Second };
            let side = either(&mut random);
            let among = (self.near.len() / 3).max(9);
            self.add(&mut pieces, Piece::new(known.usual, side), &mut random, among);
            for _ in 0..=(round / TRIES) {
                let kind = random.pick(&kinds).copied().unwrap_or(known.usual);
                let piece = Piece::new(kind, either(&mut random));
                if pieces.of(piece.side(), piece.kind()).is_empty() {
                    self.add(&mut pieces, piece, &mut random, among);
                }
            }
            let Some(bearer) = pieces.of(side, known.usual).first() else { continue };
            let mut memory = Memory::new(self.model);
            memory.hands[side.index()].give(card, known.usual);
            let scene = Scene::new(self.model, pieces, Side::First, memory);
            if scene.terminal().is_none()
                && let Some(found) = self.difference(&scene, card, bearer)
                && best.as_ref().is_none_or(|(rank, _)| found.rank < *rank)
                && let Some(position) = self.written_with(&pieces, memory)
            {
                let text = (self.hooks.write_move)(self.model, found.action.intent);
                let squares = found.action.intent.squares().map(|square| self.name(square)).collect();
                let moves = found.is_legal.then_some(text).into_iter().collect();
                best = Some((found.rank, Diagram { position, caption: found.caption, squares, moves }));
                if found.rank == 0 {
                    break;
                }
            }
        }
        best.map(|(_, diagram)| diagram)
    }

    fn difference(&self, scene: &Scene<'_>, card: usize, bearer: Square) -> Option<Difference> {
        let known = &self.model.cards.as_ref()?.list[card];
        let (name, french) = (quoted(self.model, &known.title).en, guillemets(known.french()));
        let without = Scene::new(self.model, scene.pieces, scene.side, Memory::new(self.model));
        let (with, plain) = (scene.legal_actions(), without.legal_actions());
        let piece = self.piece(scene, bearer);
        let write = |action: &Action| (self.hooks.write_move)(self.model, action.intent);
        let find =
            |list: &[Action], action: &Action| list.iter().find(|other| other.intent == action.intent).cloned();
        let is_walk = |action: &&Action| action.intent.first().is_some();
        if let Some(new) = with.iter().filter(is_walk).find(|action| find(&plain, action).is_none()) {
            let text = write(new);
            let caption = both!(
                "With the card {name}, {} can play {text}.",
                "Avec la carte {french}, {} peut jouer {text}.",
                piece
            );
            return Some(Difference { rank: 0, caption, action: new.clone(), is_legal: true });
        }
        if let Some(gone) = plain.iter().filter(is_walk).find(|action| find(&with, action).is_none()) {
            let text = write(gone);
            let caption = phrase(
                format!("Here {text} is refused: the card {name} of {}.", piece.en),
                format!("Ici, {text} est refusé\u{a0}: la carte {french} {}.", of(&piece.fr)),
            );
            return Some(Difference { rank: 1, caption, action: gone.clone(), is_legal: false });
        }
        let by = phrase(
            format!("by the card {name} of {}", piece.en),
            format!("par la carte {french} {}", of(&piece.fr)),
        );
        with.iter().filter(is_walk).find_map(|action| {
            let other = find(&plain, action)?;
            let (ours, theirs) =
                (scene.after(&scene.perform(&action.deed)), without.after(&without.perform(&other.deed)));
            let (text, is_legal) = (write(action), true);
            let stays = (ours.pieces.occupied() - theirs.pieces.occupied()).first();
            if let Some(square) = stays.filter(|square| scene.side_at(*square).is_some()) {
                let victim = self.piece(scene, square);
                let caption = both!("{text} does not take {}, {}.", "{text} ne prend pas {}, {}.", victim, by);
                return Some(Difference { rank: 2, caption, action: action.clone(), is_legal });
            }
            let next = ours.memory.chain.filter(|chain| chain.is_extra && theirs.side != ours.side)?;
            let mover = self.piece(&ours, next.at);
            let caption = both!(
                "After {text}, {} can also move, {}.",
                "Après {text}, {} peut aussi jouer, {}.",
                mover,
                by
            );
            Some(Difference { rank: 3, caption, action: action.clone(), is_legal })
        })
    }
}
