import { describe, expect, it } from "vitest";
import { planStep } from "./plan-step.ts";
import { type Stage, strategies } from "./process.ts";
import { answer, answers, input, models, plan, process, recipe, stepOf, theses, thesis } from "./sample-plans.ts";

describe("planStep", () => {
  it("per_model: plans one work order for the planning model, without sources", () => {
    const { orders } = plan(stepOf("per_model", []), theses);
    expect(orders).toEqual([
      expect.objectContaining({
        model: "m/one",
        sourceIds: [],
        inputs: [],
        lineageId: null,
        workKey: "step:m/one",
        label: "one's result",
      }),
    ]);
  });

  it("per_source_document: plans one work order per document, in the order of the session's models", () => {
    const { orders } = plan(stepOf("per_source_document", [input("thesis")]), theses.toReversed());
    expect(orders.map((order) => order.sourceIds)).toEqual(theses.map(({ id }) => [id]));
    expect(orders.map((order) => order.lineageId)).toEqual(theses.map(({ id }) => id));
    expect(orders[1]).toMatchObject({
      workKey: "step:m/one(propose:m/two)",
      label: "one on two's thesis",
      inputs: [{ type: "thesis", ids: [theses[1]?.id] }],
    });
  });

  it("per_source_document: gives every work order the other inputs as well", () => {
    const { orders } = plan(stepOf("per_source_document", [input("thesis"), input("antithesis")]), [
      ...theses,
      ...answers,
    ]);
    expect(orders).toHaveLength(3);
    for (const order of orders) expect(order.inputs[1]?.ids).toHaveLength(9);
  });

  it("pairwise_by_origin: pairs each thesis with each of its own critiques", () => {
    const { orders, warnings } = plan(stepOf("pairwise_by_origin", [input("thesis"), input("antithesis")]), [
      ...answers,
      ...theses,
    ]);
    expect(warnings).toEqual([]);
    const pairs = orders.map((order) => order.inputs.map(({ ids }) => ids[0]));
    expect(pairs.toSorted()).toEqual(answers.map((one) => [one.lineageId, one.id]).toSorted());
  });

  it("per_source_group: plans one work order per origin, with all its descendants", () => {
    const { orders } = plan(stepOf("per_source_group", [input("antithesis")]), answers);
    expect(orders.map((order) => order.lineageId).toSorted()).toEqual(theses.map(({ id }) => id).toSorted());
    for (const order of orders) expect(order.sourceIds).toHaveLength(3);
  });

  it("all_to_one: plans one work order with all documents, and gives it a lineage only if all documents have the same one", () => {
    const step = stepOf("all_to_one", [input("thesis"), input("antithesis")]);
    const [everything] = plan(step, [...answers, ...theses]).orders;
    expect(everything?.inputs[0]?.ids).toEqual(theses.map(({ id }) => id));
    expect(everything?.sourceIds).toHaveLength(12);
    expect(everything?.lineageId).toBeNull();
    const one = thesis("m/one");
    const [single] = plan(step, [one, answer("m/two", one)]).orders;
    expect(single?.lineageId).toBe(one.id);
  });

  it("plans a work order for the lead model in a converging stage", () => {
    const step = stepOf("per_model", []);
    const stage: Stage = { key: "plan", name: "Plan", about: "", convergence: "single", recipe: recipe(step) };
    const { orders } = planStep({
      process,
      stage,
      step,
      model: "m/one",
      models,
      leadModel: "m/two",
      proposals: 1,
      sources: [],
    });
    expect(orders.map((order) => order.model)).toEqual(["m/two"]);
  });

  it("limits an input marked as `own` to documents of the writing model", () => {
    const { orders } = plan(stepOf("all_to_one", [input("antithesis", { own: true })]), answers, { model: "m/three" });
    expect(orders[0]?.sourceIds.toSorted()).toEqual(
      answers
        .filter((one) => one.model === "m/three")
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it("ignores documents of other types or other stages", () => {
    const strangers = [thesis("m/one", { stage: "elsewhere" }), thesis("m/one", { type: "note" })];
    const { orders } = plan(stepOf("all_to_one", [input("thesis")]), [...theses, ...strangers]);
    expect(orders[0]?.sourceIds).toHaveLength(3);
  });

  it("skips documents without a lineage, with a warning that names them, if the strategy needs lineages", () => {
    const lost = answer("m/one", thesis("m/one"), { lineageId: null, workKey: "lost" });
    const { orders, warnings } = plan(stepOf("per_source_group", [input("antithesis")]), [...answers, lost]);
    expect(orders.flatMap((order) => order.sourceIds)).not.toContain(lost.id);
    expect(warnings).toEqual([expect.stringMatching(/"step" skips 1 document.*lost/)]);
  });

  it("skips critiques whose thesis is missing, with a warning that names the critiques", () => {
    const [first, ...rest] = theses;
    const { orders, warnings } = plan(stepOf("pairwise_by_origin", [input("thesis"), input("antithesis")]), [
      ...rest,
      ...answers,
    ]);
    expect(orders).toHaveLength(6);
    expect(warnings).toEqual([expect.stringContaining(`(${first?.workKey})`)]);
  });

  it("all_to_one: plans no call if there is no document, and warns about it", () => {
    const step = stepOf("all_to_one", [{ ...input("antithesis"), required: false }]);
    expect(plan(step, [])).toEqual({
      orders: [],
      warnings: [expect.stringMatching(/has nothing to do: there is no antithesis/)],
    });
    expect(plan(stepOf("all_to_one", []), []).orders).toHaveLength(1);
  });

  it("per_source_group: throws if a required input is missing from a group", () => {
    const step = stepOf("per_source_group", [input("thesis"), input("antithesis")]);
    const [first] = theses;
    const ofFirst = answers.filter(({ lineageId }) => lineageId === first?.id);
    expect(() => plan(step, [...theses, ...ofFirst])).toThrow(
      expect.objectContaining({ code: "missing_input", message: expect.stringMatching(/the group of .* has none/) }),
    );
  });

  it("leaves out a critic's own proposal if the recipe says so", () => {
    const step = stepOf("per_source_document", [{ ...input("thesis"), others: true }]);
    const own = theses[0]?.model;
    const { orders } = plan(step, theses);
    expect(orders).toHaveLength(theses.length - 1);
    expect(orders.some(({ sourceIds }) => theses.some((one) => one.model === own && sourceIds.includes(one.id)))).toBe(
      false,
    );
  });

  it("asks for another model if the recipe leaves out a critic's own proposal and all proposals are its own", () => {
    const step = stepOf("per_source_document", [{ ...input("thesis"), others: true }]);
    const own = theses.filter(({ model }) => model === theses[0]?.model);
    const message = expect.stringMatching(
      /all of them are by .*\. Add another model to the session, or remove "others: true"/,
    );
    expect(() => plan(step, own)).toThrow(expect.objectContaining({ code: "missing_input", message }));
    const none = expect.stringMatching(/there is none that it can use\. Generate what is missing first/);
    expect(() => plan(step, [])).toThrow(expect.objectContaining({ code: "missing_input", message: none }));
  });

  it.each(strategies)("%s: throws if a required input is missing", (strategy) => {
    const step = stepOf(strategy, [input("thesis"), input("antithesis")]);
    expect(() => plan(step, theses)).toThrow(
      expect.objectContaining({ code: "missing_input", message: expect.stringMatching(/antithesis.*Antithesis/) }),
    );
  });

  it.each(["pairwise_by_origin", "per_source_group"] as const)(
    "%s: throws if no document of a required input has a lineage",
    (strategy) => {
      const lost = answers.map((one) => ({ ...one, lineageId: null }));
      const step = stepOf(strategy, [input("thesis"), input("antithesis")]);
      expect(() => plan(step, [...theses, ...lost])).toThrow(expect.objectContaining({ code: "missing_input" }));
    },
  );

  it("pairwise_by_origin: throws if a thesis lacks a required critique, but not if it lacks an optional one", () => {
    const some = answers.filter((one) => one.lineageId !== theses[0]?.id);
    const pairs = (required: boolean) =>
      plan(stepOf("pairwise_by_origin", [input("thesis"), input("antithesis", { required })]), [...theses, ...some]);
    expect(() => pairs(true)).toThrow(expect.objectContaining({ code: "missing_input" }));
    expect(
      pairs(false)
        .orders.map((order) => order.sourceIds.length)
        .toSorted(),
    ).toEqual([1, 2, 2, 2, 2, 2, 2]);
  });

  it.each(["", "Per_Model", "__proto__", "constructor", "hasOwnProperty"])(
    "warns at run time about the unknown strategy %j, and uses per_source_document",
    (name) => {
      const step = stepOf("per_source_document", [input("thesis")], { strategyAsWritten: name });
      const { orders, warnings } = plan(step, theses);
      expect(orders).toHaveLength(3);
      expect(warnings).toEqual([expect.stringContaining(`"${name}"`)]);
    },
  );

  it("still plans a call for a step that has no inputs and an unknown strategy", () => {
    const { orders } = plan(stepOf("per_source_document", [], { strategyAsWritten: "Per_Model" }), []);
    expect(orders.map((order) => order.workKey)).toEqual(["step:m/one"]);
  });

  it("warns if a step has nothing to do", () => {
    const step = stepOf("per_source_document", [input("thesis", { required: false }), input("antithesis")]);
    expect(plan(step, answers)).toEqual({ orders: [], warnings: [expect.stringContaining("nothing to do")] });
  });
});
