/**
 * Moves the focus to the board unless another element has it; its former owner may be gone or in a closed dialog. Does nothing after a click with a
 * pointer, because a focused square shows its piece as if it had been asked about.
 */
export function focusBoard(event?: Event): void {
  if (event instanceof MouseEvent && event.detail > 0) return;
  const active = document.activeElement;
  if (active !== document.body && !active?.closest("dialog:not([open])")) return;
  document.querySelector<SVGElement>('.board [data-square][tabindex="0"]')?.focus({ preventScroll: true });
}
