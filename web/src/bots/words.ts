import type { LanguageCode, Scope } from "@entourage/rules";
import { typeset } from "@entourage/board/typeset";
import { settings } from "../settings/settings.svelte";

const scopes: Record<Scope, string> = {
  "account:read": "read my account information",
  "games:read": "read my games",
  "challenge:read": "read my challenges",
  "challenge:write": "create and answer challenges",
  "board:play": "play my games from an external board or app",
  "bot:play": "play as a bot",
};

const french: Record<Scope, string> = {
  "account:read": "lire les informations de mon compte",
  "games:read": "lire mes parties",
  "challenge:read": "lire mes défis",
  "challenge:write": "envoyer des défis et y répondre",
  "board:play": "jouer mes parties depuis un plateau externe ou une application",
  "bot:play": "jouer en tant que bot",
};

const en = {
  programs: "API tokens",
  hint: "A token lets a bot or app act as you, within the permissions you choose. Keep it secret, like a password.",
  interface: "Bot API reference",
  bot: "This is a bot account: other players see a “bot” label next to its name.",
  none: "No tokens yet. Create one to connect a bot or an app.",
  name: "Token name",
  may: "Permissions",
  scopes,
  make: "Create token",
  made: "Copy your token now. It will not be shown again.",
  token: "Token",
  copy: "Copy",
  copied: "Copied",
  kept: "Done",
  used: (when: string) => `last used ${when}`,
  never: "never used",
  revoke: "Revoke",
  revokeNamed: (name: string) => `Revoke ${name}`,
  revoked: "Token revoked.",
  isBot: "bot",
  isBotHint: "This account is operated by a bot.",
};

const fr: typeof en = {
  programs: "Jetons d’API",
  hint: "Un jeton permet à un bot ou à une application d’agir en votre nom, dans la limite des autorisations choisies. Gardez-le secret, comme un mot de passe.",
  interface: "Documentation de l’API des bots",
  bot: "Ce compte est celui d’un bot : les autres joueurs voient la mention « bot » à côté de son nom.",
  none: "Aucun jeton pour l’instant. Créez-en un pour connecter un bot ou une application.",
  name: "Nom du jeton",
  may: "Autorisations",
  scopes: french,
  make: "Créer un jeton",
  made: "Copiez votre jeton maintenant. Il ne sera plus affiché.",
  token: "Jeton",
  copy: "Copier",
  copied: "Copié",
  kept: "Terminé",
  used: (when) => `dernière utilisation le ${when}`,
  never: "jamais utilisé",
  revoke: "Révoquer",
  revokeNamed: (name) => `Révoquer ${name}`,
  revoked: "Jeton révoqué.",
  isBot: "bot",
  isBotHint: "Ce compte est contrôlé par un bot.",
};

const WORDS: Record<LanguageCode, typeof en> = { en, fr: typeset(fr) };

export const botWords = (): typeof en => WORDS[settings.language];
