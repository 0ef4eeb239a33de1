import type { CatalogueId, ItemId } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines, type TestDatabase, testDatabase } from "#test";
import { readBlocks } from "../../blocks/index.ts";
import {
  addLine,
  changeCatalogueItem,
  changeLine,
  createCatalogueItem,
  importPrices,
  linkItem,
  linkLine,
  listCatalogue,
  listItemLinks,
  listLines,
  listPrices,
  mergeCatalogueItem,
  mergeItem,
  priceMemory,
  removeLine,
  suggestForLine,
  undoItems,
  unlinkItem,
  unlinkLine,
} from "../index.ts";
import { type ItemScene, itemScene } from "../items.fixture.ts";

const nothing = { kind: null, unit: null, synonyms: [] };
const bare = { kind: "material" as const, quantity: null, unit: null, unitPrice: null, currency: null };
const conflict = expect.objectContaining({ code: "conflict" });

describe.each(engines)("the catalogue on %s", (engine) => {
  let t: TestDatabase;
  let s: ItemScene;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const decisions = async (itemId: ItemId) =>
    (await readBlocks(s.ctx, s))
      .filter((one) => one.subject === itemId && one.block === "item.decisions")
      .flatMap(({ entries }) => entries.map(({ statement }) => statement));
  const links = async () => (await listCatalogue(s.ctx, { archived: "false" })).map(({ name, links: n }) => [name, n]);

  it("only suggests entries until a person confirms one; the link is recorded as a decision of the item, and one undo reverts link and decision", async () => {
    s = await itemScene(t.database);
    const itemId = await s.add("Floor");
    const tile = await createCatalogueItem(s.ctx, {
      ...nothing,
      name: "Interlocking floor tile",
      synonyms: ["Clip tile"],
    });
    const { line } = await addLine(s.ctx, { ...bare, itemId, name: "Clip  tile" });
    const found = await suggestForLine(s.ctx, { lineId: line.id });
    expect(found).toMatchObject({
      preselected: tile.id,
      candidates: [{ by: "synonym", confidence: 0.99, matched: "Clip tile" }],
    });
    expect((await listLines(s.ctx, { itemId }))[0]?.catalogue).toBeNull();
    const linked = await linkLine(s.ctx, { lineId: line.id, catalogueId: tile.id, reason: "same size" });
    expect(linked.line.catalogue).toEqual({ id: tile.id, name: "Interlocking floor tile" });
    expect(await decisions(itemId)).toEqual(['Decided: "Clip tile" is "Interlocking floor tile" of the catalogue']);
    expect((await linkLine(s.ctx, { lineId: line.id, catalogueId: tile.id })).action).toBeNull();
    await undoItems(s.ctx, s);
    expect((await listLines(s.ctx, { itemId }))[0]?.catalogue).toBeNull();
    expect(await decisions(itemId)).toEqual([]);
  });

  it("updates the decision when a line is linked to another entry, renamed, unlinked or removed", async () => {
    s = await itemScene(t.database);
    const itemId = await s.add("Floor");
    const first = await createCatalogueItem(s.ctx, { ...nothing, name: "Load spreader plate, ply" });
    const { line } = await addLine(s.ctx, { ...bare, itemId, name: "Plates" });
    await linkLine(s.ctx, { lineId: line.id, catalogueId: first.id });
    const made = await linkLine(s.ctx, { lineId: line.id, create: { ...nothing, name: "Base plate, steel" } });
    expect(made.line.catalogue?.name).toBe("Base plate, steel");
    expect(await decisions(itemId)).toEqual(['Decided: "Plates" is "Base plate, steel" of the catalogue']);
    await changeLine(s.ctx, { ...bare, lineId: line.id, name: "Spreader plates" });
    expect(await decisions(itemId)).toEqual(['Decided: "Spreader plates" is "Base plate, steel" of the catalogue']);
    await changeCatalogueItem(s.ctx, { catalogueId: made.line.catalogue?.id as CatalogueId, name: "Base plate" });
    await unlinkLine(s.ctx, { lineId: line.id });
    expect(await decisions(itemId)).toEqual([]);
    await undoItems(s.ctx, s);
    await removeLine(s.ctx, { lineId: line.id });
    expect(await decisions(itemId)).toEqual([]);
    await undoItems(s.ctx, s);
    expect(await links()).toEqual([
      ["Base plate", 1],
      ["Load spreader plate, ply", 0],
    ]);
  });

  it("preselects neither of two candidates with nearly the same confidence", async () => {
    s = await itemScene(t.database);
    const itemId = await s.add("Floor");
    for (const name of ["Load spreader plate", "Base plate"]) {
      await createCatalogueItem(s.ctx, { ...nothing, name, synonyms: ["Ballast plate"] });
    }
    const { line } = await addLine(s.ctx, { ...bare, itemId, name: "ballast plate" });
    const found = await suggestForLine(s.ctx, { lineId: line.id });
    expect(found.candidates.map(({ name }) => name)).toEqual(["Base plate", "Load spreader plate"]);
    expect(found.preselected).toBeNull();
  });

  it("remembers links that a person confirmed in any of their projects, and never suggests archived entries", async () => {
    s = await itemScene(t.database);
    const itemId = await s.add("Floor");
    const crew = await createCatalogueItem(s.ctx, { ...nothing, name: "Floor crew, night", kind: "work" });
    const work = { ...bare, kind: "work" as const, name: "Laying, two people" };
    const { line } = await addLine(s.ctx, { ...work, itemId });
    await linkLine(s.ctx, { lineId: line.id, catalogueId: crew.id });
    const again = await addLine(s.ctx, { ...work, itemId });
    const found = await suggestForLine(s.ctx, { lineId: again.line.id });
    expect(found.candidates).toMatchObject([{ id: crew.id, by: "decision", confidence: 0.98 }]);
    await changeCatalogueItem(s.ctx, { catalogueId: crew.id, isArchived: true });
    expect((await suggestForLine(s.ctx, { lineId: again.line.id })).candidates).toEqual([]);
    await expect(linkLine(s.ctx, { lineId: again.line.id, catalogueId: crew.id })).rejects.toEqual(conflict);
  });

  it("links whole items to entries, and moves the links when items are merged", async () => {
    s = await itemScene(t.database);
    const [lighting, rig] = [await s.add("Lighting"), await s.add("Rig")];
    const hire = await createCatalogueItem(s.ctx, { ...nothing, name: "Lighting hire" });
    await linkItem(s.ctx, { itemId: rig, catalogueId: hire.id });
    await mergeItem(s.ctx, { itemId: rig, into: lighting });
    expect(await listItemLinks(s.ctx, { itemId: lighting })).toEqual([{ id: hire.id, name: "Lighting hire" }]);
    await undoItems(s.ctx, s);
    expect(await listItemLinks(s.ctx, { itemId: lighting })).toEqual([]);
    await unlinkItem(s.ctx, { itemId: rig, catalogueId: hire.id });
    expect([await listItemLinks(s.ctx, { itemId: rig }), await decisions(rig)]).toEqual([[], []]);
  });

  it("merges an entry into a target: the entry's names, links, decisions and prices count as the target's until it is restored", async () => {
    s = await itemScene(t.database);
    const itemId = await s.add("Floor");
    const tile = await createCatalogueItem(s.ctx, { ...nothing, name: "Floor tile" });
    const clip = await createCatalogueItem(s.ctx, { ...nothing, name: "Clip tile", synonyms: ["Click tile"] });
    const { line } = await addLine(s.ctx, { ...bare, itemId, name: "Black clips" });
    await linkLine(s.ctx, { lineId: line.id, catalogueId: clip.id });
    await linkItem(s.ctx, { itemId, catalogueId: clip.id });
    const csv =
      "item,vendor,price,currency,date\nClick tile,Hagor,33,ILS,2026-11-01\nFloor tile,Expo,35,ILS,2026-11-02\n";
    await importPrices(s.ctx, { csv, create: false });
    const state = async () => ({
      links: await links(),
      line: (await listLines(s.ctx, { itemId }))[0]?.catalogue?.name,
      item: (await listItemLinks(s.ctx, { itemId })).map(({ name }) => name),
      prices: (await listPrices(s.ctx)).map(({ catalogue, statistics }) => [
        catalogue.name,
        statistics[0]?.observations,
      ]),
      memory: (await priceMemory(s.ctx, { lineId: line.id })).summary?.observations.length,
    });
    const before = await state();
    expect(before).toEqual({
      links: [
        ["Clip tile", 2],
        ["Floor tile", 0],
      ],
      ...{ line: "Clip tile", item: ["Clip tile"], memory: 1 },
      prices: [
        ["Clip tile", 1],
        ["Floor tile", 1],
      ],
    });

    const merged = await mergeCatalogueItem(s.ctx, { catalogueId: clip.id, into: tile.id });
    expect(merged).toMatchObject({ id: tile.id, synonyms: ["Click tile", "Clip tile"], links: 2, prices: 2 });
    expect(await state()).toEqual({
      ...{ links: [["Floor tile", 2]], line: "Floor tile", item: ["Floor tile"], memory: 2 },
      prices: [["Floor tile", 2]],
    });
    const again = await addLine(s.ctx, { ...bare, itemId, name: "Black clips" });
    expect((await suggestForLine(s.ctx, { lineId: again.line.id })).candidates).toMatchObject([
      { id: tile.id, by: "decision" },
    ]);
    expect((await linkLine(s.ctx, { lineId: again.line.id, catalogueId: clip.id })).line.catalogue?.id).toBe(tile.id);
    await removeLine(s.ctx, { lineId: again.line.id });
    // Importing the file again records nothing, although one of its prices was recorded for the merged entry.
    expect(await importPrices(s.ctx, { csv, create: false })).toMatchObject({ recorded: 0, known: 2, errors: [] });

    await changeCatalogueItem(s.ctx, { catalogueId: clip.id, isArchived: false });
    expect(await state()).toEqual(before);
    await mergeCatalogueItem(s.ctx, { catalogueId: clip.id, into: tile.id });
    await unlinkItem(s.ctx, { itemId, catalogueId: tile.id });
    expect(await listItemLinks(s.ctx, { itemId })).toEqual([]);
    await unlinkLine(s.ctx, { lineId: line.id });
    expect(await decisions(itemId)).toEqual([]);
  });

  it("refuses to merge an entry a second time, into itself or into an archived entry; entries merged into an entry move with it to its target", async () => {
    s = await itemScene(t.database);
    const [a, b, c] = [
      await createCatalogueItem(s.ctx, { ...nothing, name: "A" }),
      await createCatalogueItem(s.ctx, { ...nothing, name: "B" }),
      await createCatalogueItem(s.ctx, { ...nothing, name: "C" }),
    ];
    const merge = (from: typeof a, into: typeof a) =>
      mergeCatalogueItem(s.ctx, { catalogueId: from.id, into: into.id });
    await expect(merge(a, a)).rejects.toMatchObject({ code: "invalid_input" });
    await merge(a, b);
    expect(await merge(a, b)).toMatchObject({ name: "B", synonyms: ["A"] });
    await expect(merge(b, a)).rejects.toEqual(conflict);
    await expect(merge(a, c)).rejects.toEqual(conflict);
    expect(await merge(b, c)).toMatchObject({ name: "C", synonyms: ["A", "B"] });
    const archived = await listCatalogue(s.ctx, { archived: "true" });
    expect(archived.map(({ name, mergedInto }) => [name, mergedInto])).toEqual([
      ["A", c.id],
      ["B", c.id],
    ]);
    const stranger = await itemScene(t.database);
    const own = await createCatalogueItem(stranger.ctx, { ...nothing, name: "D" });
    await expect(mergeCatalogueItem(s.ctx, { catalogueId: c.id, into: own.id })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("refuses two live entries whose names differ only in case, and drops synonyms equal to the name", async () => {
    s = await itemScene(t.database);
    const tile = await createCatalogueItem(s.ctx, {
      ...nothing,
      name: "Floor tile",
      synonyms: ["floor  tile", "Tile", "TILE"],
    });
    expect(tile.synonyms).toEqual(["Tile"]);
    await expect(createCatalogueItem(s.ctx, { ...nothing, name: "FLOOR TILE" })).rejects.toEqual(conflict);
    const changed = await changeCatalogueItem(s.ctx, { catalogueId: tile.id, unit: "m²" });
    expect(changed).toMatchObject({ name: "Floor tile", unit: "m²", synonyms: ["Tile"] });
  });
});
