// Runs before the first paint, so that a chosen theme does not flash.
try {
  const { theme, language } = JSON.parse(localStorage.getItem("entourage.settings") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  if (language === "en" || language === "fr") document.documentElement.lang = language;
} catch {
  // A browser without storage shows its own preference.
}
