// Setting up a game with cards.

/** The game with cards. */
export const GAME = "Struggle";

/** Selects the game and its setup options, and starts it. */
export async function propose(person, { game = GAME, opponent = "Two players on one screen", manner, picks, ban } = {}) {
  await person.visit();
  await person.page.getByRole("button", { name: game, exact: true }).click();
  await person.choose("Opponent", opponent);
  if (manner) await person.choose("Setup", manner);
  if (picks !== undefined) await person.choose("Cards per player", String(picks));
  if (ban) {
    await person.page.getByText("Banned pairs").click();
    await person.page.getByLabel("Card 1").selectOption(ban[0]);
    await person.page.getByLabel("Card 2").selectOption(ban[1]);
    await person.page.getByRole("button", { name: "Ban this pair" }).click();
  }
  await person.page.getByTestId("begin").click();
}

/** Selects cards oneself instead of the suggested ones. */
export const chooseOwn = (person) => person.page.getByTestId("choose-cards").click();

export const card = (person, code) => person.page.locator(`[data-card="${code}"]`);
export const pick = (person, code) => card(person, code).locator("> .face").click();
export const place = (person, number) => person.page.locator(`[data-place="${number - 1}"]`);
export const cover = (person) => person.page.getByTestId("cover");
export const commit = (person) => person.page.getByTestId("commit").click();

export async function uncover(person, side) {
  await person.page.getByTestId(`uncover-${side}`).click();
  await person.page.locator(`[data-testid="chooser"][data-side="${side}"]`).waitFor();
}

/** Returns the accessible names of the squares in order. */
export const order = (person) => person.page.locator("[data-place]").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));

export async function drag(person, from, to) {
  const [a, b] = [await place(person, from).boundingBox(), await place(person, to).boundingBox()];
  await person.page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await person.page.mouse.down();
  await person.page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 5 });
  await person.page.mouse.up();
}

/** Makes and confirms a player's choice on a shared screen. */
export async function choose(person, side, choice) {
  await uncover(person, side);
  await decide(person, choice);
}

/**
 * Makes and confirms a player's choice: `cards` by code with the colour of the piece each is bound to, or `null`; `swaps` are pairs of squares to
 * swap.
 */
export async function decide(person, { cards = {}, swaps = [] }) {
  await person.page.getByTestId("chooser").waitFor();
  if (await person.page.getByTestId("choose-cards").isVisible()) await chooseOwn(person);
  for (const [code, colour] of Object.entries(cards)) {
    await pick(person, code);
    if (colour === null) continue;
    // The picture covers the hidden radio button.
    await card(person, code).getByRole("group", { name: /Piece that gets/ }).getByTitle(colour).click();
  }
  for (const [one, other] of swaps) {
    await place(person, one).click();
    await place(person, other).click();
  }
  await commit(person);
}
