import type { Session } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listDocuments } from "#documents";
import { deleteProject } from "#projects";
import { addUser, engines, type TestApp, testApp } from "#test";
import { createProject, editDocument, giveFeedback, listProjects } from "./index.ts";

type Statement = ReturnType<typeof sql>;

describe.each(engines)("immutable rows on %s", (engine) => {
  let t: TestApp;
  let session: Session;
  beforeAll(async () => {
    t = await testApp(engine);
    const worker = await t.startWorker();
    const started = await t.session({ brief: "Plant a hedge.", models: ["rehearsal/atlas"], auto: true, start: true });
    session = await t.reach(started.id, "iteration_complete");
    const [document] = (await listDocuments(t.ctx, { sessionId: session.id, stage: "thesis", kind: "whole" })).items;
    if (!document) throw new Error("There is no thesis.");
    await giveFeedback(t.ctx, { sessionId: session.id, stage: "thesis", text: "Wider.", documentId: document.id });
    await editDocument(t.ctx, { documentId: document.id, markdown: "# Mine\n", baseVersion: 1 });
    await worker.idle(); // also waits for render jobs
    await worker.stop();
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const asSuperuser = (statement: Statement) => t.database.asOwner((db) => statement.execute(db));
  /** Runs a statement in a database connection for which ordinary triggers do not fire. */
  const asReplica = (statement: Statement) =>
    t.database.asOwner(async (db) => {
      await sql`set local session_replication_role = replica`.execute(db);
      return statement.execute(db);
    });
  const count = async (table: string, where = sql`true`) => {
    const { rows } = await asSuperuser(sql`select from ${sql.table(table)} where ${where}`);
    return rows.length;
  };

  /** The tables that contain this text. */
  const tablesWith = async (text: string) => {
    const { rows } = await asSuperuser(sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`);
    const names = (rows as { name: string }[]).map(({ name }) => name);
    const found: string[] = [];
    for (const name of names)
      if ((await count(name, sql`position(${text} in ${sql.table(name)}::text) > 0`)) > 0) found.push(name);
    return found;
  };

  it.each(["contributions", "contribution_sources", "documents", "document_versions", "feedback"])(
    "cannot be changed or deleted: %s",
    async (table) => {
      const before = await count(table);
      expect(before).toBeGreaterThan(0);
      for (const statement of [
        sql`update ${sql.table(table)} set owner_id = owner_id`,
        sql`delete from ${sql.table(table)}`,
        sql`truncate ${sql.table(table)} cascade`,
        sql`truncate projects cascade`,
        sql`delete from contributions`,
      ]) {
        for (const run of [asSuperuser, asReplica]) {
          await expect(run(statement)).rejects.toThrow(/are never (changed|deleted)/);
        }
      }
      await expect(asSuperuser(sql`delete from projects`)).rejects.toThrow();
      expect(await count(table)).toBe(before);
    },
  );

  it("are protected, like jobs and events, by triggers that fire even where ordinary triggers are disabled", async () => {
    const leap = sql`update jobs set status = 'waiting_for_children' where status = 'completed'`;
    await expect(asReplica(leap)).rejects.toMatchObject({ code: "forbidden_transition" });
    await expect(asReplica(sql`update jobs set depth = depth + 1`)).rejects.toMatchObject({ code: "conflict" });
    const told = sql`kind = 'session.changed' and seq is not null`;
    const before = await count("events", told);
    await asReplica(sql`update sessions set auto = auto where id = ${session.id}`);
    expect(await count("events", told)).toBe(before + 1);
  });

  it("are deleted only together with their whole project, and only by its owner", async () => {
    const other = await createProject(t.ctx, { brief: "Another hedge.", process: "brief" });
    const remove = (db = t.ctx.db, projectId = session.projectId) => deleteProject({ db }, { projectId });
    const stranger = t.database.as(await addUser(t.database));
    await expect(remove(stranger)).rejects.toMatchObject({ code: "not_found" });

    const unfinished = await t.session({ brief: "A third hedge.", models: ["rehearsal/atlas"], start: true });
    await expect(remove(t.ctx.db, unfinished.projectId)).rejects.toMatchObject({
      code: "conflict",
      remedies: [{ do: "cancel-stage", sessionId: unfinished.id, stage: "thesis" }],
    });
    // No worker runs the render job that the edit creates, and this unfinished job does not prevent the deletion.
    const [critique] = (await listDocuments(t.ctx, { sessionId: session.id, stage: "antithesis", kind: "whole" }))
      .items;
    if (!critique) throw new Error("There is no antithesis.");
    await editDocument(t.ctx, { documentId: critique.id, markdown: "# Mine\n", baseVersion: 1 });

    await asSuperuser(sql`insert into request_keys (owner_id, key, request_sha256, answer)
      values (${t.userId}, 'once', '', ${JSON.stringify({ id: session.projectId })})`);

    expect(await remove()).toEqual({ id: session.projectId, slug: "plant-a-hedge" });
    const of = sql`project_id = ${session.projectId}`;
    for (const table of [
      "contributions",
      "documents",
      "document_versions",
      "feedback",
      "jobs",
      "sessions",
      "notifications",
    ]) {
      expect(await count(table, of), table).toBe(0);
    }
    expect(await count("contribution_sources")).toBe(0);
    expect(await count("events", of)).toBe(1); // the project.deleted event
    expect(await tablesWith(session.projectId)).toEqual(["events", "model_calls", "project_deletions"]);
    expect(await tablesWith(session.id)).toEqual(["model_calls"]);
    await expect(remove()).rejects.toMatchObject({ code: "not_found" });
    const left = (await listProjects(t.ctx, { limit: 10 })).items;
    expect(left.map((project) => project.id).toSorted()).toEqual([other.id, unfinished.projectId].toSorted());
  });
});
