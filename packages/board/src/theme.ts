/** Parses a theme such as `light`, `dark`, `sea` or `sea-dark`; without one the board follows the device. */
export function coloursOf(theme: string | undefined): { theme?: string; board?: string } {
  if (theme === undefined) return {};
  const [board = "", dark] = theme.split("-");
  if (board === "light" || board === "dark") return { theme: board };
  return { theme: dark === "dark" ? "dark" : "light", board };
}

/** Returns the theme name of a board colour and mode, as used in addresses of position images. */
export function themeWord(board: string, dark: boolean): string {
  if (board === "own") return dark ? "dark" : "light";
  return dark ? `${board}-dark` : board;
}
