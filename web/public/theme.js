// Runs before the first paint, so that a selected theme applies without a flash; preloads the rules of the first game for new visitors.
try {
  const { theme, language } = JSON.parse(localStorage.getItem("entourage.settings") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  if (language === "en" || language === "fr") document.documentElement.lang = language;
} catch {
  // Without storage the preference of the browser applies.
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
