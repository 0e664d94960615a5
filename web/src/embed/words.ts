import type { LanguageCode } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import { typeset } from "@entourage/board/typeset";

const en = {
  noGame: "Invalid address. Use /embed/NAME for a public game or /embed#KEY with a spectator link.",
  plays: "This is a player’s private link and should not be shared. Use the spectator link, or make the game public.",
  unknown: "Game not found. It may no longer be public.",
  preparing: "The players are setting up the game.",
};

export type EmbedWords = typeof en;

const fr: EmbedWords = {
  noGame: "Adresse invalide. Utilisez /embed/NOM pour une partie publique, ou /embed#CLÉ avec un lien spectateur.",
  plays: "Ce lien privé est celui d’un joueur et ne doit pas être partagé. Utilisez le lien spectateur, ou rendez la partie publique.",
  unknown: "Partie introuvable. Elle n’est peut-être plus publique.",
  preparing: "Les joueurs préparent la partie.",
};

const WORDS: Record<LanguageCode, EmbedWords> = { en, fr: typeset(fr) };

export const embedWords = (): EmbedWords => WORDS[settings.language];
