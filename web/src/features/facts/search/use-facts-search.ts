import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { type FactsSearch, readFactsSearch } from "./facts-search.ts";

/** Keeps the state of the page in its URL, so that a link can restore it. */
export function useFactsSearch() {
  const { projectId } = useParams({ from: "/projects/$projectId/facts" });
  const search = useSearch({ from: "/projects/$projectId/facts" });
  const navigate = useNavigate();
  const change = useCallback(
    (part: { [Name in keyof FactsSearch]: FactsSearch[Name] | undefined }) => {
      const next = Object.entries({ ...search, ...part }).filter(([, value]) => value !== undefined);
      void navigate({
        to: "/projects/$projectId/facts",
        params: { projectId },
        search: readFactsSearch(Object.fromEntries(next)),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate, projectId, search],
  );
  return { projectId, search, change };
}
