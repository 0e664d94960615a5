import { claim, readHeld, readSigned } from "../api/account";
import { entries, forget } from "../api/library";
import type { AccountView, HeldGame, Signed } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";

/** The most keys that are claimed at a time. */
const AT_ONCE = 200;
/** What stands in place of a key, for whoever is signed in. */
export const isPass = (id: string): boolean => id.startsWith("@");

/** Knows who is signed in on this page. */
class MemberHere {
  /** The account; `null` of a guest, and until it is known. */
  account = $state.raw<AccountView | null>(null);
  /** Whether the server has told. */
  known = $state(false);
  /** Whether the server writes letters. */
  letters = $state(false);
  /** For which site there are passkeys, if there are any. */
  site = $state<string | null>(null);

  /** Asks the server who is signed in; one that is away has a guest play on. */
  async look(): Promise<void> {
    try {
      const signed: Signed = await readSigned(settings);
      [this.account, this.site, this.letters, this.known] = [signed.account, signed.passkeys, signed.letters, true];
    } catch {
      // As it was.
    }
  }

  /** Notes that nobody is signed in any more: what was opened by the account leaves no trace here. */
  leave(): void {
    this.account = null;
    for (const { id } of entries()) if (isPass(id)) forget(id);
  }

  /** Lists all games of the account, the newest first. */
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

  /** Gives the account the seats of this device's games that are nobody's; returns how many are the account's now. */
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
