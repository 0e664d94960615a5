// E-mails of accounts: confirming an address, and recovering an account.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Mailbox } from "./support/mailbox.mjs";
import { suite } from "./support/stage.mjs";

const mailbox = new Mailbox();
const options = async () => ["--smtp", await mailbox.open(), "--mail-from", "games@example.org"];
const link = (letter, word) => new RegExp(`http://localhost:\\d+/#${word}=[a-z2-7]{26}`).exec(letter)?.[0];
const PASSWORD = "three unlikely words";

suite(
  "account e-mails",
  (stage) => {
    after(() => mailbox.close());

    test("a user confirms an address and recovers the account with it", async () => {
      const ada = await stage.person();
      await ada.visit("#account");
      await ada.page.getByTestId("new-here").click();
      await ada.page.getByTestId("account-name").fill("Ada");
      await ada.page.getByTestId("account-password").fill(PASSWORD);
      await ada.page.getByRole("button", { name: "Create account with a password" }).click();
      await ada.page.getByRole("button", { name: "I have saved them" }).click();
      await ada.settle("email");
      await ada.page.getByTestId("account-address").fill("ada@example.org");
      await ada.page.getByRole("button", { name: "Send confirmation e-mail" }).click();
      await ada.page.getByTestId("account-mail").getByText("We have sent a confirmation e-mail to ada@example.org.").waitFor();
      const question = await mailbox.letter(0);
      assert.match(question, /To: ada@example\.org/);

      // The link works without being signed in.
      const reader = await stage.person({ viewport: { width: 390, height: 844 } });
      await reader.page.goto(link(question, "address"));
      await reader.page.getByRole("button", { name: "Confirm" }).click();
      await reader.page.getByText("Your e-mail address is confirmed.").waitFor();
      await ada.page.reload();
      await ada.page.getByTestId("account-mail").getByText("E-mails are sent to ada@example.org.").waitFor();

      await reader.visit("#account");
      await reader.page.getByTestId("by-letter").click();
      await reader.page.getByTestId("account-name").fill("ada");
      await reader.page.getByRole("button", { name: "Send sign-in link" }).click();
      await reader.page.getByTestId("recovery-asked").getByText("If this account has an e-mail address").waitFor();
      const way = link(await mailbox.letter(1), "recover");
      await reader.page.goto("about:blank");
      await reader.page.goto(way);
      await reader.page.getByTestId("keep-access").getByLabel("10 recovery codes").waitFor();
      await reader.page.getByRole("button", { name: "Sign in", exact: true }).click();
      await reader.page.getByTestId("recovered").waitFor();
      await reader.page.getByText("0 recovery codes left.").waitFor();
      assert.equal(await reader.page.getByTestId("old-password").count(), 0);
      await reader.page.getByTestId("new-password").fill("three wholly new words");
      await reader.page.getByRole("button", { name: "Change password" }).click();
      await reader.page.getByText("You have been signed out on all other devices.").waitFor();
      assert.match(await mailbox.letter(2), /Subject: Entourage: your account has changed/);

      // The link works only once; a second visit shows a message.
      await reader.page.goto("about:blank");
      reader.expected.push(/404/);
      await reader.page.goto(way);
      await reader.page.getByRole("button", { name: "Sign in", exact: true }).click();
      await reader.page.getByText("This link has already been used or has expired").waitFor();
    });
  },
  options,
);
