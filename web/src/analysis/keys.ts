/** A keyboard action on the analysis board. */
export type AnalysisAct = "back" | "forward" | "previousVariation" | "nextVariation" | "start" | "end" | "engineMove" | "engine" | "threat" | "flip" | "powers" | "comment" | "undo" | "keys";

/** Keys and their actions, in the order of the list of shortcuts. */
export const KEYS: Readonly<Record<string, AnalysisAct>> = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  ArrowUp: "previousVariation",
  ArrowDown: "nextVariation",
  Home: "start",
  End: "end",
  " ": "engineMove",
  e: "engine",
  x: "threat",
  f: "flip",
  p: "powers",
  c: "comment",
  z: "undo",
  "?": "keys",
};
