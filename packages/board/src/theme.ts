/** Reads a theme such as `light`, `dark`, `sea` or `sea-dark`; without one the board is as the device is. */
export function coloursOf(theme: string | undefined): { theme?: string; board?: string } {
  if (theme === undefined) return {};
  const [board = "", dark] = theme.split("-");
  if (board === "light" || board === "dark") return { theme: board };
  return { theme: dark === "dark" ? "dark" : "light", board };
}

/** Writes the theme of a board and of its surroundings as pictures of positions name it. */
export function themeWord(board: string, dark: boolean): string {
  if (board === "own") return dark ? "dark" : "light";
  return dark ? `${board}-dark` : board;
}
