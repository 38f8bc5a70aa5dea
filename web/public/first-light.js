// Set before the first paint so that a dark room is not lit by a white page. A file of its own: the server lets no inline script run.
(() => {
  let theme = "auto";
  try { theme = JSON.parse(localStorage.getItem("balka.settings") || "{}").theme || "auto"; } catch { /* no store */ }
  const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
