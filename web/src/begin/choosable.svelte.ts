import boxes from "virtual:boxes";
import { readGallery, readSubmitted } from "../api/definitions";
import { offered } from "../rules/written";
import { settings } from "../settings/settings.svelte";
import { boxOf, type Box } from "./box";

/** A game in a list. */
type Named = Pick<Box, "id" | "name">;

/**
 * The games a user can select by name: built-in games, definitions offered by the server, community games approved for ratings, and one from the
 * address.
 */
export class Choosable {
  #texts = $state.raw<Box[]>([]);
  #listed = $state.raw<Named[]>([]);
  /** The selected community game, once loaded. */
  #written = $state.raw<{ box: Box; listed: boolean } | null>(null);
  #missing = $state("");

  /** Loads the games while the component that creates it exists. */
  constructor(chosen: () => string) {
    $effect(() => {
      void settings.language;
      let here = true;
      void offered().then((games) => here && (this.#texts = games.map(boxOf)), () => undefined);
      // Without it the other games can be selected.
      void readGallery("rated", settings).then(({ games }) => here && (this.#listed = games), () => undefined);
      return () => (here = false);
    });
    $effect(() => {
      const id = chosen();
      if (!id.startsWith("@")) return;
      const locale = { language: settings.language, notation: settings.notation };
      let here = true;
      readSubmitted(id, locale).then(
        ({ game, listed, state }) => here && ([this.#written, this.#missing] = [{ box: boxOf(game), listed: listed && state === "public" }, ""]),
        () => here && (this.#missing = id),
      );
      return () => (here = false);
    });
  }

  get all(): Named[] {
    const known: Named[] = [...boxes[settings.language], ...this.#texts, ...this.#listed];
    const written = this.#written?.box;
    return written && !known.some(({ id }) => id === written.id) ? [...known, written] : known;
  }

  /** Returns the selected game, or the first one if there is none; `undefined` while loading. */
  box(chosen: string): Box | undefined {
    const whole = [...boxes[settings.language], ...this.#texts, ...(this.#written ? [this.#written.box] : [])];
    return whole.find(({ id }) => id === chosen) ?? (chosen.startsWith("@") && this.#missing !== chosen ? undefined : whole[0]);
  }

  /** Returns whether a game's games can be rated; community games need approval. */
  counts(id: string): boolean {
    return !id.startsWith("@") || (this.#written?.box.id === id && this.#written.listed);
  }
}
