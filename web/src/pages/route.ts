import type { OpenedAnalysis } from "../analysis/opened";
import { readSet, type SharedSet } from "../setup/sets";

export type Route =
  | { page: "start"; game?: string }
  | { page: "analysis"; game?: string; opened?: OpenedAnalysis }
  | { page: "game"; id: string }
  | { page: "rules"; game: string; anchor: string }
  | { page: "learn"; game: string; lesson: string }
  | { page: "puzzles"; set: string; puzzle: string }
  | { page: "set"; set: SharedSet | null }
  | { page: "mail"; token: string }
  | { page: "address"; token: string }
  | { page: "recover"; link: string }
  | { page: "watch"; name: string }
  | { page: "workshop"; manuscript: string }
  | { page: "games" }
  | { page: "gallery" }
  | { page: "shared"; game: string }
  | { page: "liveGames" }
  | { page: "pastGames"; sought: Record<string, string> }
  | { page: "ratings"; pace: string; game: string }
  | { page: "lobby"; game: string }
  | { page: "studies"; sought: Record<string, string> }
  | { page: "study"; id: string; chapter: string }
  | { page: "tournaments" }
  | { page: "tournament"; id: string }
  | { page: "account"; group: string }
  | { page: "moderation" }
  | { page: "privacy" }
  | { page: "person"; name: string }
  | { page: "credits" }
  /** An address that no page has. */
  | { page: "unknown" };

/** Reads the fragment of an address, which browsers never send to servers. `kept` and `order` are former names. */
export function readRoute(fragment: string): Route {
  if (fragment.startsWith("#analysis?")) return readAnalysis(new URLSearchParams(fragment.slice("#analysis?".length)));
  if (fragment.startsWith("#study=")) {
    const parts = new URLSearchParams(fragment.slice(1));
    const id = parts.get("study") ?? "";
    return id === "" ? { page: "unknown" } : { page: "study", id, chapter: parts.get("chapter") ?? "" };
  }
  const [name = "", value = ""] = fragment.replace(/^#/, "").split("=", 2);
  const text = safely(value);
  if (name === "game" && text !== "") return { page: "game", id: text };
  if (name === "rules") {
    const [game = "", anchor = ""] = text.split("/", 2);
    return { page: "rules", game, anchor };
  }
  if (name === "new" && text !== "") return { page: "start", game: text };
  if (name === "analysis") return text === "" ? { page: "analysis" } : { page: "analysis", game: text };
  if (name === "learn") {
    const [game = "", lesson = ""] = text.split("/", 2);
    return { page: "learn", game, lesson };
  }
  const [area = "", set = "", puzzle = ""] = name.split("/", 3);
  if (area === "puzzles") return { page: "puzzles", set: safely(set), puzzle: safely(puzzle) };
  if (name === "set") return { page: "set", set: readSet(text) };
  if (name === "watch") return text === "" ? { page: "liveGames" } : { page: "watch", name: text };
  if (name === "finished") return { page: "pastGames", sought: Object.fromEntries(new URLSearchParams(text)) };
  if (name === "address") return { page: "address", token: text };
  if (name === "recover") return { page: "recover", link: text };
  if (name === "mail") return { page: "mail", token: text };
  if (name === "workshop") return { page: "workshop", manuscript: text };
  if (name === "shared" && text !== "") return { page: "shared", game: text };
  if (name === "games") return { page: "games" };
  if (name === "gallery") return { page: "gallery" };
  if (name === "ratings") {
    const [pace = "", game = ""] = text.split("/", 2);
    return { page: "ratings", pace, game };
  }
  if (name === "lobby") return { page: "lobby", game: text };
  if (name === "studies") return { page: "studies", sought: Object.fromEntries(new URLSearchParams(text)) };
  if (name === "tournaments") return { page: "tournaments" };
  if (name === "tournament" && text !== "") return { page: "tournament", id: text };
  if (name === "account") return { page: "account", group: text };
  if (name === "person" && text !== "") return { page: "person", name: text };
  if (name === "privacy" || name === "kept") return { page: "privacy" };
  if (name === "moderation" || name === "order") return { page: "moderation" };
  if (name === "credits") return { page: "credits" };
  return name === "" ? { page: "start" } : { page: "unknown" };
}

function readAnalysis(parts: URLSearchParams): Route {
  const spec = parts.get("game") ?? "";
  if (spec === "") return { page: "analysis" };
  const moves = (parts.get("moves") ?? "").split(" ").filter((move) => move !== "");
  const ply = Number(parts.get("ply") ?? moves.length);
  return { page: "analysis", opened: { spec, start: parts.get("start") ?? "", moves, ply: Number.isInteger(ply) && ply >= 0 ? Math.min(ply, moves.length) : moves.length } };
}

function safely(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}
