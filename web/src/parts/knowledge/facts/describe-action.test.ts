import type { Fact } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { describeAction, expectedStates } from "./describe-action.ts";

const budget = (id: string, amount: number, status: Fact["status"]) =>
  ({
    id,
    status,
    key: "project.budget.total",
    itemId: null,
    value: { amount, currency: "ILS" },
    statement: `Budget: ${amount.toLocaleString("en-US")} ILS`,
    source: "user",
  }) as Fact;

const old = budget("old", 80_000, "accepted");
const other = budget("new", 95_000, "conflict");

describe("describeAction", () => {
  it.each([
    [
      "accept",
      [other, { ...old, status: "superseded" }],
      "Accepted Budget 95,000\u00a0ILS. 80,000\u00a0ILS is superseded.",
    ],
    ["reject", [other], "Rejected Budget 95,000\u00a0ILS. No earlier value takes its place."],
    ["choose", [other], "Budget is 95,000\u00a0ILS."],
  ] as const)("describes the action %s", (act, facts, words) => {
    expect(describeAction({ do: act, fact: other }, { facts: [...facts] as Fact[] })).toBe(words);
  });

  it("states how many facts still need a decision after “accept all”", () => {
    expect(describeAction({ do: "accept-all" }, { facts: [old] }, 2)).toBe(
      "Accepted 1\u00a0fact. 2\u00a0facts are left to decide one by one.",
    );
    expect(describeAction({ do: "accept-all" }, { facts: [] })).toBe("No fact could be accepted.");
  });
});

describe("expectedStates", () => {
  it("for a choice, returns the chosen fact as accepted, the old one as superseded, and the others as rejected", () => {
    const third = budget("third", 70_000, "conflict");
    const states = expectedStates({ do: "choose", fact: other }, [old, other, third]);
    expect(states.map(({ id, status }) => [id, status])).toEqual([
      ["new", "accepted"],
      ["old", "superseded"],
      ["third", "rejected"],
    ]);
  });
  it("for an edit, returns nothing, because the server creates a new fact", () => {
    expect(expectedStates({ do: "edit", fact: old, value: "90,000 ILS" }, [])).toEqual([]);
  });
});
