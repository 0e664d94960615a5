import type { LanguageCode } from "@entourage/rules";
import { settings } from "../settings/settings.svelte";
import { typeset } from "@entourage/board/typeset";

const en = {
  degree: "Help by the rules",
  enforced: "Strict",
  enforcedHint: "Only legal moves can be made.",
  warned: "Advised",
  warnedHint: "Every move is judged; what the rules refuse may be insisted on, and the record marks it.",
  free: "Free hand",
  freeHint: "Move anything anywhere, as on Game Courier: the rules are silent until somebody asks or protests.",

  insist: "Play it all the same",
  another: "Choose another",

  byHand: "By hand",
  warnedNote: "An advised game: what the rules refuse may be insisted on.",
  hint: "Move any piece anywhere, or choose below what to put on a space. Send when all legs are done.",
  place: "Put on a space",
  erase: "Take a piece off",
  cut: "Remove a space",
  back: "Bring a space back",
  toolOn: "Now press a space. Press the tool again to let it go.",
  legs: "Legs",
  undoLeg: "Undo last leg",
  send: "Send",
  pass: "Pass",
  ask: "Ask the rules",
  askLast: "Was the last turn allowed?",
  protest: "Protest",
  allowed: (moves: string) => `The rules allow it: ${moves}.`,
  refused: (reasons: string) => `The rules refuse it. ${reasons}`,
  unknown: (why: string) => `The rules cannot judge it. ${why}`,
  upheld: (side: string, turn: string) => `${side} protested, and the rules refuse ${turn}: another turn must be chosen.`,
  rejected: (side: string, turn: string) => `${side} protested, but the rules allow ${turn}: it stands.`,
};

type Words = typeof en;

const fr: Words = {
  degree: "Aide des règles",
  enforced: "Stricte",
  enforcedHint: "Seuls les coups légaux peuvent être joués.",
  warned: "Conseillée",
  warnedHint: "Chaque coup est jugé ; on peut passer outre un refus des règles, et le déroulement l'indique.",
  free: "À main libre",
  freeHint: "Déplacez tout partout, comme sur Game Courier : les règles se taisent tant que personne ne demande ni ne réclame.",

  insist: "Le jouer quand même",
  another: "Un autre coup",

  byHand: "À la main",
  warnedNote: "Partie conseillée : on peut passer outre un refus des règles.",
  hint: "Déplacez n'importe quelle pièce, ou choisissez ci-dessous ce que vous posez. Envoyez quand toutes les étapes sont faites.",
  place: "Poser sur une case",
  erase: "Ôter une pièce",
  cut: "Retirer une case",
  back: "Remettre une case",
  toolOn: "Appuyez maintenant sur une case. Appuyez encore sur l'outil pour le lâcher.",
  legs: "Étapes",
  undoLeg: "Défaire la dernière étape",
  send: "Envoyer",
  pass: "Passer",
  ask: "Demander aux règles",
  askLast: "Le dernier tour était-il permis ?",
  protest: "Réclamer",
  allowed: (moves) => `Les règles le permettent : ${moves}.`,
  refused: (reasons) => `Les règles le refusent. ${reasons}`,
  unknown: (why) => `Les règles ne peuvent pas en juger. ${why}`,
  upheld: (side, turn) => `Réclamation (${side}) : les règles refusent ${turn} ; il faut choisir un autre tour.`,
  rejected: (side, turn) => `Réclamation (${side}) : les règles permettent ${turn}, qui reste joué.`,
};

const WORDS: Record<LanguageCode, Words> = { en, fr: typeset(fr) };

/** Returns the words of games in which hands decide, in the language chosen. */
export const handWords = (): Words => WORDS[settings.language];
