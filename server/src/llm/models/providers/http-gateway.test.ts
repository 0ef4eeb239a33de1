import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { startStubServer } from "../conformance/stub-server.fixture.ts";
import { createHttpGateway } from "./http-gateway.ts";
import { readProviders } from "./providers.ts";
import { settingsOf } from "./settings.fixture.ts";

it("the gateway sends requests to the configured host only", async () => {
  const [ours, other] = await Promise.all([startStubServer(), startStubServer()]);
  ours.answerWith({ status: 200, body: { ok: true } });
  other.answerWith({ status: 200, body: { ok: true } });
  const provider = readProviders(settingsOf({ env: { OPENAI_BASE_URL: `${ours.url}/v1` } })).get("openai");
  if (!provider) throw new Error("OpenAI is built in.");
  const gateway = createHttpGateway(provider);

  expect(await (await gateway(`${ours.url}/v1/models`)).json()).toEqual({ ok: true });
  await expect(gateway(`${other.url}/v1/models`)).rejects.toMatchObject({ code: "provider_rejected", retry: false });
  await expect(gateway(new Request(`${other.url}/v1`))).rejects.toMatchObject({ code: "provider_rejected" });
  expect(other.timesAsked()).toBe(0);
  await Promise.all([ours.close(), other.close()]);
});

it("the gateway aborts a response that is larger than any model's answer", async () => {
  const piece = Buffer.alloc(2 ** 20, "a");
  let sent = 0;
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const more = (): void => {
      while (!response.destroyed && sent < 500) {
        sent += 1;
        if (!response.write(piece)) return void response.once("drain", more);
      }
      response.end();
    };
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = readProviders(settingsOf({ env: { OPENAI_BASE_URL: `${url}/v1` } })).get("openai");
  if (!provider) throw new Error("OpenAI is built in.");
  const answer = await createHttpGateway(provider)(`${url}/v1/models`);
  await expect(answer.text()).rejects.toMatchObject({ code: "invalid_answer", retry: false });
  expect(sent).toBeLessThan(200);
  server.closeAllConnections();
  server.close();
});
