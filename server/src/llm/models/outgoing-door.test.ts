import { expect, it } from "vitest";
import { startStubServer } from "./conformance/stub-server.fixture.ts";
import { createOutgoingDoor } from "./outgoing-door.ts";
import { readProviders } from "./providers.ts";
import { settingsOf } from "./settings.fixture.ts";

it("opens to the configured host alone", async () => {
  const [ours, other] = await Promise.all([startStubServer(), startStubServer()]);
  ours.answerWith({ status: 200, body: { ok: true } });
  other.answerWith({ status: 200, body: { ok: true } });
  const provider = readProviders(settingsOf({ env: { OPENAI_BASE_URL: `${ours.url}/v1` } })).get("openai");
  if (!provider) throw new Error("OpenAI is built in.");
  const door = createOutgoingDoor(provider);

  expect(await (await door(`${ours.url}/v1/models`)).json()).toEqual({ ok: true });
  await expect(door(`${other.url}/v1/models`)).rejects.toMatchObject({ code: "provider_rejected", retry: false });
  await expect(door(new Request(`${other.url}/v1`))).rejects.toMatchObject({ code: "provider_rejected" });
  expect(other.timesAsked()).toBe(0);
  await Promise.all([ours.close(), other.close()]);
});
