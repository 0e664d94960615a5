//! Tests that the move generator and the reference implementation (`law`) agree on games with random cards.

use entourage_definition::{Shipped, Source, TextGame, check};
use entourage_kernel::{Random, Rules};

use super::readings::{compare, positions};

/// Possible sentences of a card; `A` and `B` are placeholders for kinds.
const CARDS: &str = include_str!("../data/cards.txt");

const SMALL: &str = include_str!("../data/small-with-cards.txt");

fn dealt(random: &mut Random) -> String {
    let is_small = random.one_in(2);
    let (names, spared): (&[&str], &str) = match is_small {
        true => (&["King", "Rook", "Bishop", "Knight", "Jumper", "General"], "King"),
        false => (&["White", "Black", "Blue", "Green", "Red", "Yellow"], "White, Grey"),
    };
    let mut made = match is_small {
        true => format!("language 1\ngame dealt \"CardSet\"{SMALL}"),
        false => "language 1\ngame dealt \"CardSet\" like struggle\nposition \"{rows} {side} {phase} {cards 1} {cards 2} - {lost}\"\nstart \"w/bk/yrg/4/5/6/5/6/5/4/GRY/KB/W 1 - - - - -\"\n".to_owned(),
    };
    made.push_str("wrap rows\n  sideways: on to the other end of the row\n");
    if random.one_in(2) {
        made.push_str("  forward: on as from the other end of the row\n");
    }
    let count = 2 + random.below(3);
    let most = 1 + random.below(count.min(3));
    made.push_str(&format!(
        "cards\n  each player takes 0 to {most}, no two alike\n  a card for a piece goes to a piece but {spared}, and a piece bears one at most\n  a card is lost with its piece\n"
    ));
    let mut hops = false;
    let sentences: Vec<&str> = CARDS.lines().collect();
    for card in 0..count {
        let said: Vec<&str> = (0..1 + random.below(2)).map(|_| *random.pick(&sentences).unwrap()).collect();
        let once = said.iter().any(|line| line.ends_with("it stays")) && random.one_in(2);
        made.push_str(&format!(
            "card c{card} \"Card {card}\" for one piece{}\n",
            if once { ", once" } else { "" }
        ));
        for line in said {
            hops |= line.contains("hop");
            let [one, other] = [(); 2].map(|()| names[random.below(names.len())]);
            let words = line.split_inclusive([' ', ',', ':']).map(|word| {
                match word.trim_end_matches([' ', ',', ':']) {
                    "A" => word.replace('A', one),
                    "B" => word.replace('B', other),
                    _ => word.to_owned(),
                }
            });
            made.push_str(&format!("  {}\n", words.collect::<String>()));
        }
    }
    made.push_str("moves written\n  jump \"{from}:{over}:{to}\"\n");
    if hops {
        made.push_str("  hop \"{from}@{to}\"\n");
    }
    made
}

#[test]
fn both_readings_agree_on_random_cards() {
    let mut random = Random::new(7);
    let (mut made, mut taken) = (0, 0);
    while made < 4 * positions() {
        made += 1;
        let text = dealt(&mut random);
        if let Some(game) = check(Source::new("dealt.game", text.clone()), &Shipped).game() {
            assert!(game.is_compiled(), "{text}");
            taken += 1;
            compare(&game, &mut random, 10, &text);
        }
    }
    assert!(taken > made / 2, "{taken} of {made} games with cards were taken");
}

#[test]
fn a_duty_of_a_card_applies_to_its_bearer_only() {
    let card = "cards\n  each player takes 0 to 1, no two alike\n  a card for a piece goes to a piece but King, and a piece bears one at most\n  a card is lost with its piece\ncard shy \"Shy\" for one piece\n  after its move it must be next to a piece\n";
    let text = format!(
        "language 1\ngame dealt \"CardSet\"{SMALL}{card}moves written\n  jump \"{{from}}:{{over}}:{{to}}\"\n"
    );
    let game = check(Source::new("dealt.game", text), &Shipped).game().unwrap();
    for (hand, moves) in [("-", 2), ("shy@N", 1), ("shy@R", 2)] {
        let position = game.read_position(&format!("5k/6/6/6/6/N1R2K w - {hand} -")).unwrap();
        let of_knight = |game: &TextGame| {
            let moves = game.list_moves(&position);
            moves.iter().filter(|intent| game.write_move(**intent).starts_with("a1")).count()
        };
        assert_eq!([&game, &game.plainly()].map(of_knight), [moves; 2], "{hand}");
    }
}
