import { describe, expect, it } from "vitest";
import { accountAddress, pastGamesAddress, personAddress, PUZZLES, puzzleAddress, rulesAddress, STUDIES, studiesAddress, studyAddress } from "../addresses";
import { readRoute } from "./route";

describe("addresses", () => {
  it("are parsed from the fragment", () => {
    expect(readRoute("")).toEqual({ page: "start" });
    expect(readRoute("#game=ABC-1")).toEqual({ page: "game", id: "ABC-1" });
    expect(readRoute("#game=")).toEqual({ page: "unknown" });
    expect(readRoute("#game=%E0%A4%A")).toEqual({ page: "unknown" });
    expect(readRoute("#rules=one%20two")).toEqual({ page: "rules", game: "one two", anchor: "" });
    expect(readRoute("#rules=one/T10")).toEqual({ page: "rules", game: "one", anchor: "T10" });
    expect(readRoute("#new=one")).toEqual({ page: "start", game: "one" });
    expect(readRoute("#person=")).toEqual({ page: "unknown" });
    expect(readRoute("#no-such-page")).toEqual({ page: "unknown" });
    expect(readRoute(accountAddress("devices"))).toEqual({ page: "account", group: "devices" });
    expect(readRoute(accountAddress("profile"))).toEqual({ page: "account", group: "" });
    expect(readRoute(personAddress("Ève d'Arc"))).toEqual({ page: "person", name: "Ève d'Arc" });
    expect(readRoute("#kept")).toEqual({ page: "privacy" });
    expect(readRoute("#order")).toEqual({ page: "moderation" });
    expect(readRoute("#privacy")).toEqual({ page: "privacy" });
    expect(readRoute("#moderation")).toEqual({ page: "moderation" });
    expect(readRoute("#analysis")).toEqual({ page: "analysis" });
    expect(readRoute("#analysis=a-game")).toEqual({ page: "analysis", game: "a-game" });
    expect(readRoute("#credits")).toEqual({ page: "credits" });
    expect(readRoute(STUDIES)).toEqual({ page: "studies", sought: {} });
    expect(readRoute(studiesAddress({ text: "a & b", player: "" }))).toEqual({ page: "studies", sought: { text: "a & b" } });
    expect(readRoute(studyAddress("aB-_", "c1"))).toEqual({ page: "study", id: "aB-_", chapter: "c1" });
    expect(readRoute(studyAddress("aB"))).toEqual({ page: "study", id: "aB", chapter: "" });
    expect(readRoute("#study=")).toEqual({ page: "unknown" });
    expect(readRoute(PUZZLES)).toEqual({ page: "puzzles", set: "", puzzle: "" });
    expect(readRoute("#puzzles/a%20game")).toEqual({ page: "puzzles", set: "a game", puzzle: "" });
    expect(readRoute(puzzleAddress("one", "0abc"))).toEqual({ page: "puzzles", set: "one", puzzle: "0abc" });
    expect(readRoute("#puzzles/%E0%A4%A/x")).toEqual({ page: "puzzles", set: "", puzzle: "x" });
    expect(readRoute("#watch")).toEqual({ page: "liveGames" });
    expect(readRoute("#watch=abc")).toEqual({ page: "watch", name: "abc" });
    expect(readRoute("#finished")).toEqual({ page: "pastGames", sought: {} });
    expect(readRoute(pastGamesAddress({ player: "Zoé & Ada", game: "", line: "a b=c" }))).toEqual({ page: "pastGames", sought: { player: "Zoé & Ada", line: "a b=c" } });
  });

  it("of anchors in the rules are parsed as they were written", () => {
    for (const [game, anchor] of [["", ""], ["one", ""], ["one", "T10"], ["one two", "power-3"]] as const) {
      expect(readRoute(rulesAddress(game, anchor))).toEqual({ page: "rules", game, anchor });
    }
  });
});
