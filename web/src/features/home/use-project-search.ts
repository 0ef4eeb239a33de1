import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useDebounced } from "../../ui/use-debounced.ts";

const debounceMs = 250;

/**
 * The text in the search field, and the search itself, which is in the URL so that it survives reloads and the back button.
 */
export function useProjectSearch(): { typed: string; setTyped: (text: string) => void; search: string } {
  const { search = "" } = useSearch({ from: "/" });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(search);
  const debounced = useDebounced(typed.trim(), debounceMs);
  const own = useRef(search);
  const navigating = useRef(0);
  useEffect(() => {
    if (debounced === own.current) return;
    own.current = debounced;
    navigating.current += 1;
    void navigate({
      to: "/",
      search: debounced === "" ? {} : { search: debounced },
      replace: true,
      resetScroll: false,
    }).finally(() => {
      navigating.current -= 1;
    });
  }, [debounced, navigate]);
  // A link or the back button has changed the URL. Such changes are ignored while a navigation by this field itself is
  // pending, because an earlier navigation that arrives late would overwrite newly typed text.
  useEffect(() => {
    if (search === own.current || navigating.current > 0) return;
    own.current = search;
    setTyped(search);
  }, [search]);
  return { typed, setTyped, search };
}
