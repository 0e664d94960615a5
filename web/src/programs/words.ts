import type { LanguageCode, Scope } from "@entourage/rules";
import { typeset } from "@entourage/board/typeset";
import { settings } from "../settings/settings.svelte";

const scopes: Record<Scope, string> = {
  "account:read": "know whose account it is",
  "games:read": "read my games",
  "challenge:read": "see my challenges",
  "challenge:write": "challenge people, and answer challenges",
  "board:play": "play my games, with a board or another program in my hands",
  "bot:play": "play as a bot",
};

const french: Record<Scope, string> = {
  "account:read": "savoir de qui est le compte",
  "games:read": "lire mes parties",
  "challenge:read": "voir mes défis",
  "challenge:write": "défier des gens, et répondre aux défis",
  "board:play": "jouer mes parties, avec un plateau ou un autre programme en main",
  "bot:play": "jouer comme un bot",
};

const en = {
  programs: "Programs",
  hint: "A token lets a program do in your name what you allow, and nothing else. Whoever has it can do so: keep it like a password.",
  interface: "What programs can ask for",
  bot: "A program plays under this account: others see it marked as a bot.",
  none: "No program has a token.",
  name: "What to call it",
  may: "The program may",
  scopes,
  make: "Make a token",
  made: "Copy the token now: it is shown only this once.",
  token: "Token",
  copy: "Copy",
  copied: "Copied",
  kept: "I have kept it",
  used: (when: string) => `last used ${when}`,
  never: "never used",
  revoke: "Revoke",
  revokeNamed: (name: string) => `Revoke ${name}`,
  revoked: "The token opens nothing any more.",
  isBot: "bot",
  isBotHint: "A program plays under this name.",
};

const fr: typeof en = {
  programs: "Programmes",
  hint: "Un jeton permet à un programme de faire en votre nom ce que vous autorisez, et rien d'autre. Qui l'a peut le faire : gardez-le comme un mot de passe.",
  interface: "Ce que les programmes peuvent demander",
  bot: "Un programme joue sous ce compte : les autres le voient marqué comme un bot.",
  none: "Aucun programme n'a de jeton.",
  name: "Comment l'appeler",
  may: "Le programme peut",
  scopes: french,
  make: "Faire un jeton",
  made: "Copiez le jeton maintenant : il n'est montré qu'une fois.",
  token: "Jeton",
  copy: "Copier",
  copied: "Copié",
  kept: "Je l'ai gardé",
  used: (when) => `utilisé le ${when}`,
  never: "jamais utilisé",
  revoke: "Révoquer",
  revokeNamed: (name) => `Révoquer ${name}`,
  revoked: "Le jeton n'ouvre plus rien.",
  isBot: "bot",
  isBotHint: "Un programme joue sous ce nom.",
};

const WORDS: Record<LanguageCode, typeof en> = { en, fr: typeset(fr) };

/** Returns the words of programs in the language chosen. */
export const programWords = (): typeof en => WORDS[settings.language];
