/** Moves the focus to the board unless another element has it; its former owner may be gone or in a closed dialog. */
export function focusBoard(): void {
  const active = document.activeElement;
  if (active !== document.body && !active?.closest("dialog:not([open])")) return;
  document.querySelector<SVGElement>('.board [data-square][tabindex="0"]')?.focus({ preventScroll: true });
}
