import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addUser, engines, type TestApp, testApp } from "#test";
import { openHttp, type TestHttp } from "../http.fixture.ts";

const prices = { input: 1, cachedInput: 1, cacheWrite: 1, output: 1, reasoning: 1 };
const entry = { id: "openai/mine", contextWindow: 9_000, maxOutputTokens: 1_000, prices };

describe.each(engines)("models added through the API on %s", (engine) => {
  let t: TestApp;
  let http: TestHttp;
  let stranger: TestHttp;
  beforeAll(async () => {
    t = await testApp(engine, { env: { DIALECTIC_DISCOVERY_MS: "1" } });
    http = openHttp(t);
    stranger = openHttp(t, await addUser(t.database, "a stranger"));
  });
  afterAll(async () => {
    http.close();
    stranger.close();
    await t[Symbol.asyncDispose]();
  });

  const post = async (path: string, body: unknown) => {
    const headers = { "content-type": "application/json" };
    const response = await http.send(path, { method: "post", headers, body: JSON.stringify(body) });
    return response.text();
  };
  const listed = async (by: TestHttp) => (await by.client.listModels()).items.filter(({ source }) => source === "own");

  it.each([
    ["a misspelt price", { prices: { ...prices, ouput: 3 } }, /body\.prices is invalid: .*ouput/],
    ["a missing price", { prices: { ...prices, output: undefined } }, /body\.prices\.output is invalid/],
    ["a price of nothing", { prices: { ...prices, input: 0 } }, /body\.prices\.input is invalid/],
    ["a price below nothing", { prices: { ...prices, input: -1 } }, /body\.prices\.input is invalid/],
    ["no price at all", { prices: undefined }, /openai\/mine has no price/],
    ["an unknown field", { price: 3 }, /body is invalid: .*price/],
    ["an output cap above the window", { maxOutputTokens: 10_000 }, /body\.maxOutputTokens is invalid/],
    ["an id without a provider", { id: "mine" }, /body\.id is invalid: must be provider\/model/],
  ])("are refused with %s, naming the field, and are not listed", async (_, wrong, why) => {
    expect(JSON.parse(await post("/api/models", { ...entry, ...wrong })).detail).toMatch(why);
    expect(await listed(http)).toEqual([]);
  });

  it("are listed only for the user who added them", async () => {
    const added = await http.client.addModel({ body: entry });
    expect(await listed(http)).toEqual([added]);
    expect(await listed(stranger)).toEqual([]);
    expect((await stranger.client.listModels()).items.some(({ id }) => id === entry.id)).toBe(false);
    await http.client.removeModel({ body: { id: entry.id } });
    expect(await listed(http)).toEqual([]);
  });

  it("never return a key, however it was sent", async () => {
    const key = "planted0Zq81XnWwPj5LmKdRt7";
    const bodies = [
      { provider: "openai", key },
      { provider: "opanai", key },
      { provider: key, key },
      { provider: "openai", key: `${key} and more` },
      { provider: "openai", key: key.repeat(200) },
      { provider: "openai", key: [key] },
      { provider: "openai", key, note: key },
    ];
    for (const body of bodies) expect(await post("/api/provider-keys", body)).not.toContain(key);
    expect(JSON.stringify(await http.client.listProviderKeys())).not.toContain(key);
    expect(await stranger.client.listProviderKeys()).toEqual({ items: [] });
  });
});
