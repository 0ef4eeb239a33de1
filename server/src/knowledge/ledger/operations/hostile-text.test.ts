import { describe, expect, it } from "vitest";
import { findSlowClasses } from "#test";
import { buildBundle } from "../bundle/build-bundle.ts";
import { fold } from "../evidence/fold.ts";
import { locateQuote } from "../evidence/locate-quote.ts";
import { registryFor } from "../registry/shipped-keys.ts";
import { checkOperation } from "./check-operation.ts";
import { type Operation, readOperations } from "./read-operations.ts";

const bundleOf = (text: string) => ({
  text,
  sections: [
    {
      section: "USER_ANSWERS" as const,
      range: { start: 0, end: text.length },
      parts: [{ start: 0, end: text.length }],
    },
  ],
});
const registry = registryFor("general");
const context = {
  registry,
  workStage: "ideation" as const,
  itemIds: new Set<string>(),
  reading: { at: new Date("2026-11-18T12:00:00Z") },
};
const operation = (given: Partial<Operation>): Operation => ({
  ...{ op: "ADD", scope: "project", key: "project.summary.goal", value: "a", quote: "a party for 200 guests" },
  ...{ confidence: 1, needsReview: false, reason: "" },
  ...given,
});

const turn = {
  ...({
    bundleId: "b",
    workStage: "ideation",
    scope: "project",
    items: [],
    selectedItemIds: [],
    questions: [],
  } as const),
  at: new Date("2026-11-18T12:00:00Z"),
};

describe("with hostile text", () => {
  it.each<[string, (text: string) => unknown]>([
    ["readOperations", readOperations],
    ["readOperations of objects that never end", (text) => readOperations(text.replaceAll(/.{9}/gs, '[{"op": "'))],
    ["readOperations of a list that is cut off", (text) => readOperations(`[{"key": "a"},{"op": "${text}`)],
    ["fold", fold],
    [
      "buildBundle",
      (text) => buildBundle({ ...turn, chat: text, agentOutput: text, answers: [{ questionId: "q", text }] }),
    ],
    ["locateQuote of words that are there", (text) => locateQuote(bundleOf(text), { quote: text.slice(0, 200) })],
    ["locateQuote of words that are not there", (text) => locateQuote(bundleOf(text), { quote: "nowhere at all" })],
  ])("%s takes linear time and never throws", { timeout: 120_000 }, (_, read) => {
    expect(findSlowClasses(read)).toEqual([]);
  });

  it("checkOperation takes linear time for a value of any type and length", { timeout: 300_000 }, () => {
    const said = bundleOf("We plan a party for 200 guests on 3 May 2027 for 900 EUR.");
    const types = [...Map.groupBy(registry.values(), ({ type }) => type).values()].flatMap(([first]) => first ?? []);
    expect(types.length).toBeGreaterThan(5);
    for (const { key, type } of types) {
      const check = (value: unknown) => checkOperation({ ...context, bundle: said }, operation({ key, value }));
      expect(
        findSlowClasses((text) => [check(text), check([text]), check({ value: text, unit: text })]),
        type,
      ).toEqual([]);
    }
  });

  it("readOperations refuses a value that is nested too deeply, and keeps the other operations", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    const plain = { key: "project.summary.goal", value: "a", quote: "a" };
    const answer = `{"operations": [{"key": "a", "quote": "a", "value": ${deep}}, ${JSON.stringify(plain)}]}`;
    const read = readOperations(answer);
    expect(read.ok && read.operations.map((one) => (one.ok ? one.operation.value : one.fault))).toEqual([
      "nested-too-deeply",
      "a",
    ]);
    expect(() => JSON.stringify(read)).not.toThrow();
  });

  it("checkOperation takes little longer for many operations on a long turn than for one", { timeout: 120_000 }, () => {
    const quotes = Array.from({ length: 100 }, (_, index) => `nowhere ${index}`);
    const cpuMs = (count: number): number => {
      const bundle = bundleOf("It’s a party — for 200 guests. ".repeat(10_000));
      const before = process.threadCpuUsage();
      for (const quote of quotes.slice(0, count)) checkOperation({ ...context, bundle }, operation({ quote }));
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    };
    cpuMs(1);
    expect(cpuMs(100)).toBeLessThan(25 * cpuMs(1));
  });
});
