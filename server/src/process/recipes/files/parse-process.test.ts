import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { parseProcess } from "./parse-process.ts";
import { parseRecipe } from "./parse-recipe.ts";

const prompts = new Map([
  ["role", "You plan."],
  ["write", "Write."],
]);

function recipe(key: string, output: string, inputs: object[] = []) {
  const steps = [
    {
      key: "write",
      name: "Write",
      prompt: "write",
      strategy: "all_to_one",
      inputs,
      output,
      artifacts: [{ title: "Text", words: 100 }],
    },
  ];
  return parseRecipe({ name: `recipes/${key}.yaml`, text: stringify({ key, instructions: ["role"], steps }), prompts })
    .recipe;
}

const recipes = new Map(
  [
    recipe("start", "thesis"),
    recipe("next", "antithesis", [{ type: "thesis", stage: "first" }]),
    recipe("wrong-type", "antithesis", [{ type: "synthesis", stage: "first" }]),
    recipe("from-later", "antithesis", [{ type: "antithesis", stage: "third" }]),
    recipe("from-nowhere", "antithesis", [{ type: "thesis", stage: "zeroth" }]),
    recipe("from-itself", "antithesis", [{ type: "antithesis", stage: "second" }]),
  ].map((one) => [one.key, one]),
);

const stage = (key: string, recipeKey: string) => ({
  key,
  name: key,
  about: key,
  convergence: "per_model",
  recipe: recipeKey,
});
const stages = [stage("first", "start"), stage("second", "next"), stage("third", "next")];
const transitions: object[] = [{ to: "first" }, { from: "first", to: "second" }, { from: "second", to: "third" }];
const valid = { key: "own", name: "Own", about: "A process.", stages, transitions };

const parseFile = (file: object) => parseProcess({ name: "processes/own.yaml", text: stringify(file), recipes });

describe("parseProcess", () => {
  it("accepts a process whose steps find their inputs", () => {
    expect(parseFile(valid).stages.map(({ key }) => key)).toEqual(["first", "second", "third"]);
  });

  it("accepts a fork that joins again", () => {
    const fork = [
      { to: "first" },
      { from: "first", to: "second" },
      { from: "first", to: "third" },
      { from: "second", to: "third" },
    ];
    expect(() => parseFile({ ...valid, transitions: fork })).not.toThrow();
  });

  const withSecond = (recipeKey: string) => ({ stages: [stages[0], stage("second", recipeKey), stages[2]] });
  it.each<[string, string, object]>([
    ["no start", "transitions", { transitions: transitions.slice(1) }],
    ["no transitions", "transitions", { transitions: [] }],
    ["two starts", "transitions", { transitions: [...transitions, { to: "second" }] }],
    ["an unreachable stage", "transitions", { transitions: transitions.slice(0, 2) }],
    ["a cycle", "transitions", { transitions: [...transitions, { from: "third", to: "second" }] }],
    ["a cycle through the start", "transitions", { transitions: [...transitions, { from: "third", to: "first" }] }],
    [
      "a transition to nowhere",
      "transitions[3].to",
      { transitions: [...transitions, { from: "third", to: "fourth" }] },
    ],
    [
      "a transition from nowhere",
      "transitions[3].from",
      { transitions: [...transitions, { from: "zeroth", to: "third" }] },
    ],
    ["a repeated transition", "transitions[3]", { transitions: [...transitions, { from: "first", to: "second" }] }],
    ["a repeated stage", "stages[3].key", { stages: [...stages, stages[0]] }],
    ["an unknown recipe", "stages[1].recipe", withSecond("nexst")],
    ["no stages", "stages", { stages: [] }],
    ["an input of an unknown type", "stages[1].recipe", withSecond("wrong-type")],
    ["an input from a later stage", "stages[1].recipe", withSecond("from-later")],
    ["an input from an unknown stage", "stages[1].recipe", withSecond("from-nowhere")],
    ["an input from the stage itself by name", "stages[1].recipe", withSecond("from-itself")],
    [
      "an unknown convergence",
      "stages[0].convergence",
      { stages: [{ ...stages[0], convergence: "all" }, stages[1], stages[2]] },
    ],
    ["a further iteration from an unknown stage", "iterate_from", { iterate_from: "fourth" }],
  ])("refuses %s", (_, place, change) => {
    expect(() => parseFile({ ...valid, ...change })).toThrow(
      expect.objectContaining({ code: "invalid_recipe", details: { file: "processes/own.yaml", path: place } }),
    );
  });

  it("names the place in the recipe if a recipe does not fit the process", () => {
    expect(() => parseFile({ ...valid, ...withSecond("wrong-type") })).toThrow(
      /^processes\/own\.yaml: stages\[1\]\.recipe: wrong-type: steps\[0\]\.inputs\[0\]\.type: .*"synthesis"/,
    );
  });

  it("refuses a step that reads other models' documents from its own stage", () => {
    const steps = [
      {
        key: "a",
        name: "A",
        prompt: "write",
        strategy: "per_model",
        output: "draft",
        artifacts: [{ title: "T", words: 100 }],
      },
      {
        key: "b",
        name: "B",
        prompt: "write",
        strategy: "all_to_one",
        inputs: [{ type: "draft", own: false }],
        output: "thesis",
        artifacts: [{ title: "T", words: 100 }],
      },
    ];
    const text = stringify({ key: "start", instructions: ["role"], steps });
    const { recipe: greedy } = parseRecipe({ name: "recipes/start.yaml", text, prompts });
    const all = new Map([...recipes, ["start", greedy]]);
    const parse = (file: object) => parseProcess({ name: "processes/own.yaml", text: stringify(file), recipes: all });
    expect(() => parse(valid)).toThrow(/steps\[1\]\.inputs\[0\]\.own/);
    const [first, ...rest] = stages;
    expect(() => parse({ ...valid, stages: [{ ...first, convergence: "single" }, ...rest] })).not.toThrow();
  });
});
