import type { LanguageCode } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import { typeset } from "@entourage/board/typeset";

const en = {
  title: "Proof of the choices",
  hint: "Each player was bound to their choice before either was shown. This page has just computed both again.",
  fits: "The choice shown is the one that was committed.",
  differs: "The choice shown is not the one that was committed.",
  unknown: "This browser computes no hashes on pages without HTTPS; the command below does.",
  ours: "It was committed on this device, and the record has not changed since.",
  notOurs: "Something else was committed on this device: the record was changed.",
  commitment: "Commitment (SHA-256)",
  choice: "Choice",
  salt: "Salt",
  command: "To check it elsewhere",
  none: "These choices were made before there were commitments.",
};

const fr: typeof en = {
  title: "Preuve des choix",
  hint: "Chaque joueur était lié à son choix avant que l'un des deux ne soit montré. Cette page vient de tout recalculer.",
  fits: "Le choix montré est bien celui qui avait été scellé.",
  differs: "Le choix montré n'est pas celui qui avait été scellé.",
  unknown: "Ce navigateur ne calcule pas d'empreintes sur les pages sans HTTPS ; la commande ci-dessous le fait.",
  ours: "Il a été scellé sur cet appareil, et rien n'a changé depuis.",
  notOurs: "Autre chose avait été scellé sur cet appareil : l'enregistrement a été modifié.",
  commitment: "Empreinte (SHA-256)",
  choice: "Choix",
  salt: "Sel",
  command: "Pour vérifier ailleurs",
  none: "Ces choix datent d'avant les empreintes.",
};

const WORDS: Record<LanguageCode, typeof en> = { en, fr: typeset(fr) };

/** Returns the words of the proof in the language chosen. */
export const proofWords = (): typeof en => WORDS[settings.language];
