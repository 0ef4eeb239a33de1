import type { Fact, FactId } from "@dialectic/contract";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines, type TestDatabase, testDatabase } from "#test";
import { type LedgerSetup, setUpLedger } from "../ledger.fixture.ts";
import { postOperations } from "../parse/post-operations.ts";
import { registryFor } from "../registry/shipped-keys.ts";
import { answerKeys } from "../turns/answer-keys.ts";
import { listKeyQuestions } from "../turns/list-questions.ts";
import { listFactNotes } from "../turns/read-bundles.ts";
import { acceptAllPending, acceptFact, chooseFact, rejectFact } from "./decide-fact.ts";
import { editFact } from "./edit-fact.ts";
import { promoteNote } from "./promote-note.ts";
import { countFacts, factHistory, factsAsOf, findFactByName, listFacts, whyFact } from "./read-facts.ts";
import { undoAction } from "./undo-action.ts";

const size = "project.summary.audience_size";
const budget = "project.budget.total";
const rule = "project.constraints.rule";

describe.each(engines)("facts on %s", (engine) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const only = (facts: Fact[]): Fact => {
    expect(facts).toHaveLength(1);
    return facts[0] as Fact;
  };

  it("are accepted with their exact quote, corroborated by other wording, and superseded by another value", async () => {
    const s = await setUpLedger(t.database);
    const said = await s.say("We expect 300 guests.", { key: size, value: 300, quote: "300 guests", startChar: 7 });
    expect(only(said.facts)).toMatchObject({
      number: 1,
      status: "accepted",
      source: "user",
      statement: "Size of the audience: 300",
      evidence: { quote: "300 guests", section: "FREE_CHAT" },
    });
    const again = await s.say("Yes, three hundred.", { key: size, value: 300, quote: "three hundred" });
    expect(again.run?.stats).toMatchObject({ operations: 1, corroborated: 1, accepted: 0 });
    const other = await s.say("Now it is 350 people.", { key: size, value: 350, quote: "350 people" });
    expect(await s.standing("accepted")).toEqual(["Size of the audience: 350"]);
    const now = only(other.facts.filter(({ status }) => status === "accepted"));
    const why = await whyFact(s.ctx, { factId: now.id });
    expect(why.context).toMatchObject({ quote: "350 people", after: expect.stringContaining(".") });
    expect(why.chain.map(({ number, status }) => ({ number, status }))).toEqual([{ number: 1, status: "superseded" }]);
    expect(why.events.map(({ act, reason }) => [act, reason])).toEqual([
      ["record", "policy-passed"],
      ["corroborate", "same-value"],
      ["supersede", "user-said-otherwise"],
      ["record", "policy-passed"],
    ]);
    expect(why.events[1]?.evidence).toMatchObject({ quote: "three hundred" });
  });

  it("are counted and listed in either order, filtered by status, scope, source, key and words", async () => {
    const s = await setUpLedger(t.database);
    await s.say("We expect 300 guests.", { key: size, value: 300, quote: "300 guests" });
    await s.say("Budget: 80,000 ILS.", { key: budget, value: "80,000 ILS", quote: "80,000 ILS" });
    await s.write("The hall holds 280 people.", { key: size, value: 280, quote: "280 people" });
    const { projectId } = s;
    const numbers = async (filter: Partial<Parameters<typeof listFacts>[1]>) =>
      (await listFacts(s.ctx, { projectId, limit: 2, ...filter })).items.map(({ number }) => number);
    expect(await numbers({})).toEqual([1, 2]);
    expect(await numbers({ order: "newest" })).toEqual([3, 2]);
    expect(await listFacts(s.ctx, { projectId, limit: 2, order: "newest" })).toMatchObject({ next: "2" });
    expect(await numbers({ order: "newest", after: 2 })).toEqual([1]);
    expect(await numbers({ after: 2 })).toEqual([3]);
    expect(await numbers({ source: "agent" })).toEqual([3]);
    expect(await numbers({ key: budget })).toEqual([2]);
    expect(await numbers({ status: "accepted" })).toEqual([1]);
    expect(await numbers({ scope: "item" })).toEqual([]);
    expect(await numbers({ search: "audience GUESTS" })).toEqual([1]);
    expect(await numbers({ search: "100% _" })).toEqual([]);
    expect(await countFacts(s.ctx, { projectId })).toEqual({
      accepted: 1,
      proposed: 2,
      rejected: 0,
      conflict: 0,
      superseded: 0,
      unmapped: 0,
    });
  });

  it("wait for a person if their key is high-risk; a conflicting value is listed beside the accepted fact, which stays accepted", async () => {
    const s = await setUpLedger(t.database);
    const first = only((await s.say("We have ₪80,000.", { key: budget, value: "80000 ILS", quote: "₪80,000" })).facts);
    expect(first).toMatchObject({ status: "proposed", needsReview: true, reviewReason: "high-risk-key" });
    await acceptFact(s.ctx, { factId: first.id, ifStatus: "proposed" });
    await expect(acceptFact(s.ctx, { factId: first.id, ifStatus: "proposed" })).rejects.toMatchObject({
      code: "conflict",
    });
    const second = only((await s.say("We have 90k ILS.", { key: budget, value: "90k ILS", quote: "90k ILS" })).facts);
    expect(second).toMatchObject({ status: "conflict", conflictsWith: first.id, reviewReason: "contradicts-accepted" });
    expect(await s.standing("accepted")).toEqual(["Budget: 80,000 ILS"]);
    const asked = await listKeyQuestions(s.ctx, s);
    const important = [...registryFor("event-production").values()].filter(
      (key) => key.isImportant && key.scope === "project",
    );
    // Questions about important keys without a fact come first. The budget is important, but has a fact.
    expect(asked[important.filter(({ key }) => key !== budget).length]).toMatchObject({ key: budget, why: "conflict" });

    const chosen = await chooseFact(s.ctx, { factId: second.id, reason: "new quote" });
    expect(await s.standing("accepted")).toEqual(["Budget: 90,000 ILS"]);
    const edited = await editFact(s.ctx, { factId: second.id, value: "95,000 ILS", reason: "raised by phone" });
    const manual = only(edited.facts.filter(({ status }) => status === "accepted"));
    expect(manual).toMatchObject({
      source: "manual",
      evidence: null,
      statement: "Budget: 95,000 ILS",
      supersedes: second.id,
    });
    await undoAction(s.ctx, s);
    expect(await s.standing("accepted")).toEqual(["Budget: 90,000 ILS"]);
    await undoAction(s.ctx, { ...s, action: chosen.action ?? undefined });
    expect(await s.standing("accepted")).toEqual(["Budget: 80,000 ILS"]);
    expect(await s.standing("conflict")).toEqual(["Budget: 90,000 ILS"]);
  });

  it("are rejected when a person chooses another value; rejecting the accepted fact restores no older one", async () => {
    const s = await setUpLedger(t.database);
    await s.say("300 guests.", { key: size, value: 300, quote: "300 guests" });
    const other = only(
      (await s.say("Maybe 400?", { key: size, value: 400, quote: "Maybe 400", confidence: 0.5 })).facts,
    );
    const kept = only(await s.facts("accepted"));
    await chooseFact(s.ctx, { factId: kept.id });
    expect(await s.standing("rejected")).toEqual(["Size of the audience: 400"]);
    await acceptFact(s.ctx, { factId: other.id });
    expect(await s.standing("superseded")).toEqual(["Size of the audience: 300"]);
    await rejectFact(s.ctx, { factId: other.id, reason: "a guess" });
    expect(await s.standing("accepted")).toEqual([]);
    await expect(rejectFact(s.ctx, { factId: kept.id })).rejects.toMatchObject({ code: "conflict" });
    await undoAction(s.ctx, s);
    expect(await s.standing("accepted")).toEqual(["Size of the audience: 400"]);
  });

  it("are only proposed if a model wrote them; a repeated fact is corroborated, and a rejected one stays rejected", async () => {
    const s = await setUpLedger(t.database);
    const proposal = { key: size, value: 500, quote: "500 guests" };
    const first = only((await s.write("Plan for 500 guests.", proposal)).facts);
    expect(first).toMatchObject({ status: "proposed", source: "agent", reviewReason: "written-by-a-model" });
    expect((await s.write("As said, 500 guests.", proposal)).run?.stats).toMatchObject({
      corroborated: 1,
      proposed: 0,
    });
    await rejectFact(s.ctx, { factId: first.id });
    expect((await s.write("Again 500 guests.", proposal)).run?.stats).toMatchObject({ refused: 1, proposed: 0 });
    await s.say("Yes, 500 guests.", proposal);
    expect(await s.standing("accepted")).toEqual(["Size of the audience: 500"]);
  });

  it("are accepted side by side if their key is a list key, each value once", async () => {
    const s = await setUpLedger(t.database);
    const say = (text: string) => s.say(text, { key: rule, value: text.slice(0, -1), quote: text });
    await say("No glass.");
    await say("No candles.");
    await say("No glass.");
    expect(await s.standing("accepted")).toEqual(["Rule: No glass", "Rule: No candles"]);
  });

  it("stay pending if they contradict other facts when a person accepts all pending facts at once", async () => {
    const s = await setUpLedger(t.database);
    await s.say("300 guests.", { key: size, value: 300, quote: "300 guests" });
    await s.write(
      "For 350 guests in Berlin. Owner: Noa Levi, or Owner: Dan Levi.",
      { key: size, value: 350, quote: "350 guests" },
      { key: "project.summary.location", value: "Berlin", quote: "in Berlin" },
      { key: "project.summary.owner", value: "Noa Levi", quote: "Noa Levi" },
      { key: "project.summary.owner", value: "Dan Levi", quote: "Dan Levi" },
    );
    const done = await acceptAllPending(s.ctx, s);
    expect(done.left).toBe(3);
    expect(await s.standing("accepted")).toEqual(["Size of the audience: 300", "Location: Berlin"]);
    await undoAction(s.ctx, s);
    expect(await s.standing("accepted")).toEqual(["Size of the audience: 300"]);
  });

  it("can be read as they were at any time", async () => {
    const s = await setUpLedger(t.database);
    const clock = () =>
      t.database.asOwner(
        async (db) => (await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)).rows[0]?.at as Date,
      );
    const before = await clock();
    await s.say("300 guests.", { key: size, value: 300, quote: "300 guests" });
    const between = await clock();
    await s.say("350 guests.", { key: size, value: 350, quote: "350 guests" });
    const asOf = async (at: Date) => (await factsAsOf(s.ctx, { ...s, at })).map(({ statement }) => statement);
    expect(await asOf(before)).toEqual([]);
    // PostgreSQL's times have microseconds, which a JavaScript date cuts off. So one millisecond is added.
    expect(await asOf(new Date(between.getTime() + 1))).toEqual(["Size of the audience: 300"]);
    expect(await asOf(await clock().then((at) => new Date(at.getTime() + 1)))).toEqual(["Size of the audience: 350"]);
    const { rows } = await s.ctx.db.tx((db) =>
      sql<{ statement: string; ended: boolean }>`
        select statement, ended_at is not null as ended from known_facts where project_id = ${s.projectId} order by number`.execute(
        db,
      ),
    );
    expect(rows).toEqual([
      { statement: "Size of the audience: 300", ended: true },
      { statement: "Size of the audience: 350", ended: false },
    ]);
  });

  it("are recorded without a model from answers to questions about a key", async () => {
    const s = await setUpLedger(t.database);
    const asked = await listKeyQuestions(s.ctx, s);
    expect(asked[0]).toMatchObject({ why: "empty", status: "open" });
    const input = {
      projectId: s.projectId,
      turnKey: "answers-1",
      workStage: "ideation" as const,
      answers: [
        { key: size, text: "about 300 people" },
        { key: "project.constraints.drilling_allowed", quick: "NO" as const, text: "" },
        { key: "project.summary.owner", quick: "IDK" as const, text: "" },
        { key: "project.summary.location", quick: "IRRELEVANT" as const, text: "" },
        { key: budget, text: "₪80,000" },
      ],
    };
    const result = await answerKeys(s.ctx, input);
    expect(result.run?.stats).toMatchObject({ operations: 3, accepted: 2, proposed: 1, refused: 0 });
    expect(await s.standing("accepted")).toEqual(["Size of the audience: 300", "Drilling allowed: no"]);
    expect(result.facts[0]?.evidence).toMatchObject({ quote: "about 300 people", section: "USER_ANSWERS" });
    expect(await answerKeys(s.ctx, input)).toMatchObject({ isNew: false, bundleId: result.bundleId });
    expect(result.facts.at(-1)).toMatchObject({ statement: "Budget: 80,000 ILS", reviewReason: "high-risk-key" });
    const after = await listKeyQuestions(s.ctx, s);
    expect(after.map(({ key }) => key)).not.toContain(size);
    expect(after.map(({ key }) => key)).not.toContain("project.summary.location");
    expect(after.at(-1)).toMatchObject({ key: "project.summary.owner", status: "deferred" });
    await expect(
      answerKeys(s.ctx, { ...input, turnKey: "x", answers: [{ key: "project.mood.x", text: "?" }] }),
    ).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("are created by promoting an unmapped statement, which also adds its key to the project", async () => {
    const s = await setUpLedger(t.database);
    const text = "The mood is warm and calm.";
    const { run, bundleId } = await s.say(text, {
      key: "project.summary.mood",
      value: "warm and calm",
      quote: "warm and calm",
      startChar: 3,
    });
    expect(run?.stats).toMatchObject({ unmapped: 1, accepted: 0 });
    const { rows } = await s.ctx.db.tx((db) =>
      sql<{ id: string }>`select id from fact_notes where bundle_id = ${bundleId}`.execute(db),
    );
    const noteId = rows[0]?.id as Parameters<typeof promoteNote>[1]["noteId"];
    const open = async () => ({
      counted: (await countFacts(s.ctx, s)).unmapped,
      listed: (await listFactNotes(s.ctx, { projectId: s.projectId, limit: 10 })).length,
    });
    expect(await open()).toEqual({ counted: 1, listed: 1 });
    const done = await promoteNote(s.ctx, {
      noteId,
      key: { key: "project.summary.mood", label: "Mood", type: "string" },
    });
    expect(only(done.facts)).toMatchObject({
      statement: "Mood: warm and calm",
      status: "accepted",
      evidence: { quote: "warm and calm" },
    });
    expect(await open()).toEqual({ counted: 0, listed: 0 });
    await s.say("The mood is loud.", { key: "project.summary.mood", value: "loud", quote: "loud" });
    expect(await s.standing("accepted")).toEqual(["Mood: loud"]);
  });

  it("are recorded despite invalid operations, each of which is refused with its own reason", async () => {
    const s = await setUpLedger(t.database);
    const other = await setUpLedger(t.database);
    const result = await s.say(
      "We expect 300 guests. \u202eשלום\u202c",
      { key: size, value: 300, quote: "300 guests" },
      { key: size, value: 301, quote: "301 guests" },
      { key: "item.dimensions.width", value: "6 m", quote: "300 guests" },
      { key: "item.dimensions.width", value: "6 m", quote: "300 guests", itemId: other.projectId },
      { key: size, value: { nested: "\u0000\ud800" }, quote: "300 guests" },
      { quote: "300 guests" },
    );
    expect(result.run?.stats).toMatchObject({ operations: 6, accepted: 1, refused: 5 });
    const { rows } = await s.ctx.db.tx((db) =>
      sql<{ reason: string }>`select reason from fact_notes where project_id = ${s.projectId} order by reason`.execute(
        db,
      ),
    );
    expect(rows.map(({ reason }) => reason)).toEqual([
      "item-needed",
      "no-key",
      "not-in-bundle",
      "unknown-item",
      "unreadable",
    ]);
    const many = await s.say(
      "Yes.",
      ...Array.from({ length: 510 }, () => ({ key: size, value: 300, quote: "300 guests" })),
    );
    expect(many.run?.stats).toMatchObject({ operations: 510, refused: 510 });
  });

  it("can be read and decided on only by their owner", async () => {
    const [s, stranger] = [await setUpLedger(t.database), await setUpLedger(t.database)];
    const fact = only((await s.say("300 guests.", { key: size, value: 300, quote: "300 guests" })).facts);
    const gone = { code: "not_found" };
    const { ctx } = stranger;
    await expect(rejectFact(ctx, { factId: fact.id })).rejects.toMatchObject(gone);
    await expect(whyFact(ctx, { factId: fact.id })).rejects.toMatchObject(gone);
    await expect(editFact(ctx, { factId: fact.id, value: 1 })).rejects.toMatchObject(gone);
    await expect(undoAction(ctx, s)).rejects.toMatchObject(gone);
    await expect(factHistory(ctx, { ...s, limit: 5 })).rejects.toMatchObject(gone);
    await expect(findFactByName(ctx, { ...s, name: "F1" })).rejects.toMatchObject(gone);
    expect(await s.standing("accepted")).toHaveLength(1);
  });

  it("and their history cannot be changed, even by hand-typed SQL", async () => {
    const s = await setUpLedger(t.database);
    await s.say("300 guests.", { key: size, value: 300, quote: "300 guests" });
    const fault = async (statement: string) =>
      t.database
        .asOwner((db) => sql.raw(statement).execute(db))
        .then(
          () => "done",
          (error: Error) => error.message,
        );
    const own = `where project_id = '${s.projectId}'`;
    for (const table of ["turn_bundles", "fact_events"]) {
      expect(await fault(`update ${table} set owner_id = owner_id ${own}`)).toContain("never changed");
    }
    for (const table of ["turn_bundles", "facts", "fact_events", "parse_runs"]) {
      expect(await fault(`delete from ${table} ${own}`)).toContain("never deleted");
    }
    expect(await fault(`update facts set value = '301' ${own}`)).toContain("never changed");
    expect(await fault(`update facts set status = 'rejected' ${own}`)).toContain("Only a fact event");
    expect(
      await fault(
        `insert into facts select (jsonb_populate_record(f, jsonb_build_object('id', new_id(), 'number', 99))).* from facts f ${own}`,
      ),
    ).toContain("facts_one_accepted");
    await s.ctx.db.tx((db) => sql`select delete_project(${s.projectId})`.execute(db));
    expect(await s.facts()).toEqual([]);
  });

  it("stay consistent over any history of turns, decisions and undos", async () => {
    const values = [100, 200, 300];
    const step = fc.oneof(
      fc.record({
        do: fc.constant("say" as const),
        value: fc.constantFrom(...values),
        sure: fc.boolean(),
        agent: fc.boolean(),
      }),
      fc.record({
        do: fc.constantFrom("accept" as const, "reject" as const, "choose" as const, "edit" as const),
        pick: fc.nat(20),
      }),
      fc.record({ do: fc.constant("undo" as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const s = await setUpLedger(t.database);
        for (const one of steps) {
          const facts = await s.facts();
          const factId = ("pick" in one ? facts[one.pick % Math.max(1, facts.length)]?.id : undefined) as FactId;
          const done =
            one.do === "say"
              ? (one.agent ? s.write : s.say)(`It is ${one.value} guests.`, {
                  key: size,
                  value: one.value,
                  quote: `${one.value} guests`,
                  confidence: one.sure ? 0.9 : 0.5,
                })
              : one.do === "undo"
                ? undoAction(s.ctx, s)
                : factId === undefined
                  ? Promise.resolve()
                  : one.do === "edit"
                    ? editFact(s.ctx, { factId, value: 7 })
                    : { accept: acceptFact, reject: rejectFact, choose: chooseFact }[one.do](s.ctx, { factId });
          await Promise.resolve(done).catch((error: { code?: string }) => expect(error.code).toBe("conflict"));
          expect((await s.facts("accepted")).length).toBeLessThanOrEqual(1);
        }
        const { rows } = await s.ctx.db.tx((db) =>
          sql<{ differing: number }>`
            select count(*)::int as differing
            from facts f
            join lateral (select to_status from fact_events e where e.fact_id = f.id order by seq desc limit 1) newest on true
            where f.project_id = ${s.projectId}
              and (f.status <> newest.to_status
                or (f.status = 'accepted') <> exists (
                  select from known_facts k where k.project_id = f.project_id and k.number = f.number and k.ended_at is null))`.execute(
            db,
          ),
        );
        expect(rows[0]?.differing).toBe(0);
      }),
      { numRuns: 15 },
    );
  });
});

it.skipIf(!engines.includes("postgres"))(
  "twenty simultaneous writers leave one accepted fact per key and use no number twice",
  async () => {
    await using t = await testDatabase("postgres");
    const s: LedgerSetup = await setUpLedger(t.database);
    const turns = await Promise.all(
      Array.from({ length: 20 }, (_, n) => s.bundle({ turnKey: `t${n}`, chat: `It is ${n + 10} guests.` })),
    );
    await Promise.all(
      turns.map(({ bundleId }, n) =>
        postOperations(s.ctx, {
          bundleId,
          operations: [{ key: size, value: n + 10, quote: `${n + 10} guests`, confidence: 0.9 }],
        }),
      ),
    );
    const facts = await s.facts();
    expect(facts.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    expect(facts.filter(({ status }) => status === "accepted")).toHaveLength(1);
    expect(facts.filter(({ status }) => status === "superseded")).toHaveLength(19);
    const again = await Promise.allSettled(
      Array.from({ length: 2 }, () => postOperations(s.ctx, { bundleId: turns[0]?.bundleId as never, operations: [] })),
    );
    expect(again.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  },
);
