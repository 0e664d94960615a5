import { STEP } from "./limits.mjs";
import { squaresOf } from "./playthrough.mjs";

/** Specs of the built-in games, as on the start page. */
const LIMITS = "repetition=3,quiet-limit=100";
export const SPECS = { "The Toddler": `toddler:${LIMITS}`, "Symmetron! 44": `symmetron44:${LIMITS}`, Struggle: `struggle:${LIMITS}`, Chess: `chess:${LIMITS}` };

/** A user at a page: actions, and what is shown and announced. */
export class Person {
  /** Unexpected console messages. */
  complaints = [];
  /**
   * Patterns of expected console messages. The service worker is blocked unless a test asks for it, because it would answer instead of the server.
   * A view can be left before its socket is open.
   */
  expected = [/Service Worker registration blocked/, /WebSocket is closed before the connection is established/];
  page;
  context;
  #url;

  static async arrive(browser, url, options) {
    const person = new Person();
    person.#url = url;
    // Animations cost CPU time; tests of animations turn them on.
    person.context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB", serviceWorkers: "block", reducedMotion: "reduce", ...options });
    await person.#open();
    return person;
  }

  /** Opens another tab in the same browser. */
  async tab() {
    const tab = new Person();
    tab.#url = this.#url;
    tab.context = this.context;
    tab.complaints = this.complaints;
    tab.expected = this.expected;
    await tab.#open();
    return tab;
  }

  async #open() {
    const page = await this.context.newPage();
    this.page = page;
    page.setDefaultTimeout(STEP);
    const complain = (text) => {
      if (!this.expected.some((pattern) => pattern.test(text))) this.complaints.push(text);
    };
    page.on("pageerror", (error) => complain(`thrown: ${error.message}`));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complain(`${message.type()}: ${message.text()}`);
    });
  }

  leave() {
    return this.context.close();
  }

  // The start page.

  /** Opens the start page, or the page at an address. */
  async visit(address = "/") {
    await this.page.goto(new URL(address, this.#url).href);
  }

  /** Shows the options of a new game. */
  async unfold() {
    const change = this.page.getByTestId("change");
    if ((await change.count()) > 0 && (await change.getAttribute("aria-expanded")) === "false") await change.click();
  }

  /** Selects a choice in a group by the texts of its legend and label. */
  async choose(legend, choice) {
    const group = this.page.getByRole("group", { name: legend, exact: true });
    if ((await group.count()) === 0) await this.unfold();
    // Earlier choices may shift it; it is clicked once it is stable.
    await group.getByRole("radio", { name: choice, exact: true }).check();
  }

  /** Starts a game, by default for two players on one screen, without the start page if possible. */
  async begin({ name = "The Toddler", level, side, position, game } = {}) {
    if (!(name in SPECS) || game !== undefined) return this.beginOnPage({ name, level, side, position, game });
    const [own, other] = [{ kind: "human" }, level === undefined ? { kind: "human" } : { kind: "computer", level: Number.parseInt(level, 10) }];
    const players = side === "Black" ? [other, own] : [own, other];
    const answer = await this.context.request.post(new URL("/api/games", this.#url).href, { data: { spec: SPECS[name], players, position } });
    if (!answer.ok()) throw new Error(await answer.text());
    const { id } = await answer.json();
    await this.visit(`/#game=${id}`);
    await this.seated();
  }

  /** Starts a game on the start page. */
  async beginOnPage({ name, level, side, position, game } = {}) {
    await this.visit();
    if (name !== undefined) await this.page.getByRole("button", { name, exact: true }).click();
    await this.choose("Opponent", level === undefined ? "Two players on one screen" : "Computer");
    if (level !== undefined) await this.choose("Level", level);
    if (side !== undefined) await this.choose("Your side", side);
    if (position !== undefined) await this.paste("Custom position", "Position", position);
    if (game !== undefined) await this.paste("Existing game", "Game", game);
    await this.page.getByTestId("begin").click();
    await this.seated();
  }

  async paste(choice, label, text) {
    await this.unfold();
    await this.page.locator("summary", { hasText: "More options" }).click();
    await this.choose("Starting position", choice);
    await this.page.getByRole("textbox", { name: label }).fill(text);
  }

  /** Waits until the board is shown, and accepts a friend's invitation. */
  async seated() {
    await this.page.locator("[data-square]").first().waitFor();
    await this.drawn();
    const join = this.page.getByTestId("join");
    if (await join.isVisible()) await join.click();
  }

  /** Opens a group of the account's settings. */
  async settle(group) {
    await this.page.getByTestId(`group-${group}`).click();
  }

  // Moves.

  square(name) {
    // Boards in the rules have squares, too.
    return this.page.locator(`[data-square="${name}"]`).first();
  }

  async middle(square) {
    const face = this.square(square).locator("> .face");
    for (;;) {
      const box = await face.boundingBox();
      if (box) return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      // A board that replaces another has no box for a moment.
      await face.waitFor();
    }
  }

  async click(...squares) {
    for (const square of squares) {
      const { x, y } = await this.middle(square);
      await this.page.mouse.click(x, y);
    }
  }

  async tap(square) {
    const { x, y } = await this.middle(square);
    await this.page.touchscreen.tap(x, y);
  }

  async drag(from, to) {
    const { x, y } = await this.middle(from);
    const end = await this.middle(to);
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move((x + end.x) / 2, (y + end.y) / 2, { steps: 2 });
    await this.page.mouse.move(end.x, end.y, { steps: 2 });
    await this.page.mouse.up();
  }

  /** Moves the focus on the board by arrow keys. */
  async walk(square) {
    const place = (name) => [name.charCodeAt(0), Number(name.slice(1))];
    const here = await this.page.evaluate(() => document.activeElement?.getAttribute("data-square"));
    if (!here) throw new Error(`the focus is not on the board but on ${await this.focus()}`);
    const [[x, y], [toX, toY]] = [place(here), place(square)];
    for (let i = x; i !== toX; i += Math.sign(toX - x)) await this.page.keyboard.press(toX > x ? "ArrowRight" : "ArrowLeft");
    for (let i = y; i !== toY; i += Math.sign(toY - y)) await this.page.keyboard.press(toY > y ? "ArrowDown" : "ArrowUp");
  }

  /** Presses Tab, or Shift+Tab with `back`, until the focus is where `there` says. */
  async tabTo(there, back = false) {
    for (let i = 0; i < 80; i++) {
      if (there(await this.focus())) return;
      await this.page.keyboard.press(back ? "Shift+Tab" : "Tab");
    }
    throw new Error("the Tab key did not reach the element");
  }

  /** Returns an entry of the game's menu by test id, opening the menu if needed. */
  async item(name) {
    const item = this.page.getByTestId(name);
    if (!(await item.isVisible())) await this.page.getByTestId("menu").click();
    // Some entries are folded.
    await item.evaluate((one) => one.closest("details")?.setAttribute("open", ""));
    return item;
  }

  /** Clicks an entry of the game's menu by test id. */
  async act(name) {
    await (await this.item(name)).click();
  }

  /** Opens the settings from the header or the game's menu. */
  async openSettings() {
    const { page } = this;
    // A full-window game has no header.
    const menu = page.getByTestId("menu");
    await page.getByRole("button", { name: /^(Settings|Réglages)$/ }).or(menu).first().waitFor();
    if (await menu.isVisible()) await this.act("menu-settings");
    else await page.getByRole("button", { name: /^(Settings|Réglages)$/ }).click();
    await page.getByTestId("settings").waitFor();
  }

  /** Describes the focused element: its role or tag, and its name. */
  async focus() {
    await this.drawn();
    return this.page.evaluate(() => {
      const element = document.activeElement;
      const label = element?.labels?.[0]?.textContent ?? element?.getAttribute("aria-label") ?? element?.textContent ?? "";
      return `${element?.getAttribute("role") ?? element?.localName} ${label.trim()}`;
    });
  }

  /** The list of moves to choose from. */
  get chooser() {
    return this.page.getByRole("group", { name: "Which move?" });
  }

  /** The confirmation or notice before a move. */
  get confirmation() {
    return this.page.getByRole("group", { name: "Play this move?" });
  }

  /** Returns a move in the list by its text. */
  option(move) {
    return this.chooser.locator(`[data-move="${move}"]`);
  }

  /** Plays a move by clicks on its squares, and confirms it if asked. */
  async play(move) {
    const squares = squaresOf(move);
    if (move === "pass") await this.#make(move, () => this.pass.click());
    else if (squares.length === 0) await this.#make(move, () => this.page.getByTestId(`move-${move}`).click());
    // An action on the spot takes two clicks; jumped squares can be skipped.
    else if (squares.length === 1) await this.#make(move, () => this.click(squares[0], squares[0]));
    else if (move.includes(":")) await this.#make(move, () => this.click(squares[0], squares.at(-1)));
    else await this.#make(move, () => this.click(...squares));
  }

  /** Plays a move by dragging the piece to its destination. */
  async dragMove(move) {
    const squares = squaresOf(move);
    await this.#make(move, () => this.drag(squares[0], squares.at(-1)));
  }

  async #make(move, act) {
    const before = await this.#listedNow();
    await act();
    const asked = this.chooser.or(this.confirmation);
    const made = this.page.locator(`[data-ply="${before + 1}"]`);
    // The confirmation follows the board; the move list may be hidden.
    await asked.or(made).first().waitFor({ state: "attached" });
    if (await this.chooser.isVisible()) {
      await this.option(move).click();
      await this.confirmation.or(made).first().waitFor({ state: "attached" });
    }
    if (await this.confirmation.isVisible()) await this.confirmation.getByRole("button", { name: "Play" }).click();
  }

  #listedNow() {
    return this.page.locator("[data-ply]").count();
  }

  // Display and announcements.

  get status() {
    return this.page.getByTestId("status");
  }

  get refusal() {
    return this.page.getByTestId("refusal");
  }

  get banner() {
    return this.page.getByTestId("server-banner");
  }

  get result() {
    return this.page.getByTestId("result");
  }

  get pass() {
    return this.page.getByRole("button", { name: "Pass", exact: true });
  }

  /** Returns the last announcement to screen readers. */
  heard() {
    return this.page.getByTestId("live").textContent();
  }

  /** Waits until the move list has a number of moves. */
  async listed(count) {
    if (count > 0) await this.page.locator(`[data-ply="${count}"]`).waitFor();
    await this.page.locator(`[data-ply="${count + 1}"]`).waitFor({ state: "detached" });
  }

  /** Waits until the server has all events: the page shows moves before it sends them. */
  sent() {
    return this.page.waitForFunction(() => {
      const key = decodeURIComponent(/#game=(.+)$/.exec(location.href)?.[1] ?? "");
      const copy = JSON.parse(localStorage.getItem(`entourage.game.${key}`) ?? "null");
      return copy?.pending.length === 0 && copy.unborn === undefined;
    });
  }

  /** Counts the pieces with a mark. */
  marked(code) {
    return this.page.locator(`.board [data-mark="${code}"]`).count();
  }

  /** Waits for what follows painting: labels of squares and explanations. */
  async drawn() {
    await this.page.evaluate(async () => {
      for (let time = 0; time < 3; time++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    });
  }

  /** Waits until the fonts are loaded; that of titles comes after the rules. */
  async fonts() {
    await this.page.waitForFunction(() => !document.getElementById("app") || [...document.fonts].some(({ family }) => /Young Serif"?$/.test(family)));
    await this.page.evaluate(() => document.fonts.ready);
  }

  /** Waits until fonts and images are loaded, transitions are done, and nothing is hovered. */
  async atRest() {
    await this.page.mouse.move(0, 0);
    await this.fonts();
    await this.page.evaluate(async () => {
      await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
      await Promise.all(document.getAnimations().map(({ effect, finished }) => effect.getComputedTiming().endTime === Infinity || finished.catch(() => undefined)));
    });
    await this.drawn();
  }

  /** Resizes the window and waits for the layout. */
  async resize(viewport) {
    await this.page.setViewportSize(viewport);
    await this.page.waitForFunction((width) => innerWidth === width, viewport.width);
    await this.drawn();
    // Layout by script follows the resize, and the board follows the layout; it is stable when two frames are equal.
    await this.page.waitForFunction(() => {
      const boxes = JSON.stringify([...document.querySelectorAll(".board svg, .player, .bar")].map((element) => element.getBoundingClientRect()));
      const rests = window.laidOut === boxes;
      window.laidOut = boxes;
      return rests;
    });
  }

  /** Returns the accessible name of a square. */
  async label(square) {
    await this.drawn();
    return this.square(square).getAttribute("aria-label");
  }

  /** Returns the accessible names of all squares, without what depends on the last action. */
  async labels() {
    await this.drawn();
    return this.page.locator("[data-square]").evaluateAll((squares) => squares.map((square) => square.getAttribute("aria-label")));
  }
}
