import type { PressManner } from "./scene";

/** What the pointer needs of the board. */
export interface Surface {
  squareAt(event: PointerEvent): string | null;
  /** Tells whether a piece stands there that may be picked up. */
  grabbable(square: string): boolean;
  /** Tells whether the square is where a selected piece may go. */
  isTarget(square: string): boolean;
  /** The squares selected. */
  selected(): readonly string[];
  /** Tells whether a finger that moves is the page's. */
  yields(): boolean;
  press(square: string, manner: PressManner): void;
  /** A piece begins to be dragged. */
  lift(): void;
  /** Draws an arrow from a square to another, or a circle where both are one; what is drawn already goes. */
  sketch(from: string, to: string): void;
  inspect(square: string | null, held: boolean): void;
  /** Shows or hides what the pointer carries or magnifies. */
  follow(event: PointerEvent | null, square: string | null, dragging: string | null): void;
}

const DRAG_DISTANCE = 5;
const HOLD_TIME = 450;
/** How long a finger rests before what is under it is magnified: a tap needs no loupe, which draws the whole board once more. */
const LOUPE_TIME = 140;

interface Gesture {
  pointer: number;
  start: string | null;
  x: number;
  y: number;
  /** When it began, by the clock of events. */
  began: number;
  coarse: boolean;
  /** The square of the piece that may be dragged. */
  grabbed: string | null;
  dragging: boolean;
  wasSelected: boolean;
  held: boolean;
  /** Whether it has left where it began. */
  strayed: boolean;
  /** Whether it draws on the board, instead of moving anything. */
  sketches: boolean;
  /** Whether it may become nothing but a tap. */
  tap: boolean;
  timer: number;
  /** Shows what is under a finger that rests. */
  loupe: number;
}

/** Turns pointer events into presses: click-click, drag and drop, and a finger sliding under a loupe; and into drawings by the other button, or after a long press. */
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
    // A piece that may act where it stands is its own target, and can be dragged all the same.
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
    // A finger says by touching where a piece may go what a mouse says by coming there: what that would change is seen before it lifts.
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
      // Nor may it hear of a finger that slides before it takes it for one that rests.
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
    // A page that is busy may hear of the end of a short press only after the time of a long one.
    const held = gesture.held && event.timeStamp - gesture.began >= HOLD_TIME;
    if (gesture.sketches || held) {
      // A long press alone only looks at what stands there.
      if (gesture.start !== null && (gesture.sketches || square !== gesture.start)) this.#surface.sketch(gesture.start, square);
      return;
    }
    if (gesture.dragging && square !== gesture.start) {
      this.#surface.press(square, { coarse: gesture.coarse, dropped: true });
    } else if (gesture.dragging || (gesture.tap && square !== gesture.start)) {
      // Put back where it was taken: it stays selected.
    } else if (gesture.grabbed === null || gesture.wasSelected || square !== gesture.start) {
      this.#surface.press(square, { coarse: gesture.coarse, dropped: false });
    }
  }

  cancel(event: PointerEvent): void {
    if (this.#gesture?.pointer !== event.pointerId) return;
    // The page takes the finger for its own: nothing was pressed.
    if (this.#gesture.coarse && !this.#gesture.tap && this.#hovered !== null) this.#look(null);
    this.#end();
  }

  leave(event: PointerEvent): void {
    // A finger that lifts leaves nothing: what it pressed stays in view.
    if (!this.#gesture && event.pointerType === "mouse") this.#look(null);
  }

  #look(square: string | null): void {
    this.#hovered = square;
    this.#surface.inspect(square, false);
  }

  #hold(): void {
    const gesture = this.#gesture;
    if (!gesture || gesture.start === null) return;
    // A piece of one's own is being selected or dragged; anything else is only looked at.
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
