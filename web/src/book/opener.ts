import { createContext } from "svelte";

/** Shows an anchor of the rules without leaving the page. */
export type Opener = (anchor: string) => void;

const [get, set] = createContext<Opener>();

/** Sets how links to the rules below a component open. */
export const openRulesBy = set;

/** Returns how links to the rules open here; `null` if they lead to the rules page. */
export function rulesOpener(): Opener | null {
  try {
    return get();
  } catch {
    return null;
  }
}
