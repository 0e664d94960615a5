import type { LanguageCode } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import { typeset } from "@entourage/board/typeset";

const en = {
  noGame: "This address names no game: it should be /embed/NAME for a public game, or /embed#KEY with a link to watch.",
  plays: "This is the link of a player, which is not for showing: use the link to watch, or make the game public.",
  unknown: "No game is shown at this address (any more).",
  preparing: "The players are choosing what they begin with.",
};

export type EmbedWords = typeof en;

const fr: EmbedWords = {
  noGame: "Cette adresse ne nomme aucune partie : il faut /embed/NOM pour une partie publique, ou /embed#CLÉ avec un lien pour regarder.",
  plays: "Ce lien est celui d'un joueur et ne doit pas être montré : prenez le lien pour regarder, ou rendez la partie publique.",
  unknown: "Aucune partie n'est (plus) montrée à cette adresse.",
  preparing: "Les joueurs choisissent avec quoi ils commencent.",
};

const WORDS: Record<LanguageCode, EmbedWords> = { en, fr: typeset(fr) };

/** Returns the words of the embedded viewer, in the language chosen. */
export const embedWords = (): EmbedWords => WORDS[settings.language];
