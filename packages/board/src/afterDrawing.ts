/** How long a drawing is waited for at most, in milliseconds. */
const PATIENCE = 250;
/** How long a picture that the page has made takes to the screen, in milliseconds: others make it, on processors that the page would take from them. */
const SHOWING = 16;

/** What is to be done after the next drawing; all of it at once, since each by itself would draw the page once more. */
let waiting = new Set<() => void>();
/** Calls off what would do it. */
let callOff = (): void => {};

/**
 * Does something once what has changed is drawn, so that nobody waits for it; returns what calls it off.
 *
 * A page that nobody sees is not drawn: there it is done at once, or soon where the page is left meanwhile.
 */
export function afterDrawing(act: () => void): () => void {
  if (waiting.size === 0) schedule();
  // What waits is a thing of its own, though the same may be asked for twice.
  const own = () => act();
  const among = waiting.add(own);
  return () => void among.delete(own);
}

/**
 * Waits for the picture that follows, until it is on the screen.
 *
 * Nobody asks for the one after it: a browser makes that at once, before it hears of anything else, and all that waits would be part of it.
 */
function schedule(): void {
  callOff();
  let timer = setTimeout(perform, document.hidden ? 0 : PATIENCE);
  const after = (time: number, act: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(act, time);
  };
  // What is asked for while a picture is made is done once it is.
  const frame = requestAnimationFrame(() => after(0, () => after(SHOWING, perform)));
  callOff = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}

function perform(): void {
  callOff();
  const acts = waiting;
  waiting = new Set();
  for (const act of acts) {
    try {
      act();
    } catch (thrown) {
      // The others are done all the same.
      reportError(thrown);
    }
  }
}
