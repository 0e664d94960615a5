/** Loads the components for clocks. */
export const loadClocks = () => import("./all");
