use crate::run::{entourage_reading, has, run};

const FILE: &str = "# Wins and moves to avoid.
6k1/5ppp/8/8/8/8/8/1R4K1 w - - bm Rb8#; id \"back rank\";

kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2; id \"two\";
4k3/8/8/8/8/8/3q4/4K3 w - - 0 1 am Kf1; bm e1d2;
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c0 \"nothing is asked\";
";

#[test]
fn positions_are_printed_with_results() {
    let run = entourage_reading(&["best", "chess", "--epd", "-", "--depth", "4"], FILE);
    assert_eq!((run.code, run.err.as_str()), (0, "3/3\n"), "{}", run.out);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[0].starts_with("6k1/5ppp/8/8/8/8/8/1R4K1 w - - acd "), "{}", lines[0]);
    has(lines[0], &[" bm Rb8#;", " id \"back rank\";"]);
    assert!(lines[0].ends_with(" pv Rb8#;"), "{}", lines[0]);
    has(lines[1], &[" acd 3;", " dm 2;", " pv Ra6 "]);
    assert!(lines[2].starts_with("4k3/8/8/8/8/8/3q4/4K3 w - - acd "), "{}", lines[2]);
    has(lines[2], &[" pv Kxd2"]);
    has(lines[3], &[" c0 \"nothing is asked\";"]);
    // The output is valid input.
    let again = entourage_reading(&["best", "chess", "--epd", "-", "--depth", "4"], &run.out);
    assert_eq!((again.code, again.err.as_str()), (0, "3/3\n"));
}

#[test]
fn other_games_are_supported() {
    let file = "anpegtwipan/11/ssssscsssss/11/11/11/11/11/SSSSSCSSSSS/11/NAPIWTGEPNA w - am e9e8;\n";
    let run = entourage_reading(&["best", "toddler", "--epd", "-", "--nodes", "300"], file);
    has(&run.out, &[" am e9e8;", " pv "]);
}

#[test]
fn invalid_and_unsolved_positions_fail() {
    for (line, part) in [
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 1;\n", "solved: 0 of 1 position"),
        ("6k1/5ppp/8/8/8/8/8/1R4K1 w - - bm Rb7;\n", "solved: 0 of 1 position"),
        ("6k1/5ppp/8/8/8/8/8/1R4K1 w - - dm 1 bm Rb8;\n6k1/5ppp w - -;\n", "--epd 2"),
        ("6k1/5ppp/8/8/8/8/8/1R4K1 w - - bm Rb8\n", "a semicolon is missing"),
        ("6k1/5ppp/8/8/8/8/8/1R4K1 w - - bm Rc9;\n", "Rc9"),
        ("6k1/5ppp/8/8/8/8/8/1R4K1 w - - bm Rxg1;\n", "not a legal move"),
        ("6k1/5ppp/8/8/8/8/8/1R4K1 w - - dm soon;\n", "expected a number of moves"),
        ("6k1/5ppp/8/8/8/8/8/1R4K1 w -\n", "a field of the position is missing"),
    ] {
        entourage_reading(&["best", "chess", "--epd", "-", "--depth", "2"], line).fails(&[part]);
    }
    run(&["best", "chess", "--epd", "/nowhere/at/all", "--depth", "2"]).fails(&["--epd"]);
}
