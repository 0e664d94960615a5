import type { LanguageCode } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import { typeset } from "@entourage/board/typeset";

const en = {
  title: "Share this game",
  publish: "Everybody may look on",
  publishHint: "The game gets a public address that shows it and moves nothing. Whoever plays may take it back.",
  address: "Address of the viewer",
  frame: "Code for a page of yours",
  picture: "Picture of the position shown",
  lookHint: "Colours, pieces and notation are those you have chosen in the settings.",
};

export type ShareWords = typeof en;

const fr: ShareWords = {
  title: "Partager cette partie",
  publish: "Tout le monde peut regarder",
  publishHint: "La partie reçoit une adresse publique qui la montre et n'y change rien. Chaque joueur peut la retirer.",
  address: "Adresse de la visionneuse",
  frame: "Code pour une de vos pages",
  picture: "Image de la position montrée",
  lookHint: "Couleurs, pièces et notation sont celles que vous avez choisies dans les réglages.",
};

const WORDS: Record<LanguageCode, ShareWords> = { en, fr: typeset(fr) };

/** Returns the words for showing a game elsewhere, in the language chosen. */
export const shareWords = (): ShareWords => WORDS[settings.language];
