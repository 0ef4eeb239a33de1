import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useDebounced } from "../../ui/use-debounced.ts";

const restMs = 250;

/** What is typed into the search field, and what is searched for: that stands in the address, for a reload and the way back. */
export function useProjectSearch(): { typed: string; setTyped: (text: string) => void; search: string } {
  const { search = "" } = useSearch({ from: "/" });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(search);
  const rested = useDebounced(typed.trim(), restMs);
  const own = useRef(search);
  useEffect(() => {
    if (rested === own.current) return;
    own.current = rested;
    void navigate({ to: "/", search: rested === "" ? {} : { search: rested }, replace: true, resetScroll: false });
  }, [rested, navigate]);
  // The address changed in another way: by a link, or by the way back.
  useEffect(() => {
    if (search === own.current) return;
    own.current = search;
    setTyped(search);
  }, [search]);
  return { typed, setTyped, search };
}
