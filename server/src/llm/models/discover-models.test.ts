import { describe, expect, it } from "vitest";
import { startStubServer } from "./conformance/stub-server.ts";
import { discoverModels } from "./index.ts";
import { settingsOf } from "./settings.fixture.ts";

describe("discovery", () => {
  it("finds what runs on this machine, less what the catalogue lists already", async () => {
    const ollama = await startStubServer();
    ollama.answerWith({ status: 200, body: { object: "list", data: [{ id: "llama3.2:3b" }, { id: "listed" }] } });
    const settings = settingsOf({
      env: { OLLAMA_BASE_URL: `${ollama.url}/v1` },
      models: [{ id: "ollama/listed", contextWindow: 9000, maxOutputTokens: 1000 }],
    });
    const found = await discoverModels(settings);
    await ollama.close();
    expect(found).toEqual([
      expect.objectContaining({ id: "ollama/llama3.2:3b", name: "llama3.2:3b", free: true, ready: true, why: null }),
    ]);
  });

  it.each([
    ["a web page", { status: 200, headers: { "content-type": "text/html" }, body: "<html></html>" }],
    ["other JSON", { status: 200, body: { models: [] } }],
    ["an error", { status: 500, body: "" }],
  ])("finds nothing at an address that answers with %s", async (_, reply) => {
    const other = await startStubServer();
    other.answerWith(reply);
    const found = await discoverModels(settingsOf({ env: { OLLAMA_BASE_URL: `${other.url}/v1` } }));
    await other.close();
    expect(found).toEqual([]);
  });

  it("finds nothing where nobody answers, and asks no provider that costs money", async () => {
    const paid = await startStubServer();
    const gone = await startStubServer();
    await gone.close();
    const env = { OLLAMA_BASE_URL: `${gone.url}/v1`, OPENAI_BASE_URL: `${paid.url}/v1`, OPENAI_API_KEY: "some-key" };
    expect(await discoverModels(settingsOf({ env }))).toEqual([]);
    expect(paid.timesAsked()).toBe(0);
    await paid.close();
  });
});
