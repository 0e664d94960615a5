// Whole games recorded for the tests.

/** A game with symmetrised slides, mutations and a recruit, won by mate from the Launching Square. */
export const MATE_FROM_OUTSIDE =
  "e2f3 e5f4 f2=B blsa4 f2g3 e6e5 b2b3 f5=B wlsa3 g5g4 b3a4 b5b4 f1b5xa6 d6e6 b1b3xb4 f5=P f3f4 e5d6 g3g4 f5g4 f4e5 d5e5 wlsd4".split(" ");

/** A game without cards in which White reaches the goal. */
export const HOMECOMING =
  "a3a4 a12:a11:a10 c3c4 a10a9 a1:b2:c3 c3:c4:c5 b12:b11:b10 b2:b3:b4 b4:c5:d6 b10c10 b3:c4:d5 d5:d6:c7 b11b10 c5:d6:d7 end a11b11 d6:c7:c8 a9a8 d7:c7:b7 b7:c8:c9 c9:b10:a11 c10d10 c7:c8:b9 d10d9 c8:b9:a10 a10:a11:a12 b11b10 b9:b10:b11 a8a7 a2a3 a13b12 a11:a12:a13".split(
    " ",
  );

/** The setups of the following game. */
export const CHOICES = {
  1: { cards: { torus: "Blue", pact: null, armor: "Red" } },
  2: {
    cards: { jolt: "Black", hatter: null, reaper: "Yellow" },
    swaps: [
      [1, 5],
      [2, 4],
    ],
  },
};

/** A game with these setups, in which White is captured. */
export const MANHUNT =
  "a3a4 b11b10 a1:a2:a3 a3:a4:a5 a11a10 c3||c11 b2:b3:b4 end a10:b10:c10 b10c9 b4:a4:d4 c11d10 a2:b3:c4 d10<>a12 c10:c9:c8 end c3:c4:c5 c9d9 d4:a4:b4 b4:c5:d6 a13:b12:c11 c11:d10:e9 e9:d9:c9 end b3:c4:d5 d5:d6:c7 c7:c8:b9 c9:b9:a9 b9a10 a9a8 a5b5 c8b8 c4:c5:c6 end d10:d9:d8 c5:d6:d7 d7:d8:c9 c9:d9:e9 d9c9 b5:c6:c7 c9b9 c6:c7:d8 a12a11 a10:a11:a12 a8a7 c7:d8:d9 a11a10 d9d10 a7a6 e9:d10:c11 a10a9 d10:c11:b12 a6a5 a4:a5:a6".split(
    " ",
  );
