import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BundleInput, buildBundle } from "../bundle/build-bundle.ts";
import { createRegistry, keyFile } from "../registry/registry.ts";
import { type CheckContext, checkOperation } from "./check-operation.ts";
import { maxOperations, type Operation, readOperations } from "./read-operations.ts";

const width = {
  op: "ADD",
  key: "item.dimensions.width",
  value: "6 m",
  quote: "6 m wide",
  itemId: "i1",
  confidence: 0.9,
};

const operationsOf = (output: unknown) => {
  const read = readOperations(output);
  return read.ok ? read.operations : read.fault;
};

describe("the answer of an extractor", () => {
  it.each<[string, unknown]>([
    ["an array", [width]],
    ["an object with a list", { operations: [width] }],
    ["text", JSON.stringify([width])],
    ["a code fence", `Here are the facts:\n\n\`\`\`json\n${JSON.stringify({ facts: [width] })}\n\`\`\`\nDone.`],
    ["JSON between sentences", `I found this: ${JSON.stringify([width])} Nothing else.`],
    ["one operation without a list", width],
    [
      "the shape of an older version",
      [{ ...width, quote: undefined, evidence: { quote: width.quote, startChar: "3", sourceSection: "FREE_CHAT" } }],
    ],
    ["other names and extra keys", [{ ...width, key: undefined, fact_key: width.key, thoughts: "…", op: "add" }]],
  ])("is read from %s", (_shape, output) => {
    expect(operationsOf(output)).toMatchObject([
      { ok: true, operation: { op: "ADD", key: width.key, quote: width.quote, scope: "item", itemId: "i1" } },
    ]);
  });

  it("is refused if it contains no operations", () => {
    for (const output of ["I found nothing.", "", "[", null, 7, {}]) expect(operationsOf(output)).toBe("no-operations");
  });

  it("keeps its valid operations even if others are malformed", () => {
    const output = [
      width,
      "six metres",
      { ...width, key: 3 },
      { ...width, quote: null },
      { ...width, value: null },
      width,
    ];
    expect(operationsOf(output)).toMatchObject([
      { ok: true },
      { ok: false, fault: "not-an-object" },
      { ok: false, fault: "no-key" },
      { ok: false, fault: "no-quote" },
      { ok: false, fault: "no-value" },
      { ok: true },
    ]);
  });

  const second = { ...width, value: "7 m", quote: '7 m, {not [6" m' };
  const whole = JSON.stringify({ thoughts: ["one", "two"], operations: [width, second, width] }, null, 1);
  const cutAt = (mark: string) => whole.slice(0, whole.lastIndexOf(mark));

  it.each<[string, string, readonly (string | undefined)[]]>([
    ["in a later operation", cutAt('"quote"'), [undefined, undefined, "cut-off"]],
    ["in the first word of an operation", `${cutAt('{\n   "op"')}{"o`, [undefined, undefined, "cut-off"]],
    ["between operations", cutAt('{\n   "op"'), [undefined, undefined, "cut-off"]],
    ["after the last operation", whole.slice(0, -3), [undefined, undefined, undefined, "cut-off"]],
    ["after the first operation", `[${JSON.stringify(width)},{"op":"ADD","key":"it`, [undefined, "cut-off"]],
    ["inside a code fence", `Sure:\n\`\`\`json\n${cutAt('"quote"')}`, [undefined, undefined, "cut-off"]],
    [
      "nowhere, but with one JSON value on each line",
      `${JSON.stringify(width)}\n${JSON.stringify(second)}`,
      [undefined, undefined],
    ],
    [
      "nowhere, but with an extra comma",
      `[${JSON.stringify(width)}, ${JSON.stringify(second)},]`,
      [undefined, undefined],
    ],
    [
      "nowhere, but with a malformed operation",
      `{"operations": [${JSON.stringify(width)},\n{"op":"ADD","key":"k","quote":"a 6" pipe","value":1},\n${JSON.stringify(second)}]}`,
      [undefined, "not-json", undefined],
    ],
  ])("is read up to where it is cut off: %s", (_where, output, faults) => {
    const read = operationsOf(output);
    expect(typeof read === "string" ? read : read.map((one) => (one.ok ? undefined : one.fault))).toEqual(faults);
    const kept = [width, second, width].slice(0, faults.filter((fault) => fault === undefined).length);
    expect(typeof read === "string" ? [] : read.flatMap((one) => (one.ok ? [one.raw] : []))).toEqual(kept);
  });

  it("keeps the text of an operation that was cut off", () => {
    expect(operationsOf(cutAt('"quote"'))).toMatchObject([{}, {}, { raw: expect.stringMatching(/^\{\s+"op": "ADD"/) }]);
  });

  it("is refused when it was cut off inside its first operation", () => {
    expect(operationsOf('{"operations": [{"op": "ADD", "itemIds": ["i1"], "quo')).toBe("no-operations");
  });

  it("becomes several operations if one operation is about several items", () => {
    const output = [{ ...width, itemId: undefined, scope: { type: "item", itemIds: ["i1", "i2", "i1"] } }];
    expect(operationsOf(output)).toMatchObject([{ operation: { itemId: "i1" } }, { operation: { itemId: "i2" } }]);
  });

  it("may have a limited number of operations; further operations are refused one by one", () => {
    const read = operationsOf(Array(maxOperations + 2).fill(width));
    expect(read).toHaveLength(maxOperations + 2);
    expect(read.slice(-2)).toMatchObject([{ fault: "too-many-operations" }, { fault: "too-many-operations" }]);
  });

  it.each([
    [0.9, 0.9],
    ["0.9", 0.9],
    [90, 0.9],
    ["90%", 0.9],
    ["high", 0.9],
    [undefined, 0.5],
    [-1, 0.5],
    [Number.NaN, 0.5],
    [900, 0.5],
  ])("that states the confidence %j is read with confidence %d", (given, share) => {
    expect(operationsOf([{ ...width, confidence: given }])).toMatchObject([{ operation: { confidence: share } }]);
  });

  it("never makes readOperations throw", () => {
    fc.assert(fc.property(fc.oneof(fc.anything(), fc.json(), fc.string()), (output) => void readOperations(output)));
  });
});

const registry = createRegistry([
  keyFile.parse({
    version: 1,
    keys: [
      { key: "item.dimensions.width", label: "Width", type: "dimension", unit_family: "length" },
      { key: "project.budget.total", label: "Budget", type: "currency", risk: "high" },
      { key: "project.timeline.freeze", label: "Freeze", type: "date", stages: ["solutioning"] },
    ],
  }),
]);
const turn: BundleInput = {
  ...{
    bundleId: "b1",
    workStage: "ideation",
    scope: "project",
    items: [],
    selectedItemIds: [],
    at: new Date("2026-11-18T09:00:00Z"),
  },
  questions: [{ id: "q1", text: "Is the budget 90,000 ILS?" }],
  answers: [],
  chat: "The backdrop is 6 m wide, and we have 80k ILS. The freeze is on 12 March 2027.",
  agentOutput: "The floor is 4 m wide.",
};
const context: CheckContext = {
  bundle: buildBundle(turn),
  registry,
  workStage: "ideation",
  itemIds: new Set(["i1"]),
  reading: { at: turn.at },
};
const check = (changes: Partial<Operation>) => {
  const [read] = operationsOf([{ ...width, ...changes }]) as { ok: true; operation: Operation }[];
  return checkOperation(context, { ...(read?.operation as Operation), ...changes });
};

describe("an operation", () => {
  it("passes, and keeps its exact quote, section and canonical value", () => {
    expect(check({})).toMatchObject({
      become: "fact",
      evidence: { quote: "6 m wide", section: "FREE_CHAT" },
      checked: { canonical: "length:6", review: undefined },
    });
  });

  it("that quotes a model's text keeps the section of that text, so that its fact will only be proposed", () => {
    expect(check({ value: "4 m", quote: "4 m wide" })).toMatchObject({
      become: "fact",
      checked: { section: "AGENT_OUTPUT" },
    });
  });

  it("is marked for review if the quote does not state its value", () => {
    expect(check({ value: "7 m" })).toMatchObject({ become: "fact", checked: { review: "value-not-in-quote" } });
  });

  it.each<[string, Partial<Operation>]>([
    ["not-in-bundle", { quote: "7 m wide" }],
    [
      "not-evidence",
      { key: "project.budget.total", itemId: undefined, quote: "Is the budget 90,000 ILS?", value: "90,000 ILS" },
    ],
    ["unknown-item", { itemId: "i9" }],
    ["item-needed", { itemId: undefined }],
    ["not-an-item-key", { key: "project.budget.total", quote: "80k ILS", value: "80k ILS" }],
    ["unreadable", { value: "wide" }],
    ["wrong-unit-family", { value: "6 kg" }],
    ["marked-as-note", { op: "NOTE" }],
  ])("becomes a note with the reason %s", (because, changes) => {
    expect(check(changes)).toEqual({ become: "note", because });
  });

  it("becomes an unmapped statement with its quote if its key is unknown or not used at this stage", () => {
    expect(check({ key: "item.mood.colour" })).toMatchObject({
      become: "unmapped",
      because: "unknown-key",
      evidence: { quote: "6 m wide" },
    });
    const freeze = {
      key: "project.timeline.freeze",
      itemId: undefined,
      quote: "The freeze is on 12 March 2027",
      value: "2027-03-12",
    };
    expect(check(freeze)).toMatchObject({ become: "unmapped", because: "key-not-at-this-stage" });
  });
});
