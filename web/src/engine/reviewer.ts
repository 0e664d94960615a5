import { translated, type Review } from "@entourage/rules";
import { loadRules, rulesOf } from "./load";
import type { FromReviewer, ToReviewer } from "./review";

// Number of nodes searched between progress reports.
const SLICE = 4_000;

const scope = self as unknown as { postMessage(message: FromReviewer): void };

self.onmessage = async ({ data: { rules, written, game } }: MessageEvent<ToReviewer>) => {
  try {
    await loadRules(rules, written);
    const reviewer = new (rulesOf(game.spec).Reviewer)(game.spec, game.start, game.moves, game.courier, game.language);
    let review: Review;
    do {
      review = translated<Review>(reviewer.advance(SLICE), game.language);
      scope.postMessage({ type: "review", review });
    } while (review.done < review.of);
  } catch (thrown) {
    scope.postMessage({ type: "failed", message: String(thrown) });
  }
};
