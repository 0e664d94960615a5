import type { View } from "@entourage/rules";
import { flushSync, mount, unmount } from "svelte";
import boards from "./boards.css?inline";
import colours from "./colours.css?inline";
import Element from "./Element.svelte";
import { ElementLook, handsOf } from "./elementLook.svelte";
import { Shown } from "./shown.svelte";

/** Says which move was made by hand, in an event `entourage-move`. */
export interface MoveMade {
  /** The move, in canonical form. */
  move: string;
  /** All moves since the start. */
  moves: string[];
  /** The position after it. */
  position: string;
  /** How the game ended; `null` while it goes on. */
  ended: View["ended"];
}

/** The attributes that say what is shown, and how. */
const ATTRIBUTES = ["game", "position", "moves", "theme", "pieces", "notation", "letters", "bare", "still", "flipped", "plain", "playable", "lang"];

// Where there are no elements, as in a server, the package can be loaded all the same.
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * Shows a game: `<entourage-board game="NAME" moves="MOVE MOVE"></entourage-board>`.
 *
 * Attributes: `game` is a spec of the rules; `position` where it begins; `moves` in canonical form, with spaces between.
 * `theme` is `light`, `dark`, or the name of a board such as `sea` or `sea-dark`; `pieces` is `pictures`, `letters` or `figures`;
 * `notation` is `ours` or `courier`; `letters`, `bare` (no coordinates), `still` (nothing walks), `flipped` and `plain` (no powers) only stand there.
 * `playable` lets people move both sides, or with the value `1` or `2` that side. `lang` may be `en` or `fr`, there or further out.
 *
 * Each move that is made by hand is added to `moves`, and told by an event `entourage-move` with a [`MoveMade`].
 */
export class EntourageBoard extends Base {
  static readonly observedAttributes = ATTRIBUTES;

  readonly #look = new ElementLook();
  readonly #shown = new Shown((moves) => void this.#made(moves));
  #mounted: Record<string, unknown> | null = null;
  #showing: Promise<void> = Promise.resolve();
  #isDue = false;

  /** Settles once what the attributes say is shown, or is told to be wrong. */
  get shown(): Promise<void> {
    return this.#settled();
  }

  /** What is seen of the game; `null` while nothing is shown. */
  get view(): View | null {
    return this.#shown.info ? this.#shown.view : null;
  }

  /** Why nothing is shown; empty where there is no fault. */
  get problem(): string {
    return this.#shown.problem;
  }

  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    if (!root.querySelector("style[data-colours]")) {
      const style = document.createElement("style");
      style.dataset["colours"] = "";
      style.textContent = `:host { display: block; }\n${(colours + boards).replaceAll(":root", ".root")}`;
      root.append(style);
    }
    this.#mounted ??= mount(Element, { target: root, props: { shown: this.#shown, look: this.#look } });
    this.#due();
  }

  disconnectedCallback(): void {
    if (this.#mounted) void unmount(this.#mounted);
    this.#mounted = null;
    this.#shown.close();
  }

  attributeChangedCallback(): void {
    if (this.#mounted) this.#due();
  }

  /** Shows what the attributes say, once those that change together have all changed. */
  #due(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#showing = Promise.resolve().then(() => {
      this.#isDue = false;
      if (!this.#mounted) return undefined;
      this.#look.read(this);
      const position = this.getAttribute("position") ?? "";
      return this.#shown.show({
        game: this.getAttribute("game") ?? "",
        position: position.trim() === "" ? undefined : position,
        moves: (this.getAttribute("moves") ?? "").split(/\s+/).filter((move) => move !== ""),
        language: this.#look.language,
        notation: this.#look.notation,
        hands: handsOf(this),
      });
    });
  }

  async #settled(): Promise<void> {
    let seen: Promise<void>;
    do {
      seen = this.#showing;
      await seen;
    } while (seen !== this.#showing);
    flushSync();
  }

  async #made(moves: string[]): Promise<void> {
    this.setAttribute("moves", moves.join(" "));
    await this.#settled();
    const { view } = this;
    if (!view) return;
    const detail: MoveMade = { move: moves.at(-1) ?? "", moves, position: view.position, ended: view.ended };
    this.dispatchEvent(new CustomEvent("entourage-move", { detail, bubbles: true, composed: true }));
  }
}

if (globalThis.customElements && !customElements.get("entourage-board")) customElements.define("entourage-board", EntourageBoard);

declare global {
  interface HTMLElementTagNameMap {
    "entourage-board": EntourageBoard;
  }
  interface HTMLElementEventMap {
    "entourage-move": CustomEvent<MoveMade>;
  }
}
