import { createContext } from "svelte";

/** Shows what an anchor of the rules names, without leaving the page. */
export type Opener = (anchor: string) => void;

const [get, set] = createContext<Opener>();

/** Lets links to the rules within a component lead to where it shows them. */
export const openRulesBy = set;

/** Returns what shows the rules here; `null` where links lead to their own page. */
export function rulesOpener(): Opener | null {
  try {
    return get();
  } catch {
    return null;
  }
}
