import type { PressManner } from "./scene";

/** The board as the pointer handler sees it. */
export interface Surface {
  squareAt(event: PointerEvent): string | null;
  /** Returns whether the piece on a square can be picked up. */
  grabbable(square: string): boolean;
  /** Returns whether the selected piece can move to a square. */
  isTarget(square: string): boolean;
  selected(): readonly string[];
  /** Returns whether moving fingers scroll the page. */
  yields(): boolean;
  press(square: string, manner: PressManner): void;
  /** Called when a piece is picked up. */
  lift(): void;
  /** Draws an arrow between two squares, or a circle if they are the same; removes the drawing if it exists. */
  sketch(from: string, to: string): void;
  inspect(square: string | null, held: boolean): void;
  /** Shows or hides the dragged piece or the loupe. */
  follow(event: PointerEvent | null, square: string | null, dragging: string | null): void;
}

const DRAG_DISTANCE = 5;
const HOLD_TIME = 450;
/** Delay in milliseconds before the loupe appears under a resting finger, since a tap needs no loupe, which redraws the whole board. */
const LOUPE_TIME = 140;

interface Gesture {
  pointer: number;
  start: string | null;
  x: number;
  y: number;
  /** Start time, as in `Event.timeStamp`. */
  began: number;
  coarse: boolean;
  /** The square of the piece that can be dragged. */
  grabbed: string | null;
  dragging: boolean;
  wasSelected: boolean;
  held: boolean;
  /** Whether the pointer has left its starting square. */
  strayed: boolean;
  /** Whether the gesture draws on the board instead of moving a piece. */
  sketches: boolean;
  /** Whether the gesture can only become a tap. */
  tap: boolean;
  timer: number;
  /** Timer that shows the loupe under a resting finger. */
  loupe: number;
}

/**
 * Turns pointer events into clicks on squares (click-click, drag and drop, or a finger sliding under a loupe), and into drawings by the secondary
 * button or a long press.
 */
export class Pointer {
  #surface: Surface;
  #gesture: Gesture | null = null;
  #hovered: string | null = null;

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  down(event: PointerEvent): void {
    const sketches = event.button === 2;
    if ((event.button !== 0 && !sketches) || this.#gesture) return;
    const start = this.#surface.squareAt(event);
    const coarse = event.pointerType !== "mouse";
    const wasSelected = start !== null && this.#surface.selected()[0] === start;
    // A piece with an action on its own square is its own target, and can be dragged as well.
    const tap = coarse && this.#surface.yields();
    const grab = !tap && !sketches && start !== null && this.#surface.grabbable(start) && (wasSelected || !this.#surface.isTarget(start));
    const gesture: Gesture = {
      pointer: event.pointerId,
      start,
      x: event.clientX,
      y: event.clientY,
      began: event.timeStamp,
      coarse,
      grabbed: grab ? start : null,
      dragging: false,
      wasSelected,
      held: false,
      strayed: false,
      sketches,
      tap,
      timer: tap || sketches ? 0 : window.setTimeout(() => this.#hold(), HOLD_TIME),
      loupe: tap || !coarse ? 0 : window.setTimeout(() => this.#surface.follow(event, start, null), LOUPE_TIME),
    };
    this.#gesture = gesture;
    if (tap) return;
    const target = event.currentTarget;
    if (target instanceof Element) target.setPointerCapture(event.pointerId);
    if (grab && !wasSelected) this.#surface.press(start, { coarse, dropped: false });
    // Touching a target has the effect of hovering over it: its preview is visible before the finger lifts.
    else if (coarse && !sketches && start !== null && this.#surface.isTarget(start)) this.#look(start);
  }

  move(event: PointerEvent): void {
    const square = this.#surface.squareAt(event);
    const gesture = this.#gesture;
    if (!gesture) {
      if (event.pointerType === "mouse" && square !== this.#hovered) this.#look(square);
      return;
    }
    if (event.pointerId !== gesture.pointer || gesture.tap) return;
    const moved = Math.hypot(event.clientX - gesture.x, event.clientY - gesture.y) > DRAG_DISTANCE;
    if (moved) {
      gesture.strayed = true;
      // A slide reported before the end of the hold time cancels the hold.
      if (event.timeStamp - gesture.began < HOLD_TIME) gesture.held = false;
      window.clearTimeout(gesture.timer);
      window.clearTimeout(gesture.loupe);
    }
    if (moved && gesture.grabbed !== null && !gesture.dragging) {
      gesture.dragging = true;
      this.#surface.lift();
    }
    if (gesture.dragging || (gesture.coarse && gesture.strayed)) {
      this.#surface.follow(event, square, gesture.dragging ? gesture.grabbed : null);
    }
    if (square !== this.#hovered) this.#look(square);
  }

  up(event: PointerEvent): void {
    const gesture = this.#gesture;
    if (!gesture || event.pointerId !== gesture.pointer) return;
    const square = this.#surface.squareAt(event);
    this.#end();
    if (square === null) return;
    // A busy page may receive the end of a short press only after the time of a long one.
    const held = gesture.held && event.timeStamp - gesture.began >= HOLD_TIME;
    if (gesture.sketches || held) {
      // A long press alone only inspects the square.
      if (gesture.start !== null && (gesture.sketches || square !== gesture.start)) this.#surface.sketch(gesture.start, square);
      return;
    }
    if (gesture.dragging && square !== gesture.start) {
      this.#surface.press(square, { coarse: gesture.coarse, dropped: true });
    } else if (gesture.dragging || (gesture.tap && square !== gesture.start)) {
      // Dropped where it was picked up: it stays selected.
    } else if (gesture.grabbed === null || gesture.wasSelected || square !== gesture.start) {
      this.#surface.press(square, { coarse: gesture.coarse, dropped: false });
    }
  }

  cancel(event: PointerEvent): void {
    if (this.#gesture?.pointer !== event.pointerId) return;
    // The browser has taken over the touch: nothing was clicked.
    if (this.#gesture.coarse && !this.#gesture.tap && this.#hovered !== null) this.#look(null);
    this.#end();
  }

  leave(event: PointerEvent): void {
    // After a touch, the touched square stays inspected.
    if (!this.#gesture && event.pointerType === "mouse") this.#look(null);
  }

  #look(square: string | null): void {
    this.#hovered = square;
    this.#surface.inspect(square, false);
  }

  #hold(): void {
    const gesture = this.#gesture;
    if (!gesture || gesture.start === null) return;
    // The user is selecting or dragging a friendly piece; any other square is only inspected.
    gesture.held = gesture.grabbed === null && gesture.coarse;
    this.#surface.inspect(gesture.start, true);
  }

  #end(): void {
    window.clearTimeout(this.#gesture?.timer);
    window.clearTimeout(this.#gesture?.loupe);
    this.#gesture = null;
    this.#surface.follow(null, null, null);
  }
}
