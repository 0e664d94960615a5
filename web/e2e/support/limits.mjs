// Time limits of all tests, in milliseconds: they end tests that hang, and never depend on the machine's speed.

/** Maximum time for one thing to happen: an element to appear, a request to be answered, a message to arrive. */
export const STEP = 60_000;
/** Maximum time of long computations, such as games of the computer against itself. */
export const LONG = 300_000;
/** Maximum time of a test. */
export const TEST = 600_000;
/** Maximum time of a suite. */
export const SUITE = 3_600_000;

/** Whether the command is a release build; only releases are optimised for size. */
export const isRelease = /[\\/]release[\\/]/.test(process.env.ENTOURAGE ?? "");

/** Polls until the answer is neither `undefined`, `null` nor `false`, and returns it. */
export async function until(what, ask) {
  const end = performance.now() + STEP;
  while (performance.now() < end) {
    const answer = await ask();
    if (answer) return answer;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`timed out waiting for ${what}`);
}
