import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { DocumentId, type SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { combinedType, deconstructPath, getDocument, listDocuments, readProjectFile } from "#documents";
import type { Worker } from "#jobs";
import { countBy } from "#models";
import { engines, type PricedRequest } from "#test";
import { cancelStage, pauseStage, resumeStage, retryStage } from "../stages/control-stage.ts";
import { generateStage } from "../stages/generate-stage.ts";
import { submitStage } from "../stages/submit-stage.ts";
import { createProject } from "../state/create-project.ts";
import { createSession } from "../state/create-session.ts";
import { getSession } from "../state/read-session.ts";
import { changeSessionBudget } from "../state/session-budget.ts";
import { editDocument } from "../steering/edit-document.ts";
import { regenerateDocument } from "../steering/regeneration/regenerate-document.ts";
import { regenerateStale } from "../steering/regeneration/regenerate-stale.ts";
import { brief, type Combining, isCombining, rehearsed, setupCombining, type Text } from "./combining.fixture.ts";
import { mostCalls } from "./plan-branches.ts";

describe.each(engines)("on %s, inputs too large for their step", { timeout: 120_000 }, (engine) => {
  let c: Combining;
  let worker: Worker;
  beforeAll(async () => {
    c = await setupCombining(engine);
    worker = await c.t.startWorker();
  });
  afterAll(() => c[Symbol.asyncDispose]());
  afterEach(() => {
    c.beforeAnswer.run = async () => {};
    c.instead.text = async () => undefined;
    c.instead.share = 1;
  });

  const start = async ({ auto = true, continuations = 5, acceptFindings = false } = {}) => {
    const project = await createProject(c.t.ctx, { brief, domain: "own-domain" });
    const models = c.models;
    return createSession(c.t.ctx, {
      projectId: project.id,
      models,
      leadModel: models[0],
      auto,
      start: true,
      continuations,
      acceptFindings,
    });
  };
  const ofType = (texts: readonly Text[], type: string) => texts.filter((text) => text.type === type);
  const claimsIn = (markdown = ""): string[] => markdown.match(/^- C: .+$/gm) ?? [];
  /** The merged document, the combined texts that replaced its inputs, and the original inputs. */
  async function merged(id: SessionId) {
    const texts = await c.texts(id);
    const byId = new Map(texts.map((text) => [text.id, text]));
    const whole = ofType(texts, "merged").at(-1);
    const standIns = (whole?.sources ?? []).flatMap((source) => byId.get(source) ?? []);
    return {
      whole,
      standIns,
      byId,
      combined: ofType(texts, combinedType),
      theses: ofType(texts, "thesis").toSorted((a, b) => (a.model < b.model ? -1 : 1)),
      of: (type: string) => standIns.find(({ path }) => path.includes(`_combining_${type}_`)),
    };
  }
  const jobs = async (id: SessionId, kind: string) => {
    const { rows } = await c.t.ctx.db.tx((db) =>
      sql<{ status: string; label: string; error: string | null; parent: string | null }>`
        select j.status, j.label, j.error ->> 'message' as error, p.kind as parent
        from jobs j left join jobs p on p.id = j.parent_id
        where j.session_id = ${id} and j.kind = ${kind} and j.stage = 'merge' order by j.id`.execute(db),
    );
    return rows;
  };

  let first: SessionId;
  it("are combined by calls that fit into the window, and the step reads the combined texts", async () => {
    const seen: { done: number; of: number }[] = [];
    let calls = 0;
    // Two of the calls can run at the same time. Each waits until the earlier ones are done, so that the counts are in order.
    c.beforeAnswer.run = async (asked) => {
      if (!isCombining(asked)) return;
      const earlier = calls;
      calls += 1;
      const progress = await vi.waitUntil(
        async () => {
          const { stages } = await getSession(c.t.ctx, { sessionId: first });
          const combining = stages.at(-1)?.combining;
          return combining?.done === earlier && combining;
        },
        { timeout: 60_000, interval: 20 },
      );
      seen.push(progress);
    };
    ({ id: first } = await start());
    const done = await c.t.reach(first, "iteration_complete");
    const { whole, standIns, byId, combined, theses, of } = await merged(first);
    // Four calls: one combines two theses, one adds the third, one combines the notes, and one merges. Only the merge is
    // expected work.
    expect(done.stages.at(-1)).toMatchObject({
      ...{ calls: 4, requests: 4, done: 1, expected: 1 },
      combining: { done: 3, of: 3 },
    });
    expect(done.stages[0]?.combining).toBeNull();
    expect(seen.map((one) => one.done)).toEqual([0, 1, 2]);
    const totals = seen.map((one) => one.of);
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    expect(totals.at(-1)).toBe(3);
    expect([c.timesCombined(), combined.length]).toEqual([3, 3]);
    expect((await jobs(first, "combine")).map(({ parent }) => parent)).toEqual([
      "plan",
      "combine",
      "combine",
      "combine",
    ]);

    // The recorded sources lead from the merged document back to the original inputs.
    expect(standIns.map(({ type }) => type)).toEqual([combinedType, combinedType]);
    const [ofTheses, ofNotes] = [of("thesis"), of("note")];
    const [branch, third] = (ofTheses?.sources ?? []).flatMap((source) => byId.get(source) ?? []);
    expect(branch?.sources).toEqual(theses.slice(0, 2).map(({ id }) => id));
    expect(third?.id).toBe(theses[2]?.id);
    expect(ofNotes?.sources.map((source) => byId.get(source)?.type)).toEqual(["note", "note", "note"]);
    const read = await getDocument(c.t.ctx, { documentId: DocumentId.parse(whole?.document_id) });
    const { text } = await readProjectFile(c.t.ctx, { projectId: done.projectId, path: whole?.path ?? "" });
    expect(text).toMatch(/^prompt: inputs combined$/m);
    expect(read.sources.map(({ documentId }) => documentId)).toEqual(standIns.map((one) => one.document_id));

    for (const thesis of theses) {
      const kept = claimsIn(thesis.markdown).filter((claim) => claimsIn(ofTheses?.markdown).includes(claim));
      expect(kept.length).toBeGreaterThan(2);
    }
    // No combined text is longer than requested.
    for (const { prompt, markdown } of combined) {
      const asked = [...prompt.matchAll(/at most (\d+) words/g)].reduce((sum, [, words]) => sum + Number(words), 0);
      expect(markdown.split(/\s+/).length).toBeLessThanOrEqual(asked);
    }
    const [, combinedId] =
      /<<<document \w+ id="(D\d+)" kind="thesis" label="Proposal [ABC], Proposal [ABC] and Proposal [ABC], combined">>>/.exec(
        whole?.prompt ?? "",
      ) ?? [];
    expect(combinedId).toBeDefined();
    expect(whole?.prompt).toMatch(/kind="note" label="note, combined"/);
    expect(whole?.prompt.match(/^- \[C\d+\] \((D\d+)\)/gm)?.every((claim) => claim.endsWith(`(${combinedId})`))).toBe(
      true,
    );
    expect(combined.map(({ path }) => deconstructPath(path))).toMatchObject([
      { kind: "document", intermediate: true, of: { type: combinedType, subject: { relation: "combining" } } },
      {},
      {},
    ]);
    expect(combined.every(({ path }) => path.includes("/3_merge/_work/"))).toBe(true);
    const { rows } = await c.t.ctx.db.tx((db) =>
      sql<{ paid: number }>`select count(*)::int as paid from wallet_transactions where kind = 'charge'`.execute(db),
    );
    expect(rows[0]?.paid).toBe(3 + 3 + 4);
  });

  /** Behaviour that does not depend on the engine is tested only on the embedded one. */
  const onEmbedded = (name: string, test: () => Promise<void>) => engine === "pglite" && it(name, test);
  const bed = (n: number) => `- C: Bed ${n} is ${(n * 7919) % 99_991} cm wide and wants water.\n`;
  const beds = (tokens: number) => {
    let text = "# Claims\n\n";
    for (let n = 0, counted = 0; counted < tokens; n += 50) {
      const more = Array.from({ length: 50 }, (_, at) => bed(n + at)).join("");
      text += more;
      counted += countBy("pieces", more);
    }
    return text;
  };
  /** True for the last of the calls that combine the theses. Only this call may need a continuation to reach its length. */
  const isLast = (request: PricedRequest) =>
    isCombining(request) && /, combined">>>/.test(request.messages[0]?.content ?? "");

  onEmbedded("are read without shortening, even if a model's combined text takes several requests", async () => {
    const wholes = new Map<string, string>();
    c.instead.text = async (request) => {
      const { messages, maxOutputTokens } = request;
      const key = messages[0]?.content ?? "";
      // Only the last call writes more than its output cap. If an earlier call did, its result would not fit into the
      // prompt of the last call.
      if (!isLast(request) || wholes.has(key)) return wholes.get(key);
      const { text } = await rehearsed({ ...request, messages: messages.slice(0, 1), maxOutputTokens: 100_000 });
      const missing = 1.15 * maxOutputTokens - countBy("pieces", text);
      const more = Array.from({ length: missing / countBy("pieces", bed(99)) }, (_, n) => bed(n).trimEnd());
      wholes.set(key, `${text.trimEnd()}\n\n# Beds\n\n${more.join("\n")}\n`);
      return wholes.get(key);
    };
    const { id } = await start();
    await c.t.reach(id, "iteration_complete");
    const { combined } = await merged(id);
    const carriedOn = combined.filter(({ chunks }) => chunks > 1);
    expect([combined.length, carriedOn.length]).toEqual([3, 1]);
    const texts = carriedOn.map(({ markdown }) => markdown.trimEnd()).toSorted();
    // All requests for this text begin with the same message. `c.instead.text` stores the text under this message, so a
    // request that began with another message would have added a further text to `wholes`.
    expect(texts).toEqual([...wholes.values()].map((text) => text.trimEnd()).toSorted());
    const { rows } = await c.t.ctx.db.tx((db) =>
      sql`select from prompt_receipts r join contributions n on n.id = r.contribution_id
        where n.session_id = ${id} and n.output_type = ${combinedType}`.execute(db),
    );
    expect(rows).toEqual([]);
  });

  onEmbedded(
    "are combined by a model that writes far more than it was asked for: its text ends where it was cut, without a further call",
    async () => {
      const asked: number[] = [];
      c.instead.share = 1.55;
      c.instead.text = async (request) => {
        if (!isLast(request)) return undefined;
        asked.push(request.messages.length);
        return beds(3 * request.maxOutputTokens);
      };
      const { id } = await start();
      await c.t.reach(id, "iteration_complete");
      const { of } = await merged(id);
      expect(asked).toEqual([1]);
      expect(of("thesis")).toMatchObject({
        chunks: 1,
        markdown: expect.stringMatching(/ wants water\.\n\n> \*\*Incomplete:/),
      });
      const status = { status: "completed", label: expect.stringMatching(/^Combine 3 × thesis/) };
      expect(await jobs(id, "combine")).toEqual(expect.arrayContaining([expect.objectContaining(status)]));
      expect((await jobs(id, "combine")).length).toBe(4);
    },
  );

  onEmbedded("are combined by a model that adds nothing when asked to continue", async () => {
    const before = c.charged();
    c.instead.text = async (request) => {
      if (!isLast(request)) return undefined;
      return request.messages.length > 1 ? "" : beds(1.2 * request.maxOutputTokens);
    };
    const { id } = await start();
    const done = await c.t.reach(id, "iteration_complete");
    const { of } = await merged(id);
    expect(of("thesis")).toMatchObject({
      chunks: 1,
      markdown: expect.stringMatching(/ wants water\.\n\n> \*\*Incomplete:/),
    });
    expect(BigInt(done.spent)).toBe(c.charged() - before);
  });

  onEmbedded(
    "are combined by a model that a content filter stops: the text is kept, and the session stops there",
    async () => {
      c.instead.finish = "content_filter";
      c.instead.text = async (request) => (isLast(request) ? beds(0.5 * request.maxOutputTokens) : undefined);
      const { id } = await start();
      const stopped = await c.t.reach(id, "awaiting_feedback").finally(() => delete c.instead.finish);
      expect(stopped).toMatchObject({ findings: 1, currentStage: "merge" });
      const documents = (await listDocuments(c.t.ctx, { sessionId: id, kind: "whole" })).items;
      expect(documents.flatMap(({ findings }) => findings.map(({ code }) => code))).toEqual(["filtered"]);
    },
  );

  onEmbedded(
    "are combined by a model that only repeats what it reads, within the maximum number of calls",
    async () => {
      const before = c.timesCombined();
      c.instead.text = async (request) => {
        if (!isCombining(request)) return undefined;
        return request.messages[0]?.content.replaceAll(/^<<<.*$/gm, "");
      };
      const { id } = await start();
      await c.t.reach(id, "iteration_complete");
      const { whole } = await merged(id);
      expect(whole?.markdown).toContain("# Requirements");
      expect(c.timesCombined() - before).toBeLessThanOrEqual(2 * (mostCalls(2) + 1));
    },
  );

  onEmbedded(
    "are combined by a model that never stops, and the run ends with texts that are marked as cut off",
    async () => {
      const before = c.charged();
      c.instead.text = async (request) => {
        if (!isCombining(request)) return undefined;
        return beds(25_000);
      };
      const { id } = await start();
      const done = await c.t.reach(id, "iteration_complete");
      const { combined, whole } = await merged(id);
      expect(whole?.markdown).toContain("# Requirements");
      // One request would be enough for the requested length, and one continuation is allowed.
      expect(combined.length).toBe(3);
      expect(Math.max(...combined.map(({ chunks }) => chunks))).toBeLessThanOrEqual(2);
      for (const { markdown } of combined) expect(markdown).toMatch(/ wants water\.\n\n> \*\*Incomplete:/);
      expect(BigInt(done.spent)).toBe(c.charged() - before);
    },
  );

  onEmbedded(
    "are combined as they were at the start of the stage, despite edits, pauses, cancellations and retries",
    async () => {
      const { id } = await start({ auto: false });
      for (const stage of ["thesis", "note"]) {
        await c.t.reach(id, "awaiting_feedback");
        await submitStage(c.t.ctx, { sessionId: id, stage });
        if (stage === "thesis") await generateStage(c.t.ctx, { sessionId: id, stage: "note" });
      }
      const [thesis] = (await merged(id)).theses;
      const documentId = DocumentId.parse(thesis?.document_id);
      const times = c.timesCombined();
      const merge = { sessionId: id, stage: "merge" };
      let paused: Promise<unknown> | undefined;
      c.beforeAnswer.run = async (asked) => {
        if (!isCombining(asked) || paused) return;
        paused = pauseStage(c.t.ctx, merge);
        const markdown = thesis?.markdown.replace("# Claims\n", "# Claims\n\n- C: Too late.\n") ?? "";
        await editDocument(c.t.ctx, { documentId, markdown, baseVersion: 1 });
        await paused;
      };
      await generateStage(c.t.ctx, merge);
      await c.t.reach(id, "paused");
      const cancelled = Promise.withResolvers<void>();
      c.beforeAnswer.run = async (asked) => {
        if (!isLast(asked)) return;
        c.beforeAnswer.run = async () => {};
        await cancelStage(c.t.ctx, merge);
        cancelled.resolve();
      };
      await resumeStage(c.t.ctx, merge);
      await cancelled.promise;
      await worker.idle();
      await retryStage(c.t.ctx, merge);
      await c.t.reach(id, "iteration_complete");
      const { combined, standIns, whole } = await merged(id);
      expect([combined.length, standIns.length]).toEqual([3, 2]);
      for (const { markdown } of combined) expect(markdown).not.toContain("Too late");
      // Only the text that was being written when the stage was cancelled is written again.
      expect(c.timesCombined() - times).toBeLessThanOrEqual(4);
      const documents = (await listDocuments(c.t.ctx, { sessionId: id, kind: "whole" })).items;
      expect(documents.filter((one) => one.stale !== null).map((one) => one.id)).toEqual([whole?.document_id]);
    },
  );

  onEmbedded("cost no more than was quoted, with models that use their whole output cap in every request", async () => {
    const wholes = new Map<number, string>();
    c.instead.text = async ({ messages }) => {
      // The merge itself gets its usual answer.
      if (messages[0]?.content.includes('step="merge"')) return undefined;
      const said = messages.filter(({ role }) => role === "assistant").length;
      const whole = wholes.get(said) ?? beds((said + 2) * 8_000);
      wholes.set(said, whole);
      return whole;
    };
    const before = c.timesCombined();
    const { id, quote } = await start({ continuations: 1, acceptFindings: true }); // these models write no headings
    const done = await c.t.reach(id, "iteration_complete");
    const calls = c.timesCombined() - before;
    expect(calls).toBeGreaterThan(10);
    expect(BigInt(done.spent)).toBeLessThanOrEqual(BigInt(quote?.high ?? 0));
    const stage = (key: string) => quote?.stages.find((one) => one.stage === key);
    for (const { stage: key, spent } of done.stages) {
      expect(BigInt(spent), key).toBeLessThanOrEqual(BigInt(stage(key)?.high ?? 0));
    }
    // The high estimate allows for a model that counts twice as many tokens as we do, but not for much more.
    expect(BigInt(stage("merge")?.high ?? 0)).toBeLessThan(20n * BigInt(done.stages.at(-1)?.spent ?? 0));
  });

  it("are combined again when a document is regenerated after an edit, which leaves nothing stale", async () => {
    const before = await merged(first);
    const [thesis] = before.theses;
    const documentId = DocumentId.parse(thesis?.document_id);
    const stale = async () =>
      (await listDocuments(c.t.ctx, { sessionId: first, kind: "whole" })).items.filter((one) => one.stale !== null);
    expect(await stale()).toEqual([]);
    await expect(
      regenerateDocument(c.t.ctx, { documentId: DocumentId.parse(before.standIns[0]?.document_id) }),
    ).rejects.toMatchObject({ code: "conflict" });

    const beehives = "- C: Beehives: two stand behind the orchard.";
    const markdown = thesis?.markdown.replace("# Claims\n", `# Claims\n\n${beehives}\n`) ?? "";
    await editDocument(c.t.ctx, { documentId, markdown, baseVersion: 1 });
    expect((await stale()).map((one) => [one.id, one.stale?.because])).toEqual([
      [before.whole?.document_id, documentId],
    ]);
    const times = c.timesCombined();
    await regenerateStale(c.t.ctx, { sessionId: first });
    await expect.poll(async () => (await stale()).length, { timeout: 100_000 }).toBe(0);
    const after = await merged(first);
    expect(after.whole?.id).not.toBe(before.whole?.id);
    expect(claimsIn(after.of("thesis")?.markdown)).toContain(beehives);
    // The combined text of the notes has not changed.
    expect(after.of("note")?.id).toBe(before.of("note")?.id);
    expect(c.timesCombined() - times).toBe(2);

    // Nothing has changed, so the combined text is used again.
    const documentOf = DocumentId.parse(after.whole?.document_id);
    await regenerateDocument(c.t.ctx, { documentId: documentOf });
    await expect.poll(async () => (await merged(first)).whole?.id, { timeout: 100_000 }).not.toBe(after.whole?.id);
    expect(c.timesCombined() - times).toBe(2);
  });

  it("pause the step while money is missing, fail it if combining fails, and are combined when the step is retried", async () => {
    let refused = 0;
    c.beforeAnswer.run = async (asked) => {
      if (!isCombining(asked) || !asked.messages[0]?.content.includes('kind="note"')) return;
      refused += 1;
      throw new Error("This provider is out of order.");
    };
    const { id } = await start({ auto: false });
    for (const stage of ["thesis", "note"]) {
      await c.t.reach(id, "awaiting_feedback");
      await submitStage(c.t.ctx, { sessionId: id, stage });
      if (stage === "thesis") await generateStage(c.t.ctx, { sessionId: id, stage: "note" });
    }
    const { spent } = await getSession(c.t.ctx, { sessionId: id });
    await changeSessionBudget(c.t.ctx, { sessionId: id, cap: spent });
    await generateStage(c.t.ctx, { sessionId: id, stage: "merge" });
    const paused = await c.t.reach(id, "paused");
    expect(paused.stages.at(-1)).toMatchObject({
      status: "paused",
      work: [{ state: "waiting", why: expect.any(String) }],
    });
    expect(paused.stages.at(-1)?.work[0]?.why).toContain("Waits for: Combine inputs 2 times.");
    expect(paused.spent).toBe(spent);
    await changeSessionBudget(c.t.ctx, { sessionId: id, cap: null });
    await expect(c.t.reach(id, "iteration_complete")).rejects.toThrow(
      /^Combine 3 × note for atlas's merged: priced.atlas did not accept [^:]*: This provider is out of order\.$/,
    );
    const [why] = (await getSession(c.t.ctx, { sessionId: id })).stages.at(-1)?.work ?? [];
    expect(why?.why).toMatch(/^Combine 3 × note/);
    expect(refused).toBe(1);
    expect(await jobs(id, "plan")).toMatchObject([{ status: "failed" }, { status: "failed" }]);
    const times = c.timesCombined();
    c.beforeAnswer.run = async () => {};
    await retryStage(c.t.ctx, { sessionId: id, stage: "merge" });
    await c.t.reach(id, "iteration_complete");
    const { combined, standIns } = await merged(id);
    expect([combined.length, standIns.length]).toEqual([3, 2]);
    expect(c.timesCombined() - times).toBeLessThanOrEqual(3);
  });

  it("are combined only once, even if workers lose the job or stop", async () => {
    const lost = new Set<string>();
    // Every job that makes a request loses its lease once, while the model is answering.
    c.beforeAnswer.run = async () => {
      await c.t.database.asOwner(async (db) => {
        const { rows } = await sql<{ id: string }>`
          update jobs set lease_expires_at = clock_timestamp()
          where status = 'processing' and stage = 'merge' and id <> all (${[...lost]}::uuid[])
          returning id`.execute(db);
        for (const { id } of rows) lost.add(id);
      });
    };
    let stopped: Promise<void> | undefined;
    const onPoint = (message: unknown) => {
      const { point, of } = message as { point: string; of: string };
      // The worker stops when everything is combined, before the waiting plan continues.
      if (point === "outcome recorded" && of === "combine done" && lost.size >= 3) stopped ??= worker.stop();
    };
    subscribe("dialectic:points", onPoint);
    const { id } = await start();
    await expect.poll(() => stopped !== undefined, { timeout: 100_000 }).toBe(true);
    unsubscribe("dialectic:points", onPoint);
    await stopped;
    worker = await c.t.startWorker();
    await c.t.reach(id, "iteration_complete");
    const { combined, standIns } = await merged(id);
    expect([combined.length, standIns.length]).toEqual([3, 2]);
    expect((await jobs(id, "combine")).map(({ status }) => status)).toEqual(Array(4).fill("completed"));
  });

  it("are combined by prompts that state every fact, as the step's own prompt does", async () => {
    const { id: projectId } = await createProject(c.t.ctx, { brief, domain: "own-domain" });
    const statements = Array.from({ length: 40 }, (_, n) => `Rule: bed number ${n + 1} stays where it is`);
    await c.t.database.asOwner((db) =>
      sql`
        insert into known_facts (project_id, owner_id, number, block, statement, said_by_user, accepted_at)
        select id, owner_id, n, 'project.constraints', (${statements}::text[])[n], true, clock_timestamp()
        from projects, generate_series(1, 40) n
        where id = ${projectId}`.execute(db),
    );
    const models = c.models;
    const session = await createSession(c.t.ctx, { projectId, models, leadModel: models[0], auto: true, start: true });
    await c.t.reach(session.id, "iteration_complete");
    const { whole, combined } = await merged(session.id);
    expect(combined.length).toBeGreaterThan(0);
    for (const { prompt } of [whole, ...combined].filter((text) => text !== undefined))
      for (const [index, statement] of statements.entries()) expect(prompt).toContain(`[F${index + 1}] ${statement}`);
  });
});
