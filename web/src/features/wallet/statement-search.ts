import type { StatementGroup, StatementGrouping } from "@dialectic/contract";
import type { StatementFilter } from "../../api/money-queries.ts";

/** The state of the statement page, as in the URL. */
export type StatementSearch = StatementFilter & {
  by?: StatementGrouping;
  /** If set, single transactions are shown instead of groups. */
  show?: "lines";
};

export const groupings = ["project", "session", "stage", "document", "exchange", "model"] as const;

const isGrouping = (value: unknown): value is StatementGrouping => groupings.some((grouping) => grouping === value);

/** Reads the known parameters of a URL and ignores all others. */
export function readSearch(search: Record<string, unknown>): StatementSearch {
  const read: StatementSearch = {};
  for (const name of groupings) {
    const value = search[name];
    if (typeof value === "string" && value !== "") read[name] = value;
  }
  if (isGrouping(search["by"])) read.by = search["by"];
  if (search["show"] === "lines") read.show = "lines";
  return read;
}

export function filterOf({ by: _, show: __, ...filter }: StatementSearch): StatementFilter {
  return filter;
}

/**
 * The grouping to show. The default is the first one that is not also a filter, because a filter leaves only a single group.
 */
export function groupingOf(search: StatementSearch): StatementGrouping {
  if (search.by) return search.by;
  const filtered = (name: StatementGrouping) => search[name] !== undefined;
  return (["session", "stage", "document", "model"] as const).find((name) => !filtered(name)) ?? "model";
}

const finer: Record<StatementGrouping, StatementGrouping | null> = {
  project: "session",
  session: "stage",
  stage: "document",
  model: "session",
  document: null,
  exchange: null,
};

const narrowed = (search: StatementSearch, by: StatementGrouping, group: StatementGroup): StatementFilter => ({
  ...filterOf(search),
  [by]: group.key ?? "none",
});

/** Opens a group to show what it consists of. The last level is its transactions. */
export function stepInto(search: StatementSearch, group: StatementGroup): StatementSearch {
  const by = groupingOf(search);
  const filter = narrowed(search, by, group);
  let next = finer[by];
  while (next !== null && filter[next] !== undefined) next = finer[next];
  return next === null ? { ...filter, show: "lines" } : { ...filter, by: next };
}

/** The transactions behind a group's amounts. */
export const linesOf = (search: StatementSearch, group: StatementGroup): StatementSearch => ({
  ...narrowed(search, groupingOf(search), group),
  show: "lines",
});

/** Removes a filter. */
export function widen(search: StatementSearch, name: StatementGrouping): StatementSearch {
  const { [name]: _, ...rest } = search;
  return rest;
}

/** The URL of the CSV file with the transactions that match the filter. */
export function csvAddress(filter: StatementFilter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, value);
  return query.size > 0 ? `/api/wallet/statement.csv?${query}` : "/api/wallet/statement.csv";
}
