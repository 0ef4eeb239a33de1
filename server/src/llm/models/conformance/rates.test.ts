import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LearnedRate } from "#jobs";
import type { CallInput } from "../index.ts";
import { askById } from "../request/ask-by-id.fixture.ts";
import { adapters, settingsAt } from "./adapters.ts";
import { startStubServer } from "./stub-server.fixture.ts";

let stub: Awaited<ReturnType<typeof startStubServer>>;
beforeAll(async () => {
  stub = await startStubServer();
});
afterAll(() => stub.close());

const headers = { "x-ratelimit-remaining": "3", "x-ratelimit-reset": "20" };
const expected = { requests: { remaining: 3, resetMs: 20_000 }, heardAt: expect.any(Number) };

describe.each(adapters)("rates of $name", ({ model, wire }) => {
  const ask = (onRate: NonNullable<CallInput["onRate"]>) =>
    askById({
      model,
      instructions: "",
      messages: [{ role: "user", content: "Go." }],
      settings: settingsAt(stub.url),
      onRate,
    });
  const frames = () => [...wire.say(["Some", " words."]), ...wire.finish("stop")];

  it("are reported once for each answer and each error", async () => {
    const reported: LearnedRate[] = [];
    stub.answerWith({ frames: frames(), ending: "end", headers });
    expect(await ask((learned) => reported.push(learned))).toMatchObject({ ok: true });
    expect(reported).toEqual([expected]);
    stub.answerWith({
      status: 429,
      body: wire.error({ status: 429, code: "rate_limit_error", message: "no" }),
      headers,
    });
    expect(await ask((learned) => reported.push(learned))).toMatchObject({
      ok: false,
      error: { code: "rate_limited" },
    });
    expect(reported).toEqual([expected, expected]);
  });

  it("are not reported without headers", async () => {
    const reported: LearnedRate[] = [];
    stub.answerWith({ frames: frames(), ending: "end" });
    expect(await ask((learned) => reported.push(learned))).toMatchObject({ ok: true });
    expect(reported).toEqual([]);
  });

  it("are passed to a callback; if it throws, the call fails with that error but keeps the text received", async () => {
    stub.answerWith({ frames: frames(), ending: "end", headers });
    const fault = new Error("an error of the callback");
    const outcome = await ask(() => {
      throw fault;
    });
    expect(outcome).toMatchObject({ ok: false, thrown: fault, partial: { text: "Some words." } });
  });
});
