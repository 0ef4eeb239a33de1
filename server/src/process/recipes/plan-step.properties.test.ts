import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Strategy, strategies } from "./process.ts";
import { answer, input, models, plan, stepOf, thesis } from "./sample-plans.ts";

describe("every strategy, over any set of documents", () => {
  const anyTheses = fc
    .uniqueArray(fc.constantFrom(...models, "m/gone"), { minLength: 1 })
    .map((names) => names.map((name) => thesis(name)));
  const anySources = anyTheses.chain((origins) =>
    fc
      .tuple(
        fc.array(fc.tuple(fc.constantFrom(...origins), fc.constantFrom(...models), fc.boolean()), {
          minLength: 1,
          maxLength: 12,
        }),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      )
      .map(([pairs, chance]) => {
        const replies = pairs.map(([origin, model, isLost], index) =>
          answer(model, origin, { workKey: `reply-${index}`, lineageId: isLost ? null : origin.id }),
        );
        const documents = [...origins, ...replies];
        return {
          documents,
          shuffled: documents
            .map((one) => [chance.next().value ?? 0, one] as const)
            .sort(([a], [b]) => a - b)
            .map(([, one]) => one),
        };
      }),
  );
  const stepFor = (strategy: Strategy) => stepOf(strategy, [input("thesis"), input("antithesis", { required: false })]);

  it.each(strategies)(
    "gives the same plan for any order of documents, drops no document without a warning, and repeats no work: %s",
    (strategy) => {
      fc.assert(
        fc.property(anySources, ({ documents, shuffled }) => {
          const made = plan(stepFor(strategy), documents);
          expect(plan(stepFor(strategy), [...shuffled, ...documents])).toEqual(made);
          const used = new Set(made.orders.flatMap((order) => order.sourceIds));
          const unsaid = documents.filter(
            (one) => !used.has(one.id) && !made.warnings.some((warning) => warning.includes(one.workKey)),
          );
          expect(unsaid).toEqual([]);
          const keys = made.orders.map((order) => order.workKey);
          expect(new Set(keys).size).toBe(keys.length);
          expect(new Set(made.orders.map((order) => order.sourceIds.join())).size).toBe(keys.length);
          for (const order of made.orders) {
            expect(order.inputs.flatMap(({ ids }) => ids).toSorted()).toEqual(order.sourceIds);
            expect(new Set(order.sourceIds).size).toBe(order.sourceIds.length);
          }
        }),
        { numRuns: 60 },
      );
    },
  );

  it.each(strategies)("plans exactly the missing work if part of the work is done: %s", (strategy) => {
    fc.assert(
      fc.property(anySources, fc.infiniteStream(fc.boolean()), ({ documents }, coin) => {
        const { orders } = plan(stepFor(strategy), documents);
        const done = orders.filter(() => coin.next().value ?? false).map((order) => order.workKey);
        const rest = plan(stepFor(strategy), documents, { done }).orders;
        expect([...done, ...rest.map((order) => order.workKey)].toSorted()).toEqual(
          orders.map((order) => order.workKey).toSorted(),
        );
      }),
      { numRuns: 60 },
    );
  });
});
