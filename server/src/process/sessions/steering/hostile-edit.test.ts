import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getDocument, listDocuments } from "#documents";
import { engines, hostileTexts, type TestApp, testApp } from "#test";
import { editDocument } from "../index.ts";

/**
 * The maximum CPU time, as a multiple of the time for an edit of plain prose of the same length. The slowest class of text
 * used to take a thousand times as long.
 */
const mostRatio = 60;

/** The classes of text that once made a parser slow, or that create many rows. The tests of each parser cover all classes. */
const tried = [
  "closing brackets",
  "emphasis inside emphasis",
  "setext headings",
  "tables",
  "lists inside lists",
  "quotes inside quotes",
  "work nodes",
  "claims",
];

describe.each(engines)("on %s, an edit with hostile text", (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(engine);
    await t.startWorker();
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it("is saved unchanged and does not block the process for long", { timeout: 300_000 }, async () => {
    const { id } = await t.session({ brief: "Open a garden.", start: true });
    const session = await t.reach(id, "awaiting_feedback");
    const [document] = (await listDocuments(t.ctx, { sessionId: session.id, kind: "whole" })).items;
    if (!document) throw new Error("The stage wrote no document.");
    let baseVersion = document.version;
    const edit = async (text: string): Promise<number> => {
      const before = process.threadCpuUsage();
      const edited = await editDocument(t.ctx, { documentId: document.id, markdown: text, baseVersion });
      const { user, system } = process.threadCpuUsage(before);
      expect(edited.markdown).toBe(text);
      baseVersion = edited.version;
      return (user + system) / 1000;
    };
    const length = 40_000;
    const prose = `# Business case\n\n${"We open the garden in May, when the soil is warm. ".repeat(length / 50)}`;
    const plain = Math.max(5, await edit(prose));
    const slow: string[] = [];
    for (const { name, text } of hostileTexts(length).filter((one) => tried.includes(one.name))) {
      const ms = await edit(text);
      if (ms / plain > mostRatio) slow.push(`${name}: ${Math.round(ms)} ms, ${Math.round(ms / plain)} times as long`);
    }
    expect(slow).toEqual([]);
    expect((await getDocument(t.ctx, { documentId: document.id })).version).toBe(baseVersion);
  });
});
