/** The boxes of all built-in games, generated at build time by `boxes.ts`. */
declare module "virtual:boxes" {
  const boxes: Record<"en" | "fr", import("./box").Box[]>;
  export default boxes;
}
