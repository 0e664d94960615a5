// Runs before the first paint, so that a chosen theme does not flash, and starts loading the rules of the first game for its visitors.
try {
  const { theme, language } = JSON.parse(localStorage.getItem("entourage.settings") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  if (language === "en" || language === "fr") document.documentElement.lang = language;
} catch {
  // A browser without storage shows its own preference.
}

// A new visitor to the start page is offered the first game.
try {
  const rules = document.querySelector("meta[name=first-rules]")?.content;
  if (rules && location.hash === "" && localStorage.getItem("entourage.games") === null) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: rules });
    document.head.append(link);
  }
} catch {
  // Without storage the rules load later.
}
