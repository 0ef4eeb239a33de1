import type { Inbox, InboxItem } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listInbox } from "#sessions";
import { addUser, engines, type FilledInbox, fillInbox, type TestApp, testApp } from "#test";

/** Formats items as "kind: project". */
const named = (items: readonly InboxItem[]): string[] => items.map((one) => `${one.kind}: ${one.projectName}`);

describe.each(engines)("the inbox of many projects on %s", (engine) => {
  let t: TestApp;
  let filled: FilledInbox;
  beforeAll(async () => {
    t = await testApp(engine);
    filled = await fillInbox(t.database, t.userId, { needing: 200, settled: 400 });
  });
  afterAll(() => t[Symbol.asyncDispose]());

  /** Reads all pages, one after the other. */
  async function allPages(input: { limit: number; kind?: InboxItem["kind"] }): Promise<Inbox[]> {
    const pages: Inbox[] = [];
    let before: string | undefined;
    do {
      const page = await listInbox(t.ctx, { ...input, before });
      pages.push(page);
      before = page.next ?? undefined;
    } while (before !== undefined);
    return pages;
  }

  it("lists exactly the items that need a person, page by page, newest first", async () => {
    const pages = await allPages({ limit: 30 });
    const items = pages.flatMap((page) => page.items);
    expect(named(items).toSorted()).toEqual(filled.expected);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    expect(items.map(({ since }) => since)).toEqual(
      items
        .map(({ since }) => since)
        .toSorted()
        .reverse(),
    );
    expect(
      pages
        .map((page) => page.items.length)
        .slice(0, -1)
        .every((length) => length === 30),
    ).toBe(true);
  });

  it("counts each kind on every page, and can list one kind only", async () => {
    const [first] = await allPages({ limit: 200 });
    const failed = await allPages({ limit: 200, kind: "failed" });
    const kinds = Map.groupBy(filled.expected, (one) => one.split(":")[0]);
    expect(first?.counts).toEqual(Object.fromEntries([...kinds].map(([kind, of]) => [kind, of.length])));
    expect(first?.total).toBe(filled.expected.length);
    expect(failed[0]?.counts).toEqual(first?.counts);
    expect(named(failed.flatMap(({ items }) => items)).toSorted()).toEqual(kinds.get("failed"));
  });

  it("states for each item what is needed, and which action provides it", async () => {
    const items = (await allPages({ limit: 200 })).flatMap((page) => page.items);
    const one = (kind: InboxItem["kind"]) => items.findLast((item) => item.kind === kind);
    const at = (kind: InboxItem["kind"]) => ({ sessionId: one(kind)?.sessionId, stage: one(kind)?.stage });
    expect(one("failed")).toMatchObject({
      stage: "thesis",
      stageName: "Thesis",
      iteration: 1,
      data: {
        label: "atlas's thesis",
        code: "provider_refused",
        message: expect.stringMatching(/refused request \d+/),
      },
      actions: [{ do: "retry-stage", ...at("failed") }],
    });
    expect(one("paused")).toMatchObject({
      data: { isStage: true },
      actions: [{ do: "resume-stage", ...at("paused") }],
    });
    expect(one("submit")).toMatchObject({
      data: { documents: 1, questions: 2, claims: 0, findings: 0 },
      actions: [{ do: "submit-stage", ...at("submit") }],
    });
    expect(one("questions")).toMatchObject({
      data: { count: 2, first: "Who decides on part 1?" },
      actions: [{ do: "answer", numbers: [1, 2] }],
    });
    expect(one("start")).toMatchObject({ stage: "antithesis", actions: [{ do: "start-stage", stage: "antithesis" }] });
    expect(one("approval")?.actions).toMatchObject([{ do: "approve", amount: expect.stringMatching(/^300\d{3}$/) }]);
    expect(one("funds")).toMatchObject({ data: { limit: "wallet", jobs: 1 }, actions: [{ do: "top-up" }] });
  });

  it("asks for enough money to cover an item and all older items, because the oldest item is paid first", async () => {
    const items = (await allPages({ limit: 200, kind: "funds" })).flatMap((page) => page.items).toReversed();
    let through = 0;
    for (const item of items) {
      if (item.kind !== "funds") throw new Error(item.kind);
      expect(item.data.ahead).toBe(String(through));
      through += Number(item.data.amount);
      const [action] = item.actions;
      expect(action).toEqual({ do: "top-up", amount: String(Math.ceil(through / 1e6) * 1e6) });
    }
  });

  it("shows nothing to another user", async () => {
    const stranger = { db: t.database.as(await addUser(t.database)) };
    expect(await listInbox(stranger, { limit: 50 })).toEqual({ items: [], counts: {}, total: 0, next: null });
  });

  it("refuses an invalid cursor", async () => {
    await expect(listInbox(t.ctx, { limit: 5, before: "yesterday" })).rejects.toMatchObject({ code: "invalid_input" });
  });
});
