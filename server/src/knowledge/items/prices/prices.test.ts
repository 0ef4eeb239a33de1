import type { CatalogueId } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines, type TestDatabase, testDatabase } from "#test";
import {
  addLine,
  addPrice,
  createCatalogueItem,
  getPrices,
  importPrices,
  linkLine,
  listCatalogue,
  listPrices,
  priceMemory,
} from "../index.ts";
import { type ItemScene, itemScene } from "../items.fixture.ts";
import { readPriceRows } from "./read-price-rows.ts";
import { priceStatistics } from "./statistics.ts";

const observed = (vendor: string, price: number, observedOn: string) => ({
  vendor,
  price,
  observedOn,
  unit: "m²",
  currency: "ILS",
});

describe("price statistics", () => {
  it("describe prices per unit and currency, with vendors side by side, the cheapest first", () => {
    const [square, hour] = priceStatistics(
      [
        observed("Stage & Floor", 31, "2026-01-10"),
        observed("Hagor Hire", 29, "2026-02-10"),
        observed("Stage & Floor", 33, "2026-03-10"),
        observed("Expo Rentals", 41, "2026-09-10"),
        { ...observed("Expo Rentals", 36, "2026-10-10"), unit: "M2" },
        { ...observed("Crew", 120, "2026-05-01"), unit: "h" },
      ],
      "2026-11-18",
    );
    expect(square).toMatchObject({
      observations: 5,
      lowest: 29,
      lowerQuartile: 31,
      median: 33,
      upperQuartile: 36,
      highest: 41,
      last: 36,
      lastOn: "2026-10-10",
      trend: { direction: "rising" },
      confidence: "medium",
    });
    expect(
      square?.vendors.map(({ vendor, median, last, observations }) => [vendor, median, last, observations]),
    ).toEqual([
      ["Hagor Hire", 29, 29, 1],
      ["Stage & Floor", 32, 33, 2],
      ["Expo Rentals", 38.5, 36, 2],
    ]);
    expect(hour).toMatchObject({ unit: "h", observations: 1, trend: null, confidence: "low" });
  });

  it("call a price steady if it varies only by noise, and compute a trend that one outlier does not distort", () => {
    const flat = [10, 10.1, 9.9, 50, 10].map((price, at) => observed("A", price, `2026-0${at + 1}-01`));
    expect(priceStatistics(flat, "2026-06-01")[0]?.trend?.direction).toBe("steady");
    const falling = [20, 18, 90, 14, 12].map((price, at) => observed("A", price, `2026-0${at + 1}-01`));
    expect(priceStatistics(falling, "2026-06-01")[0]?.trend?.direction).toBe("falling");
    expect(priceStatistics(falling, "2030-06-01")[0]?.confidence).toBe("low");
  });
});

describe("a CSV file of prices", () => {
  const header = "Item;Vendor;Price;Currency;Unit;Quantity;Date;Source;Reference";
  const reasons = (...rows: string[]) =>
    readPriceRows([header, ...rows].join("\n")).errors.map(({ line, reason }) => [line, reason]);

  it("may contain quotes, semicolons, a byte order mark, and decimal points or commas", () => {
    const { rows, errors } = readPriceRows(
      `\ufeff${header}\r\n"Floor tile; ""clip"""; Hagor ;1.234,50;ils;m²;12;18.11.2026;Quote;Q-1\r\n\r\nRamp;Hagor;1,234.50;EUR;;;2026-11-18;;\r\n`,
    );
    expect(errors).toEqual([]);
    expect(rows).toMatchObject([
      {
        line: 2,
        item: 'Floor tile; "clip"',
        vendor: "Hagor",
        price: 1234.5,
        currency: "ILS",
        quantity: 12,
        observedOn: "2026-11-18",
        source: "quote",
        reference: "Q-1",
      },
      { line: 4, price: 1234.5, unit: "piece", quantity: null, source: "list", reference: null },
    ]);
  });

  it("is read despite invalid rows, each of which is reported with its line and a reason", () => {
    const row = (change: Record<number, string>) =>
      ["Tile", "Hagor", "33", "ILS", "m²", "", "2026-11-18", "", ""].map((cell, at) => change[at] ?? cell).join(";");
    expect(
      reasons(
        row({}),
        row({ 2: "a lot" }),
        row({ 2: "1,234" }),
        row({ 3: "shekel" }),
        row({ 5: "0" }),
        row({ 6: "03/04/2026" }),
        row({ 6: "2026-02-30" }),
        row({ 7: "rumour" }),
        row({ 1: "" }),
        row({ 2: "-5" }),
        `${row({})};more`,
        row({ 0: "x".repeat(201) }),
      ),
    ).toEqual([
      [3, "unreadable-price"],
      [4, "ambiguous-price"],
      [5, "unreadable-currency"],
      [6, "unreadable-quantity"],
      [7, "unreadable-date"],
      [8, "unreadable-date"],
      [9, "unknown-source"],
      [10, "missing-value"],
      [11, "unreadable-price"],
      [12, "wrong-columns"],
      [13, "too-long"],
    ]);
  });

  it("is refused as a whole if its first line lacks the required columns", () => {
    expect(() => readPriceRows("Tile;Hagor;33")).toThrow(/lacks these columns: item, vendor, price, currency, date\./);
  });
});

describe.each(engines)("prices on %s", (engine) => {
  let t: TestDatabase;
  let s: ItemScene;
  let tile: CatalogueId;
  beforeAll(async () => {
    t = await testDatabase(engine);
    s = await itemScene(t.database);
    ({ id: tile } = await createCatalogueItem(s.ctx, {
      name: "Floor tile",
      kind: null,
      unit: null,
      synonyms: ["Clip tile"],
    }));
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const csv = [
    "item,vendor,price,currency,unit,date,reference",
    "Floor tile,Hagor,33,ILS,m²,2026-11-01,A-1",
    "clip tile,Expo,36,ILS,m²,2026-11-02,",
    "Floor tiles black,Expo,40,ILS,m²,2026-11-02,A-3",
  ].join("\n");

  it("are recorded once, even if the file is imported again; unknown items are reported with suggestions, and created only on request", async () => {
    const first = await importPrices(s.ctx, { csv, create: false });
    expect(first).toMatchObject({
      rows: 3,
      recorded: 2,
      known: 0,
      created: [],
      errors: [{ line: 4, reason: "unknown-item", candidates: [{ id: tile }] }],
    });
    expect(await importPrices(s.ctx, { csv, create: false })).toMatchObject({ recorded: 0, known: 2 });
    const created = await importPrices(s.ctx, { csv, create: true });
    expect(created).toMatchObject({ recorded: 1, known: 2, created: [{ name: "Floor tiles black" }], errors: [] });
    const other = csv.replace("Hagor,33", "Hagor,30");
    expect(await importPrices(s.ctx, { csv: other, create: false })).toMatchObject({
      recorded: 0,
      known: 2,
      errors: [{ line: 2, reason: "reference-conflict", value: "A-1" }],
    });
    expect(
      (await listPrices(s.ctx)).map(({ catalogue, statistics }) => [catalogue.name, statistics[0]?.observations]),
    ).toEqual([
      ["Floor tile", 2],
      ["Floor tiles black", 1],
    ]);
    expect((await listCatalogue(s.ctx, { archived: "false" })).map(({ prices }) => prices)).toEqual([2, 1]);
  });

  it("of items whose names the database considers equal get one entry, and other rows are recorded, too", async () => {
    const rows = [
      "ΟΔΟΣ 5,A,1,EUR,m,2026-11-01,G-1",
      "οδοσ 5,A,2,EUR,m,2026-11-02,G-2",
      "New thing,A,3,EUR,m,2026-11-02,G-3",
    ];
    const file = ["item,vendor,price,currency,unit,date,reference", ...rows].join("\n");
    expect(await importPrices(s.ctx, { csv: file, create: true })).toMatchObject({ recorded: 3, errors: [] });
    expect(await importPrices(s.ctx, { csv: file, create: true })).toMatchObject({
      recorded: 0,
      known: 3,
      created: [],
    });
  });

  it("are all reported if their items are unknown, but only the first items get suggestions if the catalogue is large", async () => {
    const own = await itemScene(t.database);
    const many = Array.from({ length: 500 }, (_, n) => `Floor tile ${n} cm,A,1,EUR,m,2026-11-01,E-${n}`);
    const fileOf = (rows: string[]) => ["item,vendor,price,currency,unit,date,reference", ...rows].join("\n");
    await importPrices(own.ctx, { csv: fileOf(many), create: true });
    const rows = Array.from({ length: 150 }, (_, n) => `Floor tile ${n} black,A,1,EUR,m,2026-11-01,M-${n}`);
    const { errors } = await importPrices(own.ctx, { csv: fileOf(rows), create: false });
    expect(errors.map(({ candidates }) => candidates.length > 0)).toEqual(rows.map((_, n) => n < 100));
  });

  it("are refused as a whole if they are for more than 10,000 new items", async () => {
    const own = await itemScene(t.database);
    const rows = Array.from({ length: 10_001 }, (_, n) => `Thing ${n},A,1,EUR,2026-11-01`);
    const csv = ["item,vendor,price,currency,date", ...rows].join("\n");
    await expect(importPrices(own.ctx, { csv, create: true })).rejects.toMatchObject({ code: "invalid_input" });
    expect(await listCatalogue(own.ctx, { archived: "false" })).toEqual([]);
  });

  it("are recorded once for each reference, and refused if the reference was used with another price", async () => {
    const price = {
      catalogueId: tile,
      vendor: "Stage",
      price: 31,
      currency: "ILS",
      unit: "m2",
      quantity: 10,
      observedOn: "2026-10-01",
      source: "purchase" as const,
      reference: "I-9",
    };
    const { id } = await addPrice(s.ctx, price);
    expect((await addPrice(s.ctx, price)).id).toBe(id);
    await expect(addPrice(s.ctx, { ...price, price: 32 })).rejects.toMatchObject({ code: "conflict" });
    expect((await getPrices(s.ctx, { catalogueId: tile })).observations.map(({ reference }) => reference)).toContain(
      "I-9",
    );
  });

  it("become the price memory of a line, in its unit and currency, without changing any fact", async () => {
    const itemId = await s.add("Floor");
    const line = {
      itemId,
      kind: "material" as const,
      name: "Clip tile",
      quantity: 132,
      unit: "m²",
      unitPrice: 36.3,
      currency: "ILS",
    };
    const { line: tiles } = await addLine(s.ctx, line);
    expect(await priceMemory(s.ctx, { lineId: tiles.id })).toMatchObject({
      summary: null,
      comparable: null,
      ratio: null,
    });
    await linkLine(s.ctx, { lineId: tiles.id, catalogueId: tile });
    const before = await s.facts();
    const memory = await priceMemory(s.ctx, { lineId: tiles.id });
    expect(memory).toMatchObject({ comparable: { observations: 3, median: 33 }, ratio: 1.1 });
    expect(await s.facts()).toEqual(before);
    const { line: dollars } = await addLine(s.ctx, { ...line, currency: "USD" });
    await linkLine(s.ctx, { lineId: dollars.id, catalogueId: tile });
    expect(await priceMemory(s.ctx, { lineId: dollars.id })).toMatchObject({ comparable: null, ratio: null });
  });
});
