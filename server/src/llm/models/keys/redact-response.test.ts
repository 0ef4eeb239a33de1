import { describe, expect, it } from "vitest";
import { redactResponse } from "./redact-response.ts";

const key = 'planted-"key"/0123456789';

function streamOf(pieces: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(Buffer.from(piece));
      controller.close();
    },
  });
}

describe("a redacted response", () => {
  it.each([
    ["in one piece", [`before ${key} after`]],
    ["cut in two", [`before ${key.slice(0, 9)}`, `${key.slice(9)} after`]],
    ["byte by byte", [...`before ${key} after`]],
    ["inside JSON", ["before ", JSON.stringify(key).slice(1, -1), " after"]],
    ["inside an address", ["before ", encodeURIComponent(key), " after"]],
  ])("does not contain the key %s", async (_, pieces) => {
    expect(await redactResponse(new Response(streamOf(pieces)), key).text()).toBe("before [hidden] after");
  });

  it("keeps every other byte, including text that only begins like the key", async () => {
    const text = `größe ${key.slice(0, -1)} planted-planted-"key`;
    const bytes = [...Buffer.from(text)].map((byte) => Uint8Array.of(byte));
    expect(await redactResponse(new Response(streamOf(bytes)), key).text()).toBe(text);
  });

  it("does not contain the key in its headers or status text, and is otherwise unchanged", async () => {
    const odd = "planted-key-0123456789";
    const headers = { "x-echo": `Bearer ${odd}`, "retry-after": "7", "content-type": "application/json" };
    const cleared = redactResponse(new Response("{}", { status: 429, statusText: `no ${odd}`, headers }), odd);
    expect(Object.fromEntries(cleared.headers)).toEqual({ ...headers, "x-echo": "Bearer [hidden]" });
    expect([cleared.status, cleared.statusText, cleared.ok]).toEqual([429, "no [hidden]", false]);
  });

  it("is the same response if there is no key or only a short one, and stays empty without a body", async () => {
    expect(await redactResponse(new Response(null, { status: 204 }), key).text()).toBe("");
    const plain = new Response("text");
    expect(redactResponse(plain, undefined)).toBe(plain);
    expect(redactResponse(plain, "short")).toBe(plain);
  });

  it("does not contain a short key if it is an error; an answer keeps words that equal a short key", async () => {
    const refused = new Response("pw12 is no key", { status: 401 });
    expect(await redactResponse(refused, "pw12").text()).toBe("[hidden] is no key");
    expect(await redactResponse(new Response("none of it"), "none").text()).toBe("none of it");
  });
});
