import { describe, expect, it } from "vitest";
import { startLoopback } from "#loopback";
import { startStubServer } from "../conformance/stub-server.fixture.ts";
import { discoverModels, readLocalWindows, requireModel } from "../index.ts";
import { settingsOf } from "../providers/settings.fixture.ts";

/** A timeout that suffices even on a machine under load, because these tests check results, not speed. */
const patience = { DIALECTIC_DISCOVERY_MS: "20000" };

const trained = { "qwen3.context_length": 40_960 };

type Said = { ps?: object; show?: object };

/** Simulates an Ollama server that runs qwen3:8b. */
const startOllama = (said: Said) =>
  startLoopback(async (request, response) => {
    const replies: Record<string, object | undefined> = {
      "/v1/models": { data: [{ id: "qwen3:8b" }] },
      "/api/ps": said.ps ?? { models: [] },
      "/api/show": said.show,
    };
    const reply = replies[request.url ?? ""];
    response.writeHead(reply ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(reply ?? {}));
  });

describe("discovery", () => {
  it("finds models of local servers that the catalogue does not list", async () => {
    const ollama = await startStubServer();
    ollama.answerWith({ status: 200, body: { object: "list", data: [{ id: "llama3.2:3b" }, { id: "listed" }] } });
    const settings = settingsOf({
      env: { ...patience, OLLAMA_BASE_URL: `${ollama.url}/v1` },
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

  it("gives up on a silent server at the timeout, and does not fail if a key is missing", async () => {
    const [silent, closed] = await Promise.all([startStubServer(), startStubServer()]);
    silent.answerWith({ frames: [], ending: "stall" });
    closed.answerWith({ status: 200, body: { data: [{ id: "one" }] } });
    const providers = [
      { name: "silent", baseUrl: `${silent.url}/v1`, free: true },
      { name: "closed", baseUrl: `${closed.url}/v1`, free: true, keyEnv: "KEY_NOT_SET" },
    ];
    const found = await discoverModels(settingsOf({ env: { DIALECTIC_DISCOVERY_MS: "2000" }, providers }));
    expect(found).toMatchObject([{ id: "closed/one", ready: false, why: expect.stringMatching(/KEY_NOT_SET/) }]);
    await Promise.all([silent.close(), closed.close()]);
  });

  it("finds nothing if no server runs, and does not ask paid providers", async () => {
    const paid = await startStubServer();
    const gone = await startStubServer();
    await gone.close();
    const env = { OLLAMA_BASE_URL: `${gone.url}/v1`, OPENAI_BASE_URL: `${paid.url}/v1`, OPENAI_API_KEY: "some-key" };
    expect(await discoverModels(settingsOf({ env }))).toEqual([]);
    expect(paid.timesAsked()).toBe(0);
    await paid.close();
  });

  it.each([
    ["of a loaded model", { ps: { models: [{ model: "qwen3:8b", context_length: 16_384 }] } }, 16_384],
    ["that the model's file sets", { show: { parameters: "num_ctx 8192\nstop x", model_info: trained } }, 8_192],
    ["that Ollama gives by default", { show: { model_info: trained } }, 4_096],
    [
      "that the model was trained for, if it is smaller",
      { show: { model_info: { "tiny.context_length": 2_048 } } },
      2_048,
    ],
    ["that is assumed for unlisted models, if the server reports none", {}, 32_768],
  ])("uses the context window %s", async (_, said: Said, window) => {
    await using ollama = await startOllama(said);
    const settings = settingsOf({ env: { ...patience, OLLAMA_BASE_URL: `${ollama.url}/v1` } });
    const [found] = await discoverModels(settings);
    expect(found).toMatchObject({ id: "ollama/qwen3:8b", contextWindow: window });
    expect(found?.maxOutputTokens).toBe(Math.min(4_096, window / 2));
    expect(requireModel("ollama/qwen3:8b", settings).contextWindow).toBe(window);
  });

  it("reads the context window of a loaded model that is named without its tag", async () => {
    await using ollama = await startLoopback(async (_, response) => {
      const reply = { data: [], models: [{ model: "qwen3:latest", context_length: 8_192 }] };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
    });
    const settings = settingsOf({ env: { ...patience, OLLAMA_BASE_URL: `${ollama.url}/v1` } });
    await readLocalWindows(settings, ["ollama/qwen3"]);
    expect(requireModel("ollama/qwen3", settings).contextWindow).toBe(8_192);
  });

  describe("the context window of a model that models.json lists", () => {
    const listed = { id: "ollama/qwen3:8b", contextWindow: 32_768, maxOutputTokens: 4_096, free: true };
    const loaded = (context: number) => ({ ps: { models: [{ model: "qwen3:8b", context_length: context }] } });
    it.each([
      ["is the loaded model's, if that is smaller", loaded(4_096), 4_096],
      ["is the listed one, if the loaded model's is larger", loaded(65_536), 32_768],
      [
        "is the one that the model's file sets, if that is smaller",
        { show: { parameters: "num_ctx 8192", model_info: trained } },
        8_192,
      ],
      ["is the listed one, if the server would use its default", { show: { model_info: trained } }, 32_768],
    ])("%s", async (_, said: Said, window) => {
      await using ollama = await startOllama(said);
      const settings = settingsOf({ env: { ...patience, OLLAMA_BASE_URL: `${ollama.url}/v1` }, models: [listed] });
      await readLocalWindows(settings, [listed.id]);
      const { contextWindow, maxOutputTokens } = requireModel(listed.id, settings);
      expect([contextWindow, maxOutputTokens]).toEqual([window, Math.min(4_096, window / 2)]);
    });
  });

  it("reads the context window of an Ollama server with another name and port", async () => {
    await using ollama = await startOllama({ ps: { models: [{ model: "qwen3:8b", context_length: 8_192 }] } });
    const settings = settingsOf({
      env: patience,
      providers: [{ name: "box", baseUrl: `${ollama.url}/v1`, free: true }],
    });
    await readLocalWindows(settings, ["box/qwen3:8b"]);
    expect(requireModel("box/qwen3:8b", settings).contextWindow).toBe(8_192);
  });

  it("sends one request to a free server that is not Ollama, and no requests about single models", async () => {
    const asked: string[] = [];
    await using other = await startLoopback(async (request, response) => {
      asked.push(request.url ?? "");
      response.writeHead(200, { "content-type": "application/json" }).end('{"error": "Unexpected endpoint"}');
    });
    const settings = settingsOf({
      env: patience,
      providers: [{ name: "box", baseUrl: `${other.url}/v1`, free: true }],
    });
    await readLocalWindows(settings, ["box/one", "box/two"]);
    expect(asked).toEqual(["/api/ps"]);
    expect(requireModel("box/one", settings).contextWindow).toBe(32_768);
  });
});
