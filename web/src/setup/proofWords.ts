import type { LanguageCode } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import { typeset } from "@entourage/board/typeset";

const en = {
  title: "Proof of fair choice",
  hint: "Each choice was locked with a hash before either was revealed. This page has recomputed both hashes.",
  fits: "The revealed choice matches the commitment.",
  differs: "The revealed choice does not match the commitment.",
  unknown: "This browser cannot compute hashes on a page without HTTPS. Use the command below instead.",
  ours: "You confirmed this choice on this device, and it has not changed since.",
  notOurs: "You confirmed a different choice on this device: the record has been changed.",
  commitment: "Commitment (SHA-256)",
  choice: "Choice",
  salt: "Salt",
  command: "Command to verify it",
  none: "This game was created before such proofs were introduced.",
};

const fr: typeof en = {
  title: "Preuve d’équité des choix",
  hint: "Chaque choix a été verrouillé par une empreinte avant que l’un ou l’autre ne soit révélé. Cette page vient de recalculer les deux empreintes.",
  fits: "Le choix révélé correspond à l’empreinte.",
  differs: "Le choix révélé ne correspond pas à l’empreinte.",
  unknown: "Ce navigateur ne peut pas calculer d’empreinte sur une page sans HTTPS. Utilisez la commande ci-dessous.",
  ours: "Vous avez validé ce choix sur cet appareil, et il n’a pas changé depuis.",
  notOurs: "Vous aviez validé un autre choix sur cet appareil : la partie enregistrée a été modifiée.",
  commitment: "Empreinte (SHA-256)",
  choice: "Choix",
  salt: "Sel",
  command: "Commande de vérification",
  none: "Cette partie a été créée avant l’introduction de ces preuves.",
};

const WORDS: Record<LanguageCode, typeof en> = { en, fr: typeset(fr) };

export const proofWords = (): typeof en => WORDS[settings.language];
