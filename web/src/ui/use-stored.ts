import { useCallback, useState } from "react";

/** A text that outlives the page. Storage can be full or switched off: then it lasts as long as the page. */
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
        // Ignored, as above: the reader still sees the value.
      }
    },
    [key],
  );
  return [value, store];
}
