import type { ModelInfo, ProcessInfo } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { recallChoice, toggleModel } from "./run-choice.ts";

const model = (id: string, free: boolean): ModelInfo => ({
  id,
  provider: "p",
  name: id,
  about: "",
  contextWindow: 1,
  maxOutputTokens: 1,
  free,
  prices: null,
  noted: null,
  source: "shipped",
  ready: true,
  why: null,
  needsKey: false,
  remedies: [],
});
const models = [model("paid", false), model("a", true), model("b", true), model("c", true)];
const processes: ProcessInfo[] = ["brief", "classic"].map((key) => ({
  key,
  version: 1,
  name: key,
  about: "",
  stages: [],
  own: false,
}));

describe("recallChoice", () => {
  it("chooses two free models, the classic process and auto mode if nothing is stored", () => {
    expect(recallChoice("", models, processes)).toEqual({ process: "classic", models: ["a", "b"], auto: true });
  });

  it("restores the stored choice, with the models in the catalogue's order", () => {
    const stored = JSON.stringify({
      process: "brief",
      models: ["c", "a"],
      auto: false,
      continuations: 0,
      proposals: 2,
    });
    const chosen = { process: "brief", models: ["a", "c"], auto: false, continuations: 0, proposals: 2 };
    expect(recallChoice(stored, models, processes)).toEqual(chosen);
  });

  it.each([
    "not json",
    "null",
    "[]",
    '{"models":"a","process":7,"continuations":101,"proposals":0}',
    '{"models":["gone"],"process":"gone"}',
  ])("returns the default choice if %s was stored", (stored) => {
    expect(recallChoice(stored, models, processes)).toEqual({ process: "classic", models: ["a", "b"], auto: true });
  });
});

describe("toggleModel", () => {
  const choice = { process: "classic", models: ["b"], auto: true };
  it("adds a model in the catalogue's order, or removes it", () => {
    expect(toggleModel(choice, "a", models).models).toEqual(["a", "b"]);
    expect(toggleModel(choice, "b", models).models).toEqual([]);
  });
});
