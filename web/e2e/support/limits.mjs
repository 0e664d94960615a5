// The time limits of all tests, in milliseconds: they end what would never end. No test passes because a machine is fast.

/** Maximum time for one thing to happen: an element to appear, a request to be answered, a message to arrive. */
export const STEP = 12_000;
/** Maximum time for what is computed for long, such as games of the computer against itself. */
export const LONG = 300_000;
/** Maximum time of a test. */
export const TEST = 600_000;
/** Maximum time of a suite. */
export const SUITE = 3_600_000;

/** Whether the command and its page are a release, which alone is small: others are built in a hurry. */
export const isRelease = /[\\/]release[\\/]/.test(process.env.ENTOURAGE ?? "");

/** Asks again and again until the answer is neither `undefined`, `null` nor `false`, and returns it. */
export async function until(what, ask) {
  const end = performance.now() + STEP;
  while (performance.now() < end) {
    const answer = await ask();
    if (answer) return answer;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`waited in vain for ${what}`);
}
