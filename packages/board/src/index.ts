import type { View } from "@entourage/rules";
import { flushSync, mount, unmount } from "svelte";
import boards from "./boards.css?inline";
import colours from "./colours.css?inline";
import Element from "./Element.svelte";
import { ElementLook, handsOf } from "./elementLook.svelte";
import { Shown } from "./shown.svelte";

/** The detail of an `entourage-move` event: a move made by the user. */
export interface MoveMade {
  /** The move in canonical form. */
  move: string;
  /** All moves since the start. */
  moves: string[];
  /** The position after the move. */
  position: string;
  /** How the game ended; `null` while it is in progress. */
  ended: View["ended"];
}

const ATTRIBUTES = ["game", "position", "moves", "theme", "pieces", "notation", "letters", "bare", "still", "flipped", "plain", "playable", "lang"];

// Lets the package load without a DOM, for example on a server.
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * An element that shows a game: `<entourage-board game="NAME" moves="MOVE MOVE"></entourage-board>`. Attributes: `game` is a spec of the rules;
 * `position` is the starting position; `moves` lists moves in canonical form, separated by spaces. `theme` is `light`, `dark`, or the name of a board
 * such as `sea` or `sea-dark`; `pieces` is `pictures`, `letters` or `figures`; `notation` is `ours` or `courier`. Boolean attributes: `letters`,
 * `bare` (no coordinates), `still` (no animation), `flipped` and `plain` (no powers). `playable` lets users move both sides, or one side with the
 * value `1` or `2`. `lang` is `en` or `fr`, on the element or an ancestor. Each move by the user is appended to `moves` and dispatched as an
 * `entourage-move` event with a [`MoveMade`].
 */
export class EntourageBoard extends Base {
  static readonly observedAttributes = ATTRIBUTES;

  readonly #look = new ElementLook();
  readonly #shown = new Shown((moves) => void this.#made(moves));
  #mounted: Record<string, unknown> | null = null;
  #showing: Promise<void> = Promise.resolve();
  #isDue = false;

  /** Resolves when the element shows what its attributes describe, or has found an error in them. */
  get shown(): Promise<void> {
    return this.#settled();
  }

  /** The view of the game; `null` while nothing is shown. */
  get view(): View | null {
    return this.#shown.info ? this.#shown.view : null;
  }

  /** Why nothing is shown; empty if there is no error. */
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

  /** Updates the element once all attributes that change together have changed. */
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
