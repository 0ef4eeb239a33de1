import { describe, expect, it } from "vitest";
import type { DraftSubject } from "./draft.ts";
import { createDraftStore } from "./draft-store.ts";

/** A browser's storage that has room for this many characters. */
function fakeStorage(room = Number.POSITIVE_INFINITY): Storage {
  const entries = new Map<string, string>();
  const size = () => [...entries].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => {
      if (size() + value.length > room) throw new DOMException("full", "QuotaExceededError");
      entries.set(key, value);
    },
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}

function setup({ storage = fakeStorage(), limits = { drafts: 3, characters: 100 } } = {}) {
  let time = 0;
  let ids = 0;
  const now = () => ++time;
  const newId = () => `id-${++ids}`;
  const open = () => createDraftStore({ storage, limits, now, newId });
  return { store: open(), open, storage };
}

const feedback = (documentId: string | null): DraftSubject => ({
  kind: "feedback",
  sessionId: "s1",
  iteration: 1,
  stage: "thesis",
  documentId,
});
const [one, two, three, four] = [feedback("d1"), feedback("d2"), feedback("d3"), feedback("d4")];
const edit: DraftSubject = { kind: "edit", sessionId: "s1", iteration: 1, stage: "thesis", documentId: "d1" };

describe("drafts", () => {
  it("are found again after a reload, one per field", () => {
    const { store, open } = setup();
    store.write({ subject: one, text: "Begin with the guests.", replaces: "" });
    store.write({ subject: edit, text: "# Mine", baseVersion: 2 });
    const next = open();
    expect(next.read(one)).toMatchObject({ text: "Begin with the guests.", replaces: "" });
    expect(next.read(edit)).toMatchObject({ text: "# Mine", baseVersion: 2 });
    expect(next.read(two)).toBeNull();
    expect(next.list()).toHaveLength(2);
  });

  it("get a new id when their text changes", () => {
    const { store } = setup();
    store.write({ subject: one, text: "a" });
    const first = store.read(one)?.id;
    store.write({ subject: one, text: "b" });
    expect(store.read(one)?.id).not.toBe(first);
  });

  it("are removed only if exactly their text was saved, so that text typed later stays a draft", () => {
    const { store } = setup();
    store.write({ subject: edit, text: "sent and more", baseVersion: 1 });
    store.settle(edit, "sent", 2);
    expect(store.read(edit)).toMatchObject({ text: "sent and more", baseVersion: 2 });
    store.settle(edit, "sent and more", 3);
    expect(store.read(edit)).toBeNull();
  });

  it("can be restored after being discarded, until new text is typed", () => {
    const { store } = setup();
    store.write({ subject: one, text: "mine" });
    store.discard(one);
    expect(store.read(one)).toBeNull();
    expect(store.canRestore(one)).toBe(true);
    store.restore(one);
    expect(store.read(one)?.text).toBe("mine");
    store.discard(one);
    store.write({ subject: one, text: "other" });
    expect(store.canRestore(one)).toBe(false);
  });

  it("are limited in number: the oldest ones are removed, and their number is reported", () => {
    const { store } = setup();
    for (const subject of [one, two, three]) store.write({ subject, text: "x" });
    store.write({ subject: one, text: "newer" });
    store.write({ subject: four, text: "x" });
    expect(store.read(two)).toBeNull();
    expect(store.list().map(({ text }) => text)).toEqual(["newer", "x", "x"]);
    expect(store.removedForRoom()).toBe(1);
  });

  it("are limited in total size, but the current draft is never removed", () => {
    const { store } = setup();
    store.write({ subject: one, text: "x".repeat(60) });
    store.write({ subject: two, text: "x".repeat(60) });
    expect(store.read(one)).toBeNull();
    store.write({ subject: two, text: "x".repeat(600) });
    expect(store.read(two)?.text).toHaveLength(600);
  });

  it("stay in memory and are reported if the browser cannot store them", () => {
    const { store, open } = setup({ storage: fakeStorage(300) });
    store.write({ subject: one, text: "short" });
    expect(store.isOnlyHere(one)).toBe(false);
    store.write({ subject: one, text: "x".repeat(300) });
    expect(store.isOnlyHere(one)).toBe(true);
    expect(store.hasAnyOnlyHere()).toBe(true);
    expect(store.read(one)?.text).toHaveLength(300);
    // The older text stays in storage, because after a crash it is better than nothing.
    expect(open().read(one)?.text).toBe("short");
    store.write({ subject: one, text: "fits" });
    expect(store.isOnlyHere(one)).toBe(false);
  });

  it("work without any storage", () => {
    const store = createDraftStore({ storage: null, now: () => 1, newId: () => "id" });
    store.write({ subject: one, text: "mine" });
    expect(store.read(one)?.text).toBe("mine");
    expect(store.isOnlyHere(one)).toBe(true);
    store.remove(one);
    expect(store.list()).toEqual([]);
  });

  it("follow changes in another tab, unless this page has newer text that could not be stored", () => {
    const { store, open, storage } = setup();
    let told = 0;
    store.subscribe(() => {
      told += 1;
    });
    const other = open();
    other.write({ subject: one, text: "typed there" });
    store.changedElsewhere("draft/feedback/s1/1/thesis/d1");
    expect(told).toBe(1);
    expect(store.read(one)?.text).toBe("typed there");
    store.changedElsewhere("something else");
    expect(told).toBe(1);

    storage.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    store.write({ subject: one, text: "typed here" });
    store.changedElsewhere("draft/feedback/s1/1/thesis/d1");
    expect(store.read(one)?.text).toBe("typed here");
  });

  it("ignore stored values that are not drafts", () => {
    const { store, storage } = setup();
    storage.setItem("draft/brief", "no JSON");
    expect(store.read({ kind: "brief" })).toBeNull();
    expect(store.list()).toEqual([]);
  });

  it("are the same objects until they change, as React requires", () => {
    const { store } = setup();
    store.write({ subject: one, text: "mine" });
    expect(store.read(one)).toBe(store.read(one));
  });
});
