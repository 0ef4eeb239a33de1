import type { ContributionId } from "@dialectic/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newId } from "#platform";
import { countCalls, expectedWork } from "./expected-work.ts";
import { planStep } from "./plan-step.ts";
import type { Process, SourceDocument } from "./process.ts";
import { shippedProcess } from "./shipped-process.ts";
import { waves } from "./waves.ts";

const processes = { classic: shippedProcess("classic"), brief: shippedProcess("brief") };
const all = ["rehearsal/atlas", "rehearsal/briar", "rehearsal/cedar"];

describe("countCalls", () => {
  it.each([
    ["classic", 1, [1, 1, 3, 1, 1], 7],
    ["classic", 2, [2, 4, 14, 1, 1], 22],
    ["classic", 3, [3, 9, 39, 1, 1], 53],
    ["brief", 1, [1, 1, 1, 1, 1], 5],
    ["brief", 2, [2, 4, 2, 1, 1], 10],
    ["brief", 3, [3, 9, 3, 1, 1], 17],
  ] as const)("counts the calls of %s with %i model(s)", (key, count, stages, calls) => {
    const counted = countCalls(processes[key], all.slice(0, count));
    expect(counted.stages.map((stage) => stage.calls)).toEqual(stages);
    expect(counted.calls).toBe(calls);
    expect(countCalls(processes[key], all.slice(0, count), 1)).toEqual(counted);
  });

  // n models with p proposals each need np calls for theses, n²p for reviews and n(n²p + np + 1) for syntheses.
  it.each([
    ["classic", 1, 2, [2, 2, 5, 1, 1], 11],
    ["classic", 1, 3, [3, 3, 7, 1, 1], 15],
    ["classic", 2, 2, [4, 8, 26, 1, 1], 40],
    ["classic", 2, 3, [6, 12, 38, 1, 1], 58],
    ["brief", 1, 2, [2, 2, 1, 1, 1], 7],
    ["brief", 2, 3, [6, 12, 2, 1, 1], 22],
  ] as const)("counts the calls of %s with %i model(s), %i proposals each", (key, count, proposals, stages, calls) => {
    const counted = countCalls(processes[key], all.slice(0, count), proposals);
    expect(counted.stages.map((stage) => stage.calls)).toEqual(stages);
    expect(counted.calls).toBe(calls);
  });
});

describe("a process that grows with every stage", () => {
  /**
   * Every model writes about every document of the previous stage, so with twelve models each stage has twelve times the
   * work of the one before.
   */
  const growing = (stages: number): Process => {
    const [first, second] = processes.classic.stages;
    const step = second?.recipe.steps[0];
    if (!first || !second || !step) throw new Error("The process has no second stage.");
    const further = Array.from({ length: stages }, (_, n) => ({
      ...second,
      key: `stage-${n}`,
      recipe: {
        ...second.recipe,
        steps: [
          {
            ...step,
            outputType: `text_${n}`,
            inputs: step.inputs.map((input) => ({
              ...input,
              ...(n === 0 ? {} : { stage: `stage-${n - 1}`, type: `text_${n - 1}` }),
            })),
          },
        ],
      },
    }));
    return { ...processes.classic, key: "growing", stages: [first, ...further] };
  };
  const many = Array.from({ length: 12 }, (_, n) => `lab/m${n}`);

  it("has its calls counted up to a limit, and is refused beyond it", () => {
    expect(countCalls(growing(3), many).stages.map(({ calls }) => calls)).toEqual([12, 144, 1728, 20_736]);
    expect(() => countCalls(growing(8), many)).toThrow(
      /growing with 12 models is too large to plan: it would make more than 30000 calls/,
    );
    expect(countCalls(processes.classic, many, 4).calls).toBe(8_126);
  });
});

describe("expectedWork", () => {
  it("labels the work in words that people understand", () => {
    const labels = (stage: string) =>
      expectedWork(processes.classic, stage, all.slice(0, 2), "rehearsal/briar").map(({ label }) => label);
    expect(labels("thesis")).toEqual(["atlas's thesis", "briar's thesis"]);
    expect(labels("antithesis")).toContain("briar on atlas's thesis");
    expect(labels("synthesis")).toEqual(
      expect.arrayContaining([
        "atlas on briar's thesis and atlas's antithesis",
        "atlas's reduced synthesis of briar's thesis",
        "briar's final synthesis",
      ]),
    );
    expect(labels("paralysis")).toEqual(["briar's paralysis"]);
  });

  it("distinguishes several proposals of one model, and the work about each of them", () => {
    const work = (stage: string) => expectedWork(processes.classic, stage, all.slice(0, 1), "rehearsal/atlas", 2);
    expect(work("thesis").map(({ key, label }) => [key, label])).toEqual([
      ["propose:rehearsal/atlas", "atlas's thesis, 1 of 2"],
      ["propose:rehearsal/atlas#2", "atlas's thesis, 2 of 2"],
    ]);
    expect(work("antithesis").map(({ label }) => label)).toEqual([
      "atlas on atlas's thesis, 1 of 2",
      "atlas on atlas's thesis, 2 of 2",
    ]);
    const labels = work("synthesis").map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    const [odd] = expectedWork(processes.brief, "thesis", ["own/a#2"], "own/a#2");
    expect(odd?.key).toBe("propose:own/a%232");
  });

  it("marks the steps of a synthesis that are intermediate", () => {
    const work = expectedWork(processes.classic, "synthesis", all.slice(0, 2), "rehearsal/atlas").filter(
      ({ model }) => model === "rehearsal/briar",
    );
    const steps = (intermediate: boolean) =>
      work.filter((one) => one.intermediate === intermediate).map(({ stepKey }) => stepKey);
    expect(steps(true)).toEqual(["pairwise", "pairwise", "pairwise", "pairwise", "reduce", "reduce"]);
    expect(steps(false)).toEqual(["final"]);
  });

  it("distinguishes models that have the same name", () => {
    const labels = expectedWork(processes.brief, "thesis", ["one/gpt-5", "two/gpt-5"], "one/gpt-5").map(
      ({ label }) => label,
    );
    expect(labels).toEqual(["one/gpt-5's thesis", "two/gpt-5's thesis"]);
  });

  it("returns no work for an unknown stage", () => {
    expect(expectedWork(processes.brief, "epilogue", all, "rehearsal/atlas")).toEqual([]);
  });

  const anyModels = fc.uniqueArray(fc.oneof(fc.constantFrom(...all), fc.string({ minLength: 1 })), {
    minLength: 1,
    maxLength: 4,
  });

  it("gives every work order of a stage a unique key, for any names of models", () => {
    fc.assert(
      fc.property(anyModels, fc.constantFrom(...Object.values(processes)), (models, process) => {
        for (const { key } of process.stages) {
          const keys = expectedWork(process, key, models, models[0] ?? "").map((work) => work.key);
          expect(new Set(keys).size).toBe(keys.length);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("equals the work of a real run, regardless of the order in which the work completes", () => {
    fc.assert(
      fc.property(
        anyModels,
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom(...Object.values(processes)),
        fc.infiniteStream(fc.nat()),
        (models, proposals, process, chance) => {
          const lead = models.at(-1) ?? "";
          const written: SourceDocument[] = [];
          for (const stage of process.stages) {
            const before = written.length;
            const plans = (stage.convergence === "single" ? [lead] : models).map((model) => ({ model, wave: 0 }));
            const steps = waves(stage.recipe);
            while (plans.length > 0) {
              const [next] = plans.splice((chance.next().value ?? 0) % plans.length, 1);
              if (!next) break;
              for (const step of steps[next.wave] ?? []) {
                const { orders } = planStep({
                  process,
                  stage,
                  step,
                  model: next.model,
                  models,
                  leadModel: lead,
                  proposals,
                  sources: written.toReversed(),
                });
                for (const order of orders) {
                  const id = newId<ContributionId>();
                  const lineageId = order.sourceIds.length === 0 ? id : order.lineageId;
                  written.push({
                    id,
                    type: order.outputType,
                    stage: stage.key,
                    model: order.model,
                    lineageId,
                    workKey: order.workKey,
                    proposal: order.proposal,
                  });
                }
              }
              if (next.wave + 1 < steps.length) plans.push({ ...next, wave: next.wave + 1 });
            }
            const expected = expectedWork(process, stage.key, models, lead, proposals).map((work) => work.key);
            expect(
              written
                .slice(before)
                .map((one) => one.workKey)
                .toSorted(),
            ).toEqual(expected.toSorted());
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});
