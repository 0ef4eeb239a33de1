import type { ConversationId, ExchangeId, ProjectId } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ToolCtx } from "#exchanges";
import { archiveItem, createItem, listItems, overrideField } from "#items";
import { newId } from "#platform";
import { createProject } from "#sessions";
import { engines, type TestApp, testApp } from "#test";
import { chatParts } from "./chat-parts.ts";
import { longForm } from "./sources/terms.source.ts";

describe("the long form of an acronym", () => {
  it.each([
    [
      "HVAC",
      "The heating, ventilation and air conditioning (HVAC) is old.",
      "heating ventilation and air conditioning",
    ],
    ["POS", "Each stand has a POS (point of sale) terminal.", "point of sale"],
    ["GDPR", "We follow the General Data Protection Regulation (GDPR).", "General Data Protection Regulation"],
    ["LED", "The wall (LED) is bright.", null],
    ["A1", "Hall (A1)", null],
  ])("for %s in %j is %j", (acronym, place, form) => {
    expect(longForm(acronym, place)).toBe(form);
  });
});

describe.each(engines)("a conversation about items and terms on %s", (engine) => {
  let t: TestApp;
  let projectId: ProjectId;
  let otherItem: string;
  let parts: ReturnType<typeof chatParts>;
  beforeAll(async () => {
    t = await testApp(engine);
    parts = chatParts({ ctxOf: (db) => ({ ...t.ctx, db, embedder: null }), dataDir: null });
    const brief = "A fair with a point of sale (POS) at each stand.";
    ({ id: projectId } = await createProject(t.ctx, { brief, process: "brief" }));
    const { item } = await createItem(t.ctx, { projectId, name: "Backdrop" });
    await overrideField(t.ctx, { itemId: item.id, key: "item.summary.quantity", value: 2, asFact: true });
    const other = await createProject(t.ctx, { brief: "Another one.", process: "brief" });
    otherItem = (await createItem(t.ctx, { projectId: other.id, name: "Secret stage" })).item.id;
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const tool = (): ToolCtx => ({
    ...{ conversationId: newId<ConversationId>(), exchangeId: newId<ExchangeId>(), projectId },
    ...{ db: t.ctx.db, signal: new AbortController().signal },
  });
  const named = (name: string) => parts.tools.find((one) => one.name === name);
  async function read(input: unknown): Promise<string> {
    const reader = named("read_item");
    if (reader?.effects !== "none") throw new Error("read_item only reads");
    return reader.run(tool(), input);
  }
  const terms = async (text: string) => {
    const source = parts.sources.find(({ name }) => name === "terms");
    return source?.gather(tool(), { ...tool(), text, retryOf: null });
  };

  it("reads an item by name, and lists all items", async () => {
    expect(await read({ item: "backdrop" })).toMatch(/^Backdrop \(item [0-9a-f-]{36}\)\n- .*: 2 /);
    expect(await read({})).toMatch(/^[0-9a-f-]{36}: Backdrop \(1 fact\)$/);
  });

  it("does not read items of another project", async () => {
    await expect(read({ item: otherItem })).rejects.toMatchObject({ code: "not_found" });
    await expect(read({ item: "Secret stage" })).rejects.toMatchObject({ code: "not_found" });
  });

  it("adds an item once the user confirms it, and refuses a second item with the same name", async () => {
    const adding = named("add_item");
    if (adding?.effects !== "asks") throw new Error("add_item asks");
    const names = async () => (await listItems(t.ctx, { projectId, status: "live" })).map(({ name }) => name);
    expect(await adding.propose(tool(), { name: " Photo  wall " })).toMatchObject({
      summary: 'Add the item "Photo wall" to the project.',
    });
    expect(await names()).toEqual(["Backdrop"]);
    expect(await adding.confirm(tool(), { name: "Photo wall" }, { price: null })).toBe('"Photo wall" was added.');
    expect(await names()).toEqual(["Backdrop", "Photo wall"]);
    await expect(adding.propose(tool(), { name: "photo wall" })).rejects.toMatchObject({ code: "conflict" });
  });

  it("explains the items and acronyms in a question, and reports mentions that match no current item", async () => {
    const [item, acronym] = (await terms("How many backdrops, and what is the POS?")) ?? [];
    expect(item).toContain("Backdrop (item");
    expect(acronym).toBe("POS means point of sale.");
    const { item: old } = await createItem(t.ctx, { projectId, name: "Old arch" });
    await archiveItem(t.ctx, { itemId: old.id });
    expect(await terms(`And @item(${otherItem}:Secret stage) or @item(${old.id}:Old arch)?`)).toEqual([
      `"@item(${otherItem}:Secret stage)" mentions no item of this project.`,
      `"@item(${old.id}:Old arch)" mentions an archived item.`,
    ]);
    expect(await terms("What is the weather?")).toEqual([]);
  });
});
