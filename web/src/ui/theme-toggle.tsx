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
    // If the browser's storage is switched off, the choice lasts only as long as the page.
  }
}

/** The system's theme applies until this button is pressed. From then on, index.html applies the remembered choice. */
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
