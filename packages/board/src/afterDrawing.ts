/** Longest wait for a frame, in milliseconds. */
const PATIENCE = 250;
/** Time in milliseconds until a frame reaches the screen; the page stays idle until then, so as not to delay compositing. */
const SHOWING = 16;

/** Callbacks to run after the next frame. They run together, because each alone could cause another frame. */
let waiting = new Set<() => void>();
/** Cancels the scheduled run. */
let callOff = (): void => {};

/**
 * Runs a callback after pending changes are painted, so that it does not delay them; returns a function that cancels it. On a hidden page, which is
 * not painted, the callback runs at once, or soon if the page becomes hidden before.
 */
export function afterDrawing(act: () => void): () => void {
  if (waiting.size === 0) schedule();
  // A unique entry, because the same callback may be passed twice.
  const own = () => act();
  const among = waiting.add(own);
  return () => void among.delete(own);
}

/**
 * Schedules the callbacks after the next frame is on the screen. It does not request a second animation frame: browsers run that immediately, and the
 * callbacks would become part of the frame.
 */
function schedule(): void {
  callOff();
  let timer = setTimeout(perform, document.hidden ? 0 : PATIENCE);
  const after = (time: number, act: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(act, time);
  };
  // Callbacks added while a frame is being made run after it.
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
      // The other callbacks still run.
      reportError(thrown);
    }
  }
}
