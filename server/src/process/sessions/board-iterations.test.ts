import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BoardCard, type JobId, type Session, sameMilestone } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  decideCard,
  fillBoard,
  findProgress,
  getBoard,
  moveCard,
  readBoardFolder,
  syncBoard,
  tickItem,
  writeBoardFolder,
} from "#board";
import { getDocument, getPlan, listDocuments, listProjectFiles, readProjectFile } from "#documents";
import { listNotifications } from "#events";
import { getJob, type Worker } from "#jobs";
import { getClaims } from "#review";
import {
  editDocument,
  getSession,
  giveFeedback,
  listLabels,
  quoteIteration,
  readSeedPrompt,
  regenerateDocument,
  regenerateStale,
  startIteration,
} from "#sessions";
import { addUser, engines, type TestApp, testApp } from "#test";

const brief = readFileSync("examples/popup.md", "utf8");

describe.each(engines)("the board on %s", (engine) => {
  let t: TestApp;
  let worker: Worker;
  let session: Session;
  let at: { projectId: Session["projectId"] };
  let dir: string;

  beforeAll(async () => {
    t = await testApp(engine);
    dir = join(t.dataDir, "tree");
    worker = await t.startWorker();
    const started = await t.session({ brief, models: ["rehearsal/atlas"], auto: true, start: true });
    session = await t.reach(started.id, "iteration_complete");
    at = { projectId: session.projectId };
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const cards = async () => (await getBoard(t.ctx, at)).cards;
  const first = async () => {
    const [card] = await cards();
    if (!card) throw new Error("The plan left no card.");
    return card;
  };
  const fileOf = (card: BoardCard) => readProjectFile(t.ctx, { ...at, path: card.path }).then(({ text }) => text);
  async function sync() {
    const folder = await readBoardFolder(dir);
    const synced = await syncBoard(t.ctx, { ...at, ...folder });
    await writeBoardFolder(dir, { read: folder.files, ...synced });
    return synced;
  }
  const onDisk = () =>
    ["Pending", "Current", "Complete"].flatMap((column) =>
      readdirSync(join(dir, column)).map((one) => `${column}/${one}`),
    );

  it("is filled from the work plan once, when an iteration is complete, in the order of the plan", async () => {
    const found = await cards();
    expect(found.length).toBeGreaterThan(0);
    expect(found.map(({ number, column }) => [number, column])).toEqual(found.map((_, at) => [at + 1, "pending"]));
    for (const card of found) expect(card.items.length).toBeGreaterThan(0);
    const { iteration, currentStage: stage } = session;
    expect(await t.ctx.db.tx((db) => fillBoard(db, { sessionId: session.id, iteration, stage }))).toEqual({ added: 0 });
    expect(await cards()).toEqual(found);
    expect(await fileOf(await first())).toMatch(
      /^---\ncard: .+\nmilestone: M1\niteration: 1\nsource: session_.+\nsynced: pending\n---\n\n# M1 /,
    );
  });

  it("is changed only by people, who move and tick cards; the files of the cards are updated", async () => {
    const card = await first();
    const cardId = card.id;
    expect(await moveCard(t.ctx, { cardId, column: "current" })).toMatchObject({ column: "current" });
    const both = await Promise.all([1, 2].map((item) => tickItem(t.ctx, { cardId, item, done: true })));
    expect(both).toHaveLength(2);
    const now = await first();
    expect(now.items.map(({ done }) => done).slice(0, 3)).toEqual([true, true, false]);
    expect(await fileOf(now)).toContain("synced: current 1,2\n");
    expect((await listProjectFiles(t.ctx, at)).map(({ path }) => path)).not.toContain(card.path);
    await tickItem(t.ctx, { cardId, item: 1, done: false });
    await tickItem(t.ctx, { cardId, item: 2, done: false });
    await moveCard(t.ctx, { cardId, column: "pending" });
    expect(await first()).toEqual(card);
    await expect(tickItem(t.ctx, { cardId, item: 99, done: true })).rejects.toMatchObject({ code: "not_found" });
    await expect(decideCard(t.ctx, { cardId, keep: true })).rejects.toMatchObject({ code: "invalid_input" });
    const change = (what: ReturnType<typeof sql>) => t.ctx.db.tx((db) => what.execute(db));
    await expect(change(sql`update board_cards set body = '' where id = ${cardId}`)).rejects.toThrow(/keeps/);
    const copied = sql`insert into board_cards (id, owner_id, project_id, session_id, iteration, number, milestone, title,
        body, items, board_column, source_id, path, file)
      select new_id(), owner_id, project_id, session_id, iteration, 99, milestone, title, body, items, 'current', source_id,
        'Current/99.md', file from board_cards where id = ${cardId}`;
    await expect(change(copied)).rejects.toThrow(/Pending only/);
    await expect(change(sql`delete from board_cards where id = ${cardId}`)).rejects.toThrow();
  });

  it("is invisible to another user", async () => {
    const { id: cardId } = await first();
    const stranger = { ...t.ctx, db: t.database.as(await addUser(t.database)) };
    const asked = [
      getBoard(stranger, at),
      moveCard(stranger, { cardId, column: "complete" }),
      tickItem(stranger, { cardId, item: 1, done: true }),
      decideCard(stranger, { cardId, keep: false }),
      syncBoard(stranger, { ...at, files: [], fresh: false }),
      startIteration(stranger, { sessionId: session.id }),
    ];
    for (const answer of await Promise.allSettled(asked)) {
      expect(answer).toMatchObject({ status: "rejected", reason: { code: "not_found" } });
    }
  });

  it("is synced with its files, whether the board or a file was changed", async () => {
    const card = await first();
    mkdirSync(dir, { recursive: true });
    await sync();
    const places = (await cards()).map(({ path }) => path).sort();
    expect(onDisk()).toEqual(places);
    const name = card.path.replace("Pending/", "");
    const text = readFileSync(join(dir, card.path), "utf8");
    expect(text).toBe(await fileOf(card));

    // The person moves and ticks the card on disk.
    writeFileSync(join(dir, card.path), `${text.replace("- [ ] ", "- [x] ")}\nA note of mine.\n`);
    renameSync(join(dir, card.path), join(dir, "Current", name));
    writeFileSync(join(dir, "Current", "shopping.md"), "- [ ] milk\n");
    await sync();
    expect(await first()).toMatchObject({ column: "current", items: { 0: { done: true }, 1: { done: false } } });

    // The person moves the card on the board. The file moves too, and the person's notes stay in it.
    await moveCard(t.ctx, { cardId: card.id, column: "complete" });
    expect((await sync()).remove).toEqual([`Current/${name}`]);
    expect(readFileSync(join(dir, "Complete", name), "utf8")).toMatch(/synced: complete 1\n[\s\S]*A note of mine\.\n$/);

    // The person changes both the board and the file.
    renameSync(join(dir, "Complete", name), join(dir, "Pending", name));
    await tickItem(t.ctx, { cardId: card.id, item: 2, done: true });
    expect((await sync()).notes).toHaveLength(1);
    expect(await first()).toMatchObject({ column: "complete", items: { 0: { done: true }, 1: { done: true } } });
    const notifications = await listNotifications(t.ctx, { limit: 200 });
    expect(notifications.filter((notification) => notification.kind === "card.merged")).toHaveLength(1);
    expect(await sync()).toMatchObject({ write: [], remove: [], notes: [] });

    // The person deletes a card's file, but then decides to keep the card. Another card without a file is dropped.
    rmSync(join(dir, "Complete", name));
    expect((await sync()).notes).toHaveLength(1);
    expect((await first()).fileLostAt).not.toBeNull();
    const paths = async () => (await listProjectFiles(t.ctx, at)).map(({ path }) => path);
    expect(await paths()).not.toContain(`Complete/${name}`);
    await decideCard(t.ctx, { cardId: card.id, keep: true });
    expect((await sync()).write.map(({ path }) => path)).toEqual([`Complete/${name}`]);
    const [, second] = await cards();
    if (second) {
      rmSync(join(dir, second.path));
      await sync();
      await decideCard(t.ctx, { cardId: second.id, keep: false });
      expect((await cards()).map(({ id }) => id)).not.toContain(second.id);
      expect(await paths()).not.toContain(second.path);
    }
    expect(second).toBeDefined();
    expect(readFileSync(join(dir, "Current", "shopping.md"), "utf8")).toBe("- [ ] milk\n");
  });

  it("continues in a further iteration, which makes one call, carries statuses over, and rewrites no card or file", async () => {
    const before = await filesNow();
    const standing = await cards();
    const quote = await quoteIteration(t.ctx, { sessionId: session.id });
    expect(quote).toMatchObject({ calls: 1, free: true, stages: [{ stage: "paralysis", calls: 1 }] });
    // Stops the worker, so that iteration 2 cannot complete before the second start is refused.
    await worker.stop();
    const started = await startIteration(t.ctx, { sessionId: session.id });
    expect(started).toMatchObject({ calls: 5, iterationQuotes: [{ iteration: 2, expected: quote.expected }] });
    expect(started.stages.map(({ done, calls }) => [done, calls])).toEqual([
      ...[1, 1, 1, 1].map((one) => [one, one]),
      [0, 0],
    ]);
    await expect(startIteration(t.ctx, { sessionId: session.id })).rejects.toMatchObject({ code: "stage_not_current" });
    worker = await t.startWorker();
    const done = await t.reach(session.id, "iteration_complete");
    expect([done.iteration, done.currentStage]).toEqual([2, "paralysis"]);
    expect(done.stages.map(({ stage, status, calls }) => [stage, status, calls])).toEqual(
      ["thesis", "antithesis", "synthesis", "parenthesis", "paralysis"].map((stage) => [stage, "completed", 1]),
    );
    const { rows } = await t.ctx.db.tx((db) =>
      sql`select prompt from contributions where session_id = ${session.id} and iteration = 2`.execute(db),
    );
    expect(rows).toHaveLength(1);
    const progress = await t.ctx.db.tx((db) => findProgress(db, { sessionId: session.id, iteration: 2 }));
    expect(progress).toMatch(/^- \[x\] \**M1\b/m);
    expect(progress).toMatch(/^## M1 .+ \(complete, 2 of \d+ items ticked\)$/m);
    expect(JSON.stringify(rows)).toContain(JSON.stringify(progress).slice(1, -1));

    const documents = (await listDocuments(t.ctx, { sessionId: session.id, kind: "whole", stage: "paralysis" })).items;
    const plan = await getDocument(t.ctx, { documentId: documents.find((one) => one.iteration === 2)!.id });
    expect(plan.markdown).toMatch(/^- \[x\] \**M1\b/m);
    expect(plan.markdown).not.toMatch(/^### W1\.1/m);

    const after = await filesNow();
    // Only the project's summary files change, because they name the new iteration.
    for (const [path, hash] of before)
      if (!/^(project_|plan\.md$)/.test(path)) expect([path, after.get(path)]).toEqual([path, hash]);
    const now = await cards();
    expect(now.slice(0, standing.length)).toEqual(standing);
    for (const card of now.slice(standing.length)) expect(card).toMatchObject({ iteration: 2, column: "pending" });
    expect(now.length).toBeGreaterThan(standing.length);
    // Calls are counted over all iterations, but each stage is shown as of its newest iteration.
    const { calls, requests, stages } = await getSession(t.ctx, { sessionId: session.id });
    expect([calls, stages.map(({ iteration }) => iteration)]).toEqual([6, [1, 1, 1, 1, 2]]);
    expect(requests).toBeGreaterThanOrEqual(6);
  });

  it("the earlier iteration's plan stays reachable through the API and from the readme", async () => {
    const at = { sessionId: session.id };
    const plans = [await getPlan(t.ctx, { ...at, iteration: 1 }), await getPlan(t.ctx, { ...at, iteration: 2 })];
    const [first, second] = plans.map(({ parts }) => new Map(parts.map((part) => [part.artifact, part])));
    const all = ["recommendation", "work-plan", "updated-master-plan", "milestones"];
    expect([...(first?.keys() ?? [])]).toEqual(all);
    expect([...(second?.keys() ?? [])]).toEqual(all);
    expect(first?.get("work-plan")).toMatchObject({ iteration: 1, markdown: expect.stringMatching(/^### W1\.1/m) });
    expect(second?.get("work-plan")).toMatchObject({
      iteration: 2,
      markdown: expect.not.stringMatching(/^### W1\.1/m),
    });
    expect(second?.get("milestones")).toEqual(first?.get("milestones"));
    expect(plans[0]?.iterations).toEqual([1, 2].map((iteration) => ({ iteration, completedAt: expect.any(String) })));
    expect(await getPlan(t.ctx, at)).toEqual(plans[1]);
    await expect(getPlan(t.ctx, { ...at, iteration: 3 })).rejects.toMatchObject({ code: "not_found" });
    const { text } = await readProjectFile(t.ctx, { projectId: session.projectId, path: "project_readme.md" });
    const readme = text.slice(text.indexOf("## The plan"), text.indexOf("## The work"));
    const [newest = "", earlier = ""] = readme.split("Earlier plans:");
    expect(newest).toContain(`](${second?.get("work-plan")?.path}): `);
    for (const { path } of first?.values() ?? []) expect(earlier).toContain(`](${path})`);
  });

  it("is updated after an edit of the plan: new work is added to Pending, cards of removed work can be dropped, and nothing else changes", async () => {
    const [document] = (
      await listDocuments(t.ctx, { sessionId: session.id, kind: "whole", stage: "paralysis" })
    ).items.filter((one) => one.iteration === 2);
    if (!document) throw new Error("There is no plan.");
    const node = (id: string, item: string) => `### W${id} Work\n\n- [ ] ${item}\n\nDone when: it stands.`;
    const edit = async (...milestones: string[]) => {
      const markdown = `# Work plan\n\n${milestones.join("\n\n")}\n\nThe rest comes later.\n\n# Updated master plan\n\n- [ ] M7 Fence\n`;
      const { version } = await getDocument(t.ctx, { documentId: document.id });
      await editDocument(t.ctx, { documentId: document.id, markdown, baseVersion: version });
      return cards();
    };
    const told = async (kind: string) =>
      (await listNotifications(t.ctx, { limit: 200 })).filter((notification) => notification.kind === kind).length;
    const lost = await told("card.offered");
    const before = await cards();
    const own = before.filter((card) => card.iteration === 2);
    const first = await edit(
      `## M7 Fence\n\n${node("7.1", "dig")}\n\n${node("7.2", "set")}`,
      `## M8 Paint\n\n${node("8.1", "brush")}`,
    );
    const [fence, paint] = first.slice(before.length);
    if (!fence || !paint) throw new Error("The new milestones have no cards.");
    expect([fence, paint]).toMatchObject([
      { milestone: "M7", column: "pending", items: [{ text: "dig" }, { text: "set" }] },
      { milestone: "M8", column: "pending" },
    ]);
    // The person can drop only cards of this iteration, namely all those whose work is no longer in the plan.
    expect(first.filter((card) => card.supersededBecause !== null).map((card) => card.id)).toEqual(
      own.map((card) => card.id),
    );
    expect(await told("card.offered")).toBe(lost + own.length);
    await sync();

    await moveCard(t.ctx, { cardId: fence.id, column: "current" });
    const standing = await tickItem(t.ctx, { cardId: fence.id, item: 1, done: true });
    const second = await edit(`## M7 Fence\n\n${node("7.1", "dig")}\n\n${node("7.3", "oil")}`);
    expect(second).toHaveLength(first.length + 1);
    expect(second.find((card) => card.id === fence.id)).toEqual(standing);
    expect(second.at(-1)).toMatchObject({ milestone: "M7", column: "pending", items: [{ node: "W7.3", text: "oil" }] });
    const added = second.at(-1) ?? fence;
    expect(added.title).toBe(fence.title);
    expect(await fileOf(added)).toContain(`\n*Added by a later plan, beside card ${fence.number}.*\n`);
    expect(sameMilestone(added, second)).toEqual({ replaced: [], earlier: [standing], later: [] });
    expect(sameMilestone(standing, second).later).toEqual([added]);
    expect(await told("card.changed")).toBe(1);
    expect(second.find((card) => card.id === paint.id)).toMatchObject({
      column: "pending",
      supersededBy: null,
      supersededBecause: expect.any(String),
    });

    // A kept card is part of the board again, and the person is not asked about it a second time. A dropped card's file is
    // removed.
    await decideCard(t.ctx, { cardId: paint.id, keep: true });
    const third = await edit(`## M7 Fence\n\n${node("7.1", "dig")}\n\n${node("7.3", "oil")} And oiled.`);
    expect(third).toHaveLength(second.length);
    expect(third.find((card) => card.id === paint.id)?.supersededBecause).toBeNull();
    const [dropped] = own;
    if (!dropped) throw new Error("The iteration left no card.");
    await sync();
    expect(onDisk()).toContain(dropped.path);
    await decideCard(t.ctx, { cardId: dropped.id, keep: false });
    expect((await sync()).remove).toEqual([dropped.path]);
    expect(onDisk()).not.toContain(dropped.path);
    const complete = (all: BoardCard[]) => all.filter((card) => card.column === "complete");
    expect(complete(await cards())).toEqual(complete(before));
  });

  it("is updated after the plan is regenerated", async () => {
    const [document] = (
      await listDocuments(t.ctx, { sessionId: session.id, kind: "whole", stage: "paralysis" })
    ).items.filter((one) => one.iteration === 2);
    if (!document) throw new Error("There is no plan.");
    const before = await cards();
    await regenerateDocument(t.ctx, { documentId: document.id });
    await worker.idle();
    const after = await cards();
    expect(after.length).toBeGreaterThanOrEqual(before.length);
    const places = (all: BoardCard[]) => all.map(({ id, column, items }) => ({ id, column, items }));
    expect(places(after.slice(0, before.length))).toEqual(places(before));
    expect(
      after.find((card) => card.milestone === "M7" && card.column === "current")?.supersededBecause,
    ).not.toBeNull();
  });

  it("is updated after a document of the earlier iteration is regenerated, and leaves nothing stale", async () => {
    const wholes = async (stage?: string) =>
      (await listDocuments(t.ctx, { sessionId: session.id, kind: "whole", stage })).items;
    const newest = async () => (await wholes()).filter((one) => one.replacedBy === null);
    const [thesis] = await wholes("thesis");
    const earlier = (await wholes("paralysis")).find((one) => one.iteration === 1);
    if (!thesis || !earlier) throw new Error("The first iteration is gone.");
    await expect(regenerateDocument(t.ctx, { documentId: earlier.id })).rejects.toMatchObject({ code: "conflict" });
    // Waits for each job separately, because a worker is also idle briefly between two waves.
    const over = async (jobId: JobId) => {
      for (;;) {
        const { status } = await t.ctx.db.tx((db) => getJob(db, jobId));
        if (["completed", "failed", "cancelled"].includes(status)) return status;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const { id } = await regenerateDocument(t.ctx, { documentId: thesis.id });
    expect(await over(id)).toBe("completed");
    const regenerated = (await newest()).find((one) => one.stage === "thesis");
    const { items } = await getClaims(t.ctx, { sessionId: session.id });
    expect(items.length).toBeGreaterThan(3);
    expect(new Set(items.map((claim) => claim.documentId))).toEqual(new Set([regenerated?.id]));

    // Documents and prompts of stages that were not repeated can still be read, and references to them still resolve.
    const of = (stage: string) => ({ sessionId: session.id, stage });
    expect(await readSeedPrompt(t.ctx, of("thesis"))).toMatchObject({ iteration: 1, frozen: true });
    expect(await readSeedPrompt(t.ctx, of("paralysis"))).toMatchObject({ iteration: 2, frozen: true });
    expect(await listLabels(t.ctx, of("antithesis"))).toHaveLength(1);
    expect(await giveFeedback(t.ctx, { ...of("synthesis"), text: "Shorter." })).toMatchObject({ iteration: 1 });

    const { documents, jobId } = await regenerateStale(t.ctx, { sessionId: session.id });
    if (!jobId) throw new Error("Nothing is stale.");
    expect(await over(jobId)).toBe("completed");
    expect(documents).toHaveLength(4);
    const after = await newest();
    expect(after.filter((one) => documents.includes(one.id))).toEqual([]);
    expect(after.filter((one) => one.stale !== null).map((one) => one.id)).toEqual([earlier.id]);
  });

  const filesNow = async () =>
    new Map((await listProjectFiles(t.ctx, at)).map(({ path, sha256 }) => [path, sha256] as const));
});
