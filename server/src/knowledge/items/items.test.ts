import type { ItemId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#platform";
import { engines, type TestDatabase, testDatabase } from "#test";
import { addRecord, readBlocks, renderBlocks } from "../blocks/index.ts";
import { answerKeys, factHistory, findFactByName, listFacts, listKeyQuestions, undoAction } from "../ledger/index.ts";
import {
  addLine,
  archiveItem,
  changeLine,
  clearOverride,
  createItem,
  itemHistory,
  listItems,
  listLines,
  mergeItem,
  overrideField,
  removeLine,
  renameItem,
  restoreItem,
  undoFacts,
  undoItems,
  whyField,
} from "./index.ts";
import { type ItemScene, itemScene, material, quantity, width } from "./items.fixture.ts";

const conflict = expect.objectContaining({ code: "conflict" });
const line = { kind: "material" as const, quantity: 4, unit: "m", unitPrice: 2.5, currency: "EUR" };

describe.each(engines)("items on %s", (engine) => {
  let t: TestDatabase;
  let s: ItemScene;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const ofBlock = async (itemId: ItemId, block: string) =>
    (await readBlocks(s.ctx, s))
      .filter((one) => one.subject === itemId && one.block === block)
      .flatMap(({ entries }) => entries.map(({ statement, kind }) => `${kind} ${statement}`));

  it("have unique names among the live items of a project, ignoring case", async () => {
    s = await itemScene(t.database);
    const id = await s.add("Backdrop");
    await expect(s.add("BACKDROP")).rejects.toEqual(conflict);
    await archiveItem(s.ctx, { itemId: id });
    const second = await s.add("backdrop");
    await expect(restoreItem(s.ctx, { itemId: id })).rejects.toEqual(conflict);
    await renameItem(s.ctx, { itemId: second, name: "Photo wall" });
    expect((await restoreItem(s.ctx, { itemId: id })).item.status).toBe("live");
    expect((await listItems(s.ctx, { projectId: s.projectId, status: "live" })).map(({ name }) => name)).toEqual([
      "Backdrop",
      "Photo wall",
    ]);
    expect((await renameItem(s.ctx, { itemId: id, name: "Backdrop" })).action).toBeNull();
  });

  it("can be renamed back step by step with undo; an undo is refused if the name has changed since", async () => {
    s = await itemScene(t.database);
    const id = await s.add("Backdrop");
    const first = await renameItem(s.ctx, { itemId: id, name: "Wall" });
    await renameItem(s.ctx, { itemId: id, name: "Front" });
    await expect(undoItems(s.ctx, { projectId: s.projectId, action: first.action ?? 0 })).rejects.toEqual(conflict);
    expect((await undoItems(s.ctx, s)).item.name).toBe("Wall");
    const undone = await undoItems(s.ctx, s);
    expect(undone.item.name).toBe("Backdrop");
    expect((await undoItems(s.ctx, { projectId: s.projectId, action: undone.action ?? 0 })).item.name).toBe("Wall");
    await undoItems(s.ctx, { projectId: s.projectId, action: first.action ?? 0 });
    await expect(undoItems(s.ctx, s)).rejects.toEqual(conflict);
    const { items: events } = await itemHistory(s.ctx, { projectId: s.projectId, limit: 3 });
    expect(events.map(({ act }) => act)).toEqual(["undo", "undo", "undo"]);
  });

  it("are refused by the database in facts, answers and turns of another project", async () => {
    const other = await itemScene(t.database);
    const foreign = await other.add("Backdrop");
    s = await itemScene(t.database);
    await expect(s.bundle({ chat: "6 m wide", itemIds: [foreign] })).rejects.toMatchObject({ code: "invalid_input" });
    await expect(s.bundle({ chat: "6 m wide", itemIds: [newId()] })).rejects.toMatchObject({ code: "invalid_input" });
    await s.say("300 guests.");
    const [constraint] = await t.database.asOwner(async (db) => {
      const { rows } = await sql<{ message: string }>`
        select pg_get_constraintdef(oid) as message from pg_constraint
        where conrelid = 'facts'::regclass and contype = 'f' and confrelid = 'project_items'::regclass`.execute(db);
      return rows;
    });
    expect(constraint?.message).toContain("(item_id, project_id)");
    const { bundleId } = await s.bundle({ chat: "It is 6 m wide." });
    const { postOperations } = await import("../ledger/index.ts");
    const { run } = await postOperations(s.ctx, {
      bundleId,
      operations: [{ key: width, value: "6 m", quote: "6 m wide", itemId: foreign, confidence: 1 }],
    });
    expect(run?.stats).toMatchObject({ refused: 1, accepted: 0 });
  });

  it("are refused in notes and questions of another project's blocks", async () => {
    const foreign = await (await itemScene(t.database)).add("Backdrop");
    s = await itemScene(t.database);
    const note = { projectId: s.projectId, kind: "note", block: "item.summary", text: "Ask." } as const;
    for (const itemId of [foreign, newId()])
      await expect(addRecord(s.ctx, { ...note, itemId })).rejects.toMatchObject({ code: "not_found" });
    expect((await readBlocks(s.ctx, s)).filter(({ subject }) => subject !== "project")).toEqual([]);
  });

  it("appear under their current names in blocks, facts and the facts' history", async () => {
    s = await itemScene(t.database);
    const [wall, floor] = [await s.add("Wall"), await s.add("Floor (main)")];
    await s.sayOf(wall, "6 m wide.", { key: width, value: "6 m", quote: "6 m wide" });
    await s.sayOf(floor, "8 m wide.", { key: width, value: "8 m", quote: "8 m wide" });
    await renameItem(s.ctx, { itemId: wall, name: "Photo wall" });
    const markdown = renderBlocks(await readBlocks(s.ctx, s));
    expect(markdown).toContain("## Item Photo wall: dimensions\n\n- Width: 6 m [F1]\n");
    expect(markdown).toContain("## Item Floor \\(main\\): dimensions\n\n- Width: 8 m [F2]\n");
    expect((await s.facts()).map(({ itemName }) => itemName)).toEqual(["Photo wall", "Floor (main)"]);
    const { items: events } = await factHistory(s.ctx, { projectId: s.projectId, limit: 5 });
    expect(events.map(({ statement }) => statement)).toEqual(["Floor (main): Width: 8 m", "Photo wall: Width: 6 m"]);
    const found = await listFacts(s.ctx, { projectId: s.projectId, search: "photo width", limit: 5 });
    expect(found.items.map(({ number }) => number)).toEqual([1]);
    // A key alone does not say which of the two items is meant.
    const named = (name: string) => findFactByName(s.ctx, { projectId: s.projectId, name });
    await expect(named(width)).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("F1 (Photo wall), F2 (Floor (main))"),
    });
    await mergeItem(s.ctx, { itemId: floor, into: wall });
    expect(renderBlocks(await readBlocks(s.ctx, s))).not.toContain("Floor");
    expect(await named(width)).toMatchObject({ number: 1 });
  });

  it("show a value set by hand instead of the accepted one until it is cleared; blocks show the same value", async () => {
    s = await itemScene(t.database);
    const id = await s.add("Lighting");
    await s.sayOf(id, "We need 60 uplights.", { key: quantity, value: 60, quote: "60 uplights" });
    expect(await s.shown(id, quantity)).toBe("facts: 60");
    await overrideField(s.ctx, { itemId: id, key: quantity, value: 40, reason: "by phone", asFact: true });
    expect(await s.shown(id, quantity)).toBe("override: 40");
    expect(await ofBlock(id, "item.summary")).toEqual(["fact Quantity: 40"]);
    await overrideField(s.ctx, { itemId: id, key: quantity, value: 45, asFact: true });
    expect(await ofBlock(id, "item.summary")).toEqual(["fact Quantity: 45"]);
    const cleared = await clearOverride(s.ctx, { itemId: id, key: quantity });
    expect(await s.shown(id, quantity)).toBe("facts: 60");
    expect(await ofBlock(id, "item.summary")).toEqual(["fact Quantity: 60"]);
    await undoItems(s.ctx, { projectId: s.projectId, action: cleared.action ?? 0 });
    expect(await s.shown(id, quantity)).toBe("override: 45");
    expect(await ofBlock(id, "item.summary")).toEqual(["fact Quantity: 45"]);
    expect((await clearOverride(s.ctx, { itemId: id, key: width })).action).toBeNull();
  });

  it("can have a field that is deliberately empty, and show the newest statement once a value set by hand is cleared", async () => {
    s = await itemScene(t.database);
    const id = await s.add("Lighting");
    await s.sayOf(id, "We need 60 uplights.", { key: quantity, value: 60, quote: "60 uplights" });
    await overrideField(s.ctx, { itemId: id, key: quantity, value: null, asFact: true });
    expect(await s.shown(id, quantity)).toBe("override: ");
    expect(await ofBlock(id, "item.summary")).toEqual([]);
    await clearOverride(s.ctx, { itemId: id, key: quantity });
    expect(await s.shown(id, quantity)).toBe("facts: 60");
    await overrideField(s.ctx, { itemId: id, key: quantity, value: 40, asFact: true });
    await s.sayOf(id, "Make it 80 uplights.", { key: quantity, value: 80, quote: "80 uplights", op: "UPDATE" });
    expect(await s.shown(id, quantity)).toBe("override: 40");
    await clearOverride(s.ctx, { itemId: id, key: quantity });
    expect(await s.shown(id, quantity)).toBe("facts: 80");
  });

  it("can have values set by hand that do not become facts, and all values of a list set by hand at once", async () => {
    s = await itemScene(t.database);
    const id = await s.add("Backdrop");
    await s.sayOf(
      id,
      "Ply and steel.",
      { key: material, value: "Ply", quote: "Ply" },
      { key: material, value: "steel", quote: "steel" },
    );
    await overrideField(s.ctx, { itemId: id, key: material, value: ["steel", "felt"], asFact: true });
    expect(await s.shown(id, material)).toBe("override: steel, felt");
    expect(await ofBlock(id, "item.materials")).toEqual(["fact Material: steel", "fact Material: felt"]);
    await clearOverride(s.ctx, { itemId: id, key: material });
    expect(await s.shown(id, material)).toBe("facts: Ply, steel");
    await overrideField(s.ctx, { itemId: id, key: width, value: "6 m", asFact: false });
    expect(await s.shown(id, width)).toBe("override: 6 m");
    expect(await s.facts("accepted")).toHaveLength(2);
    const many = overrideField(s.ctx, { itemId: id, key: width, value: ["6 m", "7 m"], asFact: true });
    await expect(many).rejects.toMatchObject({ code: "invalid_input" });
    const wrong = overrideField(s.ctx, { itemId: id, key: "project.budget.total", value: 5, asFact: true });
    await expect(wrong).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("let the ledger undo an override together with its facts, but never the facts alone", async () => {
    s = await itemScene(t.database);
    const id = await s.add("Lighting");
    await s.sayOf(id, "We need 60 uplights.", { key: quantity, value: 60, quote: "60 uplights" });
    await overrideField(s.ctx, { itemId: id, key: quantity, value: 40, asFact: true });
    await expect(undoAction(s.ctx, s)).rejects.toEqual(conflict);
    const { facts } = await undoFacts(s.ctx, s);
    expect(facts.map(({ status, statement }) => `${status} ${statement}`)).toEqual([
      "accepted Quantity: 60",
      "rejected Quantity: 40",
    ]);
    expect(await s.shown(id, quantity)).toBe("facts: 60");
  });

  it("are named in questions about contradictions and missing important facts, until a person answers or dismisses them", async () => {
    s = await itemScene(t.database);
    const [wall, floor] = [await s.add("Wall"), await s.add("Floor")];
    const asked = async (why: "empty" | "conflict") =>
      (await listKeyQuestions(s.ctx, s)).filter((one) => one.itemId !== null && one.why === why);
    const empty = await asked("empty");
    expect(empty.map(({ question }) => question)).toContain("Wall: How many are needed?");
    const answer = (
      turnKey: string,
      question: string | undefined,
      given: { text?: string; quick?: "IRRELEVANT" | "IDK" },
    ) =>
      answerKeys(s.ctx, {
        ...{ projectId: s.projectId, turnKey, workStage: "planning" },
        answers: [{ question, text: "", ...given }],
      });
    const idOf = (itemId: ItemId) => empty.find((one) => one.itemId === itemId && one.key === quantity)?.id;
    await answer("one", idOf(wall), { text: "4" });
    expect(await s.shown(wall, quantity)).toBe("facts: 4");
    await answer("two", idOf(floor), { quick: "IDK" });
    expect((await listKeyQuestions(s.ctx, s)).at(-1)).toMatchObject({ id: idOf(floor), status: "deferred" });
    await answer("three", idOf(floor), { quick: "IRRELEVANT" });
    expect((await asked("empty")).filter(({ key }) => key === quantity)).toEqual([]);
    await s.sayOf(wall, "Perhaps 5 pieces.", { key: quantity, value: 5, quote: "5 pieces", confidence: 0.4 });
    expect(await asked("conflict")).toMatchObject([{ itemId: wall, key: quantity }]);
    await archiveItem(s.ctx, { itemId: wall });
    expect(await asked("conflict")).toEqual([]);
    await expect(answer("four", `${quantity}@${newId()}`, { text: "4" })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  it("explain a value: its quote in context, the values it replaced, conflicts, and overrides", async () => {
    s = await itemScene(t.database);
    const id = await s.add("Backdrop");
    await s.sayOf(id, "Say 5 m wide for now.", { key: width, value: "5 m", quote: "5 m wide" });
    await s.sayOf(id, "No: 6 m wide.", { key: width, value: "6 m", quote: "6 m wide", op: "UPDATE" });
    await s.sayOf(id, "Perhaps 7 m wide.", { key: width, value: "7 m", quote: "7 m wide", confidence: 0.4 });
    await overrideField(s.ctx, { itemId: id, key: width, value: "6.5 m", reason: "measured", asFact: false });
    const why = await whyField(s.ctx, { itemId: id, key: width });
    expect(why.field).toMatchObject({ source: "override", text: "6.5 m", conflicts: 1, facts: [{ text: "6 m" }] });
    expect(why.facts[0]?.context).toMatchObject({ quote: "6 m wide" });
    expect(why.facts[0]?.fact.evidence).toMatchObject({ section: "FREE_CHAT", quote: "6 m wide" });
    expect(why.facts[0]?.chain.map(({ statement }) => statement)).toEqual(["Width: 5 m"]);
    expect(why.conflicts.map(({ statement }) => statement)).toEqual(["Width: 7 m"]);
    expect(why.edits).toMatchObject([{ act: "override", reason: "measured" }]);
    expect((await whyField(s.ctx, { itemId: id, key: material })).field.source).toBe("default");
    await expect(whyField(s.ctx, { itemId: id, key: "item.summary.nothing" })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("are merged together with their facts, quotes, overrides and lines, and can be separated again", async () => {
    s = await itemScene(t.database);
    const wall = await s.add("Wall");
    const backdrop = await s.add("Backdrop");
    await s.sayOf(backdrop, "6 m wide, ply.", { key: width, value: "6 m", quote: "6 m wide" });
    await s.sayOf(
      wall,
      "600 cm wide, ply and steel, 2 pieces.",
      { key: width, value: "600 cm", quote: "600 cm wide" },
      { key: material, value: "steel", quote: "steel" },
      { key: quantity, value: 2, quote: "2 pieces" },
    );
    await s.sayOf(backdrop, "3 pieces.", { key: quantity, value: 3, quote: "3 pieces" });
    await overrideField(s.ctx, { itemId: wall, key: "item.summary.purpose", value: "Photos", asFact: true });
    await addLine(s.ctx, { ...line, itemId: backdrop, name: "Print" });
    await addLine(s.ctx, { ...line, itemId: wall, name: "Frame" });
    const before = [await s.item(wall), await s.item(backdrop)].map(({ fields, planned }) => ({
      fields: fields.map(({ key, text, source }) => ({ key, text, source })),
      planned,
    }));
    const merged = await mergeItem(s.ctx, { itemId: wall, into: backdrop });
    const values = merged.item.fields.map(({ key, text, conflicts }) => [key, text, conflicts]);
    expect(values.sort()).toEqual([
      [width, "6 m", 0],
      [material, "steel", 0],
      ["item.summary.purpose", "Photos", 0],
      [quantity, "3", 1],
    ]);
    expect((await whyField(s.ctx, { itemId: backdrop, key: material })).facts[0]?.context?.quote).toBe("steel");
    expect((await listLines(s.ctx, { itemId: backdrop })).map(({ name }) => name)).toEqual(["Print", "Frame"]);
    expect(await s.item(wall)).toMatchObject({ status: "merged", mergedInto: backdrop, facts: 0, lines: 0 });
    await expect(renameItem(s.ctx, { itemId: wall, name: "Other" })).rejects.toEqual(conflict);
    await expect(mergeItem(s.ctx, { itemId: backdrop, into: wall })).rejects.toEqual(conflict);
    await undoItems(s.ctx, s);
    const after = [await s.item(wall), await s.item(backdrop)].map(({ fields, planned }) => ({
      fields: fields.map(({ key, text, source }) => ({ key, text, source })),
      planned,
    }));
    expect(after).toEqual(before);
  });

  it("cannot be merged into themselves or into items of other projects, nor separated once their facts have changed", async () => {
    const other = await itemScene(t.database);
    const foreign = await other.add("Backdrop");
    s = await itemScene(t.database);
    const wall = await s.add("Wall");
    const backdrop = await s.add("Backdrop");
    await expect(mergeItem(s.ctx, { itemId: wall, into: wall })).rejects.toMatchObject({ code: "invalid_input" });
    await expect(mergeItem(s.ctx, { itemId: wall, into: foreign })).rejects.toMatchObject({ code: "not_found" });
    await s.sayOf(wall, "6 m wide.", { key: width, value: "6 m", quote: "6 m wide" });
    await mergeItem(s.ctx, { itemId: wall, into: backdrop });
    await s.sayOf(backdrop, "It is 8 m wide.", { key: width, value: "8 m", quote: "8 m wide", op: "UPDATE" });
    await expect(undoItems(s.ctx, s)).rejects.toEqual(conflict);
    expect(await s.shown(backdrop, width)).toBe("facts: 8 m");
  });

  it("have lines whose prices add up by currency; lines can be changed and removed, and these changes undone", async () => {
    s = await itemScene(t.database);
    const id = await s.add("Floor");
    const first = await addLine(s.ctx, { ...line, itemId: id, name: "Clip tiles" });
    await addLine(s.ctx, { ...line, itemId: id, name: "Crew", kind: "work", currency: "ILS", unitPrice: 100 });
    await addLine(s.ctx, { ...line, itemId: id, name: "Ramp", unitPrice: null, currency: null });
    expect(await s.item(id)).toMatchObject({
      lines: 3,
      planned: [
        { currency: "EUR", amount: 10 },
        { currency: "ILS", amount: 400 },
      ],
    });
    await changeLine(s.ctx, { ...line, lineId: first.line.id, name: "Clip tiles", quantity: 6 });
    await removeLine(s.ctx, { lineId: first.line.id });
    expect((await undoItems(s.ctx, s)).item.planned[0]).toEqual({ currency: "EUR", amount: 15 });
    const unpriced = addLine(s.ctx, { ...line, itemId: id, name: "Ramp", currency: null });
    await expect(unpriced).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("emit an event for every change", async () => {
    s = await itemScene(t.database);
    const { item } = await createItem(s.ctx, { projectId: s.projectId, name: "Floor" });
    await renameItem(s.ctx, { itemId: item.id, name: "Deck" });
    const { rows } = await t.database.asOwner((db) =>
      sql<{ act: string }>`
        select data ->> 'act' as act from events where project_id = ${s.projectId} and kind = 'item.changed' order by seq`.execute(
        db,
      ),
    );
    expect(rows.map(({ act }) => act)).toEqual(["create", "rename"]);
  });
});
