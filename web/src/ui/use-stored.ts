import { useCallback, useState } from "react";

/**
 * A text that is kept in the browser's storage. If the storage is full or switched off, the text is kept only until the page
 * is closed.
 */
export function useStored(key: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => {
    try {
      return localStorage.getItem(key) ?? "";
    } catch {
      return "";
    }
  });
  const store = useCallback(
    (next: string) => {
      setValue(next);
      try {
        if (next === "") localStorage.removeItem(key);
        else localStorage.setItem(key, next);
      } catch {
        // This can be ignored, because the value stays in memory.
      }
    },
    [key],
  );
  return [value, store];
}
