// Positions of the main elements of a page, and layout errors.

/** The main elements. */
const MAIN = "header, nav, main, footer, aside, section, form, fieldset, table, dialog, h1, h2, svg.board, .player, .bar, [role=tablist], [role=tabpanel], .button.primary";

/** Returns the boxes of the visible main elements by a numbered name: `[left, top, width, height]`. */
export function boxes(page) {
  return page.evaluate((main) => {
    const counts = {};
    // Elements behind an open dialog may be in a hover state.
    const root = document.querySelector(":modal") ?? document;
    const visible = [...root.querySelectorAll(main)].filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
    return Object.fromEntries(
      visible.flatMap((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        if (width < 2 || height < 2) return [];
        // An id with a number is generated per page.
        const id = /\d/.test(element.id) ? "" : element.id;
        const name = element.dataset.testid ?? (id || (element.localName === "div" ? element.classList[0] : element.localName));
        counts[name] = (counts[name] ?? 0) + 1;
        return [[`${name} ${counts[name]}`, [left, top + scrollY, width, height].map(Math.round)]];
      }),
    );
  }, MAIN);
}

/** Keeps the boxes that start inside the window, without heights that end below it, which depend on all content. */
export const inWindow = (all, height) =>
  Object.fromEntries(Object.entries(all).flatMap(([name, [left, top, wide, high]]) => (top < height ? [[name, [left, top, wide, top + high > height ? null : high]]] : [])));

/** Compares boxes with recorded ones and returns the differences; other fonts cause small ones. */
export function moved(recorded, seen) {
  return Object.entries(recorded).flatMap(([name, box]) => {
    const now = seen[name];
    if (!now) return [`${name} is missing`];
    const [wide, high] = [Math.max(12, box[2] / 20), Math.max(24, box[3] / 10)];
    const off = now.some((figure, i) => box[i] !== null && Math.abs(figure - box[i]) > (i % 2 === 0 ? wide : high));
    return off ? [`${name} is at ${now} instead of ${box}`] : [];
  });
}

/** Returns elements that are too wide, clipped or covered. */
export function disorder(page) {
  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - innerWidth;
    const faults = wide > 0 ? [`the page is wider than the window by ${wide}`] : [];
    const told = (element) => `<${element.localName}${element.dataset.testid ? ` ${element.dataset.testid}` : ""}> ${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40)}`;
    const afloat = (element) => element !== null && (["fixed", "sticky"].includes(getComputedStyle(element).position) || afloat(element.parentElement));
    /** Whether a scrolling or clipping ancestor hides a point of an element. */
    const hides = (part, x, y) => {
      if (part === null) return false;
      const { left, top, right, bottom } = part.getBoundingClientRect();
      const style = getComputedStyle(part);
      return (style.overflow !== "visible" && (x < left || x > right || y < top || y > bottom)) || style.clipPath !== "none" || hides(part.parentElement, x, y);
    };
    const modal = document.querySelector(":modal");
    for (const element of document.querySelectorAll("a[href], button, label, select, textarea, summary, h1, h2, h3, th")) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || element.closest("[inert], svg") || (modal && !modal.contains(element))) continue;
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      if (width < 2 || height < 2 || hides(element, x, y)) continue;
      const style = getComputedStyle(element);
      if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1 && style.overflowX !== "visible" && style.textOverflow !== "ellipsis" && !["auto", "scroll"].includes(style.overflowX)) faults.push(`${told(element)} is cut off`);
      if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) continue;
      const there = document.elementFromPoint(x, y);
      if (there && !element.contains(there) && !there.contains(element) && !afloat(there)) faults.push(`${told(element)} is covered by ${told(there)}`);
    }
    return faults;
  });
}

/** Root font sizes of readers who need large text. */
const LARGE = ["150%", "200%"];

/** Returns the root font sizes at which the page is wider than the window. */
export const wideWithLargeText = (page) =>
  page.evaluate((sizes) => {
    const root = document.documentElement;
    const wide = sizes.flatMap((size) => {
      root.style.fontSize = size;
      const excess = root.scrollWidth - innerWidth;
      return excess > 0 ? [`with text of ${size} the page is wider than the window by ${excess}`] : [];
    });
    root.style.fontSize = "";
    return wide;
  }, LARGE);

/** Returns the selected elements that are missing or outside the window. */
export const outside = (page, ...selectors) =>
  page.evaluate((wanted) => {
    const found = wanted.flatMap((selector) => [...document.querySelectorAll(selector)].map((element) => [selector, element.getBoundingClientRect()]));
    const missed = wanted.filter((selector) => !document.querySelector(selector));
    const cut = found.filter(([, { left, top, right, bottom, width }]) => width > 0 && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1));
    return [...missed, ...cut.map(([selector, box]) => `${selector} ${JSON.stringify(box)}`)];
  }, selectors);

/** Counts the squares whose centre is covered by a player's box. */
export const covered = (page) =>
  page.evaluate(() => {
    const seats = [...document.querySelectorAll(".player")].map((seat) => seat.getBoundingClientRect());
    return [...document.querySelectorAll("[data-square] > .face")].filter((square) => {
      const { left, right, top, bottom } = square.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return seats.some((seat) => x > seat.left && x < seat.right && y > seat.top && y < seat.bottom);
    }).length;
  });
