// Game definitions: offered, opened, explained and played like any other game.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { elsewhere, sandboxed } from "../support/elsewhere.mjs";
import { isRelease } from "../support/limits.mjs";
import { choose, decide, propose, uncover } from "../support/setup.mjs";
import { suite } from "../support/stage.mjs";

const VARIANTS = fileURLToPath(new URL("../../../variants", import.meta.url));

/** Both Rooks on the e-file paralyse each other. */
const PARALYSED = "4k3/8/8/8/4r3/8/4R3/R3K3 w Q -";

/** Records the size of the rules files that a browser fetches. */
async function watchRules(person) {
  const network = await person.context.newCDPSession(person.page);
  await network.send("Network.enable");
  const [addresses, sizes] = [new Map(), new Map()];
  network.on("Network.responseReceived", ({ requestId, response }) => addresses.set(requestId, response.url));
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const address = addresses.get(requestId) ?? "";
    if (address.endsWith(".wasm")) sizes.set(/(entourage_\w+)_bg/.exec(address)?.[1], encodedDataLength);
  });
  return sizes;
}

suite(
  "a game definition",
  (stage) => {
    test("has its own heading in the list, and its rules load on selection, with less than 790 KB", async () => {
      const person = await stage.person();
      const rules = await watchRules(person);
      await person.visit();
      const group = person.page.getByRole("group", { name: "More games" });
      await group.getByRole("button", { name: "Madrasi", exact: true }).waitFor();
      const names = await group.getByRole("button").allInnerTexts();
      assert.ok(names.includes("Madrasi") && names.includes("Ultima"), names.join());
      assert.ok(!names.includes("Chess") && !names.includes("The Toddler"), names.join());
      await person.page.waitForLoadState("networkidle");
      assert.deepEqual([...rules.keys()].sort(), ["entourage_toddler", "entourage_wasm"]);
      await group.getByRole("button", { name: "Madrasi", exact: true }).click();
      await person.page.getByRole("button", { name: "Play Madrasi" }).waitFor();
      await person.unfold();
      await person.page.locator(".preview svg.board").waitFor();
      const size = rules.get("entourage_text");
      console.log(`rules of game definitions: ${size} bytes`);
      assert.ok(size > 0 && (size < 790_000 || !isRelease), `${size} bytes`);
    });

    test("shows the squares where a move can place something after its second click, and takes a third", async () => {
      for (const [name, presses, shown, hidden] of [["Amazons", ["d1", "d7", "g7"], "d1", "b1"], ["Duck Chess", ["e2", "e4", "d5"], "e2", "e4"]]) {
        const person = await stage.person({ viewport: { width: 390, height: 844 }, hasTouch: true });
        await person.begin({ name });
        const [from, to, there] = presses;
        const targets = () => person.page.locator("[data-targets]").getAttribute("data-targets").then((all) => all.split(" "));
        await person.tap(from);
        assert.ok((await targets()).includes(to) && !(await targets()).includes(there), "only destinations of the piece are shown");
        await person.tap(to);
        assert.equal(await person.chooser.count(), 0);
        const open = await targets();
        assert.ok(open.includes(there) && open.includes(shown) && !open.includes(hidden), open.join(" "));
        await person.tap(there);
        await person.confirmation.getByRole("button", { name: "Play" }).tap();
        await person.listed(1);
      }
    });

    test("shows active powers and explains illegal moves", async () => {
      const person = await stage.person();
      await person.begin({ name: "Madrasi", position: PARALYSED });
      await person.click("e2");
      await person.page.locator("svg.board [data-aura=silence]").first().waitFor();
      await person.click("d2");
      await person.page.getByText("A piece that an enemy of its own kind attacks cannot move.").first().waitFor();
      await person.play("a1b1");
      await person.listed(1);
      await person.page.reload();
      await person.listed(1);
      const kept = await stage.kept(person);
      assert.match(kept.spec, /^madrasi(:|$)/);
      assert.deepEqual(kept.moves, ["a1b1"]);
      // The rules are beside the board, at the cited anchor.
      await person.click("e4", "d4");
      await person.page.locator('[data-rule="power-paralysed"]').first().click();
      await person.page.getByRole("heading", { name: "Paralysed" }).waitFor();
    });

    test("uses built-in pictures for pieces with the same names, with credits", async () => {
      const drawn = async (name) => {
        const person = await stage.person();
        await person.begin({ name });
        return person.page.locator("svg.board symbol").evaluateAll((symbols) => symbols.map((symbol) => symbol.innerHTML));
      };
      const pictures = await drawn("Madrasi");
      assert.equal(pictures.length, 6);
      assert.deepEqual(pictures, await drawn("Chess"));
      const person = await stage.person();
      await person.visit("/#credits");
      const credits = person.page.locator("h2", { hasText: "Madrasi" }).locator("xpath=following-sibling::dl[1]");
      await credits.getByText("Abdul Jabbar Karwatkar").waitFor();
      await credits.getByText("Licence: CC BY 3.0").waitFor();
      // The same for the server's images.
      const cover = await (await fetch(new URL("/board.svg?game=madrasi&bare=true", stage.server.url))).text();
      const shapes = pictures.map((picture) => /d="([^"]+)"/.exec(picture)[1]);
      for (const shape of shapes) assert.ok(cover.includes(shape));
    });

    test("is played against the computer", async () => {
      const person = await stage.person();
      await person.begin({ name: "Ultima", level: "1 Beginner" });
      await person.play("a2a4");
      await person.listed(2);
      const kept = await stage.kept(person);
      assert.match(kept.spec, /^ultima(:|$)/);
      assert.equal(kept.moves.length, 2);
    });

    test("has a rules page in both languages, with boards to play with", async () => {
      const person = await stage.person();
      await person.visit("/#rules=madrasi");
      await person.page.getByRole("heading", { name: "Madrasi", level: 1 }).waitFor();
      await person.page.getByText("A piece that an enemy of its own kind attacks cannot move.").first().waitFor();
      await person.page.getByRole("heading", { name: "Paralysed" }).waitFor();
      await person.page.locator(".text svg.board").first().waitFor();
      await person.page.getByRole("button", { name: "Français" }).click();
      await person.page.getByRole("heading", { name: "La marche des pièces" }).waitFor();
      await person.page.getByText("Une pièce attaquée par un adversaire de sa propre sorte ne peut pas bouger.").first().waitFor();
    });

    test("has cards from a definition: chosen, shown, explained and checked", async () => {
      const person = await stage.person();
      await propose(person, { game: "Struggle with cards", picks: 1, ban: ["Torus", "Jolt"] });
      await uncover(person, 1);
      const lantern = person.page.locator('[data-card="lantern"]');
      await lantern.getByText("Own pieces next to it, except White, cannot be captured by a jump.").first().waitFor();
      await decide(person, { cards: { anchor: "Red" } });
      await choose(person, 2, { cards: { lantern: "Yellow" } });
      await person.seated();
      const kept = await stage.kept(person);
      assert.match(kept.spec, /^struggle-cards:.*1=anchor@R/);
      assert.match(kept.spec, /2=lantern@Y/);
      assert.match(kept.spec, /ban=torus\+jolt/);
    });

    test("can be embedded in other sites, also in a sandboxed frame", async () => {
      const [host, guest] = [await stage.person(), await stage.person()];
      await host.begin({ name: "Madrasi", position: PARALYSED });
      await host.play("a1b1");
      await host.act("show-elsewhere");
      const dialog = host.page.getByTestId("share");
      await dialog.getByTestId("publish").click();
      const address = await dialog.getByTestId("share-address").inputValue();
      for (const shown of [elsewhere, sandboxed]) {
        const site = await shown(address);
        await guest.page.goto(site.url);
        const frame = guest.page.frameLocator("iframe");
        await frame.locator('[data-ply="1"]').waitFor();
        assert.equal(await frame.locator("[data-figure]").count(), 5);
        site.close();
      }
    });

    test("can be opened by link on another device", async () => {
      const person = await stage.person();
      await person.begin({ name: "Madrasi", position: PARALYSED });
      const address = person.page.url();
      const other = await stage.person();
      await other.visit(address);
      await other.seated();
      assert.match(await other.label("e2"), /White Rook/);
    });
  },
  async () => ["--games", VARIANTS],
);
