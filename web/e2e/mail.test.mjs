// E-mail notifications, from the subscription to the last message.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { pair } from "./support/apart.mjs";
import { Mailbox } from "./support/mailbox.mjs";
import { suite } from "./support/stage.mjs";

const mailbox = new Mailbox();
const options = async () => ["--smtp", await mailbox.open(), "--mail-from", "games@example.org"];
const link = (letter) => /http:\/\/localhost:\d+\/#mail=[a-z2-7]{26}/.exec(letter)?.[0];

suite(
  "e-mail notifications",
  (stage) => {
    after(() => mailbox.close());

    test("a player confirms an address, gets an e-mail on their turn, and unsubscribes", async () => {
      const { host, friend, toPlay } = await pair(stage, "Chess");
      await friend.page.getByRole("tab", { name: "Chat" }).click();
      await friend.page.getByTestId("mail-address").fill("friend@example.org");
      await friend.page.getByTestId("mail").getByRole("button", { name: "Turn on" }).click();
      await friend.page.getByTestId("mail-state").getByText("We have sent a confirmation e-mail to friend@example.org").waitFor();
      const question = await mailbox.letter(0);
      assert.match(question, /To: friend@example\.org/);
      assert.ok(!question.includes(new URL(toPlay).hash.slice(6)), "no key is in a message");

      const reader = await stage.person();
      await reader.page.goto(link(question));
      await reader.page.getByRole("button", { name: "Turn on notifications" }).click();
      await reader.page.getByText("Notifications are on.").waitFor();
      await friend.page.reload();
      await friend.seated();
      await friend.page.getByRole("tab", { name: "Chat" }).click();
      await friend.page.getByTestId("mail-state").getByText("Notifications are sent to friend@example.org.").waitFor();
      await friend.page.goto("about:blank");
      await host.page.getByText("offline").first().waitFor();
      await host.play("e2e4");
      const turn = await mailbox.letter(1);
      assert.match(turn, /Subject: Entourage: it is your turn \(Chess\)/);

      await reader.page.goto("about:blank");
      await reader.page.goto(link(turn));
      await reader.page.getByRole("button", { name: "No, thanks" }).click();
      await reader.page.getByText("You will not receive any more e-mails about this game.").waitFor();
      await friend.visit(toPlay);
      await friend.seated();
      await friend.page.getByRole("tab", { name: "Chat" }).click();
      await friend.page.getByTestId("mail-address").waitFor();
      assert.equal(mailbox.letters.length, 2);
    });
  },
  options,
);
