import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, posix } from "node:path";
import type { Session } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  getLinkedDocument,
  listDocuments,
  listProjectFiles,
  projectFolder,
  readProjectFile,
  writeTree,
} from "#documents";
import type { Worker } from "#jobs";
import { getClaims, getQuestions } from "#review";
import { type TestApp, testApp } from "#test";
import { getProject, regenerateDocument } from "./index.ts";

const brief = "Open a community garden on 400 m² by 1 May 2027. The budget is 12,000 EUR. Is there water on the site?";

describe("the files of a finished session", () => {
  let t: TestApp;
  let session: Session;
  let dir: string;
  let worker: Worker;
  const files = new Map<string, string>();

  beforeAll(async () => {
    t = await testApp("pglite");
    worker = await t.startWorker();
    const models = ["rehearsal/atlas", "rehearsal/briar"];
    const { id } = await t.session({ brief, models, process: "classic", auto: true, start: true });
    session = await t.reach(id, "iteration_complete");
    await worker.idle();
    const { projectId } = session;
    dir = projectFolder(t.dataDir, await getProject(t.ctx, { projectId })).dir;
    for (const { path } of await listProjectFiles(t.ctx, { projectId })) {
      files.set(path, (await readProjectFile(t.ctx, { projectId, path })).text);
    }
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const documents = () =>
    [...files].filter(([path, text]) => path.startsWith("session_") && /^---\ntitle: /.test(text));
  const definitions = (text: string) =>
    new Map([...text.matchAll(/^\[([CDQ]\d+|R-\d+)\]: (\S+)$/gm)].map(([, id = "", href = ""]) => [id, href]));

  it("have the same text on disk as in the API, with the numbers that were assigned at the end of each stage", () => {
    const differing = documents().filter(([path, text]) => readFileSync(join(dir, path), "utf8") !== text);
    expect(differing.map(([path]) => path)).toEqual([]);
  });

  it("contain the numbers of claims and questions", async () => {
    const { items: claims } = await getClaims(t.ctx, { sessionId: session.id });
    const questions = await getQuestions(t.ctx, { sessionId: session.id });
    expect(claims.length).toBeGreaterThan(10);
    expect(questions.length).toBeGreaterThan(0);
    const all = documents()
      .map(([, text]) => text)
      .join("\n");
    for (const { id } of claims) expect(all, id).toMatch(new RegExp(`^- ${id}: `, "m"));
    for (const { id } of questions) expect(all, id).toMatch(new RegExp(`^- \\[ \\] \\*\\*${id}\\*\\* `, "m"));
    // Claims in the drafts below `_work` have no numbers, because only models read these drafts.
    const read = documents().filter(([path]) => !path.includes("/_work/"));
    expect(read.filter(([, text]) => /^- C: /m.test(text)).map(([path]) => path)).toEqual([]);
  });

  it("link every id that they cite to a file that contains that id", () => {
    const kinds = new Set<string>();
    for (const [path, text] of documents()) {
      const links = definitions(text);
      const body = text.replace(/^---\n[\s\S]*?\n---\n/, "").split("<!-- Dialectic added")[0] ?? "";
      const cited = [...body.matchAll(/\[([CDQ]\d+)\]|(?<![\w-])(R-\d+)\b/g)].map(([, id, bare]) => id ?? bare ?? "");
      const own = new Set([...body.matchAll(/^#+ (R-\d+)\b/gm)].map(([, id = ""]) => id));
      for (const id of cited.filter((one) => !own.has(one)))
        expect([path, id, links.has(id)]).toEqual([path, id, true]);
      for (const [id, href] of links) {
        const [file = "", anchor] = href.split("#");
        const at = file === "" ? path : posix.join(posix.dirname(path), file);
        const target = files.get(at);
        expect([path, id, at, target !== undefined, existsSync(join(dir, at))]).toEqual([path, id, at, true, true]);
        kinds.add(id.charAt(0));
        if (id.startsWith("C")) expect(target).toContain(`- ${id}: `);
        if (id.startsWith("Q")) expect(target).toContain(`**${id}** `);
        if (id.startsWith("R"))
          expect([anchor?.startsWith(id.toLowerCase()), target]).toEqual([
            true,
            expect.stringMatching(new RegExp(`^#+ ${id}\\b`, "m")),
          ]);
      }
    }
    expect([...kinds].sort()).toEqual(["C", "D", "Q", "R"]);
  });

  it("link each [D] id to the document with that number, even after a regeneration", { timeout: 60_000 }, async () => {
    const { items } = await listDocuments(t.ctx, { sessionId: session.id, kind: "whole" });
    const thesis = items.find(({ stage, model }) => stage === "thesis" && model === "rehearsal/atlas");
    const review = items.find(({ stage, title }) => stage === "antithesis" && title !== "");
    expect(thesis && review).toBeTruthy();
    const leadsTo = async () =>
      (await getLinkedDocument(t.ctx, { documentId: review!.id })).references.find(({ id }) => id.startsWith("D"));
    const before = await leadsTo();
    const cited = items.find(({ id }) => id === before?.documentId);
    expect(cited?.stage).toBe("thesis");
    await regenerateDocument(t.ctx, { documentId: cited!.id });
    await worker.idle();
    const after = await leadsTo();
    expect(after?.id).toBe(before?.id);
    expect(after?.documentId).not.toBe(before?.documentId);
    const newest = (await listDocuments(t.ctx, { sessionId: session.id, kind: "whole" })).items.find(
      ({ id }) => id === after?.documentId,
    );
    const onDisk = readFileSync(join(dir, review!.path), "utf8");
    expect(onDisk).toContain(`]: ${posix.relative(posix.dirname(review!.path), newest!.path)}\n`);
  });

  it("have the same bytes when the tree is deleted and written again", async () => {
    const now = await Promise.all(
      (await listProjectFiles(t.ctx, { projectId: session.projectId })).map(({ path }) =>
        readProjectFile(t.ctx, { projectId: session.projectId, path }),
      ),
    );
    const before = now.map(({ path }) => [
      path,
      existsSync(join(dir, path)) ? readFileSync(join(dir, path), "utf8") : "",
    ]);
    rmSync(dir, { recursive: true });
    await writeTree({ dir, files: now });
    expect(now.map(({ path }) => [path, readFileSync(join(dir, path), "utf8")])).toEqual(before);
  });
});
