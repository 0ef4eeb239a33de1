import { describe, expect, it } from "vitest";
import { createIntentKeys } from "./intent-keys.ts";

function setup() {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  let count = 0;
  const newKey = () => `key-${++count}`;
  return { storage, newKey, stored };
}

describe("the key of a request", () => {
  it("stays the same until the request is answered, even after a reload", () => {
    const { storage, newKey } = setup();
    const keys = createIntentKeys("start", { newKey, storage });
    expect(keys.keyFor("a")).toBe("key-1");
    expect(keys.keyFor("a")).toBe("key-1");
    const reloaded = createIntentKeys("start", { newKey, storage });
    expect(reloaded.keyFor("a")).toBe("key-1");
    reloaded.done();
    expect(reloaded.keyFor("a")).toBe("key-2");
  });

  it("changes with the content of the request and with its name", () => {
    const { storage, newKey } = setup();
    const keys = createIntentKeys("start", { newKey, storage });
    expect(keys.keyFor("a")).toBe("key-1");
    expect(keys.keyFor("b")).toBe("key-2");
    expect(createIntentKeys("other", { newKey, storage }).keyFor("b")).toBe("key-3");
  });

  it("is remembered until the page is closed if storage is missing, full or unreadable", () => {
    const { newKey, storage, stored } = setup();
    const keys = createIntentKeys("start", { newKey, storage: null });
    expect(keys.keyFor("a")).toBe(keys.keyFor("a"));
    stored.set("intent/start", "no JSON");
    const full = () => {
      throw new Error("full");
    };
    const filled = createIntentKeys("start", { newKey, storage: { ...storage, setItem: full } });
    expect(filled.keyFor("a")).toBe(filled.keyFor("a"));
  });
});
