import type { Fact } from "@dialectic/contract";

export const factViews = [
  "all",
  "accepted",
  "review",
  "conflicts",
  "unmapped",
  "history",
  "questions",
  "turns",
] as const;
export type FactView = (typeof factViews)[number];

/** The state of the facts page, as in the URL. */
export type FactsSearch = {
  show?: FactView;
  /** The number of the fact whose evidence is open. */
  fact?: number;
  words?: string;
  scope?: Fact["scope"];
  source?: Fact["source"];
  key?: string;
  /** A time in the past. The facts accepted at that time are shown instead of the current ones. */
  at?: string;
};

const oneOf = <Value extends string>(values: readonly Value[], given: unknown): Value | undefined =>
  values.find((value) => value === given);

/** Reads the known parameters of a URL and ignores all others. */
export function readFactsSearch(given: Record<string, unknown>): FactsSearch {
  const show = oneOf(factViews, given["show"]);
  const scope = oneOf(["project", "item"], given["scope"]);
  const source = oneOf(["user", "agent", "system", "manual"], given["source"]);
  const fact = Number(given["fact"]);
  const words = given["words"] === undefined ? "" : String(given["words"]);
  const at = String(given["at"]);
  return {
    ...(show && show !== "all" && { show }),
    ...(Number.isSafeInteger(fact) && fact > 0 && { fact }),
    ...(words && { words }),
    ...(scope && { scope }),
    ...(source && { source }),
    ...(typeof given["key"] === "string" && given["key"] && { key: given["key"] }),
    ...(!Number.isNaN(Date.parse(at)) && { at }),
  };
}
