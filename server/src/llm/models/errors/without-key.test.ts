import { describe, expect, it } from "vitest";
import { withoutKey } from "./without-key.ts";

const key = 'planted-"key"/0123456789';

function streamOf(pieces: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(Buffer.from(piece));
      controller.close();
    },
  });
}

describe("an answer", () => {
  it.each([
    ["in one piece", [`before ${key} after`]],
    ["cut in two", [`before ${key.slice(0, 9)}`, `${key.slice(9)} after`]],
    ["byte by byte", [...`before ${key} after`]],
    ["inside JSON", ["before ", JSON.stringify(key).slice(1, -1), " after"]],
    ["inside an address", ["before ", encodeURIComponent(key), " after"]],
  ])("does not repeat the key %s", async (_, pieces) => {
    expect(await withoutKey(new Response(streamOf(pieces)), key).text()).toBe("before [hidden] after");
  });

  it("keeps every other byte, also of what only begins like the key", async () => {
    const text = `größe ${key.slice(0, -1)} planted-planted-"key`;
    const bytes = [...Buffer.from(text)].map((byte) => Uint8Array.of(byte));
    expect(await withoutKey(new Response(streamOf(bytes)), key).text()).toBe(text);
  });

  it("does not repeat it in its headers or its status, and is otherwise the same", async () => {
    const odd = "planted-key-0123456789";
    const headers = { "x-echo": `Bearer ${odd}`, "retry-after": "7", "content-type": "application/json" };
    const cleared = withoutKey(new Response("{}", { status: 429, statusText: `no ${odd}`, headers }), odd);
    expect(Object.fromEntries(cleared.headers)).toEqual({ ...headers, "x-echo": "Bearer [hidden]" });
    expect([cleared.status, cleared.statusText, cleared.ok]).toEqual([429, "no [hidden]", false]);
  });

  it("without a body, or asked for without a key, is left as it is", async () => {
    expect(await withoutKey(new Response(null, { status: 204 }), key).text()).toBe("");
    const plain = new Response("text");
    expect(withoutKey(plain, undefined)).toBe(plain);
    expect(withoutKey(plain, "short")).toBe(plain);
  });

  it("that refuses does not repeat a short key either; one of words keeps words that are like it", async () => {
    const refused = new Response("pw12 is no key", { status: 401 });
    expect(await withoutKey(refused, "pw12").text()).toBe("[hidden] is no key");
    expect(await withoutKey(new Response("none of it"), "none").text()).toBe("none of it");
  });
});
