import { followMessages } from "../notify/messages";
import { readRoute, type Route } from "./route";

followMessages();

/** Follows the address. */
class Router {
  route = $state.raw<Route>(readRoute(location.hash));

  constructor() {
    addEventListener("hashchange", () => {
      const [before, after] = [this.route, readRoute(location.hash)];
      this.route = after;
      // The rules page scrolls within a game itself.
      if (before.page !== "rules" || after.page !== "rules" || before.game !== after.game) scrollTo(0, 0);
    });
  }
}

export const router = new Router();
