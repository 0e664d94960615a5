// All views of the site and how to open them; general checks run on each.
import { found, unused } from "./accounts.mjs";
import { create } from "./apart.mjs";
import { LONG } from "./limits.mjs";
import { member } from "./member.mjs";
import { THREAT, WEIGHTY, WHITE_WINS_NEXT } from "./positions.mjs";
import { addressOf, puzzlesOf } from "./puzzles.mjs";
import { choose, propose } from "./setup.mjs";
import { lookedThrough, shown } from "./shown.mjs";

/** Stores settings on a device before the first visit. */
async function prefer(person, settings) {
  await person.context.addInitScript((chosen) => {
    localStorage.setItem("entourage.settings", JSON.stringify({ ...JSON.parse(localStorage.getItem("entourage.settings") ?? "{}"), ...chosen }));
  }, settings);
}

/** Opens a game on one screen by mouse, so that no focus ring is shown. */
const board = (options) => (person) => person.beginOnPage(options);

/** Waits until the start page has loaded everything. */
async function start(person) {
  await person.visit();
  await person.page.locator(".box svg.board").nth(3).waitFor();
  await person.page.getByRole("heading", { name: "Games on this device" }).waitFor();
}

async function confirming(person) {
  await prefer(person, { confirm: "always" });
  await person.begin({ position: WEIGHTY });
  await person.click("h6", "j6");
  await person.confirmation.waitFor();
}

async function refused(person) {
  await person.begin({ position: THREAT });
  await person.click("c5", "c9");
  await person.refusal.waitFor();
}

async function over(person) {
  await person.begin({ position: WHITE_WINS_NEXT });
  await person.play("b3b1");
  await person.result.waitFor();
}

async function settings(person) {
  await start(person);
  await person.openSettings();
  await person.page.getByTestId("settings").waitFor();
}

async function setup(person) {
  await propose(person);
  await person.page.getByTestId("uncover-1").click();
  await person.page.getByTestId("chooser").waitFor();
  // The examples of the cards are drawn one after another.
  await person.page.waitForFunction(() => [...document.querySelectorAll("[data-card] .art")].every((art) => art.querySelector("svg") !== null));
}

async function rules(person) {
  await person.visit("/#rules=");
  // A board is drawn when near the viewport.
  await person.page.waitForFunction(() => {
    const figure = document.querySelector("figure");
    return figure !== null && (figure.getBoundingClientRect().top > innerHeight || figure.querySelector("svg") !== null);
  });
}

/** Creates a draft and waits until it is playable. */
async function draft(person, title) {
  await person.visit("/#workshop");
  await person.page.getByLabel("Game name").fill(title);
  await person.page.getByTestId("begin-draft").click();
  await person.page.getByTestId("reading").getByText("No problems found.").waitFor();
  await person.seated();
}

/** Creates a public study with one chapter; returns its address. */
async function study({ context }, stage, mode) {
  const post = async (path, data) => (await context.request.post(`${stage.server.url}/api/studies${path}`, { data })).json();
  const { head, chapters } = await post("", { title: "Four moves", description: "Why the first move matters.", tags: ["openings"], visibility: "public", chapter: { title: "Chapter 1", spec: "toddler", mode } });
  const add = (node, parent, move) => ({ type: "add", node, parent, move });
  const acts = [add("nodeone1", "root", "e9e8"), add("nodetwo2", "nodeone1", "e3e4"), { type: "comment", node: "nodeone1", text: "The reason." }, { type: "glyphs", node: "nodeone1", glyphs: [1] }, { type: "hint", node: "root", text: "Look at the middle." }];
  await post(`/${head.id}/edits`, { edits: acts.map((act, i) => ({ id: `editnumber${i}`, chapter: chapters[0].id, ...act })) });
  return `/#study=${head.id}`;
}

/** Sends a report about a player. */
async function complain(stage, name) {
  const other = await stage.person();
  await found(other, "Una");
  await other.page.request.post(`${stage.server.url}/api/complaints`, { data: { about: "person", person: name, text: "They are rude in every game." } });
}

/** Publishes a game and lists it in the gallery; returns its link. */
async function exhibit(stage, title) {
  const author = await stage.person();
  await draft(author, title);
  await author.page.locator('[data-view="publish"]').click();
  await author.page.getByLabel("Author name, shown to other players").fill("Ada");
  await author.page.getByTestId("hand-in").click();
  const link = await author.page.getByTestId("game-link").inputValue();
  await author.page.getByTestId("make-public").click();
  await author.page.getByText("Listed in the gallery.").waitFor();
  return link;
}

/** Views by name, each with a function that opens it on a new device; `stage` opens other devices. */
export const VIEWS = {
  home: start,
  async choices(person) {
    await start(person);
    await person.choose("Opponent", "With a friend");
    await person.page.getByTestId("open").check();
    await person.page.getByTestId("watched").waitFor();
  },
  toddler: board({ position: WEIGHTY }),
  symmetron: board({ name: "Symmetron! 44" }),
  async chess(person) {
    await person.begin({ name: "Chess" });
    for (const move of ["e2e4", "e7e5", "g1f3"]) await person.play(move);
    await person.listed(3);
  },
  async struggle(person) {
    await propose(person, { picks: 0 });
    for (const side of [1, 2]) await choose(person, side, {});
    await person.seated();
  },
  confirming,
  refused,
  over,
  settings,
  setup,
  rules,
  async door(person) {
    await person.visit("/#account");
    await person.page.getByTestId("sign-in").waitFor();
  },
  async account(person) {
    await person.visit("/#account");
    await person.page.getByTestId("new-here").click();
    await person.page.getByTestId("account-name").fill(unused("Ada"));
    await person.page.getByTestId("account-password").fill("three unlikely words");
    await person.page.getByRole("button", { name: "Create account with a password" }).click();
    await person.page.getByRole("button", { name: "I have saved them" }).click();
    await person.page.getByTestId("own-profile").waitFor();
  },
  async lobby(person, stage) {
    const other = await stage.person();
    person.expected.push(...other.expected);
    await other.visit("/#lobby");
    await other.page.getByTestId("play-now").click();
    await other.page.getByTestId("waiting").waitFor();
    await person.visit("/#lobby");
    await person.page.getByTestId("seek").waitFor();
    await person.page.getByTestId("play-now").waitFor();
  },
  async ratings(person) {
    await person.visit("/#ratings");
    await person.page.getByRole("heading", { name: "How ratings work" }).waitFor();
  },
  async watching(person, stage) {
    const players = [await member(stage, unused("Ada")), await member(stage, unused("Bob"))];
    await shown(stage, players, "toddler", []);
    await shown(stage, players, "chess", ["e2e4", "e7e5"]);
    await person.visit("/#watch");
    await person.page.getByTestId("game-card").locator("svg.board").first().waitFor();
  },
  async finished(person, stage) {
    const players = [await member(stage, unused("Eve")), await member(stage, unused("Una"))];
    await shown(stage, players, "chess", ["e2e4", "c7c5"], 1);
    const { name } = await shown(stage, players, "chess", ["e2e4", "e7e5", "g1f3"], 2);
    await lookedThrough(stage, name);
    await person.visit("/#finished=game%3Dchess");
    await person.page.getByTestId("opening-moves").waitFor();
    await person.page.getByTestId("found").locator("svg.board").first().waitFor();
  },
  async learn(person) {
    await person.visit("/#learn=toddler");
    await person.page.locator("[data-lesson]").first().waitFor();
  },
  async analysis(person) {
    // The lines of the engine depend on the time.
    await person.context.addInitScript(() => localStorage.setItem("entourage.analysis.engine", '{"on":false,"count":3}'));
    await person.visit("/#analysis?game=toddler&moves=e9e8+e3e4");
    await person.seated();
    await person.page.getByTestId("annotate").click();
    await person.page.getByTestId("comment").waitFor();
  },
  async studies(person, stage) {
    const author = await member(stage, unused("Ada"));
    await study(author, stage, "analysis");
    await person.visit("/#studies");
    await person.page.getByTestId("found-studies").getByRole("link", { name: /Four moves/ }).first().waitFor();
  },
  async study(person, stage) {
    await person.context.addInitScript(() => localStorage.setItem("entourage.analysis.engine", '{"on":false,"count":3}'));
    await found(person, "Ines");
    await person.visit(await study(person, stage, "analysis"));
    await person.page.getByTestId("move-tree").getByText("The reason.").waitFor();
    await person.page.getByTestId("saving").getByText("Saved", { exact: true }).waitFor();
  },
  async exercise(person, stage) {
    await person.visit(await study(await member(stage, unused("Eva")), stage, "interactive"));
    await person.page.getByTestId("exercise").getByText("Find the move").waitFor();
  },
  async lesson(person) {
    await person.visit("/#learn=toddler/angel");
    await person.seated();
    await person.click("g8", "g4");
    await person.page.getByTestId("take-back").waitFor();
  },
  async editor(person) {
    await person.visit();
    await person.choose("Opponent", "Two players on one screen");
    await person.page.locator("summary", { hasText: "More options" }).click();
    await person.choose("Starting position", "Custom position");
    await person.page.getByTestId("set-up").click();
    await person.page.getByTestId("editor").waitFor();
  },
  async share(person) {
    await person.begin();
    await person.act("show-elsewhere");
    await person.page.getByTestId("publish").check();
    await person.page.getByTestId("share-address").waitFor();
  },
  async hands(person) {
    await person.visit();
    await person.choose("Opponent", "Two players on one screen");
    await person.choose("Rule enforcement", "Off");
    await person.page.getByTestId("begin").click();
    await person.seated();
  },
  async invitation(person) {
    await person.visit();
    await person.choose("Opponent", "With a friend");
    await person.page.getByTestId("begin").click();
    await person.page.getByTestId("invite").waitFor();
  },
  async talk(person, stage) {
    const [own] = await create(stage, "The Toddler");
    await person.visit(own);
    await person.seated();
    await person.page.getByRole("tab", { name: "Chat" }).click();
    await person.page.getByTestId("chat-text").waitFor();
  },
  async watched(person, stage) {
    const host = await stage.person();
    await host.begin();
    await host.play("e9e8");
    await host.act("show-elsewhere");
    await host.page.getByTestId("publish").check();
    const [, name] = /embed\/([a-z2-7]+)/.exec(await host.page.getByTestId("share-address").inputValue());
    await person.visit(`/#watch=${name}`);
    await person.page.locator("svg.board").waitFor();
  },
  async embedded(person, stage) {
    await VIEWS.watched(person, stage);
    await person.page.goto(person.page.url().replace("/#watch=", "/embed/"));
    await person.page.locator("svg.board").waitFor();
  },
  async drafts(person) {
    await person.visit("/#workshop");
    await person.page.getByTestId("begin-draft").waitFor();
  },
  async workshop(person) {
    await person.visit("/#workshop");
    await person.page.getByTestId("begin-draft").click();
    await person.seated();
    await person.page.locator(".cm-content").click();
    await person.page.keyboard.press("Control+End");
    await person.page.keyboard.insertText("power dim of Lantren: enemies next to it cannot move\n");
    await person.page.getByTestId("faults").waitFor();
  },
  async form(person) {
    await draft(person, "Lanterns");
    await person.page.locator('[data-view="form"]').click();
    await person.page.getByTestId("form").getByRole("button", { name: "L Lantern" }).click();
  },
  async report(person) {
    await draft(person, "Lanterns");
    await person.page.locator('[data-view="report"]').click();
    await person.page.getByLabel("Games").selectOption("20");
    await person.page.getByLabel("Level").selectOption("1");
    await person.page.getByTestId("try-out").click();
    await person.page.getByTestId("improvements").waitFor({ timeout: LONG });
  },
  async gallery(person) {
    await person.visit("/#gallery");
    await person.page.getByText("No community games yet.").waitFor();
  },
  async exhibition(person, stage) {
    await exhibit(stage, "Lantern Duel");
    await person.visit("/#gallery");
    const cover = person.page.getByTestId("gallery").getByRole("listitem").locator("img");
    await cover.first().evaluate((image) => image.decode());
  },
  async shared(person, stage) {
    const link = await exhibit(stage, "Two Lanterns");
    await person.visit(link.slice(link.indexOf("/#")));
    await person.page.getByTestId("shared-rules").getByRole("heading").first().waitFor();
  },
  async reporting(person, stage) {
    const link = await exhibit(stage, "Three Lanterns");
    await found(person, "Rhea");
    await person.visit(link.slice(link.indexOf("/#")));
    await person.page.getByTestId("report").click();
    await person.page.getByTestId("report-text").fill("It is somebody else's.");
  },
  async profile(person, stage) {
    const other = await stage.person();
    await found(other, "Zoé");
    await found(person, "Ida");
    await person.visit("/#person=Zo%C3%A9");
    await person.page.getByTestId("counts").waitFor();
  },
  async kept(person) {
    await person.visit("/#kept");
    await person.page.getByTestId("kept").waitFor();
  },
  async order(person, stage) {
    await found(person, "Mo");
    await stage.server.administer("role", "Mo", "administrator", "--reason", "For a look");
    await found(await stage.person(), "Lou");
    await complain(stage, "Lou");
    await person.visit("/#order");
    await person.page.getByTestId("complaints").getByRole("button").first().click();
    await person.page.getByTestId("act").waitFor();
  },
  async measures(person, stage) {
    await found(person, "Max");
    await stage.server.administer("role", "Max", "moderator", "--reason", "For a look");
    await person.visit("/#order");
    await person.choose("Section", "Moderation log");
    await person.page.getByTestId("measures").getByRole("listitem").first().waitFor();
  },
  async credits(person) {
    await person.visit("/#credits");
    await person.page.getByText("Jean-Yves Boulay").first().waitFor();
  },
  async mail(person) {
    person.expected.push(/404/);
    await person.visit(`/#mail=${"b".repeat(25)}a`);
    await person.page.locator("main h1").waitFor();
  },
  async nowhere(person) {
    person.expected.push(/404/);
    await person.visit("/nowhere");
    await person.page.locator("h1").waitFor();
  },
  async unknown(person) {
    person.expected.push(/404/);
    await person.visit(`/#game=${"b".repeat(25)}a`);
    await person.page.getByRole("heading", { name: "Game not found" }).waitFor();
  },
  async puzzles(person) {
    await person.visit("/#puzzles");
    await person.page.getByText("0 of 300 solved").nth(2).waitFor();
  },
  async puzzle(person) {
    await person.visit(addressOf(puzzlesOf("toddler")[0]));
    await person.seated();
  },
};
