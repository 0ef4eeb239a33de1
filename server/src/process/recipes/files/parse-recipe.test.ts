import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { parseRecipe } from "./parse-recipe.ts";

const prompts = new Map([
  ["role", "You are a planner."],
  ["write", "Write about {{documents}}."],
  ["typo", "Write about {{document}}."],
]);

const valid = `
key: merge
instructions: [role]
steps:
  - { key: one, name: One, prompt: write, strategy: all_to_one, inputs: [{ type: thesis, stage: thesis }], output: draft, intermediate: true, artifacts: [{ title: Draft, words: 100 }] }
  - { key: two, name: Two, prompt: write, strategy: per_source_group, inputs: [{ type: draft }], output: final, artifacts: [{ title: Final, words: 100 }] }
`;

const parseText = (text: string) => parseRecipe({ name: "recipes/merge.yaml", text, prompts });

/** Returns the valid recipe with one value changed. */
function changed(path: (string | number)[], value: unknown): string {
  const recipe: unknown = parse(valid);
  let at: unknown = recipe;
  for (const part of path.slice(0, -1)) at = Reflect.get(Object(at), part);
  Reflect.set(Object(at), path.at(-1) ?? "", value);
  return stringify(recipe);
}

describe("parseRecipe", () => {
  it("fills in defaults", () => {
    const { recipe, warnings } = parseText(valid);
    expect(warnings).toEqual([]);
    expect(recipe.steps[0]).toMatchObject({
      on_child_failure: "fail",
      oversize: "compress",
      inputs: [{ required: true, relevance: 1 }],
    });
    expect(recipe.steps[1]).toMatchObject({ intermediate: false, artifacts: [{ about: "", required: true }] });
  });

  it("reads a quorum written as a text or as an object", () => {
    for (const spelling of ["quorum(2)", { quorum: 2 }]) {
      const { recipe } = parseText(changed(["steps", 0, "on_child_failure"], spelling));
      expect(recipe.steps[0]?.on_child_failure).toEqual({ quorum: 2 });
    }
  });

  it.each<[string, (string | number)[], unknown]>([
    ["key", ["key"], "Merge It"],
    ["instructions[0]", ["instructions"], ["rol"]],
    ["instructions", ["instructions"], []],
    ["steps", ["steps"], []],
    ["steps[1].key", ["steps", 1, "key"], "one"],
    ["steps[1].after[0]", ["steps", 1, "after"], ["three"]],
    ["steps[0].after", ["steps", 0, "after"], ["two"]],
    ["steps[0].after", ["steps", 0, "after"], ["one"]],
    ["steps[0].prompt", ["steps", 0, "prompt"], "wrte"],
    ["steps[1].inputs[0].type", ["steps", 1, "inputs", 0, "type"], 7],
    ["steps[1].inputs[0].type", ["steps", 1, "inputs", 0, "type"], "final"],
    ["steps[1].inputs[0].type", ["steps", 1, "after"], []],
    ["steps[1].inputs[1].type", ["steps", 1, "inputs"], [{ type: "draft" }, { type: "draft" }]],
    ["steps[0].inputs[0].relevance", ["steps", 0, "inputs", 0, "relevance"], 1.5],
    ["steps[0].inputs[0]", ["steps", 0, "inputs", 0, "relevanse"], 1],
    ["steps[0].inputs", ["steps", 0, "strategy"], "pairwise_by_origin"],
    ["steps[1].inputs", ["steps", 1, "inputs"], []],
    ["steps[0].strategy", ["steps", 0, "strategy"], 5],
    ["steps[0].artifacts", ["steps", 0, "artifacts"], []],
    ["steps[0].artifacts[0].words", ["steps", 0, "artifacts", 0, "words"], 0],
    ["steps[0].artifacts[0].title", ["steps", 0, "artifacts", 0, "title"], "Draft (at most 3 words)"],
    ["steps[0].artifacts[0].about", ["steps", 0, "artifacts", 0, "about"], "two\nlines"],
    [
      "steps[0].artifacts[1].title",
      ["steps", 0, "artifacts"],
      [
        { title: "Risk register", words: 99 },
        { title: "Risk Register", words: 99 },
      ],
    ],
    ["steps[0].on_child_failure", ["steps", 0, "on_child_failure"], "ignore"],
    ["steps[0].on_child_failure", ["steps", 0, "on_child_failure"], "quorum(0)"],
    ["steps[0].oversize", ["steps", 0, "oversize"], "cut"],
  ])("refuses an invalid value, naming its place: %s", (place, path, value) => {
    expect(() => parseText(changed(path, value))).toThrow(
      expect.objectContaining({
        code: "invalid_recipe",
        message: expect.stringMatching(new RegExp(`^recipes/merge\\.yaml: ${RegExp.escape(place)}: .+`)),
        details: { file: "recipes/merge.yaml", path: place },
      }),
    );
  });

  it("refuses an unknown placeholder, naming it and its prompt", () => {
    expect(() => parseText(changed(["steps", 0, "prompt"], "typo"))).toThrow(/^prompts\/typo: .*\{\{document\}\}/);
  });

  it("refuses placeholders in instructions, which must have the same bytes for every call", () => {
    expect(() => parseText(changed(["instructions"], ["write"]))).toThrow(/^prompts\/write: .*\{\{documents\}\}/);
  });

  it.each(["key: [", "- just\n- a list", "", "42", "key: *missing"])("refuses %j as an invalid recipe", (text) => {
    expect(() => parseText(text)).toThrow(expect.objectContaining({ code: "invalid_recipe" }));
  });

  it.each(["magic", "", "Per_Model", "PER_MODEL", " per_model", "__proto__", "constructor", "toString", null])(
    "uses per_source_document instead of the strategy %j, with a warning",
    (name) => {
      const { warnings } = parseText(changed(["steps", 0, "strategy"], name));
      expect(warnings).toEqual([expect.stringMatching(/^recipes\/merge\.yaml: Step "one": .*per_source_document/)]);
    },
  );
});
