import { START } from "../addresses";
import { followMessages } from "../notify/messages";
import { readRoute, type Route } from "./route";

followMessages();

/** Follows the address. */
class Router {
  route = $state.raw<Route>(readRoute(location.hash));
  /** The fragment of the page from which the user went to sign in; empty if there is none. */
  #wanted = "";

  constructor() {
    let shown = location.hash;
    addEventListener("hashchange", () => {
      const [before, after] = [this.route, readRoute(location.hash)];
      this.route = after;
      if (after.page !== "account" || before.page === "recover") this.#wanted = "";
      else if (before.page !== "account") this.#wanted = shown || START;
      shown = location.hash;
      // The rules page scrolls within a game itself.
      if (before.page !== "rules" || after.page !== "rules" || before.game !== after.game) scrollTo(0, 0);
    });
  }

  /** Returns a user who has signed in to the page from which they came, if any. */
  goOn(): void {
    const wanted = this.#wanted;
    this.#wanted = "";
    if (wanted !== "") location.hash = wanted;
  }
}

export const router = new Router();
