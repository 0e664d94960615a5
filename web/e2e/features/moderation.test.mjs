// Moderation: reports by players, actions by moderators, notices and the log.
import assert from "node:assert/strict";
import { test } from "node:test";
import { found, PASSWORD } from "../support/accounts.mjs";
import { invite, LOST } from "../support/apart.mjs";
import { OWN_SERVER, suite } from "../support/stage.mjs";

/** The browser's console message for a rejected request. */
const REFUSED = /the server responded with a status of 4\d\d/;

async function say(person, text) {
  await person.page.getByTestId("chat-text").fill(text);
  await person.page.getByTestId("chat-send").click();
}

/** Performs a moderation action on the current target. */
async function act(person, kind, reason) {
  await person.page.getByTestId("act-kind").selectOption(kind);
  await person.page.getByTestId("act-reason").fill(reason);
  await person.page.getByTestId("act-do").click();
}

suite("moderation", (stage) => {
  test("chat is reported, reviewed with the game, and answered by a mute with a notice", async () => {
    const [ada, eve, mo] = [await stage.person(), await stage.person(), await stage.person()];
    for (const person of [ada, eve, mo]) person.expected.push(REFUSED, LOST);
    await found(ada, "Ada");
    await found(eve, "Eve");
    await found(mo, "Mo");
    await stage.server.administer("role", "Mo", "moderator", "--reason", "asked for help");
    const { dialog, links } = await invite(ada, "Chess");
    const { friend } = await links();
    await dialog.getByRole("button", { name: "Go to the board" }).click();
    await eve.visit(friend);
    await eve.seated();
    // Eve's account claims the seat.
    await eve.visit("/#account");
    await eve.page.getByTestId("claim").click();
    await eve.page.getByText("1 game added to your account.").waitFor();
    await eve.visit(friend);
    await eve.seated();
    await eve.page.getByRole("tab", { name: "Chat" }).click();
    await say(eve, "something rude");
    await ada.page.getByRole("tab", { name: "Chat" }).click();
    await ada.page.getByText("something rude").waitFor();
    await ada.page.getByTestId("report").click();
    await ada.page.getByTestId("report-text").fill("They are rude.");
    await ada.page.getByTestId("report-send").click();
    await ada.page.getByText("Thank you. A moderator will review your report.").waitFor();
    await ada.page.getByRole("button", { name: "Close", exact: true }).click();

    // Users without a role see nothing.
    const guest = await stage.person();
    guest.expected.push(REFUSED);
    await guest.visit("/#order");
    await guest.page.getByText("This page is for moderators only.").waitFor();
    // A report about the moderator waits for another one.
    const about = { about: "person", person: "Mo", text: "They are biased." };
    await ada.page.evaluate((data) => fetch("/api/complaints", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) }), about);

    await mo.page.reload();
    await mo.page.getByTestId("to-order").click();
    await mo.page.getByTestId("complaints").getByText("They are rude.").click();
    const talk = mo.page.getByTestId("case-talk");
    await talk.getByText("something rude").waitFor();
    const picture = mo.page.getByRole("img", { name: "Current position" });
    assert.ok(await picture.evaluate((image) => image.decode().then(() => image.naturalWidth > 0)));
    await act(mo, "mute", "Be kind");
    await mo.page.getByText("Muted: Be kind").waitFor();

    await say(eve, "once more");
    await eve.page.getByText("You are muted and cannot chat. Reason: Be kind").waitFor();
    await eve.visit("/#account");
    await eve.page.getByTestId("account-muted").waitFor();

    await act(mo, "close", "Muted for it");
    await mo.page.getByTestId("back").click();
    await mo.page.getByTestId("complaints").getByText("reporter hidden").click();
    await mo.page.getByTestId("concerned").waitFor();
    assert.equal(await mo.page.getByTestId("act-do").count(), 0);
    await mo.page.getByTestId("back").click();
    await mo.choose("Section", "Moderation log");
    const log = mo.page.getByTestId("measures").getByRole("listitem");
    await log.getByText("Report 1 was closed").waitFor();
    assert.equal(await log.count(), 3);
    // In French as well.
    await mo.page.getByRole("button", { name: "Français" }).click();
    await mo.page.getByText("Chat interdit à Eve").waitFor();
  });

  test("guests must sign in to report, and banned users see the reason", async () => {
    const [eve, guest, root] = [await stage.person(), await stage.person(), await stage.person()];
    for (const person of [eve, guest, root]) person.expected.push(REFUSED, LOST);
    await invite(guest, "Chess").then(({ dialog }) => dialog.getByRole("button", { name: "Go to the board" }).click());
    await guest.page.getByRole("tab", { name: "Chat" }).click();
    await guest.page.getByTestId("report").click();
    await guest.page.getByText("Sign in to send a report").waitFor();

    await found(eve, "Yves");
    await found(root, "Rose");
    await stage.server.administer("role", "Rose", "administrator", "--reason", "runs the place");
    await root.visit("/#order");
    await root.choose("Section", "Players");
    await root.page.getByTestId("act-person").fill("Yves");
    await root.page.getByTestId("act-kind").selectOption("ban");
    await root.page.getByTestId("act-days").selectOption("7");
    await act(root, "ban", "Enough");
    await root.page.getByText("Action applied.").waitFor();
    await eve.page.reload();
    await eve.page.getByTestId("account-name").fill("Yves");
    await eve.page.getByTestId("account-password").fill(PASSWORD);
    await eve.page.getByTestId("sign-in").getByRole("button", { name: "Sign in" }).click();
    await eve.page.getByText(/This account is banned until .* Enough/).waitFor();
  });
}, OWN_SERVER);
