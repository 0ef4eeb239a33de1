// Runs before the first paint: a remembered choice of light or dark must not flash the other one.
// A file of its own, because the page allows no inline script.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage can be switched off; the system's choice holds then.
}
