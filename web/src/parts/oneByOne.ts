import { afterDrawing } from "@entourage/board/afterDrawing";

/** Does some things before anybody needs them, one at a time once all is drawn, so that nobody waits for them; returns what ends it. */
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
