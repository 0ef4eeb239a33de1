import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type EmbeddingProvider, startEmbeddingProvider } from "#test";
import { estimateTokens } from "../answer/usage.ts";
import type { ModelSettings } from "../providers/model-settings.ts";
import { settingsOf } from "../providers/settings.fixture.ts";
import { askEmbeddings, cutToWindow } from "./ask-embeddings.ts";

import { findEmbeddingModel, listEmbeddingModels } from "./embedding-catalogue.ts";
import { readyEmbedding } from "./ready-embedding.ts";

const texts = ["The visitors will be driven to the fair.", "Our oven is broken."];
const price = 20_000;
const listed = (id: string) => ({ id, contextWindow: 2_000, dimensions: 768, price });

describe("embeddings", () => {
  let provider: EmbeddingProvider;
  beforeAll(async () => {
    provider = await startEmbeddingProvider();
  });
  afterAll(() => provider[Symbol.asyncDispose]());
  beforeEach(() => {
    Object.assign(provider.state, { asked: 0, texts: [], paths: [], taskTypes: [], refuse: 0 });
  });

  const settings = (embeddings: unknown[]): ModelSettings =>
    settingsOf({
      env: {
        OPENAI_API_KEY: "key-of-openai",
        OPENAI_BASE_URL: `${provider.url}/v1`,
        GOOGLE_GENERATIVE_AI_API_KEY: "key-of-google",
        GOOGLE_GENERATIVE_AI_BASE_URL: `${provider.url}/v1beta`,
        OLLAMA_BASE_URL: `${provider.url}/v1`,
      },
      models: [],
      embeddings,
      providers: [{ name: "own", baseUrl: `${provider.url}/v1` }],
    });
  const ask = async (model: string, embeddings: unknown[] = [listed(model)], asked = texts) =>
    askEmbeddings({ model: readyEmbedding(model, settings(embeddings)), texts: asked, purpose: "passage" });

  it.each([
    ["openai/small", "/v1/embeddings", { inputTokens: 12, estimated: false }],
    ["own/small", "/v1/embeddings", { inputTokens: 12, estimated: false }],
    // Google reports no usage.
    [
      "google/small",
      "/v1beta/models/small:batchEmbedContents",
      { inputTokens: texts.reduce((sum, text) => sum + estimateTokens(text), 0), estimated: true },
    ],
  ])("come from %s", async (model, path, usage) => {
    const outcome = await ask(model);
    if (!outcome.ok) throw outcome.error;
    expect(provider.state).toMatchObject({ asked: 1, paths: [path], texts });
    expect(outcome.usage).toMatchObject({ ...usage, outputTokens: 0 });
    expect(outcome.vectors.map((vector) => vector.length)).toEqual([768, 768]);
    for (const vector of outcome.vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 9);
    if (model.startsWith("google")) expect(provider.state.taskTypes).toEqual(Array(2).fill("RETRIEVAL_DOCUMENT"));
  });

  it("can come from an unlisted local model, with any number of dimensions", async () => {
    const outcome = await ask("ollama/anything", []);
    expect(outcome).toMatchObject({ ok: true });
    expect(findEmbeddingModel("ollama/anything", settings([]))).toMatchObject({ free: true, source: "discovered" });
  });

  it("are refused if they have the wrong length, and their input is charged", async () => {
    const wrong = { ...listed("openai/small"), dimensions: 1_536 };
    const outcome = await ask("openai/small", [wrong]);
    expect(outcome).toMatchObject({ ok: false, error: { code: "invalid_answer" }, usage: { inputTokens: 12 } });
  });

  it("cost nothing if the provider rejects the request, and the request is not repeated", async () => {
    provider.state.refuse = 429;
    const outcome = await ask("openai/small");
    expect(outcome).toMatchObject({ ok: false, error: { code: "rate_limited" }, usage: null });
    expect(provider.state.asked).toBe(1);
  });

  it("are not requested without a key, a price or a provider that offers them", async () => {
    const without = { ...settings([listed("openai/small")]), env: { OPENAI_BASE_URL: `${provider.url}/v1` } };
    expect(() => readyEmbedding("openai/small", without)).toThrow(expect.objectContaining({ code: "model_not_ready" }));
    const { price: _, ...unpriced } = listed("openai/small");
    await expect(ask("openai/small", [unpriced])).rejects.toMatchObject({ code: "unknown_price" });
    await expect(ask("anthropic/small")).rejects.toMatchObject({ code: "model_not_ready" });
    await expect(ask("openai/no-such", [])).rejects.toMatchObject({ code: "unknown_model" });
    expect(provider.state.asked).toBe(0);
  });

  it("are computed from texts that were cut to the model's window", async () => {
    const long = `${"word ".repeat(5_000)}end`;
    await ask("openai/small", [{ ...listed("openai/small"), contextWindow: 100 }], [long, " "]);
    expect(estimateTokens(provider.state.texts[0] ?? "")).toBeLessThanOrEqual(100);
    expect(provider.state.texts[0]?.length).toBeGreaterThan(200);
    expect(provider.state.texts[1]).toBe(".");
    expect(cutToWindow("漢字🙂".repeat(1_000), 50).isWellFormed()).toBe(true);
  });

  it("have a price for every shipped model", () => {
    const shipped = listEmbeddingModels({ env: {}, dataDir: null });
    expect(shipped.length).toBeGreaterThan(2);
    for (const model of shipped) expect(model).toMatchObject({ free: false, ready: false, price: expect.any(Number) });
  });
});
