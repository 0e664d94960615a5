//! Checks cards: the rules that apply to all cards, and what each card gives to the piece that bears it.

use entourage_kernel::Language;
use entourage_kernel::sentence::counted;

use super::build::Draft;
use super::names::Names;
use super::notation::missing_field;
use super::powers::{self, Stratum, stratum_of};
use crate::diagnostic::{Code, Diagnostic, kept};
use crate::model::{Card, Cards, Clause, Deed, Effect, Event, Field, KindModel, Labels, Need, NeedKind};
use crate::source::Span;
use crate::syntax::tree::{self, CardLineKind, CardsLineKind, PieceLineKind, What};

/// The cards of a game, with the powers and events that they add while a piece bears them.
#[derive(Default)]
pub(super) struct CardSet {
    pub(super) cards: Option<Cards>,
    pub(super) clauses: Vec<Clause>,
    pub(super) events: Vec<Event>,
}

impl Draft<'_> {
    pub(super) fn deal(&self, names: &Names, faults: &mut Vec<Diagnostic>) -> Option<CardSet> {
        let found = self.items.iter().filter_map(|item| picked!(&item.what, What::Card(card) => card));
        let found: Vec<&tree::Card> = found.collect();
        let section = self.last(|item| picked!(&item.what, What::Cards(lines) => (lines, item.span)));
        let Some((lines, span)) = section else {
            let Some(first) = found.first() else { return Some(CardSet::default()) };
            faults.push(Code::Missing.at(first.name.span).error("A game with cards needs the section `cards`, with \"each player takes 0 to 3, no two alike\" below it.", "Un jeu à cartes a besoin de la section «\u{a0}cards\u{a0}», avec en dessous «\u{a0}each player takes 0 to 3, no two alike\u{a0}»."));
            return None;
        };
        let before = faults.len();
        let mut cards =
            names.cards_section(lines, span, found.len()).map_err(|fault| faults.push(fault)).ok()?;
        let mut dealt = CardSet::default();
        for card in found {
            let read = kept(names.card_of(card, &mut cards, &mut dealt), faults);
            cards.list.extend(read);
        }
        dealt.cards = Some(cards);
        (faults.len() == before).then_some(dealt)
    }

    pub(super) fn check_cards(
        &self,
        cards: &Cards,
        kinds: &[KindModel],
        fields: &[Field],
        needs: &[Need],
        position: Span,
        faults: &mut Vec<Diagnostic>,
    ) {
        for (side, word) in ["{cards 1}", "{cards 2}"].into_iter().enumerate() {
            if !fields.contains(&Field::Cards(side)) {
                faults.push(missing_field(word, position));
            }
        }
        if !needs
            .iter()
            .any(|need| matches!(need.what, NeedKind::EachKind { most: 1 }) && need.unless.is_none())
        {
            faults.push(Code::Missing.at(self.head).error("A card belongs to a single piece, identified by its kind. Add \"at most 1 of each kind a side\" below `needs`.", "Une carte appartient à une seule pièce, désignée par son type. Ajoutez «\u{a0}at most 1 of each kind a side\u{a0}» sous «\u{a0}needs\u{a0}»."));
        }
        // A card can save its bearer only from captures in passing; otherwise, two pieces would share a square.
        let given = cards.list.iter().flat_map(|card| &card.lines);
        let lines: Vec<_> = kinds.iter().flat_map(|kind| &kind.lines).chain(given).collect();
        let takes_otherwise = |labels: Labels| {
            let mut named =
                lines.iter().filter(|line| line.label.is_some_and(|label| labels >> label & 1 != 0));
            named.any(|line| line.captures || line.capturing.is_empty())
        };
        for item in &self.items {
            let What::Card(card) = &item.what else { continue };
            let stays =
                cards.list.iter().find(|other| other.name == card.name.text).and_then(|card| card.stays);
            if stays.is_some_and(takes_otherwise) {
                faults.push(Code::Meaning.at(card.name.span).error("Only a piece captured in passing, by a `moves` line with \"capturing\", can stay.", "Seule une pièce prise au passage, par une ligne «\u{a0}moves\u{a0}» avec «\u{a0}capturing\u{a0}», peut rester."));
            }
        }
    }
}

impl Names {
    fn cards_section(&self, lines: &[tree::CardsLine], span: Span, count: usize) -> Result<Cards, Diagnostic> {
        let mut most = None;
        let mut bearers = None;
        let mut is_lost = false;
        let mut ordered = false;
        let mut bans: Vec<[usize; 2]> = Vec::new();
        for line in lines {
            match &line.what {
                CardsLineKind::Takes(number) if (number.value as usize) <= count => {
                    most = Some(number.value as usize)
                }
                CardsLineKind::Takes(number) => {
                    return Err(Code::Size.at(number.span).error(
                        format!(
                            "A player cannot take {} of {}.",
                            number.value,
                            counted(Language::English, count as u64, "card", "cards")
                        ),
                        format!("Un joueur ne peut pas prendre {} cartes sur {count}.", number.value),
                    ));
                }
                CardsLineKind::Bearers { but } => bearers = Some(self.all_kinds() & !self.kinds(but)?),
                CardsLineKind::LostWithPiece => is_lost = true,
                CardsLineKind::Ordered => ordered = true,
                CardsLineKind::Never(pair) => {
                    let [one, other] = [self.card(&pair[0])?, self.card(&pair[1])?];
                    let ban = [one.min(other), one.max(other)];
                    if one == other || bans.contains(&ban) {
                        return Err(Code::Twice.at(line.span).error(
                            "Name two different cards, and each pair only once.",
                            "Nommez deux cartes différentes, et chaque paire une seule fois.",
                        ));
                    }
                    bans.push(ban);
                }
            }
        }
        let missing = |sentence: &str| {
            Code::Missing.at(span).error(
                format!("The sentence \"{sentence}\" is missing below `cards`."),
                format!("Il manque la phrase «\u{a0}{sentence}\u{a0}» sous «\u{a0}cards\u{a0}»."),
            )
        };
        let most = most.ok_or_else(|| missing("each player takes 0 to 3, no two alike"))?;
        let bearers = bearers.ok_or_else(|| {
            missing("a card for a piece goes to a piece but King, and a piece bears one at most")
        })?;
        if bearers == 0 {
            return Err(Code::Meaning.at(span).error(
                "No piece can have a card, because all kinds are excluded.",
                "Aucune pièce ne peut porter de carte, car tous les types sont exclus.",
            ));
        }
        if !is_lost {
            return Err(missing("a card is lost with its piece"));
        }
        bans.sort_unstable();
        Ok(Cards { most, bearers, ordered, bans, list: Vec::new(), extra: 0 })
    }

    fn card_of(&self, card: &tree::Card, cards: &mut Cards, dealt: &mut CardSet) -> Result<Card, Diagnostic> {
        let index = cards.list.len();
        let power = self.power(&card.name).unwrap_or_default();
        let usual = match &card.usual {
            Some(name) => self.kind(name)?,
            None => entourage_kernel::Kind(cards.bearers.trailing_zeros() as u8),
        };
        if cards.bearers >> usual.index() & 1 == 0 {
            let span = card.usual.as_ref().map_or(card.name.span, |usual| usual.span);
            return Err(Code::Meaning.at(span).error(
                "According to `cards`, this piece cannot have a card.",
                "D'après «\u{a0}cards\u{a0}», cette pièce ne peut pas porter de carte.",
            ));
        }
        let (mut lines, mut stays) = (Vec::new(), None);
        for line in &card.lines {
            match &line.what {
                CardLineKind::Walk(walk) => {
                    let PieceLineKind::Walk(read) = &walk.what else {
                        return Err(Code::Unsupported.at(line.span).error("A card can only add `moves` and `captures` lines.", "Une carte ne peut ajouter que des lignes «\u{a0}moves\u{a0}» et «\u{a0}captures\u{a0}»."));
                    };
                    for read in self.walk(read, walk.span)? {
                        powers::check_line(&read, walk.span)?;
                        lines.push(read);
                    }
                }
                CardLineKind::Clause(clause) => {
                    let clause = self.clause_line(clause, line.span, power, cards.bearers)?;
                    dealt.clauses.push(Clause { card: Some(index), ..clause });
                }
                CardLineKind::Event(event) => {
                    let read = self.event(event, line.span)?;
                    if read.condition.as_ref().map_or(Stratum::Places, stratum_of) > Stratum::Attacks {
                        return Err(too_late(line.span));
                    }
                    if let (Effect::Extra, tree::Effect::Extra { by }) = (&read.effect, &event.effect) {
                        let labels = self.labels(by)?;
                        if cards.extra != 0 && cards.extra != labels {
                            return Err(Code::Unsupported.at(line.span).error(
                                "All extra moves of a game must use the same lines.",
                                "Tous les coups supplémentaires d'un jeu doivent suivre les mêmes lignes.",
                            ));
                        }
                        cards.extra = labels;
                    }
                    if matches!(read.deed, Deed::IsCaptured { .. }) {
                        return Err(Code::Unsupported.at(line.span).error("An event of a card must start with what its piece does: \"makes a …\", \"captures\" or \"arrives on …\".", "Un événement d'une carte doit commencer par ce que fait sa pièce\u{a0}: «\u{a0}makes a …\u{a0}», «\u{a0}captures\u{a0}» ou «\u{a0}arrives on …\u{a0}»."));
                    }
                    dealt.events.push(Event { card: Some(index), ..read });
                }
                CardLineKind::Stays(by) => stays = Some(stays.unwrap_or(0) | self.labels(by)?),
            }
        }
        if card.once && stays.is_none() {
            return Err(Code::Meaning.at(card.name.span).error("This card is never spent: `once` only works with \"instead of being captured by …, it stays\".", "Cette carte ne s'épuise jamais\u{a0}: «\u{a0}once\u{a0}» ne s'emploie qu'avec «\u{a0}instead of being captured by …, it stays\u{a0}»."));
        }
        Ok(Card {
            name: card.name.text.clone(),
            title: card.title.clone(),
            french: card.title_french.clone(),
            usual,
            once: card.once,
            power,
            lines,
            stays,
        })
    }
}

pub(super) fn too_late(span: Span) -> Diagnostic {
    Code::Stratum.at(span).error(
        "An event can only depend on places, sight and attacks, not on permissions or threats.",
        "Un événement ne peut dépendre que de lieux, de lignes de vue et d'attaques, pas de permissions ni de menaces.",
    )
}
