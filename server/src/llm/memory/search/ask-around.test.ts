import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#test";
import { indexText } from "../indexing/index-text.ts";
import { addOwner } from "../memory.fixture.ts";
import { askAround } from "./ask-around.ts";
import { searchMemory } from "./search-memory.ts";

describe("the additional questions", () => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase("pglite");
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it("combine the topic with words that signal something unusual or a conflict", () => {
    const [unusual, against, ...others] = askAround("Which generator do we hire for the stage?");
    expect(unusual).toMatch(/^which generator hire stage .*unusual/);
    expect(against).toMatch(/^which generator hire stage .*against/);
    expect(others).toEqual([]);
    expect(askAround("?! 12")).toEqual([]);
  });

  it("bring a dissenting passage into the results and leave the best result in place", async () => {
    const ctx = await addOwner(t.database);
    const same = (n: number) => `Offer ${n}: the diesel generator for the stage is hired from Lint, as every year.`;
    for (let n = 0; n < 8; n++) await indexText(ctx, { key: `s${n}`, kind: "text", text: same(n) });
    const lone = "The council refused it, however: only batteries, never diesel, may stand against the quay.";
    await indexText(ctx, { key: "lone", kind: "text", text: lone });
    const asked = { questions: ["Which diesel generator do we hire for the stage?"], limit: 4 };
    const plain = (await searchMemory(ctx, asked)).map(({ source }) => source);
    const around = (await searchMemory(ctx, { ...asked, around: true, diverse: true })).map(({ source }) => source);
    expect(plain).not.toContain("lone");
    expect(around).toContain("lone");
    expect(around[0]).toBe(plain[0]);
  });
});
