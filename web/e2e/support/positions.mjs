// Positions shortly before a certain event.

/** White's Empress or Emperor can end the game by Threat and Capture, for example with b3b1. */
export const WHITE_WINS_NEXT = "10t/E10/1I9/11/11/11/11/11/11/11/T10 w -";

/** After any move of White except to j11, including a pass, Black ends the game by Threat and Capture. */
export const BLACK_WINS_NEXT = "t10/11/11/11/11/11/11/11/i10/e10/10T w -";

/** White's Toddler can step next to Black's, f7e6. */
export const CONTACT_NEXT = "11/11/11/11/3t7/11/5T5/11/11/11/11 w -";

/** White's Toddler on c5 is attacked by a Phoenix on e4. */
export const THREAT = "11/1w9/2t7i/3Sp1P4/2T2CG4/3NPW3N1/5E2n1c/1C2n3S1e/11/11/11 w -";

/** White's Captain on f5 has a capture and several two-steps that begin with it: f5e4, f5e4e3 … */
export const CAPTAIN = "4t6/11/3n1s5/2s1s1s4/5C5/2N8/7I3/11/4P6/2A5T2/6w1E1G w -";

/** White can capture the Angel on e8, which two white pieces attack: c6e8. */
export const ANGEL = "1t9/11/11/11/4E6/2N8/11/4w6/11/11/10T w -";

/** Black's best move is to capture the Angel on e8, which Black's Emperor and Nurse attack. */
export const ANGEL_LOST = "1T9/11/11/11/4e6/2n8/11/4W6/11/11/10t w -";

/** Black's Genius on e8 keeps White's Soldiers next to it from capturing, for example e9d8. */
export const GENIUS = "anpe1twipan/11/1ssss1sssss/11/11/11/11/3sg6/SSSSSCSSSSS/11/NAPIWTGEPNA w -";

/** White's Soldier on e5 becomes a Captain by capturing the Nurse on d4; both Toddlers are major. */
export const PROMOTION = "10t/11/11/3n7/4S6/11/11/11/11/11/T10 w -";

/** White's Genius can go from h6 to j6, which changes much: silenced, protected and exposed pieces. */
export const WEIGHTY = "an2gtw3n/11/sss1s1sscs1/3s2e4/11/4c1iG2a/9pP/S1S3S1P2/S2S1C1SSS1/4S6/3IWT1E1NA w -";
