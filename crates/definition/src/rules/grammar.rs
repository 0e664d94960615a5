//! English and French grammar: plurals, articles, genders, elision.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gender {
    Masculine,
    Feminine,
}

/// Feminine French nouns without a typical feminine ending.
const FEMININE: &str = "amazone arche baleine bombe chimère colombe dame étoile femme fille flèche forteresse fourmi fusée \
    gazelle girafe grenouille grue guivre hydre lance lanterne licorne lune machine mère mine montagne \
    muraille nef nonne nurse ombre oie perle pièce pieuvre pierre porte poule recrue reine roue \
    salamandre sauterelle sentinelle sirène souris statue tortue tour vache vierge vouivre";

/// Endings of feminine French nouns.
const FEMININE_ENDS: &[&str] =
    &["trice", "esse", "euse", "ière", "ette", "elle", "ée", "ance", "ence", "tion", "sion", "ure"];

/// Masculine French nouns with one of the endings in `FEMININE_ENDS`.
const MASCULINE: &[&str] = &["bastion", "silence", "scarabée", "trophée", "lycée", "mercure", "augure"];

/// Guesses the gender of a French name from its first word; masculine by default.
pub(super) fn gender(name: &str) -> Gender {
    let first = name.split([' ', '-']).next().unwrap_or_default().to_lowercase();
    let is_feminine = FEMININE.split(' ').any(|word| word == first)
        || FEMININE_ENDS.iter().any(|end| first.ends_with(end)) && !MASCULINE.contains(&first.as_str());
    if is_feminine { Gender::Feminine } else { Gender::Masculine }
}

impl Gender {
    pub(super) fn pick<'w>(self, masculine: &'w str, feminine: &'w str) -> &'w str {
        match self {
            Self::Masculine => masculine,
            Self::Feminine => feminine,
        }
    }
}

/// Beginnings of French nouns with a mute `h`; every other initial `h` is treated as aspirated.
const MUTE: &str = "habi hameç harmo hebdo hél hémi herb hermi héroï hérit heur hippo hirond hist hiver homm hôpi horl \
    horo horr hospi hôte huil huiss huît humai humeu hydr hyèn hymn hypn";

/// Returns whether a French word requires elision of the preceding word.
pub(crate) fn elides(word: &str) -> bool {
    let first = word.to_lowercase();
    if first.starts_with('h') {
        return MUTE.split(' ').any(|mute| first.starts_with(mute));
    }
    let vowels = "aeiouyàâäéèêëîïôöùûü";
    word.chars().next().is_some_and(|first| first.to_lowercase().any(|letter| vowels.contains(letter)))
}

pub(super) fn of(words: &str) -> String {
    if let Some(rest) = words.strip_prefix("le ") {
        return format!("du {rest}");
    }
    if let Some(rest) = words.strip_prefix("les ") {
        return format!("des {rest}");
    }
    if elides(words) { format!("d'{words}") } else { format!("de {words}") }
}

pub(super) fn that(words: &str) -> String {
    if elides(words) { format!("qu'{words}") } else { format!("que {words}") }
}

pub(super) fn whether(words: &str) -> String {
    if words.starts_with("il ") || words.starts_with("ils ") {
        format!("s'{words}")
    } else {
        format!("si {words}")
    }
}

pub(super) fn the(name: &str) -> String {
    if elides(name) { format!("l'{name}") } else { format!("{} {name}", gender(name).pick("le", "la")) }
}

/// Returns the plural of a French name. Inflects each word, since most names consist of a noun and an adjective.
pub(crate) fn french_plural(name: &str) -> String {
    let plural = |word: &str| {
        if word.len() < 3 || word.ends_with(['s', 'x', 'z']) || word.chars().all(char::is_uppercase) {
            word.to_owned()
        } else if let Some(stem) = word.strip_suffix("al") {
            format!("{stem}aux")
        } else if word.ends_with("au") || word.ends_with("eu") && !word.eq_ignore_ascii_case("bleu") {
            format!("{word}x")
        } else {
            format!("{word}s")
        }
    };
    // Do not inflect words after a preposition, as in "Homme de Fer".
    let mut is_after = false;
    let words = name.split(' ').map(|word| {
        is_after |= matches!(word, "de" | "du" | "des" | "à" | "en") || word.starts_with("d'");
        if is_after { word.to_owned() } else { word.split('-').map(plural).collect::<Vec<_>>().join("-") }
    });
    words.collect::<Vec<_>>().join(" ")
}

pub(crate) fn english_plural(name: &str) -> String {
    let lower = name.to_lowercase();
    let ends = |ends: &[&str]| ends.iter().any(|end| lower.ends_with(end));
    if name.chars().all(char::is_uppercase) && name.chars().count() > 1 {
        format!("{name}s")
    } else if let Some(stem) = name.strip_suffix("man") {
        format!("{stem}men")
    } else if ends(&["lf", "eaf", "thief"]) {
        // Chiefs, Dwarfs and Reefs keep their f.
        format!("{}ves", &name[..name.len() - 1])
    } else if ends(&["ife"]) {
        format!("{}ves", &name[..name.len() - 2])
    } else if lower.ends_with('y') && !ends(&["ay", "ey", "oy", "uy"]) {
        format!("{}ies", &name[..name.len() - 1])
    } else if ends(&["s", "x", "z", "ch", "sh"]) {
        format!("{name}es")
    } else {
        format!("{name}s")
    }
}

pub(crate) fn an(words: &str) -> String {
    let lower = words.to_lowercase();
    let first = words.split([' ', '-']).next().unwrap_or_default();
    let is_spelt = first.chars().count() > 1 && first.chars().all(char::is_uppercase);
    let is_heard = if is_spelt {
        first.starts_with(['A', 'E', 'F', 'H', 'I', 'L', 'M', 'N', 'O', 'R', 'S', 'X'])
    } else {
        let begins = |begins: &[&str]| begins.iter().any(|begin| lower.starts_with(begin));
        // Exceptions: a silent h, and vowels pronounced as y or w.
        begins(&["heir", "hono", "hour", "honest"])
            || lower.starts_with(['a', 'e', 'i', 'o', 'u'])
                && !(begins(&["uni", "eu", "use", "ewe", "uku", "uta"]) || first.to_lowercase() == "one")
    };
    format!("{} {words}", if is_heard { "an" } else { "a" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_are_formed() {
        let english =
            [("Knight", "Knights"), ("Genius", "Geniuses"), ("Emissary", "Emissaries"), ("SHS", "SHSs")];
        assert!(english.iter().all(|(one, many)| english_plural(one) == *many));
        for (one, many) in
            [("Wolf", "Wolves"), ("Midwife", "Midwives"), ("Thief", "Thieves"), ("Chief", "Chiefs")]
        {
            assert_eq!(english_plural(one), many);
        }
        for (one, many) in [
            ("Cavalier", "Cavaliers"),
            ("Ange gardien", "Anges gardiens"),
            ("Général", "Généraux"),
            ("Chameau", "Chameaux"),
            ("Bleu", "Bleus"),
            ("Phénix", "Phénix"),
            ("Avanceur-Tour", "Avanceurs-Tours"),
            ("Homme de Fer", "Hommes de Fer"),
        ] {
            assert_eq!(french_plural(one), many);
        }
    }

    #[test]
    fn articles_match_the_pronunciation() {
        assert_eq!(
            ["Emperor", "Knight", "Unicorn", "SHS"].map(an),
            ["an Emperor", "a Knight", "a Unicorn", "an SHS"]
        );
        assert_eq!(["Empereur", "Tour", "Roi"].map(the), ["l'Empereur", "la Tour", "le Roi"]);
        assert_eq!(["Homme", "Héros", "Huître"].map(the), ["l'Homme", "le Héros", "l'Huître"]);
        assert_eq!(["le Roi", "les Tours", "un Fou"].map(of), ["du Roi", "des Tours", "d'un Fou"]);
        assert_eq!(["il y a", "elle est", "on"].map(whether), ["s'il y a", "si elle est", "si on"]);
    }

    #[test]
    fn genders_are_guessed() {
        let is_feminine = |name: &&str| gender(name) == Gender::Feminine;
        assert!(["Dame", "Impératrice", "Tour", "Nurse", "Lanterne"].iter().all(is_feminine));
        assert!(["Roi", "Pion", "Ange gardien", "Génie", "Capitaine"].iter().all(|name| !is_feminine(name)));
    }
}
