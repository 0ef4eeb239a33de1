import type { DerivedChange } from "@dialectic/contract";
import { expect, it } from "vitest";
import { describeChanges } from "./describe-changes.ts";

const one = (change: Partial<DerivedChange>): DerivedChange => ({
  ...{ kind: "claim", change: "removed", id: null, text: "", before: null, after: null },
  ...change,
});

it("describeChanges lists the items that an edit removed, changed and added", () => {
  const changes = [
    one({ kind: "artifact", id: "risk-register", text: "Risk register" }),
    one({ kind: "claim", id: "C2", text: "The hedge is\nof hornbeam." }),
    one({ kind: "verdict", id: "C4", change: "changed", before: "kept", after: "rejected", text: "Too dear." }),
    one({ kind: "score", change: "changed", before: "7", after: "0.5", text: "Cost" }),
    one({ kind: "work", change: "added", id: "W9.1", text: "Hang it" }),
    one({ kind: "card", change: "changed", id: "3", text: "M1 Crew", after: "the plan no longer has it" }),
  ];
  expect(describeChanges({ changes, changesLeftOut: 0 })).toBe(
    [
      "Removed:",
      "  artifact: Risk register",
      "  claim C2: The hedge is of hornbeam.",
      "Changed:",
      "  verdict C4 kept → rejected: Too dear.",
      "  score 7 → 0.5: Cost",
      "  card 3 the plan no longer has it: M1 Crew",
      "New:",
      "  work item W9.1: Hang it",
    ].join("\n"),
  );
});

it("describeChanges returns nothing if nothing changed, and counts the items that a long list leaves out", () => {
  expect(describeChanges({ changes: [], changesLeftOut: 0 })).toBe("");
  const many = Array.from({ length: 25 }, (_, n) => one({ id: `C${n}`, text: "x".repeat(300) }));
  const lines = describeChanges({ changes: many, changesLeftOut: 7 }).split("\n");
  expect(lines.slice(-2)).toEqual(["  and 5 more", "7 more changes are not listed."]);
  for (const line of lines) expect(line.length).toBeLessThan(120);
});
