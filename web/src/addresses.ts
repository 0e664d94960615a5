/** The addresses of the page, each the fragment behind its one address. */
export const START = "#";
export const gameAddress = (id: string) => `#game=${encodeURIComponent(id)}`;
export const rulesAddress = (game: string) => `#rules=${encodeURIComponent(game)}`;
