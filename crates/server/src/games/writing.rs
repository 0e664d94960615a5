use crate::games::prelude::*;

pub(crate) const MAX_REASON: usize = 500;

/// Checks text entered by a user: its length, and that all of it is visible.
pub(crate) fn check(text: &str, most: usize, lines: bool) -> Result<(), Error> {
    // Bidirectional control characters can make text look different from its content.
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}');
    let unwritten = |c: char| (c.is_control() && !(lines && matches!(c, '\n' | '\t'))) || turns(c);
    match text {
        _ if text.chars().all(|c| c.is_whitespace() || is_blank(c)) => Err(Error::NoText),
        _ if text.chars().nth(most).is_some() => Err(Error::LongText { most }),
        _ if text.contains(unwritten) || has_strange_tags(text) || hides(text) => Err(Error::UnwrittenText),
        _ => Ok(()),
    }
}

/// Returns whether a character is invisible by itself, such as a joiner, filler, variation selector or tag.
fn is_blank(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{13430}'..='\u{13455}'
        | '\u{16fe4}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
        || c.is_control()
}

/// Returns whether a text has more consecutive invisible characters than any script needs; they can hide a
/// message.
fn hides(text: &str) -> bool {
    const MAX_INVISIBLE: usize = 3;
    // Tag characters are checked separately, since a flag emoji contains several.
    let unseen = |c: char| is_blank(c) && !c.is_control() && !matches!(c, '\u{e0000}'..='\u{e007f}');
    let mut row = 0;
    text.chars().any(|c| {
        row = if unseen(c) { row + 1 } else { 0 };
        row > MAX_INVISIBLE
    })
}

/// Returns whether a text contains tag characters outside of flag emoji.
fn has_strange_tags(text: &str) -> bool {
    let is_tag = |c: char| matches!(c, '\u{e0000}'..='\u{e007f}');
    // Number of tag characters since the start of a flag emoji that is not complete yet.
    let mut tags: Option<usize> = None;
    for c in text.chars() {
        tags = match (c, tags) {
            ('\u{1f3f4}', None | Some(0)) => Some(0),
            ('\u{e007f}', Some(1..)) => None,
            ('\u{e0030}'..='\u{e007a}', Some(count @ ..6)) => Some(count + 1),
            (c, _) if is_tag(c) => return true,
            (_, Some(1..)) => return true,
            _ => None,
        };
    }
    matches!(tags, Some(1..))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_bounded_and_visible() {
        let judged = |text: &str, lines| check(text, 5, lines).err();
        for good in ["a", "<b>!", "é🦉ü-—", "👩‍🦰ab", " a "] {
            assert_eq!(judged(good, false), None, "{good}");
        }
        for (text, words) in [
            ("", Error::NoText),
            (" \u{a0} ", Error::NoText),
            ("ééééé🦉", Error::LongText { most: 5 }),
            ("a\0", Error::UnwrittenText),
            ("a\nb", Error::UnwrittenText),
            ("\u{7f}a", Error::UnwrittenText),
            ("a\u{85}", Error::UnwrittenText),
            ("\u{202e}a", Error::UnwrittenText),
            ("a\u{2028}b", Error::UnwrittenText),
            ("\u{200b}\u{200d} \u{feff}", Error::NoText),
            ("\u{3164}\u{2800}", Error::NoText),
            ("\u{e0061}\u{e0062}", Error::NoText),
            ("a\u{200f}", Error::UnwrittenText),
            ("\u{200e}a", Error::UnwrittenText),
            ("\u{61c}a", Error::UnwrittenText),
            ("a\u{e0061}", Error::UnwrittenText),
            ("🏴\u{e0067}a", Error::UnwrittenText),
            ("🏴\u{e0067}🏴", Error::UnwrittenText),
            ("\u{2065}\u{fff0}\u{1bca0}\u{13430}\u{16fe4}", Error::NoText),
            ("a\u{200d}\u{200d}\u{200d}\u{200d}", Error::UnwrittenText),
            ("a\u{e0100}\u{e0101}\u{e0102}\u{e0103}", Error::UnwrittenText),
        ] {
            assert_eq!(judged(text, false), Some(words), "{text:?}");
        }
        let scotland = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}";
        assert!(check(&format!("🏴{scotland}{scotland}"), 20, false).is_ok(), "flags contain tags");
        assert_eq!(judged("a\n\tb", true), None);
        assert_eq!(judged("a\rb", true), Some(Error::UnwrittenText));
    }
}
