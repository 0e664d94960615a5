import { namesOf } from "@entourage/board/names";
import { lastMoveAloud, movesAloud, positionAloud } from "../play/readAloud";
import { explainWords } from "../play/explainWords";
import type { Game } from "../play/game.svelte";
import type { GameAct } from "../play/shortcuts";
import { settings, words } from "../settings/settings.svelte";
import type { Sight } from "./sight.svelte";

/** What actions need besides the game. */
interface Reached {
  sight: Sight;
  letGo: () => void;
  /** Shows the list of shortcuts. */
  list: () => void;
}

/** Runs the action of a key or menu entry. */
export function act(what: GameAct, game: Game, { sight, letGo, list }: Reached): void {
  const [t, e] = [words(), explainWords()];
  const aloud = game.info && game.seen && { info: game.info, view: game.seen, names: namesOf(game.info, settings.notation), words: e };
  switch (what) {
    case "previous":
      return game.show(game.shown - 1);
    case "next":
      return game.show(game.shown + 1);
    case "first":
      return game.show(0);
    case "last":
      return game.show(game.record.length);
    case "letGo":
      return letGo();
    case "powers":
      settings.powers = !settings.powers;
      return game.say(settings.powers ? t.powersShown : t.powersHidden);
    case "reach":
      settings.reach = !settings.reach;
      return game.say(settings.reach ? e.reachShown : e.reachHidden);
    case "flip":
      sight.flippedByHand = !sight.flippedByHand;
      return;
    case "hint":
      if (game.thinking.task === null) void game.askHint();
      return;
    case "read":
      if (aloud) game.sayAnew(positionAloud(aloud));
      return;
    case "lastMove":
      if (aloud) game.sayAnew(lastMoveAloud(game.record, game.shown, aloud));
      return;
    case "movesFrom":
      if (aloud) game.sayAnew(movesAloud(focused() ?? game.looked ?? game.entry.clicks[0] ?? null, aloud));
      return;
    case "shortcuts":
      list();
  }
}

/** Returns whether an action is available in a game. */
export function isAvailable(what: GameAct, game: Game): boolean {
  if (what === "hint") return !game.apart && game.degree === "enforced";
  if (what === "powers") return (game.info?.relations.length ?? 0) > 0;
  return what !== "reach" || game.degree !== "free";
}

/** Returns the focused square. */
const focused = (): string | null => document.activeElement?.getAttribute("data-square") ?? null;
