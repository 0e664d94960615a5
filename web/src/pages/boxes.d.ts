/** What stands on the boxes of all games, written into the page by `boxes.ts` when it is built. */
declare module "virtual:boxes" {
  const boxes: Record<"en" | "fr", import("./box").Box[]>;
  export default boxes;
}
