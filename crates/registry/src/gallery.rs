use entourage_kernel::{Credit, Metadata, SharedStr, Text};

use crate::view::{LentCredit, LoanView};

/// The pictures of the built-in games, reused for pieces of the same name in other games.
#[derive(Default)]
pub struct Gallery {
    lenders: Vec<Lender>,
}

struct Lender {
    pictures: Vec<(SharedStr, SharedStr)>,
    credits: Vec<Credit>,
}

impl Gallery {
    pub(crate) fn of<'m>(games: impl Iterator<Item = &'m Metadata>) -> Self {
        Self { lenders: games.map(Lender::of).collect() }
    }

    /// Assigns pictures to the piece kinds of a game by the names of the kinds, and credits the pictures' authors.
    ///
    /// A name in `wanted` always selects the picture of that name for the kind at the same index. If several games have
    /// a picture of that name, it comes from the game with the most matching names (in a tie, the first one). A picture
    /// not in `wanted` is used for only one kind, and only if at least half of the kinds get pictures, not letters.
    pub fn draw(&self, metadata: &mut Metadata, wanted: &[Option<&str>]) {
        let kinds = metadata.kinds.to_mut();
        let chosen = |place: usize| wanted.get(place).copied().flatten();
        let names: Vec<&str> =
            kinds.iter().enumerate().map(|(place, kind)| chosen(place).unwrap_or(&kind.name.en)).collect();
        let shared = |lender: &Lender| names.iter().filter(|name| lender.picture(name).is_some()).count();
        let shared: Vec<usize> = self.lenders.iter().map(shared).collect();
        let mut drawn: Vec<(usize, usize, SharedStr)> = Vec::new();
        for (place, name) in names.iter().enumerate() {
            // `max_by_key` returns the last of equal elements.
            let pictures = self.lenders.iter().enumerate().rev();
            let pictures = pictures.filter_map(|(index, lender)| Some((index, lender.picture(name)?)));
            let best = pictures.max_by_key(|(index, _)| shared[*index]);
            let is_free =
                |art: &SharedStr| chosen(place).is_some() || drawn.iter().all(|(.., other)| other != art);
            if let Some((index, art)) = best.filter(|(_, art)| is_free(art)) {
                drawn.push((place, index, art.clone()));
            }
        }
        if 2 * drawn.len() < kinds.len() {
            drawn.retain(|(place, ..)| chosen(*place).is_some());
        }
        let mut lent = vec![Vec::new(); shared.len()];
        for (_, index, art) in &drawn {
            let pictures = self.lenders[*index].pictures.iter();
            lent[*index].extend(pictures.filter(|(_, known)| known == art).map(|(name, _)| name.as_str()));
        }
        for (place, _, art) in drawn {
            kinds[place].art = art;
        }
        let credits = metadata.credits.to_mut();
        let lenders = self.lenders.iter().zip(&lent).filter(|(_, lent)| !lent.is_empty());
        for credit in lenders
            .flat_map(|(lender, lent)| lender.credits.iter().filter_map(|credit| lender.share(credit, lent)))
        {
            if credits.iter().all(|known| (&known.role, &known.who) != (&credit.role, &credit.who)) {
                credits.push(credit);
            }
        }
    }

    pub(crate) fn names(&self) -> Vec<&str> {
        // There are few names, and `sort` would enlarge the WebAssembly module more than this loop.
        let mut names: Vec<&str> = Vec::new();
        for (name, _) in self.lenders.iter().flat_map(|lender| &lender.pictures) {
            if let Err(place) = names.binary_search(&name.as_str()) {
                names.insert(place, name);
            }
        }
        names
    }

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
    /// Collects a game's pictures, and its credits that have a licence.
    fn of(metadata: &Metadata) -> Self {
        Self {
            pictures: metadata.kinds.iter().map(|kind| (kind.name.en.clone(), kind.art.clone())).collect(),
            credits: metadata.credits.iter().filter(|credit| credit.licence.is_some()).cloned().collect(),
        }
    }

    /// Returns the part of a credit that covers the pictures used; `None` if it covers none. A credit such as `Art: King, Queen` covers the
    /// pieces after its colon.
    fn share(&self, credit: &Credit, lent: &[&str]) -> Option<Credit> {
        let list = |text: &str| {
            let (head, names) = text.split_once(": ")?;
            Some((head.to_owned(), names.split(", ").map(str::to_owned).collect::<Vec<String>>()))
        };
        let whole = || Some(credit.clone());
        let (Some((head, names)), Some((french_head, french))) = (list(&credit.role.en), list(&credit.role.fr))
        else {
            return whole();
        };
        if names.len() != french.len() || names.iter().any(|name| self.picture(name).is_none()) {
            return whole();
        }
        let is_lent = |name: &str| lent.contains(&name);
        let both = names.iter().zip(&french).filter(|(name, _)| is_lent(name));
        let (names, french): (Vec<&str>, Vec<&str>) =
            both.map(|(name, french)| (name.as_str(), french.as_str())).unzip();
        let role = Text::made(
            format!("{head}: {}", names.join(", ")),
            format!("{french_head}: {}", french.join(", ")),
        );
        (!names.is_empty()).then(|| Credit { role, ..credit.clone() })
    }

    fn picture(&self, name: &str) -> Option<&SharedStr> {
        self.pictures.iter().find(|(known, _)| *known == *name).map(|(_, art)| art)
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
