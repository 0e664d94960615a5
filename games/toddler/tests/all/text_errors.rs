//! Tests every notation error in English and French.

use entourage_kernel::Rules;
use entourage_kernel::testkit::rows;
use entourage_toddler::Toddler;

#[test]
fn errors_have_messages_in_both_languages() {
    let rules = Toddler::default();
    for [kind, text, en, fr] in rows(include_str!("../data/text-errors.tsv")) {
        let error = match kind {
            "position" => rules.read_position(text).err(),
            "move" => rules.read_move(text).err(),
            "options" => rules.with_options(&text.split(',').collect::<Vec<_>>()).err(),
            _ => panic!("{kind}"),
        };
        let problem = error.unwrap_or_else(|| panic!("{text} is read")).problem;
        assert_eq!((&*problem.en, &*problem.fr.replace('\u{a0}', " ")), (en, fr), "{text}");
    }
}
