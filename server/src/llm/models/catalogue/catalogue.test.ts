import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ModelInfo } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { AppError } from "#platform";
import { providerOf, termsOf } from "../index.ts";
import { settingsOf } from "../providers/settings.fixture.ts";
import { askById } from "../request/ask-by-id.fixture.ts";
import { listModels, requireModel } from "./catalogue.ts";

describe("the catalogue", () => {
  it("lists models in the format of the contract; the rehearsal models come first and are free and ready", () => {
    const models = listModels(settingsOf({}));
    for (const model of models) expect(ModelInfo.parse(model)).toEqual(model);
    const rehearsal = models.slice(0, 3);
    expect(rehearsal.map((model) => model.id)).toEqual(["rehearsal/atlas", "rehearsal/briar", "rehearsal/cedar"]);
    expect(rehearsal.every((model) => model.free && model.ready && model.why === null)).toBe(true);
    expect(models.every((model) => model.maxOutputTokens < model.contextWindow)).toBe(true);
  });

  it("is not affected if a caller modifies an entry of the returned list", () => {
    const [first] = listModels(settingsOf({}));
    if (first) first.free = false;
    expect(requireModel("rehearsal/atlas", settingsOf({})).free).toBe(true);
  });

  it.each([
    ["rehearsal/atlsa", "rehearsal/atlas"],
    ["Cedar", "rehearsal/cedar"],
    ["briar-2", "rehearsal/briar"],
    ["rehearsal:cedar", "rehearsal/cedar"],
  ])("refuses %j, suggests the nearest id, and says how to list models", (id, meant) => {
    const refuse = () => requireModel(id, settingsOf({}));
    expect(refuse).toThrow(AppError);
    expect(refuse).toThrow(
      expect.objectContaining({ code: "unknown_model", retry: false, remedies: [{ do: "see-models" }] }),
    );
    expect(refuse).toThrow(`"${id}": did you mean ${meant}?`);
  });

  it.each(["", "llama", "__proto__", "rehearsal"])(
    "refuses %j and lists the usable models if none is similar",
    (id) => {
      expect(() => requireModel(id, settingsOf({}))).toThrow(
        `"${id}": there are rehearsal/atlas, rehearsal/briar, rehearsal/cedar, rehearsal/drift.`,
      );
    },
  );
});

describe("a model that cannot be used now", () => {
  const paid = (settings: ReturnType<typeof settingsOf>) => () => requireModel("openai/gpt-5", settings);

  it("names the variable to set for its key, both in the list and in the error of a call", () => {
    const models = [{ id: "openai/own", contextWindow: 1000, maxOutputTokens: 100, free: true }];
    const settings = settingsOf({ env: { OPENAI_API_KEY: " " }, models });
    const [listed] = listModels(settings).filter((model) => model.id === "openai/own");
    expect(listed).toMatchObject({
      ready: false,
      why: "Set OPENAI_API_KEY, or store a key for openai, to use openai/own.",
      needsKey: true,
    });
    expect(() => requireModel("openai/own", settings)).toThrow(
      expect.objectContaining({
        code: "model_not_ready",
        message: listed?.why,
        remedies: [{ do: "store-key", provider: "openai" }],
      }),
    );
  });

  it("is ready as soon as it has a key, even if it is paid: the wallet pays for every call", () => {
    expect(paid(settingsOf({}))).toThrow("Set OPENAI_API_KEY");
    expect(paid(settingsOf({ env: { OPENAI_API_KEY: "a-key-of-mine" } }))()).toMatchObject({
      free: false,
      ready: true,
    });
  });

  it.each(["sk-with\nnewline-0123456", "sk-ключ-0123456789"])("is refused if its key cannot be sent: %j", (key) => {
    const refuse = paid(settingsOf({ env: { OPENAI_API_KEY: key } }));
    expect(refuse).toThrow(expect.objectContaining({ code: "model_not_ready", retry: false }));
    expect(refuse).toThrow("The key in OPENAI_API_KEY cannot be used");
    expect(refuse).not.toThrow(key);
  });

  it("is refused if it has no price", () => {
    const models = [{ id: "openai/own", contextWindow: 1000, maxOutputTokens: 100 }];
    const settings = settingsOf({ env: { OPENAI_API_KEY: "a-key-of-mine" }, models });
    expect(listModels(settings).at(-1)).toMatchObject({ id: "openai/own", ready: false, needsKey: false });
    expect(() => requireModel("openai/own", settings)).toThrow(expect.objectContaining({ code: "unknown_price" }));
  });

  it("is refused if its provider is unknown", () => {
    const settings = settingsOf({ models: [{ id: "lab/x", contextWindow: 9, maxOutputTokens: 3, free: true }] });
    expect(() => requireModel("lab/x", settings)).toThrow("add it to providers.json");
  });
});

describe("a user's own models and providers", () => {
  const prices = { input: 1, cachedInput: 1, cacheWrite: 1, output: 1, reasoning: 1 };
  const own = { id: "openai/own", contextWindow: 1000, maxOutputTokens: 100 };

  it("extend the catalogue, or replace shipped models", () => {
    const settings = settingsOf({
      models: [
        { ...own, free: true },
        { ...own, id: "openai/gpt-5", prices },
      ],
    });
    const ids = listModels(settings).map((model) => model.id);
    expect(ids.at(-1)).toBe("openai/own");
    expect(ids.filter((id) => id === "openai/gpt-5")).toHaveLength(1);
    expect(listModels(settings).find((model) => model.id === "openai/gpt-5")).toMatchObject({ contextWindow: 1000 });
  });

  it("are refused if a model is listed twice", () => {
    const settings = settingsOf({
      models: [
        { ...own, prices },
        { ...own, free: true },
      ],
    });
    expect(() => listModels(settings)).toThrow("models.json: models[1].id is invalid: is listed twice");
  });

  it("cost their listed price, even at a free provider", () => {
    const models = [
      { ...own, id: "ollama/cloud", prices },
      { ...own, id: "ollama/mine" },
    ];
    const listed = listModels(settingsOf({ models })).filter(({ provider }) => provider === "ollama");
    expect(listed.map(({ id, free }) => [id, free])).toEqual([
      ["ollama/cloud", false],
      ["ollama/mine", true],
    ]);
  });

  it("are read from a file that begins with a byte order mark", () => {
    const settings = settingsOf({});
    const text = JSON.stringify({ models: [{ ...own, free: true }] });
    writeFileSync(join(settings.dataDir ?? "", "models.json"), `\ufeff${text}`);
    expect(listModels(settings).at(-1)?.id).toBe("openai/own");
  });

  it.each([
    ["a typing mistake in a price", { prices: { ...prices, ouput: 3 } }, "unknown_price", "models[0].prices"],
    ["a missing price", { prices: { ...prices, output: undefined } }, "unknown_price", "models[0].prices.output"],
    ["a negative price", { prices: { ...prices, input: -1 } }, "unknown_price", "models[0].prices.input"],
    ["a price of 0", { prices: { ...prices, input: 0 } }, "unknown_price", "models[0].prices.input"],
    ["a fractional price", { prices: { ...prices, input: 0.5 } }, "unknown_price", "models[0].prices.input"],
    ["a currency", { prices: { ...prices, currency: "EUR" } }, "unknown_price", "models[0].prices"],
    [
      "a price above a dollar per token",
      { prices: { ...prices, input: 2e12 } },
      "unknown_price",
      "models[0].prices.input",
    ],
    ["both a price and free", { prices, free: true }, "unknown_price", "models[0].prices"],
    ["an impossible window", { contextWindow: 2e9 }, "invalid_input", "models[0].contextWindow"],
    ["an output cap above the window", { maxOutputTokens: 5000 }, "invalid_input", "models[0].maxOutputTokens"],
    ["an id without a provider", { id: "own" }, "invalid_input", "models[0].id"],
  ])("with %s are refused; the error names the file and the place", (_, wrong, code, place) => {
    const settings = settingsOf({ models: [{ ...own, ...wrong }] });
    const list = () => listModels(settings);
    expect(list).toThrow(expect.objectContaining({ code, retry: false }));
    expect(list).toThrow(`models.json: ${place} is invalid`);
    expect(requireModel("rehearsal/atlas", settings).ready).toBe(true);
  });

  it("can reduce the limits of a rehearsal model, in lists and in calls", async () => {
    const small = { id: "rehearsal/atlas", contextWindow: 9000, maxOutputTokens: 300 };
    const settings = settingsOf({ models: [small] });
    const shipped = requireModel(small.id, settingsOf({}));
    expect(requireModel(small.id, settings)).toEqual({ ...shipped, ...small, source: "file", noted: null });
    expect(listModels(settings)).toContainEqual(requireModel(small.id, settings));
    const terms = termsOf(small.id, settings);
    expect(terms).toMatchObject({ ...small, tokenizer: "pieces", prices: null });
    const ask = (words: number) =>
      askById({
        model: small.id,
        settings,
        instructions: "",
        messages: [{ role: "user", content: "word ".repeat(words) }],
      });
    expect(await ask(9000)).toMatchObject({ ok: false, error: { code: "context_window" } });
    const outcome = await ask(10);
    expect(outcome.ok && outcome.answer.usage.outputTokens).toBeLessThanOrEqual(300);
  });

  it.each([
    ["an unknown rehearsal model", { id: "rehearsal/tiny" }, "invalid_input", "models[0].id"],
    ["a rehearsal model with a price", { id: "rehearsal/atlas", prices }, "unknown_price", "models[0].prices"],
    [
      "a rehearsal model whose window exceeds the registered one",
      { id: "rehearsal/atlas", contextWindow: 1e6 },
      "invalid_input",
      "models[0].contextWindow",
    ],
  ])("with %s are refused, and so is every rehearsal call until the file is corrected", (_, wrong, code, place) => {
    const settings = settingsOf({ models: [{ ...own, ...wrong }] });
    for (const read of [() => listModels(settings), () => requireModel("rehearsal/atlas", settings)]) {
      expect(read).toThrow(expect.objectContaining({ code, message: expect.stringContaining(place) }));
    }
  });

  it("include any model of a free provider, listed or not", () => {
    const settings = settingsOf({ providers: [{ name: "lab", baseUrl: "http://127.0.0.1:8000/v1/", free: true }] });
    expect(requireModel("lab/org/some-model:7b", settings)).toMatchObject({ provider: "lab", free: true, ready: true });
    expect(requireModel("ollama/any", settings)).toMatchObject({ provider: "ollama", free: true });
    expect(() => requireModel("lab/", settings)).toThrow(expect.objectContaining({ code: "unknown_model" }));
    expect(providerOf("lab/org/some-model:7b")).toBe("lab");
  });

  it.each([
    [{ name: "openai", baseUrl: "http://127.0.0.1:1" }, "[0].name"],
    [{ name: "lab", baseUrl: "file:///etc/passwd" }, "[0].baseUrl"],
    [{ name: "lab", baseUrl: "http://me:secret@127.0.0.1:1" }, "[0].baseUrl"],
    [{ name: "lab", baseUrl: "http://127.0.0.1:1", keyEnv: "sk-not a name" }, "[0].keyEnv"],
  ])("are refused if the provider is %j; the error names %s and does not quote the value", (provider, place) => {
    const settings = settingsOf({ env: { DIALECTIC_PROVIDERS: JSON.stringify([provider]) } });
    const list = () => listModels(settings);
    expect(list).toThrow(`DIALECTIC_PROVIDERS: ${place} is invalid`);
    expect(list).not.toThrow(/secret|sk-not/);
  });

  it("are refused if they are not JSON; the error does not quote them", () => {
    const list = () => listModels(settingsOf({ env: { DIALECTIC_PROVIDERS: "sk-my-pasted-key" } }));
    expect(list).toThrow("DIALECTIC_PROVIDERS is not valid JSON at line 1, column 1");
    expect(list).not.toThrow(/pasted/);
  });
});
