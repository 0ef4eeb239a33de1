import type { ProjectId, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listDocuments } from "#documents";
import { listJobs } from "#jobs";
import { examinedRows, newId, type Page, readCursor, type UserDb } from "#platform";
import { addUser, engines, fillInbox, rowsRead, type TestApp, testApp } from "#test";
import { summaries } from "../documents/read-documents.store.ts";
import { createProject, createSession, listProjects, listSessions } from "./index.ts";

/** Reads all pages, one after the other. `between` runs before every page but the first. */
async function allPages<Item>(
  read: (after: string | undefined) => Promise<Page<Item>>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Page<Item>[]> {
  const pages = [await read(undefined)];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
    await between();
    pages.push(await read(next));
    expect(pages.at(-1)?.next, "the cursor of the next page").not.toBe(next);
  }
  return pages;
}
const ids = (pages: readonly Page<{ id: string }>[]): string[] =>
  pages.flatMap(({ items }) => items.map(({ id }) => id));
type Listed = { id: string; createdAt: string };

describe.each(engines)("lists on %s", (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(engine);
    await fillInbox(t.database, t.userId, { needing: 60, settled: 60 });
  }, 120_000);
  afterAll(() => t[Symbol.asyncDispose]());

  const lists = {
    projects: (after?: string) => listProjects(t.ctx, { limit: 25, after: after }),
    sessions: (after?: string) => listSessions(t.ctx, { limit: 25, after: after }),
    jobs: (after?: string) => t.ctx.db.tx((db) => listJobs(db, { limit: 25, after })),
  };

  it.each(["projects", "sessions", "jobs"] as const)(
    "show each of the %s once, newest first, even while others are being added",
    async (list) => {
      const all = (await allPages<Listed>(lists[list])).flatMap(({ items }) => items);
      expect(all.length).toBeGreaterThanOrEqual(120);
      const moments = all.map(({ createdAt }) => createdAt);
      expect(moments).toEqual(moments.toSorted().reverse());
      const before = all.map(({ id }) => id);
      const add = () => t.session({ brief: "Added while a reader pages through the list.", start: true });
      const pages = await allPages<Listed>(lists[list], add);
      expect(ids(pages).filter((id) => before.includes(id))).toEqual(before);
      expect(new Set(ids(pages)).size).toBe(ids(pages).length);
      expect(pages.slice(0, -1).every(({ items }) => items.length === 25)).toBe(true);
    },
  );

  it("do not contain briefs", async () => {
    const project = await createProject(t.ctx, {
      name: "A shed",
      brief: "Build a shed. The paint must be sage green.",
    });
    const { items } = await listProjects(t.ctx, { limit: 1 });
    expect(items).toEqual([expect.objectContaining({ id: project.id, name: "A shed", latestSession: null })]);
    expect(Object.keys(items[0] ?? {})).not.toContain("brief");
    expect(JSON.stringify(items)).not.toContain("sage green");
  });

  it("show the same status and error for a session as the session's own page", async () => {
    const [failed] = (await listSessions(t.ctx, { status: "failed", limit: 1 })).items;
    expect(failed).toMatchObject({
      projectName: expect.stringMatching(/, failed$/),
      process: "brief",
      models: ["rehearsal/atlas"],
      currentStage: "thesis",
      spent: "0",
    });
    expect(failed?.stages[0]).toMatchObject({
      stage: "thesis",
      error: expect.stringMatching(/^atlas's thesis: The provider refused request \d+\.$/),
    });
    const [project] = (await listProjects(t.ctx, { limit: 1, search: failed?.projectName ?? "" })).items;
    expect(project?.latestSession).toMatchObject({ id: failed?.id, status: "failed", stages: failed?.stages });
  });

  it("can omit archived sessions, and can be limited to one project", async () => {
    const statuses = async (archived: boolean) =>
      (await allPages((after) => listSessions(t.ctx, { archived, limit: 100, after: after }))).flatMap(({ items }) =>
        items.map(({ status }) => status),
      );
    expect(await statuses(true)).toContain("archived");
    expect(await statuses(false)).not.toContain("archived");
    const project = await createProject(t.ctx, { brief: "Two tries." });
    const made = [];
    for (const _ of [1, 2]) {
      made.push(
        await createSession(t.ctx, { projectId: project.id, models: ["rehearsal/atlas"], auto: false, start: false }),
      );
    }
    const { items } = await listSessions(t.ctx, { projectId: project.id });
    expect(items.map(({ id }) => id)).toEqual(made.map(({ id }) => id).reverse());
    await expect(listSessions(t.ctx, { projectId: newId<ProjectId>() })).rejects.toMatchObject({ code: "not_found" });
  });

  it("show nothing to another user, not even in a search", async () => {
    const stranger = { db: t.database.as(await addUser(t.database)) };
    const nothing = { items: [], next: null };
    expect(await listProjects(stranger, { limit: 10 })).toEqual(nothing);
    expect(await listProjects(stranger, { limit: 10, search: "project" })).toEqual(nothing);
    expect(await listSessions(stranger, { search: "project" })).toEqual(nothing);
    expect(await stranger.db.tx((db) => listJobs(db, { limit: 10, search: "thesis" }))).toEqual(nothing);
  });

  describe("when searched", () => {
    const names = [
      "Überfahrt nach Ærø",
      "גינה על הגג",
      "屋顶花园的计划",
      "Сад на крыше",
      "100% done_by Friday",
      "A ﬁne launch",
    ];
    beforeAll(async () => {
      for (const name of names) await createProject(t.ctx, { name, brief: `${name}.` });
    });
    const found = async (search: string) =>
      (await listProjects(t.ctx, { limit: 10, search })).items.map(({ name }) => name);

    it.each([
      ["überfahrt", "Überfahrt nach Ærø"],
      ["æRØ FAHRT", "Überfahrt nach Ærø"],
      ["הגג", "גינה על הגג"],
      ["花园", "屋顶花园的计划"],
      ["САД", "Сад на крыше"],
      ["100%", "100% done_by Friday"],
      ["done_by", "100% done_by Friday"],
      ["FINE launch", "A ﬁne launch"],
      ["u\u0308berfahrt", "Überfahrt nach Ærø"],
    ])("find by %j the project named %j", async (search, name) => {
      expect(await found(search)).toEqual([name]);
    });

    it.each(["%", "_", "\\", "Сад Ærø", "sage green"])(
      "find by %j only names that contain that text",
      async (search) => {
        const all = await found(search);
        expect(all.every((name) => name.includes(search))).toBe(true);
        expect(all.length).toBeLessThanOrEqual(1);
      },
    );

    it("find a project by its folder name", async () => {
      const { items } = await listProjects(t.ctx, { limit: 1, search: "Friday" });
      expect(await found(items[0]?.slug ?? "")).toEqual(["100% done_by Friday"]);
    });

    it("find sessions by project and model, and jobs by label, error and status", async () => {
      const byProject = await listSessions(t.ctx, { search: "ATLAS project 0004," });
      expect(byProject.items.map(({ projectName }) => projectName)).toEqual(["Project 0004, failed"]);
      const jobs = (filter: object) => t.ctx.db.tx((db) => listJobs(db, { limit: 100, ...filter }));
      const refused = await jobs({ search: "refused request", status: "failed" });
      expect(refused.items.length).toBe(10);
      expect(refused.items.every((job) => job.error?.code === "provider_refused")).toBe(true);
      expect((await jobs({ search: "no such thing" })).items).toEqual([]);
    });
  });

  it("find rare matches page by page, at a limited cost per page", async () => {
    const userId = await addUser(t.database);
    const ctx = { db: t.database.as(userId) };
    await t.database.asOwner(async (db) => {
      await sql`set local session_replication_role = replica`.execute(db); // so that the projects create no events
      await sql`
        insert into projects (id, owner_id, name, slug, brief, brief_name, process)
        select new_id(), ${userId}::uuid, case n when 1 then 'The only heron' else 'Project ' || n end, 'p-' || n, 'A brief.',
          'brief.md', 'brief'
        from generate_series(1, ${examinedRows + 1000}::int) n
        order by n`.execute(db);
      await sql`update projects set created_at = now() - interval '1 day' where owner_id = ${userId} and slug = 'p-1'`.execute(
        db,
      );
      await sql`analyze projects`.execute(db);
    });
    const first = await listProjects(ctx, { limit: 50, search: "heron" });
    expect(first.items).toEqual([]);
    const second = await listProjects(ctx, { limit: 50, search: "heron", after: first.next ?? "" });
    expect(second).toEqual({ items: [expect.objectContaining({ name: "The only heron" })], next: null });
    const read = await readBy(ctx.db, (db) => listProjects({ db }, { limit: 50, search: "heron" }));
    // The search reads each examined row once, and so does the query for the cursor of the last examined row.
    expect(read.get("projects")).toBeLessThanOrEqual(2 * (examinedRows + 1));
  }, 60_000);
});

/** Counts the rows read from each table while `body` runs. */
const readBy = (db: UserDb, body: (db: UserDb) => Promise<unknown>): Promise<Map<string, number>> =>
  db.tx((tx) => rowsRead(tx, (listened) => body({ userId: db.userId, tx: (inner) => inner(listened) })));

describe.each(engines)("paging on %s", (engine) => {
  let t: TestApp;
  let sessionId: SessionId;
  beforeAll(async () => {
    t = await testApp(engine);
    await fillInbox(t.database, t.userId, { needing: 300, settled: 300 });
    await fillInbox(t.database, await addUser(t.database), { needing: 300, settled: 300 });
    sessionId = await fillDocuments(t, 2000);
    await t.database.asOwner(async (db) => void (await sql`analyze`.execute(db)));
  }, 240_000);
  afterAll(() => t[Symbol.asyncDispose]());

  const limit = 20;
  const rows = {
    projects: (db: UserDb, after?: string) => listProjects({ db }, { limit, after }),
    sessions: (db: UserDb, after?: string) => listSessions({ db }, { limit, after }),
    jobs: (db: UserDb, after?: string) => db.tx((tx) => listJobs(tx, { limit, after })),
    documents: (db: UserDb, after?: string) =>
      db.tx((tx) => summaries(tx, { sessionId, limit: limit + 1, after: readCursor(after) })),
  };

  it.each(["projects", "sessions", "jobs"] as const)(
    "reads only the rows that a page of %s shows, and none of other pages or users",
    async (list) => {
      const first = await rows[list](t.ctx.db);
      for (const after of [undefined, first.next ?? ""]) {
        const read = await readBy(t.ctx.db, (db) => rows[list](db, after));
        // A list of sessions also reads their projects, and vice versa.
        for (const table of ["projects", "sessions", "jobs"]) {
          expect(read.get(table) ?? 0, `${list} ${table}`).toBeLessThanOrEqual(2 * (limit + 1));
        }
      }
    },
  );

  it("reads only the rows that a page of documents shows, anywhere in the list", async () => {
    const { next } = await listDocuments(t.ctx, { sessionId, limit: 200 });
    for (const after of [undefined, next ?? ""]) {
      const read = await readBy(t.ctx.db, (db) => rows.documents(db, after));
      expect(read.get("documents")).toBe(limit + 1);
    }
  });

  it("continues a list of documents exactly where the page before ended", async () => {
    const read = (after?: string) => listDocuments(t.ctx, { sessionId, limit: 450, after });
    const whole = await listDocuments(t.ctx, { sessionId, limit: 5000 });
    expect(whole).toMatchObject({ next: null });
    expect(whole.items).toHaveLength(2000);
    expect(ids(await allPages(read))).toEqual(whole.items.map(({ id }) => id));
    const found = await listDocuments(t.ctx, { sessionId, search: "number 1399" });
    expect(found.items.map(({ title }) => title)).toEqual(["Number 1399"]);
    expect((await listDocuments(t.ctx, { sessionId, iteration: 2 })).items).toEqual([]);
    expect((await listDocuments(t.ctx, { sessionId, intermediate: true, limit: 5000 })).items).toHaveLength(1000);
    await expect(read("yesterday")).rejects.toMatchObject({ code: "invalid_input" });
  });
});

/** Creates a session with this many documents, two for each timestamp. Every second document is intermediate. */
async function fillDocuments(t: TestApp, count: number): Promise<SessionId> {
  const session = await t.session({ brief: "Much to write." });
  await t.database.asOwner(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    await sql`
      create temporary table written on commit drop as
      select new_id() as id, n from generate_series(1, ${count}::int) n`.execute(db);
    await sql`
      insert into contributions (id, owner_id, project_id, session_id, iteration, stage, job_id, step_key, work_key, model, output_type,
        intermediate, template_version, root_id, chunk, n, text, prompt, raw, finish_reason, input_tokens, output_tokens,
        tokens_estimated, path, raw_path, prompt_path)
      select id, ${t.userId}, ${session.projectId}, ${session.id}, 1, 'thesis', id, 'propose', 'work:' || n, 'rehearsal/atlas', 'thesis',
        false, 1, id, 0, n, 'Text', 'Prompt', '{}', 'stop', 1, 1, false, n || '.md', n || '.json', n || '_prompt.md'
      from written`.execute(db);
    await sql`
      insert into documents (id, owner_id, project_id, session_id, iteration, stage, contribution_id, kind, title, model, intermediate,
        chunks, markdown, file, sha256, path, created_at)
      select new_id(), ${t.userId}, ${session.projectId}, ${session.id}, 1, 'thesis', id, 'whole', 'Number ' || n, 'rehearsal/atlas',
        n % 2 = 0, 1, 'Text', 'Text', '', n || '.md', now() + (n / 2) * interval '1 second'
      from written`.execute(db);
  });
  return session.id;
}
