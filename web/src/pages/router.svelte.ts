import { readRoute, type Route } from "./route";

/** Follows the address. */
class Router {
  route = $state.raw<Route>(readRoute(location.hash));

  constructor() {
    addEventListener("hashchange", () => {
      this.route = readRoute(location.hash);
      scrollTo(0, 0);
    });
  }
}

export const router = new Router();
