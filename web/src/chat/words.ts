import type { LanguageCode } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import { typeset } from "@entourage/board/typeset";

const en = {
  chat: "Chat",
  chatHint: "Visible only to the two players, not to spectators. Moderators see it if one of you reports it.",
  silence: "No messages yet. Say hello to your opponent.",
  write: "Message",
  send: "Send",
  unsent: "not sent yet",
  mute: "Mute opponent",
  unmute: "Unmute opponent",
  muted: "You have muted your opponent in this game. They are not notified.",
  notes: "Private notes",
  notesHint: "Only you can see these notes. They are saved with the game.",
  noteLabel: "Your notes",
  kept: "Saved",
  notKept: "Not saved yet: the server cannot be reached.",
  newer: "These notes were changed on another device:",
  newerEmpty: "(Empty)",
  takeNewer: "Use that version",
  keepOwn: "Keep this version",
  takenBack: "deleted",
};

type Words = typeof en;

const fr: Words = {
  chat: "Chat",
  chatHint: "Visible uniquement par les deux joueurs, pas par les spectateurs. Les modérateurs le voient si l’un de vous le signale.",
  silence: "Aucun message pour l’instant. Saluez votre adversaire.",
  write: "Message",
  send: "Envoyer",
  unsent: "pas encore envoyé",
  mute: "Masquer les messages de l’adversaire",
  unmute: "Afficher les messages de l’adversaire",
  muted: "Vous avez masqué les messages de votre adversaire dans cette partie. Il n’en est pas informé.",
  notes: "Notes privées",
  notesHint: "Vous seul voyez ces notes. Elles sont enregistrées avec la partie.",
  noteLabel: "Vos notes",
  kept: "Enregistrées",
  notKept: "Pas encore enregistrées : le serveur est injoignable.",
  newer: "Ces notes ont été modifiées sur un autre appareil :",
  newerEmpty: "(Vides)",
  takeNewer: "Utiliser cette version",
  keepOwn: "Garder la version actuelle",
  takenBack: "supprimé",
};

const WORDS: Record<LanguageCode, Words> = { en, fr: typeset(fr) };

export const chatWords = (): Words => WORDS[settings.language];
