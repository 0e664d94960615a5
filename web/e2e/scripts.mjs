// Games and positions for the tests in the browser.

/** A whole game from the start position to Threat and Capture. */
export const WHOLE_GAME = (
  "f11f10 b1a2 c11b5 i1f7 h9h8 c1a8 b9a8 h1i1 b11f7 f1f2 c9c8 b3b4 f7h3 i1e2 h3j1 d1b3 j11b3 a1d2 i11h3 " +
  "f2f1 h3g1 g3g4 g1e2"
).split(" ");

/** White's Captain has captures, two-steps and several moves on the same squares. */
export const CAPTAIN = "4t6/11/3n1s5/2s1s1s4/5C5/2N8/7I3/11/4P6/2A5T2/6w1E1G w -";

/** White may capture an Angel that two of his pieces attack. */
export const ANGEL = "1t9/11/11/11/4E6/2N8/11/4w6/11/11/10T w -";

/** White is in Threat. */
export const THREAT = "11/1w9/2t7i/3Sp1P4/2T2CG4/3NPW3N1/5E2n1c/1C2n3S1e/11/11/11 w -";

/** Cuts a move's text into its squares. */
export const squaresOf = (move) => move.match(/[a-k]\d+/g) ?? [];
