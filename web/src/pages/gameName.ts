import { QUIET_LIMIT, REPETITION } from "../begin/newgame";
import { ratingWords } from "../ratings/words";
import { info } from "../rules/rules";
import { settings } from "../settings/settings.svelte";

/** Returns a game's name with its options, except those the site turns on by default. */
export function called(spec: string): string {
  const codes = (spec.split(":", 2)[1] ?? "").split(",").filter((code) => code !== "");
  try {
    const { name, options } = info(spec, settings.language);
    const known = new Map(options.flatMap(({ choices }) => choices.map((choice) => [choice.code, choice.name])));
    const endings = [REPETITION, QUIET_LIMIT];
    const usual = endings.every((code) => codes.includes(code));
    const told = codes.filter((code) => !usual || !endings.includes(code)).map((code) => known.get(code) ?? code);
    const without = codes.some((code) => endings.includes(code)) ? [] : [ratingWords().endless];
    return [...told, ...without].length === 0 ? name : `${name} (${[...told, ...without].join(", ")})`;
  } catch {
    return spec;
  }
}
