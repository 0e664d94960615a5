// Clocks: time controls, ticking and time-out on two devices, vacations, given time, pauses, and lists.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { create, invite } from "./support/apart.mjs";
import { OWN_SERVER, suite } from "./support/stage.mjs";

/** Creates a game with a time control on the start page; returns the friend's link. */
async function linked(host, name, pace) {
  const { dialog, links } = await invite(host, name, pace);
  const { friend } = await links();
  await dialog.getByRole("button", { name: "Go to the board" }).click();
  return friend;
}

/** Opens a chess game for both players and makes their first moves. */
async function open(host, friend, [one, two]) {
  await host.visit(one);
  await host.seated();
  await friend.visit(two);
  await friend.seated();
  await host.play("e2e4");
  await friend.listed(1);
  await friend.play("e7e5");
  await host.listed(2);
}

const clock = (person, side) => person.page.getByTestId(`clock-${side}`);
const face = async (person, side) => (await clock(person, side).locator(".face").textContent()) ?? "";

suite("clocks", (stage) => {
  test("a two-second game is lost on time on both devices", async () => {
    const [host, friend] = [await stage.person(), await stage.person({ locale: "fr-FR" })];
    const [one, two] = await create(stage, "Chess", { pace: "live spare=2s extra=1s" });
    await host.visit(one);
    await host.seated();
    await host.page.getByText("The clocks start when both players have joined.").waitFor();
    await friend.visit(two);
    await friend.seated();
    // The first move of each side is not timed.
    await host.page.getByText("First move: 59:").waitFor();
    await host.play("e2e4");
    await friend.listed(1);
    await friend.page.getByText("Premier coup").waitFor();
    await friend.play("e7e5");
    await host.listed(2);
    await host.result.getByText("Time out: Black wins").waitFor();
    await host.result.getByRole("heading", { name: "You lost" }).waitFor();
    await friend.result.getByText("Temps écoulé : victoire des Noirs").waitFor();
    const kept = await stage.kept(host);
    assert.deepEqual([kept.status, kept.flagged, kept.events.at(-1).type], ["win-2 time", 1, "flag"]);
    assert.equal(await face(host, 1), "0.0");
  });

  test("a time-out while the server is down counts from the time when it happened", async () => {
    const [host, friend] = [await stage.person(), await stage.person()];
    const addresses = await create(stage, "Chess", { pace: "live spare=2s" });
    await open(host, friend, addresses);
    // Latest time-out after the clock started running.
    const up = Date.now() + 2000;
    for (const person of [host, friend]) await person.visit("about:blank");
    await stage.server.kill();
    await setTimeout(up - Date.now());
    await stage.server.start();
    await host.visit(addresses[0]);
    await host.result.getByText("Time out: Black wins").waitFor();
    const { flagged, clock } = await stage.kept(host);
    assert.deepEqual([flagged, clock.sides[0].bank], [1, 0]);
    await friend.visit(addresses[1]);
    await friend.result.getByRole("heading", { name: "You won" }).waitFor();
  });

  test("a clock ticks, warns when time is short, and ignores the device's time of day", async () => {
    const [one, two] = await create(stage, "Chess", { pace: "live spare=19s" });
    const [host, friend] = [await stage.person(), await stage.person()];
    // This device's clock is three days fast.
    await host.page.addInitScript("const real = Date.now; Date.now = () => real() + 3 * 86_400_000;");
    await open(host, friend, [one, two]);
    // The host's clock runs and warns on both devices; the friend's is stopped.
    for (const person of [host, friend]) {
      await person.page.locator("[data-testid=clock-1].runs.short").getByText(/^1[0-8]\.\d$/).waitFor();
      assert.equal(await face(person, 2), "19.0");
    }
    await host.page.getByRole("alert").getByText("You are low on time.").waitFor({ state: "attached" });
  });

  test("time controls are selected, and shown in the list", async () => {
    const [host, other] = [await stage.person(), await stage.person()];
    await host.visit();
    await host.page.getByRole("button", { name: "Chess", exact: true }).click();
    await host.choose("Opponent", "With a friend");
    await host.choose("Time control", "Real time");
    await host.choose("Time", "Custom");
    await host.page.getByTestId("minutes").fill("7");
    await host.page.getByTestId("increment").fill("4");
    await host.page.getByTestId("open").check();
    await host.page.getByTestId("begin").click();
    await host.page.getByRole("button", { name: "Go to the board" }).click();
    await other.visit();
    const offered = other.page.getByTestId("invitations").getByRole("listitem").filter({ hasText: "7+4" });
    await offered.getByRole("button", { name: "Join" }).click();
    await other.seated();
    assert.equal((await stage.kept(other)).pace, "live spare=7m extra=4s");
    await host.play("e2e4");
    await other.listed(1);
    await other.act("abort");
    await host.status.getByText("Game aborted by Black").waitFor();
    await host.page.getByTestId("clocks").getByText("7+4").waitFor();
  });

  test("correspondence: days per move, vacation, and remaining time in the list of games", async () => {
    const [host, friend] = [await stage.person(), await stage.person()];
    const link = await linked(host, "The Toddler", [["Time control", "Correspondence"], ["Time", "1 day per move"], ["Vacation", "7 days"]]);
    assert.equal(await host.page.getByTestId("rest").count(), 0);
    await friend.visit(link);
    await friend.seated();
    await host.page.getByTestId("clocks").getByText("1 day per move, 7 days of vacation").waitFor();
    await clock(host, 1).getByText("23:59:").waitFor();
    await (await host.item("rest")).getByText("Vacation: 7 days left").waitFor();
    await host.page.keyboard.press("Escape");
    await friend.act("rest");
    await friend.page.getByText("Days until the vacation starts").waitFor();
    assert.equal(await friend.page.getByText("Now", { exact: true }).count(), 0, "a vacation can start at once only on the user's turn");
    await friend.page.getByRole("button", { name: "Cancel" }).click();
    await host.act("rest");
    await host.page.getByTestId("rest-days").fill("3");
    await host.page.getByTestId("rest-go").click();
    for (const person of [host, friend]) await person.page.getByTestId("away").getByText("on vacation for 3 d 0 h").waitFor();
    await (await host.item("rest")).getByText("Vacation: 4 days left").waitFor();
    await host.page.keyboard.press("Escape");
    // A move ends a vacation.
    await host.play("e9e8");
    await friend.listed(1);
    await (await friend.item("rest")).getByText("Vacation: 7 days left").waitFor();
    await host.page.getByTestId("away").waitFor({ state: "detached" });
    const kept = await stage.kept(host);
    assert.equal(kept.pace, "correspondence grace=1d vacation=7d");
    assert.deepEqual(kept.events[0], { type: "vacation", side: 1, days: 3 });
    await host.visit("/");
    await host.page.getByTestId("time-left").getByText("23:59:").waitFor();
  });

  test("a vacation is scheduled on the opponent's turn, seen by both, and cancelled", async () => {
    const [host, friend] = [await stage.person(), await stage.person({ locale: "fr-FR" })];
    const [one, two] = await create(stage, "Chess", { pace: "correspondence grace=1d vacation=7d" });
    await host.visit(one);
    await host.seated();
    await friend.visit(two);
    await friend.seated();
    const place = async () => (await host.page.locator(".board").first().boundingBox()).y;
    const before = await place();
    // By keyboard only.
    const rest = () => friend.item("rest");
    await friend.page.getByTestId("menu").focus();
    await friend.page.keyboard.press("Enter");
    await (await rest()).press("Enter");
    await friend.page.getByTestId("rest-days").fill("2");
    await friend.page.getByTestId("rest-ahead").fill("3");
    await friend.page.getByTestId("rest-ahead").press("Enter");
    await friend.page.getByTestId("announced").getByText("congé de 2 jours, début dans 3 j 0 h").waitFor();
    await host.page.getByTestId("announced").getByText("2 days of vacation starting in 3 d 0 h").waitFor();
    await host.page.getByTestId("clock-news").getByText("Black has scheduled 2 days of vacation.").waitFor({ state: "attached" });
    assert.equal(await place(), before, "the opponent's actions do not shift the board");
    await (await rest()).getByText("Congés restants : 5 jours").waitFor();
    const { events, clock } = await stage.kept(host);
    assert.deepEqual([events[0].type, events[0].days, clock.sides[1].vacation], ["announce", 2, 7]);
    await friend.act("rest");
    await friend.page.getByTestId("rest-announced").getByText("Vous avez programmé un congé de 2 jours").waitFor();
    await friend.page.getByTestId("stay").click();
    await (await rest()).getByText("Congés restants : 7 jours").waitFor();
    await friend.page.keyboard.press("Escape");
    for (const person of [host, friend]) await person.page.getByTestId("announced").waitFor({ state: "detached" });
    // The opponent can still move.
    await host.play("e2e4");
    await friend.listed(1);
  });

  test("players give each other time", async () => {
    const [host, friend] = [await stage.person(), await stage.person()];
    await open(host, friend, await create(stage, "Chess", { pace: "live spare=1m" }));
    await clock(friend, 1).getByText(/^0:5\d$/).waitFor();
    assert.equal(await friend.page.getByTestId("give").count(), 1, "time can be given to the opponent only");
    await friend.item("give");
    const give = friend.page.getByRole("button", { name: "Give 15 seconds to White" });
    await give.focus();
    await give.press("Enter");
    for (const person of [host, friend]) await clock(person, 1).getByText(/^1:\d\d$/).waitFor();
    await host.banner.getByText("Your opponent gave you extra time.").waitFor();
    assert.equal(await friend.banner.getByText("The other player").count(), 0);
    await host.act("give");
    await clock(friend, 2).getByText("1:15").waitFor();
    const kept = await stage.kept(host);
    assert.deepEqual(kept.events.slice(2), [{ type: "give", side: 2 }, { type: "give", side: 1 }]);
    await host.play("g1f3");
    await friend.listed(3);
  });

  test("a game is paused and resumed by agreement", async () => {
    const [host, friend] = [await stage.person(), await stage.person()];
    const [one, two] = await create(stage, "Chess", { pace: "live spare=5m" });
    await open(host, friend, [one, two]);
    const offer = (person) => person.page.getByTestId("offer");
    const accept = async (person, text) => {
      await offer(person).getByText(text).waitFor();
      await offer(person).locator("button[aria-disabled=false]", { hasText: "Accept" }).click();
    };
    // An unfinished selection is cleared.
    await host.click("g1");
    await (await friend.item("pause")).getByText("Propose a pause").click();
    await offer(friend).getByText("Pause proposed. The clocks keep running until your opponent accepts.").waitFor();
    await accept(host, "Black proposes a pause");
    for (const person of [host, friend]) {
      await person.page.getByTestId("paused").getByText("The game is paused. It resumes automatically in 14 d 0 h.").waitFor();
      await person.page.getByTestId("clock-news").getByText("The game is paused.").waitFor({ state: "attached" });
      assert.equal(await person.page.locator(".clock.runs").count(), 0, "both clocks are stopped");
    }
    const stood = await face(host, 1);
    await host.page.getByTestId("prompt").getByText("The game is paused. It resumes when both players agree.").waitFor();
    await host.click("g1", "f3");
    assert.equal((await stage.kept(host)).moves.length, 2, "no move is played");
    // A pause survives a reload.
    await host.visit(one);
    await host.seated();
    await host.page.getByTestId("paused").waitFor();
    assert.equal(await face(host, 1), stood);
    await (await host.item("pause")).getByText("Propose to resume").click();
    await accept(friend, "White proposes to resume the game.");
    await host.page.getByTestId("paused").waitFor({ state: "detached" });
    await host.page.locator("[data-testid=clock-1].runs").waitFor();
    await host.play("g1f3");
    await friend.listed(3);
  });

  test("an advanced time control applies its values, and errors in them are shown", async () => {
    const host = await stage.person();
    host.expected.push(/422/);
    await host.visit();
    await host.choose("Opponent", "With a friend");
    await host.choose("Time control", "Correspondence");
    await host.choose("Time", "Advanced");
    await host.page.getByTestId("figure-extra").fill("36m5");
    await host.page.getByTestId("begin").click();
    await host.page.getByText("Invalid time control: \"extra=36m5\"").waitFor();
    await host.page.getByTestId("figure-extra").fill("36m");
    await host.page.getByTestId("figure-max").fill("10d");
    await host.page.getByTestId("begin").click();
    await host.page.getByTestId("invite").waitFor();
    const { pace } = await stage.kept(host);
    assert.equal(pace, "correspondence spare=7d grace=1d extra=36m max=10d vacation=14d");
    // The clocks follow these values: the first move adds its 36 minutes.
    const friend = await stage.person();
    await friend.visit(await host.page.getByTestId("link-friend").inputValue());
    await friend.seated();
    await host.page.getByTestId("invite").waitFor({ state: "hidden" });
    await clock(friend, 1).getByText("8 d 0 h").waitFor();
    await host.play("e9e8");
    await friend.listed(1);
    const { sides, running } = (await stage.kept(host)).clock;
    assert.deepEqual([sides[0].bank, sides[1].bank, running], [(7 * 24 * 60 + 36) * 60_000, 7 * 86_400_000, 2]);
    await clock(friend, 1).getByText("8 d 0 h").waitFor();
    await clock(friend, 2).getByText("8 d 0 h").waitFor();
    await clock(friend, 2).getByText("main time 7 d 0 h").waitFor();
  });

  test("a game can be aborted during setup", async () => {
    const [host, friend] = [await stage.person(), await stage.person()];
    const link = await linked(host, "Struggle", [["Time control", "Real time"]]);
    await friend.visit(link);
    await friend.page.getByTestId("join").click();
    await friend.page.getByRole("button", { name: "Play with these cards" }).click();
    await friend.page.getByTestId("waiting").waitFor();
    await host.act("abort");
    await host.status.getByText("Game aborted by Player 1").waitFor();
    await friend.status.getByText("Game aborted by Player 1").waitFor();
  });
}, OWN_SERVER);
