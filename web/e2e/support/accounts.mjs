// Accounts of test users.

export const PASSWORD = "three unlikely words";

let distinct = 0;
/** Returns an unused name that starts with `first` and always has the same width. */
export const unused = (first) => `${first} ${String((Date.now() + 1_000_003 * distinct++) % 1_000_000).padStart(6, "0")}`;

/** Creates an account with a password; returns the recovery codes. */
export async function found(person, name) {
  await person.visit("/#account");
  await person.page.getByTestId("sign-in").waitFor();
  await person.page.getByTestId("new-here").click();
  await person.page.getByTestId("account-name").fill(name);
  await person.page.getByTestId("account-password").fill(PASSWORD);
  await person.page.getByRole("button", { name: "Create account with a password" }).click();
  await person.page.getByTestId("codes").waitFor();
  const told = await person.page.getByTestId("codes").locator("code").allTextContents();
  await person.page.getByRole("button", { name: "I have saved them" }).click();
  // The page from which the user came is shown again.
  await person.page.evaluate(() => (location.hash = "#account"));
  await person.page.getByTestId("sign-out").waitFor();
  return told;
}
