//! Players' choices before a game, as options in its spec: `1=shield@R+wings@B/KBGRY`, `2=…`, `ban=shield+wings`.

use entourage_kernel::{Board, Kind, Part, Piece, Problem, Random, Side, Text, TextError};

use super::catalogue::Order;
use super::hands;
use crate::execution::{Hand, Position};
use crate::model::{Cards, Model};

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Choices {
    players: [Choice; 2],
    bans: Vec<[usize; 2]>,
}

#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Choice {
    hand: Hand,
    order: Option<Vec<Kind>>,
}

pub(super) struct Reader<'m> {
    pub(super) model: &'m Model,
    pub(super) cards: &'m Cards,
    pub(super) order: &'m Order,
}

impl Choices {
    pub(super) fn bans(&self, cards: &Cards) -> Vec<[usize; 2]> {
        let mut all = cards.bans.clone();
        all.extend(&self.bans);
        all.sort_unstable();
        all.dedup();
        all
    }

    pub(super) fn start(&self, order: &Order, start: &Position) -> Position {
        let (mut pieces, mut memory) = (*start.placement(), start.state());
        for side in Side::BOTH {
            let choice = &self.players[side.index()];
            memory.hands[side.index()] = choice.hand;
            if let Some(kinds) = &choice.order {
                let places = &order.places[side.index()];
                places.iter().for_each(|square| {
                    pieces.take(*square);
                });
                for (square, kind) in places.iter().zip(kinds) {
                    pieces.put(*square, Piece::new(*kind, side));
                }
            }
        }
        Position::new(pieces, start.side_to_move(), memory)
    }
}

impl Reader<'_> {
    pub(super) fn read(
        &self,
        option: Part<'_>,
        choices: &mut Choices,
        given: &mut [bool; 2],
    ) -> Option<Result<(), TextError>> {
        if let Some(value) = option.after("ban=") {
            return Some(self.ban(value).and_then(|ban| {
                if choices.bans.contains(&ban) {
                    return Err(option
                        .error(Text::new("this pair is banned twice", "cette paire est interdite deux fois")));
                }
                choices.bans.push(ban);
                choices.bans.sort_unstable();
                Ok(())
            }));
        }
        let (index, value) =
            ["1=", "2="].iter().enumerate().find_map(|(index, name)| Some((index, option.after(name)?)))?;
        if std::mem::replace(&mut given[index], true) {
            return Some(Err(option.error(Text::new(
                "this player's choice is specified twice",
                "le choix de ce joueur est indiqué deux fois",
            ))));
        }
        Some(self.choice(value).map(|choice| choices.players[index] = choice))
    }

    pub(super) fn check(&self, choices: &Choices, options: &[Part<'_>]) -> Result<(), TextError> {
        for (choice, name) in choices.players.iter().zip(["1=", "2="]) {
            let has = |card: usize| choice.hand.bearer(card).is_some();
            let banned = choices.bans(self.cards).into_iter().find(|[one, other]| has(*one) && has(*other));
            let option = options.iter().find(|option| option.text.starts_with(name));
            if let (Some(pair), Some(option)) = (banned, option) {
                let [a, b] = pair.map(|index| &self.cards.list[index]);
                return Err(option.error(Problem::new(
                    format!(
                        "{}+{} is banned: a player cannot combine {} and {}",
                        a.name, b.name, a.title, b.title
                    ),
                    format!(
                        "{}+{} est interdit\u{a0}: un joueur ne peut pas combiner {} et {}",
                        a.name,
                        b.name,
                        a.french(),
                        b.french()
                    ),
                )));
            }
        }
        Ok(())
    }

    pub(super) fn options(&self, choices: &Choices) -> Vec<String> {
        let players = choices.players.iter().zip(1..).filter(|(choice, _)| **choice != Choice::default());
        let players = players.map(|(choice, number)| format!("{number}={}", self.write(choice)));
        let names = |index: usize| self.cards.list[index].name.as_str();
        let bans = choices.bans.iter().map(|[a, b]| format!("ban={}+{}", names(*a), names(*b)));
        players.chain(bans).collect()
    }

    fn write(&self, choice: &Choice) -> String {
        let letter = |kind: Kind| self.model.kinds[kind.index()].letter;
        let cards: Vec<String> = choice
            .hand
            .cards()
            .map(|(card, kind)| format!("{}@{}", self.cards.list[card].name, letter(kind)))
            .collect();
        let order: String =
            choice.order.as_ref().unwrap_or(&self.order.kinds).iter().map(|kind| letter(*kind)).collect();
        format!("{}/{order}", cards.join("+"))
    }

    /// Writes a choice of cards, with a random order of pieces if players can choose it.
    pub(super) fn written(&self, hand: Hand, random: &mut Random) -> String {
        let mut rest = self.order.kinds.clone();
        let mut order = Vec::new();
        while self.cards.ordered && !rest.is_empty() {
            order.push(rest.remove(random.below(rest.len())));
        }
        self.write(&Choice { hand, order: self.cards.ordered.then_some(order) })
    }

    fn ban(&self, value: Part<'_>) -> Result<[usize; 2], TextError> {
        let cards: Vec<usize> =
            value.split('+').map(|name| hands::find(self.cards, name)).collect::<Result<_, _>>()?;
        match cards.as_slice() {
            &[a, b] if a != b => Ok([a.min(b), a.max(b)]),
            _ => Err(value.error(Text::new(
                "a ban must name two different cards, separated by +",
                "une interdiction doit nommer deux cartes différentes, séparées par +",
            ))),
        }
    }

    /// Reads `CARDS/ORDER`; the default order can be omitted.
    fn choice(&self, value: Part<'_>) -> Result<Choice, TextError> {
        let mut halves = value.split('/');
        let cards = halves.next().unwrap_or(value);
        let mut hand = Hand::default();
        for item in cards.split('+').filter(|_| !cards.text.is_empty()) {
            let (card, kind) = hands::bound(self.model, self.cards, item)?;
            if !self.order.kinds.contains(&kind) {
                return Err(item.error(Text::new(
                    "this piece is not in the starting position",
                    "cette pièce n'est pas dans la position de départ",
                )));
            }
            hands::deal(self.cards, &mut hand, card, kind, item)?;
        }
        let order = halves.next().map(|order| self.read_order(order)).transpose()?;
        if let Some(more) = halves.next() {
            return Err(more.error(Text::new(
                "unexpected text after the order of the pieces",
                "texte inattendu après l'ordre des pièces",
            )));
        }
        Ok(Choice { hand, order: order.filter(|order| *order != self.order.kinds) })
    }

    fn read_order(&self, value: Part<'_>) -> Result<Vec<Kind>, TextError> {
        let usual: String = self.order.kinds.iter().map(|kind| self.model.kinds[kind.index()].letter).collect();
        let read = value.text.chars().map(|letter| {
            let of_letter = |kind: &&Kind| self.model.kinds[kind.index()].letter == letter;
            self.order.kinds.iter().find(of_letter).copied()
        });
        let read: Option<Vec<Kind>> = read.collect();
        let whole = read.filter(|kinds| {
            kinds.len() == self.order.kinds.len() && self.order.kinds.iter().all(|kind| kinds.contains(kind))
        });
        match whole {
            Some(kinds) if self.cards.ordered || kinds == self.order.kinds => Ok(kinds),
            Some(_) => Err(value.error(Problem::new(
                format!("the order of the pieces is fixed in this game: {usual}"),
                format!("l'ordre des pièces est fixe dans ce jeu\u{a0}: {usual}"),
            ))),
            None => Err(value.error(Problem::new(
                format!(
                    "expected the letters {usual}, each once, from left to right from the player's point of view"
                ),
                format!(
                    "attendu\u{a0}: les lettres {usual}, chacune une fois, de gauche à droite du point de vue du joueur"
                ),
            ))),
        }
    }
}
