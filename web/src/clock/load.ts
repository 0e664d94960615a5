/** Loads all that the page shows of clocks, for whoever meets a game that has one. */
export const loadClocks = () => import("./all");
