import type { LanguageCode } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import { typeset } from "@entourage/board/typeset";

const en = {
  chat: "Chat",
  chatHint: "Only the two players read this; those who watch do not. Who keeps order here does if one of you reports it.",
  silence: "Nobody has said anything yet.",
  write: "Say something",
  send: "Send",
  unsent: "not sent yet",
  mute: "Hide what they write",
  unmute: "Show again",
  muted: "What the other player writes in this game is hidden from you. They are not told.",
  notes: "Notes",
  notesHint: "For you alone, kept with this game.",
  noteLabel: "Your notes",
  kept: "Kept",
  notKept: "Not kept yet: the server cannot be reached.",
  newer: "These notes were changed elsewhere meanwhile:",
  newerEmpty: "(They are empty there.)",
  takeNewer: "Take those",
  keepOwn: "Keep what is here",
  takenBack: "taken back",
};

type Words = typeof en;

const fr: Words = {
  chat: "Discussion",
  chatHint: "Seuls les deux joueurs la lisent ; ceux qui regardent ne la voient pas. Ceux qui veillent au bon ordre la lisent si l'un de vous la signale.",
  silence: "Personne n'a encore rien dit.",
  write: "Dire quelque chose",
  send: "Envoyer",
  unsent: "pas encore envoyé",
  mute: "Masquer ce qu'écrit l'autre",
  unmute: "Afficher de nouveau",
  muted: "Ce que l'autre joueur écrit dans cette partie vous est masqué. Rien ne l'en avertit.",
  notes: "Notes",
  notesHint: "Pour vous seul, gardées avec cette partie.",
  noteLabel: "Vos notes",
  kept: "Gardées",
  notKept: "Pas encore gardées : le serveur est injoignable.",
  newer: "Ces notes ont été modifiées ailleurs entre-temps :",
  newerEmpty: "(Elles y sont vides.)",
  takeNewer: "Prendre celles-là",
  keepOwn: "Garder ce qui est ici",
  takenBack: "retiré",
};

const WORDS: Record<LanguageCode, Words> = { en, fr: typeset(fr) };

/** Returns the words of talking and noting in the language chosen. */
export const talkWords = (): Words => WORDS[settings.language];
