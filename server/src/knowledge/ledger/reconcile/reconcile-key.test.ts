import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CheckedOperation, type Decision, reconcileKey } from "./reconcile-key.ts";

const low = { isHighRisk: false, isList: false };
const high = { isHighRisk: true, isList: false };
const list = { isHighRisk: false, isList: true };
const six = { id: "f1", canonical: "length:6" };
const say = (canonical: string, other: Partial<CheckedOperation> = {}): CheckedOperation => ({
  op: "ADD",
  canonical,
  confidence: 0.95,
  section: "FREE_CHAT",
  ...other,
});

describe("one operation", () => {
  const cases: [string, Parameters<typeof reconcileKey>, Decision][] = [
    ["is accepted when nothing is accepted yet", [low, [], [say("length:6")]], { become: "accepted" }],
    ["is proposed on a high-risk key", [high, [], [say("length:6")]], { become: "proposed", because: "high-risk-key" }],
    [
      "is proposed below the confidence limit",
      [low, [], [say("length:6", { confidence: 0.84 })]],
      { become: "proposed", because: "low-confidence" },
    ],
    [
      "is proposed when a model wrote it",
      [low, [], [say("length:6", { section: "AGENT_OUTPUT" })]],
      { become: "proposed", because: "written-by-a-model" },
    ],
    [
      "is proposed when it needs review",
      [low, [], [say("length:6", { review: "ambiguous-value" })]],
      { become: "proposed", because: "ambiguous-value" },
    ],
    [
      "corroborates an accepted date by naming its month",
      [high, [{ id: "f1", canonical: "date:2027-03-12" }], [say("date:2027-03")]],
      { become: "corroboration", of: "f1" },
    ],
    [
      "conflicts with an accepted month by naming a day of that month",
      [high, [{ id: "f1", canonical: "date:2027-03" }], [say("date:2027-03-12")]],
      { become: "conflict", with: "f1" },
    ],
    [
      "conflicts with an accepted date by naming another month",
      [high, [{ id: "f1", canonical: "date:2027-12-03" }], [say("date:2027-1")]],
      { become: "conflict", with: "f1" },
    ],
    [
      "is accepted as a further value of a list of dates",
      [list, [{ id: "f1", canonical: "date:2027-03-12" }], [say("date:2027-03")]],
      { become: "accepted" },
    ],
    [
      "corroborates the same value",
      [high, [six], [say("length:6", { op: "CONFLICT" })]],
      { become: "corroboration", of: "f1" },
    ],
    ["supersedes another value", [low, [six], [say("length:7")]], { become: "accepted", supersedes: "f1" }],
    ["conflicts on a high-risk key", [high, [six], [say("length:7")]], { become: "conflict", with: "f1" }],
    [
      "conflicts when it is marked as a conflict",
      [low, [six], [say("length:7", { op: "CONFLICT" })]],
      { become: "conflict", with: "f1" },
    ],
    [
      "conflicts below the confidence limit",
      [low, [six], [say("length:7", { confidence: 0.5 })]],
      { become: "conflict", with: "f1" },
    ],
    [
      "is only proposed when a model states another value",
      [low, [six], [say("length:7", { section: "AGENT_OUTPUT" })]],
      { become: "proposed", because: "written-by-a-model" },
    ],
    ["joins the accepted values of a list key", [list, [six], [say("length:7")]], { become: "accepted" }],
  ];
  it.each(cases)("%s", (_title, input, decision) => {
    expect(reconcileKey(...input)).toEqual([decision]);
  });
});

describe("several operations about one key in a turn", () => {
  it("accept neither value if the user states two", () => {
    expect(reconcileKey(low, [], [say("length:6"), say("length:7")])).toEqual([
      { become: "proposed", because: "several-values-in-turn" },
      { become: "proposed", because: "several-values-in-turn" },
    ]);
    expect(reconcileKey(low, [{ id: "f0", canonical: "length:5" }], [say("length:6"), say("length:7")])).toEqual([
      { become: "conflict", with: "f0" },
      { become: "conflict", with: "f0" },
    ]);
  });

  it("accept the user's value once, however often the user or a model repeats it", () => {
    const decisions = reconcileKey(
      low,
      [],
      [say("length:6", { section: "AGENT_OUTPUT" }), say("length:6"), say("length:6")],
    );
    expect(decisions.filter(({ become }) => become === "accepted")).toHaveLength(1);
    expect(decisions[1]).toEqual({ become: "accepted" });
  });

  it("get the same decisions in any order, and never accept two values for a single-valued key", () => {
    const operation = fc.record({
      op: fc.constantFrom("ADD" as const, "UPDATE" as const, "CONFLICT" as const),
      canonical: fc.constantFrom("length:5", "length:6", "length:7"),
      confidence: fc.constantFrom(0.5, 0.85, 0.9, 1),
      section: fc.constantFrom("USER_ANSWERS" as const, "FREE_CHAT" as const, "AGENT_OUTPUT" as const),
    });
    fc.assert(
      fc.property(
        fc.array(operation, { maxLength: 6 }),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (operations, isHighRisk, isList, hasAccepted) => {
          const key = { isHighRisk, isList };
          const accepted = hasAccepted ? [{ id: "f0", canonical: "length:5" }] : [];
          const summary = (given: CheckedOperation[]) =>
            reconcileKey(key, accepted, given)
              .map((decision, index) => JSON.stringify([given[index]?.canonical, decision.become]))
              .sort();
          expect(summary(operations)).toEqual(summary(operations.toReversed()));
          const acceptedValues = new Set(
            reconcileKey(key, accepted, operations).flatMap(({ become }, index) =>
              become === "accepted" ? [operations[index]?.canonical] : [],
            ),
          );
          if (!isList) expect(acceptedValues.size).toBeLessThanOrEqual(1);
          if (isHighRisk) expect(acceptedValues.size).toBe(0);
        },
      ),
    );
  });
});
