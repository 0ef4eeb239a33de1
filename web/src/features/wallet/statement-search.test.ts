import { StatementGroup } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { csvAddress, groupingOf, linesOf, readSearch, stepInto, widen } from "./statement-search.ts";

const none = { calls: 1, paid: "1", lost: "0", estimated: "0", refunded: "0", overrun: "0", label: null };
const group = (key: string | null) => StatementGroup.parse({ ...none, key });

describe("readSearch", () => {
  it("keeps known parameters and drops all others", () => {
    const search = { by: "stage", show: "lines", session: "s", model: "", stage: 5, other: "x" };
    expect(readSearch(search)).toEqual({ by: "stage", show: "lines", session: "s" });
    expect(readSearch({ by: "colour", show: "all" })).toEqual({});
  });
});

describe("groupingOf", () => {
  it.each([
    [{}, "session"],
    [{ session: "s" }, "stage"],
    [{ session: "s", stage: "thesis" }, "document"],
    [{ session: "s", stage: "thesis", document: "d" }, "model"],
    [{ session: "s", by: "model" }, "model"],
  ] as const)("groups %j by %s", (search, expected) => {
    expect(groupingOf(search)).toBe(expected);
  });
});

describe("stepInto", () => {
  it("opens a project, then a session, and so on, down to the transactions", () => {
    const inProject = stepInto({ by: "project" }, group("p"));
    expect(inProject).toEqual({ by: "session", project: "p" });
    const inSession = stepInto(inProject, group("s"));
    expect(inSession).toEqual({ by: "stage", project: "p", session: "s" });
    const inStage = stepInto(inSession, group("thesis"));
    expect(inStage).toEqual({ by: "document", project: "p", session: "s", stage: "thesis" });
    expect(stepInto(inStage, group("d"))).toEqual({
      project: "p",
      session: "s",
      stage: "thesis",
      document: "d",
      show: "lines",
    });
  });

  it("skips groupings by which the statement is already filtered", () => {
    expect(stepInto({ by: "model", session: "s" }, group("m"))).toEqual({ by: "stage", session: "s", model: "m" });
  });

  it("filters by `none` for the group without a key", () => {
    expect(stepInto({ by: "exchange" }, group(null))).toEqual({ exchange: "none", show: "lines" });
    expect(linesOf({ by: "model", session: "s" }, group(null))).toEqual({ session: "s", model: "none", show: "lines" });
  });
});

describe("widen and csvAddress", () => {
  it("remove one filter from the page's URL, and put all filters into the URL of the CSV file", () => {
    expect(widen({ by: "stage", project: "p", session: "s" }, "session")).toEqual({ by: "stage", project: "p" });
    expect(csvAddress({})).toBe("/api/wallet/statement.csv");
    expect(csvAddress({ session: "s", model: "a/b c" })).toBe("/api/wallet/statement.csv?session=s&model=a%2Fb+c");
  });
});
