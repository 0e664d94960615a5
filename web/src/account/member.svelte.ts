import { claim, readHeld, readSigned } from "../api/account";
import { entries, forget } from "../api/library";
import type { AccountView, HeldGame, Signed } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";

/** Maximum number of keys claimed in one request. */
const AT_ONCE = 200;
/** Returns whether an id is a pass, which replaces a key for the signed-in user. */
export const isPass = (id: string): boolean => id.startsWith("@");

/** The signed-in user. */
class MemberHere {
  /** The account; `null` for guests and until it is known. */
  account = $state.raw<AccountView | null>(null);
  /** Whether the server has answered. */
  known = $state(false);
  /** Whether the server can send e-mail. */
  letters = $state(false);
  /** The site for which passkeys work, if any. */
  site = $state<string | null>(null);

  /** Asks the server who is signed in; if it cannot be reached, the user continues as a guest. */
  async look(): Promise<void> {
    try {
      const signed: Signed = await readSigned(settings);
      [this.account, this.site, this.letters, this.known] = [signed.account, signed.passkeys, signed.letters, true];
    } catch {
      // Keep the previous state.
    }
  }

  /** Signs the user out on this page and removes the games opened through the account from this device. */
  leave(): void {
    this.account = null;
    for (const { id } of entries()) if (isPass(id)) forget(id);
  }

  /** Lists all games of the account, newest first. */
  async games(): Promise<HeldGame[]> {
    const games: HeldGame[] = [];
    let after: string | undefined;
    do {
      const page = await readHeld(settings, after);
      games.push(...page.games);
      after = page.next ?? undefined;
    } while (after !== undefined && games.length < 1000);
    return games;
  }

  /** Adds this device's unclaimed seats to the account; returns their number. */
  async claimAll(): Promise<number> {
    const keys = entries().map(({ id }) => id).filter((id) => !isPass(id));
    let count = 0;
    for (let at = 0; at < keys.length; at += AT_ONCE) {
      const { passes } = await claim(keys.slice(at, at + AT_ONCE), settings);
      count += passes.filter((pass) => pass !== null).length;
    }
    return count;
  }
}

export const member = new MemberHere();
