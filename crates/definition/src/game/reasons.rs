//! Explains why a move is illegal: finds the reasons, such as powers, and describes each reason in a sentence.

use entourage_kernel::{Intent, Language, Metadata, Reason, Refusal, SharedStr, Square, Voice};

use crate::execution::Reading;
use crate::law::{Action, Deed, Objection, Scene};
use crate::model::{Model, Power};

/// Codes of the reasons other than powers, with English and French sentences; `{}` stands for the affected squares.
const PLAIN: [(&str, &str, &str); 12] = [
    ("too-much", "This move would change too much at once.", "Ce coup changerait trop de choses à la fois."),
    ("game-over", "The game is over.", "La partie est finie."),
    ("unknown-move", "There is no such move in this game.", "Ce coup n'existe pas dans ce jeu."),
    ("empty-square", "There is no piece on {}.", "Il n'y a pas de pièce en {}."),
    ("not-your-piece", "The piece on {} is your opponent's.", "La pièce en {} est à l'adversaire."),
    ("turn-goes-on", "The turn continues with the piece on {}.", "Le tour continue avec la pièce en {}."),
    ("no-way", "The piece on {} cannot move there.", "La pièce en {} ne peut pas y aller."),
    ("must-capture", "Capturing is compulsory.", "La prise est obligatoire."),
    ("no-pass", "Passing is not allowed now.", "On ne peut pas passer maintenant."),
    (
        "castling-lost",
        "One of the castling pieces has moved: {}.",
        "L'une des pièces du roque a déjà bougé\u{a0}: {}.",
    ),
    ("castling-blocked", "Castling is blocked: {}.", "Le roque est bloqué\u{a0}: {}."),
    (
        "castling-threatened",
        "The royal piece would be threatened on {}.",
        "La pièce royale serait menacée en {}.",
    ),
];

pub(crate) const ROYAL: &str = "royal-in-danger";

pub(crate) fn codes(model: &Model) -> Vec<&str> {
    let powers = || model.powers.iter().map(|power| power.name.as_str());
    let plain = PLAIN.iter().map(|(code, ..)| *code).chain([ROYAL]);
    // If a power has the same name as a plain reason, list the name only once.
    plain.filter(|code| powers().all(|power| power != *code)).chain(powers()).collect()
}

pub(crate) fn judge(model: &Model, scene: &Scene<'_>, intent: Intent) -> Result<(), Refusal> {
    if scene.terminal().is_some() {
        return Err(reason("game-over", []).into());
    }
    let Some(from) = intent.first() else { return judge_word(scene, intent) };
    match scene.side_at(from) {
        None => return Err(reason("empty-square", [from]).into()),
        Some(side) if side != scene.side => return Err(reason("not-your-piece", [from]).into()),
        Some(_) => {}
    }
    if let Some(chain) = scene.memory.chain.filter(|chain| chain.at != from) {
        return Err(reason("turn-goes-on", [chain.at]).into());
    }
    let mut reasons = Vec::new();
    match scene.find(intent) {
        Some(action) => {
            let done = scene.perform(&action.deed);
            if !done.is_possible() {
                return Err(reason("too-much", [from]).into());
            }
            match scene.endangered(&done, scene.threatened_royals()) {
                None => match scene.forgotten(&action.deed, &done) {
                    None if !action.deed.captures() && scene.owes_capture() => {
                        reasons.push(reason("must-capture", [from]));
                    }
                    None => return Ok(()),
                    Some(objection) => add_objections(model, vec![objection], &mut reasons),
                },
                Some((royal, by)) => reasons.push(reason(ROYAL, [royal].into_iter().chain(by))),
            }
        }
        None => {
            why_not_allowed(model, scene, from, intent, &mut reasons);
            why_no_castling(model, scene, intent, &mut reasons);
        }
    }
    if reasons.is_empty() {
        reasons.push(reason("no-way", [from].into_iter().chain(intent.last().filter(|last| *last != from))));
    }
    Err(Refusal(reasons))
}

fn judge_word(scene: &Scene<'_>, intent: Intent) -> Result<(), Refusal> {
    match scene.find(intent) {
        Some(action) if scene.may_do(&action.deed) => Ok(()),
        Some(Action { deed: Deed::Pass, .. }) => Err(reason("no-pass", []).into()),
        _ => Err(reason("unknown-move", []).into()),
    }
}

fn why_not_allowed(model: &Model, scene: &Scene<'_>, from: Square, intent: Intent, reasons: &mut Vec<Reason>) {
    let mut candidates: Vec<Action> = Vec::new();
    scene.add_ways(from, false, &mut candidates);
    let is_meant = |action: &&Action| action.intent == intent;
    let mut objections: Vec<Objection> = Vec::new();
    for action in candidates.iter().filter(is_meant) {
        if let Deed::Walk { way, .. } = &action.deed {
            objections.extend(scene.objections(way));
        }
    }
    // If the piece does not have the attempted move, powers may have removed it.
    if !candidates.iter().any(|action| is_meant(&action)) {
        let changes = scene.walk_changes(from);
        let without = |power: usize| scene.actions_without(from, power).iter().any(|action| is_meant(&action));
        let alone: Vec<Objection> = changes.iter().filter(|change| without(change.power)).cloned().collect();
        if !alone.is_empty() {
            objections.extend(alone);
        } else if scene.own_actions(from).iter().any(|action| is_meant(&action)) {
            // No single power removed the move, but several together did.
            objections.extend(changes);
        }
    }
    add_objections(model, objections, reasons);
}

pub(super) fn add_objections(model: &Model, objections: Vec<Objection>, reasons: &mut Vec<Reason>) {
    for Objection { power, givers, piece } in objections {
        let name = &model.powers[power].name;
        let piece = Some(piece).filter(|piece| !givers.contains(piece));
        let found = Reason::new(name.clone(), format!("power-{name}"), givers.into_iter().chain(piece));
        if !reasons.contains(&found) {
            reasons.push(found);
        }
    }
}

fn why_no_castling(model: &Model, scene: &Scene<'_>, intent: Intent, reasons: &mut Vec<Reason>) {
    for (index, castling) in model.castlings.iter().enumerate() {
        let [from, to] = castling.written();
        let is_meant = castling.side == scene.side.index() && intent == Intent::from_to(from, to);
        let stands = scene.pieces.of(scene.side, castling.royal).contains(from);
        if !is_meant || !stands || scene.memory.chain.is_some() {
            continue;
        }
        if !scene.has_castling_right(index) {
            reasons.push(reason("castling-lost", [from, castling.partner_way[0]]));
            continue;
        }
        add_objections(model, scene.castling_objections(index), reasons);
        let blockers = scene.castling_blockers(index);
        let dangers = scene.castling_dangers(index);
        if !blockers.is_empty() {
            reasons.push(reason("castling-blocked", blockers));
        }
        if !dangers.is_empty() {
            reasons.push(reason("castling-threatened", dangers));
        }
    }
}

fn reason(code: &'static str, squares: impl IntoIterator<Item = Square>) -> Reason {
    let ruling = if code == ROYAL { "royal" } else { "moves" };
    Reason::new(SharedStr::new(code), SharedStr::new(ruling), squares)
}

pub(crate) fn sentence(
    model: &Model,
    metadata: &Metadata,
    reason: &Reason,
    voice: Voice<'_>,
) -> Option<String> {
    let english = voice.language == Language::English;
    let names: Vec<String> =
        reason.squares.iter().map(|square| voice.square(&model.board.topology, *square)).collect();
    let list = names.join(", ");
    if let Some(power) = model.powers.iter().find(|power| reason.code == power.name.as_str()) {
        return Some(power_sentence(model, power, &list, english));
    }
    if reason.code == ROYAL {
        let first = names.first().cloned().unwrap_or_default();
        let by = names.get(1..).unwrap_or_default().join(", ");
        // The royal piece may be gone, so state its kind only if the game has just one royal kind.
        let royals = model.royals();
        let only = Some(royals.trailing_zeros() as usize).filter(|_| royals.is_power_of_two());
        let name = only.and_then(|royal| metadata.kinds.get(royal));
        let name = match name {
            Some(kind) => kind.name.get(voice.language).to_owned(),
            None if english => "royal piece".to_owned(),
            None => String::new(),
        };
        let called = if name.is_empty() { String::new() } else { format!(" ({name})") };
        return Some(match (english, by.is_empty()) {
            (true, true) => format!("Your {name} on {first} would be lost."),
            (true, false) => format!("Your {name} on {first} would be threatened from {by}."),
            (false, true) => format!("Votre pièce royale{called} en {first} serait perdue."),
            (false, false) => {
                format!("Votre pièce royale{called} en {first} serait menacée depuis {by}.")
            }
        });
    }
    if let Some((_, en, fr)) = PLAIN.iter().find(|(code, ..)| reason.code == *code) {
        let shown = if english { en } else { fr };
        let first =
            if reason.code.starts_with("castling") { list } else { names.first().cloned().unwrap_or_default() };
        return Some(shown.replace("{}", &first));
    }
    None
}

fn power_sentence(model: &Model, power: &Power, squares: &str, english: bool) -> String {
    let place = if squares.is_empty() { String::new() } else { format!(" ({squares})") };
    let given = if english { &power.says } else { &power.french };
    given.clone().unwrap_or_else(|| {
        if english {
            format!("The power \"{}\" forbids this{place}.", power.name)
        } else {
            let name = model.in_french(&power.name).unwrap_or(&power.name);
            format!("Le pouvoir «\u{a0}{name}\u{a0}» l'interdit{place}.")
        }
    })
}
