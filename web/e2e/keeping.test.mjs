// Storage: games kept, found again, moved to other devices, and not lost when the server is down.
import assert from "node:assert/strict";
import { test } from "node:test";
import { playthrough } from "./support/playthrough.mjs";
import { PROMOTION } from "./support/positions.mjs";
import { OWN_SERVER, suite } from "./support/stage.mjs";

suite("storage", (stage) => {
  test("moves made while the server is down are stored, retried, and arrive once", async () => {
    const person = await stage.person();
    person.expected.push(/ERR_CONNECTION_(REFUSED|RESET)|ERR_EMPTY_RESPONSE/);
    await person.begin();
    await person.play("e9e8");
    await person.listed(1);
    await person.sent();
    const place = await person.middle("e3");
    await stage.server.kill();
    await person.play("e3e4");
    await person.banner.getByText("The server cannot be reached. Your move is saved on this device and will be sent later.").waitFor();
    await person.play("d9d8");
    await person.listed(3);
    // The banner does not shift the board.
    assert.deepEqual(await person.middle("e3"), place);
    await person.banner.getByText("2 moves are saved on this device").waitFor();
    await person.banner.getByRole("button", { name: "Retry now" }).click();
    await person.banner.getByText("2 moves are saved on this device").waitFor();
    await stage.server.start();
    // The page retries automatically.
    await person.banner.getByText("Reconnected. Everything is saved.").waitFor();
    const kept = await stage.kept(person);
    assert.deepEqual(kept.moves, ["e9e8", "e3e4", "d9d8"]);
    assert.equal(kept.seq, 3);
    const friend = await stage.person();
    await friend.visit(person.page.url());
    await friend.listed(3);
  });

  test("a move whose acknowledgement is lost is not repeated", async () => {
    const person = await stage.person();
    person.expected.push(/ERR_FAILED/);
    await person.begin();
    const lose = async (route) => {
      await route.fetch();
      await route.abort();
    };
    await person.page.route("**/api/game/moves", lose, { times: 1 });
    await person.play("e9e8");
    // It is sent again within two seconds.
    await person.banner.getByText("everything is saved").waitFor();
    await person.play("e3e4");
    await person.listed(2);
    await person.page.reload();
    await person.listed(2);
    assert.deepEqual((await stage.kept(person)).moves, ["e9e8", "e3e4"]);
  });

  test("if the game continued on another device, its state is shown", async () => {
    const [person, friend] = [await stage.person(), await stage.person()];
    person.expected.push(/409/);
    await person.begin();
    await friend.visit(person.page.url());
    await friend.seated();
    await friend.play("a9a8");
    await friend.listed(1);
    await friend.sent();
    await person.play("k9k8");
    // A dropped move is reported.
    await person.banner.getByText("Your move was not played: the game had already continued").waitFor();
    await person.listed(1);
    assert.match(await person.label("a8"), /White Soldier/);
    assert.match(await person.label("k9"), /White Soldier/);
  });

  test("a copied position begins a game, and a copied game is replayed", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    const person = await stage.person({ permissions });
    const copied = async (what) => {
      const item = await person.item(what);
      await item.click();
      await item.getByText("Copied").waitFor();
      await item.getByText("Copy").waitFor();
      await person.page.keyboard.press("Escape");
      return person.page.evaluate(() => navigator.clipboard.readText());
    };
    await person.begin({ position: PROMOTION });
    await person.play("e5d4");
    await person.play("k1j2");
    await person.listed(2);
    const [position, game] = [await copied("copy-position"), await copied("copy-game")];
    assert.equal(position, "11/9t1/11/3C7/11/11/11/11/11/11/T10 w -");
    assert.equal(game, `toddler:repetition=3,quiet-limit=100\n${PROMOTION}\ne5d4 k1j2\n`);

    await person.beginOnPage({ position });
    await person.listed(0);
    assert.match(await person.label("d4"), /White Captain/);
    await person.beginOnPage({ game });
    await person.listed(2);
    await person.act("takeback");
    await person.listed(1);
    assert.match(await person.label("k1"), /Black Toddler/);
  });

  test("the address, which is the key to the game, is copied only after a warning", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    const person = await stage.person({ permissions, hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } });
    const copied = () => person.page.evaluate(() => navigator.clipboard.readText());
    await person.begin();
    await person.page.evaluate(() => navigator.clipboard.writeText("nothing"));
    const copy = async () => (await person.item("copy-link")).tap();
    const warning = person.page.getByTestId("own-address");
    await copy();
    await warning.getByText("Anyone with this page’s address can see this game and make moves for both sides.").waitFor();
    // A double click copies nothing.
    await person.page.getByTestId("copy-own").evaluate((button) => button.click());
    assert.equal(await copied(), "nothing");
    await warning.getByRole("button", { name: "Cancel" }).tap();
    assert.equal(await copied(), "nothing");
    await copy();
    await person.page.getByTestId("copy-own").tap();
    await warning.getByText("Copied").first().waitFor();
    assert.equal(await copied(), person.page.url());
    await warning.getByRole("button", { name: "Close" }).tap();
    // The spectator link is offered first.
    await copy();
    await person.page.getByTestId("let-watch").tap();
    await person.page.getByTestId("publish").waitFor();
  });

  test("a pasted game is replayed, and errors are located", async () => {
    const { spec, start, moves } = playthrough("playthrough-1");
    const person = await stage.person();
    await person.visit();
    const text = (list) => `${spec}\n${start}\n${list.join(" ")}`;
    await person.paste("Existing game", "Game", text([...moves.slice(0, 30), "f11f10"]));
    await person.page.locator("#paste-problem", { hasText: "Move 31, “f11f10”:" }).waitFor();
    await person.page.getByRole("textbox", { name: "Game" }).fill(text(moves));
    await person.page.getByTestId("begin").click();
    await person.listed(moves.length);
    assert.match(await person.status.innerText(), /White wins: Threat and Capture/);

    await person.visit();
    await person.paste("Custom position", "Position", start.replace("SSSSSC", "SSSSXC"));
    await person.page.locator("#paste-problem", { hasText: "X" }).waitFor();
  });

  test("the start page lists this device's games", async () => {
    const person = await stage.person();
    await person.begin({ level: "2 Easy" });
    const address = person.page.url();
    await person.begin();
    await person.play("pass");
    await person.visit();
    const games = person.page.getByRole("region", { name: "Games on this device" }).getByRole("listitem");
    await games.nth(1).waitFor();
    assert.equal(await games.count(), 2);
    await games.nth(0).getByText("Black to move").waitFor();
    await games.nth(1).getByText("Computer level 2").click();
    await person.seated();
    assert.equal(person.page.url(), address);
  });

  test("an unknown game address shows an error", async () => {
    const person = await stage.person();
    person.expected.push(/401/);
    await person.visit("/#game=nothing");
    await person.page.getByRole("heading", { name: "Game not found" }).waitFor();
  });
}, OWN_SERVER);
