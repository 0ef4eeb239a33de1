import type { BundleId, FactEvidence, ItemId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerKeys, postOperations } from "#ledger";
import { engines, type TestDatabase, testDatabase } from "#test";
import { type ItemScene, itemScene, width } from "./items.fixture.ts";

const size = "project.summary.audience_size";
const rule = "project.constraints.rule";
const drilling = "project.constraints.drilling_allowed";

/** A valid operation in every answer below. Its fact must be recorded whatever the other operations are. */
const sound = { op: "ADD", key: size, value: 300, quote: "300 guests", confidence: 0.95 };
const ruled = (value: unknown, quote: string, more = {}) => ({ key: rule, value, quote, confidence: 0.95, ...more });
const inJson = (value: unknown) => JSON.stringify(value);

type Case = {
  /** What the person says after "We expect 300 guests.". */
  says?: string;
  /** The extractor's answer: parsed data, or text as a model writes it. */
  answer: (bundle: { text: string; foreignItem: ItemId }) => unknown;
  /** The expected facts besides the one in `sound`, each with its status. */
  facts?: string[];
  /** The expected reasons of refused and unmapped operations. */
  refused?: string[];
};

/** Answers as real models write them. */
const extractions: Record<string, Case> = {
  "JSON in a code fence between sentences": {
    answer: () => `Sure! Here it is:\n\`\`\`json\n${inJson({ operations: [sound] })}\n\`\`\`\nAnything else?`,
  },
  "JSON with a wrapper around the list": {
    answer: () => ({ result: { status: "ok", data: { operations: [sound] } } }),
  },
  "properties that were not asked for": {
    answer: () => ({ thoughts: "hm", operations: [{ ...sound, id: 7, tags: ["x"], source: { page: 1 } }] }),
  },
  "values of the wrong type": {
    says: "No drilling.",
    answer: () => [
      { ...sound, value: true },
      { ...sound, value: {} },
      { ...sound, quote: 42 },
      { ...sound, key: 3 },
      { key: drilling, value: "perhaps", quote: "No drilling", confidence: 0.9 },
      { ...sound, value: "300" },
    ],
    refused: ["no-key", "no-quote", "unreadable", "unreadable", "wrong-type"],
  },
  "a quote in other words than the person's": {
    answer: () => [{ ...sound, quote: "roughly three hundred people" }, sound],
    refused: ["not-in-bundle"],
  },
  "offsets counted in bytes": {
    says: "😀 Der Eingang ist außen 😀. No glass on Friday, no glass on Sunday.",
    answer: ({ text }) => {
      const bytes = Buffer.byteLength(text.slice(0, text.indexOf("no glass on Sunday")));
      return [{ ...sound, startChar: 1 }, ruled("no glass", "no glass", { startChar: bytes })];
    },
    facts: ["accepted Rule: no glass"],
  },
  "several facts in one operation": {
    says: "No glass, no candles.",
    answer: () => [
      { ...sound, key: [size, rule] },
      { facts: { [size]: 300, [rule]: "No glass" }, quote: "300 guests" },
      { ...sound, value: [300, 400] },
      ruled(["No glass", "no candles"], "No glass, no candles"),
      sound,
    ],
    refused: ["no-key", "no-key", "unreadable", "wrong-type"],
  },
  "quotes in other languages": {
    says: "Kein offenes Feuer im Saal. הכניסה מהחצר.",
    answer: () => [
      sound,
      ruled("Kein offenes Feuer", "Kein offenes Feuer im Saal"),
      ruled("הכניסה מהחצר", "הכניסה מהחצר"),
    ],
    facts: ["accepted Rule: Kein offenes Feuer", "accepted Rule: הכניסה מהחצר"],
  },
};

/** Invalid and hostile operations, and too many of them. */
const badInput: Record<string, Case> = {
  "malformed operations": {
    answer: () => [null, 7, "300 guests", [sound], {}, { key: size, quote: "300 guests" }, sound],
    refused: ["no-key", "no-value", "not-an-object", "not-an-object", "not-an-object", "not-an-object"],
  },
  "an item that does not exist": {
    says: "It is 6 m wide.",
    answer: () => [
      { key: width, value: "6 m", quote: "6 m wide", itemId: "01890000-0000-7000-8000-000000000000" },
      { key: width, value: "6 m", quote: "6 m wide", itemId: "the backdrop" },
      sound,
    ],
    refused: ["unknown-item", "unknown-item"],
  },
  "an item of another project": {
    says: "It is 6 m wide.",
    answer: ({ foreignItem }) => [{ key: width, value: "6 m", quote: "6 m wide", itemId: foreignItem }, sound],
    refused: ["unknown-item"],
  },
  "two operations more than the limit of 500": {
    says: Array.from({ length: 501 }, (_, n) => `Gate ${n} stays shut.`).join(" "),
    answer: () => [
      sound,
      ...Array.from({ length: 501 }, (_, n) => ruled(`Gate ${n} stays shut`, `Gate ${n} stays shut`)),
    ],
    facts: Array.from({ length: 499 }, (_, n) => `accepted Rule: Gate ${n} stays shut`),
    refused: ["too-many-operations", "too-many-operations"],
  },
  "a value of 5 MB": {
    answer: () => [{ ...sound, value: "9".repeat(5_000_000) }, sound],
    refused: ["value-too-long"],
  },
  "right-to-left text with directional marks": {
    says: "\u202eהכניסה\u200f מהחצר\u202c, 5 מטר.",
    answer: () => [
      sound,
      ruled("הכניסה מהחצר", "הכניסה מהחצר"),
      ruled("כניסה", "הכניסה"), // part of a word
    ],
    facts: ["accepted Rule: הכניסה מהחצר", "proposed Rule: כניסה"],
  },
};

describe.each(engines)("operations on %s", (engine) => {
  let t: TestDatabase;
  let other: ItemScene;
  let foreignItem: ItemId;
  beforeAll(async () => {
    t = await testDatabase(engine);
    other = await itemScene(t.database);
    foreignItem = await other.add("Backdrop");
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const textOf = async ({ ctx }: ItemScene, id: BundleId) =>
    ctx.db.tx(
      async (db) =>
        (await sql<{ text: string }>`select text from turn_bundles where id = ${id}`.execute(db)).rows[0]?.text,
    );
  const reasonsIn = async ({ ctx, projectId }: ItemScene) => {
    const { rows } = await ctx.db.tx((db) =>
      sql<{ reason: string }>`
        select reason from fact_notes where project_id = ${projectId} order by reason collate "C"`.execute(db),
    );
    return rows.map(({ reason }) => reason);
  };

  it.each(Object.entries({ ...extractions, ...badInput }))(
    "in an answer with %s are applied if they are valid, and refused with a reason if they are not",
    async (_, { says = "", answer, facts = [], refused = [] }) => {
      const s = await itemScene(t.database);
      const { bundleId } = await s.bundle({ chat: `We expect 300 guests. ${says}` });
      const text = (await textOf(s, bundleId)) ?? "";
      const { run } = await postOperations(s.ctx, { bundleId, operations: answer({ text, foreignItem }) });
      const known = await s.facts();
      expect(known.map(({ status, statement }) => `${status} ${statement}`).toSorted()).toEqual(
        ["accepted Size of the audience: 300", ...facts].toSorted(),
      );
      expect(await reasonsIn(s)).toEqual(refused);
      expect(run).toMatchObject({ status: "succeeded", stats: { refused: refused.length } });
      for (const { evidence } of known) {
        const { start, end, quote } = evidence as FactEvidence;
        expect(text.slice(start, end)).toBe(quote);
      }
    },
  );

  it("with an offset in bytes refer to the intended one of two equal quotes", async () => {
    const s = await itemScene(t.database);
    const { bundleId } = await s.bundle({ chat: "Größe 😀: no glass on Friday, no glass on Sunday." });
    const text = (await textOf(s, bundleId)) ?? "";
    const place = text.indexOf("no glass on Sunday");
    const start = Buffer.byteLength(text.slice(0, place));
    await postOperations(s.ctx, { bundleId, operations: [ruled("no glass", "no glass", { startChar: start })] });
    expect((await s.facts())[0]?.evidence).toMatchObject({ start: place, quote: "no glass" });
  });

  it("are not applied if their turn is too long, reuses another turn's key or names an item of another project", async () => {
    const s = await itemScene(t.database);
    const first = await s.bundle({ turnKey: "k", chat: "We expect 300 guests." });
    await postOperations(s.ctx, { bundleId: first.bundleId, operations: [sound] });
    await expect(s.bundle({ turnKey: "k", chat: "We expect 400 guests." })).rejects.toMatchObject({
      code: "conflict",
      details: { turnKey: "k", bundleId: first.bundleId },
    });
    const long = s.bundle({ turnKey: "l", chat: "We expect 300 guests. ".repeat(250_000) });
    await expect(long).rejects.toMatchObject({ code: "invalid_input", message: expect.stringMatching(/in parts/) });
    const foreign = s.bundle({ turnKey: "m", chat: "It is wide.", itemIds: [foreignItem] });
    await expect(foreign).rejects.toMatchObject({ code: "invalid_input" });
    const answers = [{ key: width, itemId: foreignItem, text: "6 m" }];
    const answered = answerKeys(s.ctx, { ...s, turnKey: "n", workStage: "planning", answers });
    await expect(answered).rejects.toMatchObject({ code: "invalid_input" });
    expect(await s.standing("accepted")).toEqual(["Size of the audience: 300"]);
    expect(await other.facts()).toEqual([]);
  });
});
