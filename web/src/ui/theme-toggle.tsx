import { useState } from "react";
import { Icon } from "./icon.tsx";

const shown = (): "light" | "dark" => {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
};

function choose(theme: "light" | "dark"): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // If the browser's storage is switched off, the choice is kept only until the page is closed.
  }
}

/**
 * A button that switches the theme. Until it is first pressed, the system's theme applies; after that, index.html applies
 * the stored choice.
 */
export function ThemeToggle({ className, named = false }: { className: string; named?: boolean }) {
  const [theme, setTheme] = useState(shown);
  const other = theme === "dark" ? "light" : "dark";
  return (
    <button
      type="button"
      aria-label={`Switch to ${other}`}
      className={className}
      onClick={() => {
        choose(other);
        setTheme(other);
      }}
    >
      <Icon name={other === "dark" ? "moon" : "sun"} />
      {named && (other === "dark" ? "Dark" : "Light")}
    </button>
  );
}
