const BROWSERS: readonly [string, string][] = [
  ["Firefox/", "Firefox"],
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Chrome/", "Chrome"],
  ["HeadlessChrome/", "Chrome"],
  ["Safari/", "Safari"],
];
const SYSTEMS: readonly [string, string][] = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Macintosh", "Mac"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
];

/** Returns the browser and operating system from a user agent string; `null` if unknown. */
export function browserOf(agent: string): string | null {
  const find = (known: readonly [string, string][]) => known.find(([sign]) => agent.includes(sign))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (!browser) return agent === "" ? null : agent.slice(0, 40);
  return system ? `${browser} · ${system}` : browser;
}
