import { ModelInfo } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { AppError } from "#platform";
import { listModels, requireModel } from "./catalogue.ts";

describe("the catalogue", () => {
  it("lists models of the contract's shape, the rehearsal models free of charge", () => {
    for (const model of listModels()) expect(ModelInfo.parse(model)).toEqual(model);
    expect(listModels().map((model) => model.id)).toEqual(["rehearsal/atlas", "rehearsal/briar", "rehearsal/cedar"]);
    expect(listModels().every((model) => model.free && model.maxOutputTokens < model.contextWindow)).toBe(true);
  });

  it("cannot be changed by whoever reads it", () => {
    const [first] = listModels();
    if (first) first.free = false;
    expect(requireModel("rehearsal/atlas").free).toBe(true);
  });

  it.each([
    ["rehearsal/atlsa", "rehearsal/atlas"],
    ["Cedar", "rehearsal/cedar"],
    ["briar-2", "rehearsal/briar"],
    ["rehearsal:cedar", "rehearsal/cedar"],
    ["", "rehearsal/atlas"],
    ["__proto__", "rehearsal/atlas"],
  ])("refuses %j, names it and the nearest one, and says how to list them", (id, nearest) => {
    const refuse = () => requireModel(id);
    expect(refuse).toThrow(AppError);
    expect(refuse).toThrow(expect.objectContaining({ code: "unknown_model", retry: false }));
    expect(refuse).toThrow(`“${id}”`);
    expect(refuse).toThrow(nearest);
    expect(refuse).toThrow("dialectic models");
  });
});
