import boxes from "virtual:boxes";
import { readGallery, readSubmitted } from "../api/definitions";
import { offered } from "../rules/written";
import { settings } from "../settings/settings.svelte";
import { boxOf, type Box } from "./box";

/** A game as it stands in a list. */
type Named = Pick<Box, "id" | "name">;

/**
 * The games of which somebody chooses one by name: those of the house, those written as text that the server offers, those that people wrote and
 * whose games may be rated, and one that somebody comes for.
 */
export class Choosable {
  #texts = $state.raw<Box[]>([]);
  #listed = $state.raw<Named[]>([]);
  /** The game that somebody wrote and that is chosen, once the server has told of it. */
  #written = $state.raw<{ box: Box; listed: boolean } | null>(null);
  #missing = $state("");

  /** Reads what is offered, and what is told of the game that is chosen, while the component lives that makes it. */
  constructor(chosen: () => string) {
    $effect(() => {
      void settings.language;
      let here = true;
      void offered().then((games) => here && (this.#texts = games.map(boxOf)), () => undefined);
      // Without it the others can be chosen.
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

  /** All of them. */
  get all(): Named[] {
    const known: Named[] = [...boxes[settings.language], ...this.#texts, ...this.#listed];
    const written = this.#written?.box;
    return written && !known.some(({ id }) => id === written.id) ? [...known, written] : known;
  }

  /** Returns what is known of the game that is chosen, or of the first where there is none; nothing while the server is asked. */
  box(chosen: string): Box | undefined {
    const whole = [...boxes[settings.language], ...this.#texts, ...(this.#written ? [this.#written.box] : [])];
    return whole.find(({ id }) => id === chosen) ?? (chosen.startsWith("@") && this.#missing !== chosen ? undefined : whole[0]);
  }

  /** Tells whether a game counts for ratings where nothing else is against it: somebody's own text does once it is listed. */
  counts(id: string): boolean {
    return !id.startsWith("@") || (this.#written?.box.id === id && this.#written.listed);
  }
}
