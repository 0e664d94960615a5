//! Parses the templates of a definition's position and move notation.

use entourage_kernel::Kind;

use super::names::Names;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Act, Effect, Event, Field, KindModel, MoveForm, Placeholder, Template};
use crate::source::Span;
use crate::syntax::tree::{Quoted, WrittenFor};

/// Maximum number of formats for moves, which is limited by the size of the choice field in `Intent`.
const MAX_FORMS: usize = 16;

const MAX_SQUARES: usize = 4;

fn fault(span: Span, en: impl Into<String>, fr: impl Into<String>) -> Diagnostic {
    Code::Notation.at(span).error(en, fr)
}

impl Names {
    pub(crate) fn fields(&self, template: &Quoted) -> Result<Vec<Field>, Diagnostic> {
        let span = template.span;
        let mut fields = Vec::new();
        for word in words(&template.text) {
            let inner = word.strip_prefix('{').and_then(|word| word.strip_suffix('}'));
            let field = match inner {
                Some("rows") => Field::Rows,
                Some("side") => Field::Side,
                Some("castling") => Field::Castling,
                Some("passes") => Field::Passes,
                Some("phase") => Field::Phase,
                Some("cards 1") if !self.cards.is_empty() => Field::Cards(0),
                Some("cards 2") if !self.cards.is_empty() => Field::Cards(1),
                Some("hands") if !self.hands[0].is_empty() => Field::Beside,
                Some(name) => {
                    let square = self.squares.iter().position(|memory| memory == name).map(Field::Square);
                    let count = self.counts.iter().position(|memory| memory == name).map(Field::Count);
                    let marks = self.marks.iter().position(|marks| marks == name).map(Field::Marks);
                    square.or(count).or(marks).ok_or_else(|| {
                        fault(
                            span,
                            format!("There is no position field {{{name}}}."),
                            format!("Il n'y a pas de champ de position {{{name}}}."),
                        )
                    })?
                }
                None if word == "-" => Field::Dash,
                None => {
                    let inside = word.strip_prefix('[').and_then(|word| word.strip_suffix(']'));
                    let names: Vec<String> = self
                        .board
                        .beside
                        .iter()
                        .map(|square| format!("{{{}}}", self.board.topology.name(*square)))
                        .collect();
                    if inside.is_none_or(|inside| names.is_empty() || inside != names.join("|")) {
                        return Err(fault(
                            span,
                            format!("Expected fields separated by single spaces, but found \"{word}\"."),
                            format!(
                                "Attendu\u{a0}: des champs séparés par une seule espace. Trouvé\u{a0}: «\u{a0}{word}\u{a0}»."
                            ),
                        ));
                    }
                    Field::Beside
                }
            };
            if field != Field::Dash && fields.contains(&field) {
                return Err(fault(
                    span,
                    format!("\"{word}\" occurs twice."),
                    format!("«\u{a0}{word}\u{a0}» figure deux fois."),
                ));
            }
            fields.push(field);
        }
        let must = [(Field::Rows, "{rows}"), (Field::Side, "{side}")];
        for (field, word) in must {
            if !fields.contains(&field) {
                return Err(fault(
                    span,
                    format!("A position needs the field {word}."),
                    format!("Une position doit contenir le champ {word}."),
                ));
            }
        }
        if !self.board.beside.is_empty() && !fields.contains(&Field::Beside) {
            return Err(Code::Memory.at(span).error("The squares beside the board are missing from `position`: two different positions would have the same notation.", "Les cases à côté du plateau manquent dans «\u{a0}position\u{a0}»\u{a0}: deux positions différentes auraient la même notation."));
        }
        let squares = self.squares.iter().enumerate().map(|(index, name)| (Field::Square(index), name));
        let marks = self.marks.iter().enumerate().map(|(index, name)| (Field::Marks(index), name));
        for (field, name) in squares.chain(marks) {
            if !fields.contains(&field) {
                return Err(missing_field(name, span));
            }
        }
        Ok(fields)
    }
}

pub(super) fn missing_field(name: &str, span: Span) -> Diagnostic {
    Code::Memory.at(span).error(
        format!("{name} is remembered but missing from `position`: two different positions would have the same notation."),
        format!(
            "{name} est retenu mais manque dans «\u{a0}position\u{a0}»\u{a0}: deux positions différentes auraient la même notation."
        ),
    )
}

/// Splits a template into words at spaces outside braces.
fn words(template: &str) -> impl Iterator<Item = &str> {
    let mut is_inside = false;
    template.split(move |c: char| {
        is_inside = (is_inside || c == '{') && c != '}';
        c == ' ' && !is_inside
    })
}

fn template(quoted: &Quoted) -> Result<Template, Diagnostic> {
    let span = quoted.span;
    let mut parts = Vec::new();
    let mut rest = quoted.text.as_str();
    let mut after_square = false;
    while !rest.is_empty() {
        if let Some(inner) = rest.strip_prefix('{') {
            let Some(end) = inner.find('}') else {
                return Err(fault(span, "A closing } is missing.", "Il manque une accolade fermante }."));
            };
            let part = match &inner[..end] {
                "from" => Placeholder::From,
                "to" => Placeholder::To,
                "taken" => Placeholder::Taken,
                "over" | "over 1" => Placeholder::Over(0),
                "over 2" => Placeholder::Over(1),
                "over 3" => Placeholder::Over(2),
                "target" => Placeholder::Target,
                "becomes" => Placeholder::Becomes { small: false },
                "becomes, small" => Placeholder::Becomes { small: true },
                other => {
                    return Err(fault(
                        span,
                        format!(
                            "There is no move field {{{other}}}. Use {{from}}, {{to}}, {{taken}}, {{over}}, {{target}} or {{becomes}}."
                        ),
                        format!(
                            "Il n'y a pas de champ de coup {{{other}}}. Utilisez {{from}}, {{to}}, {{taken}}, {{over}}, {{target}} ou {{becomes}}."
                        ),
                    ));
                }
            };
            after_square = !matches!(part, Placeholder::Becomes { .. });
            parts.push(part);
            rest = &inner[end + 1..];
        } else {
            let end = rest.find('{').unwrap_or(rest.len());
            if after_square && rest.starts_with(|c: char| c.is_ascii_digit()) {
                return Err(fault(
                    span,
                    "A number directly follows a square: a11 could mean a1 and 1, or a11. Put a separator between them.",
                    "Un nombre suit directement une case\u{a0}: a11 pourrait signifier a1 et 1, ou a11. Mettez un séparateur entre les deux.",
                ));
            }
            parts.push(Placeholder::Literal(rest[..end].to_owned()));
            after_square = false;
            rest = &rest[end..];
        }
    }
    let template = Template::Parts(parts);
    if template.squares().first() != Some(&&Placeholder::From) {
        return Err(fault(
            span,
            "The notation of a move must begin with {from}.",
            "La notation d'un coup doit commencer par {from}.",
        ));
    }
    match template.squares().len() {
        0 => Err(fault(
            span,
            "The notation of a move must name a square.",
            "La notation d'un coup doit nommer une case.",
        )),
        1..=MAX_SQUARES => Ok(template),
        _ => Err(fault(
            span,
            "The notation of a move can name at most four squares.",
            "La notation d'un coup peut nommer au plus quatre cases.",
        )),
    }
}

/// Returns the index of a move format in `forms`; appends the format if it is new.
fn add(forms: &mut Vec<MoveForm>, template: Template, becomes: Option<Kind>) -> usize {
    let form = MoveForm { template, becomes };
    forms.iter().position(|other| *other == form).unwrap_or_else(|| {
        forms.push(form);
        forms.len() - 1
    })
}

pub(crate) struct Forms {
    pub(crate) forms: Vec<MoveForm>,
    pub(crate) labels: Vec<usize>,
    pub(crate) becoming: Vec<(Kind, usize)>,
    /// For each format, the format to use if the player also chooses the square for a new piece.
    pub(crate) putting: Vec<Option<usize>>,
    pub(crate) mutations: Vec<(usize, Kind, usize)>,
    pub(crate) pass: Option<usize>,
    pub(crate) end: Option<usize>,
}

pub(crate) struct Written<'w> {
    pub(crate) templates: Vec<&'w (WrittenFor, Quoted)>,
    pub(crate) kinds: &'w [KindModel],
    pub(crate) events: &'w [Event],
    pub(crate) cards: Option<&'w crate::model::Cards>,
    pub(crate) mutations: Vec<(usize, Kind)>,
    pub(crate) has_pass: bool,
    pub(crate) heading: Span,
}

impl Names {
    pub(crate) fn forms(&self, written: &Written<'_>) -> Result<Forms, Diagnostic> {
        let usual = Template::Parts(vec![Placeholder::From, Placeholder::To]);
        let mut forms = vec![MoveForm { template: usual, becomes: None }];
        let mut labels = vec![None; self.labels.len()];
        let mut becoming_template = None;
        let mut power_templates: Vec<(usize, Template)> = Vec::new();
        let may_become = |power: usize| written.mutations.iter().any(|(other, _)| *other == power);
        for (what, quoted) in written.templates.iter().copied() {
            let read = template(quoted)?;
            match what {
                WrittenFor::Becoming(_) => becoming_template = Some(read),
                WrittenFor::Label(name) => match self.power(name).filter(|power| may_become(*power)) {
                    Some(power) => power_templates.push((power, read)),
                    None => {
                        let label = self.label(name)?;
                        let given = written.cards.iter().flat_map(|cards| &cards.list);
                        let mut lines = (written.kinds.iter().flat_map(|kind| &kind.lines))
                            .chain(given.flat_map(|card| &card.lines));
                        let walks = lines.any(|line| line.label == Some(label));
                        if walks && !read.squares().contains(&&Placeholder::To) {
                            return Err(fault(
                                quoted.span,
                                "Two moves could have this notation. Add where the piece goes: {to}.",
                                "Deux coups pourraient avoir cette notation. Ajoutez où va la pièce\u{a0}: {to}.",
                            ));
                        }
                        labels[label] = Some(add(&mut forms, read, None));
                    }
                },
            }
        }
        for (label, name) in self.labels.iter().enumerate() {
            let chooses = |act: &&Act| act.label == label && act.chosen().is_some();
            let form = labels[label].map(|form| &forms[form].template);
            let tells = form.is_some_and(|template| template.squares().contains(&&Placeholder::Target));
            if form.is_some()
                && !tells
                && written.kinds.iter().flat_map(|kind| &kind.acts).any(|act| chooses(&act))
            {
                return Err(fault(
                    written.heading,
                    format!(
                        "Two acts of {name} could have the same notation. Add the affected piece: {{target}}."
                    ),
                    format!(
                        "Deux actes de {name} pourraient avoir la même notation. Ajoutez la pièce concernée\u{a0}: {{target}}."
                    ),
                ));
            }
            let is_act = written.kinds.iter().any(|kind| kind.acts.iter().any(|act| act.label == label));
            if is_act && labels[label].is_none() {
                return Err(fault(
                    written.heading,
                    format!("The act {name} needs its own notation below `moves written`."),
                    format!("L'acte {name} doit avoir sa propre notation sous «\u{a0}moves written\u{a0}»."),
                ));
            }
        }
        let with_letter = |first: Vec<Placeholder>| {
            let mut parts = first;
            parts.extend([Placeholder::Literal("=".to_owned()), Placeholder::Becomes { small: false }]);
            Template::Parts(parts)
        };
        let becoming_template =
            becoming_template.unwrap_or_else(|| with_letter(vec![Placeholder::From, Placeholder::To]));
        let mut becoming: Vec<(Kind, usize)> = Vec::new();
        for event in written.events {
            if let Effect::Becomes { kinds, may, .. } = &event.effect
                && kinds.len() > 1
            {
                // With `may`, skip the first kind, the piece's own: a move without promotion uses the ordinary format.
                for &kind in &kinds[usize::from(*may)..] {
                    if becoming.iter().all(|(known, _)| *known != kind) {
                        becoming.push((kind, add(&mut forms, becoming_template.clone(), Some(kind))));
                    }
                }
            }
        }
        let mut mutations = Vec::new();
        for &(power, kind) in &written.mutations {
            let given = power_templates.iter().find(|(other, _)| *other == power).map(|(_, template)| template);
            let template = given.cloned().unwrap_or_else(|| with_letter(vec![Placeholder::From]));
            mutations.push((power, kind, add(&mut forms, template, Some(kind))));
        }
        let mut putting = Vec::new();
        if written.events.iter().any(|event| event.effect.asks_square()) {
            putting.resize(forms.len(), None);
            let walked = labels.iter().flatten().chain(becoming.iter().map(|(_, form)| form));
            for &form in std::iter::once(&0).chain(walked) {
                let MoveForm { template, becomes } = forms[form].clone();
                let Template::Parts(mut parts) = template else { continue };
                parts.extend([Placeholder::Literal("/".to_owned()), Placeholder::Put]);
                let template = Template::Parts(parts);
                if template.squares().len() > MAX_SQUARES {
                    return Err(fault(
                        written.heading,
                        "The notation of a move can name at most four squares, including the square where a piece is put.",
                        "La notation d'un coup peut nommer au plus quatre cases, y compris celle où une pièce est posée.",
                    ));
                }
                putting[form] = Some(add(&mut forms, template, becomes));
            }
        }
        let goes_on =
            written.events.iter().any(|event| matches!(event.effect, Effect::Again { .. } | Effect::Extra));
        let pass = written.has_pass.then(|| add(&mut forms, Template::Word("pass".to_owned()), None));
        let end = goes_on.then(|| add(&mut forms, Template::Word("end".to_owned()), None));
        if forms.len() > MAX_FORMS {
            return Err(Code::Size.at(written.heading).error(
                format!("A game can have at most {MAX_FORMS} move notations; this one has {}.", forms.len()),
                format!(
                    "Un jeu peut avoir au plus {MAX_FORMS} notations de coups\u{a0}; celui-ci en a {}.",
                    forms.len()
                ),
            ));
        }
        let labels = labels.into_iter().map(|form| form.unwrap_or(0)).collect();
        Ok(Forms { forms, labels, becoming, putting, mutations, pass, end })
    }
}
