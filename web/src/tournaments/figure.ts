/** Formats points and tie-break values with their fractions. */
export function figure(value: number): string {
  const whole = Math.floor(value);
  const rest = { 0: "", 0.25: "¼", 0.5: "½", 0.75: "¾" }[value - whole] ?? String(value - whole).slice(1);
  return whole === 0 && rest !== "" ? rest : `${whole}${rest}`;
}
