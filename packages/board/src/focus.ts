/** Moves the focus into the board, where the eye is, unless it has somewhere else to be: what had it may be gone, or in a window that is closed. */
export function focusBoard(): void {
  const active = document.activeElement;
  if (active !== document.body && !active?.closest("dialog:not([open])")) return;
  document.querySelector<SVGElement>('.board [data-square][tabindex="0"]')?.focus({ preventScroll: true });
}
