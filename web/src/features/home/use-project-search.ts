import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useDebounced } from "../../ui/use-debounced.ts";

const debounceMs = 250;

/** The text of the search field, and the search itself, which is kept in the URL for reloads and the back button. */
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
  // A link or the back button changed the URL. Changes are ignored while this field's own navigation is pending,
  // because an older navigation that arrives late would overwrite newly typed text.
  useEffect(() => {
    if (search === own.current || navigating.current > 0) return;
    own.current = search;
    setTyped(search);
  }, [search]);
  return { typed, setTyped, search };
}
