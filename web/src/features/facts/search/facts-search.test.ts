import { expect, it } from "vitest";
import { readFactsSearch } from "./facts-search.ts";

it.each([
  [{}, {}],
  [{ show: "all" }, {}],
  [
    { show: "review", fact: 3, words: 80, scope: "item", source: "agent" },
    { show: "review", fact: 3, words: "80", scope: "item", source: "agent" },
  ],
  [{ show: "nothing", fact: "x", scope: 1, source: "", at: "yesterday", key: 4 }, {}],
  [
    { at: "2026-11-18T10:00:00Z", key: "project.budget.total" },
    { at: "2026-11-18T10:00:00Z", key: "project.budget.total" },
  ],
])("reads the URL parameters %o", (given, expected) => {
  expect(readFactsSearch(given)).toEqual(expected);
});
