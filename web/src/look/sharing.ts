import type { LanguageCode } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import { typeset } from "@entourage/board/typeset";

const en = {
  title: "Share this game",
  publish: "Make this game public",
  publishHint: "Anyone can watch it at a public address. Either player can make it private again.",
  address: "Viewer link",
  frame: "Embed code",
  picture: "Image of the current position",
  lookHint: "Uses the colours, pieces and notation from your settings.",
};

export type ShareWords = typeof en;

const fr: ShareWords = {
  title: "Partager cette partie",
  publish: "Rendre la partie publique",
  publishHint: "Tout le monde peut la regarder à une adresse publique. Chaque joueur peut la rendre privée à tout moment.",
  address: "Lien de la visionneuse",
  frame: "Code d’intégration",
  picture: "Image de la position affichée",
  lookHint: "Reprend les couleurs, les pièces et la notation de vos réglages.",
};

const WORDS: Record<LanguageCode, ShareWords> = { en, fr: typeset(fr) };

export const shareWords = (): ShareWords => WORDS[settings.language];
