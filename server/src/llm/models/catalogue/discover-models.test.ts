import { describe, expect, it } from "vitest";
import { startStubServer } from "../conformance/stub-server.fixture.ts";
import { discoverModels } from "../index.ts";
import { settingsOf } from "../providers/settings.fixture.ts";

/** Far more than a machine under load needs: the tests are about results, not speed. */
const patience = { DIALECTIC_DISCOVERY_MS: "20000" };

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

  it("stops waiting for a silent server at the timeout, and does not fail without a key", async () => {
    const [silent, closed] = await Promise.all([startStubServer(), startStubServer()]);
    silent.answerWith({ frames: [], ending: "stall" });
    closed.answerWith({ status: 200, body: { data: [{ id: "one" }] } });
    const providers = [
      { name: "silent", baseUrl: `${silent.url}/v1`, free: true },
      { name: "closed", baseUrl: `${closed.url}/v1`, free: true, keyEnv: "KEY_NOBODY_SET" },
    ];
    const found = await discoverModels(settingsOf({ env: { DIALECTIC_DISCOVERY_MS: "2000" }, providers }));
    expect(found).toMatchObject([{ id: "closed/one", ready: false, why: expect.stringMatching(/KEY_NOBODY_SET/) }]);
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
});
