use entourage_kernel::{Credit, Metadata, PieceKind, SharedStr, Text};

use crate::view::{LentCredit, LoanView};

/// Holds the pictures of the games of the house, which draw kinds of other games that are called the same.
#[derive(Default)]
pub struct Gallery {
    /// In the order in which people are offered the games.
    lenders: Vec<Lender>,
}

/// Lends the pictures of a game of the house.
struct Lender {
    /// Each after the English name of its kind.
    pictures: Vec<(SharedStr, SharedStr)>,
    /// Whose they are.
    credits: Vec<Credit>,
}

impl Gallery {
    /// Makes a gallery of what games draw, in their order.
    pub(crate) fn of<'m>(games: impl Iterator<Item = &'m Metadata>) -> Self {
        Self { lenders: games.map(Lender::of).collect() }
    }

    /// Draws the kinds of a game by the pictures of kinds that are called the same, and credits whose they are.
    ///
    /// Of several pictures it takes that of the game with which the most names are shared, then that of the first game.
    /// No picture is two kinds': the second stays as it is. Where fewer than half the kinds would be drawn, none is: letters go with letters.
    pub fn draw(&self, metadata: &mut Metadata) {
        let kinds = metadata.kinds.to_mut();
        let shared = |lender: &Lender| kinds.iter().filter(|kind| lender.picture(kind).is_some()).count();
        let shared: Vec<usize> = self.lenders.iter().map(shared).collect();
        let mut lent = vec![false; shared.len()];
        let mut drawn: Vec<(usize, &SharedStr)> = Vec::new();
        for (place, kind) in kinds.iter().enumerate() {
            // Of equals the last one is the greatest.
            let pictures = self.lenders.iter().enumerate().rev();
            let pictures = pictures.filter_map(|(index, lender)| Some((index, lender.picture(kind)?)));
            let best = pictures.max_by_key(|(index, _)| shared[*index]);
            if let Some((index, art)) = best.filter(|(_, art)| drawn.iter().all(|(_, other)| other != art)) {
                lent[index] = true;
                drawn.push((place, art));
            }
        }
        if 2 * drawn.len() < kinds.len() {
            return;
        }
        for (place, art) in drawn {
            kinds[place].art = art.clone();
        }
        let credits = metadata.credits.to_mut();
        let lenders = self.lenders.iter().zip(lent).filter(|(_, lent)| *lent);
        for credit in lenders.flat_map(|(lender, _)| &lender.credits) {
            if credits.iter().all(|known| (&known.role, &known.who) != (&credit.role, &credit.who)) {
                credits.push(credit.clone());
            }
        }
    }

    /// Shows all that is lent, for a registry elsewhere.
    pub(crate) fn loans(&self) -> Vec<LoanView> {
        self.lenders.iter().map(Lender::loan).collect()
    }
}

impl From<Vec<LoanView>> for Gallery {
    fn from(loans: Vec<LoanView>) -> Self {
        Self { lenders: loans.into_iter().map(Lender::from).collect() }
    }
}

impl Lender {
    /// Lends what a game draws; of its credits those of works that have a licence.
    fn of(metadata: &Metadata) -> Self {
        Self {
            pictures: metadata.kinds.iter().map(|kind| (kind.name.en.clone(), kind.art.clone())).collect(),
            credits: metadata.credits.iter().filter(|credit| credit.licence.is_some()).cloned().collect(),
        }
    }

    fn picture(&self, kind: &PieceKind) -> Option<&SharedStr> {
        self.pictures.iter().find(|(name, _)| *name == kind.name.en).map(|(_, art)| art)
    }

    fn loan(&self) -> LoanView {
        let credit = |credit: &Credit| LentCredit {
            role: [credit.role.en.to_string(), credit.role.fr.to_string()],
            who: credit.who.to_string(),
            link: credit.link.as_ref().map(ToString::to_string),
            licence: credit.licence.as_ref().map(ToString::to_string),
        };
        LoanView {
            pictures: self.pictures.iter().map(|(name, art)| [name.to_string(), art.to_string()]).collect(),
            credits: self.credits.iter().map(credit).collect(),
        }
    }
}

impl From<LoanView> for Lender {
    fn from(loan: LoanView) -> Self {
        let credit = |LentCredit { role: [en, fr], who, link, licence }| Credit {
            role: Text::made(en, fr),
            who: who.into(),
            link: link.map(SharedStr::from),
            licence: licence.map(SharedStr::from),
        };
        Self {
            pictures: loan.pictures.into_iter().map(|[name, art]| (name.into(), art.into())).collect(),
            credits: loan.credits.into_iter().map(credit).collect(),
        }
    }
}
