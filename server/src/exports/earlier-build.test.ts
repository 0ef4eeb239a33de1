import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getBoard } from "#board";
import { listDocuments } from "#documents";
import { listSessions } from "#sessions";
import { engines, type TestApp, testApp } from "#test";
import { importFile, zipFolder } from "./exports.fixture.ts";
import { verifyExport, writeExport } from "./index.ts";
import { readLines } from "./rows/read-lines.ts";
import { openZip } from "./zip/open-zip.ts";

/**
 * Written by the last build with numbered migrations. This build cannot open the databases of that build, so only exports
 * can move projects from there.
 */
const file = fileURLToPath(new URL("../../test/fixtures/export-before-schema-sources.zip", import.meta.url));

const { fresh, remove } = zipFolder();
afterAll(remove);

const filesOf = async (path: string): Promise<Record<string, { sha256: string }>> =>
  (await verifyExport(path)).manifest.files;

async function textOf(path: string, entry: string): Promise<string> {
  await using zip = await openZip(path);
  return (await Array.fromAsync(zip.read(entry))).join("");
}

async function rowsOf(path: string, table: string): Promise<Record<string, unknown>[]> {
  await using zip = await openZip(path);
  const lines = await Array.fromAsync(readLines(zip.read(`rows/${table}.jsonl`)));
  return lines.map((line) => JSON.parse(line));
}

const headingsAndLinks = (readme: string) => readme.match(/^#+ .*|\[[^\]]*\]\([^)]*\)/gm);
const goalIn = (readme: string) => /^## The goal\n[\s\S]*?(?=^## )/m.exec(readme)?.[0];

describe.each(engines)("an export made by an earlier build, on %s", (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it("is imported completely, and exporting it again gives the same files", async () => {
    const project = await importFile(t.ctx, file);
    expect(project).toMatchObject({ name: "Herb garden", process: "brief" });
    const [session] = (await listSessions(t.ctx, { projectId: project.id })).items;
    if (!session) throw new Error("The import has no session.");
    expect(session).toMatchObject({ status: "iteration_complete", models: ["rehearsal/atlas"] });
    const documents = (await listDocuments(t.ctx, { sessionId: session.id, kind: "whole" })).items;
    expect(documents.map(({ stage }) => stage)).toEqual(session.stages.map(({ stage }) => stage));
    expect((await getBoard(t.ctx, { projectId: project.id })).cards).not.toEqual([]);
    const again = fresh();
    await writeExport(t.ctx, { projectId: project.id, file: again });
    const [written, given] = [await filesOf(again), await filesOf(file)];
    // The earlier build wrote no plan.md. Tables that it did not have are exported empty.
    const added = Object.keys(written).filter((path) => !(path in given));
    expect(added.filter((path) => !path.startsWith("rows/"))).toEqual(["plan.md"]);
    // This build adds links to the files of documents. The original text without links is then a separate file.
    const texts = added.filter((path) => path.startsWith("rows/texts/")).map((path) => written[path]?.sha256);
    const linked = Object.keys(given).filter(
      (path) => path.startsWith("session_") && written[path]?.sha256 !== given[path]?.sha256,
    );
    expect(linked.map((path) => given[path]?.sha256).sort()).toEqual(texts.sort());
    expect(linked.length).toBeGreaterThan(0);
    for (const path of added.filter((one) => /^rows\/(?!texts\/)/.test(one)))
      expect(await rowsOf(again, path.slice("rows/".length, -".jsonl".length))).toEqual([]);
    expect(Object.keys(written).filter((path) => path in given)).toEqual(Object.keys(given));
    const renamed = [
      ...linked,
      "project_readme.md",
      "rows/jobs.jsonl",
      "rows/contributions.jsonl",
      "rows/board_cards.jsonl",
    ];
    const same = Object.fromEntries(Object.entries(given).filter(([path]) => !renamed.includes(path)));
    expect(written).toMatchObject(same);
    // This build's readme also names the plan, and words its own sentences differently.
    const readme = (await textOf(again, "project_readme.md")).replace(
      /^- \[The plan in one file\]\(plan\.md\).*\n/m,
      "",
    );
    const earlier = await textOf(file, "project_readme.md");
    expect(headingsAndLinks(readme)).toEqual(headingsAndLinks(earlier));
    expect(goalIn(readme)).toBe(goalIn(earlier));
    expect(goalIn(readme)).toContain("balcony");
    // This build calls the place of a job in its chain `continuation`; the earlier one called it `turn`.
    const jobs = (await rowsOf(file, "jobs")).map(({ turn, ...row }) => ({ ...row, continuation: turn }));
    expect(await rowsOf(again, "jobs")).toEqual(jobs);
    // The earlier build called the checklist items of a card `steps`.
    const cards = (await rowsOf(file, "board_cards")).map(({ steps, ...row }) => ({ ...row, items: steps }));
    expect(await rowsOf(again, "board_cards")).toEqual(cards);
    // The earlier build recorded neither which parts a model was asked for again nor the number of a document.
    const contributions = (await rowsOf(file, "contributions")).map((row) => ({ ...row, asked_for: [], number: null }));
    expect(await rowsOf(again, "contributions")).toEqual(contributions);
  });
});
