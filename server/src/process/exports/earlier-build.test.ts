import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getBoard } from "#board";
import { listDocuments } from "#documents";
import { listSessions } from "#sessions";
import { engines, type TestApp, testApp } from "#test";
import { importFile, zipFolder } from "./exports.fixture.ts";
import { verifyExport, writeExport } from "./index.ts";

/** Written by the last build with numbered migrations: its databases can be moved only by such files. */
const file = fileURLToPath(new URL("../../../test/fixtures/export-before-schema-sources.zip", import.meta.url));

const { fresh, remove } = zipFolder();
afterAll(remove);

describe.each(engines)("an export of an earlier build on %s", (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it("is imported completely, and exports to the same files", async () => {
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
    expect((await verifyExport(again)).manifest.files).toEqual((await verifyExport(file)).manifest.files);
  });
});
