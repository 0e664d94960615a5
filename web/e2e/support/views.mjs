// The views of the page, each as somebody comes to it: what holds for the whole page is held for each of them.
import { seat } from "./apart.mjs";
import { THREAT, WEIGHTY, WHITE_WINS_NEXT } from "./positions.mjs";
import { choose, propose } from "./setup.mjs";

/** Keeps choices on a device before the page is first opened there. */
async function prefer(person, settings) {
  await person.context.addInitScript((chosen) => {
    localStorage.setItem("entourage.settings", JSON.stringify({ ...JSON.parse(localStorage.getItem("entourage.settings") ?? "{}"), ...chosen }));
  }, settings);
}

/** Lays a game's board before a person, of two at one screen. */
const board = (options) => async (person) => {
  await person.begin(options);
};

/** Waits until the start page has all that the rules bring. */
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
}

async function rules(person) {
  await person.visit("/#rules=");
  // A board is drawn as it comes near.
  await person.page.waitForFunction(() => {
    const figure = document.querySelector("figure");
    return figure !== null && (figure.getBoundingClientRect().top > innerHeight || figure.querySelector("svg") !== null);
  });
}

/** Views by their names, each opened by a person with a device of their own; `stage` brings others where a view needs them. */
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
  async learn(person) {
    await person.visit("/#learn=toddler");
    await person.page.locator("[data-lesson]").first().waitFor();
  },
  async lesson(person) {
    await person.visit("/#learn=toddler/angel");
    await person.seated();
    await person.click("g8", "g4");
    await person.page.getByTestId("take-back").waitFor();
  },
  async editor(person) {
    await person.visit();
    await person.choose("Opponent", "Solitaire, or two at one screen");
    await person.page.locator("summary", { hasText: "More choices" }).click();
    await person.choose("Start from", "A position");
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
    await person.choose("Opponent", "Solitaire, or two at one screen");
    await person.choose("Help by the rules", "Free hand");
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
    const { friend } = await seat(stage, "The Toddler");
    person.expected.push(...friend.expected);
    await person.visit(friend.page.url());
    await person.seated();
    await person.page.getByRole("tab", { name: "Talk" }).click();
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
  async gallery(person) {
    await person.visit("/#gallery");
    await person.page.getByText("Nothing yet: the first one could be yours.").waitFor();
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
    await person.page.getByRole("heading", { name: "The server knows no game at this address." }).waitFor();
  },
};
