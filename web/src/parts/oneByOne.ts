import { afterDrawing } from "@entourage/board/afterDrawing";

/** Runs functions one at a time in idle frames, ahead of need; returns a function that stops it. */
export function oneByOne(acts: readonly (() => void)[]): () => void {
  const left = [...acts];
  let end = afterDrawing(next);
  function next(): void {
    const act = left.shift();
    if (!act) return;
    act();
    const timer = setTimeout(next);
    end = () => clearTimeout(timer);
  }
  return () => end();
}
